"""The table of words (``resources/words/grave.toml``) as patterns: words wherever they stand in a
text, whole labels, and verbs at the place that their language gives them."""

import functools
import re
import tomllib
from importlib.resources import files
from typing import Any, Literal

from engine.language.folding import folded, folded_pattern

Risk = Literal["out", "lasting"]
Where = Literal["window", "page"]
TABLE: dict[str, dict[str, Any]] = tomllib.loads(
    (files("resources") / "words" / "grave.toml").read_text(encoding="utf-8")
)
_UNSPACED = ("zh", "ja", "ko")
_VERB_LAST = ("de", "nl", "tr")


@functools.cache
def rows_of(risk: Risk, where: Where) -> tuple[str, ...]:
    """The rows that are as grave on this surface."""
    return tuple(
        name
        for name, row in TABLE.items()
        if row.get("risk") == risk and row.get("where", where) == where
    )


@functools.cache
def anywhere(row: str) -> re.Pattern[str]:
    """Words wherever they stand, apart where their language sets words apart."""
    spaced, unspaced = _parted(row)
    either = "|".join(spaced).replace("(?:.* )?", "")  # which would be looked for at each letter
    return re.compile(folded_pattern(rf"(?<!\w)(?:{either})(?!\w)", *unspaced))


@functools.cache
def whole(row: str, *others: str) -> re.Pattern[str]:
    rows = (row, *others)
    parts = (each for one in rows for each in (*_words(one), *TABLE[one].get("labels", ())))
    return re.compile(folded_pattern(*parts))


@functools.cache
def begun(row: str, *others: str) -> re.Pattern[str]:
    """Labels that begin with a word of these rows."""
    spaced, unspaced = _parted(row, *others)
    forms = [rf"(?:{'|'.join(spaced)})(?!\w).*", *(rf"(?:{each}).*" for each in unspaced)]
    return re.compile(folded_pattern(*forms))


@functools.cache
def ended(row: str, *others: str) -> re.Pattern[str]:
    """Labels that end with a word of these rows, in languages that put their verbs there."""
    rows = (row, *others)
    spaced = [each for one in rows for each in _words(one, *_VERB_LAST)]
    forms = [rf".*(?<!\w)(?:{'|'.join(spaced)})"] if spaced else []
    return re.compile(folded_pattern(*forms, *(rf".*(?:{each})" for each in _parted(*rows)[1])))


@functools.cache
def placed(row: str) -> re.Pattern[str]:
    """Labels by the place that the verbs of their language have, and whole labels."""
    forms = [f"(?:{each})" for each in TABLE[row].get("labels", ())]
    for language in _languages(row):
        forms += _forms(row, language)
    return re.compile(folded_pattern(*forms))


@functools.cache
def refrained() -> re.Pattern[str]:
    """Labels that end with a deed and a no before it, where verbs come last ("… nicht leeren"), or
    have it behind the verb ("Töm inte …")."""
    before, behind = (folded_pattern(*_words("refrains", *one)) for one in (("de", "nl"), ("sv",)))
    return re.compile(rf".*(?<!\w)(?:{before}) \w+|\w+ (?:{behind})(?: .*)?")


@functools.cache
def signs_of(row: str, *others: str) -> frozenset[str]:
    """The pictures that stand for these deeds, as texts are folded."""
    return frozenset(folded("".join(TABLE[one].get("signs", "") for one in (row, *others))))


@functools.cache
def icons_of(row: str, *others: str) -> re.Pattern[str]:
    """The names of such pictures, in words."""
    return re.compile("|".join(TABLE[one].get("icons", "$^") for one in (row, *others)))


def _forms(row: str, language: str) -> list[str]:
    words = TABLE[row][language]
    if language == "en":
        but = TABLE[row].get("but", "-")
        return [rf"(?:{words})(?! (?:{but})\b)(?: .*)?"]
    if language in _UNSPACED:
        return [rf"(?:{words}).*", rf".{{0,12}}(?:{words}).{{0,5}}"]
    if language in _VERB_LAST:
        return [rf"(?:.* )?(?:{words})", rf"(?:{words})(?:\b.*)?"]
    return [rf"(?:{words})(?:\b.*)?"]


def _parted(*rows: str) -> tuple[list[str], list[str]]:
    """The words of languages that set them apart, and those of languages that do not."""
    unspaced = [each for row in rows for each in _words(row, *_UNSPACED)]
    return [each for row in rows for each in _words(row) if each not in unspaced], unspaced


def _languages(row: str) -> list[str]:
    return [key for key in TABLE[row] if len(key) == 2]


def _words(row: str, *languages: str) -> list[str]:
    told = TABLE[row]
    known = [key for key in _languages(row) if not languages or key in languages]
    also = (each for other in told.get("also", ()) for each in _words(other, *languages))
    return [*(told[key] for key in known), *also]
