"""The decision after each action of a local plan: retain, explore, revert or cancel.

A pure function; the order of its questions is the decision document's."""

from engine.domain import local_planning as local
from engine.domain.local_planning import DecisionInputs, LocalDecision, LocalDecisionKind

LOOP_VISITS = 3
REGRESSIONS = 3
GOOD_PROGRESS = 0.5
REACHED_DECISION = LocalDecision(LocalDecisionKind.REACHED, "The goal is reached.")


def decide(inputs: DecisionInputs) -> LocalDecision:
    """What to do after an action that did not reach the goal."""
    step = f"{inputs.distance_before:.1f} → {inputs.distance_after:.1f}"
    if inputs.visits >= LOOP_VISITS:
        why = f"Going in circles: the same state was reached {inputs.visits} times."
        return LocalDecision(LocalDecisionKind.CANCEL, why)
    if inputs.regressions >= REGRESSIONS:
        why = f"The last {inputs.regressions} actions each led further away from the goal."
        return LocalDecision(LocalDecisionKind.CANCEL, why)
    if not inputs.is_reachable:
        why = inputs.why_unreachable or "the thinker says so"
        why = f"The goal can't be reached from here: {why}"
        return LocalDecision(LocalDecisionKind.CANCEL, why)
    if inputs.progress > 0:
        how = "Good" if inputs.progress > GOOD_PROGRESS else "Some"
        return LocalDecision(LocalDecisionKind.RETAIN, f"{how} progress: {step}.")
    moved = "No progress" if inputs.progress == 0 else "Further away"
    if inputs.untried:
        left = f"{inputs.untried} of {inputs.option_count} options untried"
        return LocalDecision(LocalDecisionKind.EXPLORE, f"{moved}: {step}; {left}.")
    tried = f"all {inputs.option_count} options were tried" if inputs.option_count else "no options"
    return LocalDecision(LocalDecisionKind.REVERT, f"{moved}: {step}; {tried}: a dead end.")


def forced_decision(forced: local.Force, ruled: LocalDecision) -> LocalDecision:
    """What the operator decided in place of the rule."""
    kinds = {
        local.ForceRevert: LocalDecisionKind.REVERT,
        local.ForceRetain: LocalDecisionKind.RETAIN,
        local.TryOption: LocalDecisionKind.EXPLORE,
        local.CancelLocalPlan: LocalDecisionKind.CANCEL,
    }
    words = f"The operator decided. The rule said: {ruled.kind}."
    return LocalDecision(kinds[type(forced)], words)
