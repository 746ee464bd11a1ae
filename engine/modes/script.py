"""A script that is walked again: each step at the thing that it names, on what is there now.

Before each step, and at the end, the screen is compared with what the script says of it; what comes
of a step is judged as always. What differs is told and never put right in silence. Where the script
no longer fits, the walk stops; with a planner and the operator's yes the way on is planned."""

from collections.abc import Iterator
from dataclasses import replace

from engine.domain import actions, events, local_planning, verdicts
from engine.domain.exploring.limits import ReplayEnd
from engine.domain.exploring.ports import FaultWatch
from engine.domain.performing import StepDone, StepFailed, StepOverruled, StepRejected, StepResult
from engine.domain.plans import PlanSegment, PlanStep, ReplanKind, Situation, StepPlace
from engine.domain.scripts import PLACE, Script, TracedStep, alike, find, held_by, with_texts
from engine.domain.terminals import DONE_NOT_SEEN, Outcome, Terminal
from engine.language.sentences.figures import count_words
from engine.modes.director import local_goal_of
from engine.modes.found_again import WAS_DONE, Aimed, aimed_along, aimed_now, expected_now
from engine.modes.local_planning import LocalPlanner
from engine.modes.past_steps import PastSteps
from engine.session.looking import PASSING_RESTS
from engine.session.session import Session
from engine.states.marking import digest_of, leaving_hint, same_but_clock

_FIND_WAY, _STOP = "Let the planner find a way", "Stop here"
_OTHER = "the screen shows something else than when this was recorded"
_MOST_TOLD = 3


class ScriptWalk:
    """A mode, used for one run. With a ``watch`` it tells whether the script's fault comes up."""

    def __init__(
        self, script: Script, *, watch: FaultWatch | None = None, has_planner: bool = False
    ) -> None:
        self._script = script
        self._watch = watch
        self._has_planner = has_planner
        self._drifts: list[str] = []
        self._not_seen: list[PlanStep] = []
        self._told_of = ""

    async def __call__(self, run: Session) -> Outcome:
        await run.log.append(events.PhaseChanged(verdicts.Phase.EXECUTING))
        places = (await run.looks.observe("first look")).places
        steps = with_texts(
            self._script.steps, lambda text: PLACE.sub(lambda it: places.get(it[1], it[0]), text)
        )
        planned = tuple(aimed_along(each, number).step for number, each in enumerate(steps, 1))
        segment = PlanSegment(planned, finishes=False, reason=self._script.goal)
        await run.steps.adopt(segment, ReplanKind.INITIAL)
        await run.to_come.begin(run.steps.segment_number, segment)
        if self._watch is not None:
            await self._watch.begin(run.looks.seen)
        outcome = await self._walk(run, dict(zip(planned, steps, strict=True)))
        return outcome or await self._end(run, len(steps))

    async def _walk(self, run: Session, known: dict[PlanStep, TracedStep]) -> Outcome | None:
        """How it ended before the last step, if it did."""
        while (step := await run.to_come.next_step()) is not None:
            if run.control.forced is not None:
                await run.way_back.heed()
                continue
            traced, before = known.get(step, TracedStep(step.action, "")), run.looks.seen
            result = await self._step(run, step, traced)
            if await self._comes_up(run, before, traced):
                return self._fault_ended(ReplayEnd.CAME_UP)
            why = _unfit(result, traced)
            if why and not await self._is_helped(run, result, why):
                at = f"step {step.step_number} of {len(known)}, “{step.description}”"
                words = f"It stopped at {at}: {why}"
                return Outcome(Terminal.GOAL_FAILED, ReplayEnd.NO_LONGER_FITS.value, words)
        return None

    async def _step(self, run: Session, step: PlanStep, traced: TracedStep) -> StepResult:
        """Again where the operator came first, unless they did it themselves."""
        while isinstance(result := await self._once(run, step, traced), StepOverruled):
            await run.way_back.heed()
            if any(one is step for one in run.steps.completed):
                break
        return result

    async def _once(self, run: Session, step: PlanStep, traced: TracedStep) -> StepResult:
        aimed = Aimed(step, traced.locator, traced.end)
        now = aimed_now(aimed, run.looks.seen)
        if not isinstance(now, PlanStep):
            now = aimed_now(aimed, await run.looks.look_at_rest())
        if not isinstance(now, PlanStep) and (leaves := leaving_hint(run.looks.seen)) is not None:
            await run.steps.perform(replace(leaves, step_number=step.step_number))
            now = aimed_now(aimed, run.looks.seen)
        if not isinstance(now, PlanStep):
            failed = await run.steps.perform(now.step)  # it fails there, and is recorded
            return replace(failed, why=now.why) if isinstance(failed, StepFailed) else failed
        when = f"Before “{step.description}”"
        await self._compare(run, when, traced.state_hash)
        for each in _differing(traced, seen := run.looks.seen):
            await self._tell(run, f"{when} {each}")
        if traced.expects is not None:
            expected = expected_now(traced.expects, seen.zone(now.zone_id), seen)
            now = replace(now, expected_change=expected)
        result = await run.steps.perform(now)
        if isinstance(result, StepDone) and result.judged.verdict is verdicts.Verdict.CANT_TELL:
            self._not_seen.append(result.step)
        return result

    async def _compare(self, run: Session, when: str, was: str) -> None:
        """Where the state is the same, so is what came of all before; the same is told once. What
        goes while one only watches is no drift; but one that was told is not watched again."""
        digest = digest_of(run.looks.seen)
        if digest != was and was:
            seen = await run.looks.look_at_rest()
            if not self._drifts:
                seen = await run.looks.watch(lambda now: digest_of(now) == was, PASSING_RESTS)
            digest = digest_of(seen)
        if digest == was:
            self._not_seen.clear()
        elif was and digest != self._told_of:
            self._told_of = digest
            await self._tell(run, f"{when} {_OTHER}")

    async def _tell(self, run: Session, words: str) -> None:
        self._drifts.append(words)
        await run.log.append(events.WarningRaised(f"Drift. {words}."))

    async def _is_helped(self, run: Session, result: StepResult, why: str) -> bool:
        if not self._has_planner or not isinstance(result, StepFailed):
            return False
        question = f"The script no longer fits: {why} Shall it be planned how to go on?"
        if await run.control.ask(question, (_FIND_WAY, _STOP)) != _FIND_WAY:
            return False
        await self._tell(run, f"A planner found the way to “{result.step.description}”")
        goal = local_goal_of(result.step, result, await run.looks.look())
        place = StepPlace(run.steps.segment_number, result.step.step_number)
        ended = await LocalPlanner(run, place, PastSteps()).reach(replace(goal, way=None))
        return isinstance(ended, local_planning.LocalReached)

    async def _comes_up(self, run: Session, before: Situation, *did: TracedStep) -> bool:
        if self._watch is None or self._script.fault is None:
            return False
        found = await self._watch.check(before, run.looks.seen, did)
        if did and isinstance(did[0].action, actions.Launch):
            await self._watch.begin(run.looks.seen)
        return self._script.fault.is_among(found)

    async def _end(self, run: Session, count: int) -> Outcome:
        before = run.looks.seen
        await run.looks.observe("after the script")
        if self._script.fault is not None:
            comes_up = await self._comes_up(run, before)
            return self._fault_ended(ReplayEnd.CAME_UP if comes_up else ReplayEnd.STAYED_AWAY)
        await self._compare(run, "After the last step", self._script.end_hash)
        were = "was" if count == 1 else "were"
        words, reason = f"{count_words(count, 'step')} of the script {were} done", DONE_NOT_SEEN
        if self._drifts:
            reason = ReplayEnd.DRIFTED.value
            words += f", not all as recorded: {'; '.join(self._drifts[:_MOST_TOLD])}."
        elif self._not_seen:
            names = [f"“{each.description}”" for each in self._not_seen[:_MOST_TOLD]]
            words += f"; nobody saw what came of {', '.join(names)}."
        else:
            words += ", and nothing that it compares was otherwise."
            reason = ReplayEnd.WALKED.value
        return Outcome(Terminal.GOAL_SATISFIED, reason, words)

    def _fault_ended(self, end: ReplayEnd) -> Outcome:
        fault, is_up = self._script.fault, end is ReplayEnd.CAME_UP
        what = f": {fault.kind}, {fault.summary}." if fault is not None else "."
        words = f"It {'came up again' if is_up else 'did not come up'}{what}"
        terminal = Terminal.GOAL_FAILED if is_up else Terminal.GOAL_SATISFIED
        return Outcome(terminal, end.value, words)


def _unfit(result: StepResult, traced: TracedStep) -> str:
    """Why the script does not fit any more; empty where it does. A step that was recorded without
    what it brings about need not bring about anything."""
    match result:
        case StepFailed(failure=failure) if traced.expects is None and failure in WAS_DONE:
            return ""
        case StepFailed(why=why) | StepRejected(why=why):
            return why
        case _:
            return ""


def _differing(traced: TracedStep, now: Situation) -> Iterator[str]:
    """What is not as the script says, though the step can be done."""
    front = now.active_window.title if now.active_window is not None else ""
    if traced.front is not None and not same_but_clock(front, traced.front):
        shown, was = (f"“{each}”" if each else "no window" for each in (front, traced.front))
        yield f"{shown} is in front, not {was}"
    if traced.locator is None or (zone := find(traced.locator, now)) is None:
        return
    if (held := held_by(zone)) is not None and traced.holds not in (None, held):
        yield f"the {zone.words} holds “{held}”, not “{traced.holds}”"
    if traced.alike and (count := len(alike(traced.locator, now))) != traced.alike:
        yield f"there are {count} of {zone.words}, not {traced.alike}"
