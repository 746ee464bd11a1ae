"""4) planner: one action by a strict schema; what is disallowed goes to error_retry."""

from __future__ import annotations

from engine.domain.errors import KnownError, ModelTimedOut, PlanFailed, ReplyInvalid
from engine.domain.web.events import GoalRead, ProposalRefused
from engine.domain.web.goals import told_goal
from engine.domain.web.proposals import ActionName, WebProposal
from engine.modes.navigator.allowed import allowed_actions
from engine.modes.navigator.rejections import is_rejected
from engine.modes.navigator.requests import request_of, should_avoid_search
from engine.modes.navigator.run import Work
from engine.modes.navigator.sending import sending_key
from engine.modes.navigator.state import NavState, proposal_to_text, stage_of
from engine.modes.navigator.steps import describe, what_is_wrong


async def planner(state: NavState, work: Work) -> NavState:
    """Ask the thinker. What is allowed and usable is pending from now on."""
    page = work.seen.page
    allowed = allowed_actions(
        stage_of(state), work.goal, page, avoid_search=should_avoid_search(state)
    )
    calls = NavState(planner_calls=state["planner_calls"] + 1, error="", error_key="")
    try:
        proposal = await work.run.thinker.choose(request_of(state, work, allowed))
    except (PlanFailed, ReplyInvalid, ModelTimedOut) as error:
        return {**calls, **await _no_proposal(error, state, work)}
    if proposal is None:
        return {**calls, "is_overruled": True}
    calls = {**calls, **await _told(proposal, work)}
    error_name, why = what_is_wrong(proposal, page, allowed=allowed)
    if not error_name:
        error_name, why = _not_again(proposal, state, work)
    if error_name:
        return {**calls, **await _refused(proposal.action, error_name, why, state, work)}
    has_recovered = state["last_error_key"].startswith("planner_")
    return {
        **calls,
        **NavState(
            pending=proposal_to_text(proposal),
            pending_words=describe(proposal, page),
            last_error_key="" if has_recovered else state["last_error_key"],
        ),
    }


async def _told(proposal: WebProposal, work: Work) -> NavState:
    """What a model tells of the goal's kind and mode, once."""
    if work.goal.is_told or not (proposal.goal_kind or proposal.task_mode):
        return NavState()
    work.goal = told_goal(work.goal, proposal.goal_kind, proposal.task_mode)
    await work.run.log.append(GoalRead(work.goal.kind, work.goal.mode))
    return NavState(goal_kind=work.goal.kind.value, task_mode=work.goal.mode.value)


def _not_again(proposal: WebProposal, state: NavState, work: Work) -> tuple[str, str]:
    """The same values were sent with the same button: once is enough, whatever came of it. What
    the operator turned down is not asked about twice."""
    if is_rejected(proposal, work.seen.page, state):
        return "planner_disallowed_action", "The operator said no to this."
    key = sending_key(proposal, work.seen.page, state)
    if not key or key not in state["sent_keys"]:
        return "", ""
    return "planner_disallowed_action", "This was sent already, and is not sent twice."


async def _refused(
    action: ActionName | None, error: str, why: str, state: NavState, work: Work
) -> NavState:
    named = f"{error}: {why}"
    await work.run.log.append(ProposalRefused(action, stage_of(state), named))
    return NavState(error=error, error_words=why, error_key=error)


async def _no_proposal(error: KnownError, state: NavState, work: Work) -> NavState:
    name = "planner_timeout" if isinstance(error, ModelTimedOut) else "planner_failed"
    return await _refused(None, name, str(error), state, work)
