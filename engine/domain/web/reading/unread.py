"""Which words of a goal's part no task took up: nothing that was said is dropped in silence."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import fields, is_dataclass

from engine.domain.web.conditions import UNITS
from engine.domain.web.matching import content_words, stem, tokens
from engine.domain.web.parts import Task
from engine.domain.web.reading.conditions import read_bounds
from engine.domain.web.reading.kinds import ACTIONS
from engine.domain.web.vocabulary import ANY_ITEM, NUMBER_WORDS, ORDINAL_WORDS

_FORM_WORDS = frozenset(
    {
        *("form", "field", "box", "checkbox", "value", "option", "details", "data", "turned"),
        *("saying", "says", "costing", "costs", "priced", "between", "back", "further", "turn"),
        *("least", "less", "fewer", "better", "max", "maximum", "minimum", "ask", "before"),
        *("after", "name", "number", "kind", "featuring", "including", "place", "try", "help"),
    }
)
_ACTION = re.compile(rf"(?:{ACTIONS})", re.IGNORECASE)


def unread_in(said: str, tasks: Iterable[Task]) -> tuple[str, ...]:
    """The words of ``said`` that say something and that stand in none of the tasks."""
    taken = {word for text in _texts(list(tasks)) for word in tokens(text)}
    return tuple(
        word
        for word in content_words(read_bounds(said)[0])
        if not (
            stem(word) in taken
            or set(tokens(word)) <= taken
            or str(NUMBER_WORDS.get(word, ORDINAL_WORDS.get(word))) in taken
            or word in _FORM_WORDS
            or word in UNITS
            or word in ANY_ITEM
            or stem(word) in ANY_ITEM
            or _ACTION.fullmatch(word)
        )
    )


def _texts(told: object) -> Iterable[str]:
    """All texts and numbers within, in words."""
    if isinstance(told, str):
        yield told
    elif isinstance(told, int | float):
        yield f"{told:g}"
    elif isinstance(told, tuple | list):
        for each in told:
            yield from _texts(each)
    elif is_dataclass(told):
        for each in fields(told):
            yield from _texts(getattr(told, each.name))
