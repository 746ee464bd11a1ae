"""Reads the words that point at a zone: "the Save button in the “Save As” dialog"; and where
something is meant: "in the X app, …", "on the Canvas tab, …".

Only words are looked at: whether there is such a place is for the planner to see.
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from engine.domain.zones import Role
from engine.language.goals import clauses as c
from engine.language.goals import words as tables
from engine.language.goals.clauses import Context, PlaceKind, Simple, Target
from engine.language.goals.pieces import MARK, Literals
from engine.language.labels import without_article

_UNSAYABLE = re.compile(tables.UNSAYABLE, re.IGNORECASE)
_WITHIN = re.compile(r"\s+(?:in|from|on|of|inside|within|under|at)\s+(?=\S)", re.IGNORECASE)
_CALLED = re.compile(r"\s+(?:labelled|labeled|called|named|titled|that says|saying)\s+", re.I)
_PLACE_BEHIND = re.compile(rf"(?:^|\s+)(?:{'|'.join(tables.PLACE_WORDS)})$", re.IGNORECASE)
_KINDS: Mapping[str, PlaceKind] = {
    "tab": "tab",
    "page": "tab",
    "window": "window",
    "dialog": "dialog",
    "popup": "dialog",
    "application": "application",
    "app": "application",
    "program": "application",
}
# Before a name these are a part of it: "List view", "Page 2".
_FOLLOWING = frozenset({"option", "setting", "item", "input", "list", "switch", "page"})
_ROLES = sorted(tables.ROLE_WORDS, key=len, reverse=True)


def read_target(text: str, literals: Literals) -> Target | None:
    """The target that the (masked) words describe; None where they can't be understood."""
    said = text.strip(" \t:,")
    text = without_article(said)
    if not text or _UNSAYABLE.search(text):
        return None
    text, only = re.subn(r"^only\s+(?=\S)", "", text)
    whole = literals.restore(said if said[:1].isupper() else text)  # "Your Settings" is a label
    head, within = _split_within(text)
    if within.startswith("the ") and kind_of_place(within) in ("tab", "application"):
        return None  # such a place is said before what is done there
    words, roles = _words_and_roles(head, literals)
    place = literals.restore(without_place_word(within))
    target = Target(
        *(words, roles, place, whole if whole != words else ""),
        is_only=only > 0,
        in_dialog=kind_of_place(within) == "dialog",
        in_table=within.casefold().split()[-1:] == ["table"],
    )
    counted = read_counted(head.strip())
    if counted is None:
        return target
    said = literals.restore(counted.words)
    return replace(target, count=counted.count, counted=said, roles=counted.roles)


def without_place_word(text: str) -> str:
    """ "the Practice app" → "Practice"; "the dialog" → ""."""
    return without_article(_PLACE_BEHIND.sub("", without_article(text)))


def kind_of_place(text: str) -> PlaceKind:
    """What the last word says that the place is: "the List page" is a tab."""
    last = re.sub(r"\bdialog\s+box$", "dialog", text.casefold()).split()[-1:]
    return next((_KINDS[word] for word in last if word in _KINDS), "anything")


def without_folder_word(text: str) -> str:
    text = without_article(text)
    return re.sub(rf"\s+(?:{'|'.join(tables.FOLDER_WORDS)})$", "", text, flags=re.IGNORECASE)


def _split_within(text: str) -> tuple[str, str]:
    match = _WITHIN.search(text)
    return (text[: match.start()], text[match.end() :]) if match else (text, "")


def _words_and_roles(head: str, literals: Literals) -> tuple[str, frozenset[Role]]:
    head = _CALLED.sub(" ", head.strip())
    mark = re.search(MARK, head)
    if mark:
        around = without_article(f"{head[: mark.start()]} {head[mark.end() :]}")
        roles = tables.ROLE_WORDS.get(around.casefold())
        if not around or roles is not None:
            return literals.restore(mark.group()), roles or frozenset()
        return literals.restore(head), frozenset()
    return role_and_rest(head)


def role_and_rest(head: str) -> tuple[str, frozenset[Role]]:
    """ "Save button" or "button Save" → "Save" and the roles that a button may have."""
    if behind := _role_behind(head):
        return behind
    for word in _ROLES:
        if head.casefold().startswith(f"{word} ") and word not in _FOLLOWING:
            return head[len(word) :].strip(), tables.ROLE_WORDS[word]
    return head.strip(), frozenset()


def _role_behind(text: str) -> tuple[str, frozenset[Role]] | None:
    for word in _ROLES:
        if f" {text.casefold()}".endswith(f" {word}"):
            return text[: -len(word)].strip(), tables.ROLE_WORDS[word]
    return None


_COUNTED = re.compile(
    rf"^(?:(?P<word>{'|'.join(tables.COUNTING_WORDS)})|(?P<digits>\d+)(?:st|nd|rd|th))\s+(?P<noun>\S.*)$"
)
_NUMBERED = re.compile(r"^(?P<noun>row|item|entry|line)\s+(?:number\s+)?(?P<digits>[1-9]\d?)$")


@dataclass(frozen=True, slots=True)
class Counted:
    """``count`` is 1 for the first and -1 for the last; ``words`` are of the label, if any."""

    count: int
    words: str
    roles: frozenset[Role]


def read_counted(text: str) -> Counted | None:
    """What is counted, and how far; None where nothing is.

    Only lower case counts: "First name" is rather a label.
    """
    match = _COUNTED.match(text)
    if match is None:
        numbered = _NUMBERED.match(text)
        return _counted(int(numbered["digits"]), numbered["noun"]) if numbered else None
    count = tables.COUNTING_WORDS[match["word"]] if match["word"] else int(match["digits"])
    return _counted(count, match["noun"]) if count else None


def _counted(count: int, noun: str) -> Counted:
    if noun.casefold() in tables.COUNTED_ANYTHING:
        return Counted(count, "", frozenset())
    return Counted(count, *(_role_behind(noun) or (noun, frozenset())))


_PREFIX = r"(?:in|inside|within|using|with|on)\s+"
_APPLICATIONS = "|".join(tables.APPLICATION_WORDS)
_NAMED_PLACES = f"{_APPLICATIONS}|window|dialog|tab|page"
_LEADING = re.compile(rf"^{_PREFIX}(?P<place>.+)$", re.IGNORECASE)
_LEADING_AND = re.compile(
    rf"^{_PREFIX}(?P<place>(?:\S+\s+){{1,4}}?(?:{_NAMED_PLACES}))[,:]?\s+(?P<rest>.+)$",
    re.IGNORECASE,
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
