"""The part of a page's text that a prompt has room for: first what hits the goal, then the rest.

Passages stay in the order of reading, and a gap is marked, so that what is near on the page (a name
and its price) is near in the prompt.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from engine.language.labels import normal
from engine.language.matching import stem
from engine.thinking.model.fencing import one_line

GAP = "…"
_PASSAGE_CHARS = 160
_AFTER_A_HIT, _BEFORE_A_HIT = 0.5, 0.25
_SENTENCE = re.compile(r"(?<=[.!?…;])\s+")
_SHORTEST_STEM = 4


def excerpt(text: str, terms: Iterable[str], max_chars: int) -> tuple[str, ...]:
    """Lines of the text, ``max_chars`` in all at most; ``terms`` are what the goal is about."""
    passages = [one_line(each, _PASSAGE_CHARS) for each in _passages(text)]
    wanted = frozenset(stem(word) for term in terms for word in normal(term).split())
    hits = [_hits(passage, wanted) for passage in passages]
    room = max_chars
    taken: set[int] = set()
    for at in sorted(range(len(passages)), key=lambda at: (-_worth(at, hits), at)):
        if len(passages[at]) > room:
            break
        room -= len(passages[at])
        taken.add(at)
    lines: list[str] = []
    for at, passage in enumerate(passages):
        if at in taken:
            lines.append(passage)
        elif not lines or lines[-1] != GAP:
            lines.append(GAP)
    return tuple(lines)


def _passages(text: str) -> Iterable[str]:
    """Lines; long ones by sentences, and what is longer still by words."""
    for line in filter(None, map(str.strip, text.splitlines())):
        passage = ""
        for part in _SENTENCE.split(line) if len(line) > _PASSAGE_CHARS else [line]:
            for piece in _pieces(part):
                if passage and len(passage) + 1 + len(piece) > _PASSAGE_CHARS:
                    yield passage
                    passage = ""
                passage = f"{passage} {piece}".strip()
        yield passage


def _pieces(part: str) -> Iterable[str]:
    if len(part) <= _PASSAGE_CHARS:
        return [part]
    return (word[:_PASSAGE_CHARS] for word in part.split())


def _hits(passage: str, wanted: frozenset[str]) -> int:
    words = normal(passage).split()
    return sum(any(_is_same(word, each) for word in words) for each in wanted)


def _is_same(word: str, wanted: str) -> bool:
    return wanted in (word, stem(word)) or (
        len(wanted) >= _SHORTEST_STEM and word.startswith(wanted)
    )


def _worth(at: int, hits: Sequence[int]) -> float:
    """A value often stands behind its name, in a line of its own."""
    after = _AFTER_A_HIT * hits[at - 1] if at else 0.0
    before = _BEFORE_A_HIT * hits[at + 1] if at + 1 < len(hits) else 0.0
    return hits[at] + after + before
