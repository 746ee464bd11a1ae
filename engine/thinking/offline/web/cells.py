"""Answers in tables: the cell where the row of one word meets the column of another.

A row stands in one line of a page's text, its cells parted by " | "; the first row of a table may
be its heads.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from engine.thinking.offline.web.matching import stems, told_share

_PARTED = " | "
_HALF = 0.5
_HEAD_CELL = re.compile(r"[^\d:£€$]*")


def is_head_row(lines: Sequence[str], at: int) -> bool:
    """Whether this line is the heads of a table: it begins one of as many columns, and has no
    figures where the next row has some."""
    cells, above = lines[at].split(_PARTED), lines[at - 1] if at else ""
    below = lines[at + 1].split(_PARTED) if at + 1 < len(lines) else []
    if len(cells) < 2 or len(below) != len(cells) or _PARTED in above:
        return False
    is_plain = all(_HEAD_CELL.fullmatch(each) for each in cells)
    return is_plain and not all(_HEAD_CELL.fullmatch(each) for each in below)


def cell_words(lines: Sequence[str], topic: str, above: Sequence[str] = ()) -> str:
    """The cell that the topic means; empty where no table has it. ``above`` are the headings of
    the lines, which may say a part of it."""
    heads: list[str] = []
    for at, line in enumerate(lines):
        cells = line.split(_PARTED)
        if len(cells) < 2:
            heads = []
            continue
        before = lines[at - 1] if at else ""
        if _PARTED not in before:
            heads = cells
            continue
        if found := _in_row(cells, heads, topic, above[at] if above else ""):
            return found
    return ""


def _in_row(cells: list[str], heads: list[str], topic: str, section: str) -> str:
    """By the row's first cell, or another that names it, and a head; all of the topic is told."""
    if len(cells) != len(heads):
        return ""
    row = set(stems(cells[0]))
    rest = " ".join(word for word in topic.split() if not row & set(stems(word)))
    if not rest or rest == topic:
        return ""
    own = " ".join(word for word in rest.split() if not told_share(word, section))
    asked = own if told_share(rest, section) >= _HALF else rest
    fitting = [at for at, head in enumerate(heads) if at and told_share(asked, head) == 1]
    if not fitting and asked != rest:  # but for a verb of the question
        fitting = [at for at, head in enumerate(heads) if at and told_share(asked, head) >= _HALF]
    return cells[fitting[0]].strip() if len(fitting) == 1 else ""
