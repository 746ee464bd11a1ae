"""The decision after each action of a local plan: retain, explore, revert or cancel.

A pure function; the order of its questions is the decision document's.
"""

from engine.domain import local_planning as local

LOOP_VISITS = 3
REGRESSIONS = 3
GOOD_PROGRESS = 0.5
REACHED_DECISION = local.LocalDecision(local.LocalDecisionKind.REACHED, "The goal is reached.")


def decide(inputs: local.DecisionInputs) -> local.LocalDecision:
    """What to do after an action that did not reach the goal."""
    step = f"{inputs.distance_before:.1f} → {inputs.distance_after:.1f}"
    if inputs.visits >= LOOP_VISITS:
        return local.LocalDecision(
            local.LocalDecisionKind.CANCEL,
            f"Going in circles: the same state was reached {inputs.visits} times.",
        )
    if inputs.regressions >= REGRESSIONS:
        return local.LocalDecision(
            local.LocalDecisionKind.CANCEL,
            f"The last {inputs.regressions} actions each led further away from the goal.",
        )
    if not inputs.is_reachable:
        why = inputs.why_unreachable or "the thinker says so"
        return local.LocalDecision(
            local.LocalDecisionKind.CANCEL, f"The goal can't be reached from here: {why}"
        )
    if inputs.progress > GOOD_PROGRESS:
        return local.LocalDecision(local.LocalDecisionKind.RETAIN, f"Good progress: {step}.")
    if inputs.progress > 0:
        return local.LocalDecision(local.LocalDecisionKind.RETAIN, f"Some progress: {step}.")
    moved = "No progress" if inputs.progress == 0 else "Further away"
    if inputs.untried:
        left = f"{inputs.untried} of {inputs.option_count} options untried"
        return local.LocalDecision(local.LocalDecisionKind.EXPLORE, f"{moved}: {step}; {left}.")
    tried = f"all {inputs.option_count} options were tried" if inputs.option_count else "no options"
    return local.LocalDecision(
        local.LocalDecisionKind.REVERT, f"{moved}: {step}; {tried}: a dead end."
    )


def forced_decision(forced: local.Force, ruled: local.LocalDecision) -> local.LocalDecision:
    """What the operator decided in place of the rule."""
    kinds = {
        local.ForceRevert: local.LocalDecisionKind.REVERT,
        local.ForceRetain: local.LocalDecisionKind.RETAIN,
        local.TryOption: local.LocalDecisionKind.EXPLORE,
        local.CancelLocalPlan: local.LocalDecisionKind.CANCEL,
    }
    return local.LocalDecision(
        kinds[type(forced)], f"The operator decided. The rule said: {ruled.kind}."
    )
