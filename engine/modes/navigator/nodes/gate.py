"""5) safety and 6) confirm: the step is weighed, and the one gate says whether it may be done.

What acts upon the run and not on the page (done, ask_user) has nothing to weigh.
"""

from __future__ import annotations

from engine.domain.errors import BugError
from engine.domain.performing import (
    Passed,
    StepDone,
    StepFailed,
    StepOverruled,
    StepRejected,
    StepSkipped,
    Weighed,
)
from engine.domain.plans import PlanSegment, PlanStep, ReplanKind
from engine.domain.recoveries import FailureClass
from engine.domain.web.proposals import META_ACTIONS, WebProposal
from engine.modes.navigator.attempts import failed_step, left_out, pending_of, turned_down
from engine.modes.navigator.run import Work, page_of
from engine.modes.navigator.state import NavState
from engine.modes.navigator.steps import scroll_step, scroll_to_step, step_of


async def safety(state: NavState, work: Work) -> NavState:
    """Aim, rate the risk, ask whose wish it is, and what the policy says of it."""
    proposal = pending_of(state)
    if proposal is None:
        raise BugError("a step was weighed that nobody chose")
    if proposal.action in META_ACTIONS:
        return NavState()
    step = await _step_in_view(proposal, work)
    if step is None:
        words = f"“{state['pending_words']}” has no place on the screen."
        lost = StepFailed(scroll_step(), words, FailureClass.ZONE_MISSING)
        return failed_step(lost, state, work)
    segment = PlanSegment((step,), finishes=False, reason=proposal.reason)
    await work.run.steps.adopt(segment, _kind(state))
    match await work.run.steps.weigh(step):
        case Weighed() as weighed:
            work.weighed = weighed
            return NavState()
        case StepOverruled():
            return NavState(is_overruled=True)
        case StepFailed() as failed:
            return failed_step(failed, state, work)
        case _:
            raise BugError("a step was decided upon before anybody was asked")


async def _step_in_view(proposal: WebProposal, work: Work) -> PlanStep | None:
    """The step, once what it is done upon is in sight: the page is scrolled there before anybody
    is asked. None where it does not come into sight."""
    seen = work.run.looks.seen
    step = step_of(proposal, seen, page_of(seen))
    if step is not None:
        return step
    scroll = scroll_to_step(proposal, page_of(seen))
    if scroll is None or not isinstance(
        await work.perform_aside(scroll, "what was chosen is out of view"), StepDone
    ):
        return None
    seen = await work.observe("what was chosen is in view now")
    return step_of(proposal, seen, page_of(seen))


def _kind(state: NavState) -> ReplanKind:
    if state["last_error_key"]:
        return ReplanKind.ERROR
    return ReplanKind.ADAPTIVE if state["performed"] else ReplanKind.INITIAL


async def confirm(state: NavState, work: Work) -> NavState:
    """By the policy where it allows, and else by the operator."""
    if _is_meta(state):
        return NavState()
    if work.weighed is None:
        raise BugError("a step was confirmed that was not weighed")
    match await work.run.steps.confirm(work.weighed):
        case Passed() as passed:
            work.passed = passed
            return NavState()
        case StepSkipped():
            return left_out(state, work)
        case StepRejected(why=why):
            return turned_down(why, state, work)
        case StepFailed() as failed:
            return failed_step(failed, state, work)
        case StepOverruled():
            return NavState(is_overruled=True)
        case StepDone():
            raise BugError("a step was done before it passed the gate")


def _is_meta(state: NavState) -> bool:
    proposal = pending_of(state)
    return proposal is not None and proposal.action in META_ACTIONS
