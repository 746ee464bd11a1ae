"""What the inspector tells of a zone, a step or an event: labelled facts, in reading order."""

from __future__ import annotations

from dataclasses import fields

from engine.domain.approvals import ApprovalRequest, Decision
from engine.domain.conditions import condition_words
from engine.domain.events import Recorded
from engine.domain.local_planning import (
    CancelLocalPlan,
    DecisionInputs,
    ExplorationOption,
    ForceRetain,
    ForceRevert,
    TryOption,
)
from engine.domain.plans import PlanSegment, PlanStep
from engine.domain.reversal import Reversibility
from engine.domain.spaces import Rect
from engine.language.sentences.events import told
from engine.language.sentences.figures import clock_words, count_words, span_words
from engine.language.sentences.local import force_words, reversibility_words, undo_words
from engine.language.sentences.run import STATE_WORDS, verdict_words
from engine.language.sentences.web import STAGE_WORDS
from engine.record.views.run_state import SegmentView, StepView
from widgets.inspector.local_facts import input_facts, plan_facts
from widgets.kit.fact import Fact, action_form, point_form, rect_form, step_form


def step_facts(
    segment_number: int, view: StepView, segment: SegmentView | None = None
) -> tuple[Fact, ...]:
    """Of an action on the web also why it was proposed: that stands with its ``segment``."""
    step = view.step
    facts = [
        Fact("Step", f"{segment_number}.{step.step_number}"),
        Fact("Does", step.description),
        *(_proposal_facts(segment) if segment is not None else ()),
        Fact("State", STATE_WORDS[view.state]),
        Fact("Taken back", "yes" if view.is_reverted else ""),
        Fact("Effect", view.effect.value if view.effect else ""),
        Fact("Detail", view.detail),
        Fact("Attempts", str(view.attempts) if view.attempts else ""),
        Fact("Took", span_words(view.took_ms) if view.took_ms else ""),
        *(plan_facts(view.local) if view.local is not None else ()),
        Fact("Declared", reversibility_words(view.reversibility) if view.reversibility else ""),
        Fact("Expects", condition_words(step.expected_change) if step.expected_change else ""),
        Fact("Serves", step.intent),
        Fact("Risk of", step.has_risk_of),
        Fact("Zone", f"“{step.zone_label}”" if step.zone_label else ""),
        Fact("Hit at", point_form(view.at_px) if view.at_px else "", is_technical=True),
        Fact("Technical", step_form(step), is_technical=True),
    ]
    if view.performed is not None and view.performed != step:
        facts.append(Fact("Done instead", view.performed.description))
        facts.append(Fact("Technical", step_form(view.performed), is_technical=True))
    return tuple(fact for fact in facts if fact.value)


def _proposal_facts(segment: SegmentView) -> tuple[Fact, ...]:
    if segment.stage is None:
        return ()
    return Fact("Because", segment.reason), Fact("Stage", STAGE_WORDS[segment.stage])


def event_facts(recorded: Recorded, started_at_secs: float) -> tuple[Fact, ...]:
    event = recorded.event
    text = told(event)
    facts = [
        Fact("Event", f"{text.kind} (number {recorded.seq})"),
        Fact("Summary", text.summary),
        Fact("At", clock_words(recorded.at_secs - started_at_secs)),
    ]
    for field in fields(event):
        value = getattr(event, field.name)
        if field.name not in {"kind", "version"} and not (field.name == "local" and not value):
            facts.extend(_field_facts(field.name, value))
    facts.append(Fact("Kind", f"{event.kind}, version {event.version}", is_technical=True))
    return tuple(fact for fact in facts if fact.value)


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
                Fact("Risk", f"{value.risk.risk_class.value}: {value.risk.why}"),
                Fact("Undo", undo_words(value.risk)),
                Fact("Policy", f"{value.ruling.layer}: {value.ruling.why}"),
                Fact("Asked again", value.asked_again_because),
                Fact("Suspicion", value.suspicion),
                Fact("Request", value.request_id, is_technical=True),
                Fact("Digest", value.digest, is_technical=True),
            ]
        case Decision():
            return [
                Fact("Decision", verdict_words(value)),
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
            return [Fact(label, reversibility_words(value))]
        case DecisionInputs():
            return input_facts(value)
        case ForceRevert() | ForceRetain() | TryOption() | CancelLocalPlan():
            return [Fact(label, force_words(value))]
        case Rect():
            return [Fact(label, rect_form(value), is_technical=True)]
        case None:
            return []
        case bool():
            return [Fact(label, "yes" if value else "no")]
        case float() if name.endswith("_ms"):
            return [Fact(label, span_words(value))]
        case tuple() if value and all(isinstance(each, int) for each in value):
            return [Fact(label, ", ".join(str(each) for each in value), is_technical=True)]
        case tuple():
            return [Fact(label, "\n".join(_entry_words(each) for each in value))]
        case _:
            is_technical = name.endswith(("_hash", "_id", "_px"))
            return [Fact(label, _plain_words(value), is_technical)]


def _entry_words(entry: object) -> str:
    match entry:
        case ExplorationOption(name=name, description=description):
            return f"{name}: {description}"
        case _:
            return str(entry)


def _plain_words(value: object) -> str:
    limits = getattr(value, "max_calls", None)
    if limits is not None:
        calls = count_words(int(limits), "call") if limits else "any number of calls"
        return f"{calls}, {count_words(int(getattr(value, 'max_replans', 0)), 'replan')}"
    terminal = getattr(value, "terminal", None)
    if terminal is not None:
        return f"{terminal} ({getattr(value, 'reason', '')})"
    return str(value)
