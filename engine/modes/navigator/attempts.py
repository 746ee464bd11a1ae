"""The action under way and those before it, as the state keeps them and thinkers read them."""

from __future__ import annotations

from dataclasses import replace

from engine.domain.web.proposals import ActionName, Attempt, WebProposal
from engine.modes.navigator.state import (
    AttemptState,
    NavState,
    proposal_from_text,
    proposal_to_text,
)

MAX_ATTEMPTS = 12


def pending_of(state: NavState) -> WebProposal | None:
    """The action that was chosen and has not been judged yet."""
    return proposal_from_text(state["pending"]) if state["pending"] else None


def without_keys(attempts: list[AttemptState]) -> list[AttemptState]:
    """The same without the ids of elements and tabs, which count anew in another browser."""
    return [
        {**each, "proposal": proposal_to_text(replace(proposal, agent_id="", tab_id=""))}
        for each in attempts
        for proposal in [proposal_from_text(each["proposal"])]
    ]


def with_attempt(
    state: NavState,
    *,
    has_changed: bool,
    why: str,
    is_refused: bool = False,
    is_edited: bool = False,
) -> list[AttemptState]:
    """The attempts with the action under way as the newest."""
    attempt = AttemptState(
        proposal=state["pending"],
        description=state["pending_words"],
        url=state["url"],
        has_changed=has_changed,
        why=why,
        is_refused=is_refused,
        is_edited=is_edited,
    )
    return [*state["attempts"], attempt][-MAX_ATTEMPTS:]


def attempts_of(state: NavState) -> tuple[Attempt, ...]:
    """What was tried, the newest last, as a thinker is told of it."""
    return tuple(
        Attempt(
            proposal_from_text(each["proposal"]),
            each["description"],
            each["url"],
            each["has_changed"],
            each["why"],
            each.get("is_refused", False),
            each.get("is_edited", False),
        )
        for each in state["attempts"]
    )


def action_key(proposal: WebProposal, url: str) -> str:
    """Action, element and URL: what repeats is told by these."""
    target = proposal.agent_id or proposal.url or proposal.tab_id or proposal.direction
    words = proposal.text if proposal.action is ActionName.SEARCH else ""
    return " ".join((proposal.action.value, target, words, url))
