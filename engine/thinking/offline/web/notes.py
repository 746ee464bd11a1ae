"""What a step is for, told in its reason, and read again from the attempts' reasons.

Nothing is kept between calls; so a run that broke off can go on. ``kind`` of a note:
"way" leads on, "value" fills in a field, "last step" finishes a part, "look" only looks,
"obstacle" takes something out of the way.

What is read again stands ahead of the words, in square brackets and a fixed form; the words quote
the page, which may say anything, and are for people only.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Literal

from engine.domain.web.proposals import Attempt, WebProposal

Kind = Literal["way", "value", "last step", "look", "obstacle"]

Fact = Literal[
    "all at once",
    "one press",
    "next page",
    "looking around",
    "not it",
    "set",
    "listed",
    "at",
    "sorted",
    "picked",
    "filtered",
]
Facts = tuple[tuple[Fact, tuple[str, ...]], ...]
"""Each with the names or labels that it is about, if any."""

_FACT = r" \[([a-z ]+)(?:: (“[^”]*”(?:, “[^”]*”)*))?\]"
_NOTE = re.compile(
    r"^Part (?P<part>\d+), (?P<kind>way|value|last step|look|obstacle)"
    rf"(?P<facts>(?:{_FACT})*): (?P<words>.*)$",
    re.DOTALL,
)
_QUOTED = re.compile(r"“([^”]*)”")


@dataclass(frozen=True, slots=True)
class Note:
    """``part`` counts from 1."""

    part: int
    kind: Kind
    words: str
    facts: Facts = ()

    def __str__(self) -> str:
        told = "".join(f" [{_fact_words(fact, about)}]" for fact, about in self.facts)
        return f"Part {self.part}, {self.kind}{told}: {self.words}"

    def says(self, fact: Fact) -> bool:
        return any(each == fact for each, _ in self.facts)

    def about(self, fact: Fact) -> tuple[str, ...]:
        """What the fact is told of, as ``in_note`` gives it."""
        return tuple(name for each, about in self.facts if each == fact for name in about)


@dataclass(frozen=True, slots=True)
class Done:
    """An attempt whose reason could be read."""

    note: Note
    attempt: Attempt

    @property
    def went_well(self) -> bool:
        return not self.attempt.why


def read_note(reason: str) -> Note | None:
    match = _NOTE.match(reason)
    if match is None:
        return None
    kind: Kind = match["kind"]  # type: ignore[assignment]
    found = re.findall(_FACT, match["facts"])
    facts: Facts = tuple((fact, tuple(_QUOTED.findall(about))) for fact, about in found)
    return Note(int(match["part"]), kind, match["words"], facts)


def read_attempts(attempts: Iterable[Attempt]) -> tuple[Done, ...]:
    """The attempts that this thinker proposed, in order."""
    read = ((read_note(each.proposal.reason), each) for each in attempts)
    return tuple(Done(note, attempt) for note, attempt in read if note is not None)


def told(proposal: WebProposal, *facts: tuple[Fact, tuple[str, ...]]) -> WebProposal:
    """The proposal, with these facts in its reason as well."""
    note = read_note(proposal.reason)
    if not facts or note is None:
        return proposal
    return replace(proposal, reason=str(replace(note, facts=(*note.facts, *facts))))


def quoted_words(text: str) -> str:
    """Words in the quotation marks in which notes tell what they are about, on one line."""
    return f"“{in_note(text)}”"


def in_note(text: str) -> str:
    """A text as it can stand within a note's quotation marks."""
    return " ".join(text.split()).replace("“", "'").replace("”", "'")


def _fact_words(fact: Fact, about: tuple[str, ...]) -> str:
    return f"{fact}: {', '.join(map(quoted_words, about))}" if about else fact
