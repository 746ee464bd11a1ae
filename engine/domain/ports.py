"""The Protocols at which the rooms meet: who sees, thinks, weighs, performs and records.

Where the agent looks and acts is in ``surface_ports.py``. ``app/wiring.py`` decides who stands
behind each."""

from collections.abc import Collection, Sequence
from typing import Protocol, TypeVar

from pydantic import BaseModel

from engine.domain import conditions, errors, events, local_planning, models, plans, risks, spaces
from engine.domain.approvals import ApprovalRequest, Asking, Decision, PolicyRuling
from engine.domain.history import LocalActionNode
from engine.domain.performing import Looks, Performed, Target
from engine.domain.verdicts import Judgement
from engine.domain.web import pages, proposals

R = TypeVar("R", bound=BaseModel)


class Perceiver(Protocol):
    """Turns what the eyes see into a situation and remembers the last one."""

    async def observe(self, *, patience_secs: float = ...) -> plans.Situation:
        """A fresh situation, or the same object as last time where nothing changed; texts that are
        being read in its picture are waited for as long as it has patience."""

    async def observe_fully(self) -> plans.Situation:
        """As ``observe``, but for looks between plans, which can wait some seconds: for texts
        that are being read. ``warnings`` say what the operator should know of it."""

    async def read_whole(
        self, situation: plans.Situation, zone_ids: Collection[str], drawn: str | None = None
    ) -> plans.Situation:
        """With all that these zones hold, masked, where it was cut and their programs tell it. With
        ``drawn`` also what is read in the pictures of those, and of all ``IN_SIGHT``, whose text
        nobody tells; where it names words, only if they surely stand there."""

    async def page_afresh(self, url: str, *, by_strangers: bool = False) -> pages.Page | None:
        """What ``WebEyes.read_afresh`` tells, masked; None where there is none."""

    def masked(self, words: str) -> str:
        """What the surface tells in words, as it may be known."""

    def shortfall(self, situation: plans.Situation) -> str:
        """Why local perception does not suffice; empty where it does, or nobody else can see."""

    async def look_closer(self, situation: plans.Situation) -> plans.Situation:
        """The situation with what a vision model sees in its picture (Tier 2), charged to the
        run. Where the model fails, the zones that were known are kept, and the situation's
        ``warnings`` say why. May raise ``BudgetExhausted``."""


class Pictures(Protocol):
    """Takes the pictures that a planner asks for."""

    async def show(self, situation: plans.Situation, look: plans.Look) -> plans.ShownPicture:
        """A picture of what is there in the situation, masked as all pictures that are sent."""


class Model(Protocol):
    """A language model that answers in a given form."""

    @property
    def name(self) -> str: ...

    async def ask(self, question: models.ModelQuestion, form: type[R]) -> R:
        """The reply, read and checked. Every round is told to the run's ``ModelAccount``. Raises
        ``ModelFailed`` (each kind says what to do) or ``BudgetExhausted``. Cancelling closes the
        request."""


class ModelAccount(Protocol):
    """Who pays for a run's model calls, and remembers them."""

    def spend_extra_call(self) -> None:
        """One more call than was planned, such as a repair. Raises ``BudgetExhausted``."""

    async def note_asked(self, question: models.ModelQuestion, model: str) -> None:
        """Record that a round begins: it may take minutes, and somebody watches."""

    async def warn(self, words: str) -> None:
        """Record what whoever watches should know meanwhile."""

    async def charge(self, call: models.ModelCall) -> None:
        """Record a round and charge it, be it over the ceiling; what comes next is refused then."""

    @property
    def secs_left(self) -> float | None:
        """Of the run's time; None where it has no limit."""


class LocalThinker(Protocol):
    """How a step is reached after all, and how something unknown is taken back."""

    async def propose(self, request: local_planning.LocalRequest) -> local_planning.LocalProposal:
        """The next action. Raises ``PlanFailed`` where it knows of none."""

    async def assess(self, request: local_planning.LocalRequest) -> local_planning.Assessment:
        """How near the goal ``request.situation`` is, after ``request.before``."""

    async def undo(self, request: risks.UndoRequest, now: plans.Situation) -> risks.UndoWay | None:
        """How to take back what nobody else knows to take back; None where it does not know."""


class Thinker(LocalThinker, Protocol):
    """What to do next."""

    @property
    def name(self) -> str: ...

    def read_goal(self, goal: str) -> None:
        """Raises ``GoalUnreadable`` before anything is done, where the goal can't be read."""

    async def plan(self, request: plans.PlanRequest) -> plans.PlanSegment:
        """A short segment. Raises ``PlanFailed`` or ``NeedsOperator``."""


class WebThinker(Protocol):
    """What to do next on the web: one action at a time."""

    @property
    def name(self) -> str: ...

    def read_goal(self, goal: str) -> pages.WebGoal:
        """What the navigator needs of it. Raises ``GoalUnreadable`` before anything is done."""

    async def choose(self, request: proposals.WebRequest) -> proposals.WebProposal:
        """Raises ``PlanFailed`` where it knows of none, ``ReplyInvalid`` where a model's answer
        does not fit the schema after a repair."""


class Reverter(Protocol):
    """Knows how actions are taken back, and whether they were."""

    def reversibility_of(
        self, step: plans.PlanStep, situation: plans.Situation
    ) -> risks.Reversibility:
        """Declared before the step is performed."""

    async def mark(self, situation: plans.Situation) -> risks.StateMark:
        """What must come back; the same object for the same situation."""

    def compare(
        self, before: risks.StateMark, now: risks.StateMark, of: LocalActionNode | None = None
    ) -> risks.Comparison:
        """``of`` is what is taken back, where that is known."""

    def doubts(
        self, before: risks.StateMark, after: risks.StateMark, now: risks.StateMark
    ) -> tuple[str, ...]:
        """What differs from before beside what is compared: nobody can tell whether it stands."""

    def judge(self, node: LocalActionNode, now: risks.StateMark, *, is_acted: bool) -> Judgement:
        """Whether it tells that the node is taken back, that all is now as it was before it.
        ``is_acted``: something was done to take it back."""

    def ways(
        self, node: LocalActionNode, now: plans.Situation, *, only_looks: bool = False
    ) -> tuple[risks.UndoWay, ...]:
        """The ways to take the node back from what is there now, the best first. It is asked again
        after each way, so that a way may be the first half of another. ``only_looks``: nothing is
        seen to differ, and only what shows more is wanted."""


class RiskRater(Protocol):
    def rate(self, step: plans.PlanStep, situation: plans.Situation) -> risks.Risk: ...


class Provenance(Protocol):
    """Knows whose wish a step follows: what the screen says is data, never an instruction."""

    def notice(self, situation: plans.Situation, texts: Sequence[plans.ReadText] = ()) -> None:
        """Remember what the screen says, and these texts of it: a thinker is about to read it."""

    def accept(self, step: plans.PlanStep, situation: plans.Situation) -> None:
        """The operator said yes to the step, or put it there: what follows from it is theirs."""

    def suspicion_of(self, step: plans.PlanStep, goal: str, situation: plans.Situation) -> str:
        """Why the step seems to follow the screen rather than the goal; empty where it does not."""


class Policy(Protocol):
    def rule(self, step: plans.PlanStep, risk: risks.Risk, suspicion: str = "") -> PolicyRuling: ...

    def ask(self, asking: Asking) -> None:
        """From now on it asks so."""


class Approver(Protocol):
    """Somebody who can be asked: a person at the console, a person at a terminal, nobody."""

    async def decide(self, request: ApprovalRequest) -> Decision: ...

    async def answer(self, question_id: str, question: str, choices: tuple[str, ...]) -> str:
        """A choice, or the operator's own words; empty where nobody answers."""


class TargetGuard(Protocol):
    """Knows what a step is aimed at, and whether that is still the same."""

    def target_of(self, step: plans.PlanStep, situation: plans.Situation) -> Target | None: ...

    def end_of(self, step: plans.PlanStep, situation: plans.Situation) -> Target | None:
        """Where a drag ends."""

    def digest_of(self, step: plans.PlanStep, situation: plans.Situation) -> str: ...

    async def change_of(self, target: Target) -> str | None:
        """What is different about it now, in words; None where nothing is."""


class StepExecutor(Protocol):
    """Performs one step that was approved, and judges its effect."""

    async def perform(self, step: plans.PlanStep, before: plans.Situation) -> Performed:
        """Raises ``ActionImpossible``, ``SurfaceLost`` or ``HandsStopped``."""

    def forget_held(self) -> None:
        """What was held back of the last step, and waits, will never go."""

    def held_late(self, step: plans.PlanStep) -> errors.HeldBack | None:
        """What that step, the last one, set off when it was over, and what waits: it is asked about
        now, and performing it with that risk only lets it go. None where nothing waits so."""

    async def has_effect_already(self, step: plans.PlanStep, looks: Looks) -> bool: ...

    async def has_come(self, condition: conditions.Condition, looks: Looks) -> bool:
        """Whether a condition holds now, with the files as they are."""

    async def wait_for_zone(self, step: plans.PlanStep, before: plans.Situation) -> plans.Situation:
        """The situation once the step's zone is in sight, or at the settling bound."""


class ApprovalGate(Protocol):
    """Where every action passes."""

    async def decide(self, request: ApprovalRequest, place: plans.StepPlace) -> Decision: ...

    async def answer(self, question: str, choices: tuple[str, ...]) -> str: ...

    async def revoke(self, grant_id: str) -> None: ...


class EventLog(Protocol):
    """The one truth. ``append`` returns when the event is written; then it is published. ``sync``
    returns when all that was appended outlasts a power cut."""

    async def append(self, event: events.Event) -> events.Recorded: ...

    async def sync(self) -> None: ...


class BlobStore(Protocol):
    """Pictures and zone lists by content hash."""

    async def put_picture(self, frame: spaces.Frame, crop_px: spaces.Rect | None = None) -> str: ...

    async def put_zones(self, situation: plans.Situation) -> str: ...

    async def put_text(self, text: str) -> str: ...

    async def put_sent_picture(self, picture: models.SentPicture) -> str:
        """A picture as it was sent, byte for byte."""


class SecretSource(Protocol):
    """Where ``{{secret:name}}`` gets its value: the keyring or the environment."""

    def reveal(self, name: str) -> str:
        """Raises ``SecretMissing``."""
