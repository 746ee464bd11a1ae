"""Readers for waiting and for checking: "wait until X appears", "check that 'text' is shown"."""

import re
from dataclasses import replace
from typing import Literal

from engine.language.amounts import DIGITS, numbers_in
from engine.language.goals import targets
from engine.language.goals.clauses import Expect, Pause, Simple, Target
from engine.language.goals.literals import Literals
from engine.language.labels import ARTICLES, OFF_WORDS, ON_WORDS, without_article

WAIT_PATIENCE_SECS = 30.0

_SECONDS = re.compile(
    rf"^(?:for\s+)?(?P<count>{DIGITS})\s*(?:(?P<minutes>minutes?|mins?)|seconds?|secs?|s)$",
    re.IGNORECASE,
)
_EXISTS = r"(?:\s+(?:exists|is (?:there|saved|written)|(?:to )?appears?))?"
_PLACE = r"(?:\s+(?:in|on)\s+(?P<place>.+))?$"
_FILE = re.compile(
    rf"^(?:the\s+)?file\s+(?P<name>.+?){_EXISTS}(?:\s+in\s+(?P<folder>.+?))?{_EXISTS}$",
    re.IGNORECASE,
)
_WINDOW = re.compile(
    r"^(?:the\s+)?(?:(?P<name>(?:(?!\s(?:is|are|shows|contains|says)\s).)+?)\s+(?:window|dialog)|"
    r"window\s+(?P<last>(?!is\b|opens?\b|appears?\b|closes?\b|to\b).+?))"
    r"(?:\s+(?:is (?:open|shown|there|visible)|opens|(?:to )?(?:appears?|open)))?$",
    re.IGNORECASE,
)
_NAMELESS = frozenset({"window", "dialog", "dialog box"})  # which one, nobody could tell
_GONE = re.compile(
    r"^(?P<what>.+?)\s+(?:is (?:not|no longer) (?:shown|visible|there|displayed)|is gone|"
    rf"(?:to )?(?:disappears?|goes away|closes|vanish(?:es)?)){_PLACE}",
    re.IGNORECASE,
)
_SHOWN = re.compile(
    r"^(?:(?:the|a)\s+text\s+)?(?P<what>.+?)\s+(?:is|are|to be|should be)?\s*"
    r"(?:shown|visible|displayed|there|in sight|on (?:the )?screen|appears?|to appear|exists)"
    rf"{_PLACE}",
    re.IGNORECASE,
)
_GREYED = frozenset({"greyed out", "grayed out"})
_USABLE = frozenset({"enabled", "disabled", "active", "inactive"}) | _GREYED
_STATE = re.compile(
    rf"^(?P<what>.+?)\s+(?:is|are|to be)\s+(?P<no>not\s+)?"
    rf"(?P<state>{'|'.join(sorted(ON_WORDS | OFF_WORDS | _GREYED))}){_PLACE}",
    re.IGNORECASE,
)
_VALUE = re.compile(
    r"^(?P<what>.+?)\s+(?:(?P<exact>is|equals|has the value)|shows|contains|says|reads|holds)\s+"
    r"(?P<value>.+)$",
    re.IGNORECASE,
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
    file = _FILE.match(rest)
    if file:
        folder = literals.restore(targets.without_folder_word(file["folder"] or ""))
        return Expect("file", Target(literals.restore(file["name"]), within=folder))
    window = _WINDOW.match(rest)
    if window and not _GONE.match(rest):
        name = without_article(window["name"] or window["last"])
        is_named = name.casefold() not in ARTICLES
        return Expect("window", Target(literals.restore(name))) if is_named else None
    return _about_zone(rest, literals)


def _about_zone(rest: str, literals: Literals) -> Expect | None:
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


_DIALOG = re.compile(r"^(?:the )?dialog (?:called |of )?(?P<name>\S.*)$", re.IGNORECASE)


def _at(expected: Expect | None, place: str | None, literals: Literals) -> Expect | None:
    """With the place that is said after it: "… is shown in the Log"."""
    if expected is None or not place:
        return expected
    named = _DIALOG.match(place)
    within = literals.restore(named["name"] if named else targets.without_place_word(place))
    in_dialog = named is not None or targets.kind_of_place(place) == "dialog"
    return replace(expected, target=replace(expected.target, within=within, in_dialog=in_dialog))
