"""Answers beside what a page calls them: "Call us: 020 …", a definition's value, a table's cell.

The answer is the smallest text that holds it.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from engine.domain.masks import holds_mask
from engine.domain.web.pages import WebElement
from engine.domain.web.synonyms import AskedField, field_asked
from engine.thinking.offline.web.elements import hands_out_file, is_link, label_of
from engine.thinking.offline.web.matching import fit, stems, told_share
from engine.thinking.offline.web.view import View

_PARTED = " | "
_MOST_OF_SUBJECT = 0.65
_MOST_CHARS = 160
_MOST_LINES = 8
_EXTRA_WORDS = 2  # "Cost per day" is a cost


def field_answer(view: View, topic: str, lines: Sequence[str], about: str) -> str:
    """The value of the field that the topic names; empty where the page does not tell it.

    ``about`` is what the page says of itself: what the topic names besides must stand there, or
    beside the value.
    """
    asked = field_asked(topic)
    if asked is None:
        return ""
    field, subject = asked
    told = set(stems(about))
    left = " ".join(word for word in subject.split() if not set(stems(word)) <= told)
    cell = _cell(field, left, lines)
    if cell or left:
        return cell or _named(field, left, lines, view.page.headings)
    for at, line in enumerate(lines):
        if found := _beside(field, line) or _below(field, lines, at):
            return found
    return _in_sentence(field, lines) or _bare(field, lines)


def is_hidden(topic: str, lines: Sequence[str]) -> bool:
    """The page tells it, but it is masked."""
    asked = field_asked(topic)
    if asked is None or asked[1]:
        return False
    return any(
        holds_mask(near)
        for at, line in enumerate(lines)
        for name in (re.split(r"[:|•]", line)[0],)
        if _is_called(asked[0], name)
        for near in (line, *lines[at + 1 : at + 2])
    )


def field_link(view: View, topic: str) -> WebElement | None:
    """A link to a page where such a field is told, by what it is called."""
    asked = field_asked(topic)
    if asked is None or not asked[0].places:
        return None
    names = (*asked[0].asked, *asked[0].places)
    scored = [
        (at, each)
        for each in view.pressed
        if is_link(each)
        and view.follows(each)
        and not view.leads_nowhere_new(each)
        and not hands_out_file(each)
        for at, name in enumerate(names)
        if fit(name, label_of(each)) >= 90
    ]
    return min(scored, key=lambda pair: (pair[0], view.order(pair[1])))[1] if scored else None


def _cell(field: AskedField, left: str, lines: Sequence[str]) -> str:
    """Where the column that is called so meets the row of what is asked about."""
    if not left:
        return ""
    heads: list[str] = []
    for at, line in enumerate(lines):
        cells = line.split(_PARTED)
        if len(cells) < 2:
            continue
        if not at or _PARTED not in lines[at - 1]:
            heads = cells
            continue
        columns = [n for n, head in enumerate(heads) if _is_called(field, head)]
        is_row = told_share(left, line) >= _MOST_OF_SUBJECT
        cell = cells[columns[0]].strip() if len(columns) == 1 and len(cells) == len(heads) else ""
        if is_row and cell and field.holds_value(cell):
            return cell
    return ""


def _named(field: AskedField, left: str, lines: Sequence[str], headings: Sequence[str]) -> str:
    """The value in the line below a name, or in its own row, that says what is asked about; a
    heading of the page may say a part of it."""
    told = set(stems(" ".join(headings)))
    own = " ".join(word for word in left.split() if not set(stems(word)) <= told)
    for at, line in enumerate(lines if own else ()):
        name, _, value = line.partition(_PARTED)
        below = lines[at + 1] if at + 1 < len(lines) else ""
        is_name = told_share(own, name) == 1 and len(stems(name)) <= len(stems(own)) + _EXTRA_WORDS
        for each in (value, below) if is_name and not field.holds_value(name) else ():
            if re.match(r"\W*\d", each) and field.holds_value(each):
                return each.strip()
    return ""


def _beside(field: AskedField, line: str) -> str:
    """What stands behind the name in the same row or line."""
    name, parted, value = line.partition(_PARTED)
    if parted and _is_called(field, name) and field.holds_value(value):
        return value.replace(_PARTED, ", ").strip()
    name, parted, value = line.partition(":")
    if parted and _is_called(field, name) and field.holds_value(value):
        return value.strip()
    for called in sorted(field.called, key=len, reverse=True):
        match = re.match(rf"{re.escape(called)}\b[\s:–—-]*(?P<value>\S.*)$", line, re.I)
        value = match["value"].strip() if match and len(line) <= _MOST_CHARS else ""
        if re.match(r"\W*\d", value) and field.holds_value(value):
            return value
    return ""


def _below(field: AskedField, lines: Sequence[str], at: int) -> str:
    """The lines under the name that have a value: one, or as many as it spans."""
    if not _is_called(field, lines[at].rstrip(":")):
        return ""
    found: list[str] = []
    for line in lines[at + 1 : at + 1 + (_MOST_LINES if field.spans else 1)]:
        if not field.holds_value(line) or len(line) > _MOST_CHARS:
            break
        found.append(line.replace(_PARTED, ": ").strip())
    return "; ".join(found)


def _in_sentence(field: AskedField, lines: Sequence[str]) -> str:
    """The sentence that names it and has a value."""
    names = [set(stems(name)) for name in (*field.called, *field.asked)]
    for line in lines:
        for sentence in re.split(r"(?<=[.!?])\s+(?=[A-Z\d])", line):
            words = set(stems(sentence))
            is_named = any(name <= words for name in names if name)
            if is_named and field.holds_value(sentence) and len(sentence) <= _MOST_CHARS:
                return sentence.strip()
    return ""


def _bare(field: AskedField, lines: Sequence[str]) -> str:
    """What tells by its form alone what it is, where there is but one."""
    if not field.is_bare:
        return ""
    found = [match.group() for line in lines for match in re.finditer(field.value, line)]
    return found[0].strip() if len(set(found)) == 1 else ""


def _is_called(field: AskedField, text: str) -> bool:
    words = stems(text)
    return any(
        words[: len(stems(name))] == stems(name)
        and len(words) <= len(stems(name)) + (_EXTRA_WORDS if len(stems(name)[0]) > 3 else 0)
        for name in field.called
        if stems(name)
    )
