"""Action groups: actions that share one reasoning, tried together and judged together.

The figures are the action group document's: iteration 1 takes 1 to 3 groups of exactly one action,
iteration 2 one group of 1 to 5 actions for each group that was successful before, iteration 3 and
on one of 1 to 10. At the end stands what a thinker is asked in an exploration."""

from collections.abc import Mapping

from engine.domain import plans, scripts
from engine.domain.actions import Action
from engine.domain.exploring.limits import ANYWHERE, ExploreLimits, Fault, Progression, Scope
from engine.domain.facts import Frozen, OfKind, field


class Finding(Frozen):
    """A fault and the path from the start state that led to it. ``number`` counts from 1."""

    number: int
    fault: Fault
    path: tuple[scripts.TracedStep, ...]


class Explored(Frozen):
    """What an exploration that broke off had come to. ``groups`` have numbers, ``actions`` are
    those of groups that were begun, ``tried`` counts what they were aimed at by ``Locator.key``.
    ``applications`` are those that were acted in, ``paths`` what is known of the settled findings,
    by their numbers."""

    limits: ExploreLimits
    iterations: int = 0
    groups: int = 0
    actions: int = 0
    states: frozenset[str] = frozenset()
    tried: Mapping[str, int] = field(default_factory=dict)
    refused: Mapping[str, str] = field(default_factory=dict)
    applications: frozenset[str] = frozenset()
    findings: tuple[Finding, ...] = ()
    paths: Mapping[int, tuple[scripts.TracedStep, ...]] = field(default_factory=dict)


MIN_REASONING_CHARS, MAX_REASONING_CHARS = 10, 500
MAX_FIRST_GROUPS = 3
_MAX_ACTIONS = {1: 1, 2: 5}
_MAX_LATER_ACTIONS = 10


class Complete(OfKind, kind="complete"):
    """Nothing more is to be done in this group; what stands after it is not performed."""


class Recommendation(Frozen):
    """One action of a group. ``zone_id`` is a zone of the situation on which it was proposed, or
    ``__global__``; ``confidence`` is 0 to 1."""

    action: Action | Complete
    zone_id: str = plans.GLOBAL_ZONE_ID
    zone_label: str = ""
    reasoning: str = ""
    confidence: float = 1.0


class ActionGroup(Frozen):
    """A strategy as it was proposed. ``confidence`` is 0 to 1."""

    reasoning: str
    confidence: float
    actions: tuple[Recommendation, ...]


class TriedAction(Frozen):
    """An action as it was performed, or was not: ``why`` says it then."""

    step: plans.PlanStep
    succeeded: bool
    why: str = ""


class SuccessfulActionGroup(Frozen):
    """A group of which some action succeeded and after which the state had progressed. ``number``
    counts the run's groups from 1; ``before`` and ``after`` are the looks before its first action
    and after its last, ``change`` what of the state changed between, in words."""

    number: int
    reasoning: str
    confidence: float
    actions: tuple[TriedAction, ...]
    before: plans.Situation
    after: plans.Situation
    change: str = ""


def max_actions(iteration: int) -> int:
    """How many actions a group of this iteration (from 1) may have."""
    return _MAX_ACTIONS.get(iteration, _MAX_LATER_ACTIONS)


def by_confidence(groups: tuple[ActionGroup, ...]) -> tuple[ActionGroup, ...]:
    """The highest confidence first; of equal ones, the one that was proposed first."""
    return tuple(sorted(groups, key=lambda group: -group.confidence))


def what_is_wrong(groups: tuple[ActionGroup, ...], *, iteration: int, successful: int) -> str:
    """Why a thinker's answer can't be used, with the path of what is wrong; empty where it can.
    ``successful`` is the number of groups that were successful in the iteration before. No groups
    at all are no fault: they say that there is nothing more to do."""
    if not groups:
        return ""
    wrong = (
        f"groups[{at}]{why}" for at, it in enumerate(groups) if (why := _wrong_in(it, iteration))
    )
    return _wrong_count(len(groups), iteration, successful) or next(wrong, "")


def _wrong_count(count: int, iteration: int, successful: int) -> str:
    if iteration == 1:
        is_right = count <= MAX_FIRST_GROUPS
        return "" if is_right else f"groups: iteration 1 must have 1 to 3 groups, not {count}"
    if count == successful:
        return ""
    return (
        f"groups: iteration {iteration} must have one group for each successful one,"
        f" so {successful}, not {count}"
    )


def _wrong_in(group: ActionGroup, iteration: int) -> str:
    chars = len(group.reasoning.strip())
    if not MIN_REASONING_CHARS <= chars <= MAX_REASONING_CHARS:
        return f".reasoning: must have 10 to 500 characters, not {chars}"
    if not 0 <= group.confidence <= 1:  # not a number is refused too
        return f".confidence: must be from 0 to 1, not {group.confidence:g}"
    most, count = max_actions(iteration), len(group.actions)
    if not 1 <= count <= most:
        words = "exactly 1 action" if most == 1 else f"1 to {most} actions"
        return f".actions: a group of iteration {iteration} must have {words}, not {count}"
    for index, each in enumerate(group.actions):
        if not 0 <= each.confidence <= 1:
            return f".actions[{index}].confidence: must be from 0 to 1, not {each.confidence:g}"
    return ""


class Shown(Frozen):
    """What an action led to: ``key`` is the ``zone_key`` of what was acted upon, and ``after`` a
    look that showed a state for the first time."""

    key: str
    after: plans.Situation


class ExploreRequest(Frozen):
    """For the groups of one iteration (from 1).

    ``successful`` are the successful groups of the iteration before: one new group is due for each,
    in their order. ``tried`` counts, by ``zone_key``, how often each thing was acted upon in this
    run; ``refused`` describes what the gate did not let pass, and why. ``complaint`` says why the
    answer before this one could not be used; empty at the first asking. ``answers`` are the
    operator's, by the questions, ``texts`` what it asked to read. ``actions_left`` is 0 where
    there is no ceiling: a run with none left asks no more.
    ``shown`` are the new states since the last asking, in their order. ``trace`` is what was done
    since the start state, and ``faults`` the paths to the faults that are known: to walk one again
    tells nothing new, and breaks what is explored."""

    goal: str
    situation: plans.Situation
    iteration: int
    successful: tuple[SuccessfulActionGroup, ...] = ()
    tried: Mapping[str, int] = field(default_factory=dict)
    refused: Mapping[str, str] = field(default_factory=dict)
    scope: Scope = ANYWHERE
    states_seen: int = 1
    actions_left: int = 0
    complaint: str = ""
    answers: Mapping[str, str] = field(default_factory=dict)
    texts: tuple[plans.ReadText, ...] = ()
    shown: tuple[Shown, ...] = ()
    trace: tuple[scripts.TracedStep, ...] = ()
    faults: tuple[tuple[scripts.TracedStep, ...], ...] = ()


class ProgressRequest(Frozen):
    """Whether the state progressed, where local comparison is not sure."""

    goal: str
    before: plans.Situation
    after: plans.Situation
    local: Progression
    actions: tuple[str, ...] = ()
    """What was done between, in words."""
