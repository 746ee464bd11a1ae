"""Reads where something is meant: "in the X app, …", "on the Canvas tab, …".

Only words are looked at: whether there is such a place is for the planner to see.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from engine.language.goals import clauses as c
from engine.language.goals.clauses import Context, Simple, Target
from engine.language.goals.literals import Literals
from engine.language.goals.targets import kind_of_place, without_place_word
from engine.language.goals.words import APPLICATION_WORDS
from engine.language.labels import without_article

_PREFIX = r"(?:in|inside|within|using|with|on)\s+"
_APPLICATIONS = "|".join(APPLICATION_WORDS)
_PLACES = f"{_APPLICATIONS}|window|dialog|tab|page"
_LEADING = re.compile(rf"^{_PREFIX}(?P<place>.+)$", re.IGNORECASE)
_LEADING_AND = re.compile(
    rf"^{_PREFIX}(?P<place>(?:\S+\s+){{1,4}}?(?:{_PLACES}))[,:]?\s+(?P<rest>.+)$", re.IGNORECASE
)
_IN_FRONT = frozenset({"dialog", "window"})


def leading_place(text: str, has_verb: Callable[[str], bool]) -> tuple[str, str] | None:
    """The place that the words begin with and what is to be done there; None without one."""
    both = _LEADING_AND.match(text)
    return (both["place"], both["rest"]) if both and has_verb(both["rest"]) else None


def only_place(text: str) -> str:
    """The place, where the words name nothing else."""
    match = _LEADING.match(text)
    return match["place"] if match else ""


def read_context(place: str, literals: Literals) -> Context | None:
    """None where the words name no place."""
    kind = kind_of_place(place)
    name = literals.restore(without_place_word(place))
    is_clear = name or without_article(place).casefold() in _IN_FRONT
    return Context(name, kind) if is_clear else None


def placed(clause: Simple, where: Target) -> Simple:
    """The clause in the place that its sentence began with, where it names none itself."""
    if isinstance(clause, c.Named):
        return replace(clause, where=where)
    told = getattr(clause, "target", None)
    if isinstance(told, Target) and not (told.within or told.in_dialog):
        places: Any = {each: getattr(where, each) for each in ("within", "in_dialog", "scope")}
        changes: Any = {"target": replace(told, **places)}
        clause = replace(clause, **changes)
    return clause


def in_scope(intents: list[c.Intent]) -> list[c.Intent]:
    """One sentence on a desktop, where only the screen tells whether its place holds things."""
    where, found = Target(""), list[c.Intent]()
    for each in intents:
        if isinstance(each.clause, Context):
            where = Target("", scope=each.clause.place if each.clause.kind == "anything" else "")
        found.append(replace(each, clause=placed(each.clause, where)))
    return found


_PRONOUNS = frozenset(
    {
        *("it", "this", "that", "this one", "that one", "them", "these", "those", "both"),
        *("all of them", "both of them"),
    }
)


def is_named(clause: Simple) -> bool:
    """What it points at has a name, and not one that only somebody knows who has heard the rest."""
    told = (getattr(clause, name, None) for name in ("target", "source", "to"))
    return all(each.said.casefold() not in _PRONOUNS for each in told if isinstance(each, Target))
