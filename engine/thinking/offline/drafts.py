"""Pieces of a goal on their way to be one clause, before it is known what they mean."""

from __future__ import annotations

from dataclasses import dataclass, field

from engine.domain.goal_splitter import Piece
from engine.thinking.offline.verbs import verb_of


@dataclass(slots=True)
class Draft:
    """Pieces that will be one clause; ``kind`` is its verb's group."""

    kind: str
    verb: str
    pieces: list[Piece] = field(default_factory=list)

    @property
    def text(self) -> str:
        joined = "".join(f"{piece.joint}{piece.text}" for piece in self.pieces[1:])
        return f"{self.pieces[0].text}{joined}"


def is_parallel_label(piece: Piece, kind: str, previous: Draft) -> bool:
    """ "tick Show grid and Show rulers": what reads like a clause is written like a label."""
    if previous.kind not in {"tick", "untick"} or kind != "named":
        return False
    label = previous.text[len(previous.verb) :].strip()
    return piece.text[:1].isupper() and label[:1].isupper() and bool(verb_of(label)[0])
