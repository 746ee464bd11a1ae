"""What the inspector tells of a local state: the action or the revert that led to it."""

from __future__ import annotations

from engine.domain.conditions import condition_words
from engine.domain.local_planning import DecisionInputs
from engine.domain.plans import StepPlace
from engine.language.sentences.figures import count_words, span_words
from engine.language.sentences.local import (
    DECISION_HINTS,
    DECISION_WORDS,
    RESULT_WORDS,
    RETURNED_WORDS,
    distance_words,
    place_words,
    places_words,
    progress_words,
    reversibility_words,
    state_number,
)
from engine.language.sentences.run import STATE_WORDS
from engine.language.sentences.spending import money_words
from engine.record.views.local_views import LocalPlanView, LocalStateView
from engine.record.views.run_state import StepView
from widgets.kit.fact import Fact, point_form, step_form


def plan_facts(plan: LocalPlanView) -> tuple[Fact, ...]:
    """The local plan of a step, as part of the step's own facts."""
    if not plan.goal:
        return ()
    most = count_words(plan.max_iterations, "iteration")
    return (
        Fact("Local plan", f"{RESULT_WORDS[plan.result]}, at most {most}"),
        Fact("Towards", plan.goal),
        Fact("Because", plan.why),
        Fact("Ended", plan.reason),
    )


def local_facts(place: StepPlace, view: StepView, state: LocalStateView) -> tuple[Fact, ...]:
    facts = _revert_facts(place, state) if state.is_revert else _action_facts(place, view, state)
    return tuple(fact for fact in facts if fact.value)


def _action_facts(place: StepPlace, view: StepView, state: LocalStateView) -> list[Fact]:
    step = state.step
    facts = [
        Fact("State", f"{_number(place)} of segment {place.segment_number}, {_iteration(state)}"),
        Fact("Went", STATE_WORDS[state.state]),
        *_decision_facts(state),
        *(input_facts(state.inputs) if state.inputs is not None else ()),
        Fact("Follows", _followed(place, state)),
    ]
    if state.reversibility is not None:
        facts.append(Fact("Declared", reversibility_words(state.reversibility)))
    facts += [
        Fact("Taken back", _taken_back(place, view)),
        Fact("Effect", state.effect.value if state.effect else ""),
        Fact("Detail", state.detail),
    ]
    if step is not None:
        expected = step.expected_change
        facts.append(Fact("Expects", condition_words(expected) if expected else ""))
    facts += _cost_facts(state)
    facts.append(Fact("Hit at", point_form(state.at_px) if state.at_px else "", is_technical=True))
    if step is not None:
        facts.append(Fact("Technical", step_form(step), is_technical=True))
    if state.performed is not None and step is not None and state.performed.action != step.action:
        facts.append(Fact("Done instead", state.performed.description))
    return facts


def _decision_facts(state: LocalStateView) -> list[Fact]:
    if not state.decision:
        return []
    words = f"{DECISION_WORDS[state.decision]}: {DECISION_HINTS[state.decision].lower()}"
    overruled = ""
    if state.decided_by == "operator":
        overruled = f"by you; the rule said {DECISION_WORDS.get(state.ruled, state.ruled)}"
    return [
        Fact("Decision", words),
        Fact("Decided", overruled or "by the rule"),
        Fact("Reason", state.reason),
        Fact("Next", f"option “{state.next_option}”" if state.next_option else ""),
    ]


def input_facts(inputs: DecisionInputs) -> list[Fact]:
    """All that the rule looked at."""
    left = f"{inputs.untried} of {inputs.option_count}" if inputs.option_count else "none"
    return [
        Fact("Distance", f"{distance_words(inputs)} of 10 ({progress_words(inputs)})"),
        Fact("Visits", f"{count_words(inputs.visits, 'time')} in this state"),
        Fact("Regressions", f"{inputs.regressions} in a row"),
        Fact("Untried", f"{left} options" if inputs.option_count else "no options"),
        Fact("Reachable", "" if inputs.is_reachable else f"no: {inputs.why_unreachable}"),
    ]


def _revert_facts(place: StepPlace, state: LocalStateView) -> list[Fact]:
    segment = place.segment_number
    stands = [each for each in state.asked_back if each not in state.undone]
    ways = "\n".join(f"{number}. {way}" for number, way in enumerate(state.ways, 1))
    return [
        Fact("State", f"{_number(place)} of segment {segment}, a revert"),
        Fact("Wanted by", "you" if state.decided_by == "operator" else "the rule: a dead end"),
        Fact("To take back", places_words(state.asked_back, segment)),
        Fact("Taken back", places_words(state.undone, segment) or "nothing"),
        Fact("Still stands", places_words(stands, segment) if state.returned else ""),
        Fact("Ways tried", ways or "none were needed"),
        Fact("Seen after", RETURNED_WORDS[state.returned]),
        Fact("Differs", "\n".join(state.differences)),
        Fact("Why", state.detail),
        *_cost_facts(state),
    ]


def _cost_facts(state: LocalStateView) -> list[Fact]:
    return [
        Fact("Took", span_words(state.took_ms) if state.took_ms else ""),
        Fact("Cost", _cost(state)),
    ]


def _cost(state: LocalStateView) -> str:
    """``2 calls to the thinker, 2,072 tokens, 0.0009``."""
    parts = [f"{count_words(state.calls, 'call')} to the thinker"] if state.calls else []
    if state.spent.rounds:
        parts += [f"{state.spent.usage.total:,} tokens", money_words(state.spent.cost)]
    return ", ".join(parts)


def _taken_back(place: StepPlace, view: StepView) -> str:
    """By which revert, and how that was seen."""
    states = view.local.states if view.local is not None else ()
    for each in states:
        if str(place) in each.undone:
            number = state_number(place.step_number, each.number)
            ways = ", then ".join(each.ways)
            parts = (f"by {number}", ways, RETURNED_WORDS[each.returned])
            return " · ".join(part for part in parts if part)
    return ""


def _followed(place: StepPlace, state: LocalStateView) -> str:
    if not state.tries:
        return ""
    return f"option “{state.tries}” of {state_number(place.step_number, state.tries_of)}"


def _number(place: StepPlace) -> str:
    return place_words(place)


def _iteration(state: LocalStateView) -> str:
    return f"iteration {state.iteration}" if state.iteration else "being thought about"
