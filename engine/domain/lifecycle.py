"""The modes, and the lifecycle of a plan segment (adaptive replanning document, section 6)."""

from enum import StrEnum
from typing import Literal

ModeName = Literal["director", "navigator", "explorer", "manual", "guest", "script"]


class Phase(StrEnum):
    PLANNING = "planning"
    EXECUTING = "executing"
    RECAPTURE = "recapture"
    REPLANNING = "replanning"
    ERROR_HANDLING = "error handling"
    COMPLETE = "complete"


PHASE_AFTER: dict[Phase, frozenset[Phase]] = {
    Phase.PLANNING: frozenset({Phase.EXECUTING, Phase.COMPLETE}),
    Phase.EXECUTING: frozenset({Phase.RECAPTURE, Phase.ERROR_HANDLING, Phase.COMPLETE}),
    Phase.ERROR_HANDLING: frozenset({Phase.RECAPTURE, Phase.EXECUTING, Phase.COMPLETE}),
    Phase.RECAPTURE: frozenset({Phase.REPLANNING, Phase.COMPLETE}),
    Phase.REPLANNING: frozenset({Phase.EXECUTING, Phase.COMPLETE}),
    Phase.COMPLETE: frozenset(),
}


class StepState(StrEnum):
    PLANNED = "planned"
    WAITING = "waiting for the operator"
    RUNNING = "running"
    DONE = "done"
    FAILED = "failed"
    SKIPPED = "skipped"
    REJECTED = "rejected"
    ABANDONED = "abandoned"
