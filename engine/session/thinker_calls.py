"""Calls to the thinker: each spends from the budget, ends with the run, and is charged to its
cause. What fails is recovered as the table of recoveries says."""

import asyncio
import functools
from collections.abc import Callable, Coroutine, Sequence
from dataclasses import replace
from typing import Any, TypeVar

from engine.domain import errors, models, plans, ports, risks
from engine.domain.events import WarningRaised
from engine.domain.exploring.groups import ActionGroup, ExploreRequest, ProgressRequest
from engine.domain.exploring.limits import Progression
from engine.domain.exploring.ports import ExploreThinker
from engine.domain.local_planning import Assessment, LocalProposal, LocalRequest
from engine.domain.recoveries import Recovery, class_of, may
from engine.domain.web.pages import WebGoal
from engine.domain.web.proposals import ActionName, WebProposal, WebRequest
from engine.language.labels import asked_by_thinker, shortened
from engine.session.context import RunContext, RunPart
from engine.session.looking import Looking
from engine.states.conditions_held import read_text

T = TypeVar("T")
Asks = TypeVar("Asks", plans.PlanRequest, WebRequest)

ASK_AGAIN, END = "Ask again", "End the run"
_WANTS_TO_SEE = "the planner wants to see or to read"
_NOTE_CHARS, _MOST_NOTES, _MOST_TEXTS = 500, 40, 5


class ThinkerCalls(RunPart):
    """One run's thinker. Every call may raise ``BudgetExhausted`` or ``ModelFailed``."""

    def __init__(self, context: RunContext, looks: Looking) -> None:
        super().__init__(context)
        self._looks = looks
        self._thinker = context.thinker
        self._provenance = context.provenance
        self._answers: dict[str, str] = {}
        self._notes: list[str] = []
        self._reads: tuple[str, ...] = ()
        self._no_pictures = context.no_pictures
        self._look: plans.Look | None = None
        self._looked: list[plans.Look] = []
        self._shown: plans.ShownPicture | None = None
        self._done_count = 0

    @property
    def name(self) -> str:
        return self._chooser.name

    def read_goal(self) -> None:
        """Raises ``GoalUnreadable`` before anything is done."""
        self._chooser.read_goal(self._context.settings.goal)

    def read_web_goal(self) -> WebGoal:
        """What the web's thinker makes of the goal. Raises ``GoalUnreadable``."""
        return _there(self._context.web).read_goal(self._context.settings.goal)

    async def choose(self, request: WebRequest) -> WebProposal | None:
        """The next action on the web; None where the operator forced something meanwhile. What the
        thinker wants to read is read to it first. Raises ``PlanFailed`` or ``ReplyInvalid``."""
        await self._control.boundary()
        self._forget_looks(len(request.attempts))
        while True:
            told = await self._filled(request)
            cause: models.CallCause = "look" if told.is_shown_now else "plan"
            ask = functools.partial(self._with_or_without_picture, told, self._choosing)
            proposal = await self._recovered(cause, ask)
            if proposal is None:
                return None
            self._keep(proposal)
            if proposal.action is not ActionName.READ:
                return proposal

    async def propose_groups(self, request: ExploreRequest) -> tuple[ActionGroup, ...] | None:
        """The groups of one iteration; None where the operator forced something meanwhile. Raises
        ``PlanFailed`` or ``ReplyInvalid``: an answer that its one repair did not mend is not asked
        for anew."""
        explore = _there(self._context.explore)
        await self._control.boundary()

        async def ask() -> tuple[ActionGroup, ...] | None:
            texts = await self.read(explore.reads, request.situation)
            told = replace(request, answers=dict(self._answers), texts=texts)
            return await self._control.unless_overruled(explore.propose(told))

        while True:
            try:
                return await self._recovered("explore", ask)
            except errors.NeedsOperator as need:
                await self._answer(need)

    async def judge_progress(self, request: ProgressRequest) -> Progression | None:
        """The thinker's verdict; None where it has none, or none that can be read."""
        explore = _there(self._context.explore)
        await self._control.boundary()
        try:
            return await self._recovered("judge", lambda: explore.judge(request))
        except errors.ReplyInvalid as error:
            await self._log.append(WarningRaised(str(error)))
            return None

    async def plan(self, request: plans.PlanRequest) -> plans.PlanSegment:
        """A segment, once questions and what is to be read are settled. Raises ``PlanFailed``."""
        await self._control.boundary()
        self._forget_looks(sum(entry.came is not plans.Came.PLANNED for entry in request.past))
        while True:
            request = await self._filled(replace(request, answers=dict(self._answers)))
            ask = functools.partial(self._with_or_without_picture, request, self._thinker.plan)
            try:
                segment = await self._recovered(plans.cause_of(request), ask)
            except errors.NeedsOperator as need:
                await self._answer(need)
                continue
            self._keep(segment)
            asks_only = segment.reads or segment.look
            if segment.steps or segment.finishes or segment.gives_up or not asks_only:
                return segment
            situation = await self._looks.observe(_WANTS_TO_SEE)  # of before it thought
            request = replace(request, situation=situation)

    async def show(self, situation: plans.Situation, look: plans.Look) -> plans.ShownPicture | None:
        """The picture that was asked for; None where none is sent."""
        if self._context.pictures is None or self._no_pictures:
            return None
        return await self._context.pictures.show(situation, look)

    async def read(self, names: Sequence[str], now: plans.Situation) -> tuple[plans.ReadText, ...]:
        """What they name, whole; what a thinker is about to read is noticed first."""
        zone_ids = {each.partition("@")[0].strip() for each in names}
        whole = await self._looks.read_whole(now, zone_ids, drawn="") if zone_ids else now
        texts = [await asyncio.to_thread(read_text, each, whole) for each in names]
        self._provenance.notice(now, texts)
        return tuple(texts)

    async def propose(self, request: LocalRequest, place: plans.StepPlace) -> LocalProposal | None:
        """The next action of a local plan; None where the operator forced something meanwhile.
        Raises ``PlanFailed`` where none is known, or none that can be read."""
        self._provenance.notice(request.situation)
        request = replace(request, place=str(place), shown=self._shown)
        try:
            return await self._recovered(
                "proposal",
                lambda: self._control.unless_overruled(self._thinker.propose(request)),
                place,
            )
        except errors.ReplyInvalid as error:
            raise errors.PlanFailed(error.message, error.remedy) from error

    async def assess(self, request: LocalRequest, place: plans.StepPlace) -> Assessment:
        """How near the goal is now."""
        request = replace(request, place=str(place))
        return await self._recovered("distance", lambda: self._thinker.assess(request), place)

    async def undo(
        self, request: risks.UndoRequest, now: plans.Situation, place: plans.StepPlace
    ) -> risks.UndoWay | None:
        """How the thinker would take something back; None where it says nothing usable."""
        self._provenance.notice(now)
        request = replace(request, place=str(place))
        try:
            return await self._recovered("revert", lambda: self._thinker.undo(request, now), place)
        except errors.ReplyInvalid as error:
            await self._log.append(WarningRaised(str(error)))
            return None

    @property
    def _chooser(self) -> ports.Thinker | ports.WebThinker | ExploreThinker:
        """Who works towards the goal: on the web the web's thinker."""
        return self._context.explore or self._context.web or self._thinker

    async def _recovered(
        self,
        cause: models.CallCause,
        ask: Callable[[], Coroutine[Any, Any, T]],
        place: plans.StepPlace | None = None,
    ) -> T:
        """Ask, until the run is cancelled; after a failure once more, and then as told."""
        may_retry = True
        while True:
            try:
                async with self._context.account.call(cause, self._chooser.name, place):
                    return await self._control.unless_cancelled(ask())
            except errors.ModelFailed as error:
                failure = class_of(error)
                if cause == "explore" and isinstance(error, errors.ReplyInvalid):
                    raise  # it was repaired once already, which is all that an iteration has
                if may_retry and may(failure, Recovery.RETRY):
                    may_retry = False
                    await self._log.append(WarningRaised(f"{error} It is asked once more."))
                elif not (may(failure, Recovery.ASK_OPERATOR) and await self._is_helped(error)):
                    raise

    async def _is_helped(self, error: errors.ModelFailed) -> bool:
        """The operator may have mended it: a server started, a line plugged in."""
        return await self._control.ask(str(error), (ASK_AGAIN, END)) == ASK_AGAIN

    def _forget_looks(self, done_count: int) -> None:
        """Once something was done in between."""
        if done_count != self._done_count:
            self._done_count = done_count
            self._looked.clear()

    async def _filled(self, request: Asks) -> Asks:
        """With what the planner wrote down, and wants to read or to see."""
        shown = await self.show(request.situation, self._look) if self._look else None
        self._shown = shown or self._shown
        return replace(
            request,
            notes=tuple(self._notes),
            texts=await self.read(self._reads, request.situation),
            shown=self._shown,
            is_shown_now=shown is not None,
            looked=tuple(self._looked),
            no_pictures=self._no_pictures,
        )

    def _choosing(self, request: WebRequest) -> Coroutine[Any, Any, WebProposal | None]:
        return self._control.unless_overruled(_there(self._context.web).choose(request))

    async def _with_or_without_picture(
        self, request: Asks, ask: Callable[[Asks], Coroutine[Any, Any, T]]
    ) -> T:
        try:
            return await ask(request)
        except errors.ModelRefusesRequest as error:
            if not request.is_shown_now:
                raise
            await self._log.append(WarningRaised(f"It is asked without the picture: {error}"))
        self._no_pictures = "the model takes no pictures"
        self._context.account.spend_extra_call()
        return await ask(replace(request, is_shown_now=False, no_pictures=self._no_pictures))

    def _keep(self, said: plans.PlanSegment | WebProposal) -> None:
        """What the planner noted, for the whole run; what it wants to see, for its next plan."""
        new = (shortened(note, _NOTE_CHARS) for note in said.notes if note.strip())
        self._notes = list(dict.fromkeys((*self._notes, *new)))[-_MOST_NOTES:]
        self._reads = tuple(dict.fromkeys(said.reads))[:_MOST_TEXTS]
        self._look = said.look
        if self._look is not None:
            self._looked.append(self._look)

    async def _answer(self, need: errors.NeedsOperator) -> None:
        question = asked_by_thinker(need.question) if need.by_model else need.question
        answer = await self._control.ask(question, need.choices)
        if not answer:
            raise errors.PlanFailed(f"{question} Nobody answered.", need.remedy)
        self._answers[need.question] = answer


def _there(thinker: T | None) -> T:
    if thinker is None:
        raise errors.BugError("this run has no thinker for what its mode asks")
    return thinker
