"""Terminals: the ways in which a run can end. Every run ends with exactly one."""

from enum import StrEnum

from engine.domain.facts import Frozen


class Terminal(StrEnum):
    GOAL_SATISFIED = "goal_satisfied"
    GOAL_FAILED = "goal_failed"
    LOOP_STUCK = "loop_stuck"
    BUDGET_EXHAUSTED = "budget_exhausted"
    CANCELLED = "cancelled"
    STOPPED = "stopped"
    FAILED = "failed"


class Outcome(Frozen):
    """How the run ended: the terminal, a short reason for machines, a sentence for people;
    ``answer`` is what the person wanted to know, where the goal asked something."""

    terminal: Terminal
    reason: str
    message: str
    answer: str = ""


EXIT_CODES: dict[Terminal, int] = {
    Terminal.GOAL_SATISFIED: 0,
    Terminal.GOAL_FAILED: 10,
    Terminal.LOOP_STUCK: 11,
    Terminal.BUDGET_EXHAUSTED: 12,
    Terminal.CANCELLED: 13,
    Terminal.STOPPED: 14,
    Terminal.FAILED: 15,
}

DONE_NOT_SEEN = "done_not_seen"
"""The reason of a goal whose steps were all done, while nobody could see what came of some."""

EXIT_NOT_ALL = 18
"""Not every run of a campaign succeeded, or something broke from one campaign to another."""

EXIT_NOT_SEEN = 17
EXIT_FINDINGS = 16
"""An exploration, or the replay of a regression script, came upon a fault."""

EXIT_BAD_INPUT = 2
EXIT_CANNOT_START = 3
