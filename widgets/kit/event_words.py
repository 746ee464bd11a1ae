"""Events in the operator's words: a short kind, a one-line summary, a mark.

The log, the timeline's hover text and the inspector read these.
"""

from __future__ import annotations

from typing import NamedTuple

from engine.domain.approvals import Approve, Decision, Edit, Reject, Skip, Withdraw
from engine.domain.events import (
    ActionEnded,
    ActionStarted,
    ApprovalAsked,
    ApprovalDecided,
    ControlChanged,
    Event,
    HandsReleased,
    PhaseChanged,
    QuestionAnswered,
    QuestionAsked,
    ReplanStarted,
    SegmentPlanned,
    SessionEnded,
    SessionStarted,
    SituationObserved,
    StepEnded,
    StepStarted,
    SurfaceResized,
    SurfaceWentAway,
    WarningRaised,
)
from engine.domain.exploring.events import (
    ExplorationStarted,
    FaultFound,
    FindingMinimised,
    GroupAssessed,
    GroupsProposed,
    GroupsRefused,
    GroupStarted,
    StateSeen,
    SurfaceReset,
)
from engine.domain.lifecycle import StepState
from engine.domain.local_events import (
    LocalDecided,
    LocalPlanningEnded,
    LocalPlanningStarted,
    LocalProposed,
    OperatorForced,
    ReversalEnded,
    ReversalStarted,
)
from engine.domain.model_events import ModelAsked, ModelCalled, ThinkerAsked
from engine.domain.plans import StepPlace
from widgets.kit.ending_words import ending_of
from widgets.kit.explore_event_words import explore_event_text
from widgets.kit.local_event_words import local_event_text
from widgets.kit.local_words import state_number
from widgets.kit.marks import STATE_MARKS, WAITING, Mark
from widgets.kit.web_event_words import web_event_text
from widgets.kit.words import (
    ASKING_WORDS,
    CONTROL_WORDS,
    PHASE_WORDS,
    SEGMENT_WORDS,
    STATE_WORDS,
    count_words,
    shortened,
    span_words,
)

QUIET = Mark("info", "text_quiet")


class EventText(NamedTuple):
    """``kind`` in two or three words, ``summary`` on one line, ``mark`` for the icon column."""

    kind: str
    summary: str
    mark: Mark


def event_text(event: Event) -> EventText:
    """The event as the log shows it."""
    match event:
        case SessionStarted(goal=goal, asking=asking):
            return EventText("Started", f"{goal} — {ASKING_WORDS[asking].lower()}", QUIET)
        case PhaseChanged(phase=phase, why=why):
            return EventText("Phase", _joined(PHASE_WORDS[phase], why), QUIET)
        case SituationObserved():
            return _observed(event)
        case ThinkerAsked(cause=cause, thinker=thinker, calls=calls, took_ms=took_ms):
            summary = f"{cause} · {thinker} · {count_words(calls, 'call')} · {span_words(took_ms)}"
            if event.place and (place := StepPlace.parse(event.place)).local:
                summary += f" · for {state_number(place.step_number, place.local)}"
            return EventText("Thought", summary, Mark("calls", "text_quiet"))
        case ModelAsked(cause=cause, model=model):
            return EventText("Asks", f"{cause} · {model}", Mark("calls", "text_quiet"))
        case ModelCalled():
            return _called(event)
        case ReplanStarted(replan_number=number, why=why):
            return EventText("Replan", _joined(f"number {number}", why), Mark("replans", "text"))
        case SegmentPlanned(segment_number=number, replan_kind=kind, segment=segment):
            steps = count_words(len(segment.steps), "step")
            if len(segment.steps) == 1:
                steps = segment.steps[0].description
            summary = f"segment {number}, {SEGMENT_WORDS[kind]}: {steps}"
            return EventText("Plan", _joined(summary, segment.reason), Mark("segment", "text"))
        case StepStarted(attempt=attempt):
            again = f", attempt {attempt}" if attempt > 1 else ""
            return EventText("Step", f"{_name(event)} begins{again}", Mark("play", "text_quiet"))
        case ApprovalAsked(request=request):
            return EventText("Asked you", request.step.description, WAITING)
        case ApprovalDecided(decision=decision):
            return _decided(decision)
        case ActionStarted() | ActionEnded():
            return _acted(event)
        case StepEnded():
            return _step_ended(event)
        case (
            LocalPlanningStarted()
            | LocalProposed()
            | LocalDecided()
            | ReversalStarted()
            | ReversalEnded()
            | LocalPlanningEnded()
            | OperatorForced()
        ):
            return EventText(*local_event_text(event))
        case ControlChanged(control=control, by=by):
            words = CONTROL_WORDS.get(control) or "running"
            why = "after going back" if by == "reverting" else f"by the {by}"
            return EventText("Control", f"{words}, {why}", Mark("policy", "text"))
        case HandsReleased(released=released, took_ms=took_ms):
            held = ", ".join(released) or "nothing was held"
            return EventText("Hands off", f"{held} · {span_words(took_ms)}", Mark("stop", "text"))
        case QuestionAsked(question=question):
            return EventText("Question", question, Mark("question", WAITING.tone))
        case QuestionAnswered(answer=answer, by=by):
            return EventText("Answer", f"{answer or 'none'}, by {by}", Mark("question", "text"))
        case WarningRaised(message=message):
            return EventText("Warning", message, Mark("warning", "warn"))
        case SurfaceWentAway(message=message):
            return EventText("Display gone", message, Mark("warning", "bad"))
        case SurfaceResized(width_px=width, height_px=height):
            return EventText("Resized", f"{width} × {height}", Mark("desktop", "text_quiet"))
        case SessionEnded(outcome=outcome):
            mark, words = ending_of(outcome.terminal, outcome.reason)
            return EventText("Ended", _joined(words, outcome.message), mark)
        case (
            ExplorationStarted()
            | GroupsProposed()
            | GroupsRefused()
            | GroupStarted()
            | GroupAssessed()
            | StateSeen()
            | FaultFound()
            | FindingMinimised()
            | SurfaceReset()
        ):
            return EventText(*explore_event_text(event))
        case _:
            return EventText(*web_event_text(event))


def verdict_words(decision: Decision) -> str:
    """``approved by operator``, ``rejected by operator: not this file``."""
    match decision.verdict:
        case Approve():
            words, why = "approved", ""
        case Edit(step=step):
            words, why = "changed", step.description
        case Reject(why=reason):
            words, why = "rejected", reason
        case Skip():
            words, why = "skipped", ""
        case Withdraw():
            words, why = "withdrawn", ""
    by = decision.who or decision.how.value
    return f"{words} by {by}" + (f": {why}" if why else "")


def _observed(event: SituationObserved) -> EventText:
    titles = ", ".join(event.window_titles) or "no windows"
    how = "unchanged" if event.from_cache else span_words(event.took_ms)
    stale = " · nothing new was seen" if event.is_stale else ""
    why = event.asked_vision_because
    asked = f" · a vision model was asked: {why}" if why else ""
    zones = count_words(event.zone_count, "zone")
    summary = f"{zones} · {shortened(titles)} · {how}{stale}{asked}"
    return EventText("Looked", summary, Mark("eye", "text_quiet"))


def _called(event: ModelCalled) -> EventText:
    how = "repair" if event.is_repair else event.cause
    summary = f"{how} · {event.model} · {event.usage.total} tokens · {span_words(event.took_ms)}"
    tone = "warn" if event.failure else "text_quiet"
    return EventText("Model", _joined(summary, event.failure), Mark("calls", tone))


def _decided(decision: Decision) -> EventText:
    tone = "good" if isinstance(decision.verdict, Approve | Edit) else "warn"
    icon = "done" if tone == "good" else "rejected"
    return EventText("Decision", verdict_words(decision), Mark(icon, tone))


def _acted(event: ActionStarted | ActionEnded) -> EventText:
    match event:
        case ActionStarted(step=step, at_px=at_px):
            where = f" at {at_px[0]}, {at_px[1]}" if at_px else ""
            return EventText("Acts", step.description + where, Mark("running", "accent"))
        case ActionEnded(succeeded=True, took_ms=took_ms):
            return EventText("Acted", span_words(took_ms), Mark("running", "text_quiet"))
        case ActionEnded(why=why):
            return EventText("Acted", f"could not: {why}", Mark("failed", "bad"))


def _step_ended(event: StepEnded) -> EventText:
    state = StepState(event.state)
    words = f"{_name(event)} {STATE_WORDS[state]}"
    if state is StepState.DONE:
        words += f", {event.effect.value}"
    return EventText("Step", _joined(words, event.detail), STATE_MARKS[state])


def _name(event: StepStarted | StepEnded) -> str:
    """``2.1`` for the first step of the second segment; a local state goes by its own number."""
    if event.local:
        return f"state {state_number(event.step_number, event.local)}"
    return f"{event.segment_number}.{event.step_number}"


def _joined(words: str, more: str) -> str:
    return f"{words}: {more}" if more else words
