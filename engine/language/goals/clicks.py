"""Readers for opening, clicking, pressing, choosing, closing, scrolling and dragging; and for
waiting and checking: "wait until X appears", "check that 'text' is shown".

A reader takes the verb, what follows it (masked) and the literals, and gives a clause, or None
where the words make no sense after that verb."""

import re
from collections.abc import Callable
from dataclasses import replace
from typing import Literal, cast

from engine.language.amounts import DIGITS, numbers_in
from engine.language.goals import clauses as c
from engine.language.goals import targets
from engine.language.goals.clauses import Expect, Pause, Simple, Target
from engine.language.goals.pieces import Literals
from engine.language.keys import read_chord, read_times
from engine.language.labels import ARTICLES, OFF_WORDS, ON_WORDS, without_article

_ARROW = re.compile(r"\s*(?:>|→|➔|»|▸|->)\s*|\s+/\s+")
_FILE = re.compile(
    r"(?i)^(?:the\s+)?(?:file|document)\s+(?:called\s+|named\s+)?"
    r"(?P<rest>(?!menu|tab|manager|browser|explorer|dialog|chooser|button|list|viewer).+)$"
)
_LIKE_FILE = re.compile(r"(?:^[~/].+|[\w)\]-]\.(?:[a-z]\w*|[A-Z]\w{0,4}))$")
_IN_FOLDER = re.compile(r"(?i)\s+(?:in|from|to|into|under)\s+(?=\S)")
_AS_FIELD = re.compile(r"(?i)\s+(?:as|for)\s+(?:the\s+)?(?=\S)")
_IN_FIELD = re.compile(r"(?i)\s+(?:in|from|under)\s+(?:the\s+)?(?=\S)")
_SCROLL = re.compile(
    r"(?i)^(?P<way>up|down|left|right|to the (?:top|bottom|end|start))"
    r"(?:\s+(?:by\s+)?(?P<times>\S+)\s*(?:times?|notches|pages?|steps?)?|\s+(?P<word>once|twice))?"
    r"(?:\s+(?:in|on|over|inside)\s+(?P<place>.+))?$"
)
_CLOSE = re.compile(
    r"(?i)^(?P<place>.*?)\s*\b(?P<what>window|dialog(?: box)?|popup|tab|app|application|program)"
    r"(?P<rest>\s+.+)?$"
)
_DISCARD = re.compile(
    r"(?i)[\s,]*\b(?:without saving(?: (?:it|changes|anything))?|and discard (?:the )?changes)$"
)
_OPENED_KIND = re.compile(r"(?i)^(?P<name>.+)\s+(?:dialog|dialog box|folder|directory)$")
_PATH = re.compile(r"(?:^|\s)[~/][\w/]")
_ALL = frozenset({"everything", "all", "all of it", "all the text", "all text", "the whole text"})
_EVERY = re.compile(r"(?i)(?:all|every|each|both|the other)\b(?!$)")
ALL_THE_WAY = 20


def read_menu_path(text: str, literals: Literals) -> Simple | None:
    """ "Tools > Settings…", "File / Save as"; None where it is no path."""
    parts = [without_article(part) for part in _ARROW.split(text)]
    first, *others = map(literals.restore, parts)
    is_named = re.search(r"[^\W\d]", first) and all(re.search(r"\w", each) for each in others)
    if not others or not is_named:
        return None
    return c.MenuPath(tuple(map(literals.restore, parts)))


def read_open(verb: str, rest: str, literals: Literals) -> Simple | None:
    if not rest:
        return c.Named(verb)
    path = read_menu_path(rest, literals)
    if path:
        return path
    file = _FILE.match(rest)
    if file or _LIKE_FILE.search(literals.restore(_IN_FOLDER.split(rest)[0]).strip()):
        name, _, folder = _partition(_IN_FOLDER, file["rest"] if file else rest)
        return c.OpenFile(
            literals.restore(without_article(name)),
            literals.restore(targets.without_folder_word(folder)),
        )
    target = _opened(rest, literals)
    return c.Open(target, verb.casefold()) if target else None


def read_go(verb: str, rest: str, literals: Literals) -> Simple | None:
    path = read_menu_path(rest, literals)
    target = _opened(rest, literals)
    return path or (c.Open(target, "go to") if target else None)


def _opened(rest: str, literals: Literals) -> Target | None:
    """ "the About dialog", "the Documents folder": called so, or called without the last word."""
    target = targets.read_target(rest, literals)
    if target is None or _PATH.search(target.said):
        return None
    if target.within or target.roles:
        return target
    match = _OPENED_KIND.match(target.words)
    return replace(target, words=match["name"], whole=target.said) if match else target


def upon(make: Callable[[Target], Simple]) -> Callable[[str, str, Literals], Simple | None]:
    """A reader for verbs that are followed by what they are done upon, and nothing else."""

    def read(verb: str, rest: str, literals: Literals) -> Simple | None:
        target = targets.read_target(rest, literals)
        return make(target) if target else None

    return read


def read_choose(verb: str, rest: str, literals: Literals) -> Simple | None:
    """ "choose Dark as Theme", "choose Dark in Theme", "choose Tools > Settings"."""
    if rest.casefold() in _ALL:
        return c.Named("select all")
    path = read_menu_path(rest, literals)
    if path:
        return path
    for joint in (_AS_FIELD, _IN_FIELD):
        value, found, place = _partition(joint, rest)
        field = targets.read_target(place, literals) if found else None
        chosen = targets.read_target(value, literals)
        is_named = place[:1].isupper() or targets.without_place_word(place)  # "Group" is a label
        if field and field.within and not field.words and " in " in value:
            return None  # a row, and the field in it was named before
        if field and chosen and is_named:
            value = literals.restore(without_article(value))
            return c.Choose(field, value)
    return read_point(verb, rest, literals)


def read_press(verb: str, rest: str, literals: Literals) -> Simple | None:
    """A key or chord where the words name one, else a button."""
    plain, times = read_times(rest)
    keys = read_chord(literals.restore(plain))
    if keys:
        return c.Press(keys, literals.restore(plain), times)
    path = read_menu_path(rest, literals)
    return path or read_point(verb, re.sub(r"^on\s+", "", rest, flags=re.I), literals)


def read_close(verb: str, rest: str, literals: Literals) -> Simple | None:
    rest, discards = _DISCARD.subn("", rest)
    discard = discards > 0
    if without_article(rest).casefold() in {"", "it"}:
        return c.Close(None, discard=discard)
    if _EVERY.match(rest):
        return None
    match = _CLOSE.match(without_article(rest))
    if match and not match["rest"]:
        target = targets.read_target(match["place"], literals) if match["place"].strip() else None
        return c.Close(target, targets.kind_of_place(match["what"]), discard)
    target = targets.read_target(rest, literals)
    return c.Close(target, discard=discard) if target else None


def read_scroll(verb: str, rest: str, literals: Literals) -> Simple | None:
    match = _SCROLL.match(rest)
    if match is None:
        return None
    _, times = read_times(f"x {match['word'] or match['times'] or 1} times")
    way = match["way"].casefold()
    if way.startswith("to"):
        way, times = ("up" if way.endswith(("top", "start")) else "down"), ALL_THE_WAY
    place = match["place"]
    target = targets.read_target(place, literals) if place else None
    return c.ScrollBy(cast(c.Direction, way), times, target)


def read_drag(verb: str, rest: str, literals: Literals) -> Simple | None:
    what, found, where = _partition(re.compile(r"(?i)\s+(?:on)?to\s+"), rest)
    source, to = targets.read_target(what, literals), targets.read_target(where, literals)
    return c.DragTo(source, to) if found and source and to else None


def read_point(
    verb: str, rest: str, literals: Literals, button: Literal["left", "right"] = "left"
) -> Simple | None:
    plain, times = read_times(rest)
    target = targets.read_target(plain, literals)
    count = 2 if button == "left" and times == 2 else 1
    return c.Point(target, button, count) if target else None


def _partition(joint: re.Pattern[str], text: str) -> tuple[str, bool, str]:
    """Before and after the last joint."""
    found = list(joint.finditer(text))
    if not found:
        return text, False, ""
    return text[: found[-1].start()], True, text[found[-1].end() :]


WAIT_PATIENCE_SECS = 30.0

_SECONDS = re.compile(
    rf"(?i)^(?:for\s+)?(?P<count>{DIGITS})\s*(?:(?P<minutes>minutes?|mins?)|seconds?|secs?|s)$"
)
_EXISTS = r"(?:\s+(?:exists|is (?:there|saved|written)|(?:to )?appears?))?"
_PLACE = r"(?:\s+(?:in|on)\s+(?P<place>.+))?$"
_NAMED_FILE = re.compile(
    rf"(?i)^(?:the\s+)?file\s+(?P<name>.+?){_EXISTS}(?:\s+in\s+(?P<folder>.+?))?{_EXISTS}$"
)
_WINDOW = re.compile(
    r"(?i)^(?:the\s+)?(?:(?P<name>(?:(?!\s(?:is|are|shows|contains|says)\s).)+?)\s+(?:window|dialog)|"
    r"window\s+(?P<last>(?!is\b|opens?\b|appears?\b|closes?\b|to\b).+?))"
    r"(?:\s+(?:is (?:open|shown|there|visible)|opens|(?:to )?(?:appears?|open)))?$"
)
_NAMELESS = frozenset({"window", "dialog", "dialog box"})  # which one, nobody could tell
_GONE = re.compile(
    r"(?i)^(?P<what>.+?)\s+(?:is (?:not|no longer) (?:shown|visible|there|displayed)|is gone|"
    rf"(?:to )?(?:disappears?|goes away|closes|vanish(?:es)?)){_PLACE}"
)
_SHOWN = re.compile(
    r"(?i)^(?:(?:the|a)\s+text\s+)?(?P<what>.+?)\s+(?:is|are|to be|should be)?\s*"
    r"(?:shown|visible|displayed|there|in sight|on (?:the )?screen|appears?|to appear|exists)"
    rf"{_PLACE}"
)
_GREYED = frozenset({"greyed out", "grayed out"})
_USABLE = frozenset({"enabled", "disabled", "active", "inactive"}) | _GREYED
_STATE = re.compile(
    rf"(?i)^(?P<what>.+?)\s+(?:is|are|to be)\s+(?P<no>not\s+)?"
    rf"(?P<state>{'|'.join(sorted(ON_WORDS | OFF_WORDS | _GREYED))}){_PLACE}"
)
_VALUE = re.compile(
    r"(?i)^(?P<what>.+?)\s+(?:(?P<exact>is|equals|has the value)|shows|contains|says|reads|holds)"
    r"\s+(?P<value>.+)$"
)


def read_wait(verb: str, rest: str, literals: Literals) -> Simple | None:
    """A pause, or a wait for something."""
    seconds = _SECONDS.match(rest)
    if seconds and (numbers := numbers_in(seconds["count"])):
        return Pause(float(numbers[0]) * (60 if seconds["minutes"] else 1))
    awaited = re.sub(r"^(?:for|until|till)\s+", "", rest, flags=re.IGNORECASE)
    if not awaited or awaited == rest:
        return None
    expected = read_expect(verb, awaited, literals)
    return replace(expected, patience_secs=WAIT_PATIENCE_SECS) if expected else None


def read_expect(verb: str, rest: str, literals: Literals) -> Expect | None:
    """What must be so; without a verb ("expect 'text'") that it is shown."""
    if not rest:
        return None
    file = _NAMED_FILE.match(rest)
    if file:
        folder = literals.restore(targets.without_folder_word(file["folder"] or ""))
        return Expect("file", Target(literals.restore(file["name"]), within=folder))
    window = _WINDOW.match(rest)
    if window and not _GONE.match(rest):
        name = without_article(window["name"] or window["last"])
        is_named = name.casefold() not in ARTICLES
        return Expect("window", Target(literals.restore(name))) if is_named else None
    if match := _GONE.match(rest):
        return _at(_expect("gone", match["what"], literals), match["place"], literals)
    if match := _SHOWN.match(rest):
        return _at(_expect("shown", match["what"], literals), match["place"], literals)
    if match := _STATE.match(rest):
        state = match["state"].casefold()
        is_on = (state in ON_WORDS) != bool(match["no"])
        expected = _expect("on" if is_on else "off", match["what"], literals)
        expected = replace(expected, usable=state in _USABLE) if expected else None
        return _at(expected, match["place"], literals)
    if match := _VALUE.match(rest):
        expected = _expect("value", match["what"], literals)
        value, is_exact = literals.restore(match["value"]), bool(match["exact"])
        return replace(expected, value=value, exact=is_exact) if expected else None
    return _expect("shown", rest, literals)


def _expect(
    what: Literal["shown", "gone", "on", "off", "value"], words: str, literals: Literals
) -> Expect | None:
    target = targets.read_target(words, literals)
    is_named = target is not None and target.said.casefold() not in _NAMELESS
    return Expect(what, target) if target and is_named else None


_DIALOG = re.compile(r"(?i)^(?:the )?dialog (?:called |of )?(?P<name>\S.*)$")


def _at(expected: Expect | None, place: str | None, literals: Literals) -> Expect | None:
    """With the place that is said after it: "… is shown in the Log"."""
    if expected is None or not place:
        return expected
    named = _DIALOG.match(place)
    within = literals.restore(named["name"] if named else targets.without_place_word(place))
    in_dialog = named is not None or targets.kind_of_place(place) == "dialog"
    return replace(expected, target=replace(expected.target, within=within, in_dialog=in_dialog))
