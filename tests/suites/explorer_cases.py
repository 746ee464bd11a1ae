"""What the explorer's suite explores, and the ends to which explorations come.

Games and applications were made by others and know nothing of being explored; the two games on
pages are ``tests/support/web_games``. Each is explored without a model and with one seed."""

from __future__ import annotations

import json
from collections.abc import Callable, Coroutine, Mapping
from dataclasses import dataclass, field
from typing import Any

from engine.domain.events import Recorded
from engine.domain.exploring.events import GroupAssessed
from engine.domain.exploring.limits import CompletionReason
from engine.session.session import Session
from tests.support.exploration import Watcher, nobody_watches
from tests.support.explore_prompt import explore_answer, explored, prompt_text

MAX_ACTIONS = 40
_ON_A_PAGE = 26
"""Enough for three iterations; the games on pages are in the ordinary lane."""


@dataclass(frozen=True, slots=True)
class ExplorerCase:
    """``surface`` is ``practice``, or the name of a game on a page. ``limits`` and ``explorer`` are
    tables of the settings file; ``answer`` is that of a model, which there is only then."""

    name: str
    goal: str
    surface: str = "practice"
    reason: CompletionReason = CompletionReason.MAX_ACTIONS
    explorer: Mapping[str, Any] = field(default_factory=dict)
    limits: Mapping[str, Any] = field(default_factory=dict)
    answer: Callable[[dict[str, Any]], str] | None = None
    watcher: Watcher = nobody_watches
    says: str = ""
    """Words of the outcome's message."""


def _application(name: str, *, seed: int = 1, surface: str = "practice") -> ExplorerCase:
    """Faults that come up are left as they are found: making their paths short takes minutes."""
    most = MAX_ACTIONS if surface == "practice" else _ON_A_PAGE
    explorer = {"seed": seed, "max_actions": most, "max_replays": 0}
    goal = name if surface == "practice" else f"Explore the game {name}"
    return ExplorerCase(name, goal, surface, explorer=explorer)


APPLICATIONS = (
    _application("pairs", surface="pairs"),
    _application("tiles", surface="tiles"),
    _application("Mines"),
    _application("2048"),
    _application("AisleRiot Solitaire"),
    _application("Galculator"),
    _application("Mousepad"),
)


def _ends_it(session: Session, recorded: Recorded) -> Coroutine[Any, Any, None] | None:
    """The operator has seen enough after the first group."""
    return session.cancel() if isinstance(recorded.event, GroupAssessed) else None


def _four_groups(body: dict[str, Any]) -> str:
    """One too many, even when it is told so."""
    said = explored(prompt_text({"messages": body["messages"][:2]}))
    return json.dumps({"groups": [said["groups"][0]] * 4})


ENDINGS = (
    ExplorerCase(
        "nothing leads further",
        "Explore it",
        "still",
        CompletionReason.ZERO_SUCCESSFUL_GROUPS,
        says="No group of iteration 1",
    ),
    ExplorerCase(
        "the thinker has enough",
        "Explore it",
        "pairs",
        CompletionReason.LLM_COMPLETE,
        answer=lambda body: '{"groups": []}',
    ),
    ExplorerCase(
        "actions are used up",
        "Galculator",
        reason=CompletionReason.MAX_ACTIONS,
        explorer={"max_actions": 4},
        says="4 actions",
    ),
    ExplorerCase(
        "time is used up",
        "Galculator",
        reason=CompletionReason.MAX_DURATION,
        explorer={"max_duration_secs": 6, "max_actions": 0},
    ),
    ExplorerCase(
        "nine tenths of the calls are used up",
        "Explore it",
        "pairs",
        CompletionReason.BUDGET_LIMIT,
        limits={"max_calls": 3},
        answer=explore_answer,
        says="2 iterations",
    ),
    ExplorerCase(
        "the operator ends it",
        "Galculator",
        reason=CompletionReason.OPERATOR,
        watcher=_ends_it,
        says="1 iteration",
    ),
    ExplorerCase(
        "the answer can't be used",
        "Explore it",
        "pairs",
        CompletionReason.ERROR,
        answer=_four_groups,
        says="groups: iteration 1 must have 1 to 3 groups, not 4",
    ),
)
