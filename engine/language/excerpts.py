"""Of a long text what hits some words, in the order of reading, with what is left out named so that
it can be asked for."""

import re
from collections.abc import Iterable, Sequence

from engine.domain.facts import Frozen
from engine.language.labels import normal, stem

IN_VIEW, NOT_IN_VIEW = "# in view", "# not in view"
_PASSAGE_CHARS = 160
_AFTER_A_HIT, _BEFORE_A_HIT, _IN_VIEW = 0.5, 0.25, 0.4
_SENTENCE = re.compile(r".+?(?:[.!?…;]\s+|$)")
_SHORTEST_STEM = 4


class _Passage(Frozen):
    """A line, or a part of a long one; ``start`` is its first character in the page's text."""

    text: str
    start: int
    in_view: bool


def excerpt(
    text: str,
    terms: Iterable[str],
    max_chars: int,
    name: str,
    in_view: Sequence[int] = (),
    *,
    hits_only: bool = False,
) -> tuple[str, ...]:
    """Lines of the text in their order, ``max_chars`` in all at most; ``terms`` are what the goal
    is about, ``in_view`` the numbers of the lines that are. What is left out is named as it can be
    read; what is in view is marked, unless all of it is. ``hits_only``: with what stands beside."""
    shown = frozenset(in_view)
    passages = list(_passages(text, shown))
    wanted = frozenset(stem(word) for term in terms for word in normal(term).split())
    words = [normal(each.text).split() for each in passages]
    hits = [sum(any(_is_same(word, one) for word in each) for one in wanted) for each in words]
    room = max_chars
    taken: set[int] = set()
    for at in sorted(range(len(passages)), key=lambda at: (-_worth(at, hits, passages), at)):
        is_no_hit = hits_only and not _worth(at, hits, passages)
        if len(passages[at].text) > room or is_no_hit:
            break
        room -= len(passages[at].text)
        taken.add(at)
    tells_view = bool(shown) and not all(each.in_view for each in passages)
    lines: list[str] = []
    was_in_view: bool | None = None
    is_gap = False
    for at, passage in enumerate(passages):
        if at not in taken:
            lines += [] if is_gap else [gap(name, passage.start)]
            is_gap = True
            continue
        if tells_view and passage.in_view is not was_in_view:
            lines.append(IN_VIEW if passage.in_view else NOT_IN_VIEW)
        was_in_view, is_gap = passage.in_view, False
        lines.append(passage.text)
    return tuple(lines)


def gap(name: str, start: int) -> str:
    """Where something is left out, as it can be asked for."""
    return f"… {name}@{start}" if start else f"… {name}"


def _passages(text: str, shown: frozenset[int]) -> Iterable[_Passage]:
    """Lines; long ones by sentences, and what is longer still by words."""
    start = 0
    for number, line in enumerate(text.split("\n")):
        for at, part in _parts(line):
            if flat := " ".join(part.split())[:_PASSAGE_CHARS]:
                yield _Passage(flat, start + at, number in shown)
        start += len(line) + 1


def _parts(line: str) -> Iterable[tuple[int, str]]:
    """The line cut into parts that are short enough, each with where it begins."""
    at = end = 0
    for piece in _pieces(line):
        if end > at and end + len(piece.rstrip()) - at > _PASSAGE_CHARS:
            yield at, line[at:end]
            at = end
        end += len(piece)
    yield at, line[at:]


def _pieces(line: str) -> Iterable[str]:
    if len(line) <= _PASSAGE_CHARS:
        return [line]
    return (
        piece
        for each in _SENTENCE.findall(line)
        for piece in ([each] if len(each) <= _PASSAGE_CHARS else _WORD.findall(each))
    )


_WORD = re.compile(r"\S+\s*|\s+")


def _is_same(word: str, wanted: str) -> bool:
    is_begun = len(wanted) >= _SHORTEST_STEM and word.startswith(wanted)
    return is_begun or wanted in (word, stem(word))


def _worth(at: int, hits: Sequence[int], passages: Sequence[_Passage]) -> float:
    """A value often stands behind its name, in a line of its own."""
    after = _AFTER_A_HIT * hits[at - 1] if at else 0.0
    before = _BEFORE_A_HIT * hits[at + 1] if at + 1 < len(hits) else 0.0
    return hits[at] + after + before + _IN_VIEW * passages[at].in_view
