"""What a step is for, told in its reason, and read again from the attempts' reasons.

Nothing is kept between calls; so a run that broke off can go on. ``kind`` of a note:
"way" leads on, "value" fills in a field, "last step" finishes a part, "look" only looks,
"obstacle" takes something out of the way.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from engine.domain.web.proposals import Attempt

Kind = Literal["way", "value", "last step", "look", "obstacle"]

_NOTE = re.compile(
    r"^Part (?P<part>\d+), (?P<kind>way|value|last step|look|obstacle): (?P<words>.*)$", re.DOTALL
)
_QUOTED = re.compile(r"“([^”]*)”")


@dataclass(frozen=True, slots=True)
class Note:
    """``part`` counts from 1."""

    part: int
    kind: Kind
    words: str

    def __str__(self) -> str:
        return f"Part {self.part}, {self.kind}: {self.words}"

    @property
    def about(self) -> tuple[str, ...]:
        """What stands in quotation marks."""
        return tuple(_QUOTED.findall(self.words))


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
    return Note(int(match["part"]), kind, match["words"])


def read_attempts(attempts: Iterable[Attempt]) -> tuple[Done, ...]:
    """The attempts that this thinker proposed, in order."""
    read = ((read_note(each.proposal.reason), each) for each in attempts)
    return tuple(Done(note, attempt) for note, attempt in read if note is not None)


def quoted_words(text: str) -> str:
    """Words in the quotation marks in which notes tell what they are about, on one line."""
    flat = " ".join(text.split()).replace("“", "'").replace("”", "'")
    return f"“{flat}”"
