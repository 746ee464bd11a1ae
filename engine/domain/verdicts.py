"""What can be said of a claim (an effect, a goal, a return, a failure), and by what evidence."""

from dataclasses import dataclass
from enum import StrEnum


class Verdict(StrEnum):
    """``CANT_TELL`` is a full answer: nothing of it is retried or planned around."""

    SEEN = "seen"
    CONTRADICTED = "contradicted"
    CANT_TELL = "can't tell"


@dataclass(frozen=True, slots=True)
class Judgement:
    """A verdict with its evidence, each a clause that completes a sentence.

    Of ``SEEN``: observations that would not be there otherwise. Of ``CONTRADICTED``: what
    excludes it. Of ``CANT_TELL``: why not, and what was seen instead.
    """

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
    words = "; ".join(clauses)
    return f"{words[:1].upper()}{words[1:]}." if words else ""
