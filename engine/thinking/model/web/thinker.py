"""The web thinker that asks a model: the ``WebThinker`` port over the ``Model`` port.

It sees nothing but its request. Each action is one question: a system text that never changes, and
a prompt with what the page says behind a fence. The reply is checked against the JSON schema and
against the page; what is wrong with it goes back to the model once.
"""

from __future__ import annotations

from engine.domain.errors import ReplyInvalid
from engine.domain.web.goals import WebGoal
from engine.domain.web.proposals import ActionName, Attempt, WebProposal, WebRequest
from engine.thinking.model.asking import WEB_NAMES, AsksModel, Values, refuse_empty
from engine.thinking.model.fencing import COLUMN, one_line
from engine.thinking.model.replies import checked
from engine.thinking.model.web.element_table import short_address
from engine.thinking.model.web.page_text import page_text
from engine.thinking.model.web.proposing import proposal_from, why_impossible, why_unwanted
from engine.thinking.model.web.replies import WebActionReply, form_for

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


class ModelWebThinker(AsksModel):
    """Chooses by asking a model. Beside ``ReplyInvalid``, ``choose`` raises every ``ModelFailed``
    and ``BudgetExhausted``."""

    NAMES = WEB_NAMES

    def read_goal(self, goal: str) -> WebGoal:
        """What words mean is the model's affair: it tells with its first reply. Raises
        ``GoalUnreadable`` for an empty goal."""
        refuse_empty(goal)
        return WebGoal(goal, is_told=False)

    async def choose(self, request: WebRequest) -> WebProposal:
        """The next action. One that is not allowed is handed back only where the model insists on
        it; the navigator refuses and records it."""
        self.read_goal(request.goal.text)
        unwanted: list[WebActionReply] = []
        form = form_for(request.allowed, asks_for_goal=not request.goal.is_told)

        def check(reply: WebActionReply) -> None:
            if why := why_unwanted(reply, request):
                unwanted.append(reply)
                raise ValueError(why)
            unwanted.clear()
            if why := why_impossible(reply, request):
                raise ValueError(why)

        told = choice_values(request)

        def prompt(budget_tokens: int) -> tuple[str, int]:
            page = page_text(request, budget_tokens)
            return self._prompts.render("web_choose", page=page.text, **told), page.rows_tokens

        try:
            reply = await self._ask(checked(form, check), "plan", prompt)
        except ReplyInvalid:
            if not unwanted:
                raise
            reply = unwanted[-1]
        return proposal_from(reply, request)
