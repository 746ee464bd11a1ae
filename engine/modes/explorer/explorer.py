"""The explorer: iterations of action groups, of which those that led further are expanded.

It asks for the groups of an iteration, runs them by their confidence, judges each as a whole, and
gives the successful ones to the next asking. Groups that don't keep to their figures are not cut to
fit: the thinker is told once what is wrong; if that does not help, the run ends and names it.
Iterations have no limit; the run ends by one of the reasons in ``engine.domain.exploring.limits``.
Source: the action group document."""

from engine.domain import errors, facts
from engine.domain.exploring import groups as action_groups
from engine.domain.exploring.events import ExplorationStarted, GroupsProposed, GroupsRefused
from engine.domain.exploring.limits import (
    BUDGET_SHARE,
    TERMINAL_OF,
    CompletionReason,
    ExploreLimits,
)
from engine.domain.exploring.ports import FaultWatch, StateJudge
from engine.domain.terminals import Outcome
from engine.language.sentences.figures import count_words
from engine.modes.explorer.findings import settle_findings
from engine.modes.explorer.groups import Place, here, return_to, run_group
from engine.modes.explorer.run import Ending, Work, heed, learn_rest
from engine.modes.explorer.starting import come_home, start, start_again
from engine.session.session import Session

_THE_SESSIONS = (
    errors.HandsStopped,
    errors.SurfaceUnavailable,
    errors.AccessibilityUnavailable,
    errors.RecordUnavailable,
)
"""What the session itself names as the end of a run."""
_EACH_AT_THE_START = "each group begins at the start"
_FRESH_SECS = 1.0
"""What changes while a thinker thinks for longer is not the doing of its groups."""


class _Iteration(facts.Frozen):
    """``successful`` in the order in which they were run."""

    successful: tuple[action_groups.SuccessfulActionGroup, ...]
    all_complete: bool


class Explorer:
    """A mode, as the director and the navigator are. An explorer is used for one run."""

    def __init__(self, limits: ExploreLimits, *, judge: StateJudge, watch: FaultWatch) -> None:
        self._limits = limits
        self._judge = judge
        self._watch = watch

    async def __call__(self, run: Session) -> Outcome:
        """Run to the end. Raises what the session turns into an outcome."""
        run.thinker.read_goal()
        work = Work(run, self._limits, self._judge, self._watch)
        if run.resumed is not None and run.resumed.explored is not None:
            work.go_on_from(run.resumed.explored)
        else:
            await run.log.append(ExplorationStarted(self._limits))
        try:
            ending = await _explore(work)
        except _THE_SESSIONS:
            raise
        except errors.RunCancelled as error:
            ending = Ending(CompletionReason.OPERATOR, error.message)
        except errors.BudgetExhausted as error:
            is_time = error.reason == "max_run_secs"
            reason = CompletionReason.MAX_DURATION if is_time else CompletionReason.BUDGET_LIMIT
            ending = Ending(reason, error.message)
        except errors.KnownError as error:
            ending = Ending(CompletionReason.ERROR, str(error))
        return Outcome(
            TERMINAL_OF[ending.reason], ending.reason.value, f"{ending.message} {_summary(work)}"
        )


async def _explore(work: Work) -> Ending:
    """The loop of iterations."""
    if ended := await start(work) or await settle_findings(work):
        return ended
    successful: tuple[action_groups.SuccessfulActionGroup, ...] = ()
    while True:
        work.iteration += 1
        if ended := work.limit_reached() or budget_reached(work):
            return ended
        resets = work.depth > 1 and work.limits.resets_between_groups
        if resets and (ended := await start_again(work, _EACH_AT_THE_START)):
            return ended
        await learn_rest(work)
        asked_at_secs = work.run.account.clock.secs
        groups = await ask_for_groups(work, successful)
        if isinstance(groups, Ending):
            return groups
        if not groups:
            return Ending(CompletionReason.LLM_COMPLETE, "The thinker has nothing more to do.")
        place = here(work)
        if work.run.account.clock.secs - asked_at_secs > _FRESH_SECS:
            await work.run.looks.observe("the thinker took its time")
        done = await _run_all(work, groups, successful, place)
        if isinstance(done, Ending):
            return done
        if done.all_complete:
            words = f"Every group of iteration {work.iteration} says that it is complete."
            return Ending(CompletionReason.LLM_COMPLETE, words)
        if not done.successful:
            words = f"No group of iteration {work.iteration} led any further."
            return Ending(CompletionReason.ZERO_SUCCESSFUL_GROUPS, words)
        successful = done.successful


async def _run_all(
    work: Work,
    groups: tuple[action_groups.ActionGroup, ...],
    grown_from: tuple[action_groups.SuccessfulActionGroup, ...],
    place: Place,
) -> _Iteration | Ending:
    """The groups of one iteration, the highest confidence first."""
    ordered = action_groups.by_confidence(groups)
    order = sorted(range(len(groups)), key=lambda index: -groups[index].confidence)
    origins = tuple(grown_from[index].number for index in order if grown_from)
    first = work.groups + 1
    await work.run.log.append(GroupsProposed(work.iteration, first, ordered, origins))
    work.rounds += 1
    successful: list[action_groups.SuccessfulActionGroup] = []
    all_complete = True
    for number, group in enumerate(ordered, first):
        if ended := work.limit_reached():
            return ended
        if number > first and (ended := await _back(work, place)):
            return ended
        work.groups = number
        result = await run_group(work, number, group, place.seen)
        all_complete = all_complete and result.is_complete
        if result.successful is not None:
            successful.append(result.successful)
        if ended := await settle_findings(work):
            return ended
        if ended := work.limit_reached() or await come_home(work, "after the group"):
            return ended
    return _Iteration(tuple(successful), all_complete)


async def _back(work: Work, place: Place) -> Ending | None:
    """Before a further group: to the start state, or to where it was proposed."""
    if work.limits.resets_between_groups:
        return await start_again(work, _EACH_AT_THE_START)
    await return_to(work, place)
    return await settle_findings(work)


def _summary(work: Work) -> str:
    """What the run came to, in one sentence."""
    return (
        f"{count_words(work.rounds, 'iteration')}, {count_words(work.groups, 'group')},"
        f" {count_words(work.actions, 'action')}, {count_words(len(work.states), 'state')} seen,"
        f" {count_words(len(work.findings), 'finding')}."
    )


_REFUSED_TOLD = 40


async def ask_for_groups(
    work: Work, successful: tuple[action_groups.SuccessfulActionGroup, ...]
) -> tuple[action_groups.ActionGroup, ...] | Ending:
    """The groups as the thinker gave them, in its order; none where it has nothing more to do."""
    complaint = ""
    for _ in range(2):
        if ended := budget_reached(work):
            return ended
        groups = await _ask(work, successful, complaint)
        if isinstance(groups, Ending):
            return groups
        complaint = action_groups.what_is_wrong(
            groups, iteration=work.depth, successful=len(successful)
        )
        if not complaint:
            work.shown.clear()
            return groups
        await work.run.log.append(GroupsRefused(work.iteration, complaint))
    words = f"Iteration {work.iteration}: the groups can't be used, nor could their repair."
    return Ending(CompletionReason.ERROR, f"{words} {complaint}.")


def budget_reached(work: Work) -> Ending | None:
    """Before each asking: of calls and money, a part is left over, the forecast included."""
    if not work.run.account.is_near(BUDGET_SHARE):
        return None
    words = f"{BUDGET_SHARE:.0%} of calls or money are used up, or would be by the next iteration."
    return Ending(CompletionReason.BUDGET_LIMIT, words)


async def _ask(
    work: Work, successful: tuple[action_groups.SuccessfulActionGroup, ...], complaint: str
) -> tuple[action_groups.ActionGroup, ...] | Ending:
    run = work.run
    while True:
        request = action_groups.ExploreRequest(
            goal=run.goal,
            situation=run.looks.seen,
            iteration=work.depth,
            successful=successful,
            tried=dict(work.tried),
            refused=dict(list(work.refused.items())[-_REFUSED_TOLD:]),
            scope=work.limits.scope,
            states_seen=len(work.states),
            actions_left=work.actions_left,
            complaint=complaint,
            shown=tuple(work.shown),
            trace=tuple(work.trace),
            faults=tuple(work.known_paths.values()),
        )
        try:
            groups = await run.thinker.propose_groups(request)
        except (errors.ReplyInvalid, errors.PlanFailed) as error:
            if isinstance(error, errors.ReplyInvalid):
                await run.log.append(GroupsRefused(work.iteration, error.message))
            words = f"Iteration {work.iteration}: no groups were to be had. {error}"
            return Ending(CompletionReason.ERROR, words)
        if groups is not None:
            return groups
        await heed(work)
        await run.looks.observe("the operator took the wheel")
