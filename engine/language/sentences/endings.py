"""How a run ended, in words: by its terminal, and where a reason says more, by that.

An exploration that has used up its actions has no trouble, but did what it was asked to.
"""

from __future__ import annotations

from typing import NamedTuple

from engine.domain.exploring.limits import CompletionReason, ReplayEnd
from engine.domain.terminals import Outcome, Terminal
from engine.language.sentences.figures import joined

TERMINAL_WORDS: dict[Terminal, str] = {
    Terminal.GOAL_SATISFIED: "Goal reached",
    Terminal.GOAL_FAILED: "Goal not reached",
    Terminal.LOOP_STUCK: "Going in circles",
    Terminal.BUDGET_EXHAUSTED: "Budget used up",
    Terminal.CANCELLED: "Cancelled",
    Terminal.STOPPED: "Stopped",
    Terminal.FAILED: "Failed",
}


class ReasonWords(NamedTuple):
    """``title`` is empty where the terminal says enough; ``clause`` says why, in a sentence."""

    title: str
    clause: str


REASON_WORDS: dict[str, ReasonWords] = {
    CompletionReason.LLM_COMPLETE: ReasonWords(
        "Explored to the end", "the thinker says that there is nothing more to try"
    ),
    CompletionReason.ZERO_SUCCESSFUL_GROUPS: ReasonWords(
        "Nothing led further", "no group of the last iteration led any further"
    ),
    CompletionReason.MAX_ACTIONS: ReasonWords(
        "All actions done", "all actions that were allowed are used up"
    ),
    CompletionReason.MAX_DURATION: ReasonWords(
        "Time is over", "the time that was allowed is used up"
    ),
    CompletionReason.BUDGET_LIMIT: ReasonWords(
        "Budget nearly used up", "nine tenths of the calls or the money are used up"
    ),
    CompletionReason.OPERATOR: ReasonWords("", "the operator ended it"),
    CompletionReason.ERROR: ReasonWords("", "an error ended it"),
    ReplayEnd.CAME_UP: ReasonWords("The fault came up", "the fault came up again"),
    ReplayEnd.STAYED_AWAY: ReasonWords("The fault stayed away", "the fault did not come up again"),
}


def ending_title(terminal: Terminal, reason: str) -> str:
    """``All actions done``: in two or three words, for a badge or a row."""
    words = REASON_WORDS.get(reason)
    return words.title if words and words.title else TERMINAL_WORDS[terminal]


def all_ending_titles() -> tuple[str, ...]:
    """Each that there is, the longest of which needs room."""
    return (*TERMINAL_WORDS.values(), *(each.title for each in REASON_WORDS.values() if each.title))


def ending_clause(outcome: Outcome | None) -> str:
    """Why an exploration ended; ``outcome`` is None where it has no end."""
    if outcome is None:
        return "it has no end: it was broken off, or goes on"
    words = REASON_WORDS.get(outcome.reason)
    return words.clause if words else outcome.message or outcome.reason


def ending_sentence(outcome: Outcome) -> str:
    """``Goal reached: Done in 1 step.``"""
    return joined(ending_title(outcome.terminal, outcome.reason), outcome.message)


def ending_record(outcome: Outcome) -> str:
    """``goal_satisfied (plan_finished)``: as it is recorded, and as the documents list it."""
    return f"{outcome.terminal} ({outcome.reason})"
