"""Reads the words that point at a zone: "the Save button in the “Save As” dialog"; and where
something is meant: "in the X app, …", "on the Canvas tab, …".

Only words are looked at: whether there is such a place is for the planner to see. And readers for
typing, filling in, setting, saving and renaming."""

import re
from collections.abc import Callable, Mapping
from typing import Any

from engine.domain.facts import Frozen, replace
from engine.domain.zones import Role
from engine.language.goals import clauses as c
from engine.language.goals import words as tables
from engine.language.goals.clauses import Context, PlaceKind, Simple, Target
from engine.language.goals.pieces import MARK, Literals
from engine.language.labels import ARTICLES, without_article

_UNSAYABLE = re.compile(rf"(?i)(?!^(?-i:[A-Z])){tables.UNSAYABLE}")
_WITHIN = re.compile(r"(?i)\s+(?:in|from|on|of|inside|within|under|at)\s+(?=\S)")
_CALLED = re.compile(r"(?i)\s+(?:labelled|labeled|called|named|titled|that says|saying)\s+")
_PLACE_BEHIND = re.compile(rf"(?i)(?:^|\s+)(?:{'|'.join(tables.PLACE_WORDS)})$")
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
    head, within = (*_WITHIN.split(text, 1), "")[:2]
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


def _words_and_roles(head: str, literals: Literals) -> tuple[str, frozenset[Role]]:
    head = _CALLED.sub(" ", head.strip())
    mark = re.search(MARK, head)
    if mark:
        around = without_article(f"{head[: mark.start()]} {head[mark.end() :]}")
        roles = tables.ROLE_WORDS.get(around.casefold())
        if not around or roles is not None:
            return literals.restore(mark.group()), roles or frozenset()
        return literals.restore(head), frozenset()
    # "Save button" or "button Save": "Save", and the roles that a button may have
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


class Counted(Frozen):
    """``count`` is 1 for the first and -1 for the last; ``words`` are of the label, if any."""

    count: int
    words: str
    roles: frozenset[Role]


def read_counted(text: str) -> Counted | None:
    """What is counted, and how far; None without. Only lower case counts."""
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
_LEADING = re.compile(rf"(?i)^{_PREFIX}(?P<place>.+)$")
_LEADING_AND = [
    re.compile(rf"(?i)^{_PREFIX}(?P<place>{each})[,:]?\s+(?P<rest>.+)$")
    for each in (rf"(?:\S+\s+){{1,4}}?(?:{_NAMED_PLACES}|row)", rf"(?:[\w\s]+\s)?{MARK}")
]
_IN_FRONT = frozenset({"dialog", "window"})


def leading_place(text: str, has_verb: Callable[[str], bool]) -> tuple[str, str] | None:
    """The place that the words begin with and what is to be done there; None without one."""
    found = filter(None, (each.match(text) for each in _LEADING_AND))
    return next(((e["place"], e["rest"]) for e in found if has_verb(e["rest"])), None)


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
    if isinstance(clause, c.Named | c.MenuPath | c.Press | c.SearchFor):
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


_TYPED = re.compile(r"(?is)^(?P<text>.+)\s+(?:into|in to|in|to|on|at)\s+(?P<place>.+)$")
_TYPED_MARK = re.compile(
    rf"(?i)^(?:the (?:text|words?)\s+)?(?P<text>(?:\S*{MARK}\S*))"
    r"(?:\s+(?:into|in to|in|to|on|at|as|for)\s+(?P<place>.+))?$"
)
_TYPED_INTO_MARK = re.compile(rf"(?i)^[^{MARK[1:-1]}]+\s+(?:into|in)\s+(?:the\s+)?{MARK}$")
_FILLED = re.compile(r"(?is)^(?P<place>.+?)\s+(?:with|by|as)\s+(?P<text>.+)$")
_SET = re.compile(r"(?is)^(?P<place>.+?)(?:\s+to(?:\s+be)?\s+|\s*=\s*)(?P<value>.+)$")
_FORM = re.compile(r"(?is)^(?:the\s+)?(?:[\w-]+\s+)?form\s*(?::|with|by)?\s*(?P<first>\S.*)$")
_FORM_FIELD = re.compile(
    rf"(?is)^(?:with\s+)?(?:(?P<name>.+?)\s*(?::|=|\s(?:is|as|to)\s)\s*(?P<value>\S.*)"
    rf"|(?P<before>[^{MARK[1:-1]}]+?)\s+(?P<quoted>{MARK})|(?P<word>[\w-]+)\s+(?P<plain>\S+))$"
)
_REPLACING = re.compile(
    r"(?i)[\s,]*\b(?:and\s+)?(?:replac(?:e|ing)|overwrit(?:e|ing))\b"
    r"(?:\s+(?:it|(?:the|any|an)\s+(?:old|existing|previous)?\s*(?:one|file|version)))?"
    r"(?:\s+if\s+(?:it|one|the file)\s+(?:already\s+)?exists(?:\s+already)?)?$"
)
_SAVED_THING = (
    r"(?:it|this|that|(?:the|this|my)\s+(?:file|document|text|note|page|drawing|image|changes|work)"
    r"|everything|changes)"
)
_SAVE_PLAIN = re.compile(rf"(?i)^(?:{_SAVED_THING})?$")
_SAVE_AS = re.compile(
    rf"(?i)^(?:{_SAVED_THING}\s+)?(?:as|under the name|under|to|with the name)\s+"
    rf"(?:(?:the|a)\s+(?:new\s+)?file\s+)?(?P<name>{MARK}|\S+|[^{{}}]+?\.\w{{1,5}})"
    r"(?:\s+(?:in|to|into|under|inside|on|at)\s+(?P<folder>.+))?$"
)


def read_type(verb: str, rest: str, literals: Literals) -> c.TypeIn | None:
    """ "type 'text' into X"; the text may do without quotes where it has no "in" or "into"."""
    match = _TYPED_MARK.match(rest)
    if match is None and re.search(MARK, rest) and not _TYPED_INTO_MARK.match(rest):
        return None
    match = match or _TYPED.match(rest)
    if match is None:
        return c.TypeIn(literals.restore(rest)) if rest else None
    text = literals.restore(match["text"])
    if not match["place"]:
        return c.TypeIn(text)
    if re.search(rf"{MARK}\s+(?:in|into)\s", match["place"]):
        return None  # another text, for another place
    target = read_target(match["place"], literals)
    return c.TypeIn(text, target) if target else None


def read_fill(verb: str, rest: str, literals: Literals) -> Simple | None:
    """ "fill in Name with 'Ann'", and "fill 'Ann' into Name"."""
    match = _FILLED.match(rest)
    if match is None:
        typed = read_type(verb, rest, literals)
        return replace(typed, replace=True) if typed and typed.target else None
    target = read_target(match["place"], literals)
    text = _value(match["text"], literals)
    return c.TypeIn(text, target, replace=True) if target and text is not None else None


def read_form(pieces: tuple[str, ...], literals: Literals) -> list[tuple[str, Simple]] | None:
    """ "the form: name 'Ann', e-mail: a@b.org": a clause for each field, with its own words; None
    where it is no form, or where a value can't be told from the name of its field."""
    form = _FORM.match(pieces[0])
    if form is None:
        return None
    read: list[tuple[str, Simple]] = []
    for piece in (form["first"], *pieces[1:]):
        match = _FORM_FIELD.match(piece.strip())
        name = (match["name"] or match["before"] or match["word"]) if match else ""
        target = read_target(name, literals) if name.casefold() not in ("", *ARTICLES) else None
        if match is None or target is None:
            return None
        value = literals.restore(match["value"] or match["quoted"] or match["plain"])
        read.append((f"set {name} to {value}", c.SetTo(target, value)))
    return read


def read_clear(verb: str, rest: str, literals: Literals) -> Simple | None:
    if not rest:
        return c.Named(verb.casefold())
    target = read_target(rest, literals)
    return c.TypeIn("", target, replace=True) if target else None


def read_set(verb: str, rest: str, literals: Literals) -> Simple | None:
    match = _SET.match(rest)
    target = read_target(match["place"], literals) if match else None
    value = _value(without_article(match["value"]), literals) if match else None
    return c.SetTo(target, value) if target and value is not None else None


def _value(said: str, literals: Literals) -> str | None:
    """None where something is quoted behind it: "7 in the row of 'Lantern'" is no value."""
    return None if re.search(rf"\S\s.*{MARK}", said) else literals.restore(said)


def read_save(verb: str, rest: str, literals: Literals) -> Simple | None:
    rest, replaces = _REPLACING.subn("", rest)
    if _SAVE_PLAIN.match(rest):
        return c.Save() if not replaces else None
    match = _SAVE_AS.match(rest)
    if match is None:
        return None
    name = literals.restore(match["name"]).strip()
    folder = literals.restore(without_folder_word(match["folder"] or ""))
    return c.SaveAs(name, folder, replace=replaces > 0)


def read_rename(verb: str, rest: str, literals: Literals) -> Simple | None:
    match = re.match(r"^(?P<what>.+?)\s+(?:to|as|into)\s+(?P<name>.+)$", rest, re.IGNORECASE)
    target = read_target(match["what"], literals) if match else None
    name = _value(match["name"], literals) if match else None
    return c.Rename(target, name) if target and name is not None else None
