"""What a server tells its page's scripts of what was done, asked once more in a tab behind.

Beside what it told before, asked the same, nothing but the deed's own record came, went or reads
otherwise: it holds all that was sent, and says no more than the others there. What merely counts,
or says when, is left out, unless it was sent. How the sending was answered is no such word."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Any
from urllib.parse import urlsplit

from engine.domain.facts import Frozen
from engine.domain.web.pages import Page, WebElement
from engine.language import labels
from engine.language.grave_words import has_word
from engine.language.refusals import refuses, says_busy
from engine.language.server_answers import SAID_NO, json_in
from engine.modes.navigator.reading_back import TELLING_CHARS, Sent, is_same
from engine.states.web.changes import dialog_text

Leaf = tuple[str, str]
Record = tuple[str, frozenset[Leaf]]
"""The names under which it stands, "[]" for a list, and what it holds, each by its name."""

_MUTE = re.compile(r"(?=.*\d)(?![01]$)[\da-fTZ\s:.,/+_\-]*")  # yes and no are said
_CHOICES = ("combobox", "listbox", "option", "radio")
_BITS = {"True": "1", "False": "0"}


class _Deed(Frozen):
    """``typed`` are texts that were sent, ``given`` is all that was; ``about`` names the record:
    its own row or dialog, else the goal. ``to`` are the paths at which it was to be kept: what was
    tried last may be noted down elsewhere."""

    typed: Sequence[str]
    given: frozenset[Leaf]
    about: Sequence[str]
    to: frozenset[str]

    def said_in(self, record: Record) -> Record:
        """But for what merely counts, or says when."""
        keys = dict(self.given).keys()
        told = (e for e in record[1] if e[0] in keys or self.gave(e) or not _MUTE.fullmatch(e[1]))
        return record[0], frozenset(told)

    def gave(self, leaf: Leaf) -> bool:
        return _has(self.given, leaf)

    def is_held(self, leaves: frozenset[Leaf]) -> bool:
        return all(_has(leaves, each) for each in self.given)

    def bears(
        self, came: list[Record], gone: list[Record], was: list[Record], *, asked: str
    ) -> bool:
        """What ``came``, or is ``gone`` or reads otherwise, is its one record alone. ``asked`` is
        the address at which it was read."""
        match came, gone:
            case [(place, leaves)], []:  # in a list that was there
                its = (e for e in was if e[0] == place and "[]" in place)
                beside = [self.said_in(each)[1] for each in its]
                shared = frozenset[Leaf]().union(*beside[:1]).intersection(*beside)
                is_whole = all(each in shared or self.gave(each) for each in leaves)
                is_telling = len("".join(each for _, each in self.given)) >= TELLING_CHARS
                is_its = bool(beside and self.typed) and is_whole and is_telling
            case [(place, leaves)], [(where, before)] if where == place:
                is_its = all(map(self.gave, leaves - before)) and not leaves <= before
                is_its &= (
                    self._is_named(gone[0], was)
                    if "[]" in place
                    else not self.typed or urlsplit(asked).path in self.to
                )
            case [], [(place, leaves)] if "[]" in place and not self.typed:
                is_its = self._is_named(gone[0], was)
            case _:
                return False
        return is_its and self.is_held(leaves)

    def finds_fault(self, record: Record) -> bool:
        """By a word that was not sent, or by where it stands."""
        held = [each for each in record[1] if each[1] != "False" and not self.gave(each)]
        told = [f"{labels.words_of_identifier(key) or key} in {each}" for key, each in held]
        places = (record[0], *(key.rpartition(".")[0] for key, _ in held))
        told += [f"in {each}" for place in places for each in labels.tokens(place)]
        faults = (refuses(e) or says_busy(e) or has_word("falls_short", e) for e in told)
        return any(faults) or any(not {*labels.tokens(e)}.isdisjoint(SAID_NO) for e in told)

    def lacks(self, now: list[Record]) -> bool:
        """Another place has things of its kind, and not this one: it may only be noted down."""
        keys = dict(self.given).keys()
        places = {place for place, leaves in now if keys and keys <= dict(leaves).keys()}
        return not places.issubset(place for place, leaves in now if self.is_held(leaves))

    def _is_named(self, record: Record, others: list[Record]) -> bool:
        """It alone, by what stands in no other there; what names several, as all that stands beside
        a button over a list may, tells none from another."""
        beside = [self.said_in(each) for each in others if each[0] == record[0]]
        count = Counter(text for _, leaves in beside for text in {text for _, text in leaves})
        own = [(text, each) for each in beside for _, text in each[1] if count[text] == 1]
        own = [each for each in own if labels.has_letters(each[0])]
        for about in self.about:
            if len(named := {each for text, each in own if labels.has_words(text, about)}) == 1:
                return named == {record}
        return False


def told_anew(sent: Sent, pressed: WebElement, old: Page, live: Page, fresh: Page) -> str:
    """What bears it, in words; empty where nothing does. ``old`` is the page that it was
    ``pressed`` on, ``live`` the one that is shown now, ``fresh`` one that was loaded since."""
    wrote = [each for each in live.answers if each.number > old.last_answer]
    typed = [each.value.strip() for each in sent.own]
    bodies = [{leaf for _, leaves in _records(json_in(e.sent)) for leaf in leaves} for e in wrote]
    its = [each for each in bodies if not typed or any(_has(each, ("", e)) for e in typed)]
    given = frozenset[Leaf]().union(*its)
    left_out = [each for each in sent.own if not _has(given, ("", each.value.strip()))]
    chosen = [e for e in left_out if e.tag == "select" or e.role in _CHOICES]  # by another name
    is_sent = bool(its) and all(each.is_taken for each in wrote) and not old.awaited
    is_sent &= len(given) >= len(typed) and left_out == chosen
    is_sent &= bool(given) or not any(each.sent for each in wrote)
    if not is_sent or has_word("publishes", pressed.name):  # that may be kept as a draft
        return ""
    asked = dialog_text(old, pressed.dialog) if pressed.dialog else ""
    about = (f"{pressed.context}\n{asked}", f"{sent.about}\n{pressed.name}")
    saves = has_word("saves", pressed.name)
    to = frozenset(each.path for each in wrote if saves or each.method in ("PUT", "PATCH"))
    deed, borne = _Deed(typed, given, about, to), ""
    for each in sorted(old.readings.keys() & fresh.readings.keys()):
        was, now = (list(_records(json_in(e.readings[each]))) for e in (old, fresh))
        both = (Counter(now) - Counter(was), Counter(was) - Counter(now))
        others, ones = (Counter(map(deed.said_in, each.elements())) for each in both)
        came = [e for e in (others - ones).elements() if e[1]]
        gone = [e for e in (ones - others).elements() if e[1]]
        if any(map(deed.finds_fault, came)):
            return ""
        is_press = not typed and any("[]" in place for place, _ in (*came, *gone))
        if deed.bears(came, gone, was, asked=each) and (is_press or not deed.lacks(now)):
            told = f"“{max(typed, key=len)}”" if typed else "it otherwise" if came else "it no more"
            borne = f"asked once more, the server tells of {told}"
    return borne


def _has(leaves: Iterable[Leaf], leaf: Leaf) -> bool:
    """Under the same name, where something stands under that, else in a part or a whole of that."""
    (name, one), told = leaf, list(leaves)
    alike = [e for key, e in told if not {*key.split(".")}.isdisjoint(name.split("."))]
    its = [e for key, e in told if key == name] or alike or [e for _, e in told]
    return any(is_same(one, e) or _BITS.get(one) == e or _BITS.get(e) == one for e in its)


def _records(told: Any, place: str = "", *, is_part: bool = False) -> Iterator[Record]:
    """Each object, row or list, with what it holds but such; an empty list has one of nothing. What
    a thing of a list holds in a part of its own, or in a plain list, it holds itself."""
    is_list = isinstance(told, list)
    is_thing = "[]" in place and not is_list
    items = list(enumerate(told) if is_list else told.items() if isinstance(told, dict) else ())
    if not is_part:
        held = _leaves(told) if is_thing else ((str(k), str(e)) for k, e in items if _is_plain(e))
        yield place, frozenset(each for each in held if each[1] not in ("None", ""))
    for key, each in items or [(0, {})] * is_list:
        is_held = is_thing and isinstance(each, list) and each and all(map(_is_plain, each))
        if not (_is_plain(each) or is_held):
            its = f"{place}[]" if is_list else f"{place}.{key}"
            yield from _records(each, its, is_part=is_thing and isinstance(each, dict))


def _leaves(told: Any, name: str = "") -> Iterator[Leaf]:
    """With those of its parts, by both names, and of each plain list."""
    for key, each in told.items() if isinstance(told, dict) else ():
        if isinstance(each, dict):
            yield from _leaves(each, f"{name}{key}.")
        else:
            some = each if isinstance(each, list) else [each]
            yield from ((f"{name}{key}", str(e)) for e in some if _is_plain(e))


def _is_plain(told: Any) -> bool:
    return not isinstance(told, dict | list)
