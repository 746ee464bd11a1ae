"""The graph's state: plain values that JSON can hold, so that any of it can be kept and read back.

What a browser shows (situations, frames) is not in it: that belongs to the run, and a run that
goes on after a crash looks again."""

import json
from collections.abc import Collection
from dataclasses import fields
from enum import StrEnum
from typing import Annotated, Any, cast, get_args, get_origin, get_type_hints

from pydantic import AfterValidator, ConfigDict, Field, TypeAdapter
from typing_extensions import TypedDict

from engine.domain.errors import RecordUnavailable
from engine.domain.terminals import Terminal
from engine.domain.web.pages import GoalKind, Stage, TaskMode
from engine.domain.web.proposals import Attempt, WebProposal

MAX_VISITED = 40
MAX_SEEN = 200
MAX_BORNE = 12
EARLY_STAGES = (Stage.ORIENT, Stage.CONTEXT)


def _one_of(names: type[StrEnum], *, or_empty: bool = False) -> AfterValidator:
    """A text that is one of these names."""
    return AfterValidator(lambda text: text if or_empty and not text else names(text).value)


Count = Annotated[int, Field(ge=0)]
Score = Annotated[float, Field(ge=0, allow_inf_nan=False)]


class NavState(TypedDict, total=False):
    """What a node gets, and, in part, what it gives back. ``fresh_state`` has every key.

    ``step`` counts passes through observe, ``nodes`` visits to any node. ``error`` is empty or a
    short name such as ``planner_disallowed_action``; ``terminal`` is empty until the run's end.

    ``sent`` describes the last action where it sent or switched something, ``sent_id`` is what it
    was done upon, ``confirmed`` what the page said of it; ``sent_keys`` name what was sent, so that
    it is not sent twice, and ``unsaid`` are sendings of before of which no page said anything.
    ``borne`` are the steps that were seen to have an effect, each with its evidence; ``checked`` is
    what the claim's own checks saw; ``left_out`` are steps that the operator skipped.

    ``pending_tells``: what is pending only leads somewhere, or the page tells whether it was done;
    ``pending_key`` is what would be sent with it.
    ``rejected`` are the operator's no's, ``refused_deed`` is what was turned down last and not made
    up for since, ``typed`` what was typed."""

    __pydantic_config__ = ConfigDict(extra="forbid", strict=True)  # type: ignore[misc]

    step: Count
    nodes: Count
    stage: Annotated[str, _one_of(Stage)]
    stage_step: Count
    # the page as it was seen last
    url: str
    title: str
    dom_hash: str
    mapping_hash: str
    candidates_hash: str
    visited: list[str]
    seen_states: list[str]
    # loops
    repeat_count: Count
    stagnation_count: Count
    auto_scrolls_used: Count
    no_progress_steps: Count
    idle_calls: Count
    planner_calls: Count
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
    pending: WebProposal | None
    pending_words: str
    pending_tells: bool
    pending_key: str
    attempts: list[Attempt]
    failures: dict[str, Count]
    avoid: list[str]
    performed: Count
    typed: list[str]
    has_submitted: bool
    sent: str
    sent_id: str
    sent_keys: list[str]
    confirmed: str
    unsaid: list[str]
    borne: list[str]
    checked: list[str]
    left_out: list[str]
    rejected: list[str]
    refused_deed: str
    refusals: Count
    state_change: str
    has_changed: bool
    search_failures: Count
    has_searched: bool
    # what the thinker and the operator said
    claim: str | None
    refused_claims: Count
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
    score: Score
    best_score: Score
    is_auto_done: bool
    # what a model made of the goal, empty until it told
    goal_kind: Annotated[str, _one_of(GoalKind, or_empty=True)]
    task_mode: Annotated[str, _one_of(TaskMode, or_empty=True)]
    proofs: list[str]
    # the end
    terminal: Annotated[str, _one_of(Terminal, or_empty=True)]
    reason: str
    message: str


def fresh_state() -> NavState:
    """The state before the first look: every key is there, and empty where nothing is said."""
    hints = get_type_hints(NavState)
    empty = {
        key: None if type(None) in get_args(hint) else (get_origin(hint) or hint)()
        for key, hint in hints.items()
    }
    return cast(NavState, {**empty, **NavState(stage=Stage.ORIENT.value)})


_UNDER_WAY = ("pending", "pending_tells", "claim", "is_auto_done", "question", "error", "error_key")
_WAS_UNDER_WAY = ("has_acted", "is_overruled", "is_turned_down")


def nothing_under_way(*others: str) -> NavState:
    """No action, claim, question or error is dealt with; ``others`` are as at first, too."""
    fresh = cast(dict[str, object], fresh_state())
    return cast(NavState, {key: fresh[key] for key in (*_UNDER_WAY, *_WAS_UNDER_WAY, *others)})


_STATE = TypeAdapter(NavState)
_OF_PROPOSALS = {each.name for each in fields(WebProposal)}
_NO_LONGER_KEPT = {"is_listing", "overwritten", "page_type"}


def state_to_text(state: NavState) -> str:
    return _STATE.dump_json(state).decode()


def state_from_text(text: str) -> NavState:
    """What is missing is as in a fresh one. Raises ``RecordUnavailable`` for one of others."""
    why = "The run can't go on: its last checkpoint is damaged."
    with RecordUnavailable.instead_of(ValueError, why, "Start a new run with the same goal."):
        told = _STATE.validate_json(json.dumps(_read(text)))
    return {**fresh_state(), **told}


def _read(text: str) -> object:
    return json.loads(text, object_hook=_with_proposals)


def _with_proposals(told: dict[str, object]) -> dict[str, object]:
    """Earlier versions wrote proposals as texts within the text, and more than is read today."""
    texts = {key: each for key in ("pending", "proposal") if isinstance(each := told.get(key), str)}
    known = _OF_PROPOSALS if "agent_id" in told else told.keys() - _NO_LONGER_KEPT
    kept = {key: each for key, each in told.items() if key in known}
    return kept | {key: _read(each or "null") for key, each in texts.items()}


def told_of(state: NavState, of: Any, *, but: Collection[str] = ()) -> dict[str, Any]:
    """What the state tells that a fact has a field for by the same name, but for these names."""
    told, names = cast(dict[str, Any], state), (each.name for each in fields(of))
    its = {name: told[name] for name in names if name in told and name not in but}
    return {name: tuple(it) if isinstance(it, list) else it for name, it in its.items()}


def stage_of(state: NavState) -> Stage:
    return Stage(state["stage"])


def is_early(state: NavState) -> bool:
    """On early stages nothing may be claimed and nobody asked (no meta actions)."""
    return stage_of(state) in EARLY_STAGES
