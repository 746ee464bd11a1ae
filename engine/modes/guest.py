"""Each step from outside, and nothing planned here: by hand the operator chooses them, in the guest
mode an agent from elsewhere, one call at a time.

Each action is a step of a segment of its own: aimed, rated, ruled, asked about where needed,
guarded, performed, judged and recorded like any other, and it can be taken back. What the guest
says beside it (to verify, to ask, to note, to finish) is weighed as a planner's word is."""

import asyncio
from collections.abc import Coroutine
from dataclasses import replace
from typing import Any, TypeVar

from engine.domain import errors, events, guests, history, performing
from engine.domain.guests import START, Request, Seat, Served
from engine.domain.plans import GoalPart, PlanSegment, PlanStep, ReplanKind, Situation, StepPlace
from engine.domain.terminals import Outcome, Terminal
from engine.domain.verdicts import Judgement, Phase, cant_tell, contradicted, seen
from engine.language.labels import asked_by_thinker
from engine.language.sentences.figures import count_words
from engine.modes.claiming import Claim, weigh_parts
from engine.modes.past_steps import PastSteps
from engine.processes.tasks import first_of
from engine.session.session import Session
from engine.states.conditions_held import files_of
from engine.states.differences import brings_nothing

T = TypeVar("T")

ACCESS = ("Until this run ends", "No")


class Guest:
    """Serves one guest until it finishes or the operator ends the run. Used for one run."""

    def __init__(self, seat: Seat) -> None:
        self._seat = seat
        self._past = PastSteps()
        self._claim = Claim(self._past)
        self._objection = ""

    async def __call__(self, run: Session) -> Outcome:
        """Raises what the session turns into an outcome; whoever still waits is told so."""
        try:
            self._claim.begin(await run.looks.observe("the guest's first look"))
            while True:
                request = await run.control.unless_overruled(self._seat.next())
                if request is None:
                    self._seat.refuse_if_taken_over()
                    await run.way_back.heed()
                    continue
                if (outcome := await self._serve(run, request)) is not None:
                    return outcome
        finally:
            self._seat.close()

    async def _serve(self, run: Session, request: Request) -> Outcome | None:
        before, call = run.looks.seen, request.call
        if not isinstance(call, guests.Finish):
            self._objection = ""
        match call:
            case guests.Finish():
                return await self._finish(run, request, call)
            case guests.Leave():
                request.answer(Served(before, before, is_over=True))
                words = "The guest left without saying that it is done."
                return Outcome(Terminal.CANCELLED, "guest_left", words)
            case guests.LookNow(picture=picture, read=read):
                as_picture = ", and asks for a picture" if picture is not None else ""
                now = await run.looks.look()
                if picture is not None or now is not before:  # else it is recorded already
                    now = await run.looks.observe(f"the guest looks{as_picture}", looked=now)
                shown = await run.thinker.show(now, picture) if picture is not None else None
                texts = await run.thinker.read([read], now) if read else ()
                served = Served(before, now, shown=shown, texts=texts)
            case guests.Act():
                served = await self._act(run, request, call)
            case guests.TakeBack(state_id=state_id):
                served = await self._take_back(run, state_id)
            case guests.Verify(part=part):
                now, granted = await run.looks.look_at_rest(), self._seat.granted
                files = files_of(part.shown_by)
                if left := [each for each in files if not granted.holds(each, now.places)]:
                    served = Served(before, now, refused=f"{left[0]} is not granted to you.")
                else:
                    served = Served(before, now, judged=await _weighed(run, part, now))
            case guests.AskOperator(question=question, choices=choices):
                asking = run.control.ask(asked_by_thinker(question), choices)
                answer = await self._unless_withdrawn(request, asking)
                refused = "" if answer else "Nobody answered."
                served = Served(before, run.looks.seen, answer=answer or "", refused=refused)
            case guests.AskAccess(more=more):
                asking = run.control.ask(asked_by_thinker(f"May I have {more}?"), ACCESS)
                if await self._unless_withdrawn(request, asking) == ACCESS[0]:
                    self._seat.granted = self._seat.granted.wider(more)
                    told = f"Granted is now {self._seat.granted}."
                    served = Served(before, await run.looks.look(), answer=told)
                else:
                    served = Served(before, run.looks.seen, refused="It was not granted.")
            case guests.Note(text=text):
                await run.steps.adopt(_segment(notes=(text,)), ReplanKind.ADAPTIVE)
                served = Served(before, run.looks.seen)
        last = run.history.peek_last()
        request.answer(replace(served, state_id=str(last.place) if last is not None else START))
        return None

    async def _act(self, run: Session, request: Request, call: guests.Act) -> Served:
        """One step. What the caller withdrew before the hands moved is not done."""
        before = run.looks.seen
        await run.steps.adopt(_segment(call.step), ReplanKind.ADAPTIVE, call.seen)
        result = await self._performed(run, request, call.step)
        self._past.note(run, result)
        if isinstance(result, performing.StepOverruled):
            self._seat.refuse_if_taken_over()
            await run.way_back.heed()
        now = await run.looks.glance()
        if not isinstance(result, performing.StepRejected) and brings_nothing(before, now):
            now = await run.looks.look_at_rest()  # what comes of it may be on its way
        return Served(before, now, result=result)

    async def _performed(
        self, run: Session, request: Request, step: PlanStep
    ) -> performing.StepResult:
        weighed = await run.steps.weigh(step)
        if not isinstance(weighed, performing.Weighed):
            return weighed
        try:
            passed = await self._unless_withdrawn(request, run.steps.confirm(weighed))
            if passed is None:
                await run.steps.abandon()
                return performing.StepOverruled(step, "the call was withdrawn")
            return (
                await run.steps.execute(passed) if isinstance(passed, performing.Passed) else passed
            )
        except errors.NobodyToAsk as error:
            return performing.StepRejected(step, str(error))

    async def _take_back(self, run: Session, state_id: str) -> Served:
        before = run.looks.seen
        node = _first_after(run, state_id)
        if node is None:
            why = (
                f"There is no state “{state_id}” to go back to." if state_id else "Nothing is left."
            )
            return Served(before, before, refused=why)
        place = run.history.next_local(node.place)
        reversal = await run.way_back.take_back(node, place, "rule")
        return Served(before, run.looks.seen, reversal=reversal, judged=reversal.judged)

    async def _finish(self, run: Session, request: Request, call: guests.Finish) -> Outcome | None:
        """The end, unless something speaks against it that the guest has not been told."""
        before = run.looks.seen
        if call.gives_up:
            request.answer(Served(before, before, is_over=True))
            return Outcome(Terminal.GOAL_FAILED, "given_up", call.gives_up)
        segment = replace(_segment(parts=call.parts), finishes=True, answer=call.answer)
        objection = await self._claim.objection(run, segment)
        if objection is not None and objection.words != self._objection:
            self._objection = objection.words
            request.answer(
                Served(before, run.looks.seen, refused=f"Not finished: {objection.words}.")
            )
            return None
        await run.log.append(events.PhaseChanged(Phase.COMPLETE, "the guest says that it is done"))
        if objection is not None:
            words = f"The guest says that it is done, but {objection.words}."
            outcome = Outcome(Terminal.GOAL_FAILED, objection.reason, words, call.answer)
        else:
            outcome = await self._claim.reached(run, segment)
        request.answer(Served(before, run.looks.seen, answer=outcome.message, is_over=True))
        return outcome

    async def _unless_withdrawn(
        self, request: Request, waiting: Coroutine[Any, Any, T]
    ) -> T | None:
        """The result; None where the caller went away first, and with it the question."""
        async with first_of(waiting, asyncio.wait([request.served])) as (wait, _):
            result: T | None = wait.result() if wait.done() and not request.is_withdrawn else None
            return result


def _segment(
    *steps: PlanStep, notes: tuple[str, ...] = (), parts: tuple[GoalPart, ...] = ()
) -> PlanSegment:
    return PlanSegment(steps, finishes=False, notes=notes, parts=parts)


def _first_after(run: Session, state_id: str) -> history.LocalActionNode | None:
    """The oldest action to take back; None where the state is not known, or is that of now."""
    stack = run.history.stack
    if not state_id:
        return run.history.peek_last()
    if state_id == START:
        return stack[0] if stack else None
    try:
        node = run.history.at(StepPlace.parse(state_id))
    except (ValueError, TypeError):
        return None
    later = stack[stack.index(node) + 1 :] if node is not None else []
    return later[0] if later else None


async def _weighed(run: Session, part: GoalPart, now: Situation) -> Judgement:
    """Three-valued: seen, contradicted by what excludes it, or nobody can tell."""
    weighed = await weigh_parts((part,), run.looks, now, None)
    if weighed.seen:
        return seen(*weighed.seen)
    return (
        contradicted(*weighed.excluded)
        if weighed.excluded
        else cant_tell(f"nothing on the screen tells whether it is so: {part.words}")
    )


class Manual:
    async def __call__(self, run: Session) -> Outcome:
        """Until the operator ends it."""
        await run.log.append(events.PhaseChanged(Phase.EXECUTING))
        await run.looks.observe("first look")
        try:
            while True:
                await run.control.until_forced()
                await run.way_back.heed()
        except errors.RunCancelled:
            done = count_words(len(run.steps.completed), "step")
            return Outcome(Terminal.CANCELLED, "operator", f"Ended by you. {done} by hand stand.")
