"""Local planning: how a step that can't be reached is reached after all, or given up.

One iteration proposes an action and a look, performs it, assesses the distance to the goal
condition (0 far, 10 reached) and decides: retain, explore, revert or cancel. Source: the
documents on local planning's revert and retain mechanism."""

from enum import StrEnum

from engine.domain.conditions import Condition
from engine.domain.facts import Frozen, OfKind
from engine.domain.plans import PastStep, PlanStep, ShownPicture, Situation


class ForceRevert(OfKind, kind="revert"):
    """Go back to the state before the action of that place ("2.3.1"); empty: before the last."""

    place: str = ""


class ForceRetain(OfKind, kind="retain"):
    """Keep the last action and go on from here."""


class TryOption(OfKind, kind="try_option"):
    """Follow this exploration option next."""

    name: str


class CancelLocalPlan(OfKind, kind="cancel_local_plan"):
    """Give up reaching the step in this way."""


class DoStep(OfKind, kind="do_step"):
    """Do this now, as the operator's own step."""

    step: PlanStep


class DoAgain(OfKind, kind="do_again"):
    """Do again what the operator took back last."""


class TakeOver(OfKind, kind="take_over"):
    """Do nothing until the operator, who has taken over, hands back."""


Force = ForceRevert | ForceRetain | TryOption | CancelLocalPlan | DoStep | DoAgain | TakeOver


FARTHEST = 0.0
REACHED = 10.0


class LocalGoal(Frozen):
    """What must be so for the step to count as reached.

    ``condition`` is judged by what the screen shows; where there is none, the thinker's word
    counts. ``way`` is what the step lacked (its zone in sight): once it holds, the step itself can
    be performed. ``step`` is the step that could not be reached and ``why`` it could not."""

    words: str
    step: PlanStep
    why: str
    condition: Condition | None = None
    way: Condition | None = None


class ExplorationOption(Frozen):
    """Something else to try after an action, such as ("try_cancel", "Click the Cancel button")."""

    name: str
    description: str


class LocalProposal(Frozen):
    """The next action; looking again after it is understood.

    ``options`` may be tried after it before it is taken back. ``tries`` names the option of an
    earlier action that this proposal follows. ``distance`` tells how far the situation is now,
    where that was asked for (``LocalRequest.distance`` is None)."""

    step: PlanStep
    options: tuple[ExplorationOption, ...] = ()
    tries: str = ""
    distance: float | None = None


class Assessment(Frozen):
    """One answer to three questions: how near, there already, and can it be reached at all."""

    distance: float
    is_reached: bool = False
    is_reachable: bool = True
    why: str = ""


class LocalDecisionKind(StrEnum):
    REACHED = "reached"
    RETAIN = "retain"
    EXPLORE = "explore"
    REVERT = "revert"
    CANCEL = "cancel"


class DecisionInputs(Frozen):
    """All that a decision depends on. ``visits`` counts how often the state now was entered,
    ``regressions`` the steps away from the goal in a row, ``untried`` the options left."""

    distance_before: float
    distance_after: float
    visits: int = 1
    regressions: int = 0
    is_reachable: bool = True
    why_unreachable: str = ""
    untried: int = 0
    option_count: int = 0

    @property
    def progress(self) -> float:
        return self.distance_after - self.distance_before


class LocalDecision(Frozen):
    kind: LocalDecisionKind
    reason: str


class LocalReached(Frozen):
    """The goal holds; ``by_way``: only what the step lacked is there now, it comes next;
    ``is_told``: the thinker says so, and the screen can't tell."""

    by_way: bool
    iterations: int
    is_told: bool = False


class LocalGivenUp(Frozen):
    """``is_operators``: the operator took the wheel, so that nothing has failed."""

    why: str
    iterations: int
    is_operators: bool = False


class TriedStep(Frozen):
    """An action of this local plan, for the thinker: how near it led, and whether it stands.
    ``is_untold``: it was left, and nobody can tell whether it was taken back."""

    step: PlanStep
    distance_before: float
    distance_after: float
    is_reverted: bool
    is_untold: bool = False


class LocalRequest(Frozen):
    """What the thinker is given for a proposal or an assessment.

    ``distance`` is that of the situation, where it is known already. ``hint`` is the option to
    follow. ``tried`` holds the actions of this local plan in their order; ``complaint`` says what
    was wrong with the proposal before this one. ``place`` is the local state that it serves,
    ``past`` what happened in the run before the step; ``shown`` is the last picture that it saw."""

    run_goal: str
    goal: LocalGoal
    situation: Situation
    before: Situation
    distance: float | None = None
    hint: ExplorationOption | None = None
    tried: tuple[TriedStep, ...] = ()
    complaint: str = ""
    place: str = ""
    past: tuple[PastStep, ...] = ()
    shown: ShownPicture | None = None
