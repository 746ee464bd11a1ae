"""What people ask of a site, and how pages call it: one table.

A page that says "When we are open" answers a question for the opening hours. To teach another name
of something that is asked for, add it here and nowhere else. All words are lower case.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from engine.domain.web.matching import stems

_PHONE = r"(?:\+|\(?\d)[\d ()/.-]{5,}\d"
_MAIL = r"[\w.+-]+@[\w-]+(?:\.[\w-]+)+"
_MONEY = r"[€$£¥]\s?\d|\d\s?(?:€|£|\$|eur|usd|gbp|euros?|pounds?|dollars?)|\bfree\b|\bincluded\b"
_DAYS = r"(?:mon|tue|wed|thu|fri|sat|sun)(?:s|nes|rs|ur)?(?:day)?s?\b|\bdaily\b|\bclosed\b"
_TIME = rf"\b\d\d?(?:[:.]\d\d|\s?[ap]\.?m\b)|{_DAYS}"
_TAKES = r"\b\d+[\d.,]*\s*-?\s*(?:h|hrs?|hours?|m|mins?|minutes?|days?|weeks?|months?|years?)\b"
_ANY = r"\w"


@dataclass(frozen=True, slots=True)
class AskedField:
    """``asked`` are names in questions, ``called`` those on pages beside them; ``places`` are
    links behind which it is told. An answer has ``value`` in it; it ``spans`` several lines."""

    asked: tuple[str, ...]
    called: tuple[str, ...]
    value: str
    places: tuple[str, ...] = ()
    spans: bool = False
    is_bare: bool = False
    """Its value tells by its form what it is."""

    def is_told_in(self, text: str) -> bool:
        """The text has one of its names."""
        words = set(stems(text))
        return any(set(stems(each)) <= words for each in (*self.asked, *self.called))

    def holds_value(self, text: str) -> bool:
        return bool(re.search(self.value, text, re.IGNORECASE))


_CONTACT = (
    *("contact", "contact us", "visit us", "visit", "find us", "about", "about us", "imprint"),
    *("who we are", "get in touch", "reach us", "impressum", "help"),
)
_TERMS = ("delivery", "shipping", "delivery and returns", "help", "faq", "questions", "terms")
FIELDS = (
    AskedField(
        ("opening hours", "opening times", "business hours", "hours", "open", "opening", "close"),
        ("opening hours", "opening times", "when we are open", "we are open", "hours", "open"),
        _TIME,
        ("opening hours", "opening times", "hours", *_CONTACT),
        spans=True,
    ),
    AskedField(
        ("phone number", "telephone number", "phone", "telephone", "call", "mobile number"),
        ("phone", "telephone", "tel", "call us", "ring us", "give us a ring", "call", "mobile"),
        _PHONE,
        ("phone", *_CONTACT),
    ),
    AskedField(("fax number", "fax"), ("fax", "telefax"), _PHONE, _CONTACT),
    AskedField(
        ("email address", "e-mail address", "mail address", "email", "e-mail"),
        ("email", "mail", "write to us", "mail us", "drop us a line", "e-mail"),
        _MAIL,
        ("email", *_CONTACT),
        is_bare=True,
    ),
    AskedField(
        ("street address", "postal address", "address", "location", "where are you"),
        ("address", "find us at", "find us", "where we are", "where to find us", "location"),
        r"\d",
        ("address", "location", "how to find us", "directions", *_CONTACT),
    ),
    AskedField(
        (
            *("shipping costs", "delivery costs", "shipping fee", "delivery fee"),
            *("shipping", "postage", "delivery"),
        ),
        ("shipping", "delivery", "postage", "shipping costs", "delivery charge", "dispatch"),
        _MONEY,
        _TERMS,
    ),
    AskedField(
        ("shipping time", "delivery time", "delivery take", "shipping take"),
        ("delivery takes", "delivery time", "delivered in", "delivery", "shipping", "dispatch"),
        _TAKES,
        _TERMS,
    ),
    AskedField(
        ("cooking time", "preparation time", "prep time", "total time", "duration", "take"),
        ("ready in", "time", "total time", "takes", "cooking time", "duration", "length", "lasts"),
        _TAKES,
    ),
    AskedField(
        ("membership fee", "membership cost", "subscription price", "membership"),
        ("membership", "membership fee", "subscription", "to join"),
        _MONEY,
        ("membership", "join", "joining", "become a member", "prices", *_TERMS),
    ),
    AskedField(
        ("price", "cost", "fee", "rent", "charge", "fare"),
        ("price", "cost", "fee", "rate", "charge", "rent", "fare", "from", "per night", "per day"),
        _MONEY,
    ),
    AskedField(
        ("author", "writer"),
        ("author", "written by", "by", "posted by", "begun by", "started by", "words by"),
        _ANY,
    ),
    AskedField(
        ("replies", "answers", "comments", "responses"),
        ("replies", "answers", "comments", "responses", "posts"),
        r"\d",
    ),
    AskedField(
        ("servings", "portions", "people", "serves", "yield"),
        ("serves", "servings", "portions", "yield", "for", "makes"),
        r"\d",
    ),
    AskedField(
        ("weight", "weigh", "heavy"),
        ("weight", "weighs", "mass"),
        r"\d\s*(?:k?g|lbs?|oz|kilos?|gram(?:me)?s?|pounds?|tonnes?)\b",
    ),
    AskedField(("deposit", "security"), ("deposit", "security", "caution"), _MONEY),
    AskedField(
        ("check-in time", "check in time", "check-in", "arrival time", "check in"),
        ("check-in", "check in", "arrival", "arrive from", "you can arrive"),
        _TIME,
    ),
    AskedField(
        ("check-out time", "check out time", "check-out", "departure time"),
        ("check-out", "check out", "departure", "leave by", "please leave"),
        _TIME,
    ),
)


def field_asked(topic: str) -> tuple[AskedField, str] | None:
    """The field that a question's words name by the most of them, and the words that are left."""
    words = topic.split()
    stemmed = [stem for word in words for stem in stems(word)[:1]]
    best: tuple[int, AskedField, frozenset[str]] | None = None
    for field in FIELDS:
        for name in field.asked:
            wanted = stems(name)
            if set(wanted) <= set(stems(topic)) and (best is None or len(wanted) > best[0]):
                best = (len(wanted), field, frozenset(wanted))
    if best is None:
        return None
    _, field, taken = best
    named = taken | {stem for name in field.asked for stem in stems(name)}
    rest = [word for word, stem in zip(words, stemmed, strict=False) if stem not in named]
    return field, " ".join(rest)
