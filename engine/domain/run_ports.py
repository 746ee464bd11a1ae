"""The Protocols of a run: what a mode may do in it, each verb declared once for all modes.

The session's parts implement them. What they do is recorded, and they end with the run: every
``async`` verb may raise ``RunCancelled``, ``HandsStopped`` or ``SurfaceLost``.
"""

from collections.abc import Coroutine
from typing import Any, Literal, Protocol, TypeVar

from engine.domain.conditions import Condition
from engine.domain.exploring.groups import ActionGroup, ExploreRequest, ProgressRequest
from engine.domain.exploring.limits import Home
from engine.domain.exploring.states import Progression
from engine.domain.frames import KeptPictures
from engine.domain.history import LocalActionHistory, LocalActionNode, Reversal
from engine.domain.limits import Limits
from engine.domain.local_planning import Assessment, Force, LocalProposal, LocalRequest
from engine.domain.looks import Look, ShownPicture
from engine.domain.performing import Passed, StepResult, Weighed
from engine.domain.plans import PlanRequest, PlanSegment, PlanStep, ReplanKind, StepPlace
from engine.domain.ports import BlobStore, EventLog, Reverter
from engine.domain.situation import Situation
from engine.domain.web.goals import WebGoal
from engine.domain.web.proposals import WebProposal, WebRequest
from engine.domain.web.resuming import ResumePoint

T = TypeVar("T")


class Looks(Protocol):
    """Looking at the surface."""

    @property
    def seen(self) -> Situation:
        """What was seen last, after an action too."""

    async def observe(self, why: str, *, pictures: KeptPictures = "always") -> Situation:
        """What is there now; it is recorded, with its picture where ``pictures`` says so."""

    async def is_unchanged(self) -> bool:
        """The picture is the one that was seen last."""

    async def look_at_rest(self) -> Situation:
        """What is there once no window or dialog came or went for half a second, and what the hands
        did last has had time to show all that comes of it."""

    async def look(self) -> Situation:
        """What is there now, not recorded. A paused run looks on: it waits before it acts."""

    async def wait_for_a_window(self) -> None:
        """Until there is one again, within a bound, where the last one closed."""

    async def holds(
        self, condition: Condition, before: Situation, since_secs: float | None = None
    ) -> bool:
        """Whether the condition holds in what was seen last; ``before`` is what it counts from, and
        ``since_secs``, or now, the time from which on a file counts as saved."""


class ThinkerVerbs(Protocol):
    """Asking the run's thinker, each asking charged. May raise ``BudgetExhausted`` or
    ``ModelFailed``."""

    def read_goal(self) -> None:
        """Raises ``GoalUnreadable`` before anything is done."""

    def read_web_goal(self) -> WebGoal:
        """What the web's thinker makes of the goal. Raises ``GoalUnreadable``."""

    async def plan(self, request: PlanRequest) -> PlanSegment:
        """A segment. Raises ``PlanFailed``."""

    async def propose(self, request: LocalRequest, place: StepPlace) -> LocalProposal | None:
        """The next action of a local plan; None where the operator forced something meanwhile.
        Raises ``PlanFailed``."""

    async def assess(self, request: LocalRequest, place: StepPlace) -> Assessment: ...

    async def choose(self, request: WebRequest) -> WebProposal | None:
        """The next action on the web; None where the operator forced something meanwhile. Raises
        ``PlanFailed`` or ``ReplyInvalid``."""

    async def propose_groups(self, request: ExploreRequest) -> tuple[ActionGroup, ...] | None:
        """The groups of one iteration; None where the operator forced something meanwhile. Raises
        ``PlanFailed`` or ``ReplyInvalid``."""

    async def show(self, situation: Situation, look: Look) -> ShownPicture | None:
        """The picture that was asked for; None where none is sent."""

    async def judge_progress(self, request: ProgressRequest) -> Progression | None:
        """The thinker's verdict; None where it has none, or none that can be read."""


class Steps(Protocol):
    """Performing steps, all of them through the gate. What is performed can be taken back."""

    @property
    def segment_number(self) -> int:
        """Of the plan that was adopted last."""

    @property
    def completed(self) -> tuple[PlanStep, ...]:
        """The steps that were done and not taken back, as they were actually done."""

    @property
    def done_not_seen(self) -> tuple[PlanStep, ...]:
        """Those of them whose effect nobody saw, nor that of a later one which bears it."""

    @property
    def lasting(self) -> tuple[Condition, ...]:
        """What was seen of them and must still be so for the goal to be claimed."""

    async def adopt(
        self, segment: PlanSegment, kind: ReplanKind, planned_on: Situation | None = None
    ) -> None:
        """The plan whose steps are performed from now on."""

    async def perform(self, step: PlanStep) -> StepResult:
        """Weigh, confirm, execute, judge, and retry where that may help. Raises
        ``NobodyToAsk``."""

    async def heed_late(self) -> StepResult | None:
        """Ask about what the last step set off when it was over, and what waits since: the step
        ends once more with it. None where nothing waits so. Raises ``NobodyToAsk``."""

    async def let_go(self) -> None:
        """Of all that a step holds down still, at the end of a segment."""

    async def attempt(self, step: PlanStep, place: StepPlace) -> StepResult:
        """Once, in a local plan: it does not count as done before the plan's goal is reached."""

    async def weigh(self, step: PlanStep) -> Weighed | StepResult:
        """Begin a step that is led through its parts: aim, rate and rule; nobody is asked yet."""

    async def confirm(self, weighed: Weighed) -> Passed | StepResult:
        """The gate: the policy's yes, or the operator's, for what is there now. Raises
        ``NobodyToAsk``; the step has ended then."""

    async def execute(self, passed: Passed) -> StepResult:
        """Act once and judge the effect."""

    async def abandon(self) -> None:
        """End the step that was begun and will not be done."""

    done_before: tuple[PlanStep, ...]
    not_seen_before: tuple[PlanStep, ...]
    """Of a run that goes on, what was done before it broke off, and what of it nobody saw; as long
    as that stands."""

    def count_as_done(self, step: PlanStep) -> None:
        """The step was not performed and is done nevertheless: by the operator, or by itself."""


class ToCome(Protocol):
    """The steps to come of the plan that is under way; the operator may revise them."""

    def begin(self, segment_number: int, segment: PlanSegment) -> None: ...

    async def next_step(self) -> PlanStep | None:
        """The next to perform, once the run may go on; None where none is left."""

    def take_put_aside(self) -> tuple[PlanStep, ...]:
        """The steps that the operator struck out or left out, each told once."""


class WayBack(Protocol):
    """Taking back what was performed."""

    async def take_back(
        self, node: LocalActionNode, place: StepPlace, by: Literal["rule", "operator"]
    ) -> Reversal:
        """Go back to the state before the node; every action verified."""

    async def heed(self) -> None:
        """Do what the operator forced between two steps, and wait until the run may go on."""


class OperatorVerbs(Protocol):
    """What the operator forces, and what they are asked."""

    @property
    def forced(self) -> Force | None:
        """What the operator forces and nobody has taken yet."""

    def take_forced(self) -> Force | None:
        """The same, once: whoever takes it carries it out."""

    async def until_forced(self) -> None:
        """Wait until the operator forces something; that is no work of the run."""

    async def ask(self, question: str, choices: tuple[str, ...]) -> str:
        """The operator's choice; empty where nobody answers."""

    async def unless_overruled(self, waiting: Coroutine[Any, Any, T]) -> T | None:
        """The result of a wait that the end of the run ends; None where the operator forced
        something meanwhile."""


class Account(Protocol):
    """What the run may still use."""

    @property
    def replans_left(self) -> int: ...

    @property
    def worked_secs(self) -> float:
        """Of work so far; waiting for the operator does not count."""

    async def start_replan(self, kind: ReplanKind, why: str) -> None:
        """Charge a replan to its limit. Raises ``BudgetExhausted``."""

    def is_near(self, share: float) -> bool:
        """Whether ``share`` of calls or money is used, or would be overstepped by the next asking
        for groups."""


class StartVerbs(Protocol):
    """The start state of an exploration."""

    @property
    def can_reset(self) -> bool: ...

    def keep_to(self, home: Home) -> None:
        """What lies outside of it is refused from here on."""

    async def mark(self) -> None:
        """What ``reset`` goes back to is what is there now. Raises ``ActionImpossible``."""

    async def reset(self, why: str) -> None:
        """Set the surface back to its start; it must be looked at anew. Raises
        ``ActionImpossible`` where it can't."""


class Run(Protocol):
    """One run towards one goal, as its mode has it."""

    @property
    def goal(self) -> str: ...

    @property
    def limits(self) -> Limits: ...

    @property
    def resumed(self) -> ResumePoint | None:
        """Where the run broke off before, if it did."""

    @property
    def looks(self) -> Looks: ...

    @property
    def thinker(self) -> ThinkerVerbs: ...

    @property
    def steps(self) -> Steps: ...

    @property
    def to_come(self) -> ToCome: ...

    @property
    def way_back(self) -> WayBack: ...

    @property
    def control(self) -> OperatorVerbs: ...

    @property
    def account(self) -> Account: ...

    @property
    def start(self) -> StartVerbs: ...

    @property
    def history(self) -> LocalActionHistory: ...

    @property
    def reverter(self) -> Reverter: ...

    @property
    def log(self) -> EventLog: ...

    @property
    def blobs(self) -> BlobStore: ...
