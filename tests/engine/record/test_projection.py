"""The fold: what a view shows after each event of a run."""

from __future__ import annotations

from dataclasses import replace
from typing import get_args

import pytest

from engine.domain.actions import Click
from engine.domain.approvals import Approve, Edit, Grant
from engine.domain.errors import BugError
from engine.domain.events import (
    ApprovalAsked,
    ControlChanged,
    Event,
    ModelAsked,
    QuestionAnswered,
    QuestionAsked,
    Recorded,
    SegmentPlanned,
    SessionEnded,
    StepEnded,
    StepStarted,
)
from engine.domain.models import TokenUsage
from engine.domain.performing import (
    GrantGiven,
    LocalPlanningEnded,
    LocalPlanningStarted,
    LocalProposed,
    ReversalEnded,
    ReversalStarted,
)
from engine.domain.plans import PlanSegment, PlanStep, ReplanKind
from engine.domain.risks import Degree, Reversibility
from engine.domain.terminals import Outcome, Terminal
from engine.domain.verdicts import Phase, StepState, Verdict
from engine.domain.web.events import Node, SessionResumed, StagePromoted
from engine.domain.web.pages import Stage
from engine.record.codec import event_from_json, event_to_json
from engine.record.views.fold import fold_all
from engine.record.views.run_state import RunState
from engine.record.views.spending import spent_by_cause, spent_on
from tests.engine.record.runs import (
    BOLD,
    CONFIRM,
    ENDED,
    LAST,
    LAUNCH,
    OPEN_FILE,
    PAGE,
    SAVE,
    SAVE_KEYS,
    STARTED,
    TYPE,
    TYPE_EDITED,
    asked,
    called,
    long_run,
    performed,
    recorded_run,
    typical_run,
    web_pass,
)

PLANNED = SegmentPlanned(1, ReplanKind.INITIAL, PlanSegment((LAUNCH, TYPE, BOLD), False))


def state_after(*events: Event) -> RunState:
    return fold_all(recorded_run(*events))


def states(state: RunState, segment_number: int = 1) -> list[StepState]:
    return [view.state for view in state.segments[segment_number - 1].steps]


def test_typical_run_has_every_kind_of_event() -> None:
    assert {type(event) for event in typical_run()} == set(get_args(Event))


def test_typical_run_folds_to_what_happened() -> None:
    state = state_after(*typical_run())

    assert state.session_id == "run"
    assert (state.goal, state.surface, state.thinker) == (
        STARTED.goal,
        STARTED.surface,
        STARTED.thinker,
    )
    assert (state.asking, state.limits) == (STARTED.asking, STARTED.limits)
    assert state.outcome == ENDED.outcome
    assert not state.is_running
    assert state.phase is Phase.COMPLETE
    assert state.calls_used == 5
    assert state.replans_used == 2
    assert state.control == "running"
    assert state.warnings == ("The screen is slow.", "The practice display was closed.")
    assert state.elapsed_secs == len(typical_run()) - 2, "a second lies before going on"
    assert states(state, 1) == [StepState.DONE, StepState.DONE, StepState.SKIPPED]
    assert states(state, 2) == [StepState.DONE, StepState.REJECTED, StepState.ABANDONED]
    assert states(state, 3) == [StepState.DONE, StepState.DONE]
    assert state.segments[1].steps[0].attempts == 2
    assert state.segments[2].steps[0].picture_hash == "e" * 32


def test_what_was_there_last_is_what_was_seen_at_the_end() -> None:
    ended = replace(ENDED, picture_hash="f" * 32)
    assert state_after(*typical_run()[:-1], ended).picture_hash == "f" * 32


def test_completed_steps_are_those_that_were_done_as_they_were_done() -> None:
    """Neither the skipped, rejected, failed and abandoned ones nor the looks in between."""
    assert state_after(*typical_run()).completed_steps == (LAUNCH, TYPE_EDITED, SAVE_KEYS, CONFIRM)


def test_local_states_stand_under_their_step_with_what_was_taken_back() -> None:
    local = state_after(*typical_run()).segments[1].steps[0].local
    assert local is not None and not local.is_open
    assert [state.number for state in local.states] == [1, 2, 3, 4]
    assert [state.is_reverted for state in local.states] == [True, True, False, False]
    assert [state.decision for state in local.states] == ["explore", "revert", "", "reached"]
    explored, reverted, revert, reached = local.states
    assert (explored.calls, explored.next_option) == (2, "try_keys")
    assert (reverted.decided_by, reverted.ruled) == ("operator", "retain")
    assert (reverted.tries, reverted.tries_of) == ("try_keys", 1)
    assert (revert.is_revert, revert.returned, revert.decided_by) == (True, "restored", "operator")
    assert revert.asked_back == revert.undone == ("2.1.2", "2.1.1")
    assert reached.inputs is not None and reached.inputs.progress == 8.0


def test_a_step_that_was_taken_back_leaves_the_completed_list() -> None:
    done = (STARTED, PLANNED, StepStarted(1, 1), *performed(1, LAUNCH))
    done = (*done, StepEnded(1, 1, "done", Verdict.SEEN))
    assert state_after(*done).completed_steps == (LAUNCH,)
    back = (
        ReversalStarted(1, 1, 1, ("1.1",), "operator"),
        ReversalEnded(1, 1, 1, Verdict.SEEN, ("1.1",), ("press Escape",)),
    )
    state = state_after(*done, *back)
    assert state.completed_steps == ()
    assert state.segments[0].steps[0].is_reverted
    assert [tally.completed for _, tally in state.segments.parts] == [0], "nor is it counted"


def test_what_could_not_be_taken_back_stays_in_the_completed_list() -> None:
    state = state_after(
        STARTED,
        PLANNED,
        StepStarted(1, 1),
        *performed(1, LAUNCH),
        StepEnded(1, 1, "done", Verdict.SEEN),
        ReversalStarted(1, 1, 1, ("1.1",), "operator"),
        ReversalEnded(1, 1, 1, Verdict.CONTRADICTED, (), ("press Escape",), ("a window is there",)),
    )
    assert state.completed_steps == (LAUNCH,)
    local = state.segments[0].steps[0].local
    assert local is not None and local.states[0].state is StepState.FAILED


@pytest.mark.parametrize("ending", ["failed", "skipped", "rejected", "abandoned"])
def test_step_that_was_not_done_is_not_completed(ending: str) -> None:
    ended = StepEnded(1, 1, ending, Verdict.CANT_TELL)  # type: ignore[arg-type]
    state = state_after(STARTED, PLANNED, StepStarted(1, 1), ended)
    assert state.completed_steps == ()
    assert states(state)[0] is StepState(ending)


def test_fold_of_every_prefix_is_sound() -> None:
    run = recorded_run(*typical_run())
    for length in range(len(run) + 1):
        state = fold_all(run[:length])
        assert state.last_seq == length
        assert state.is_running == (0 < length < len(run))


def test_same_events_give_the_same_state() -> None:
    run = recorded_run(*typical_run())
    assert fold_all(run) == fold_all(run) == fold_all(iter(run))


def test_edited_step_shows_what_was_planned_and_what_was_performed() -> None:
    state = state_after(
        STARTED,
        PLANNED,
        StepStarted(1, 2),
        *asked(1, TYPE, Edit(TYPE_EDITED)),
        *performed(1, TYPE_EDITED),
    )
    view = state.segments[0].steps[1]
    assert (view.step, view.performed) == (TYPE, TYPE_EDITED)
    assert view.at_px == (50, 32)


def test_a_step_that_was_performed_as_it_was_planned_is_held_once() -> None:
    """Read from a record, where each event has its own."""
    read = [event_from_json(event_to_json(each.event)) for each in recorded_run(*long_run(2))]
    state = fold_all(recorded_run(*read))
    views = [view for segment in state.segments for view in segment.steps]
    assert views and all(view.performed is view.step for view in views)


def test_step_waits_while_the_operator_is_asked() -> None:
    question, answer = asked(1, LAUNCH, Approve())
    assert isinstance(question, ApprovalAsked)

    waiting = state_after(STARTED, PLANNED, StepStarted(1, 1), question)
    assert waiting.pending == question.request
    assert states(waiting)[0] is StepState.WAITING

    decided = state_after(STARTED, PLANNED, StepStarted(1, 1), question, answer)
    assert decided.pending is None
    assert states(decided)[0] is StepState.RUNNING


def test_new_segment_abandons_what_was_open() -> None:
    state = state_after(
        STARTED,
        PLANNED,
        StepStarted(1, 1),
        StepEnded(1, 1, "done", Verdict.SEEN),
        StepStarted(1, 2),
        SegmentPlanned(2, ReplanKind.ERROR, PlanSegment((CONFIRM,), True)),
    )
    assert states(state, 1) == [StepState.DONE, StepState.ABANDONED, StepState.ABANDONED]
    assert states(state, 2) == [StepState.PLANNED]
    assert (state.current_segment, state.current_step) == (2, 0)


@pytest.mark.parametrize("by_hand", [False, True])
def test_the_look_at_the_end_of_what_was_done_is_done_once_the_next_plan_is_made(
    by_hand: bool,
) -> None:
    """What the operator does between them is no plan."""
    look = replace(LAST, step_number=2)
    planned = SegmentPlanned(1, ReplanKind.INITIAL, PlanSegment((LAUNCH, look), False))
    own = SegmentPlanned(2, ReplanKind.BY_HAND, PlanSegment((SAVE,), False))
    told = [STARTED, planned, StepEnded(1, 1, "done", Verdict.SEEN), *[own] * by_hand]
    assert states(state_after(*told), 1)[1] is not StepState.DONE
    after = SegmentPlanned(2 + by_hand, ReplanKind.ADAPTIVE, PlanSegment((CONFIRM,), True))
    assert states(state_after(*told, after), 1) == [StepState.DONE, StepState.DONE]
    failed = StepEnded(1, 1, "failed", Verdict.CONTRADICTED)
    told[2] = failed
    assert states(state_after(*told, after), 1) == [StepState.FAILED, StepState.ABANDONED]


def test_end_closes_all_that_was_open() -> None:
    question, _ = asked(1, LAUNCH, Approve())
    stopped = SessionEnded(Outcome(Terminal.STOPPED, "operator", "Stopped by the operator."))
    state = state_after(
        STARTED, PLANNED, StepStarted(1, 1), question, QuestionAsked("q", "?", ()), stopped
    )
    assert states(state) == [StepState.ABANDONED] * 3
    assert (state.pending, state.question) == (None, None)
    assert state.outcome == stopped.outcome


def test_step_of_a_segment_that_was_never_planned_is_a_bug() -> None:
    with pytest.raises(BugError, match="segment 7"):
        state_after(STARTED, PLANNED, StepStarted(7, 1))


def test_only_the_named_step_changes() -> None:
    twice = tuple(PlanStep(number, "z", "B", Click(), "Click") for number in (1, 2))
    state = state_after(
        STARTED, SegmentPlanned(1, ReplanKind.INITIAL, PlanSegment(twice, False)), StepStarted(1, 2)
    )
    assert states(state) == [StepState.PLANNED, StepState.RUNNING]


def test_a_thousand_steps_fold_to_all_of_them() -> None:
    state = fold_all(recorded_run(*long_run()))
    assert len(state.completed_steps) == 1002


def test_models_cost_the_run_and_the_local_state_that_they_served() -> None:
    state = state_after(*typical_run())
    assert state.spent.usage == TokenUsage(2100, 600, 230)
    assert state.spent.rounds == 2 and state.spent.retries == 2
    assert state.spent.cost == pytest.approx(0.006)
    assert list(spent_by_cause(state.model_calls)) == ["plan", "proposal"]
    local = state.segments[1].steps[0].local
    assert local is not None and local.states[0].spent.usage.total == 980


def test_without_a_known_price_no_cost_is_told() -> None:
    free = called("plan", TokenUsage(10, 0, 1), 0.1)
    unknown = replace(free, cost=None)
    assert spent_on([free, unknown]).cost is None
    assert spent_on([unknown, free]).cost is None


def test_waiting_for_the_operator_is_no_work() -> None:
    """Each event is a second after the one before it."""
    state = state_after(
        STARTED,
        PLANNED,
        StepStarted(1, 1),
        *asked(1, LAUNCH, Approve()),  # a second
        *performed(1, LAUNCH),
        ControlChanged("paused"),
        StepEnded(1, 1, "done", Verdict.SEEN),  # it worked until then
        ControlChanged("running"),  # one more
        QuestionAsked("q1", "Which?", ("a", "b")),
        QuestionAnswered("q1", "a", "anna"),  # and one
    )
    assert state.elapsed_secs == 11
    assert state.waited_secs == 3
    assert state.worked_secs == 8


def test_what_an_abandoned_branch_cost_is_told() -> None:
    usage = TokenUsage(100, 0, 10)
    back_by_keys = Reversibility(Degree.REVERSIBLE, "Escape closes it.")
    began = LocalPlanningStarted(1, 1, "the menu is open", "not in sight", 10, "p0")
    tried = (
        called("proposal", usage, 0.1, "1.1.1"),
        LocalProposed(1, 1, 1, 1, OPEN_FILE, (), back_by_keys),
        called("distance", usage, 0.2, "1.1.1"),
    )
    back = (
        ReversalStarted(1, 1, 2, ("1.1.1",)),
        called("revert", usage, 0.4, "1.1.2"),
        ReversalEnded(1, 1, 2, "restored", ("1.1.1",), ("press Escape",)),
    )
    kept = (
        called("proposal", usage, 0.8, "1.1.3"),
        LocalProposed(1, 1, 3, 2, SAVE_KEYS, (), back_by_keys),
        StepStarted(1, 1, 1, 3),
        StepEnded(1, 1, "done", Verdict.CANT_TELL, local=3),
    )
    run = (STARTED, PLANNED, StepStarted(1, 1), began, *tried)
    assert state_after(*run).spent_on_abandoned.rounds == 0
    state = state_after(*run, *back, *kept)
    assert state.spent_on_abandoned.rounds == 2
    assert state.spent_on_abandoned.cost == pytest.approx(0.3)
    thought_about = called("proposal", usage, 1.6, "1.1.4")
    given_up = LocalPlanningEnded(1, 1, "cancelled", "It can't be reached.", 3)
    state = state_after(*run, *back, *kept, thought_about, given_up)
    assert state.spent_on_abandoned.cost == pytest.approx(0.3 + 0.8 + 1.6)
    assert state.spent_on_abandoned.usage == TokenUsage(400, 0, 40)


def test_attempts_beyond_the_first_are_retries() -> None:
    run = (STARTED, PLANNED, StepStarted(1, 1), StepStarted(1, 1, attempt=2))
    assert state_after(*run).retries_used == 1
    assert state_after(*run, StepStarted(1, 1, attempt=3), StepStarted(1, 2)).retries_used == 2


def test_a_model_is_waited_for_from_the_question_to_the_answer() -> None:
    began = (PLANNED, StepStarted(1, 1), LocalPlanningStarted(1, 1, "g", "why", 10, "p0"))
    begun = (STARTED, *began, ModelAsked("plan", "small"), ModelAsked("distance", "small", "1.1.1"))
    plan, distance = state_after(*begun).asked
    assert (plan.event.cause, distance.at_secs - plan.at_secs) == ("plan", 1.0)
    usage = TokenUsage(100, 0, 10)
    answered = called("plan", usage, 0.1)
    assert state_after(*begun, answered).asked == (distance,)
    assert state_after(*begun, answered, called("distance", usage, 0.1, "1.1.1")).asked == ()
    assert state_after(*begun, ENDED).asked == ()


def test_waiting_for_the_operator_is_no_work_of_the_step() -> None:
    question = QuestionAsked("q1", "Which one?", ("A",))
    state = state_after(
        STARTED, PLANNED, StepStarted(1, 1), question, StepEnded(1, 1, "done", Verdict.SEEN)
    )
    assert [view.waited_secs for view in state.segments[0].steps][:2] == [1.0, 0.0]


# --- on the web


def on_the_web(*events: Event) -> RunState:
    return state_after(replace(STARTED, mode="navigator", surface="browser"), *events)


def test_a_directors_run_has_nothing_of_the_web() -> None:
    state = state_after(STARTED, PLANNED)
    assert (state.mode, state.web, state.segments[0].stage) == ("director", None, None)


def test_it_is_known_where_in_the_graph_a_run_on_the_web_is() -> None:
    pass_ = tuple(web_pass())[:-1]
    state = on_the_web(*pass_)
    web = state.web
    assert state.mode == "navigator" and web is not None
    assert (web.node, web.step, web.stage) == (Node.GOAL_CHECK, 2, Stage.CONTEXT)
    assert [web.visits.get(each, 0) for each in Node] == [2, 0, 2, 1, 0, 0, 0, 0, 0, 1]
    assert web.transitions[Node.OBSERVE, Node.GOAL_CHECK] == 2
    assert web.transitions[Node.PLANNER, Node.ERROR_RETRY] == 1
    assert (Node.PLANNER, Node.SAFETY) not in web.transitions


def test_the_page_and_what_was_saved_are_kept() -> None:
    web = on_the_web(*web_pass()).web
    assert web is not None and web.page == PAGE
    assert [note.path for note in web.downloads] == ["/tmp/list.pdf"]
    assert web.checkpoint is not None and web.checkpoint.checkpoint_id == "c1"


def test_a_segment_remembers_the_stage_in_which_it_was_planned() -> None:
    later = replace(PLANNED, segment_number=2)
    state = on_the_web(PLANNED, StagePromoted(Stage.LOCATE, "a candidate is in sight"), later)
    assert [each.stage for each in state.segments] == [Stage.ORIENT, Stage.LOCATE]


def test_a_run_that_goes_on_has_nothing_open_and_the_time_between_does_not_count() -> None:
    broken_off = recorded_run(
        replace(STARTED, mode="navigator"),
        PLANNED,
        StepStarted(1, 1),
        QuestionAsked("q1", "Which one?", ()),
        GrantGiven(Grant("g", "click", "shop.example")),
    )
    assert fold_all(broken_off).grants
    later = SessionResumed("c1", "http://127.0.0.1/shop", "0.1.0")
    gone_on = Recorded(6, "run", broken_off[-1].at_secs + 5000.0, later)
    state = fold_all((*broken_off, gone_on))
    assert states(state)[0] is StepState.ABANDONED
    assert state.question is None and state.is_running and not state.grants
    assert (state.elapsed_secs, state.worked_secs) == (4.0, 3.0)  # a second of them asked
