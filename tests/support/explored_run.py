"""A believable exploration of a small accounts program, without an engine and without Qt.

``explored_run`` is over and found two faults, ``exploring_run`` is under way, and ``wide_run`` has
as many states as one likes. Their pictures go by names that stand for hashes."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import lru_cache

from PIL import Image, ImageDraw

from engine.domain.actions import Click, Launch, PressKeys, TypeText
from engine.domain.approvals import ApprovalRequest, Asking, PolicyAnswer, PolicyRuling
from engine.domain.events import (
    ActionEnded,
    ActionStarted,
    ApprovalAsked,
    Event,
    Recorded,
    SegmentPlanned,
    SessionEnded,
    SessionStarted,
    SituationObserved,
    StepEnded,
    StepStarted,
)
from engine.domain.exploring.events import (
    ExplorationStarted,
    FaultFound,
    FindingMinimised,
    GroupAssessed,
    GroupsProposed,
    GroupsRefused,
    GroupStarted,
    StateSeen,
    SurfaceReset,
)
from engine.domain.exploring.groups import ActionGroup, Finding, Recommendation
from engine.domain.exploring.limits import ExploreLimits, Fault, FaultKind, Progression, Scope
from engine.domain.limits import Limits
from engine.domain.plans import GLOBAL_ZONE_ID, PlanSegment, PlanStep, ReplanKind
from engine.domain.risks import Risk, RiskClass
from engine.domain.scripts import Locator, TracedStep
from engine.domain.spaces import Frame, Rect
from engine.domain.terminals import Outcome, Terminal
from engine.domain.verdicts import Verdict
from engine.domain.zones import Role
from engine.record.views.fold import fold_all
from engine.record.views.run_state import RunState

GOAL = "Ledger"
SESSION = "2026-11-22-0107"
STARTED_AT = 1_795_350_000.0
WIDTH, HEIGHT = 640, 400
CRASH = Fault(FaultKind.CRASH, "Ledger", "Ledger ended by itself", "exit code -11 (SIGSEGV)")
WRONG_TOTAL = Fault(
    FaultKind.CONTRADICTION,
    "Ledger",
    "The total is not the sum of its parts",
    "12.50 + 7.25 + 4.00 = 23.75, but “Total” says 22.75",
)


@lru_cache(maxsize=8)
def _folded(events: tuple[Recorded, ...]) -> RunState:
    """The same few are looked at over and over."""
    return fold_all(events)


@dataclass(slots=True)
class ExploredRun:
    events: list[Recorded]

    @property
    def state(self) -> RunState:
        return _folded(tuple(self.events))

    @property
    def picture_names(self) -> tuple[str, ...]:
        explored = self.state.explore
        assert explored is not None
        names = [each.picture_hash for each in explored.states]
        return tuple(dict.fromkeys([*names, *(f.found.picture_hash for f in explored.findings)]))


@dataclass(slots=True)
class _Teller:
    """Stamps events, and counts what an exploration counts."""

    session_id: str
    at: float = STARTED_AT
    events: list[Recorded] = field(default_factory=list)
    segment: int = 0
    groups: int = 0
    actions: int = 0
    state: str = ""
    seen: set[str] = field(default_factory=set)

    def tell(self, event: Event, after_secs: float = 0.1) -> None:
        self.at += after_secs
        self.events.append(Recorded(len(self.events) + 1, self.session_id, self.at, event))

    def begin(self, limits: ExploreLimits, goal: str = GOAL) -> None:
        started = SessionStarted(
            goal, "practice", "offline", Asking.RISKY, Limits(), "0.1.0", "explorer"
        )
        self.tell(started)
        self.tell(ExplorationStarted(limits))

    def plan(self, reason: str, *steps: PlanStep) -> None:
        self.segment += 1
        kind = ReplanKind.INITIAL if self.segment == 1 else ReplanKind.ADAPTIVE
        self.tell(SegmentPlanned(self.segment, kind, PlanSegment(steps, False, reason)))

    def do(self, step: PlanStep, *, fails: str = "") -> None:
        number = step.step_number
        self.tell(StepStarted(self.segment, number))
        action_id = f"{self.segment}.{number}"
        self.tell(ActionStarted(action_id, self.segment, step, (320, 200)))
        self.tell(ActionEnded(action_id, not fails, fails, 6.0))
        state = "failed" if fails else "done"
        effect = Verdict.CONTRADICTED if fails else Verdict.CANT_TELL
        self.tell(StepEnded(self.segment, number, state, effect, fails, self.state, 180.0), 0.2)

    def see(self, state_id: str, *, by: str = "") -> None:
        origin = self.state if by else ""
        is_new = state_id not in self.seen
        self.seen.add(state_id)
        self.state = state_id
        picture = state_id if is_new else ""
        self.tell(StateSeen(state_id, TITLES[state_id], is_new, self.actions, picture, origin, by))
        self.tell(SituationObserved("", state_id, "", WIDTH, HEIGHT, 12, ("Ledger",), 40.0, False))

    def propose(self, iteration: int, *groups: ActionGroup, grown: tuple[int, ...] = ()) -> None:
        self.tell(GroupsProposed(iteration, self.groups + 1, groups, grown), 0.4)

    def run_group(
        self, group: ActionGroup, *ways: tuple[str, str], verdict: Progression, fails: int = 0
    ) -> None:
        """``ways``: what each action says and the state that it leads to."""
        self.groups += 1
        before = self.state
        steps = tuple(step_of(words, n) for n, (words, _) in enumerate(ways, 1))
        self.plan(group.reasoning, *steps)
        self.tell(GroupStarted(self.groups, self.segment))
        for step, (words, state) in zip(steps, ways, strict=True):
            is_failed = step.step_number == fails
            self.do(step, fails="It was covered by another window." if is_failed else "")
            self.actions += 1
            self.see(state, by=words)
        is_good = verdict.has_progressed
        self.tell(GroupAssessed(self.groups, is_good, verdict, len(ways), before, self.state))

    def find(
        self, number: int, fault: Fault, path: tuple[TracedStep, ...], before: str = ""
    ) -> None:
        finding = Finding(number, fault, path)
        self.tell(FaultFound(finding, self.actions, self.state, self.state, before))

    def walk(self, number: int, count: int, path: tuple[TracedStep, ...]) -> None:
        for walk in range(1, count + 1):
            self.tell(SurfaceReset(f"Walk {walk} for finding {number}"))
            steps = tuple(step_of(each.description, n) for n, each in enumerate(path, 1))
            words = f"Walk {walk} for finding {number}, at most {70 - walk} more"
            self.plan(f"{words}: {len(path)} of 5 steps", *steps)
            for step in steps:
                self.do(step)


TITLES = {
    "start": "Ledger",
    "file-menu": "Ledger › File",
    "about": "About Ledger",
    "new-entry": "New entry",
    "entry-filled": "New entry: Coffee",
    "list-1": "Ledger, 1 entry",
    "list-3": "Ledger, 3 entries",
    "totals": "Totals",
    "totals-month": "Totals by month",
    "search": "Search",
    "search-none": "Search: nothing found",
    "prefs": "Preferences",
    "prefs-colour": "Preferences › Colours",
    "export": "Export as…",
}

MOVED = Progression(True, 0.42, 0.13, 0.311, 0.012, "a dialog opened")
GREW = Progression(True, 0.18, 0.35, 0.094, 0.012, "five texts came", judged_by="model")
RESTED = Progression(False, 0.0, 0.0, 0.002, 0.014, "nothing changed but the clock")


def step_of(words: str, number: int) -> PlanStep:
    if words.startswith("Type"):
        return PlanStep(number, f"z{number}", "Name", TypeText("Coffee"), words)
    if words.startswith("Press"):
        return PlanStep(number, GLOBAL_ZONE_ID, "", PressKeys(("ctrl", "n")), words)
    return PlanStep(number, f"z{number}", words.removeprefix("Click "), Click(), words)


def group_of(reasoning: str, confidence: float, *words: str) -> ActionGroup:
    return ActionGroup(
        reasoning, confidence, tuple(Recommendation(Click(), "z", each) for each in words)
    )


def traced(*words: str) -> tuple[TracedStep, ...]:
    return tuple(
        TracedStep(
            step_of(each, 1).action,
            each,
            None if each.startswith("Press") else Locator("Ledger", Role.BUTTON, each[7:-1]),
        )
        for each in words
    )


def exploring_run(session_id: str = SESSION) -> ExploredRun:
    """The second iteration goes on; the first action of its second group waits for the operator."""
    teller = _Teller(session_id)
    _first_iteration(teller)
    _second_iteration(teller, is_whole=False)
    return ExploredRun(teller.events)


def explored_run(session_id: str = SESSION) -> ExploredRun:
    """Three iterations, two findings, and the end by the limit of actions."""
    teller = _Teller(session_id)
    _first_iteration(teller)
    _second_iteration(teller, is_whole=True)
    _third_iteration(teller)
    message = "All 20 actions are used up. 14 states in 3 iterations, 2 findings."
    teller.tell(SessionEnded(Outcome(Terminal.BUDGET_EXHAUSTED, "max_actions", message)))
    return ExploredRun(teller.events)


def _first_iteration(teller: _Teller) -> None:
    teller.begin(ExploreLimits(max_actions=20, seed=7, scope=Scope(("Ledger",))))
    launch = PlanStep(1, GLOBAL_ZONE_ID, "", Launch("Ledger"), "Start Ledger")
    teller.plan("Ledger is started, to be explored.", launch)
    teller.do(launch)
    teller.see("start")
    groups = (
        group_of("Open the File menu: menus hold most of what can be done", 0.9, "File"),
        group_of("Begin a new entry by its button, which stands out", 0.7, "New entry"),
        group_of("Look whether the empty list answers to a click", 0.3, "Entries"),
    )
    teller.propose(1, *groups)
    teller.run_group(groups[0], ("Click “File”", "file-menu"), verdict=MOVED)
    teller.run_group(groups[1], ("Click “New entry”", "new-entry"), verdict=MOVED)
    teller.run_group(groups[2], ("Click “Entries”", "new-entry"), verdict=RESTED)


def _second_iteration(teller: _Teller, *, is_whole: bool) -> None:
    teller.tell(GroupsRefused(2, "groups[1].confidence: must be from 0 to 1, not 1.2"))
    groups = (
        group_of("Fill the new entry in and add it, then see the totals", 0.85, "a", "b", "c", "d"),
        group_of("Walk through the rest of the File menu", 0.6, "a", "b", "c"),
    )
    teller.propose(2, *groups, grown=(2, 1))
    ways = (
        ("Type “Coffee” into “Name”", "entry-filled"),
        ("Click “Add”", "list-1"),
        ("Click “Add the samples”", "list-3"),
        ("Click “Totals”", "totals"),
    )
    teller.run_group(groups[0], *ways, verdict=GREW)
    path = traced("Click “New entry”", *(words for words, _ in ways))
    teller.find(1, WRONG_TOTAL, path)
    least = (path[3], path[4])
    teller.walk(1, 4, least)
    teller.tell(FindingMinimised(1, least, 9, 10, 10), 21.0)
    teller.tell(SurfaceReset("after The total is not the sum of its parts"))
    teller.see("start")
    if not is_whole:
        _wait_for_the_operator(teller, groups[1])
        return
    ways = (
        ("Click “File”", "file-menu"),
        ("Click “About”", "about"),
        ("Click “Preferences”", "prefs"),
    )
    teller.run_group(groups[1], *ways, verdict=MOVED, fails=2)


def _wait_for_the_operator(teller: _Teller, group: ActionGroup) -> None:
    teller.groups += 1
    steps = tuple(
        step_of(words, number)
        for number, words in enumerate(("Click “File”", "Click “About”", "Click “Preferences”"), 1)
    )
    teller.plan(group.reasoning, *steps)
    teller.tell(GroupStarted(teller.groups, teller.segment))
    teller.tell(StepStarted(teller.segment, 1))
    request = ApprovalRequest(
        request_id=f"r{teller.segment}.1",
        step=steps[0],
        risk=Risk(RiskClass.REVERSIBLE, "it opens a menu", "Escape closes it"),
        ruling=PolicyRuling(PolicyAnswer.ASK, "asking", "each action is asked about"),
        digest="d" * 32,
        crop_hash="start",
        target_px=Rect(20, 32, 60, 24),
        crop_px=Rect(0, 0, 320, 160),
    )
    teller.tell(ApprovalAsked(teller.segment, 1, request))


def _third_iteration(teller: _Teller) -> None:
    groups = (
        group_of("Change the colours, which is near what worked before", 0.8, "a", "b"),
        group_of("Search for what is there and for what is not", 0.55, "a", "b", "c"),
        group_of("Export the entries, by way of the totals", 0.5, "a", "b", "c", "d", "e"),
    )
    teller.propose(3, *groups, grown=(5, 4, 4))
    ways = (("Click “Colours”", "prefs-colour"), ("Click “Close”", "start"))
    teller.run_group(groups[0], *ways, verdict=MOVED)
    ways = (
        ("Click “Search”", "search"),
        ("Type “Tea” into “Search”", "search-none"),
        ("Click “Totals”", "totals"),
        ("Click “By month”", "totals-month"),
    )
    teller.run_group(groups[1], *ways, verdict=GREW)
    path = traced(
        "Click “Search”", "Type “Tea” into “Search”", "Click “By month”", "Click “Export”"
    )
    teller.actions += 1
    teller.see("export", by="Click “Export”")
    teller.find(2, CRASH, path, "totals-month")
    teller.tell(FindingMinimised(2, path[2:], 11, 9, 10), 30.0)


def wide_run(state_count: int, session_id: str = "wide") -> ExploredRun:
    """Each state leads to two more, and now and then to one that was there before."""
    teller = _Teller(session_id)
    teller.begin(ExploreLimits(seed=3), "Explore the whole of it")
    for number in range(state_count):
        state_id, origin = f"s{number}", f"s{(number - 1) // 2}" if number else ""
        by = f"Click “Button {number}”" if number else ""
        picture = f"s{number % 6}"
        title = f"Window {number}"
        teller.tell(StateSeen(state_id, title, True, number, picture, origin, by))
        for visit in range(number % 5):
            back = f"s{(number * 7 + visit) % (number + 1)}"
            words = f"Press Escape in {title}"
            teller.tell(StateSeen(back, back, False, number, "", state_id, words))
    teller.tell(SessionEnded(Outcome(Terminal.LOOP_STUCK, "zero_successful_groups", "It ended.")))
    return ExploredRun(teller.events)


def draw_state(name: str) -> Image.Image:
    """A window that looks a little like what its name says."""
    picture = Image.new("RGB", (WIDTH, HEIGHT), "#e9ecf1")
    draw = ImageDraw.Draw(picture)
    shade = sum(map(ord, name))
    draw.rectangle((0, 0, WIDTH, 28), fill="#2d3a4a")
    draw.text((12, 8), TITLES.get(name, name), fill="#ffffff", font_size=13)
    for at, words in enumerate(("File", "New entry", "Totals", "Search")):
        draw.rounded_rectangle((12 + at * 96, 38, 100 + at * 96, 62), 4, fill="#ffffff")
        draw.text((22 + at * 96, 43), words, fill="#1a2330", font_size=12)
    for row in _rows(shade):
        draw.rectangle((12, row, WIDTH - 12, row + 22), fill="#ffffff", outline="#cfd5dd")
        draw.text((20, row + 4), f"entry {row * shade % 97}", fill="#495565", font_size=12)
    if name in ("about", "new-entry", "entry-filled", "prefs", "prefs-colour", "export"):
        draw.rounded_rectangle((160, 120, 480, 320), 8, fill="#ffffff", outline="#7d8997", width=2)
        draw.text((180, 134), TITLES[name], fill="#1a2330", font_size=15)
        draw.rounded_rectangle((380, 280, 464, 306), 4, fill="#2b52cf")
        draw.text((404, 285), "OK", fill="#ffffff", font_size=12)
    return picture


def _rows(shade: int) -> Iterator[int]:
    return iter(range(74, 90 + 28 * (shade % 10), 28))


def frame_of(name: str) -> Frame:
    pixels = draw_state(name).convert("RGBA").tobytes("raw", "BGRA")
    return Frame(1, 0.0, WIDTH, HEIGHT, pixels)
