"""Readers for typing, filling in, setting, saving and renaming."""

import re
from dataclasses import replace

from engine.language.goals import clauses as c
from engine.language.goals.clauses import Simple
from engine.language.goals.pieces import MARK, Literals
from engine.language.goals.targets import read_target, without_folder_word
from engine.language.labels import ARTICLES, without_article

_TYPED = re.compile(r"^(?P<text>.+)\s+(?:into|in to|in|to|on|at)\s+(?P<place>.+)$", re.I | re.S)
_TYPED_MARK = re.compile(
    rf"^(?:the (?:text|words?)\s+)?(?P<text>(?:\S*{MARK}\S*))"
    r"(?:\s+(?:into|in to|in|to|on|at|as|for)\s+(?P<place>.+))?$",
    re.IGNORECASE,
)
_TYPED_INTO_MARK = re.compile(rf"^[^{MARK[1:-1]}]+\s+(?:into|in)\s+(?:the\s+)?{MARK}$", re.I)
_FILLED = re.compile(r"^(?P<place>.+?)\s+(?:with|by|as)\s+(?P<text>.+)$", re.I | re.S)
_SET = re.compile(r"^(?P<place>.+?)(?:\s+to(?:\s+be)?\s+|\s*=\s*)(?P<value>.+)$", re.I | re.S)
_FORM = re.compile(
    r"^(?:the\s+)?(?:[\w-]+\s+)?form\s*(?::|with|by)?\s*(?P<first>\S.*)$", re.I | re.S
)
_FORM_FIELD = re.compile(
    rf"^(?:with\s+)?(?:(?P<name>.+?)\s*(?::|=|\s(?:is|as|to)\s)\s*(?P<value>\S.*)"
    rf"|(?P<before>[^{MARK[1:-1]}]+?)\s+(?P<quoted>{MARK})|(?P<word>[\w-]+)\s+(?P<plain>\S+))$",
    re.IGNORECASE | re.DOTALL,
)
_REPLACING = re.compile(
    r"[\s,]*\b(?:and\s+)?(?:replac(?:e|ing)|overwrit(?:e|ing))\b"
    r"(?:\s+(?:it|(?:the|any|an)\s+(?:old|existing|previous)?\s*(?:one|file|version)))?"
    r"(?:\s+if\s+(?:it|one|the file)\s+(?:already\s+)?exists(?:\s+already)?)?$",
    re.IGNORECASE,
)
_SAVED_THING = (
    r"(?:it|this|that|(?:the|this|my)\s+(?:file|document|text|note|page|drawing|image|changes|work)"
    r"|everything|changes)"
)
_SAVE_PLAIN = re.compile(rf"^(?:{_SAVED_THING})?$", re.IGNORECASE)
_SAVE_AS = re.compile(
    rf"^(?:{_SAVED_THING}\s+)?(?:as|under the name|under|to|with the name)\s+"
    rf"(?:(?:the|a)\s+(?:new\s+)?file\s+)?(?P<name>{MARK}|\S+|[^{{}}]+?\.\w{{1,5}})"
    r"(?:\s+(?:in|to|into|under|inside|on|at)\s+(?P<folder>.+))?$",
    re.IGNORECASE,
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
    return c.TypeIn(literals.restore(match["text"]), target, replace=True) if target else None


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
    if match is None or target is None:
        return None
    return c.SetTo(target, literals.restore(without_article(match["value"])))


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
    return c.Rename(target, literals.restore(match["name"])) if match and target else None
