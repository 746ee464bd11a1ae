"""Each event in a sentence: what it is called in the log, and what it says.

The log, the timeline's hover text, the inspector and the terminal tell of it in these words.
"""

from engine.domain import events
from engine.domain.events import Event
from engine.domain.exploring.events import ExploringEvent
from engine.domain.local_events import LocalEvent, OperatorForced
from engine.domain.model_events import ModelAsked, ModelCalled, ThinkerAsked
from engine.domain.performing import SteeringEvent
from engine.domain.plans import StepPlace
from engine.domain.verdicts import StepState, sentence_of
from engine.domain.web.events import WebEvent
from engine.language.labels import shortened
from engine.language.sentences import run
from engine.language.sentences.exploring import exploring_told
from engine.language.sentences.figures import Told, count_words, joined, money_words, span_words
from engine.language.sentences.local import local_told, state_number
from engine.language.sentences.run import ending_sentence
from engine.language.sentences.web import web_told


def told(event: Event) -> Told:
    """The event as the log tells it."""
    if isinstance(event, LocalEvent | OperatorForced):
        return local_told(event)
    if isinstance(event, ExploringEvent):
        return exploring_told(event)
    if isinstance(event, WebEvent):
        return web_told(event)
    if isinstance(event, SteeringEvent):
        return run.steering_told(event)
    match event:
        case events.SessionStarted(goal=goal, asking=asking):
            return Told("Started", f"{goal} — {run.ASKING_WORDS[asking].lower()}")
        case events.PhaseChanged(phase=phase, why=why):
            return Told("Phase", joined(run.PHASE_WORDS[phase], why))
        case events.ControlChanged(control=control, by=by):
            why = "after going back" if by == "reverting" else f"by the {by}"
            why = by if by.startswith("handed back") else why
            return Told("Control", f"{run.CONTROL_WORDS.get(control) or 'running'}, {why}")
        case events.HandsReleased(released=released, took_ms=took_ms):
            held = f", let go of {', '.join(released)}" if released else ""
            return Told("Hands", f"stopped in {span_words(took_ms)}{held}")
        case events.QuestionAsked(question=question):
            return Told("Question", question)
        case events.QuestionAnswered(answer=answer, by=by):
            return Told("Answer", f"{answer or 'none'}, by {by}")
        case events.WarningRaised(message=message):
            return Told("Warning", message)
        case events.SurfaceWentAway(message=message):
            return Told("Display gone", message)
        case events.SurfaceResized(width_px=width, height_px=height):
            return Told("Resized", f"{width} × {height}")
        case events.SessionEnded(outcome=outcome):
            return Told("Ended", ending_sentence(outcome))
        case events.SituationObserved() | ThinkerAsked() | ModelAsked() | ModelCalled():
            return _asked(event)
        case _:
            return _planned_or_done(event)


def _asked(event: events.SituationObserved | ThinkerAsked | ModelAsked | ModelCalled) -> Told:
    """What the screen, the thinker or a model was asked."""
    match event:
        case events.SituationObserved():
            return Told("Looked", _observed(event))
        case ThinkerAsked(cause=cause, thinker=thinker, calls=calls, took_ms=took_ms):
            summary = f"{cause} · {thinker} · {count_words(calls, 'call')} · {span_words(took_ms)}"
            if event.place and (place := StepPlace.parse(event.place)).local:
                summary += f" · for {state_number(place.step_number, place.local)}"
            return Told("Thought", summary)
        case ModelAsked(cause=cause, model=model):
            return Told("Asks", f"{cause} · {model}")
        case ModelCalled(cause=cause, model=model, usage=usage):
            how = "repair" if event.is_repair else cause
            cost = f" · cost {money_words(event.cost)}" if event.cost is not None else ""
            took = f"{usage.total:,} tokens{cost} · {span_words(event.took_ms)}"
            picture = f" · a picture, since {event.picture_why}" if event.picture_why else ""
            return Told("Model", joined(f"{how} · {model} · {took}{picture}", event.failure))


def _planned_or_done(
    event: events.ReplanStarted
    | events.SegmentPlanned
    | events.StepStarted
    | events.ApprovalAsked
    | events.ApprovalDecided
    | events.ActionStarted
    | events.ActionEnded
    | events.StepEnded,
) -> Told:
    match event:
        case events.ReplanStarted(replan_number=number, why=why):
            return Told("Replan", joined(f"number {number}", why))
        case events.SegmentPlanned():
            return Told("Plan", _segment(event))
        case events.StepStarted(attempt=attempt):
            again = f", attempt {attempt}" if attempt > 1 else ""
            return Told("Step", f"{_name(event)} begins{again}")
        case events.ApprovalAsked(request=request):
            return Told("Asked you", request.step.description)
        case events.ApprovalDecided(decision=decision):
            return Told("Decision", run.verdict_words(decision))
        case events.ActionStarted(step=step, at_px=at_px):
            where = f" at {at_px[0]}, {at_px[1]}" if at_px else ""
            return Told("Acts", step.description + where)
        case events.ActionEnded(succeeded=succeeded, took_ms=took_ms, why=why):
            return Told("Acted", span_words(took_ms) if succeeded else f"could not: {why}")
        case events.StepEnded(state=state):
            words = f"{_name(event)} {run.STATE_WORDS[StepState(state)]}"
            if state == "done" and event.verdict is not None:
                words += f", {event.verdict}"
            return Told("Step", joined(words, event.detail or sentence_of(event.evidence)))


def _observed(event: events.SituationObserved) -> str:
    titles = ", ".join(event.window_titles) or "no windows"
    how = "unchanged" if event.from_cache else span_words(event.took_ms)
    stale = " · nothing new was seen" if event.is_stale else ""
    why = event.asked_vision_because
    asked = f" · a vision model was asked: {why}" if why else ""
    return f"{count_words(event.zone_count, 'zone')} · {shortened(titles)} · {how}{stale}{asked}"


def _segment(event: events.SegmentPlanned) -> str:
    """``segment 2, looked again: 3 steps to the end: why``."""
    steps = event.segment.steps
    words = steps[0].description if len(steps) == 1 else count_words(len(steps), "step")
    end = " to the end" if event.segment.finishes and len(steps) != 1 else ""
    summary = (
        f"segment {event.segment_number}, {run.SEGMENT_WORDS[event.replan_kind]}: {words}{end}"
    )
    return joined(summary, event.segment.reason)


def _name(event: events.StepStarted | events.StepEnded) -> str:
    """``2.1`` for the first step of the second segment; a local state goes by its own number."""
    if event.local:
        return f"state {state_number(event.step_number, event.local)}"
    return f"{event.segment_number}.{event.step_number}"
