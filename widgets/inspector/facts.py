"""What the inspector tells of a step, a local state or an event: facts, in reading order."""

from dataclasses import fields, is_dataclass
from enum import Enum

from engine.domain import events, limits, local_planning, scripts, spaces, terminals
from engine.domain.approvals import ApprovalRequest, Decision
from engine.domain.conditions import condition_words
from engine.domain.plans import PlanSegment, PlanStep, StepPlace
from engine.domain.risks import Reversibility
from engine.domain.verdicts import sentence_of
from engine.language.sentences import figures, local, run
from engine.record.views.local_views import LocalPlanView, LocalStateView
from engine.record.views.run_state import SegmentView, StepView
from widgets.kit.fact_sheet import Fact, action_form, point_form, rect_form, step_form


def step_facts(
    segment_number: int, view: StepView, segment: SegmentView | None = None
) -> tuple[Fact, ...]:
    """With the reason that its ``segment`` was planned for."""
    step = view.step
    facts = [
        Fact("Step", f"{segment_number}.{step.step_number}"),
        Fact("Does", step.description),
        Fact("Because", segment.reason if segment is not None else ""),
        Fact("Stage", segment.stage.capitalize() if segment is not None and segment.stage else ""),
        Fact("State", run.STATE_WORDS[view.state]),
        Fact("Taken back", local.UNTOLD if view.is_untold else "yes" if view.is_reverted else ""),
        Fact("Attempts", str(view.attempts) if view.attempts else ""),
        Fact("Took", figures.span_words(view.took_ms) if view.took_ms else ""),
        *(plan_facts(view.local) if view.local is not None else ()),
        Fact("Serves", step.intent),
        Fact("Risk of", step.has_risk_of),
        Fact("Zone", f"“{step.zone_label}”" if step.zone_label else ""),
        *_action_facts(view),
    ]
    if view.performed is not None and view.performed != step:
        facts.append(Fact("Done instead", view.performed.description))
        facts.append(Fact("Technical", step_form(view.performed), is_technical=True))
    return tuple(facts)


def _action_facts(view: StepView | LocalStateView) -> list[Fact]:
    """What was declared and expected of an action before it was done, and what was seen then."""
    step, declared = view.step, view.reversibility
    expected = step.expected_change if step is not None else None
    return [
        Fact("Declared", local.reversibility_words(declared) if declared is not None else ""),
        Fact("Expects", condition_words(expected) if expected is not None else ""),
        Fact("Verdict", view.verdict.value if view.verdict else ""),
        Fact("Evidence", sentence_of(view.evidence)),
        Fact("Detail", view.detail),
        Fact("Hit at", point_form(view.at_px) if view.at_px else "", is_technical=True),
        Fact("Technical", step_form(step) if step is not None else "", is_technical=True),
    ]


def event_facts(recorded: events.Recorded, started_at_secs: float) -> tuple[Fact, ...]:
    event = recorded.event
    text = run.told(event)
    facts = [
        Fact("Event", f"{text.kind} (number {recorded.seq})"),
        Fact("Summary", text.summary),
        Fact("At", figures.clock_words(recorded.at_secs - started_at_secs)),
    ]
    for field in fields(event):
        value = getattr(event, field.name)
        if field.name not in {"kind", "version"} and not (field.name == "local" and not value):
            facts.extend(_field_facts(field.name, value))
    facts.append(Fact("Kind", f"{event.kind}, version {event.version}", is_technical=True))
    return tuple(facts)


def _field_facts(name: str, value: object) -> list[Fact]:
    label = (
        "Hit at"
        if name == "at_px"
        else name.removesuffix("_px").removesuffix("_ms").replace("_", " ").capitalize()
    )
    match value:
        case ApprovalRequest():
            return [
                Fact("Step", value.step.description),
                *(Fact(name, words) for name, words in run.asked_facts(value).items()),
                Fact("Policy", f"{value.ruling.layer}: {value.ruling.why}"),
                Fact("Suspicion", value.suspicion),
                Fact("Request", value.request_id, is_technical=True),
                Fact("Digest", value.digest, is_technical=True),
            ]
        case Decision():
            return [
                Fact("Decision", run.verdict_words(value)),
                Fact("How", value.how.value),
                Fact("Digest", value.digest, is_technical=True),
            ]
        case PlanSegment():
            steps = "\n".join(f"{step.step_number}  {step.description}" for step in value.steps)
            ends = "yes" if value.finishes else "no"
            return [Fact("Steps", steps), Fact("Finishes the goal", ends)]
        case PlanStep():
            return [Fact(label, value.description), Fact("Form", action_form(value.action), True)]
        case Reversibility():
            return [Fact(label, local.reversibility_words(value))]
        case local_planning.DecisionInputs():
            return input_facts(value)
        case _ if isinstance(value, local_planning.Force):
            return [Fact(label, local.force_words(value))]
        case spaces.Rect():
            return [Fact(label, rect_form(value), is_technical=True)]
        case None:
            return []
        case float() if name.endswith("_ms"):
            return [Fact(label, figures.span_words(value))]
        case tuple() if value and all(isinstance(each, int) for each in value):
            return [Fact(label, ", ".join(str(each) for each in value), is_technical=True)]
        case tuple():
            return [Fact(label, "\n".join(_plain_words(each) for each in value))]
        case _:
            is_technical = name.endswith(("_hash", "_id", "_px"))
            return [Fact(label, _plain_words(value), is_technical)]


def _plain_words(value: object) -> str:
    match value:
        case local_planning.ExplorationOption():
            return f"{value.name}: {value.description}"
        case limits.Limits():
            calls = value.max_calls
            made = figures.count_words(calls, "call") if calls else "any number of calls"
            return f"{made}, {figures.count_words(value.max_replans, 'replan')}"
        case terminals.Outcome():
            return f"{value.terminal} ({value.reason})"
        case scripts.TracedStep() | PlanStep():
            return value.description
        case tuple():
            return "; ".join(map(_plain_words, value))
        case Enum():
            return str(value.value)
        case bool():
            return "yes" if value else "no"
    if not is_dataclass(value):
        return str(value)
    held = {each.name.replace("_", " "): getattr(value, each.name) for each in fields(value)}
    return ", ".join(f"{name}: {_plain_words(it)}" for name, it in held.items() if it)


def plan_facts(plan: LocalPlanView) -> tuple[Fact, ...]:
    """The local plan of a step, as part of the step's own facts."""
    if not plan.goal:
        return ()
    most = figures.count_words(plan.max_iterations, "iteration")
    return (
        Fact("Local plan", f"{local.RESULT_WORDS[plan.result]}, at most {most}"),
        Fact("Towards", plan.goal),
        Fact("Because", plan.why),
        Fact("Ended", plan.reason),
    )


def local_facts(place: StepPlace, view: StepView, state: LocalStateView) -> list[Fact]:
    if state.is_revert:
        return _revert_facts(place, state)
    step, done = state.step, state.performed
    tried = local.state_number(place.step_number, state.tries_of)
    when = f"iteration {state.iteration}" if state.iteration else "being thought about"
    is_other = step is not None and done is not None and done.action != step.action
    return [
        Fact("State", f"{local.place_words(place)} of segment {place.segment_number}, {when}"),
        Fact("Went", run.STATE_WORDS[state.state]),
        *_decision_facts(state),
        *(input_facts(state.inputs) if state.inputs is not None else ()),
        Fact("Follows", f"option “{state.tries}” of {tried}" if state.tries else ""),
        Fact("Taken back", _taken_back(place, view)),
        *_cost_facts(state),
        *_action_facts(state),
        Fact("Done instead", done.description if is_other and done is not None else ""),
    ]


def _decision_facts(state: LocalStateView) -> list[Fact]:
    if not state.decision:
        return []
    words = (
        f"{local.DECISION_WORDS[state.decision]}: {local.DECISION_HINTS[state.decision].lower()}"
    )
    overruled = ""
    if state.decided_by == "operator":
        overruled = f"by you; the rule said {local.DECISION_WORDS.get(state.ruled, state.ruled)}"
    return [
        Fact("Decision", words),
        Fact("Decided", overruled or "by the rule"),
        Fact("Reason", state.reason),
        Fact("Next", f"option “{state.next_option}”" if state.next_option else ""),
    ]


def input_facts(inputs: local_planning.DecisionInputs) -> list[Fact]:
    """All that the rule looked at."""
    left = f"{inputs.untried} of {inputs.option_count}" if inputs.option_count else "none"
    return [
        Fact("Nearness", f"{local.distance_words(inputs)} of 10 ({local.progress_words(inputs)})"),
        Fact("Visits", f"{figures.count_words(inputs.visits, 'time')} in this state"),
        Fact("Regressions", f"{inputs.regressions} in a row"),
        Fact("Untried", f"{left} options" if inputs.option_count else "no options"),
        Fact("Reachable", "" if inputs.is_reachable else f"no: {inputs.why_unreachable}"),
    ]


def _revert_facts(place: StepPlace, state: LocalStateView) -> list[Fact]:
    segment = place.segment_number
    stands = [each for each in state.asked_back if each not in (*state.undone, *state.untold)]
    return [
        Fact("State", f"{local.place_words(place)} of segment {segment}, a revert"),
        Fact("Wanted by", "you" if state.decided_by == "operator" else "the rule: a dead end"),
        Fact("To take back", local.places_words(state.asked_back, segment)),
        Fact("Taken back", local.places_words(state.undone, segment) or "nothing"),
        Fact("Can't be told of", local.places_words(state.untold, segment)),
        Fact("Still stands", local.places_words(stands, segment) if state.returned else ""),
        Fact("Ways tried", figures.numbered(state.ways) or "none were needed"),
        Fact("Seen after", local.RETURNED_WORDS[state.returned]),
        Fact("Evidence", sentence_of(state.evidence)),
        Fact("Why", state.detail),
        *_cost_facts(state),
    ]


def _cost_facts(state: LocalStateView) -> list[Fact]:
    """Its time, and ``2 calls to the thinker, 2,072 tokens, 0.0009``."""
    took = figures.span_words(state.took_ms) if state.took_ms else ""
    parts = [f"{figures.count_words(state.calls, 'call')} to the thinker"] if state.calls else []
    if state.spent.rounds:
        parts += [f"{state.spent.usage.total:,} tokens", figures.money_words(state.spent.cost)]
    return [Fact("Took", took), Fact("Cost", ", ".join(parts))]


def _taken_back(place: StepPlace, view: StepView) -> str:
    """By which revert, and how that was seen."""
    states = view.local.states if view.local is not None else ()
    for each in states:
        if str(place) in (*each.undone, *each.untold):
            number = local.state_number(place.step_number, each.number)
            ways = ", then ".join(each.ways)
            parts = (f"by {number}", ways, local.RETURNED_WORDS[each.returned])
            return " · ".join(part for part in parts if part)
    return ""
