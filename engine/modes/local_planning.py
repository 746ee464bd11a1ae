"""Local planning: reaching a step that could not be reached, by small steps that can be undone.

Each iteration looks, asks for an action with options to explore after it, performs it, assesses
the distance to the goal, and decides: retain, explore, revert or cancel. A revert takes a state
number, not an iteration. Source: the documents on the revert and retain mechanism."""

from typing import Literal

from engine.domain import errors, performing, risks
from engine.domain import local_planning as local
from engine.domain.conditions import TextShown, ZoneShown
from engine.domain.facts import Frozen, replace
from engine.domain.history import LocalActionNode
from engine.domain.performing import StepOverruled, StepRejected, StepResult, StepSkipped
from engine.domain.plans import Came, Situation, StepPlace
from engine.language.sentences.figures import count_words
from engine.modes.local_trail import REACHED_DECISION, LocalTrail, Sighting, decide, forced_decision
from engine.modes.past_steps import PastSteps
from engine.session.session import Session
from engine.states import conditions_held, dialogs, differences
from engine.states.conditions_held import is_excluded

_MAX_COMPLAINTS = 2

Ended = local.LocalReached | local.LocalGivenUp


class _NoIdea(Frozen):
    """The thinker knows nothing to try from here."""

    why: str


class LocalPlanner:
    """Reaches one step. A planner is used once; ``place`` is the step's."""

    def __init__(self, run: Session, place: StepPlace, past: PastSteps) -> None:
        self._run = run
        self._place = place
        self._past = past
        self._max_iterations = run.limits.max_local_iterations

    async def reach(self, goal: local.LocalGoal) -> Ended:
        """Try until the goal holds, or say why not. Both ends are recorded."""
        self._goal = goal
        self._past.told(self._run)  # with what the operator did since the last step
        self._begin = self._now = await self._see()
        self._trail = LocalTrail(self._run.history)
        self._complaint = ""
        await self._run.log.append(
            performing.LocalPlanningStarted(
                self._place.segment_number,
                self._place.step_number,
                goal.words,
                goal.why,
                self._max_iterations,
                await self._picture(self._now),
            )
        )
        ended = await self._iterate()
        await self._run.log.append(_ending(ended, self._place))
        if isinstance(ended, local.LocalReached):
            self._trail.count_as_done(goal.step, is_whole=not ended.by_way)
        return ended

    async def _iterate(self) -> Ended:
        if reached := await self._reached(0):
            return reached
        for iteration in range(1, self._max_iterations + 1):
            if ended := await self._iteration(iteration):
                return ended
        return local.LocalGivenUp(
            f"{count_words(self._max_iterations, 'iteration')} were not enough.",
            self._max_iterations,
        )

    async def _iteration(self, iteration: int) -> Ended | None:
        """One action and what follows from it; None where the plan goes on."""
        proposal = await self._proposal(iteration)
        stayed: LocalActionNode | None = None
        while isinstance(proposal, _NoIdea):
            last = self._trail.last()
            if last is None or last is stayed:  # a way back that fell short is gone once
                return local.LocalGivenUp(proposal.why, iteration - 1)
            stayed = last
            if ended := await self._revert(last.branching, iteration - 1, None):
                return ended  # there was nothing left to try from here
            proposal = await self._proposal(iteration)
        if isinstance(proposal, local.LocalGivenUp):
            return proposal
        if proposal is None:
            return await self._heed(iteration)
        place = self._run.history.next_local(self._place)
        branch, hint = self._trail.branch_of(proposal), self._trail.hint
        await self._run.log.append(
            performing.LocalProposed(
                *place.numbers,
                iteration,
                proposal.step,
                proposal.options,
                self._run.reverter.reversibility_of(proposal.step, self._now.situation),
                (hint.name if hint else proposal.tries) if branch else "",
                branch.place.local if branch else 0,
            )
        )
        before = self._now
        result = await self._run.steps.attempt(proposal.step, place)
        self._now = await self._see()
        node = self._run.history.at(place)
        if node is None:
            self._now.distance = before.distance
        if isinstance(result, StepOverruled):
            return await self._heed(iteration)
        if node is None:
            self._trail.fruitless(before.mark, proposal.step)
            self._complaint = _not_performed(result)
            if isinstance(result, StepRejected):
                self._past.add(Came.REJECTED, result.step, result.why)
            return None
        is_bare = differences.brings_nothing(before.situation, self._now.situation)
        if is_bare and await self._reached(iteration) is None:
            self._now = await self._see(at_rest=True)
            node.after = self._now.mark
        assessment = await self._assess(before, iteration, place)
        self._trail.add(node, proposal, branch, before.distance or 0.0, assessment.distance)
        self._now.distance = assessment.distance
        await self._run.to_come.stop_on_fall(before.distance, assessment.distance)
        return await self._decide(node, assessment, before, iteration)

    async def _proposal(
        self, iteration: int
    ) -> local.LocalProposal | _NoIdea | local.LocalGivenUp | None:
        """A proposal that is worth performing; None where the operator took the wheel."""
        place = self._run.history.coming_local(self._place)
        for _ in range(_MAX_COMPLAINTS):
            request = self._request()
            try:
                proposal = await self._run.thinker.propose(request, place)
            except errors.PlanFailed as error:
                return _NoIdea(str(error))
            if proposal is None:
                return None
            wrong = self._trail.what_is_wrong(proposal, self._now.mark)
            if wrong is None:
                self._complaint = ""
                if self._now.distance is None:  # from the look before, or told with the proposal
                    self._now.distance = proposal.distance
                if self._now.distance is None:
                    assessment = await self._run.thinker.assess(self._request(), place)
                    self._now.distance = assessment.distance
                return proposal
            self._complaint = wrong
        return local.LocalGivenUp(
            f"The thinker has nothing new to try: {self._complaint}", iteration - 1
        )

    def _request(self, before: Sighting | None = None) -> local.LocalRequest:
        return local.LocalRequest(
            run_goal=self._run.goal,
            goal=self._goal,
            situation=self._now.situation,
            before=(before or self._now).situation,
            distance=self._now.distance,
            hint=self._trail.hint,
            tried=self._trail.tried(),
            complaint=self._complaint,
            past=tuple(self._past.entries),
        )

    async def _assess(self, before: Sighting, iteration: int, place: StepPlace) -> local.Assessment:
        """How near it is now: by the screen, and by the thinker where that can't tell."""
        if await self._reached(iteration):
            return local.Assessment(local.REACHED, is_reached=True)
        assessment = await self._run.thinker.assess(self._request(before), place)
        condition = self._goal.condition
        now = self._now.situation
        if condition is not None and (is_excluded(condition, now) or self._is_quoted(now)):
            distance = min(assessment.distance, local.REACHED - 0.5)
            return replace(assessment, distance=distance, is_reached=False)
        return assessment

    async def _reached(self, iterations: int) -> local.LocalReached | None:
        begin, holds = self._begin.situation, self._run.looks.holds
        is_quoted = self._is_quoted(self._run.looks.seen)
        if self._goal.condition and not is_quoted and await holds(self._goal.condition, begin):
            return local.LocalReached(False, iterations)
        if self._goal.way and await holds(self._goal.way, begin):
            return local.LocalReached(True, iterations)
        return None

    def _is_quoted(self, now: Situation) -> bool:
        """It stands nowhere but in what finds fault; a check of that is not planned locally."""
        wanted = self._goal.condition
        if not isinstance(wanted, TextShown | ZoneShown) or not conditions_held.shows(now, wanted):
            return False
        return not conditions_held.shows(dialogs.without_reports(now), wanted)

    async def _decide(
        self, node: LocalActionNode, assessment: local.Assessment, before: Sighting, iteration: int
    ) -> Ended | None:
        inputs = self._trail.inputs(node, assessment)
        ruled = REACHED_DECISION if assessment.is_reached else decide(inputs)
        forced = None if assessment.is_reached else self._taken()
        decision = ruled if forced is None else forced_decision(forced, ruled)
        is_exploring = decision.kind is local.LocalDecisionKind.EXPLORE
        option = self._trail.next_option(node, forced) if is_exploring else None
        await self._run.log.append(
            performing.LocalDecided(
                *node.place.numbers,
                decision.kind.value,
                decision.reason,
                inputs,
                node.branching.explored_count,
                option.name if option else "",
                "operator" if forced else "rule",
                ruled.kind.value if forced else "",
                await self._picture(before),
                await self._picture(self._now),
                before.mark.digest,
                self._now.mark.digest,
            )
        )
        match decision.kind:
            case local.LocalDecisionKind.REACHED:
                reached = await self._reached(iteration)
                return reached or local.LocalReached(False, iteration, is_told=True)
            case local.LocalDecisionKind.RETAIN:
                self._trail.go_on()
            case local.LocalDecisionKind.EXPLORE:
                self._trail.explore(node, option)
            case local.LocalDecisionKind.REVERT:
                return await self._revert(self._target_of(forced, node), iteration, forced)
            case local.LocalDecisionKind.CANCEL:
                return local.LocalGivenUp(decision.reason, iteration, forced is not None)
        return None

    def _target_of(self, forced: local.Force | None, node: LocalActionNode) -> LocalActionNode:
        """What a revert addresses: the branching node, or what the operator chose."""
        if isinstance(forced, local.ForceRevert) and forced.place:
            chosen = self._run.history.at(StepPlace.parse(forced.place))
            if chosen is not None:
                return chosen
        return node if forced is not None else node.branching

    async def _revert(
        self, target: LocalActionNode, iteration: int, forced: local.Force | None
    ) -> Ended | None:
        """Take the target and all after it back; go on from there, or give up."""
        by: Literal["rule", "operator"] = "rule" if forced is None else "operator"
        reversal = await self._run.way_back.take_back(
            target, self._run.history.next_local(self._place), by
        )
        self._now = await self._see()
        if self._trail.is_left():
            why = "It went back to before the step."
            return local.LocalGivenUp(why, iteration, forced is not None)
        if not reversal.judged.is_contradicted:
            self._now.distance = reversal.left[-1].distance_before
            self._trail.came_back()
            return None
        if reversal.comparison.returned is risks.Returned.CLOSE:
            self._complaint = f"It could not be taken back fully: {reversal.why}"
            self._trail.go_on()
            return None
        words = f"“{target.step.description}” could not be taken back. {reversal.why}".strip()
        return local.LocalGivenUp(words, iteration)

    def _taken(self) -> local.Force | None:
        """What the operator forces upon this plan; what they do themselves is left to the mode."""
        control = self._run.control
        is_by_hand = isinstance(control.forced, local.DoStep | local.DoAgain | local.TakeOver)
        return None if is_by_hand else control.take_forced()

    async def _heed(self, iteration: int) -> Ended | None:
        """The operator took the wheel before the next action: do what they want."""
        forced, last = self._taken(), self._run.history.peek_last()
        match forced:
            case None:
                return local.LocalGivenUp("The operator acts.", iteration - 1, True)
            case local.CancelLocalPlan():
                return local.LocalGivenUp(
                    "The operator cancelled the local plan.", iteration - 1, True
                )
            case local.ForceRevert() if last is not None:
                return await self._revert(self._target_of(forced, last), iteration, forced)
            case local.TryOption() if last is not None:
                self._trail.explore(last, self._trail.next_option(last, forced))
            case _:
                self._trail.go_on()
        return None

    async def _see(self, *, at_rest: bool = False) -> Sighting:
        looks = self._run.looks
        situation = await (looks.look_at_rest() if at_rest else looks.look())
        return Sighting(situation, await self._run.reverter.mark(situation))

    async def _picture(self, seen: Sighting) -> str:
        return await self._run.blobs.put_picture(seen.situation.frame)


def _ending(ended: Ended, place: StepPlace) -> performing.LocalPlanningEnded:
    result: Literal["reached", "way found", "cancelled"] = "cancelled"
    match ended:
        case local.LocalReached(by_way=by_way, iterations=count, is_told=is_told):
            result = "way found" if by_way else "reached"
            by_word = ", as the thinker says; the screen can't tell" if is_told else ""
            why = f"Reached in {count_words(count, 'iteration')}{by_word}."
        case local.LocalGivenUp(why=why, iterations=count):
            pass
    return performing.LocalPlanningEnded(
        place.segment_number, place.step_number, result, why, count
    )


def _not_performed(result: StepResult) -> str:
    match result:
        case StepRejected(step=step, why=why) | StepSkipped(step=step, why=why):
            return f"“{step.description}” was not performed: {why}."
        case _:
            return getattr(result, "why", "") or "It could not be performed."
