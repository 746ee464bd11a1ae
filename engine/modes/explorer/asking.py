"""Asking for the groups of an iteration: checked by its figures, with one repair.

What does not keep to them is not cut to fit. The thinker is told once what is wrong; if that does
not help, the run ends and names it.
"""

from __future__ import annotations

from engine.domain.errors import PlanFailed, ReplyInvalid
from engine.domain.exploring.events import GroupsRefused
from engine.domain.exploring.groups import ActionGroup, SuccessfulActionGroup, what_is_wrong
from engine.domain.exploring.limits import BUDGET_SHARE, CompletionReason
from engine.domain.exploring.requests import ExploreRequest
from engine.modes.explorer.coverage import heed
from engine.modes.explorer.run import Ending, Work

_REFUSED_TOLD = 40


async def ask_for_groups(
    work: Work, successful: tuple[SuccessfulActionGroup, ...]
) -> tuple[ActionGroup, ...] | Ending:
    """The groups as the thinker gave them, in its order; none where it has nothing more to do."""
    complaint = ""
    for _ in range(2):
        if ended := budget_reached(work):
            return ended
        groups = await _ask(work, successful, complaint)
        if isinstance(groups, Ending):
            return groups
        complaint = what_is_wrong(groups, iteration=work.iteration, successful=len(successful))
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
    work: Work, successful: tuple[SuccessfulActionGroup, ...], complaint: str
) -> tuple[ActionGroup, ...] | Ending:
    run = work.run
    while True:
        request = ExploreRequest(
            goal=run.goal,
            situation=run.looks.seen,
            iteration=work.iteration,
            successful=successful,
            tried=dict(work.tried),
            refused=tuple(work.refused[-_REFUSED_TOLD:]),
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
        except (ReplyInvalid, PlanFailed) as error:
            if isinstance(error, ReplyInvalid):
                await run.log.append(GroupsRefused(work.iteration, error.message))
            words = f"Iteration {work.iteration}: no groups were to be had. {error}"
            return Ending(CompletionReason.ERROR, words)
        if groups is not None:
            return groups
        await heed(work)
        await run.looks.observe("the operator took the wheel")
