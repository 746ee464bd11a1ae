"""The session's verbs for the navigator, over a small web; what is recorded is kept in lists."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Collection
from dataclasses import dataclass, field, replace
from typing import TypeVar

from engine.domain.approvals import PolicyAnswer, PolicyRuling
from engine.domain.conditions import Condition
from engine.domain.errors import ActionImpossible, GoalUnreadable
from engine.domain.events import Event
from engine.domain.local_planning import Force, ForceRetain
from engine.domain.performing import (
    Passed,
    StepDone,
    StepFailed,
    StepOverruled,
    StepRejected,
    StepResult,
    StepSkipped,
    Weighed,
)
from engine.domain.plans import PlanSegment, PlanStep, ReplanKind, Situation
from engine.domain.recoveries import FailureClass
from engine.domain.risks import Risk, RiskClass
from engine.domain.spaces import KeptPictures
from engine.domain.verdicts import seen
from engine.domain.web.events import GraphCheckpointed
from engine.domain.web.pages import GoalKind, Page, Stage, WebGoal
from engine.domain.web.proposals import WebProposal, WebRequest
from engine.domain.web.resuming import ResumePoint
from engine.language.goals.web import read_web_goal
from engine.states.conditions_held import shows
from tests.support.small_web import SmallWeb

E = TypeVar("E")
Chooser = Callable[[WebRequest], WebProposal | Exception]

RISK = Risk(RiskClass.REVERSIBLE, "a test", "")
_RULING = PolicyRuling(PolicyAnswer.ALLOW, "test", "")


def told_by(goal: str) -> WebGoal:
    """What a thinker makes of a goal: by its clauses, else what is to be found: things, or one."""
    try:
        return replace(read_web_goal(goal), parts=())
    except GoalUnreadable:
        return WebGoal(goal, GoalKind.LIST if goal.startswith("List ") else GoalKind.OBJECT)


@dataclass
class StandInRun:
    """A navigator's session. ``answer`` is the operator's to each question."""

    goal: str
    web: SmallWeb
    chooser: Chooser
    answer: str = ""
    verdict: Callable[[PlanStep], Passed | StepSkipped | StepRejected | None] = lambda step: None
    resumed: ResumePoint | None = None
    is_overruled: bool = False
    events: list[Event] = field(default_factory=list)
    checkpoints: list[str] = field(default_factory=list)
    requests: list[WebRequest] = field(default_factory=list)
    performed: list[tuple[Stage, PlanStep]] = field(default_factory=list)
    adopted: list[PlanStep] = field(default_factory=list)
    pictures: list[KeptPictures] = field(default_factory=list)
    questions: list[str] = field(default_factory=list)
    completed: tuple[PlanStep, ...] = ()
    done_not_seen: tuple[PlanStep, ...] = ()
    on_heed: Callable[[], Awaitable[None]] | None = None
    wanted: WebGoal | None = None
    """What the thinker makes of the goal, where that is not what its words say."""
    afresh: Page | None = None
    """What comes where the shown address is asked for once more."""
    _seen: Situation | None = None

    @property
    def looks(self) -> StandInRun:
        """All parts of the run are this one."""
        return self

    thinker = steps = way_back = control = log = blobs = looks

    @property
    def forced(self) -> Force | None:
        return ForceRetain() if self.is_overruled else None

    @property
    def seen(self) -> Situation:
        return self._seen or self.web.situation()

    def read_web_goal(self) -> WebGoal:
        return self.wanted or told_by(self.goal)

    async def heed(self) -> None:
        self.is_overruled = False
        if self.on_heed is not None:
            await self.on_heed()

    async def observe(self, why: str, *, pictures: KeptPictures = "always") -> Situation:
        self.pictures.append(pictures)
        self._seen = self.web.situation()
        return self._seen

    async def page_afresh(self, url: str, *, by_strangers: bool = False) -> Page | None:
        return self.afresh

    async def read_whole(
        self, situation: Situation, zone_ids: Collection[str], drawn: str | None = None
    ) -> Situation:
        return situation

    async def wait_for_a_window(self) -> None:
        """A page has none."""

    async def holds(self, condition: Condition, now: Situation) -> bool:
        return shows(now, condition)

    async def is_unchanged(self) -> bool:
        return self.seen.page == self.web.situation().page

    async def glance_quickly(self) -> Situation:
        return await self.look_at_rest()

    async def look_at_rest(self) -> Situation:
        self._seen = self.web.situation()
        return self._seen

    async def choose(self, request: WebRequest) -> WebProposal | None:
        if self.is_overruled:
            return None
        self.requests.append(request)
        chosen = self.chooser(request)
        if isinstance(chosen, Exception):
            raise chosen
        return chosen

    async def adopt(self, segment: PlanSegment, kind: ReplanKind) -> None:
        self.adopted += segment.steps

    async def heed_late(self) -> StepResult | None:
        return None

    async def weigh(self, step: PlanStep) -> Weighed | StepResult:
        if self.is_overruled:
            return StepOverruled(step)
        return Weighed(step, self.seen, None, RISK, "", _RULING)

    async def confirm(self, weighed: Weighed) -> Passed | StepResult:
        verdict = self.verdict(weighed.step)
        return verdict or Passed(weighed.step, weighed.situation, weighed.risk)

    async def execute(self, passed: Passed) -> StepResult:
        step = passed.step
        zone = passed.situation.zone(step.zone_id)
        stage = self.requests[-1].stage if self.requests else Stage.ORIENT
        self.performed.append((stage, step))
        try:
            self.web.perform(step.action, zone.source_key if zone else "")
        except ActionImpossible as error:
            return StepFailed(step, error.message, FailureClass.NOT_PERFORMED)
        self._seen = self.web.situation()
        self.completed = (*self.completed, step)
        return StepDone(step, seen("it is so"))

    async def ask(self, question: str, choices: tuple[str, ...]) -> str:
        self.questions.append(question)
        return self.answer

    async def append(self, event: Event) -> None:
        if not isinstance(event, GraphCheckpointed):
            self.events.append(event)

    async def put_text(self, text: str) -> str:
        self.checkpoints.append(text)
        return "a hash"

    def of(self, kind: type[E]) -> list[E]:
        return [event for event in self.events if isinstance(event, kind)]
