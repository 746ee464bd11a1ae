"""The graph's state: plain values that JSON can hold, so that any of it can be kept and read back.

What a browser shows (situations, frames) is not in it: that belongs to the run, and a run that
goes on after a crash looks again.
"""

from __future__ import annotations

import json
from typing import NotRequired

from pydantic import ConfigDict, TypeAdapter, ValidationError
from typing_extensions import TypedDict

from engine.domain.errors import RecordUnavailable
from engine.domain.web.goals import Stage
from engine.domain.web.proposals import ActionName, Attempt, WebProposal

MAX_ATTEMPTS = 12
MAX_VISITED = 40
MAX_SEEN = 200
EARLY_STAGES = (Stage.ORIENT, Stage.CONTEXT)


class AttemptState(TypedDict):
    """``proposal`` is a ``WebProposal`` as JSON."""

    proposal: str
    description: str
    url: str
    has_changed: bool
    why: str
    is_refused: NotRequired[bool]


class NavState(TypedDict, total=False):
    """What a node gets, and, in part, what it gives back. ``fresh_state`` has every key.

    ``step`` counts passes through observe, ``nodes`` visits to any node. ``error`` is empty or a
    short name such as ``planner_disallowed_action``; ``terminal`` is empty until the run's end.
    """

    __pydantic_config__ = ConfigDict(extra="forbid")  # type: ignore[misc]

    step: int
    nodes: int
    stage: str
    stage_step: int
    # the page as it was seen last
    url: str
    title: str
    page_type: str
    is_listing: bool
    dom_hash: str
    mapping_hash: str
    candidates_hash: str
    visited: list[str]
    seen_states: list[str]
    # loops
    repeat_count: int
    stagnation_count: int
    auto_scrolls_used: int
    no_progress_steps: int
    idle_calls: int
    planner_calls: int
    last_key: str
    has_acted: bool
    is_frozen: bool
    is_looping: bool
    is_mitigated: bool
    is_conservative: bool
    has_been_conservative: bool
    is_boosted: bool
    loop_words: str
    # the action under way and those before
    pending: str
    pending_words: str
    attempts: list[AttemptState]
    failures: dict[str, int]
    avoid: list[str]
    performed: int
    typed: list[str]
    has_submitted: bool
    refusals: int
    state_change: str
    has_changed: bool
    search_failures: int
    has_searched: bool
    # what the thinker and the operator said
    claim: str | None
    refused_claims: int
    question: str
    choices: list[str]
    answers: dict[str, str]
    stop_reason: str
    # errors
    error: str
    error_words: str
    error_key: str
    last_error_key: str
    is_overruled: bool
    is_turned_down: bool
    # progress
    score: float
    best_score: float
    is_auto_done: bool
    # the end
    terminal: str
    reason: str
    message: str


def fresh_state() -> NavState:
    """The state before the first look."""
    return NavState(
        step=0,
        nodes=0,
        stage=Stage.ORIENT.value,
        stage_step=0,
        url="",
        title="",
        page_type="other",
        is_listing=False,
        dom_hash="",
        mapping_hash="",
        candidates_hash="",
        visited=[],
        seen_states=[],
        repeat_count=0,
        stagnation_count=0,
        auto_scrolls_used=0,
        no_progress_steps=0,
        idle_calls=0,
        planner_calls=0,
        last_key="",
        has_acted=False,
        is_frozen=False,
        is_looping=False,
        is_mitigated=False,
        is_conservative=False,
        has_been_conservative=False,
        is_boosted=False,
        loop_words="",
        pending="",
        pending_words="",
        attempts=[],
        failures={},
        avoid=[],
        performed=0,
        typed=[],
        has_submitted=False,
        refusals=0,
        state_change="",
        has_changed=False,
        search_failures=0,
        has_searched=False,
        claim=None,
        refused_claims=0,
        question="",
        choices=[],
        answers={},
        stop_reason="",
        error="",
        error_words="",
        error_key="",
        last_error_key="",
        is_overruled=False,
        is_turned_down=False,
        score=0.0,
        best_score=0.0,
        is_auto_done=False,
        terminal="",
        reason="",
        message="",
    )


_STATE = TypeAdapter(NavState)
_PROPOSAL: TypeAdapter[WebProposal] = TypeAdapter(WebProposal)


def state_to_text(state: NavState) -> str:
    return json.dumps(state, ensure_ascii=False, sort_keys=True)


def state_from_text(text: str) -> NavState:
    """Raises ``RecordUnavailable`` where it is none that this Pilothouse understands."""
    try:
        return {**fresh_state(), **_STATE.validate_json(text)}
    except ValidationError as error:
        raise RecordUnavailable(
            "The recorded state of the run can't be read.", "Start a new run with the same goal."
        ) from error


def stage_of(state: NavState) -> Stage:
    return Stage(state["stage"])


def is_early(state: NavState) -> bool:
    """On early stages nothing may be claimed and nobody asked (no meta actions)."""
    return stage_of(state) in EARLY_STAGES


def proposal_to_text(proposal: WebProposal) -> str:
    return _PROPOSAL.dump_json(proposal).decode()


def pending_of(state: NavState) -> WebProposal | None:
    """The action that was chosen and has not been judged yet."""
    return _PROPOSAL.validate_json(state["pending"]) if state["pending"] else None


def with_attempt(
    state: NavState, *, has_changed: bool, why: str, is_refused: bool = False
) -> list[AttemptState]:
    """The attempts with the action under way as the newest."""
    attempt = AttemptState(
        proposal=state["pending"],
        description=state["pending_words"],
        url=state["url"],
        has_changed=has_changed,
        why=why,
        is_refused=is_refused,
    )
    return [*state["attempts"], attempt][-MAX_ATTEMPTS:]


def attempts_of(state: NavState) -> tuple[Attempt, ...]:
    """What was tried, the newest last, as a thinker is told of it."""
    return tuple(
        Attempt(
            _PROPOSAL.validate_json(each["proposal"]),
            each["description"],
            each["url"],
            each["has_changed"],
            each["why"],
            each.get("is_refused", False),
        )
        for each in state["attempts"]
    )


def action_key(proposal: WebProposal, url: str) -> str:
    """Action, element and URL: what repeats is told by these."""
    target = proposal.agent_id or proposal.url or proposal.tab_id or proposal.direction
    words = proposal.text if proposal.action is ActionName.SEARCH else ""
    return " ".join((proposal.action.value, target, words, url))
