"""What the prompt for an action on the web is filled with, from its request."""

from __future__ import annotations

import re

from engine.domain.web.proposals import ActionName, Attempt, WebRequest

Values = dict[str, object]

_MAX_ATTEMPTS, _MAX_VISITED, _MAX_BEST = 8, 5, 5
_PLAIN_ID = re.compile(r"[\w.:-]{1,40}")


def choice_values(request: WebRequest) -> Values:
    """All but the page."""
    page = request.situation.page
    here = page.url if page else ""
    visited = [url for url in dict.fromkeys(request.visited) if url != here]
    return {
        "goal": request.goal.text.strip(),
        "values": request.goal.values,
        "mode": str(request.goal.mode),
        "kind": str(request.goal.kind),
        "stage": str(request.stage),
        "page_type": str(request.page_type),
        "is_listing": request.is_listing,
        "explore_mode": request.explore_mode,
        "avoid_search": request.avoid_search,
        "search_no_change": request.search_no_change,
        "search_controls": request.search_controls,
        "best": _best(request),
        "allowed": [str(each) for each in ActionName if each in request.allowed],
        "attempts": _done_so_far(request),
        "visited": visited[-_MAX_VISITED:],
        "state_change": request.state_change,
        "error": request.error,
        "is_looping": request.is_looping,
        "loop_words": request.loop_words,
        "answers": list(request.answers.items()),
        "steps_left": request.steps_left,
    }


def _best(request: WebRequest) -> list[str]:
    """The candidates of the mapping. They stand outside of the fence: what is no plain id is left
    out, so that a page can't say anything there."""
    mapped = {element.agent_id for element in request.mapping}
    ids = (each for each in request.candidates if each in mapped and _PLAIN_ID.fullmatch(each))
    return list(ids)[:_MAX_BEST]


def _done_so_far(request: WebRequest) -> list[dict[str, str]]:
    """The last attempts, behind what was done before there are any of (a run that goes on)."""
    tried = {attempt.description for attempt in request.attempts}
    before = [
        {"description": step.description, "outcome": "done"}
        for step in request.completed
        if step.description not in tried
    ]
    tries = [
        {"description": attempt.description, "outcome": _outcome(attempt)}
        for attempt in request.attempts
    ]
    return [*before, *tries][-_MAX_ATTEMPTS:]


def _outcome(attempt: Attempt) -> str:
    if attempt.why:
        return f"failed, {attempt.why}"
    return "the page changed" if attempt.has_changed else "nothing changed"
