"""What the prompt for an action on the web is filled with, from its request."""

from __future__ import annotations

from engine.domain.web.proposals import ActionName, Attempt, WebRequest
from engine.thinking.model.fencing import COLUMN, one_line
from engine.thinking.model.web.addresses import short_address

Values = dict[str, object]

_MAX_ATTEMPTS, _MAX_VISITED, _MAX_COMPLAINTS = 12, 5, 4
_CELL_CHARS, _REASON_CHARS = 160, 120


def choice_values(request: WebRequest) -> Values:
    """All but the page."""
    page = request.situation.page
    here = page.url if page else ""
    told = {here, *(attempt.url for attempt in request.attempts[-_MAX_ATTEMPTS:])}
    visited = [url for url in dict.fromkeys(request.visited) if url not in told]
    return {
        "goal": request.goal.text.strip(),
        "is_told": request.goal.is_told,
        "mode": str(request.goal.mode) if request.goal.is_told else "",
        "kind": str(request.goal.kind) if request.goal.is_told else "",
        "stage": str(request.stage),
        "page_type": str(request.page_type),
        "is_listing": request.is_listing,
        "explore_mode": request.explore_mode,
        "avoid_search": request.avoid_search,
        "search_no_change": request.search_no_change,
        "search_controls": request.search_controls,
        "allowed": [str(each) for each in ActionName if each in request.allowed],
        "attempts": _done_so_far(request),
        "visited": [short_address(url, here) for url in visited[-_MAX_VISITED:]],
        "state_change": request.state_change,
        "error": request.error,
        "is_looping": request.is_looping,
        "loop_words": request.loop_words,
        "sent": _sent(request),
        "is_confirmed": bool(request.confirmed),
        "is_blamed": bool(request.complaints),
        "answers": list(request.answers.items()),
        "steps_left": request.steps_left,
    }


def _sent(request: WebRequest) -> list[str]:
    """What was sent last and what the page says of it, in its own words: for behind the fence."""
    if not request.sent:
        return []
    cut = [one_line(each, _CELL_CHARS) for each in request.complaints[:_MAX_COMPLAINTS]]
    return [
        f"Sent: {one_line(request.sent, _CELL_CHARS)}",
        *([f"Confirmed: {one_line(request.confirmed, _CELL_CHARS)}"] if request.confirmed else []),
        *(f"Not accepted: {each}" for each in cut),
    ]


def _done_so_far(request: WebRequest) -> list[str]:
    """Rows of the last attempts, behind what was done before there are any of (a run that goes
    on)."""
    tried = {attempt.description for attempt in request.attempts}
    before = [
        _row(step.description, "", "", "done")
        for step in request.completed
        if step.description not in tried
    ]
    page = request.situation.page
    tries = [_told(attempt, page.url if page else "") for attempt in request.attempts]
    return [*before, *tries][-_MAX_ATTEMPTS:]


def _told(attempt: Attempt, here: str) -> str:
    """With the reason that the model gave for it: it remembers nothing else of what it meant."""
    return _row(
        attempt.description,
        attempt.proposal.agent_id,
        short_address(attempt.url, here),
        _outcome(attempt),
        attempt.proposal.reason,
    )


def _row(*cells: str) -> str:
    widths = (_CELL_CHARS, _CELL_CHARS, _CELL_CHARS, _CELL_CHARS, _REASON_CHARS)
    return COLUMN.join(map(one_line, cells, widths)).rstrip(" |")


def _outcome(attempt: Attempt) -> str:
    if attempt.why or attempt.is_refused:
        how = "refused, not tried" if attempt.is_refused else "failed"
        return f"{how}, {attempt.why}".removesuffix(", ")
    came = "the page changed" if attempt.has_changed else "nothing changed"
    return f"{came}; the person wanted it so" if attempt.is_edited else came
