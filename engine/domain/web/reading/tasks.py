"""Readers for what follows a verb: each makes one task of it, or None where it does not fit."""

from __future__ import annotations

import re

from engine.domain.literals import MARK, Literals
from engine.domain.web.goals import GoalKind, TaskMode, WebGoal
from engine.domain.web.matching import stems
from engine.domain.web.parts import (
    Choose,
    Do,
    Download,
    Fill,
    Find,
    ListAll,
    ScrollOn,
    SearchFor,
    StepBack,
    Submit,
    Task,
    Thing,
    TurnPage,
    Visit,
)
from engine.domain.web.reading.languages import language_labels
from engine.domain.web.reading.things import read_thing
from engine.domain.web.reading.values import read_circumstances, read_values
from engine.domain.web.vocabulary import (
    ANY_ITEM,
    FILE_ENDINGS,
    NUMBER_WORDS,
    ORDINAL_WORDS,
    SITE_NOUNS,
)
from engine.domain.words import normal, without_article

_ENDING = re.compile(
    rf"[\s,]*\b(?:as|in|of type)\s+(?:an?\s+)?\.?(?P<end>{'|'.join(FILE_ENDINGS)})"
    r"(?:\s+(?:file|format|document))?$",
    re.IGNORECASE,
)
_ENDING_NOUN = re.compile(
    rf"(?:^|\s)(?P<end>{'|'.join(FILE_ENDINGS)})(?:\s+(?:file|version|document))?$", re.IGNORECASE
)
_LIST_PARTS = re.compile(r"\s*(?:(?<!\d),|,(?!\d))\s*(?:and\s+)?|\s+and\s+(?:with\s+)?", re.I)
_WITH = re.compile(r"^(?P<form>.*?)(?:(?:^|\s)(?:with|using)|\s*:)\s+(?P<values>.+)$", re.I | re.S)
_AS = re.compile(rf"^(?P<form>.*?)(?:^|\s)as\s+(?P<user>{MARK}|\S+)(?P<rest>.*)$", re.I | re.S)
_TO = re.compile(r"^(?P<name>.+?)\s+(?:to(?:\s+be)?|=)\s+(?P<option>.+)$", re.I | re.S)
_AS_NAME = re.compile(r"^(?P<option>.+?)\s+(?:as|for|in)\s+(?P<name>.+)$", re.I | re.S)
_KNOWN_FIELD = (
    r"colou?r|size|country|language|delivery|shipping|payment|currency|variant|model|material|plan"
    r"|option|quantity|style|finish|month|year|category|version|format|region|state|type|theme"
)
_FIELD_OPTION = re.compile(rf"^(?P<name>(?:\w+\s+)?(?:{_KNOWN_FIELD}))\s+(?P<option>\S.*)$", re.I)
_OPTION_FIELD = re.compile(rf"^(?P<option>\S.*?)\s+(?P<name>{_KNOWN_FIELD})$", re.IGNORECASE)
_DO_PLACE = re.compile(
    r"^(?P<what>.*?)\s*\b(?:to|into|in|from|on|onto|out of)\s+(?P<place>.+)$", re.I
)
_DO_WITHIN = re.compile(
    r"^(?P<what>.*\s(?:in|on|at|from)\s+(?:the|this)\s+"
    rf"(?:[\w'’-]+\s+){{0,2}}(?:{'|'.join(SITE_NOUNS)}))\s+(?:to|into|onto)\s+(?P<place>.+)$",
    re.IGNORECASE,
)
"""Where the thing is, and where it is put."""
_PAGE = re.compile(
    r"^(?:the\s+)?(?:page\s+(?P<n>\d+)|(?P<w>\w+)\s+page)(?:\s+(?:of|in)\s+(?P<of>.*))?$", re.I
)
_ANY_LIST = frozenset({"list", "result", "listing", "page", "search", *ANY_ITEM})


_RATED = re.compile(
    r"^(?P<what>.+?)\s+(?:with|at|as)?\s*(?P<value>\d+(?:[.,]5)?)\s*"
    r"(?:stars?|points?|(?:out of|/).*)$",
    re.IGNORECASE,
)
_PUTS_FIRST = re.compile(
    r"^.*?\b(?:so that|such that|with)\s+(?:the\s+)?(?P<by>\S.*?)(?:\s+(?:titles?|ones?|items?"
    r"|products?|entries|results?|things?))?\s+(?:(?:come|comes|are|is|stand|at)\s+)?"
    r"(?:first|the top|on top)$",
    re.IGNORECASE,
)
_BOOKING = ("make", "book", "reserve", "rent", "hire", "schedule")


def page_number(word: str) -> int | None:
    word = word.casefold()
    if word.isdigit():
        return int(word)
    ordinal = re.fullmatch(r"(\d+)(?:st|nd|rd|th)", word)
    if ordinal:
        return int(ordinal[1])
    return 0 if word == "next" else ORDINAL_WORDS.get(word) or NUMBER_WORDS.get(word)


def read_back(verb: str, rest: str, literals: Literals, goal: WebGoal) -> Task | None:
    return StepBack()


def read_scroll(verb: str, rest: str, literals: Literals, goal: WebGoal) -> Task | None:
    return ScrollOn("up" if re.match(r"(?:up|to the top)\b", rest) else "down")


def read_search(verb: str, rest: str, literals: Literals, goal: WebGoal) -> Task | None:
    quoted = re.search(MARK, rest)
    words = literals.restore(quoted.group()) if quoted else read_thing(rest, literals).words
    return SearchFor(words) if words else None


def read_download(verb: str, rest: str, literals: Literals, goal: WebGoal) -> Task | None:
    match = _ENDING.search(rest)
    ending = match["end"].casefold() if match else ""
    rest = rest[: match.start()] if match else rest
    noun = _ENDING_NOUN.search(rest)
    if noun and not ending:
        ending, rest = noun["end"].casefold(), rest[: noun.start()]
    if verb == "save" and goal.mode is not TaskMode.DOWNLOAD:
        return do_with(verb, rest, literals)
    thing = read_thing(re.sub(r"^(?:the\s+)?file\s+(?=\S)", "", rest), literals)
    return Download(thing, ending)


def read_fill(verb: str, rest: str, literals: Literals, goal: WebGoal) -> Task | None:
    with_ = _WITH.match(rest)
    if with_ is None:
        values = read_values(_LIST_PARTS.split(rest), literals)
        return Fill(values or goal.values, submits=False) if values or goal.values else None
    form = without_article(with_["form"].strip())
    is_field = form and not re.search(r"\b(?:forms?|fields?|details|data|it|wizard)$", form, re.I)
    if is_field and len(_LIST_PARTS.split(with_["values"])) == 1:
        named = re.sub(rf"^({MARK})$", lambda m: literals.restore(m[1]), form)
        return Fill(((literals.restore(named), literals.restore(with_["values"])),), submits=False)
    values = read_values(_LIST_PARTS.split(with_["values"]), literals)
    entry = re.sub(r"\b(?:forms?|fields?|details|data|it|wizard|the|all|out|in)\b", "", form)
    return Fill(values or goal.values, submits=False, entry=literals.restore(entry).strip())


def read_pay(verb: str, rest: str, literals: Literals, goal: WebGoal) -> Task | None:
    """ "pay by card": how, as a value of the form that is paid with."""
    match = re.fullmatch(r"(?:.*\s)?(?:by|with|using|via|in)\s+(?P<how>\S.*)", rest, re.I)
    if match is None:
        return read_entry(verb, rest, literals, goal)
    how = literals.restore(without_article(match["how"]))
    return Fill((("payment", how),), submits=True, entry="pay")


def read_submit(verb: str, rest: str, literals: Literals, goal: WebGoal) -> Task | None:
    plain = re.fullmatch(r"(?:it|(?:the\s+)?(?:\w+\s+)?form|everything|this|that)?", rest, re.I)
    return Submit() if plain else read_entry(verb, rest, literals, goal)


def _several(rest: str, literals: Literals) -> tuple[Choose, ...]:
    """ "size M and colour red": each piece an option of a field that is known."""
    pieces = [without_article(each) for each in _LIST_PARTS.split(rest)]
    found = [_FIELD_OPTION.match(each) or _OPTION_FIELD.match(each) for each in pieces]
    named = [each for each in found if each is not None]
    if len(named) < max(2, len(pieces)):
        return ()
    return tuple(
        Choose(literals.restore(each["option"]), literals.restore(each["name"])) for each in named
    )


def read_choose(
    verb: str, rest: str, literals: Literals, goal: WebGoal
) -> Task | tuple[Task, ...] | None:
    if verb in ("sort", "order by"):
        first = _PUTS_FIRST.match(rest)
        by = first["by"] if first else re.sub(r"^(?:.*\b)?by\s+", "", rest)
        return Choose(literals.restore(without_article(by)), "sort")
    if verb in ("set", "change", "switch"):
        if language := language_labels(rest):
            return Do("", Thing(is_it=True), language)
        match = _TO.match(rest)
        if match is None:
            return None
        return _value(match["name"], match["option"], literals)
    rest = without_article(rest)
    if several := _several(rest, literals):
        return several
    match = _AS_NAME.match(rest) or _FIELD_OPTION.match(rest) or _OPTION_FIELD.match(rest)
    thing = read_thing(rest, literals)
    if match is None and (thing.is_picked or thing.limits.most is not None):
        return Find(thing)
    if match is None:
        return Choose(literals.restore(_without_noun(rest)))
    option = literals.restore(_without_noun(without_article(match["option"])))
    return Choose(option, literals.restore(without_article(match["name"])))


def _value(name: str, option: str, literals: Literals) -> Task:
    field = literals.restore(without_article(name))
    return Fill(((field, literals.restore(without_article(option))),), submits=False)


def _without_noun(text: str) -> str:
    return re.sub(r"\s+(?:option|radio button|entry)$", "", text, flags=re.IGNORECASE)


def tick(verb: str, rest: str, literals: Literals, goal: WebGoal) -> Task | None:
    if not rest or (verb == "check" and re.match(r"(?:out|if|whether|that|how|what)\b", rest)):
        return None
    is_off = verb in ("untick", "uncheck", "disable") or verb.endswith(" off")
    name = literals.restore(without_article(re.sub(r"\s+check ?box$", "", rest)))
    return Fill(((name, "off" if is_off else "on"),), submits=False)


def read_entry(verb: str, rest: str, literals: Literals, goal: WebGoal) -> Task | None:
    """ "sign up with email …": a form that a word leads to, or only that word."""
    values: tuple[tuple[str, str], ...] = ()
    as_ = _AS.match(rest) if set(stems(verb)) & {"login", "signup"} else None
    if as_:
        values = (("username", literals.restore(as_["user"])),)
        rest = f"{as_['form']} {as_['rest']}".strip()
    with_ = _WITH.match(rest)
    if with_:
        values += read_values(_LIST_PARTS.split(with_["values"]), literals)
        rest = with_["form"]
    if verb.startswith(_BOOKING):
        rest, found = read_circumstances(rest, literals)
        values += found
    what = re.sub(r"^(?:for|to|in)\s+", "", rest)
    said = literals.restore(f"{verb} {what}".strip())
    values = values or goal.values
    if values:
        return Fill(values, submits=True, entry=said)
    return do_with(verb, re.sub(r"^for\s+", "", rest), literals)


def read_do(verb: str, rest: str, literals: Literals, goal: WebGoal) -> Task | None:
    return do_with(verb, re.sub(r"^(?:up\s+)?for\s+", "", rest), literals)


def read_rate(
    verb: str, rest: str, literals: Literals, goal: WebGoal
) -> Task | tuple[Task, ...] | None:
    """ "rate X with 4 stars": X first, then the value."""
    match = _RATED.match(rest)
    if match is None:
        return do_with(verb, rest, literals)
    given = Fill((("rating", match["value"]),), submits=True, entry=verb)
    return Find(read_thing(match["what"], literals)), given


def do_with(verb: str, rest: str, literals: Literals) -> Do:
    match = _DO_WITHIN.match(rest) or _DO_PLACE.match(rest)
    what, place = (match["what"], match["place"]) if match else (rest, "")
    place = literals.restore(without_article(re.sub(r"\s+of .*$", "", place)))
    is_from = re.search(r"\bfrom\b", rest) and match and match.re is not _DO_WITHIN
    preposition = "from" if is_from else "to"
    thing = read_thing(what, literals) if what else Thing(is_it=True)
    as_ = re.search(r"\s+as\s+(?P<what>[\w-]+(?:\s+[\w-]+)?)$", what)
    if as_:
        called = (f"{verb} as {literals.restore(as_['what'])}", verb)
        return Do(verb, read_thing(what[: as_.start()], literals), called, place)
    labels = [f"{verb} {thing.words} {preposition} {place}"] if place and thing.words else []
    labels += [f"{verb} {preposition} {place}"] if place else []
    labels += [f"{verb} {thing.words}"] if thing.words else []
    labels.append(verb)
    return Do(verb, thing, tuple(labels), place)


def read_click(verb: str, rest: str, literals: Literals, goal: WebGoal) -> Task | None:
    thing = read_thing(rest, literals)
    if not thing.words:
        return Find(thing) if thing.is_picked else None
    return Do("", Thing(is_it=True, place=thing.place), (thing.words,), thing.place)


def read_go(
    verb: str, rest: str, literals: Literals, goal: WebGoal
) -> Task | tuple[Task, ...] | None:
    if verb == "next page":
        return TurnPage(0)
    page = _PAGE.match(rest)
    number = page_number(page["n"] or page["w"]) if page else None
    if page and number is not None:
        of = read_thing(page["of"] or "", literals)
        is_named = bool(of.words) and not set(stems(of.words)) <= _ANY_LIST
        return (Find(of), TurnPage(number)) if is_named else TurnPage(number)
    if re.match(r"^(?:https?|file)://", rest):
        return Visit(rest)
    thing = read_thing(rest, literals)
    return Find(thing) if thing.words or thing.is_picked else None


def read_list(verb: str, rest: str, literals: Literals, goal: WebGoal) -> Task | None:
    return ListAll(read_thing(rest, literals, is_many=True))


def read_find(verb: str, rest: str, literals: Literals, goal: WebGoal) -> Task | None:
    plain = normal(rest)
    is_many = plain.startswith(("all ", "every ")) or goal.kind is GoalKind.LIST
    thing = read_thing(rest, literals, is_many=is_many)
    if is_many and (not thing.is_picked or thing.count > 1):
        return ListAll(thing)
    if thing.is_it or not (thing.words or thing.is_picked):
        return ListAll(thing) if goal.kind is GoalKind.LIST else None
    return Find(thing)
