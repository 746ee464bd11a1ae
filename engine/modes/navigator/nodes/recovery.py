"""What is done where the run can't simply go on: 2) loop_mitigation, 9) ask_user, 10) error_retry.

loop_mitigation: an optional conservative pass, then a paged scan with ``mapping_boost`` until
``max_auto_scrolls``. ask_user: the operator answers; where nobody can, the stop reason is kept,
nothing waits. error_retry: one retry after errors of planner and execute, timeouts, disallowed
actions.
"""

from engine.domain.performing import StepOverruled
from engine.language.labels import asked_by_thinker
from engine.modes.navigator import terminals
from engine.modes.navigator.looks import is_budget_used_up
from engine.modes.navigator.run import Work
from engine.modes.navigator.state import NavState
from engine.modes.navigator.steps import scroll_step


async def loop_mitigation(state: NavState, work: Work) -> NavState:
    """Look once more without touching anything, then scan view by view; then nothing is left."""
    if work.limits.may_be_conservative and not state["has_been_conservative"]:
        return NavState(is_conservative=True, has_been_conservative=True)
    page = work.seen.page
    may_scan = state["auto_scrolls_used"] < work.limits.max_auto_scrolls
    if not may_scan or not page.can_scroll_down:
        return NavState(is_mitigated=True, is_boosted=True)
    step = scroll_step("Scroll on by a view to find more")
    result = await work.perform_aside(step, f"paged scan: {state['loop_words']}")
    return NavState(
        auto_scrolls_used=state["auto_scrolls_used"] + 1,
        is_boosted=True,
        is_overruled=isinstance(result, StepOverruled),
    )


async def ask_user(state: NavState, work: Work) -> NavState:
    """The answer is told to the thinker from now on; without one the run ends."""
    question = state["question"]
    answer = await work.run.control.ask(asked_by_thinker(question), tuple(state["choices"]))
    if answer:
        answers = {**state["answers"], question: answer}
        return NavState(question="", choices=[], answers=answers, stop_reason="")
    stop_reason = f"It was asked “{question}”, and nobody answered."
    ending = _stuck(state, work) or terminals.failed(
        "ask_user", f"The run needs an answer to go on. {stop_reason}"
    )
    return {**NavState(question="", stop_reason=stop_reason), **terminals.ended(ending)}


def _stuck(state: NavState, work: Work) -> terminals.Ending | None:
    """Asked because the world is frozen and a budget used up: that is the terminal then, and the
    question is kept as what the run stopped with."""
    if state["is_frozen"] and is_budget_used_up(state, work.limits):
        return terminals.stuck(state["loop_words"] or "nothing changes any more", state)
    return terminals.stuck_at_element(state, work.limits)


async def error_retry(state: NavState, work: Work) -> NavState:
    """Look again and choose anew, once. What comes twice in a row ends the run, with its reason:
    but for an element, which comes to be avoided first, so that another may be chosen."""
    is_second = state["error_key"] == state["last_error_key"]
    update = NavState(
        last_error_key=state["error_key"],
        no_progress_steps=state["no_progress_steps"] + 1,
        idle_calls=state["idle_calls"] + 1,
        pending=None,
        error_key="",
    )
    work.forget_step()
    if is_second and state["error"] == "planner_failed":
        return {**update, **terminals.ended(_nothing_left(state, work))}
    if is_second and state["error"] == "planner_disallowed_action" and _was_refused(state):
        return {**update, **terminals.ended(terminals.refused(state))}
    if is_second and not _may_choose_another(state, work):
        message = f"{_SAID[state['error']]} twice in a row. {state['error_words']}"
        return {**update, **terminals.ended(terminals.failed(state["error"], message))}
    return update


def _nothing_left(state: NavState, work: Work) -> terminals.Ending:
    """The planner knows of nothing more: is that a loop, a no, or what it does not know?"""
    if (ending := terminals.stuck_at_element(state, work.limits)) is not None:
        return ending
    if _was_refused(state):
        return terminals.refused(state)
    return terminals.failed(state["error"], state["error_words"])


def _was_refused(state: NavState) -> bool:
    return bool(state["attempts"]) and state["attempts"][-1].is_refused


_SAID = {
    "planner_disallowed_action": "The planner chose what is not allowed",
    "planner_timeout": "The planner did not answer in time",
    "execute_failed": "An action could not be performed",
}


def _may_choose_another(state: NavState, work: Work) -> bool:
    """The element that failed is on the avoid list only now."""
    failed_ids = set(state["error_key"].split()) & set(state["failures"])
    most = work.limits.max_element_failures
    is_execution = state["error"] == "execute_failed"
    return is_execution and any(state["failures"][each] <= most for each in failed_ids)
