"""Data about a person: which a goal gives away, and which field of a page asks for it.

Told by words and by shape, in plain tables; the thinker and the rating of risks share them, so that
what one puts into a field is what the other speaks of.
"""

from __future__ import annotations

import re
from typing import Literal

PersonalKind = Literal["", "name", "e-mail", "phone", "address", "card", "birth"]

_BY_WORDS: tuple[tuple[PersonalKind, re.Pattern[str]], ...] = (
    ("e-mail", re.compile(r"\be ?-?mails?\b|\bmail(?: address)?\b|\bemailaddress\b", re.I)),
    (
        "phone",
        re.compile(r"\b(?:tele)?phones?\b|\bmobile\b|\btel\b|\bcell\b|\bcall ?back\b", re.I),
    ),
    (
        "card",
        re.compile(
            r"\b(?:credit|debit|bank|payment) ?cards?\b|\bcard (?:number|no|holder)\b|\biban\b"
            r"|\bcvc\b|\bcvv\b|\baccount number\b",
            re.IGNORECASE,
        ),
    ),
    (
        "address",
        re.compile(
            r"\b(?:postal|street|home|delivery|shipping|billing)(?: address)?\b|\baddress\b"
            r"|\bstreet\b|\bpostcode\b|\bpost ?code\b|\bzip\b|\btown\b|\bwhere (?:do )?you live\b",
            re.IGNORECASE,
        ),
    ),
    ("birth", re.compile(r"\bbirth(?:day|date)?\b|\bborn\b|\bdob\b", re.I)),
    (
        "name",
        re.compile(
            r"\b(?:(?:full|first|last|your|own|family|given|contact|guest|customer|user) ?name"
            r"|(?:sur|fore|nick|user)name|name)\b|\bcall you\b|\bwho (?:are|is) (?:you|it)\b"
            r"|\bwho\b|\bin whose name\b|\bcontact person\b|\bauthor\b",
            re.IGNORECASE,
        ),
    ),
)
_OF_A_THING = re.compile(
    r"\bnames? of (?:the|your|a) (?!person|guest)|\b(?:file|product|item|company|project|boat|pet"
    r"|domain|host|place|list|group|team|display) ?name\b",
    re.IGNORECASE,
)
_EMAIL = re.compile(r"[^\s@]+@[^\s@]+\.[^\s@]+")
_PHONE = re.compile(r"\+?\d[\d ()/.-]{5,}\d")
_DATE = re.compile(r"\d{4}-\d{2}-\d{2}|\d{1,2}[./]\d{1,2}[./]\d{2,4}")
_CARD_DIGITS = range(13, 20)


def personal_kind(name: str, value: str) -> PersonalKind:
    """What a value says about a person, by the words of its field and by its shape; empty where it
    says nothing."""
    plain = value.strip()
    if _EMAIL.fullmatch(plain):
        return "e-mail"
    if plain.casefold() in ("on", "off", ""):
        return ""
    digits = re.sub(r"\D", "", plain)
    if re.fullmatch(r"[\d -]+", plain) and len(digits) in _CARD_DIGITS:
        return "card"
    asked = asked_kind(name)
    if not asked and plain.startswith("+") and _PHONE.fullmatch(plain):
        return "phone"
    if asked == "e-mail" or _DATE.fullmatch(plain):
        return "birth" if asked == "birth" else ""
    return asked


def asked_kind(label: str) -> PersonalKind:
    """What a field with this label asks for; empty where that is nothing about a person."""
    spaced = re.sub(r"[_\-./\[\]]+|(?<=[a-z])(?=[A-Z])", " ", label)
    for kind, words in _BY_WORDS:
        if kind == "name" and _OF_A_THING.search(spaced):
            continue
        if words.search(spaced):
            return kind
    return ""


def asks_for(kind: PersonalKind, *labels: str, input_type: str = "") -> bool:
    """Whether a field that is called so asks for data of this kind."""
    by_type: dict[str, PersonalKind] = {"email": "e-mail", "tel": "phone"}
    if input_type in by_type:
        return by_type[input_type] == kind
    words = dict(_BY_WORDS).get(kind)
    spaced = (re.sub(r"[_\-./\[\]]+|(?<=[a-z])(?=[A-Z])", " ", each) for each in labels)
    return words is not None and any(words.search(each) for each in spaced)
