"""Words of goals and pages made comparable, and how many of a goal's are found in a text."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable

_SAYING_NOTHING = """
a an the this that these those my your our its it me i we you us them they he she his her
of on in into at to from for with without by as about over under through between within per
and or but then than so if not no nor also just only very too please
is are was were be been being am do does did can could will would shall should may might must
has have had having get gets got there here what which who whom whose when where why how
all any some each every both few more most other such same own up down out off again once
much many lot something anything thing things one ones
"""
_ASKING = """
find search look locate open go visit show see browse explore tell give say answer read
list check compare download save get fetch navigate click press type enter fill
submit send choose select pick want need like let make sure use using know learn determine
scroll return identify discover complete called named titled add buy put set
two three four five six seven eight nine ten
cheapest best newest latest oldest highest lowest first last most least page site website
web link button
"""
STOP_WORDS = frozenset(_SAYING_NOTHING.split())
GOAL_VERBS = frozenset(_ASKING.split())
"""Words in which goals are put: a page that fits need not have them."""
_ARTICLES = frozenset({"a", "an", "the", "this", "that", "these", "those", "please"})
_POSSESSIVE = re.compile(r"['’]s\b")
_TOKEN = re.compile(r"\d+(?:[.,:]\d+)+|[^\W_]+")


def plain_text(text: str) -> str:
    """Case, width and white space do not matter."""
    return " ".join(unicodedata.normalize("NFKC", text).casefold().split())


def tokens(text: str) -> tuple[str, ...]:
    """The words of a text in order, without their plural ending."""
    return tuple(stem(word) for word in _TOKEN.findall(plain_text(text)))


def stem(word: str) -> str:
    if len(word) > 4 and word.endswith("ies"):
        return word[:-3] + "y"
    if len(word) > 4 and word.endswith(("sses", "xes", "ches", "shes", "zes")):
        return word[:-2]
    if len(word) > 3 and word.endswith("s") and not word.endswith(("ss", "us", "is")):
        return word[:-1]
    return word


def content_words(text: str) -> tuple[str, ...]:
    """Those that say something, each once, in order and as they are written, in lower case.

    Where none does, as in "About us", the small words are all there is to go by.
    """
    words = _TOKEN.findall(_POSSESSIVE.sub("", plain_text(text)))
    named = [word for word in words if word not in GOAL_VERBS and word not in _ARTICLES]
    told = [word for word in named if word not in STOP_WORDS]
    return tuple(dict.fromkeys(told or named))


def hits(terms: Iterable[str], *texts: str) -> tuple[str, ...]:
    """Those of the terms that stand in one of the texts."""
    text = " ".join(texts)
    found, whole = set(tokens(text)), plain_text(text)
    # scripts without spaces have no words to compare
    return tuple(
        term for term in terms if stem(term) in found or (not term.isascii() and term in whole)
    )


def coverage(terms: tuple[str, ...], *texts: str) -> float:
    """The share of the terms that stand in the texts, 0 to 1; 0 where there are no terms."""
    return len(hits(terms, *texts)) / len(terms) if terms else 0.0


def stands_in(quotation: str, text: str) -> bool:
    """Whether it stands there word for word; case and white space do not matter."""
    return plain_text(quotation) in plain_text(text)
