"""What can be said of a claim (an effect, a goal, a return, a failure), and by what evidence; the
modes, and how far a plan's segment (adaptive replanning document, section 6) and a step are."""

from enum import StrEnum
from typing import Literal

from engine.domain.facts import Frozen


class Verdict(StrEnum):
    """``CANT_TELL`` is a full answer: nothing of it is retried or planned around."""

    SEEN = "seen"
    CONTRADICTED = "contradicted"
    CANT_TELL = "can't tell"


class Judgement(Frozen):
    """A verdict with its evidence, each a clause that completes a sentence. Of ``SEEN``:
    observations that would not be there otherwise. Of ``CONTRADICTED``: what excludes it. Of
    ``CANT_TELL``: why not, and what was seen instead."""

    verdict: Verdict
    evidence: tuple[str, ...] = ()

    @property
    def is_seen(self) -> bool:
        return self.verdict is Verdict.SEEN

    @property
    def is_contradicted(self) -> bool:
        return self.verdict is Verdict.CONTRADICTED

    @property
    def words(self) -> str:
        """The evidence as one sentence; empty where there is none."""
        return sentence_of(self.evidence)


def seen(*evidence: str) -> Judgement:
    return Judgement(Verdict.SEEN, evidence)


def contradicted(*evidence: str) -> Judgement:
    return Judgement(Verdict.CONTRADICTED, evidence)


def cant_tell(*evidence: str) -> Judgement:
    return Judgement(Verdict.CANT_TELL, evidence)


def sentence_of(clauses: tuple[str, ...]) -> str:
    """Clauses as one sentence for the operator."""
    words = "; ".join(clauses).removesuffix(".")
    return f"{words[:1].upper()}{words[1:]}." if words else ""


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
