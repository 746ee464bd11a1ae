"""The plan as a story: each step with what was seen before and after it, where it was clicked, who
let it happen, and what was tried on the way and taken back.

Steps, attempts and their verdicts are the fold's; when something was done and what was seen before
it are those of the actions, as ``executed`` gathers them."""

from collections.abc import Iterable, Iterator

from engine.domain.approvals import DecidedHow
from engine.domain.facts import Frozen, replace
from engine.domain.verdicts import ModeName, StepState, Verdict, sentence_of
from engine.language.sentences import local
from engine.language.sentences.figures import count_words, money_words, span_words
from engine.language.sentences.run import SEGMENT_WORDS, STATE_WORDS, verdict_words
from engine.record.executed import Executed, executed_in
from engine.record.sessions import OpenedSession
from engine.record.views import oversight, run_state, spending
from engine.record.views.local_views import ActionView, LocalPlanView, LocalStateView

TONES = {
    StepState.DONE: "good",
    StepState.FAILED: "bad",
    StepState.REJECTED: "warn",
    StepState.SKIPPED: "warn",
}


class ToldDecision(Frozen):
    """``why`` says what was asked and is at stake; ``shown_hash``: the picture on the card."""

    words: str
    why: str
    shown_hash: str


class ToldStep(Frozen):
    """A step, or an attempt on its way. Pictures are hashes, empty where there are none; ``at_px``
    is where it was clicked in that before. ``lines`` say what else is known; ``branch`` is the
    local plan under it, which ``branch_words`` sum up. ``is_left`` where it does not stand any more
    or led nowhere."""

    number: str
    title: str
    state: str
    tone: str
    why: str
    at_secs: float
    lines: tuple[str, ...]
    before_hash: str
    after_hash: str
    at_px: tuple[int, int] | None
    decisions: tuple[ToldDecision, ...]
    is_left: bool = False
    branch_words: str = ""
    branch: "tuple[ToldStep, ...]" = ()


class ToldSegment(Frozen):
    """``is_walk`` where it walks an exploration's path again, to a finding."""

    title: str
    reason: str
    steps: tuple[ToldStep, ...]
    is_walk: bool = False


class Story:
    """Tells one session."""

    def __init__(self, opened: OpenedSession) -> None:
        self._state: run_state.RunState = opened.state
        self._executed: dict[str, list[Executed]] = {}
        for each in executed_in(opened.events):
            self._executed.setdefault(each.place, []).append(each)
        self._decided: dict[str, list[oversight.DecisionView]] = {}
        for view in oversight.decisions_in(opened.events):
            self._decided.setdefault(view.place, []).append(view)

    def segments(self) -> tuple[ToldSegment, ...]:
        return tuple(self._segment(each) for each in self._state.segments)

    def _segment(self, segment: run_state.SegmentView) -> ToldSegment:
        number = segment.segment_number
        is_guest_s = self._state.mode == "guest" and not segment.is_by_hand
        how = "asked by the guest" if is_guest_s else SEGMENT_WORDS[segment.replan_kind]
        stage = f" · {segment.stage}" if segment.stage is not None else ""
        steps = tuple(self._step(number, each) for each in segment.steps if not each.step.is_replan)
        explored = self._state.explore
        if explored is None:
            reason = "; ".join(filter(None, (segment.reason, *segment.notes)))
            return ToldSegment(f"Segment {number} · {how}{stage}", reason, steps)
        group = explored.group_of_segment(number)
        title = f"Group {group.number} · iteration {group.iteration}" if group else "Start"
        return ToldSegment(title, segment.reason, steps, explored.is_walk(number))

    def _step(self, segment_number: int, view: run_state.StepView) -> ToldStep:
        lines = (
            f"Planned: {view.step.description}" if view.title != view.step.description else "",
            local.reversibility_words(view.reversibility) if view.reversibility else "",
            f"{count_words(view.attempts, 'attempt')}" if view.attempts > 1 else "",
            _took(view.took_ms - 1000 * view.waited_secs),
            _left(view),
        )
        told = self._told(f"{segment_number}.{view.step.step_number}", view.title, view, lines)
        states = view.local.states if view.local else ()
        return replace(
            told,
            tone="warn" if view.verdict is Verdict.CANT_TELL else told.tone,
            after_hash=view.picture_hash,
            branch_words=_plan_words(view.local, self._state.mode) if view.local else "",
            branch=tuple(self._attempt(segment_number, told.number, each) for each in states),
        )

    def _attempt(self, segment_number: int, of_step: str, view: LocalStateView) -> ToldStep:
        planned = view.performed or view.step
        title = planned.description if planned and not view.is_revert else ""
        if view.is_revert:
            title = f"Go back: {local.places_words(view.asked_back, segment_number)}"
        lines = _attempt_lines(view, segment_number)
        told = self._told(f"{of_step}.{view.number}", title, view, lines)
        return replace(
            told,
            tone="quiet" if view.state is StepState.DONE else told.tone,
            before_hash=view.picture_before_hash or told.before_hash,
            after_hash=view.picture_after_hash,
        )

    def _told(self, number: str, title: str, view: ActionView, lines: Iterable[str]) -> ToldStep:
        """What is told of a step as of an attempt on its way."""
        performed = next(iter(self._executed.get(number, ())), None)
        is_judged = view.verdict is not None and view.state is StepState.DONE
        verdict = f", {view.verdict}" if is_judged else ""
        return ToldStep(
            number=number,
            title=title,
            state=f"{STATE_WORDS[view.state]}{verdict}",
            tone=TONES.get(view.state, "quiet"),
            why=view.detail or sentence_of(view.evidence),
            at_secs=performed.at_secs if performed else 0.0,
            lines=tuple(filter(None, lines)),
            before_hash=performed.picture_before_hash if performed else "",
            after_hash="",
            at_px=view.at_px,
            decisions=tuple(told_decision(each) for each in self._decided.get(number, ())),
            is_left=view.is_reverted or view.state is StepState.ABANDONED,
        )


def told_decision(view: oversight.DecisionView) -> ToldDecision:
    """``Approved by anna, after 2.1 s``."""
    words = verdict_words(view.decision) if view.decision is not None else "not answered"
    words = words[:1].upper() + words[1:]
    if view.decision is not None and view.decision.how is DecidedHow.POLICY:
        words += ", a rule of the policy"
    request = view.request
    if request is None:
        return ToldDecision(words, "", "")
    risk, again = request.risk, request.asked_again_because
    changed = f"The target had changed: {again}" if again else ""
    parts = (changed, request.ruling.why, risk.told, risk.undo, request.suspicion)
    words += f", after {span_words(1000 * view.took_secs)}" if view.decision is not None else ""
    if view.decision is not None and view.decision.seen_secs is not None:
        words += f", in sight for {span_words(1000 * view.decision.seen_secs)}"
    elif view.is_a_person_s:
        words += "; for how long it was in sight nobody can tell"
    why = sentence_of(tuple(each.rstrip(".") for each in parts if each))
    return ToldDecision(words, why, request.crop_hash)


def hashes_in(segments: Iterable[ToldSegment]) -> Iterator[str]:
    """The pictures of a story, in its order, some more than once."""
    for segment in segments:
        for step in segment.steps:
            for each in (step, *step.branch):
                yield from (each.before_hash, each.after_hash)
                yield from (decision.shown_hash for decision in each.decisions)


def spent_words(spent: spending.Spent, calls: int = 0) -> str:
    """``2 calls, 980 tokens, cost 0.0020``; empty where nothing was asked."""
    parts = [count_words(calls, "call")] if calls else []
    if spent.rounds:
        parts += [count_words(spent.usage.total, "token"), f"cost {money_words(spent.cost)}"]
    return ", ".join(parts)


def _attempt_lines(view: LocalStateView, segment_number: int) -> Iterator[str]:
    if view.reversibility is not None:
        yield local.reversibility_words(view.reversibility)
    if view.inputs is not None:
        is_operator_s = view.decided_by == "operator"
        by = f", by the operator (the rule said {view.ruled})" if is_operator_s else ""
        options = local.options_words(view.explored_count, view.inputs.option_count)
        yield ", ".join(filter(None, (f"Distance {local.distance_words(view.inputs)}", options)))
        decision = local.DECISION_WORDS.get(view.decision, view.decision)
        yield f"Decided to {decision}{by}. {view.reason}"
    if view.is_revert:
        words = f"{local.RETURNED_WORDS[view.returned]}, {local.ways_words(view.ways)}"
        yield words.strip(", ").capitalize()
        if view.undone:
            yield f"Taken back: {local.places_words(view.undone, segment_number)}"
    yield _left(view)
    yield f"It cost {spent}" if (spent := spent_words(view.spent, view.calls)) else ""
    yield _took(view.took_ms)


def _plan_words(plan: LocalPlanView, mode: ModeName) -> str:
    is_operator_s = any(each.decided_by == "operator" for each in plan.states)
    if not plan.goal:
        return (
            f"The {'guest' if mode == 'guest' and not is_operator_s else 'operator'} took it back"
        )
    words = f"Planned locally towards “{plan.goal}”, because {plan.why}"
    return f"{words}: {local.RESULT_WORDS[plan.result]}. {plan.reason}".strip()


def _left(view: ActionView) -> str:
    return local.left_words(is_reverted=view.is_reverted, is_untold=view.is_untold).capitalize()


def _took(ms: float) -> str:
    return f"It took {span_words(ms)}" if ms > 0 else ""
