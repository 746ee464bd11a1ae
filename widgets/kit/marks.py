"""Marks: the icon and the tone that stand for a state, an effect, a risk or an end.

Every colour has a shape of its own beside it, so nothing is told by colour alone.
"""

from __future__ import annotations

from typing import NamedTuple

from engine.domain.lifecycle import StepState
from engine.domain.plans import ReplanKind
from engine.domain.reversal import Degree
from engine.domain.risks import RiskClass
from engine.domain.terminals import Terminal


class Mark(NamedTuple):
    icon: str
    tone: str


WAITING = Mark("waiting", "waiting")
"""What waits for the operator."""

STATE_MARKS: dict[StepState, Mark] = {
    StepState.PLANNED: Mark("planned", "text_quiet"),
    StepState.WAITING: WAITING,
    StepState.RUNNING: Mark("running", "accent"),
    StepState.DONE: Mark("done", "good"),
    StepState.FAILED: Mark("failed", "bad"),
    StepState.SKIPPED: Mark("skipped", "text_faint"),
    StepState.REJECTED: Mark("rejected", "warn"),
    StepState.ABANDONED: Mark("abandoned", "text_faint"),
}

RISK_MARKS: dict[RiskClass, Mark] = {
    RiskClass.LOOKING: Mark("eye", "text_quiet"),
    RiskClass.REVERSIBLE: Mark("undo", "good"),
    RiskClass.DISCLOSES: Mark("tag", "warn"),
    RiskClass.IRREVERSIBLE: Mark("warning", "warn"),
    RiskClass.LEAVES_MACHINE: Mark("leave", "bad"),
}

SEGMENT_MARKS: dict[ReplanKind, Mark] = {
    ReplanKind.INITIAL: Mark("first-plan", "text_quiet"),
    ReplanKind.ADAPTIVE: Mark("look-again", "text_quiet"),
    ReplanKind.ERROR: Mark("after-error", "warn"),
}

STAGE_MARK = Mark("stage", "text_quiet")

TERMINAL_MARKS: dict[Terminal, Mark] = {
    Terminal.GOAL_SATISFIED: Mark("done", "good"),
    Terminal.GOAL_FAILED: Mark("failed", "bad"),
    Terminal.LOOP_STUCK: Mark("after-error", "warn"),
    Terminal.BUDGET_EXHAUSTED: Mark("clock", "warn"),
    Terminal.CANCELLED: Mark("rejected", "text_quiet"),
    Terminal.STOPPED: Mark("stop", "warn"),
    Terminal.FAILED: Mark("failed", "bad"),
}

DECISION_MARKS: dict[str, Mark] = {
    "reached": Mark("goal", "good"),
    "retain": Mark("retain", "text"),
    "explore": Mark("explore", "text"),
    "revert": Mark("undo", "warn"),
    "cancel": Mark("cancel-local", "bad"),
}

RESULT_MARKS: dict[str, Mark] = {
    "": Mark("local-plan", "accent"),
    "reached": Mark("goal", "good"),
    "way found": Mark("goal", "good"),
    "cancelled": Mark("cancel-local", "bad"),
}

RETURNED_MARKS: dict[str, Mark] = {
    "": Mark("undo", "accent"),
    "already back": Mark("undo", "good"),
    "restored": Mark("undo", "good"),
    "close": Mark("partly", "warn"),
    "not restored": Mark("never", "bad"),
}

DEGREE_MARKS: dict[Degree, Mark] = {
    Degree.REVERSIBLE: Mark("undo", "good"),
    Degree.PARTLY: Mark("partly", "warn"),
    Degree.IRREVERSIBLE: Mark("never", "warn"),
}

TAKEN_BACK = Mark("undo", "text_faint")
"""What was performed and is no longer so."""

SOFT_TONES = {"good": "good_soft", "warn": "warn_soft", "bad": "bad_soft", "accent": "accent_soft"}
