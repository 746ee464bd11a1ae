"""5) safety and 6) confirm: the step is weighed, and the one gate says whether it may be done.

What acts upon the run and not on the page (done, ask_user) has nothing to weigh.
"""

from __future__ import annotations

from engine.domain.errors import BugError
from engine.domain.performing import (
    Passed,
    StepFailed,
    StepOverruled,
    StepRejected,
    StepSkipped,
    Weighed,
)
from engine.domain.web.proposals import META_ACTIONS
from engine.modes.navigator.nodes.failing import failed_step, turned_down
from engine.modes.navigator.run import Work
from engine.modes.navigator.state import NavState, pending_of


async def safety(state: NavState, work: Work) -> NavState:
    """Aim, rate the risk, ask whose wish it is, and what the policy says of it."""
    if _is_meta(state):
        return NavState()
    if work.step is None:
        raise BugError("a step was weighed that nobody chose")
    match await work.run.weigh(work.step):
        case Weighed() as weighed:
            work.weighed = weighed
            return NavState()
        case StepOverruled():
            return NavState(is_overruled=True)
        case StepFailed() as failed:
            return failed_step(failed, state, work)
        case _:
            raise BugError("a step was decided upon before anybody was asked")


async def confirm(state: NavState, work: Work) -> NavState:
    """By the policy where it allows, and else by the operator."""
    if _is_meta(state):
        return NavState()
    if work.weighed is None:
        raise BugError("a step was confirmed that was not weighed")
    match await work.run.confirm(work.weighed):
        case Passed() as passed:
            work.passed = passed
            return NavState()
        case StepSkipped():
            return turned_down("left out by the operator", state, work)
        case StepRejected(why=why):
            return turned_down(why, state, work)
        case StepFailed() as failed:
            return failed_step(failed, state, work)
        case StepOverruled():
            return NavState(is_overruled=True)


def _is_meta(state: NavState) -> bool:
    proposal = pending_of(state)
    return proposal is not None and proposal.action in META_ACTIONS
