"""Comparing what was typed with what a field tells: programs rewrite some of it by themselves."""

import bisect
import re
from enum import Enum, auto

_SIGNS = str.maketrans({"×": "*", "∗": "*", "÷": "/", "∕": "/", "−": "-", "\u00a0": " "})
_THOUSANDS = re.compile(r"(?<=\d)[,.'’ \u202f](?=\d{3}(?!\d))")
_LINE_ENDS = re.compile("\r\n?|[\u2028\u2029]")
_INDENTS = re.compile(r"^[ \t]+|[ \t]+$", re.MULTILINE)
_MEASURED = re.compile(r"([-+]?\d+(?:\.\d+)?)\s*(?:[^\W\d_]{1,10}|[%‰°€$£¥])")
"""A number and its unit."""
_NUMBER = re.compile(r"[-+]?\d+(?:\.\d*)?")
_MARK_CHARS = 8


class Likeness(Enum):
    """``REWRITTEN``: the program made something of it (indented, completed, put into another
    shape, hidden behind as many stars), so that nobody can say whether it is what was meant."""

    SAME = auto()
    REWRITTEN = auto()
    OTHER = auto()


def likeness(typed: str, value: str) -> Likeness:
    """Of a field's whole value to the text that was typed into it, in place of what it held."""
    if typed == value:
        return Likeness.SAME
    wanted, told = _told_form(typed), _told_form(value)
    if wanted == told or _is_same_number(wanted, told):
        return Likeness.SAME
    if (measured := _MEASURED.fullmatch(told.strip())) and _is_same_number(wanted, measured[1]):
        return Likeness.SAME  # with its unit
    is_completed = bool(wanted) and told.casefold().startswith(wanted.casefold())
    is_hidden = len(value) == len(typed) and len(set(value)) == 1 and value[0] in "*•●∙·∗⬤"
    if is_completed or is_hidden or _essence(wanted) == _essence(told):
        return Likeness.REWRITTEN
    return Likeness.OTHER


def count_of(typed: str, value: str) -> int:
    """How often the text stands in the value, whatever line ends and signs the program shows."""
    wanted = _told_form(typed)
    return _told_form(value).count(wanted) if wanted else 0


def typed_chars(typed: str, before: str, now: str) -> int:
    """How many of the first characters stand there once more than before. What begins the text
    stands wherever the text does, so the count is halved towards; marks in numbers shift it by a
    few."""

    def is_new(length: int) -> bool:
        part = typed[:length]
        return count_of(part, now) > count_of(part, before)

    empty = len(typed) - len(typed.lstrip("\n"))
    lengths = range(empty + 1, len(typed) + 1)
    about = bisect.bisect_left(lengths, True, key=lambda length: not is_new(length))
    near = lengths[: about + _MARK_CHARS] if about else ()
    return next((length for length in reversed(near) if is_new(length)), 0)


def is_same_text(typed: str, held: str) -> bool:
    """Whether a file holds the text, whatever line ends, byte order mark or last feeds."""
    return _lines_of(typed) == _lines_of(held)


def _lines_of(text: str) -> str:
    return _LINE_ENDS.sub("\n", text.removeprefix("\ufeff")).rstrip("\n")


def _told_form(text: str) -> str:
    """Line ends, signs of reckoning and marks of thousands as they are typed."""
    text = _LINE_ENDS.sub("\n", text).translate(_SIGNS).rstrip("\n")
    return _THOUSANDS.sub("", text)


def _is_same_number(one: str, other: str) -> bool:
    both = one.strip(), other.strip()
    return all(map(_NUMBER.fullmatch, both)) and float(both[0]) == float(both[1])


def _essence(text: str) -> str:
    """Without indentation, spaces and punctuation; of signs alone, the signs."""
    bare = _INDENTS.sub("", text).casefold()
    return re.sub(r"[\W_]+", "", bare) or re.sub(r"\s+", "", bare)
