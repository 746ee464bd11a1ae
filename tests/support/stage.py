"""A stage for the engine's tests: a surface whose situations are written by the test.

The record is in memory, the hands write down what they were told. Nothing here decides anything,
so that what a test sees is the engine's own doing."""

from __future__ import annotations

import asyncio
import itertools
import time
from collections.abc import Awaitable, Callable, Collection, Mapping
from dataclasses import dataclass, field, replace

from engine.acting.executor import Executor
from engine.acting.settling import Settler
from engine.domain.actions import Action, Click, half_of
from engine.domain.approvals import (
    ApprovalRequest,
    Approve,
    Asking,
    DecidedHow,
    Decision,
    OperatorAnswer,
)
from engine.domain.errors import PlanFailed
from engine.domain.exploring.limits import Scope
from engine.domain.exploring.ports import ExplorableSurface, ExploreThinker
from engine.domain.guests import Granted
from engine.domain.leases import DirectInput, Lease
from engine.domain.limits import Limits
from engine.domain.local_planning import Assessment, LocalProposal, LocalRequest
from engine.domain.plans import Application, PlanRequest, PlanSegment, Situation
from engine.domain.ports import Approver, ModelAccount, Pictures, Policy, RiskRater, Thinker
from engine.domain.risks import UndoRequest, UndoWay
from engine.domain.spaces import Frame, PictureChange, Point, Rect
from engine.domain.surface_ports import AccessibleTree, FileFacts, Strokes
from engine.domain.verdicts import ModeName
from engine.domain.web.pages import Page
from engine.domain.web.resuming import ResumePoint
from engine.domain.zones import Role, Source, State, Window, Zone
from engine.language.labels import has_words
from engine.perception.masking.masker import Masker
from engine.perception.masking.rules import MaskRules
from engine.perception.vision.zones import VisionZones
from engine.safety.gate import BehindGate, Gate, ZoneTargetGuard
from engine.safety.policy import AskingLayer, BoundsLayer, LayeredPolicy
from engine.safety.provenance import ScreenProvenance
from engine.safety.risks import WordRiskRater
from engine.safety.scoped_risks import GrantedRater, ScopedRater
from engine.session.account import RunAccount
from engine.session.context import RunContext, RunSettings
from engine.session.control import RunControl
from engine.session.session import Session
from engine.undo.reverter import ActionReverter
from tests.support.memory_log import ForgetfulBlobs, MemoryLog

SIZE = Rect(0, 0, 64, 48)
QUICK = Limits(settle_secs=0.05, launch_settle_secs=0.05)
_counts = itertools.count(1)


def zone(label: str, role: Role = Role.BUTTON, *, at: int = 0, **changes: object) -> Zone:
    """An enabled zone of 16 × 8 pixels in row ``at``; its id is its label."""
    facts: dict[str, object] = {
        "zone_id": label,
        "label": label,
        "role": role,
        "bounds_px": Rect(4, 8 * at, 16, 8),
        "state": frozenset({State.ENABLED}),
        "source_key": label,
        "window_id": "Window",
        **changes,
    }
    return Zone(**facts)  # type: ignore[arg-type]


def situation(*zones: Zone, shade: int = 0, titles: tuple[str, ...] = ("Window",)) -> Situation:
    """A situation of a new picture; ``shade`` fills it, so that shades differ visibly."""
    pixels = bytes([shade, shade, shade, 255]) * SIZE.area
    windows = tuple(
        Window(title, title, title, SIZE, order == 0, order) for order, title in enumerate(titles)
    )
    frame = Frame(next(_counts), 0.0, SIZE.width, SIZE.height, pixels)
    return Situation(frame, zones, windows)


class Stage:
    """A surface, its perceiver and its hands in one: ``now`` is what can be seen."""

    name = "stage"
    is_practice = True
    is_sandboxed = False
    places: Mapping[str, str] = {}

    def __init__(self, now: Situation) -> None:
        self.now = now
        self.lease = Lease()
        self.typed_directly: list[DirectInput] = []
        self.done: list[tuple[Action, Point | None]] = []
        self.on_action: Callable[[Action], None] = lambda action: None
        self.files: dict[str, FileFacts] = {}
        self.waited_for_texts_secs: list[float] = []
        self.failed = ""
        self.whole_texts: dict[str, str] = {}
        self.read_wholly: list[str] = []
        self.drawn_texts: dict[str, str] = {}
        self.drawn_before: dict[str, str] = {}
        self.hands_stopped = self.holds = False
        self.vision: VisionZones | None = None

    @property
    def eyes(self) -> Stage:
        return self

    @property
    def hands(self) -> Stage:
        return self

    async def start(self) -> None: ...

    async def close(self) -> None: ...

    async def applications(self) -> tuple[Application, ...]:
        return ()

    async def file_facts(self, path: str) -> FileFacts:
        return self.files.get(path, FileFacts(exists=False))

    async def failed_launch(self) -> str:
        return self.failed

    async def stop_hands(self) -> tuple[tuple[str, ...], float]:
        self.hands_stopped = True
        return ("key 38",), 1.0

    async def let_go(self) -> bool:
        held, self.holds = self.holds, False
        if held:
            self.done.append((Click(half="up"), None))
        return held

    def masked(self, words: str) -> str:
        return words.replace("hunter2", "••••")

    async def observe(self, *, patience_secs: float = 0.4) -> Situation:
        self.waited_for_texts_secs.append(patience_secs)
        return self.now

    async def observe_fully(self) -> Situation:
        return await self.observe()

    async def page_afresh(self, url: str, *, by_strangers: bool = False) -> Page | None:
        return None

    async def read_whole(
        self, situation: Situation, zone_ids: Collection[str], drawn: str | None = None
    ) -> Situation:
        zones = {each.zone_id: each for each in situation.zones}
        for name in set(zone_ids) & {*self.whole_texts} & {*zones}:
            if zones[name].is_cut:
                zones[name] = replace(zones[name], value=self.whole_texts[name], is_cut=False)
        known = self.drawn_texts if situation.frame is self.now.frame else self.drawn_before
        for name in set(zone_ids) & {*known} if drawn is not None else ():
            text, is_cut = known[name].rstrip("…"), known[name].endswith("…")
            is_sure = not drawn or (has_words(drawn, text) and not is_cut)
            bare = zones.get(name) or zone(name, Role.WINDOW)
            zones[name] = replace(bare, value=text * is_sure, source=Source.TEXT, is_cut=is_cut)
        return replace(situation, zones=tuple(zones.values()))

    async def whole_text(self, zone: Zone) -> str:
        self.read_wholly.append(zone.zone_id)
        return self.whole_texts.get(zone.zone_id, "")

    def shortfall(self, situation: Situation) -> str:
        return self.vision.shortfall(situation) if self.vision else ""

    async def look_closer(self, situation: Situation) -> Situation:
        assert self.vision is not None
        return await self.vision.look_closer(situation, Masker(MaskRules(), lambda text: text))

    async def change_count(self) -> int:
        return self.now.frame.change_count

    async def capture(self) -> Frame:
        return self.now.frame

    async def read_tree(self) -> AccessibleTree:
        return AccessibleTree((), ())

    async def bounds_of(self, wanted: Zone) -> Rect | None:
        found = self.now.zone(wanted.zone_id)
        return found.bounds_px if found else None

    def watch(self) -> StageWatch:
        return StageWatch(self)

    def waited(self) -> None:
        """The engine waits for a change of the picture; a test may let something happen."""

    async def perform(self, action: Action, at: Point | None, strokes: Strokes = ()) -> None:
        self.lease.begin_action()
        await self.lease.between_pieces()
        self.strokes = strokes
        if half := half_of(action):
            self.holds = half == "down"
        self.done.append((action, at))
        self.on_action(action)

    async def direct(self, piece: DirectInput) -> None:
        self.typed_directly.append(piece)


class StageWatch:
    """Sees no change by itself; each wait is told to the stage."""

    def __init__(self, stage: Stage) -> None:
        self._stage = stage

    async def next(self, timeout_secs: float) -> PictureChange | None:
        await asyncio.sleep(min(timeout_secs, 0.005))
        self._stage.waited()
        return None

    def close(self) -> None: ...


@dataclass
class ScriptedApprover:
    """Answers with the verdicts in order, then approves; ``asked`` holds the questions."""

    verdicts: list[OperatorAnswer] = field(default_factory=list)
    asked: list[ApprovalRequest] = field(default_factory=list)
    while_asked: Callable[[ApprovalRequest], None] = lambda request: None
    choice: str = ""

    async def decide(self, request: ApprovalRequest) -> Decision:
        self.asked.append(request)
        self.while_asked(request)
        verdict = self.verdicts.pop(0) if self.verdicts else Approve()
        return Decision(
            request.request_id, verdict, DecidedHow.OPERATOR, "operator", request.digest
        )

    async def answer(self, question_id: str, question: str, choices: tuple[str, ...]) -> str:
        return self.choice


class ScriptedThinker:
    """Gives the segments in order, or raises what stands in their place; ``requests`` holds what
    it was given."""

    name = "scripted"

    def __init__(self, *segments: PlanSegment | Exception) -> None:
        self._segments = list(segments)
        self.requests: list[PlanRequest] = []
        self.proposals: list[LocalProposal | Exception] = []
        self.assessments: list[Assessment] = []
        self.local_requests: list[LocalRequest] = []
        self.ways: list[UndoWay] = []

    def read_goal(self, goal: str) -> None: ...

    async def plan(self, request: PlanRequest) -> PlanSegment:
        self.requests.append(request)
        segment = self._segments.pop(0) if self._segments else PlanSegment((), finishes=False)
        if isinstance(segment, Exception):
            raise segment
        return segment

    async def propose(self, request: LocalRequest) -> LocalProposal:
        self.local_requests.append(request)
        proposal = self.proposals.pop(0) if self.proposals else PlanFailed("No other way is known.")
        if isinstance(proposal, Exception):
            raise proposal
        return proposal

    async def assess(self, request: LocalRequest) -> Assessment:
        return self.assessments.pop(0)

    async def undo(self, request: UndoRequest, now: Situation) -> UndoWay | None:
        return self.ways.pop(0) if self.ways else None


async def _nothing() -> None: ...


@dataclass
class Play:
    """All that takes part in one run."""

    stage: Stage
    session: Session
    control: RunControl
    log: MemoryLog
    approver: Approver
    account: RunAccount


def play(
    stage: Stage,
    thinker: Thinker | None = None,
    *,
    asking: Asking = Asking.RISKY,
    approver: Approver | None = None,
    limits: Limits = QUICK,
    policy: Policy | None = None,
    now_secs: Callable[[], float] = time.monotonic,
    thinker_for: Callable[[ModelAccount], Thinker] | None = None,
    goal: str = "a goal",
    let_go: Callable[[], Awaitable[None]] = _nothing,
    explore: ExploreThinker | None = None,
    explore_for: Callable[[ModelAccount], ExploreThinker] | None = None,
    scope: Scope | None = None,
    explorable: ExplorableSurface | None = None,
    pictures: Pictures | None = None,
    mode: ModeName = "director",
    resumed: ResumePoint | None = None,
    wish: str = "",
    granted: Callable[[], Granted] | None = None,
) -> Play:
    """A session on the stage, wired as ``app/wiring.py`` wires a real one."""
    log, blobs = MemoryLog(now_secs), ForgetfulBlobs()
    rater = WordRiskRater()
    scoped = ScopedRater(rater, scope or Scope())
    guarded: RiskRater = scoped if scope is not None else rater
    guarded = GrantedRater(guarded, granted) if granted is not None else guarded
    approver = approver or ScriptedApprover()
    account = RunAccount(limits, log=log, blobs=blobs, now_secs=now_secs)
    gate = Gate(approver, log)
    context = RunContext(
        RunSettings(goal, asking, limits, "0", mode, resumed, wish),
        surface=stage,
        perceiver=stage,
        thinker=thinker_for(account) if thinker_for else thinker or ScriptedThinker(),
        executor=BehindGate(gate, Executor(stage, Settler(stage, stage), limits)),
        reverter=ActionReverter(rater),
        guard=ZoneTargetGuard(stage, stage),
        rater=guarded,
        provenance=ScreenProvenance(),
        policy=policy or LayeredPolicy([BoundsLayer(), AskingLayer(asking)]),
        control=RunControl(account.clock, gate),
        account=account,
        log=log,
        blobs=blobs,
        let_go=let_go,
        explore=explore_for(account) if explore_for else explore,
        keep_to=scoped.keep_to,
        explorable=explorable,
        pictures=pictures,
        no_pictures="" if pictures is not None else "the test shows none",
    )
    return Play(stage, Session(context), context.control, log, approver, account)
