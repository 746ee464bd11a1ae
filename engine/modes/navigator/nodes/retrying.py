"""10) error_retry: one retry after errors of planner and execute, timeouts, disallowed actions."""

from __future__ import annotations

from engine.modes.navigator.run import Work
from engine.modes.navigator.state import NavState
from engine.modes.navigator.terminals import Ending, ended, failed, refused, stuck_at_element


async def error_retry(state: NavState, work: Work) -> NavState:
    """Look again and choose anew, once. What comes twice in a row ends the run, with its reason:
    but for an element, which comes to be avoided first, so that another may be chosen."""
    is_second = state["error_key"] == state["last_error_key"]
    update = NavState(
        last_error_key=state["error_key"],
        no_progress_steps=state["no_progress_steps"] + 1,
        idle_calls=state["idle_calls"] + 1,
        pending="",
        error_key="",
    )
    work.forget_step()
    if is_second and state["error"] == "planner_failed":
        return {**update, **ended(_nothing_left(state, work))}
    if is_second and state["error"] == "planner_disallowed_action" and _was_refused(state):
        return {**update, **ended(refused(state))}
    if is_second and not _may_choose_another(state, work):
        message = f"{_SAID[state['error']]} twice in a row. {state['error_words']}"
        return {**update, **ended(failed(state["error"], message))}
    return update


def _nothing_left(state: NavState, work: Work) -> Ending:
    """The planner knows of nothing more: is that a loop, a no, or what it does not know?"""
    if (ending := stuck_at_element(state, work.limits)) is not None:
        return ending
    if _was_refused(state):
        return refused(state)
    return failed(state["error"], state["error_words"])


def _was_refused(state: NavState) -> bool:
    return bool(state["attempts"]) and bool(state["attempts"][-1].get("is_refused"))


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
