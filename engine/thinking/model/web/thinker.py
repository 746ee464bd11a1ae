"""The web thinker that asks a model: the ``WebThinker`` port over the ``Model`` port.

It sees nothing but its request. Each question has a system text that never changes, and a prompt in
the order of a plan's: the goal, what happened, which only grows at its end, and then the page. The
reply is checked against the JSON schema and against the page; what is wrong with it goes back to
the model once."""

import math
from collections.abc import Iterable

from engine.domain.errors import ReplyInvalid
from engine.domain.plans import Came, PastStep, Situation
from engine.domain.web.pages import PageType, Stage, TaskMode, WebGoal
from engine.domain.web.proposals import ActionName, Attempt, WebProposal, WebRequest
from engine.language.goals.pieces import refuse_empty
from engine.language.verbs import Verb
from engine.thinking.model import ranking, replies, screen_text, thinker
from engine.thinking.model.asking import WEB_NAMES, AsksModel, Values, plan_facts
from engine.thinking.model.fencing import one_line, past_blocks
from engine.thinking.model.web.element_table import page_text, short_address
from engine.thinking.model.web.proposing import proposal_from, why_impossible, why_unwanted
from engine.thinking.model.web.replies import ACTIONS, OFFERED, WebReply, form_for

_MAX_VISITED, _MAX_COMPLAINTS = 5, 4
_CELL_CHARS, _REASON_CHARS, _ADDRESS_CHARS = 160, 120, 120


def choice_values(request: WebRequest, past_tokens: float = math.inf) -> Values:
    """All but the page."""
    page = request.situation.page
    here = page.url if page else ""
    told = {here, *(attempt.url for attempt in request.attempts)}
    visited = [url for url in dict.fromkeys(request.visited) if url not in told]
    return {
        **plan_facts(request),
        "goal": request.goal.text.strip(),
        "places": [],
        "applications": "",
        "is_told": request.goal.is_told,
        "mode": str(request.goal.mode) if request.goal.is_told else "",
        "kind": str(request.goal.kind) if request.goal.is_told else "",
        "barred": [
            verb.name
            for verb in OFFERED
            if (action := ACTIONS[verb.name]) and action not in request.allowed
        ],
        "past": past_blocks(_past(request), past_tokens),
        "visited": [short_address(url, here) for url in visited[-_MAX_VISITED:]],
        "sent": _sent(request),
        "is_confirmed": bool(request.confirmed),
        "is_blamed": bool(request.complaints),
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


def _past(request: WebRequest) -> list[PastStep]:
    """What was tried, behind what was done before (in a run that goes on)."""
    tried = {attempt.description for attempt in request.attempts}
    done = (step for step in request.completed if step.description not in tried)
    before = [PastStep(Came.DONE, step.description) for step in done]
    last = (None, *request.attempts)
    return [*before, *map(_told, request.attempts, last)]


def _told(attempt: Attempt, last: Attempt | None) -> PastStep:
    """With its element, and with page and reason where these are others than before."""
    reason = " ".join(attempt.proposal.reason.split())[:_REASON_CHARS]
    is_there = last is not None and last.url == attempt.url
    is_said = not reason or (last is not None and last.proposal.reason == attempt.proposal.reason)
    where = "" if is_there else f"on {one_line(attempt.url, _ADDRESS_CHARS)}"
    beside = "; ".join(
        words
        for words in (
            f"{attempt.proposal.agent_id} {where}".strip(),
            "the person wanted it so" if attempt.is_edited else "",
            "" if is_said else f"your reason: {reason}",
        )
        if words
    )
    words = f"{attempt.description} ({beside})" if beside else attempt.description
    return PastStep(_came(attempt), words, attempt.why or attempt.saw)


def _came(attempt: Attempt) -> Came:
    if attempt.is_refused:
        return Came.REJECTED
    if attempt.proposal.action is ActionName.DONE:
        return Came.NOT_CLAIMED
    if attempt.why:
        return Came.FAILED
    return Came.DONE if attempt.has_changed or attempt.saw else Came.NOT_SEEN


class ModelWebThinker(AsksModel):
    """``choose`` raises ``ReplyInvalid``, every ``ModelFailed`` and ``BudgetExhausted``."""

    NAMES = WEB_NAMES
    IS_WEB = IS_STEPWISE = True

    def _says(self) -> Iterable[Verb]:
        is_plain = (verb for verb in OFFERED if ACTIONS[verb.name] is not ActionName.DO)
        return OFFERED if self._has_room else is_plain

    def read_goal(self, goal: str) -> WebGoal:
        """A model tells with its first reply. Raises ``GoalUnreadable`` for an empty goal."""
        refuse_empty(goal)
        return WebGoal(goal, is_told=False)

    async def choose(self, request: WebRequest) -> WebProposal:
        """The next action. One that is not allowed is handed back only where the model insists on
        it; the navigator refuses and records it."""
        self.read_goal(request.goal.text)
        unwanted: list[WebReply] = []
        form = form_for(
            request.allowed,
            asks_for_goal=not request.goal.is_told,
            has_room=self._has_room,
            has_pictures=self.can_look and not request.no_pictures,
        )

        def check(reply: WebReply) -> None:
            if why := why_unwanted(reply, request):
                unwanted.append(reply)
                raise ValueError(why)
            unwanted.clear()
            if why := why_impossible(reply, request):
                raise ValueError(why)

        told = choice_values(request, self._past_tokens)

        def prompt(budget_tokens: int) -> tuple[str, int]:
            page = page_text(request, budget_tokens)
            return self._prompts.render("web_choose", page=page.text, **told), page.rows_tokens

        shown = request.shown if request.is_shown_now else None
        try:
            reply = await self._ask(
                replies.checked(form, check),
                "look" if shown else "plan",
                prompt,
                picture=shown.picture if shown else None,
                picture_why=shown.why if shown else "",
            )
        except ReplyInvalid:
            if not unwanted:
                raise
            reply = unwanted[-1]
        return proposal_from(reply, request)


class ModelWebPlanner(thinker.ModelThinker):
    """The director's on the web: segments, on the page as the navigator is told of it."""

    IS_WEB = True

    def _screen(
        self, situation: Situation, words: str, budget_tokens: int, new_ids: frozenset[str]
    ) -> screen_text.ScreenText:
        page = situation.page
        elements = page.elements if page is not None else ()
        worth = {
            each.agent_id: (-ranking.relevance_of(words, each.label), not each.in_view)
            for each in elements
        }
        request = WebRequest(
            WebGoal(words, mode=TaskMode.ANSWER),
            situation,
            Stage.LOCATE,
            PageType.OTHER,
            tuple(sorted(elements, key=lambda each: worth[each.agent_id])),
            search_controls=tuple(each.agent_id for each in elements if "search" in each.role),
        )
        return page_text(request, budget_tokens)
