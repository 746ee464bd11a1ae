"""The explorer that asks a model: the ``ExploreThinker`` port over the ``Model`` port.

It sees nothing but its requests. The groups of an iteration are one question, in which what is
wrong with them goes back to the model once; so is a verdict."""

import functools
from collections.abc import Iterable
from dataclasses import replace

from engine.domain import errors, plans, ports, scripts
from engine.domain.exploring import groups
from engine.domain.exploring.limits import Progression
from engine.domain.exploring.ports import SheetMaker
from engine.domain.models import CONTEXT_TOKENS, REPLY_TOKENS, ModelQuestion, SentPicture
from engine.language.goals.pieces import refuse_empty
from engine.language.verbs import Verb
from engine.thinking.model import asking, fencing, pictures, screen_text
from engine.thinking.model.exploring import replies
from engine.thinking.model.replies import checked

_MOST_TRIED, _MOST_REFUSED = 40, 10
_WORDS_CHARS = 120


def words_of(request: groups.ExploreRequest) -> str:
    """What zones are ranked by: the goal, and where exploring may act."""
    return " ".join((request.goal, *request.scope.windows, *request.scope.zones))


def _group_values(group: groups.SuccessfulActionGroup) -> asking.Values:
    return {
        "number": group.number,
        "reasoning": fencing.one_line(group.reasoning, groups.MAX_REASONING_CHARS),
        "confidence": f"{group.confidence:.2f}",
        "actions": [_action_words(each) for each in group.actions],
        "change": fencing.one_line(group.change, _WORDS_CHARS),
    }


def _action_words(tried: groups.TriedAction) -> str:
    if tried.succeeded:
        return f"worked: {fencing.one_line(tried.step.description, _WORDS_CHARS)}"
    return f"failed: {_with_why(tried.step.description, tried.why)}"


def _with_why(words: str, why: str) -> str:
    words, why = fencing.one_line(words, _WORDS_CHARS), fencing.one_line(why, _WORDS_CHARS)
    return f"{words} ({why})" if why else words


def _tried_words(request: groups.ExploreRequest) -> str:
    """Of what can be seen now, what was acted upon and how often; the most often first."""
    counted = [
        (request.tried.get(scripts.zone_key(zone, request.situation), 0), zone.zone_id)
        for zone in request.situation.zones_in_sight
        if zone.is_actionable
    ]
    tried = sorted(((count, name) for count, name in counted if count), key=lambda it: -it[0])
    more = len(tried) - _MOST_TRIED
    told = [f"{name} {count}×" for count, name in tried[:_MOST_TRIED]]
    return ", ".join(told) + (f" and {more} more" if more > 0 else "")


_NOTE_CHARS, _MOST_NOTES, _MOST_READS = 500, 20, 3


_NO_PICTURE = {"picture": "", "no_pictures": ""}
"""It is sent sheets, and asks for none."""


class ModelExplorer(asking.AsksModel):
    """Proposes and judges by asking a model. It remembers the screen of its last asking, so that
    it is used for one run.

    With ``sheets`` the model is shown pictures, unless it turns out
    that it can't be. ``eye`` is another model that sees: then only verdicts go by pictures, and it
    gives them. Beside ``ReplyInvalid``, all raise every ``ModelFailed`` and ``BudgetExhausted``."""

    NAMES = asking.EXPLORE_NAMES

    def __init__(
        self,
        model: ports.Model,
        *,
        context_tokens: int = CONTEXT_TOKENS,
        max_reply_tokens: int = REPLY_TOKENS,
        sheets: SheetMaker | None = None,
        eye: ports.Model | None = None,
    ) -> None:
        super().__init__(model, context_tokens=context_tokens, max_reply_tokens=max_reply_tokens)
        self._judge_system = self._prompts.render("judge_system")
        self._sheets = sheets
        self._eye = eye
        self._sees = sheets is not None
        self._last: plans.Situation | None = None
        self._notes: list[str] = []
        self.reads: tuple[str, ...] = ()

    def _says(self) -> Iterable[Verb]:
        return replies.verbs()

    def read_goal(self, goal: str) -> None:
        """Raises ``GoalUnreadable`` for an empty goal."""
        refuse_empty(goal, "Say what to explore.")

    async def propose(self, request: groups.ExploreRequest) -> tuple[groups.ActionGroup, ...]:
        """The groups, which keep to the iteration's figures: what does not, even after its
        repair, raises ``ReplyInvalid``. Raises ``NeedsOperator`` where it asks, and ``PlanFailed``
        where it gives up."""
        sheet, rows_cap = await self._sheet_of(request), self._rows_cap
        size = (request.iteration, len(request.successful))
        form = replies.form_for(*size, has_room=self._has_room)
        check = functools.partial(replies.check_groups, request=request)
        seen, last, words = request.situation, self._last, words_of(request)
        new_ids = screen_text.ids_new_since(last, seen) if last is not None else frozenset[str]()

        def prompt(budget_tokens: int) -> tuple[str, int]:
            screen = screen_text.screen_text(seen, words, budget_tokens, new_ids=new_ids)
            text = self._rendered(request, screen.text, has_sheet=sheet is not None)
            return text, screen.rows_tokens

        try:
            reply = await self._ask(checked(form, check), "explore", prompt, picture=sheet)
        except errors.ModelRefusesRequest:
            if sheet is None:
                raise
            self._sees = False  # as long as it lasts: it would refuse the next one too
            return await self.propose(request)
        except errors.ContextExceeded:
            if sheet is not None:
                self._rows_cap = rows_cap  # without the picture there may be room for as many
            self._sees = False
            raise
        self._last = request.situation
        new = (fencing.one_line(each, _NOTE_CHARS) for each in reply.notes if each.strip())
        self._notes = list(dict.fromkeys((*self._notes, *new)))[-_MOST_NOTES:]
        self.reads = tuple(dict.fromkeys(reply.reads))[:_MOST_READS]
        if reply.ask.strip():
            raise asking.question_in(reply.ask)
        if reply.give_up.strip() and not reply.groups:
            raise errors.PlanFailed(f"It gives up: {fencing.one_line(reply.give_up, _NOTE_CHARS)}")
        return replies.groups_from(reply, request.situation)

    async def judge(self, request: groups.ProgressRequest) -> Progression | None:
        """Its verdict upon what came, what went and, where it sees, both pictures."""
        sheets = self._sheets if self._sees else None
        pair = await sheets.of_pair(request.before, request.after) if sheets is not None else None
        model = self._eye if self._eye is not None and pair is not None else self._model
        before, after = request.before.zones_in_sight, request.after.zones_in_sight
        prompt = self._prompts.render(
            "judge",
            goal=request.goal.strip(),
            actions=[fencing.one_line(each, _WORDS_CHARS) for each in request.actions],
            changes=screen_text.changes_between(before, after),
            local=fencing.one_line(request.local.why, _WORDS_CHARS),
            picture_share=f"{request.local.picture:.1%}",
            has_sheet=pair is not None,
        )
        asked = ModelQuestion("judge", self._judge_system, prompt, self._prompt_hash, pair)
        try:
            reply = await model.ask(asked, replies.VerdictReply)
        except errors.ModelRefusesRequest:
            if pair is None:
                raise
            self._sees = False
            return await self.judge(request)
        return replace(
            request.local,
            has_progressed=reply.has_progressed,
            why=" ".join(reply.why.split()) or request.local.why,
            is_sure=True,
            judged_by="model",
        )

    async def _sheet_of(self, request: groups.ExploreRequest) -> SentPicture | None:
        """None where the model can't see, or where there is no room beside the table."""
        if self._sheets is None or not self._sees or self._eye is not None:
            return None
        sheet = await self._sheets.of_groups(request.situation, request.successful)
        empty = self._rendered(request, "", has_sheet=True)
        room = self._rows_budget(empty) - sheet.tokens
        return sheet if room >= pictures.LEAST_ROWS_TOKENS else None

    def _rendered(self, request: groups.ExploreRequest, screen: str, *, has_sheet: bool) -> str:
        now, last, refused = request.situation, self._last, [*request.refused.items()]
        told: asking.Values = {
            **asking.facts_of(request),
            "goal": request.goal.strip(),
            "most_groups": groups.MAX_FIRST_GROUPS,
            "most_actions": groups.max_actions(request.iteration),
            "successful": [_group_values(each) for each in request.successful],
            "gone": screen_text.gone_since(last, now) if last is not None else "",
            "tried": _tried_words(request),
            "refused": [_with_why(*each) for each in refused[-_MOST_REFUSED:]],
            "has_sheet": has_sheet,
            "is_web": now.page is not None,
            "notes": self._notes,
        }
        return self._prompts.render("explore", screen=screen, **told, **_NO_PICTURE)
