"""What a step that failed, or was turned down, leaves in the state."""

from __future__ import annotations

from engine.domain.performing import StepFailed
from engine.domain.web.proposals import ActionName
from engine.modes.navigator.attempts import action_key, pending_of, with_attempt
from engine.modes.navigator.rejections import key_of
from engine.modes.navigator.run import Work, page_of
from engine.modes.navigator.state import NavState


def failed_step(failed: StepFailed, state: NavState, work: Work) -> NavState:
    """An error for error_retry; the element's failures are counted."""
    proposal = pending_of(state)
    key = action_key(proposal, state["url"]) if proposal else ""
    return {
        **NavState(
            error="execute_failed",
            error_words=failed.why,
            error_key=key,
            attempts=with_attempt(state, has_changed=False, why=failed.why),
            pending="",
            has_changed=False,
            has_acted=True,
            state_change="nothing was done",
        ),
        **counted_failure(state, work),
    }


def turned_down(why: str, state: NavState, work: Work) -> NavState:
    """The gate said no: it is not proposed again, and the run goes on."""
    proposal = pending_of(state)
    avoid = state["avoid"]
    if proposal is not None and proposal.agent_id and proposal.agent_id not in avoid:
        avoid = [*avoid, proposal.agent_id]
    return NavState(
        attempts=with_attempt(state, has_changed=False, why=why, is_refused=True),
        refusals=state["refusals"] + 1,
        refused_deed=_refused_action(state, work) or state["refused_deed"],
        rejected=_rejected(state, work),
        avoid=avoid,
        is_turned_down=True,
        has_changed=False,
        state_change=f"nothing was done: {why}",
    )


def _refused_action(state: NavState, work: Work) -> str:
    """What was turned down, where it was to do something: more than opening a link, typing, or
    taking a banner out of the way."""
    proposal = pending_of(state)
    element = page_of(work.run.looks.seen).element(proposal.agent_id) if proposal else None
    if proposal is None or element is None or element.is_fixed:
        return ""
    does = proposal.submit or (proposal.action is ActionName.CLICK and not element.href)
    return state["pending_words"] if does else ""


def _rejected(state: NavState, work: Work) -> list[str]:
    proposal = pending_of(state)
    if proposal is None:
        return state["rejected"]
    key = key_of(proposal, page_of(work.run.looks.seen))
    return [*(each for each in state["rejected"] if each != key), key]


def counted_failure(state: NavState, work: Work) -> NavState:
    """One more failure of the pending action's element; too many put it on the avoid list."""
    proposal = pending_of(state)
    if proposal is None or not proposal.agent_id:
        return NavState()
    count = state["failures"].get(proposal.agent_id, 0) + 1
    avoid = state["avoid"]
    if count >= work.limits.max_element_failures and proposal.agent_id not in avoid:
        avoid = [*avoid, proposal.agent_id]
    return NavState(failures={**state["failures"], proposal.agent_id: count}, avoid=avoid)
