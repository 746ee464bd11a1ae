"""1) observe: look, map, balance, look again where a listing is sparse, store hashes, suspect
loops. Where it was said that all is done, the page must have come to rest first.

The way back to the page that a run was on when it broke off is a step like any other, through the
gate. An address may act: opening ``/cart/add?id=3`` adds once more. One that reads so, or that
came of a form that was sent, is asked about; where the gate says no, the run goes on from the page
that the browser began with.

What is done where the run can't simply go on: 2) loop_mitigation, 9) ask_user, 10) error_retry.
loop_mitigation: an optional conservative pass, then a paged scan with ``mapping_boost`` until
``max_auto_scrolls``. ask_user: the operator answers; where nobody can, the stop reason is kept,
nothing waits. error_retry: one retry after errors of planner and execute, timeouts, disallowed
actions."""

import time

from engine.domain import actions, errors, plans, zones
from engine.domain.performing import StepDone, StepOverruled
from engine.domain.terminals import Outcome
from engine.domain.web import events, pages, sites
from engine.language import labels
from engine.modes.navigator import terminals
from engine.modes.navigator.looks import Look, counted, is_budget_used_up, look_at
from engine.modes.navigator.nodes.execute import heed_late
from engine.modes.navigator.reading_back import deed_at
from engine.modes.navigator.run import Work, page_of
from engine.modes.navigator.state import NavState, nothing_under_way, told_of
from engine.modes.navigator.steps import label_of, scroll_step, wait_step

_NOT_OPENED = "the page of before was not opened again"


async def come_back(page: pages.Page, state: NavState, work: Work) -> NavState | None:
    """What the state is told, or None; ``page`` is the one there now. It is tried once."""
    url, work.comes_back_to = work.comes_back_to, ""
    if url == page.url or url == "about:blank" or not sites.is_web(url):
        return None
    if zones.holds_mask(url):
        why = "a part of its address is hidden"
        message = f"{url} was not opened again: {why}."
        await work.run.log.append(events.BrowserNoted("address_refused", message))
        return _told(why)
    step = plans.PlanStep(
        step_number=1,
        zone_id=plans.GLOBAL_ZONE_ID,
        zone_label="",
        action=actions.Navigate(url),
        description=f"Open {url} again",
        has_risk_of=_risk_of(url, has_submitted=state["has_submitted"]),
    )
    try:
        result = await work.perform_aside(step, "the run was there when it broke off")
    except errors.NobodyToAsk:
        return _told("it may act once more, and nobody could be asked")
    match result:
        case StepDone():
            return NavState()
        case StepOverruled():
            return NavState(is_overruled=True)
        case _:
            return _told(result.why.rstrip("."))


def _risk_of(url: str, *, has_submitted: bool) -> str:
    if word := deed_at(url):
        return f"the word “{word}” in the address: opening it again may do so twice"
    if has_submitted:
        return "the page may have come of a form that was sent: opening it may send that again"
    return ""


def _told(why: str) -> NavState:
    return NavState(state_change=f"{_NOT_OPENED}: {why}")


_LOADING_SECS = 1.0
_BLANK_LOOKS, _BLANK_SECS = 12, 30.0
"""Waits on a page that shows nothing: some ten seconds together, more where it does not answer."""


async def observe(state: NavState, work: Work) -> NavState:
    """The state with what is on the page now. Conservative, it only looks."""
    update = NavState(is_overruled=False)
    if state["is_overruled"] and (work.run.control.forced is not None or state["pending"]):
        await work.run.way_back.heed()
        work.forget_step()
        words = "the operator took something back"
        update = {
            **nothing_under_way(),
            **NavState(state_change=words, repeat_count=0, stagnation_count=0),
        }
    is_claimed = state["claim"] is not None and work.goal.kind is pages.GoalKind.ACTION
    while True:
        if is_claimed:
            await work.run.looks.look_at_rest()
        if (late := await heed_late({**state, **update}, work)) is None:
            break
        update = {**update, **late}
    look = await _look(_why(state), state, work)
    if work.comes_back_to:
        told = await come_back(look.page, state, work)
        update = {**update, **(told or NavState())}
        if told is not None and not update["is_overruled"]:
            look = await _look("where the run goes on", state, work)
    if not state["is_conservative"]:
        look = await _look_again_while_blank(look, state, work)
        look = await _look_again_where_sparse(look, state, work)
    work.look = look
    update = {**update, **counted({**state, **update}, look, work.limits)}
    update["url"], update["title"] = look.page.url, look.page.title
    update["dom_hash"], update["mapping_hash"] = look.page.dom_hash, look.mapping_hash
    update["candidates_hash"] = look.candidates_hash
    update["step"] = state["step"] + 1
    update["is_conservative"] = False
    await work.run.log.append(_page_seen(look, {**state, **update}))
    return update


async def _look(why: str, state: NavState, work: Work) -> Look:
    situation = await work.observe(why)
    has_begun = state["performed"] or state["attempts"]
    if work.known_downloads is None or not has_begun:
        work.known_downloads = len(page_of(situation).downloads)
        work.first = situation
    room = work.limits.max_mapping + (work.limits.mapping_boost if state["is_boosted"] else 0)
    avoid = tuple(state["avoid"])
    return look_at(situation, page_of(situation), work.goal, room=room, avoid=avoid)


async def _look_again_while_blank(look: Look, state: NavState, work: Work) -> Look:
    """A page that its scripts have yet to make; each address is waited for in vain once."""
    why = "the page shows nothing yet"
    until_secs = time.monotonic() + _BLANK_SECS
    for _ in range(_BLANK_LOOKS):
        if not look.is_blank or look.page.url == work.stays_blank_at:
            return look
        if time.monotonic() >= until_secs:
            break
        if not isinstance(await work.perform_aside(wait_step(_LOADING_SECS), why), StepDone):
            return look
        look = await _look(why, state, work)
    work.stays_blank_at = look.page.url if look.is_blank else ""
    return look


async def _look_again_where_sparse(look: Look, state: NavState, work: Work) -> Look:
    """A listing may come late, or below the view."""
    for _ in range(work.limits.max_sparse_retries):
        if not look.is_sparse:
            break
        if look.page.is_loading:
            step, why = wait_step(_LOADING_SECS), "the page is still loading"
        elif look.page.can_scroll_down:
            step, why = scroll_step(), "the page lists more than is in sight"
        else:
            break
        if not isinstance(await work.perform_aside(step, why), StepDone):
            break
        look = await _look(why, state, work)
    return look


def _why(state: NavState) -> str:
    if not state["step"]:
        return "first look"
    if state["error"]:
        return f"after an error: {state['error_words']}"
    if state["is_looping"]:
        return "looking for a way out of a loop"
    return "what the last action changed"


def _page_seen(look: Look, state: NavState) -> events.PageSeen:
    avoided = (look.page.element(agent_id) for agent_id in state["avoid"])
    return events.PageSeen(
        **told_of(state, events.PageSeen),
        page_type=look.page_type,
        is_listing=look.is_listing,
        element_count=len(look.page.elements),
        mapping_count=len(look.mapping),
        trouble=look.trouble,
        avoided=tuple(label_of(element) for element in avoided if element is not None),
    )


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
    answer = await work.run.control.ask(labels.asked_by_thinker(question), tuple(state["choices"]))
    if answer:
        answers = {**state["answers"], question: answer}
        return NavState(question="", choices=[], answers=answers, stop_reason="")
    stop_reason = f"It was asked “{question}”, and nobody answered."
    # asked because the world is frozen and a budget used up, that is the terminal
    if state["is_frozen"] and is_budget_used_up(state, work.limits):
        ending = terminals.stuck(state["loop_words"] or "nothing changes any more", state)
    else:
        words = f"The run needs an answer to go on. {stop_reason}"
        failed = terminals.failed("ask_user", words)
        ending = terminals.stuck_at_element(state, work.limits) or failed
    return {**NavState(question="", stop_reason=stop_reason), **terminals.ended(ending)}


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


def _nothing_left(state: NavState, work: Work) -> Outcome:
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
