"""How a run ended, in words: by its terminal, and where a reason says more, by that.

An exploration that has used up its actions has no trouble, but did what it was asked to.
"""

from engine.domain.exploring.limits import CompletionReason, ReplayEnd
from engine.domain.terminals import DONE_NOT_SEEN, Outcome, Terminal
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


_REASON_WORDS: dict[str, str] = {
    CompletionReason.LLM_COMPLETE: "Explored to the end",
    CompletionReason.ZERO_SUCCESSFUL_GROUPS: "Nothing led further",
    CompletionReason.MAX_ACTIONS: "All actions done",
    CompletionReason.MAX_DURATION: "Time is over",
    CompletionReason.BUDGET_LIMIT: "Budget nearly used up",
    DONE_NOT_SEEN: "Done, not seen",
    ReplayEnd.CAME_UP: "The fault came up",
    ReplayEnd.STAYED_AWAY: "The fault stayed away",
    ReplayEnd.WALKED: "As recorded",
    ReplayEnd.DRIFTED: "Done, with drift",
    ReplayEnd.NO_LONGER_FITS: "No longer fits",
}
"""Of a reason that says more than its terminal; why it came to that, the run's message says."""


def ending_title(terminal: Terminal, reason: str) -> str:
    """``All actions done``: in two or three words, for a badge or a row."""
    return _REASON_WORDS.get(reason, TERMINAL_WORDS[terminal])


def all_ending_titles() -> tuple[str, ...]:
    """Each that there is, the longest of which needs room."""
    return (*TERMINAL_WORDS.values(), *_REASON_WORDS.values())


def ending_sentence(outcome: Outcome) -> str:
    """``Goal reached: Done in 1 step.``"""
    return joined(ending_title(outcome.terminal, outcome.reason), outcome.message)


def ending_record(outcome: Outcome) -> str:
    """``goal_satisfied (plan_finished)``: as it is recorded, and as the documents list it."""
    return f"{outcome.terminal} ({outcome.reason})"
