"""Words that say that pressing a thing can't be taken back or goes out to others.

One table holds them for all languages (``resources/words/grave.toml``), and for both surfaces. In
a window a word tells wherever it stands in a label. In a page a label is grave by what it does,
not by a word in it: "Place order" orders, "My orders" shows a list. There a verb tells where it
stands as its language sets it, and whole labels tell the rest.
"""

from __future__ import annotations

import functools
import re
import tomllib
from collections.abc import Iterable
from importlib.resources import files
from typing import Any

from engine.domain.risks import RiskClass
from engine.language.command_words import words_in
from engine.language.folding import folded, folded_pattern, readings

_TABLE: dict[str, dict[str, Any]] = tomllib.loads(
    (files("resources") / "words" / "grave.toml").read_text(encoding="utf-8")
)
_CLASSES = {"out": RiskClass.LEAVES_MACHINE, "lasting": RiskClass.IRREVERSIBLE}
_DESTROYING = ("deletes", "destroys", "removes", "revokes", "discards", "overwrites", "uninstalls")
_UNSPACED = ("zh", "ja")
_VERB_LAST = ("de", "nl")
_ON_THE_WAY = ("continues", "applies", "on_the_way")
_MOST_WORDS = 9
"""A longer label is a text; what it does is said by its first words."""
_TRIMMED = re.compile(r"^[^\w¥€$£]*+(.*\w)?.*", re.DOTALL)
_HEAD = re.compile(r"\s+[–—|•·:(]\s*|\s+-\s+|,\s|\s*[(]")


def class_of_words(words: str, *, but: tuple[str, ...] = ()) -> RiskClass | None:
    """What a label in a window says that pressing it does, of what can't be taken back; None for
    the rest. ``but`` names rows that mean something else here."""
    for risk in ("out", "lasting"):
        rows = tuple(row for row in _rows(risk, "window") if row not in but)
        if _stands_in(words, *rows):
            return _CLASSES[risk]
    return None


def is_lasting(text: str) -> bool:
    """Whether a question in a window speaks of what can't be taken back."""
    return _stands_in(text, *_rows("lasting", "window"))


def has_word(row: str, text: str, *others: str) -> bool:
    """Whether a word of these rows of the table stands in the text."""
    return _stands_in(text, row, *others)


def begins_with(row: str, text: str) -> bool:
    return bool(_anywhere(row).match(folded(text)))


def is_called(row: str, label: str, *others: str, and_more: str = "") -> bool:
    """Whether the whole label is one of these rows, ``and_more`` a pattern of what may follow."""
    pattern = f"(?:{_whole(row, *others).pattern}){and_more}"
    return any(re.fullmatch(pattern, each.strip()) for each in readings(label))


def told_risk(row: str) -> str:
    """The risk of a row, as a planner says it: "overwrites a file"."""
    return str(_TABLE[row]["says"])


def what_it_does(word: str) -> str:
    """The risk that a verb tells of, as a planner says it ("sends something"); mostly empty."""
    rows = (row for row in _TABLE if "says" in _TABLE[row])
    return next((told_risk(row) for row in rows if is_called(row, word)), "")


def destroys(verb: str) -> bool:
    return any(is_called(row, verb) for row in _DESTROYING)


def word_of_deed(words: Iterable[str]) -> str:
    """The first of an address's words by which opening it does something; empty for none."""
    return next((word for word in words if is_called("in_addresses", word)), "")


@functools.lru_cache(maxsize=4096)
def class_of_label(label: str) -> RiskClass | None:
    """What pressing a thing of that label does in a page, of what can't be taken back; None for
    the rest."""
    for said in _said(label):
        words = said.split()
        if len(words) > _MOST_WORDS:
            said = " ".join(words[:3])
        if _whole("harmless").fullmatch(said):
            continue
        if _is_loss(said):
            if takes_out_of_cart(said):
                continue
            return RiskClass.IRREVERSIBLE
        if _labels("out").fullmatch(said) or _is_foreign_deed(said):
            return RiskClass.LEAVES_MACHINE
    return None


def is_strong(label: str) -> bool:
    """Grave enough to do its deed as a mere link, which most others only lead towards."""
    rows = tuple(row for row in _rows("lasting", "page") if _TABLE[row].get("is_strong"))
    return class_of_label(label) is not None and any(
        _whole("strong").fullmatch(each) or _placed(*rows).fullmatch(each) for each in _said(label)
    )


def answers_cookies(label: str, around: str) -> bool:
    """A button of a cookie banner: it says yes or no to cookies and to nothing else."""
    if not any(is_called("answers_cookies", each) for each in _said(label)):
        return False
    text = f"{label} {around}"
    return has_word("cookies", text) and not has_word("more_than_cookies", text)


def affirms(label: str) -> bool:
    """It says yes to what is asked around it, be it "Yes, do so"."""
    return any(
        is_called("affirms", each, and_more=r"(?:[,!. ].*)?") or is_called("completes", each)
        for each in _said(label)
    )


def goes_on(label: str) -> bool:
    """It leads to the next step, or is the last one."""
    return any(is_called("goes_on", each, "continues") for each in _said(label))


def only_says_send(label: str) -> bool:
    """ "Submit", "Send": what its form does, and nothing of its own."""
    return any(is_called("submits", each) for each in _said(label))


def is_on_the_way(label: str) -> bool:
    """What the button of a form may say that is not meant for others: it goes on or back, shows,
    chooses, or puts into a cart."""
    return not has_word("adds_for_others", label) and (
        is_called("goes_on", label, *_ON_THE_WAY, and_more=r"(?:\W.*)?")
        or is_called("on_the_way_alone", label)
        or has_word("carts", label, "wish_lists")
    )


def takes_out_of_cart(label: str, around: str = "") -> bool:
    """A thing leaves a cart or a list, and can be put in again: the label says so, or it is a bare
    "Remove" with a cart around."""
    if is_called("deletes", label, "removes", "takes_out"):
        return has_word("carts", around, "wish_lists")
    says_where = has_word("carts", label) or is_called("takes_off_lists", label)
    return says_where and any(map(_is_loss, _said(label)))


def names_deed(text: str) -> RiskClass | None:
    """What a question or a heading asks for: "Delete this account?", "Place your order"."""
    for sentence in re.split(r"[.!?\n:;]+", text):
        said = folded(sentence).strip()
        said = said[found.end() :] if (found := _whole("asks").match(said)) else said
        risk_class = class_of_label(said) if said else None
        if risk_class is not None and len(said.split()) <= _MOST_WORDS:
            return risk_class
    return None


def _stands_in(text: str, *rows: str) -> bool:
    """Also where its letters only look like the word's."""
    return any(map(_anywhere(*rows).search, readings(text)))


def _rows(risk: str, where: str) -> tuple[str, ...]:
    """The rows that are as grave on this surface."""
    return tuple(
        name
        for name, row in _TABLE.items()
        if row.get("risk") == risk and row.get("where", where) == where
    )


def _words(row: str, *languages: str) -> list[str]:
    told = _TABLE[row]
    known = [key for key in told if len(key) == 2 and (not languages or key in languages)]
    also = (each for other in told.get("also", ()) for each in _words(other, *languages))
    return [*(told[key] for key in known), *also]


@functools.cache
def _anywhere(*rows: str) -> re.Pattern[str]:
    """Words wherever they stand, apart where their language sets words apart."""
    unspaced = [each for row in rows for each in _words(row, *_UNSPACED)]
    spaced = [each for row in rows for each in _words(row) if each not in unspaced]
    either = "|".join(spaced).replace("(?:.* )?", "")  # which would be looked for at each letter
    return re.compile(folded_pattern(rf"(?<!\w)(?:{either})(?!\w)", *unspaced))


@functools.cache
def _whole(*rows: str) -> re.Pattern[str]:
    whole = (each for row in rows for each in (*_words(row), *_TABLE[row].get("labels", ())))
    return re.compile(folded_pattern(*whole))


def _begun_by(row: str) -> str:
    """Labels that begin with the row's English words, where these mean a deed."""
    return rf"(?:{_TABLE[row]['en']})(?! (?:{_TABLE[row].get('but', '-')})\b)(?: .*)?"


@functools.cache
def _labels(risk: str) -> re.Pattern[str]:
    """What English pages have, as a whole."""
    rows = _rows(risk, "page")
    forms = [_begun_by(row) for row in rows if "en" in _TABLE[row]]
    forms += [f"(?:{each})" for row in rows for each in _TABLE[row].get("labels", ())]
    return re.compile("|".join(forms))


def _is_loss(said: str) -> bool:
    """The words of a page's label by themselves, wherever it stands."""
    rows = _rows("lasting", "page")
    return bool(_labels("lasting").fullmatch(said) or _placed(*rows).fullmatch(said))


@functools.cache
def _placed(*rows: str) -> re.Pattern[str]:
    """Labels by the place that the verbs of their language have."""
    forms = []
    placed = [(row, key) for row in rows for key in _TABLE[row] if len(key) == 2]
    for row, language in placed:
        words = _TABLE[row][language]
        if language in _UNSPACED:
            forms.append(rf".*(?:{words}).*")
        elif language in _VERB_LAST:
            forms.append(rf"(?:.* )?(?:{words})")
        elif language == "en":
            forms.append(_begun_by(row))
        else:
            forms.append(rf"(?:{words})(?:\b.*)?")
    return re.compile(folded_pattern(*forms))


@functools.cache
def _foreign_deeds() -> re.Pattern[str]:
    rows = _rows("out", "page")
    spoken = {key for row in rows for key in _TABLE[row] if len(key) == 2} - {"en"}
    return re.compile(folded_pattern(*(each for row in rows for each in _words(row, *spoken))))


def _is_foreign_deed(said: str) -> bool:
    """The whole label, or its beginning or end with what it is done with."""
    words = said.split()
    parts = [said]
    if len(words) <= 4:
        for count in range(1, min(4, len(words))):
            parts += [" ".join(words[:count]), " ".join(words[-count:])]
    return any(_foreign_deeds().fullmatch(part) for part in parts)


def _said(label: str) -> tuple[str, ...]:
    """The readings of a label, without marks around it; "Buy now – €3" says "buy now"."""
    said: list[str] = []
    for each in readings(" ".join(label.split())):
        text = _TRIMMED.sub(r"\1", each)
        said.append(text)
        head = _HEAD.split(text)[0].strip()
        if head:
            said.append(head)
        if not text.isascii():
            said.append(" ".join(words_in(text)))
    return tuple(dict.fromkeys(each for each in said if each))
