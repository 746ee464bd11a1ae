"""The director: a rolling horizon over plan segments.

It plans a short segment on what is on the screen now, performs it step by step, and at each
``__replan__`` looks again and plans what remains. A step that can't be reached is planned
locally; one that fails leads to an error replan. Both kinds of replan share one limit, or only
those after a failure count (``engine.domain.limits``). Source: the adaptive replanning document,
sections 2 to 8."""

from engine.domain import actions, errors, events, plans
from engine.domain import conditions as c
from engine.domain.local_planning import LocalGivenUp, LocalGoal, LocalReached
from engine.domain.performing import StepDone, StepFailed, StepOverruled, StepRejected, StepResult
from engine.domain.recoveries import FailureClass, Recovery, may
from engine.domain.terminals import DONE_NOT_SEEN, Outcome, Terminal
from engine.domain.verdicts import PHASE_AFTER, Phase, cant_tell, seen
from engine.modes import claiming, local_planning, past_steps
from engine.session.session import Session
from engine.states.conditions_held import shows

_REACHED, _NOT_REACHED = "It is reached", "It is not reached"
_DID_IT, _LEAVE_OUT, _END = "I did it: go on", "Leave it out", "End the run"
_OVERRULED = "the operator acted"
_UNSEEN = "it was planned for a screen that you had not seen"
_IN_VAIN = "nothing had changed since the look before"


class Director:
    """Works towards one goal. A director is used for one run."""

    def __init__(self) -> None:
        self._past = past_steps.PastSteps()
        self._claim = claiming.Claim(self._past)
        self._phase: Phase | None = None
        self._last_failure: tuple[plans.PlanSegment, str] | None = None
        self._planned_on: plans.Situation
        self._cut = ""
        """Why the plan was left before its end though nothing failed."""

    async def __call__(self, run: Session) -> Outcome:
        """Run to the end. Raises what the session turns into an outcome."""
        run.thinker.read_goal()
        await self._enter(run, Phase.PLANNING)
        if run.resumed is not None:
            await past_steps.look_afresh(run, run.resumed)
        segment = await self._look_and_plan(run, plans.ReplanKind.INITIAL, None, "first look")
        while True:
            if not segment.steps and not (segment.finishes and segment.parts):
                return await self._end_without_steps(run, segment)
            await self._enter(run, Phase.EXECUTING)
            failed = await self._execute(run, segment)
            await run.steps.let_go()
            ends = failed is None and segment.finishes and not self._cut
            objection = await self._claim.objection(run, segment) if ends else None
            if isinstance(failed, StepOverruled) or run.control.forced is not None:
                await run.way_back.heed()  # also what was forced while it waited or looked
                segment = await self._look_and_plan(
                    run, plans.ReplanKind.ADAPTIVE, None, _OVERRULED
                )
                continue
            is_in_vain = failed is None and await self._has_looked_in_vain(run, segment)
            surprise = self._cut or (_IN_VAIN if is_in_vain else "")
            if is_in_vain:
                self._past.add(plans.Came.FAILED, segment.steps[-1], surprise)
            if ends:
                if objection is None:
                    await self._enter(run, Phase.COMPLETE, "the plan says that the goal is reached")
                    return await self._claim.reached(run, segment)
                surprise = objection.words
                self._past.entries.append(plans.PastStep(plans.Came.NOT_CLAIMED, surprise))
            kind = plans.ReplanKind.ADAPTIVE if failed is None else plans.ReplanKind.ERROR
            why = failed.why if failed else surprise or "the screen has changed"
            if failed is not None:
                if self._phase is not Phase.ERROR_HANDLING:
                    await self._enter(run, Phase.ERROR_HANDLING, failed.why)
                if self._is_same_failure(segment, failed):
                    await self._enter(run, Phase.COMPLETE, "the same plan failed again")
                    return Outcome(
                        Terminal.LOOP_STUCK,
                        "repeated_plan",
                        f"The same plan failed twice: {failed.why}",
                    )
            try:
                await run.account.start_replan(kind, why, is_in_vain)
            except errors.BudgetExhausted:
                if failed is None or not await self._is_helped(run, failed):
                    raise
                failed, kind = None, plans.ReplanKind.ADAPTIVE
            segment = await self._look_and_plan(run, kind, failed, why)

    async def _enter(self, run: Session, phase: Phase, why: str = "") -> None:
        """Go to the next phase of the lifecycle; an impossible turn is a bug."""
        if self._phase is not None and phase not in PHASE_AFTER[self._phase]:
            raise errors.BugError(f"the lifecycle has no way from {self._phase} to {phase}")
        self._phase = phase
        await run.log.append(events.PhaseChanged(phase, why))

    async def _is_helped(self, run: Session, failed: plans.FailedStep) -> bool:
        """With no replan left, the operator may do the step, or leave it out."""
        question = f"“{failed.step.description}” failed, and no replan is left. {failed.why}"
        match await run.control.ask(question, (_DID_IT, _LEAVE_OUT, _END)):
            case answer if answer == _DID_IT:
                run.steps.count_as_done(failed.step)
            case answer if answer == _LEAVE_OUT:
                self._past.leave_out(failed.step)
            case _:
                return False
        return True

    async def _look_and_plan(
        self, run: Session, kind: plans.ReplanKind, failed: plans.FailedStep | None, why: str
    ) -> plans.PlanSegment:
        is_first = kind is plans.ReplanKind.INITIAL
        if not is_first:
            await self._enter(run, Phase.RECAPTURE, why)
            await run.looks.wait_for_a_window()
        situation = await run.looks.observe(why)
        if is_first:
            self._claim.begin(situation)
        else:
            await self._enter(run, Phase.REPLANNING)
        request = plans.PlanRequest(
            goal=run.goal,
            situation=situation,
            kind=kind,
            completed=run.steps.completed,
            skipped=tuple(self._past.skipped),
            failed=failed,
            is_last=run.account.replans_left <= 0,
            past=self._past.told(run),
        )
        segment = await run.thinker.plan(request)
        self._planned_on = situation
        await run.steps.adopt(segment, kind)
        self._past.planned(segment)
        await run.to_come.begin(run.steps.segment_number, segment)
        return segment

    async def _execute(
        self, run: Session, segment: plans.PlanSegment
    ) -> plans.FailedStep | StepOverruled | None:
        """Perform the steps up to ``__replan__`` or the end; the step that failed, if one did."""
        planned = {step.step_number: step for step in segment.steps}
        self._cut = ""
        while (step := await run.to_come.next_step()) is not None:
            self._note_put_aside(run)
            if step.is_replan:
                if step.expected_change is None:
                    self._past.cut_off(segment.left, _UNSEEN)
                    return None
                if await self._is_cut(run, step, segment):
                    return None
                continue
            asked = planned.get(step.step_number, step)
            is_edited = _is_edited(asked, step)
            step = self._aimed(step, run.looks.last)
            result = await run.steps.perform(step)
            if isinstance(result, StepDone) and (is_edited or _is_edited(step, result.step)):
                self._claim.edited.append((asked, result.step))
            if isinstance(result, StepFailed) and may(result.failure, Recovery.LOCAL_PLANNING):
                result = await self._reach(run, step, result)
            self._past.note(run, result)
            await self._claim.files.note(run)
            match result:
                case StepRejected(why=why) | StepFailed(why=why):
                    return plans.FailedStep(step, why, isinstance(result, StepRejected))
                case StepOverruled():
                    return result
            if run.control.forced is not None:
                return StepOverruled(step)
        self._note_put_aside(run)
        return None

    def _aimed(self, step: plans.PlanStep, now: plans.Situation | None) -> plans.PlanStep:
        """One that the plan knew by its name alone goes to what is called so by now."""
        if now is not None:
            step = past_steps.with_its_window(step, now)
        if now is None or any(each.zone(step.zone_id) for each in (self._planned_on, now)):
            return step
        return past_steps.aimed_again(step, now) if step.zone_label else step

    async def _is_cut(self, run: Session, look: plans.PlanStep, segment: plans.PlanSegment) -> bool:
        """Another window than the one that the steps behind were planned for is in front."""
        meant, looks = look.expected_change, run.looks
        if meant is None or (await looks.is_unchanged() and shows(looks.seen, meant)):
            return False
        now = await looks.look()
        if shows(now, meant):
            return False
        front = now.active_window.title if now.active_window else ""
        came = f"“{front}” is in front" if front else "no window is in front"
        self._cut = f"it is not so that {c.condition_words(meant)}: {came}"
        behind = [step for step in segment.steps if step.step_number > look.step_number]
        words = [step.description for step in behind if not step.is_replan]
        self._past.cut_off((*words, *segment.left), self._cut)
        return True

    async def _has_looked_in_vain(self, run: Session, segment: plans.PlanSegment) -> bool:
        """It planned another look and nothing else, and there is nothing new to be seen: asked the
        same once more, a planner says the same once more."""
        is_bare = all(it.is_replan and it.expected_change is None for it in segment.steps)
        asks_more = segment.finishes or segment.notes or segment.reads or segment.look
        return is_bare and not asks_more and await run.looks.is_unchanged()

    def _note_put_aside(self, run: Session) -> None:
        for step in run.to_come.take_put_aside():
            self._past.leave_out(step)

    async def _reach(self, run: Session, step: plans.PlanStep, failed: StepFailed) -> StepResult:
        """Plan locally towards a step that can't be reached; perform it once the way is there.
        Where nothing is planned locally, what a plan knew by its label alone may be there."""
        if not run.limits.max_local_iterations:
            is_named = step.zone_label and failed.failure is FailureClass.ZONE_MISSING
            again = past_steps.aimed_again(step, await run.looks.look()) if is_named else step
            return failed if again == step else await run.steps.perform(again)
        await self._enter(run, Phase.ERROR_HANDLING, f"planning locally: {failed.why}")
        place = plans.StepPlace(run.steps.segment_number, step.step_number)
        planner = local_planning.LocalPlanner(run, place, self._past)
        ended = await planner.reach(local_goal_of(step, failed, await run.looks.look()))
        match ended:
            case LocalGivenUp(is_operators=True):
                return StepOverruled(step)
            case LocalGivenUp(why=why):
                return StepFailed(step, f"{failed.why} {why}", failed.failure)
            case LocalReached(by_way=False, iterations=count, is_told=is_told):
                if count == 0:
                    run.steps.count_as_done(step)
                await self._enter(run, Phase.EXECUTING, "the step was reached by a local plan")
                words = "a local plan reached it"
                judged = cant_tell(f"{words}, as the planner says") if is_told else seen(words)
                return StepDone(step, judged)
            case LocalReached():
                await self._enter(run, Phase.EXECUTING, "the way to the step was found")
                return await run.steps.perform(past_steps.aimed_again(step, await run.looks.look()))

    async def _end_without_steps(self, run: Session, segment: plans.PlanSegment) -> Outcome:
        if segment.gives_up:
            await self._enter(run, Phase.COMPLETE, "the planner gives up")
            return Outcome(Terminal.GOAL_FAILED, "given_up", segment.reason)
        if segment.finishes:
            objection = await self._claim.objection(run, segment)
            why = "but for what was left out" if self._past.skipped else segment.reason
            await self._enter(run, Phase.COMPLETE, why)
            is_borne = run.steps.completed or self._past.skipped or segment.is_looked_up
            if objection is None and not is_borne:
                words = f"Nothing was done, and nobody saw that it is so: {segment.reason}"
                return Outcome(Terminal.GOAL_SATISFIED, DONE_NOT_SEEN, words)
            if objection is None or await self._is_reached_all_the_same(run, objection):
                return await self._claim.reached(run, segment)
            words = f"All steps were done, but {objection.words}."
            return Outcome(Terminal.GOAL_FAILED, objection.reason, words)
        await self._enter(run, Phase.COMPLETE, "empty plan")
        when = "Adaptive replan failed" if run.steps.completed else "Planning failed"
        return Outcome(
            Terminal.GOAL_FAILED,
            "empty_plan",
            f"{when}: the plan has no steps. {segment.reason}".strip(),
        )

    async def _is_reached_all_the_same(self, run: Session, objection: claiming.Objection) -> bool:
        """The operator knows what nobody else can tell; what a report tells is not asked."""
        if objection.is_report:
            return False
        question = f"All steps are done, but {objection.words}. Is the goal reached?"
        return await run.control.ask(question, (_REACHED, _NOT_REACHED)) == _REACHED

    def _is_same_failure(self, segment: plans.PlanSegment, failed: plans.FailedStep) -> bool:
        """The same segment failed at the same place as the one before it."""
        failure = (segment, failed.step.description)
        is_same = failure == self._last_failure
        self._last_failure = failure
        return is_same


def _is_edited(planned: plans.PlanStep, done: plans.PlanStep) -> bool:
    """The operator had something else done; a drag's end may only have been found since."""
    has_moved = planned.zone_id != done.zone_id
    is_other = planned.action != done.action and not isinstance(planned.action, actions.Drag)
    return has_moved or is_other


def local_goal_of(step: plans.PlanStep, failed: StepFailed, now: plans.Situation) -> LocalGoal:
    """What the step was to bring about; or, where its zone is missing, that it comes into sight:
    what was pressed and did something else, or was to save and was refused, is not pressed again
    where its like shows."""
    condition = c.telling(step.expected_change)
    if isinstance(condition, c.SomethingChanges):
        condition = None  # anything would do, so it says nothing of where to go
    is_missing = failed.failure is FailureClass.ZONE_MISSING
    is_typing = isinstance(step.action, actions.TypeText) and isinstance(condition, c.TextShown)
    if condition is not None and is_missing and is_typing and shows(now, condition):
        condition = None  # it stands somewhere else: nothing was typed
    is_refused = failed.failure is FailureClass.OBSTRUCTED and isinstance(condition, c.FileSaved)
    is_done = is_refused or failed.failure is FailureClass.OTHER_EFFECT
    way = None if is_done else _way(step, now)
    words = [c.condition_words(each) for each in (condition, way) if each is not None]
    return LocalGoal(" or ".join(words) or step.description, step, failed.why, condition, way)


def _way(step: plans.PlanStep, now: plans.Situation) -> c.Condition | None:
    zone = now.zone(step.zone_id)
    is_in_sight = zone is not None and zone.on_screen
    if step.zone_id == plans.GLOBAL_ZONE_ID or not step.zone_label or is_in_sight:
        return None
    return c.ZoneShown(step.zone_label)
