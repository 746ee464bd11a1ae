"""Words for the states of a run: how it asks, what it does, how its steps stand, how it ended; what
is said of the operator's steering: the plan revised, where it stops; and each event in a sentence:
what it is called in the log, and what it says.

The log, the timeline's hover text, the inspector and the terminal tell of events in these words."""

from engine.domain import approvals, events, performing, plans, steering, terminals, verdicts
from engine.domain.conditions import condition_words
from engine.domain.exploring.events import ExploringEvent
from engine.domain.exploring.limits import CompletionReason, ReplayEnd
from engine.domain.risks import Reversibility
from engine.domain.web.events import WebEvent
from engine.language.labels import shortened
from engine.language.sentences import exploring, local, web
from engine.language.sentences.figures import Told, count_words, joined, money_words, span_words

ASKING_WORDS: dict[approvals.Asking, str] = {
    approvals.Asking.EACH: "Ask for each action",
    approvals.Asking.RISKY: "Ask for risky ones",
    approvals.Asking.NEVER: "Never ask",
}

PHASE_WORDS: dict[verdicts.Phase, str] = {
    verdicts.Phase.PLANNING: "planning",
    verdicts.Phase.EXECUTING: "acting",
    verdicts.Phase.RECAPTURE: "looking again",
    verdicts.Phase.REPLANNING: "planning the next part",
    verdicts.Phase.ERROR_HANDLING: "getting past an error",
    verdicts.Phase.COMPLETE: "ending",
}

CONTROL_WORDS: dict[str, str] = {
    "running": "",
    "paused": "paused",
    "taken over": "you drive",
    "stepping": "one step, then paused",
    "cancelling": "cancelling",
    "stopped": "stopped",
}

STATE_WORDS: dict[verdicts.StepState, str] = {
    **{each: each.value for each in verdicts.StepState},
    verdicts.StepState.WAITING: "waits for you",
    verdicts.StepState.RUNNING: "being done",
}

SEGMENT_WORDS: dict[plans.ReplanKind, str] = {
    plans.ReplanKind.INITIAL: "first plan",
    plans.ReplanKind.ADAPTIVE: "looked again",
    plans.ReplanKind.ERROR: "another way",
    plans.ReplanKind.BY_HAND: "by hand",
}

POLICY_WORDS: dict[approvals.PolicyAnswer, str] = {
    approvals.PolicyAnswer.ALLOW: "allows it",
    approvals.PolicyAnswer.ASK: "asks you",
    approvals.PolicyAnswer.DENY: "refuses it",
}


def asked_facts(request: approvals.ApprovalRequest) -> dict[str, str]:
    """What whoever is asked is told of a step beside what it does, wherever that is asked."""
    risk, expects = request.risk, request.step.expected_change
    undo = Reversibility(risk.degree, risk.undo)
    told = {
        "Of": request.about,
        "In": request.window or request.where,
        "Risk": f"{risk.risk_class} ({risk.why})",
        "Undo": local.reversibility_words(undo) if risk.undo else "not known",
        "Expected": condition_words(expects) if expects is not None else "",
        "Asked again": request.asked_again_because,
    }
    return {name: words for name, words in told.items() if words}


def verdict_words(decision: approvals.Decision) -> str:
    """``rejected by operator: not this file``, ``approved by operator, with 3 other runs``."""
    match decision.verdict:
        case approvals.Approve():
            words, why = "approved", ""
        case approvals.Edit(step=step):
            words, why = "changed", step.description
        case approvals.Reject(why=reason):
            words, why = "rejected", reason
        case approvals.Skip():
            words, why = "skipped", ""
        case approvals.Withdraw():
            words, why = "withdrawn", ""
    by = decision.who or decision.how.value
    if decision.with_others:
        by += f", said to {count_words(decision.with_others, 'other run')} too"
    return f"{words} by {by}" + (f": {why}" if why else "")


ACTION_KINDS: dict[str, str] = {
    "click": "a click",
    "type": "typing",
    "press": "keys",
    "drag": "a drag",
    "launch": "a launch",
    "navigate": "an address that is opened",
}
"""Kinds of actions that one can have it stop before."""


def breakpoint_words(one: steering.Breakpoint) -> str:
    """What it stops before."""
    match one:
        case steering.BreakAtStep(place=place, once=once):
            return f"step {place}, once" if once else f"step {place}"
        case steering.BreakAtAction(action=kind):
            return ACTION_KINDS.get(kind, kind)
        case steering.BreakInWindow(title=title):
            return f"a step on or in “{title}”"
        case steering.BreakBeforeGrave():
            return "what can’t be taken back"
        case steering.BreakOnFall():
            return "what follows when nearness falls"


def grant_words(grant: approvals.Grant) -> str:
    """``typing in mousepad, 10 times at most``."""
    kind = ACTION_KINDS.get(grant.action, grant.action)
    parts = [f"{kind} in {grant.where}" if grant.where else kind]
    if grant.segment_number:
        parts.append(f"in segment {grant.segment_number}")
    if grant.most:
        parts.append(f"{grant.most} times at most")
    if grant.secs:
        parts.append(f"for {count_words(round(grant.secs / 60), 'minute')}")
    return ", ".join(parts)


def steering_told(event: performing.SteeringEvent) -> Told:
    match event:
        case performing.PlanRevised(revision=revision):
            return Told("Plan changed", revision.words)
        case performing.BreakpointsSet(breakpoints=breakpoints):
            words = ", ".join(map(breakpoint_words, breakpoints))
            return Told("Stops", f"before {words}" if words else "nowhere")
        case performing.AskingChanged(asking=asking):
            return Told("Asking", f"from now on: {ASKING_WORDS[asking].lower()}")
        case performing.GrantGiven(grant=grant):
            return Told("Granted", grant_words(grant))
        case performing.GrantEnded(why=why):
            return Told("Grant ended", why)
        case performing.FileGiven(name=name, size_bytes=size):
            return Told("File in", f"{name}, {count_words(size, 'byte')}, in the practice folder")


def files_words(made: performing.FilesMade, most: int | None = None) -> str:
    """``note.txt, 24 bytes; and 3 more``: each, or so many of them at most."""
    told = [f"{each.path}, {count_words(each.size_bytes, 'byte')}" for each in made.files[:most]]
    more = len(made.files) - len(told)
    told += [f"and {more:,} more"] if more else []
    left = "too large, too many, not to be read, or with a secret in them"
    return "; ".join(told + ([f"{made.left_out:,} not kept: {left}"] if made.left_out else []))


TERMINAL_WORDS: dict[terminals.Terminal, str] = {
    terminals.Terminal.GOAL_SATISFIED: "Goal reached",
    terminals.Terminal.GOAL_FAILED: "Goal not reached",
    terminals.Terminal.LOOP_STUCK: "Going in circles",
    terminals.Terminal.BUDGET_EXHAUSTED: "Budget used up",
    terminals.Terminal.CANCELLED: "Cancelled",
    terminals.Terminal.STOPPED: "Stopped",
    terminals.Terminal.FAILED: "Failed",
}


_REASON_WORDS: dict[str, str] = {
    CompletionReason.LLM_COMPLETE: "Explored to the end",
    CompletionReason.ZERO_SUCCESSFUL_GROUPS: "Nothing led further",
    CompletionReason.MAX_ACTIONS: "All actions done",
    CompletionReason.MAX_DURATION: "Time is over",
    CompletionReason.BUDGET_LIMIT: "Budget nearly used up",
    terminals.DONE_NOT_SEEN: "Done, not seen",
    ReplayEnd.CAME_UP: "The fault came up",
    ReplayEnd.STAYED_AWAY: "The fault stayed away",
    ReplayEnd.WALKED: "As recorded",
    ReplayEnd.DRIFTED: "Done, with drift",
    ReplayEnd.NO_LONGER_FITS: "No longer fits",
}
"""Of a reason that says more than its terminal; why it came to that, the run's message says."""


def ending_title(terminal: terminals.Terminal, reason: str) -> str:
    """``All actions done``: in two or three words, for a badge or a row."""
    return _REASON_WORDS.get(reason, TERMINAL_WORDS[terminal])


def ending_sentence(outcome: terminals.Outcome) -> str:
    """``Goal reached: Done in 1 step.``"""
    title = ending_title(outcome.terminal, outcome.reason)
    return joined(title, outcome.message.removeprefix(f"{title}: "))


def ending_record(outcome: terminals.Outcome) -> str:
    """``goal_satisfied (plan_finished)``: as it is recorded, and as the documents list it."""
    return f"{outcome.terminal} ({outcome.reason})"


def told(event: events.Event) -> Told:
    """The event as the log tells it."""
    if isinstance(event, performing.LocalEvent | performing.OperatorForced):
        return local.local_told(event)
    if isinstance(event, ExploringEvent):
        return exploring.exploring_told(event)
    if isinstance(event, WebEvent):
        return web.web_told(event)
    if isinstance(event, performing.SteeringEvent):
        return steering_told(event)
    if isinstance(event, events.AskingEvent):
        return _asked(event)
    match event:
        case events.SessionStarted(goal=goal, asking=asking, granted=granted):
            words = ", ".join((ASKING_WORDS[asking].lower(), *granted))
            return Told("Started", f"{goal} — {words}")
        case events.PhaseChanged(phase=phase, why=why):
            return Told("Phase", joined(PHASE_WORDS[phase], why))
        case events.ControlChanged(control=control, by=by):
            why = "after going back" if by == "reverting" else f"by the {by}"
            why = by if by.startswith("handed back") else why
            return Told("Control", f"{CONTROL_WORDS.get(control) or 'running'}, {why}")
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
        case performing.FilesMade():
            return Told("Files made", files_words(event))
        case events.SessionEnded(outcome=outcome):
            return Told("Ended", ending_sentence(outcome))
        case _:
            return _planned_or_done(event)


def _asked(event: events.AskingEvent) -> Told:
    match event:
        case events.SituationObserved():
            return Told("Looked", _observed(event))
        case events.ThinkerAsked(cause=cause, thinker=thinker, calls=calls, took_ms=took_ms):
            summary = f"{cause} · {thinker} · {count_words(calls, 'call')} · {span_words(took_ms)}"
            if event.place and (place := plans.StepPlace.parse(event.place)).local:
                summary += f" · for {local.state_number(place.step_number, place.local)}"
            return Told("Thought", summary)
        case events.ModelAsked(cause=cause, model=model):
            return Told("Asks", f"{cause} · {model}")
        case events.ModelCalled(cause=cause, model=model, usage=usage):
            how = "repair" if event.is_repair else cause
            cost = f" · cost {money_words(event.cost)}" if event.cost is not None else ""
            took = f"{usage.total:,} tokens{cost} · {span_words(event.took_ms)}"
            picture = f" · a picture, since {event.picture_why}" if event.picture_why else ""
            return Told("Model", joined(f"{how} · {model} · {took}{picture}", event.failure))


def _planned_or_done(event: events.PlanEvent | events.StepEvent) -> Told:
    match event:
        case events.ReplanStarted(replan_number=number, why=why):
            return Told("Replan", joined(f"number {number}", why))
        case events.SegmentPlanned():
            steps = event.segment.steps
            words = steps[0].description if len(steps) == 1 else count_words(len(steps), "step")
            end = " to the end" if event.segment.finishes and len(steps) != 1 else ""
            summary = f"segment {event.segment_number}, {SEGMENT_WORDS[event.replan_kind]}"
            return Told("Plan", joined(f"{summary}: {words}{end}", event.segment.reason))
        case events.StepStarted(attempt=attempt):
            again = f", attempt {attempt}" if attempt > 1 else ""
            return Told("Step", f"{_name(event)} begins{again}")
        case events.ApprovalAsked(request=request):
            return Told("Asked you", request.step.description)
        case events.ApprovalDecided(decision=decision):
            return Told("Decision", verdict_words(decision))
        case events.ActionStarted(step=step, at_px=at_px):
            where = f" at {at_px[0]}, {at_px[1]}" if at_px else ""
            return Told("Acts", step.description + where)
        case events.ActionEnded(succeeded=succeeded, took_ms=took_ms, why=why):
            return Told("Acted", span_words(took_ms) if succeeded else f"could not: {why}")
        case events.StepEnded(state=state):
            words = f"{_name(event)} {STATE_WORDS[verdicts.StepState(state)]}"
            if state == "done" and event.verdict is not None:
                words += f", {event.verdict}"
            return Told("Step", joined(words, event.detail or verdicts.sentence_of(event.evidence)))


def _observed(event: events.SituationObserved) -> str:
    titles = ", ".join(event.window_titles) or "no windows"
    how = "unchanged" if event.from_cache else span_words(event.took_ms)
    stale = " · nothing new was seen" if event.is_stale else ""
    why = event.asked_vision_because
    asked = f" · a vision model was asked: {why}" if why else ""
    return f"{count_words(event.zone_count, 'zone')} · {shortened(titles)} · {how}{stale}{asked}"


def _name(event: events.StepStarted | events.StepEnded) -> str:
    """``2.1`` for the first step of the second segment; a local state goes by its own number."""
    if event.local:
        return f"state {local.state_number(event.step_number, event.local)}"
    return f"{event.segment_number}.{event.step_number}"
