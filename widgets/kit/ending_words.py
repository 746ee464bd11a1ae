"""How a run ended, in a word or two and with a mark: by its terminal, and an exploration by its
reason, which says more. That one has used up its actions is no trouble, but what was asked for."""

from __future__ import annotations

from engine.domain.exploring.limits import CompletionReason
from engine.domain.terminals import Terminal
from widgets.kit.marks import TERMINAL_MARKS, Mark
from widgets.kit.words import TERMINAL_WORDS

EXPLORED: dict[str, tuple[Mark, str]] = {
    CompletionReason.LLM_COMPLETE: (Mark("done", "good"), "Explored to the end"),
    CompletionReason.ZERO_SUCCESSFUL_GROUPS: (Mark("done", "text"), "Nothing led further"),
    CompletionReason.MAX_ACTIONS: (Mark("clock", "text"), "All actions done"),
    CompletionReason.MAX_DURATION: (Mark("clock", "text"), "Time is over"),
    CompletionReason.BUDGET_LIMIT: (Mark("clock", "warn"), "Budget nearly used up"),
    "fault_came_up": (Mark("failed", "bad"), "The fault came up"),  # of a script that was replayed
    "fault_stayed_away": (Mark("done", "good"), "The fault stayed away"),
}


def ending_of(terminal: Terminal, reason: str) -> tuple[Mark, str]:
    """``reason`` is the outcome's; no other mode has an exploration's own."""
    return EXPLORED.get(reason) or (TERMINAL_MARKS[terminal], TERMINAL_WORDS[terminal])


def all_ending_words() -> tuple[str, ...]:
    return (*TERMINAL_WORDS.values(), *(words for _, words in EXPLORED.values()))
