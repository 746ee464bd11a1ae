"""Events of local planning and of taking back. Part of the union in ``engine.domain.events``."""

from typing import Annotated, Literal

from pydantic import Field

from engine.domain.conditions import Told, event
from engine.domain.local_planning import DecisionInputs, ExplorationOption, Force
from engine.domain.plans import OfStep, PlanStep
from engine.domain.risks import Control, Reversibility
from engine.domain.verdicts import Verdict


@event("local_planning_started")
class LocalPlanningStarted(OfStep):
    """A step could not be reached; the state now is its local state 0."""

    goal: str
    why: str
    max_iterations: int
    picture_hash: str = ""


@event("local_proposed")
class LocalProposed(OfStep):
    """What an iteration will do, with its reversibility declared before it is done.

    ``local`` is the number of the state that it leads to. ``tries`` names the option that it
    follows, of the action that led to state ``tries_of``.
    """

    local: int
    iteration: int
    step: PlanStep
    options: tuple[ExplorationOption, ...]
    reversibility: Reversibility
    tries: str = ""
    tries_of: int = 0


@event("local_decided")
class LocalDecided(OfStep):
    """What the iteration led to, what was decided on it and why.

    ``inputs`` is all that the rule looked at. ``ruled`` is what the rule said where ``by`` is the
    operator. ``next_option`` is the option to explore. Digests name states: equal ones are equal.
    """

    local: int
    decision: Literal["reached", "retain", "explore", "revert", "cancel"]
    reason: str
    inputs: DecisionInputs
    explored_count: int = 0
    next_option: str = ""
    by: Literal["rule", "operator"] = "rule"
    ruled: str = ""
    picture_before_hash: str = ""
    picture_after_hash: str = ""
    digest_before: str = ""
    digest_after: str = ""


@event("reversal_started")
class ReversalStarted(OfStep):
    """Going back: to the state before ``places[-1]``, over these actions, the newest first.

    The revert leads to local state ``local`` of the step.
    """

    local: int
    places: tuple[str, ...]
    by: Literal["rule", "operator"] = "rule"


@event("reversal_ended", version=2)
class ReversalEnded(OfStep):
    """How far it went. ``undone`` names the actions that were seen to be taken back, ``controls``
    what they were done upon: of these it is known from now on.

    The ``evidence`` of the verdict is what was seen to be as before again, what differs, or why it
    can't be told; of the ``untold`` actions it can't.
    """

    local: int
    verdict: Verdict
    undone: tuple[str, ...]
    ways: tuple[str, ...]
    evidence: tuple[str, ...] = ()
    why: str = ""
    picture_hash: str = ""
    took_ms: float = 0.0
    controls: tuple[Control, ...] = ()
    untold: tuple[str, ...] = ()

    @property
    def returned(self) -> Literal["already back", "restored", "not restored", "can't tell"]:
        """The verdict as it is called of a return; already back: nothing had to be done."""
        match self.verdict:
            case Verdict.SEEN:
                return "restored" if self.ways else "already back"
            case Verdict.CONTRADICTED:
                return "not restored"
            case Verdict.CANT_TELL:
                return "can't tell"


@event("local_planning_ended")
class LocalPlanningEnded(OfStep):
    """``way found``: what the step needs is in sight now, and the step itself comes next."""

    result: Literal["reached", "way found", "cancelled"]
    reason: str
    iterations: int


@event("operator_forced")
class OperatorForced(Told):
    """The operator took a decision out of the engine's hands."""

    force: Annotated[Force, Field(discriminator="kind")]


LocalEvent = (
    LocalPlanningStarted
    | LocalProposed
    | LocalDecided
    | ReversalStarted
    | ReversalEnded
    | LocalPlanningEnded
)
