"""Loops: what is counted, when they are suspected, and when the run is stuck in one.

``repeat_count`` counts the same action on the same element at the same URL, ``stagnation_count``
actions after which the mapping is the same. The run is stuck only where the world is frozen (URL,
DOM and candidates are equal) *and* a budget is used up.
"""

from __future__ import annotations

import json

from engine.domain.web.limits import WebLimits
from engine.domain.web.proposals import META_ACTIONS
from engine.modes.navigator.looks import Look
from engine.modes.navigator.state import MAX_VISITED, AttemptState, NavState


def counted(state: NavState, look: Look, limits: WebLimits) -> NavState:
    """What a look says of loops: to be put over the state. ``has_acted`` is false after a scroll
    that moved the view: it was no action in vain."""
    page = look.page
    is_first = not state["mapping_hash"]
    is_same = look.mapping_hash == state["mapping_hash"]
    is_frozen = not is_first and (
        (page.url, page.dom_hash, look.candidates_hash)
        == (state["url"], state["dom_hash"], state["candidates_hash"])
    )
    stagnation, repeats = state["stagnation_count"], state["repeat_count"]
    if not is_same:
        stagnation = 0
    elif state["has_acted"]:
        stagnation += 1  # looking alone, as loop mitigation does, is no proof
    if not is_same and not state["has_acted"]:
        repeats = 0  # a scan brought something new to choose from
    is_looping = repeats >= limits.max_repeats or stagnation >= limits.max_stagnation
    return NavState(
        stagnation_count=stagnation,
        repeat_count=repeats,
        is_frozen=is_frozen,
        is_looping=is_looping,
        loop_words=_words(repeats, stagnation) if is_looping else "",
        has_acted=False,
        visited=with_latest(state["visited"], page.url, MAX_VISITED),
        is_mitigated=is_looping and state["is_mitigated"],
    )


def is_budget_used_up(state: NavState, limits: WebLimits) -> bool:
    """Repeats or stagnation went on after mitigation, all scrolls are used, or nothing helps."""
    went_on = (
        state["repeat_count"] > limits.max_repeats
        or state["stagnation_count"] > limits.max_stagnation
    )
    is_scanned = state["is_mitigated"] or state["auto_scrolls_used"] >= limits.max_auto_scrolls
    return (went_on and is_scanned) or state["no_progress_steps"] >= limits.max_no_progress


def is_element_used_up(state: NavState, limits: WebLimits) -> bool:
    """What was acted upon last did nothing so often that it is avoided now; the world is frozen, so
    that nothing else was brought forth instead."""
    last = last_action(state)
    if last is None or last["has_changed"] or last["url"] != state["url"]:
        return False
    agent_id = json.loads(last["proposal"])["agent_id"]
    failures = state["failures"].get(agent_id, 0)
    return (
        state["is_frozen"]
        and agent_id in state["avoid"]
        and failures >= (limits.max_element_failures)
    )


def last_action(state: NavState) -> AttemptState | None:
    """The last attempt upon the page; a question or a claim is none."""
    actions = (e for e in reversed(state["attempts"]) if not _is_meta(e))
    return next(actions, None)


def _is_meta(attempt: AttemptState) -> bool:
    return json.loads(attempt["proposal"])["action"] in META_ACTIONS


def with_latest(items: list[str], item: str, most: int) -> list[str]:
    return [*(each for each in items if each != item), item][-most:]


def _words(repeats: int, stagnation: int) -> str:
    if stagnation >= repeats:
        return f"the page is the same after {stagnation} actions"
    return f"the same action was done {repeats} times at the same place"
