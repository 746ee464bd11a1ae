"""The thinker that asks a model: the ``Thinker`` port over the ``Model`` port.

It sees nothing but its request. Each answer is one question: a system text that never changes, and
a prompt from a template with as many zones as the model can read."""

import functools
from collections.abc import Sequence
from dataclasses import replace

from engine.domain import models, plans, risks
from engine.domain.local_planning import Assessment, LocalProposal, LocalRequest
from engine.language.goals.pieces import refuse_empty
from engine.language.sentences.local import left_words
from engine.states.expected import with_late_success
from engine.thinking.model import asking, pictures, replies, screen_text, steps_from_reply
from engine.thinking.model.checks import check_plan, check_steps, without_repeated
from engine.thinking.model.fencing import ToldMenus, past_blocks

_WIDE = 2


def words_of_plan(request: plans.PlanRequest) -> str:
    """What zones are ranked by: the goal, and what the operator answered."""
    return " ".join((request.goal, *request.answers.values()))


def words_of_local(request: LocalRequest) -> str:
    """What zones are ranked by: the step and what it lacks, then the goal that it serves."""
    hint = request.hint.description if request.hint else ""
    step = request.goal.step
    return " ".join((request.goal.words, step.zone_label, step.description, hint, request.run_goal))


def plan_values(request: plans.PlanRequest, past: Sequence[str], most_tokens: int) -> asking.Values:
    return {
        **asking.plan_facts(request),
        **_beginning(request.goal, request.situation, past, most_tokens),
        "has_failed": request.failed is not None,
    }


def _beginning(
    goal: str, now: plans.Situation, past: Sequence[str], most_tokens: int
) -> asking.Values:
    """What prompts begin with, and which only grows in a run."""
    return {
        "goal": goal.strip(),
        "places": sorted(now.places.items()),
        "applications": screen_text.applications_text(now, goal, most_tokens),
        "past": past,
    }


def _local_values(request: LocalRequest, past: Sequence[str], most_tokens: int) -> asking.Values:
    return {
        **_beginning(request.run_goal, request.situation, past, most_tokens),
        "step": request.goal.step.description,
        "why": request.goal.why,
        "wanted": request.goal.words,
        "tried": [
            {
                "description": tried.step.description,
                "before": f"{tried.distance_before:.1f}",
                "after": f"{tried.distance_after:.1f}",
                "stands": left_words(is_reverted=tried.is_reverted, is_untold=tried.is_untold),
            }
            for tried in request.tried
        ],
    }


class ModelThinker(asking.AsksModel):
    """Plans, proposes, assesses and takes back by asking a model. Beside what each method names,
    all raise ``ModelFailed`` and ``BudgetExhausted``."""

    NAMES = asking.NAMES
    _menus: ToldMenus | None = None

    def read_goal(self, goal: str) -> None:
        """Raises ``GoalUnreadable`` for an empty goal."""
        refuse_empty(goal)

    async def plan(self, request: plans.PlanRequest) -> plans.PlanSegment:
        """The next segment. Raises ``GoalUnreadable``."""
        self.read_goal(request.goal)
        request = with_late_success(request)
        if request.is_shown_now and self._room_beside(request) < pictures.LEAST_ROWS_TOKENS:
            why = "beside the table there is no room for one in what you can read"
            request = replace(request, is_shown_now=False, no_pictures=why)
        if request.kind is plans.ReplanKind.INITIAL:
            self._menus = None
        seen, past = self._told(request.situation, request.past)
        reply = await self._ask_of(
            "plan",
            replies.checked(replies.PlanReply, functools.partial(check_plan, request=request)),
            cause=plans.cause_of(request),
            situation=seen,
            words=words_of_plan(request),
            told=plan_values(request, past, self._prompt_tokens),
            shown=request.shown if request.is_shown_now else None,
        )
        asking.refuse_question(reply)
        reply = reply.model_copy(update={"steps": without_repeated(reply.steps, request)})
        return asking.segment_from(reply, request)

    async def propose(self, request: LocalRequest) -> LocalProposal:
        form = replies.ProposalReply if request.distance is not None else replies.FirstProposalReply
        now, shown = request.situation, request.shown
        seen, past = self._told(now, request.past)
        reply = await self._ask_of(
            "propose",
            replies.checked(form, lambda reply: check_steps(reply.steps[:1], now, shown)),
            cause="proposal",
            situation=seen,
            words=words_of_local(request),
            told={
                **_local_values(request, past, self._prompt_tokens),
                "hint": request.hint.description if request.hint else "",
                "complaint": request.complaint,
                "asks_distance": request.distance is None,
            },
            place=request.place,
        )
        return steps_from_reply.proposal_from(reply, request)

    async def assess(self, request: LocalRequest) -> Assessment:
        seen, past = self._told(request.situation, request.past)
        reply = await self._ask_of(
            "assess",
            replies.AssessmentReply,
            cause="distance",
            situation=seen,
            words=words_of_local(request),
            told={
                **_local_values(request, past, self._prompt_tokens),
                "gone": screen_text.gone_since(request.before, request.situation),
            },
            new_ids=screen_text.ids_new_since(request.before, request.situation),
            place=request.place,
        )
        return steps_from_reply.assessment_from(reply)

    async def undo(self, request: risks.UndoRequest, now: plans.Situation) -> risks.UndoWay | None:
        reply = await self._ask_of(
            "undo",
            replies.checked(replies.UndoReply, lambda reply: check_steps(reply.steps, now)),
            cause="revert",
            situation=now,
            words=request.step.description,
            told={
                "step": request.step.description,
                "action": f"{request.step.action.kind} {request.step.zone_id}",
                "changes": screen_text.changes_between(request.before.zones, request.after.zones),
            },
            place=request.place,
        )
        return steps_from_reply.undo_way_from(reply, now)

    def _room_beside(self, request: plans.PlanRequest) -> int:
        """The tokens that the picture leaves for rows."""
        past = past_blocks(request.past, self._past_tokens)
        told = plan_values(request, past, self._prompt_tokens)
        bare = self._prompts.render("plan", screen="", **told)
        return self._rows_budget(bare) - (request.shown.picture.tokens if request.shown else 0)

    def _screen(
        self, situation: plans.Situation, words: str, budget_tokens: int, new_ids: frozenset[str]
    ) -> screen_text.ScreenText:
        """What it is told of the screen, for these words."""
        return screen_text.screen_text(situation, words, budget_tokens, new_ids=new_ids)

    def _told(
        self, situation: plans.Situation, past: Sequence[plans.PastStep]
    ) -> tuple[plans.Situation, list[str]]:
        """What the table is made of, and what is told once before it: the closed menus."""
        if situation.page is not None or screen_text.wider_by(self._prompt_tokens) < _WIDE:
            return situation, past_blocks(past, self._past_tokens)
        if self._menus is None:
            self._menus = ToldMenus(self._past_tokens / 2)
        seen = self._menus.without(situation, len(past))
        return seen, past_blocks(past, self._past_tokens, self._menus.told)

    async def _ask_of(
        self,
        template: str,
        form: type[asking.R],
        *,
        cause: models.CallCause,
        situation: plans.Situation,
        words: str,
        told: asking.Values,
        new_ids: frozenset[str] = frozenset(),
        place: str = "",
        shown: plans.ShownPicture | None = None,
    ) -> asking.R:
        """One question, with as many zones as fit."""
        if "steps" in form.model_fields:
            form = replies.offering(form, self._offered, *(() if self._has_room else ("at",)))

        def prompt(budget_tokens: int) -> tuple[str, int]:
            screen = self._screen(situation, words, budget_tokens, new_ids)
            return self._prompts.render(template, screen=screen.text, **told), screen.rows_tokens

        picture, why = (shown.picture, shown.why) if shown is not None else (None, "")
        return await self._ask(form, cause, prompt, place=place, picture=picture, picture_why=why)
