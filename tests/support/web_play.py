"""A real session on a small web: gate, executor, history and record are the engine's own."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from engine.domain.actions import Click, Scroll, Wait
from engine.domain.approvals import Asking
from engine.domain.conditions import Condition
from engine.domain.errors import HeldBack
from engine.domain.limits import UNUSED, Limits
from engine.domain.performing import Looks, Performed
from engine.domain.plans import PlanStep, Situation
from engine.domain.ports import Approver, BlobStore, EventLog
from engine.domain.risks import Degree, Risk, RiskClass
from engine.domain.spaces import Rect
from engine.domain.verdicts import contradicted, seen
from engine.domain.web.pages import WebGoal
from engine.domain.web.proposals import WebProposal, WebRequest
from engine.domain.web.resuming import ResumePoint
from engine.domain.zones import Zone
from engine.safety.gate import BehindGate, Gate, ZoneTargetGuard
from engine.safety.policy import AskingLayer, LayeredPolicy
from engine.safety.provenance import ScreenProvenance
from engine.session.account import RunAccount
from engine.session.context import RunContext, RunSettings
from engine.session.control import RunControl
from engine.session.session import Session
from engine.undo.reverter import ActionReverter
from tests.support.small_web import SmallWeb
from tests.support.stage import ScriptedApprover, ScriptedThinker, Stage
from tests.support.stand_in_run import Chooser, told_by


class WebStage(Stage):
    """Shows the small web's page; the same situation as long as nothing changes."""

    def __init__(self, web: SmallWeb) -> None:
        super().__init__(web.situation())
        self.web = web

    async def observe(self) -> Situation:
        now = self.web.situation()
        if now.page != self.now.page:
            self.now = now
        return self.now

    async def bounds_of(self, wanted: Zone) -> Rect | None:
        await self.observe()
        return await super().bounds_of(wanted)


class SmallWebExecutor:
    """Implements ``StepExecutor`` on the small web; ``while_acting`` comes after the deed."""

    def __init__(self, stage: WebStage) -> None:
        self._stage = stage
        self.while_acting: Callable[[PlanStep], Awaitable[None]] | None = None

    async def perform(self, step: PlanStep, before: Situation) -> Performed:
        zone = before.zone(step.zone_id)
        self._stage.web.perform(step.action, zone.source_key if zone else "")
        if self.while_acting is not None:
            await self.while_acting(step)
        now = await self._stage.observe()
        has_changed = now.page != before.page
        judged = seen("the page changed") if has_changed else contradicted("nothing changed")
        return Performed(judged, now)

    def forget_held(self) -> None:
        pass

    def held_late(self, step: PlanStep) -> HeldBack | None:
        return None

    async def has_effect_already(self, step: PlanStep, looks: Looks) -> bool:
        return False

    async def has_come(self, condition: Condition, looks: Looks) -> bool:
        return False

    async def wait_for_zone(self, step: PlanStep, before: Situation) -> Situation:
        return await self._stage.observe()


class SubmitsAreGrave:
    """Rates a click on a button that submits as leaving the machine."""

    def rate(self, step: PlanStep, situation: Situation) -> Risk:
        page = situation.page
        zone = situation.zone(step.zone_id)
        element = page.element(zone.source_key) if page and zone else None
        if step.has_risk_of:
            return Risk(RiskClass.IRREVERSIBLE, step.has_risk_of, "", Degree.IRREVERSIBLE)
        if isinstance(step.action, Scroll | Wait):
            return Risk(RiskClass.LOOKING, "looking", "")
        if isinstance(step.action, Click) and element is not None and element.is_submit:
            return Risk(RiskClass.LEAVES_MACHINE, "it submits", "", Degree.IRREVERSIBLE)
        return Risk(RiskClass.REVERSIBLE, "a click", "go back")


class WebChooser:
    """A thinker of the web from a function; ``requests`` holds what it was given."""

    name = "chooser"

    def __init__(self, chooser: Chooser) -> None:
        self._chooser = chooser
        self.requests: list[WebRequest] = []

    def read_goal(self, goal: str) -> WebGoal:
        return told_by(goal)

    async def choose(self, request: WebRequest) -> WebProposal:
        self.requests.append(request)
        chosen = self._chooser(request)
        if isinstance(chosen, Exception):
            raise chosen
        return chosen


class WebPlay:
    """All that takes part in one run on a small web."""

    def __init__(
        self,
        goal: str,
        web: SmallWeb,
        chooser: Chooser,
        *,
        log: EventLog,
        blobs: BlobStore,
        asking: Asking = Asking.RISKY,
        approver: Approver | None = None,
        limits: Limits | None = None,
        resumed: ResumePoint | None = None,
    ) -> None:
        self.web = web
        self.stage = WebStage(web)
        self.executor = SmallWebExecutor(self.stage)
        self.thinker = WebChooser(chooser)
        self.approver = approver or ScriptedApprover()
        limits, used = limits or Limits(), resumed.used if resumed else UNUSED
        rater = SubmitsAreGrave()
        self.account = RunAccount(limits, used, log=log, blobs=blobs)
        gate = Gate(self.approver, log)
        context = RunContext(
            RunSettings(goal, asking, limits, "0", mode="navigator", resumed=resumed),
            surface=self.stage,
            perceiver=self.stage,
            thinker=ScriptedThinker(),
            web=self.thinker,
            executor=BehindGate(gate, self.executor),
            reverter=ActionReverter(rater),
            guard=ZoneTargetGuard(self.stage, self.stage),
            rater=rater,
            provenance=ScreenProvenance(),
            policy=LayeredPolicy([AskingLayer(asking)]),
            control=RunControl(self.account.clock, gate),
            account=self.account,
            log=log,
            blobs=blobs,
            let_go=_nothing,
        )
        self.session = Session(context)


async def _nothing() -> None: ...
