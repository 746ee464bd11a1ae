"""What tells of a person and is typed into a page: told by words and by shape, in plain tables, and
rated by where it goes.

A page reads what is typed as it is typed, before anything is sent. So it discloses, even where it
can be deleted again; into a field that did not ask for it, or on a site that the goal does not
mean, it leaves the machine, and is asked about."""

import re
from typing import Literal

from engine.domain.risks import Degree, Risk, RiskClass
from engine.domain.web.pages import Page, WebElement
from engine.domain.web.sites import host_of, is_same_site
from engine.states.web.forms import seeks

_UNDO = "Delete it from the field; what the page read of it meanwhile can't be taken back."
_BESIDE_CHARS = 24


class PersonalRisks:
    """``hosts`` are the sites that the operator means; without any, no site is strange."""

    def __init__(self, goal: str, hosts: frozenset[str] | set[str]) -> None:
        self._goal = goal
        self._hosts = frozenset(hosts)

    def of_typing(self, text: str, field: WebElement | None, page: Page) -> Risk | None:
        """None where the text says nothing about a person. ``text`` may end with a Return."""
        value = text.strip()
        if field is None or not value or field.input_type == "password":
            return None
        labels = (field.text, field.aria_label, field.placeholder, field.attr_name)
        kind = personal_kind(self._words_beside(value), value) or _asked(labels, field)
        if not kind:
            return None
        if seeks(field, page) and not asks_for(kind, *labels, input_type=field.input_type):
            return self._told(kind, page, "which is a search, and did not ask for it")
        if personal_kind("", value) and not asks_for(kind, *labels, input_type=field.input_type):
            return self._told(kind, page, "in a field that did not ask for it")
        if self._hosts and not any(is_same_site(host_of(page.url), one) for one in self._hosts):
            return self._told(kind, page, "which your goal does not name")
        why = f"{_words(kind)} to {host_of(page.url) or 'the page'}, which asks for it"
        return Risk(RiskClass.DISCLOSES, why, _UNDO, Degree.PARTLY)

    def in_search(self, words: str, page: Page) -> Risk | None:
        """Of words that are searched for; None where they say nothing about a person."""
        kinds = (personal_kind("", each) for each in (words, *words.split()))
        kind: PersonalKind = next((each for each in kinds if each), "")
        return self._told(kind, page, "in a search") if kind else None

    def _told(self, kind: "PersonalKind", page: Page, where: str) -> Risk:
        why = f"it discloses {_words(kind)} to {host_of(page.url) or 'the page'}, {where}"
        return Risk(RiskClass.LEAVES_MACHINE, why, _UNDO, Degree.PARTLY)

    def _words_beside(self, value: str) -> str:
        """What the goal calls the value: the words right before it."""
        at = self._goal.find(value)
        if at < 0:
            return ""
        before = self._goal[max(0, at - _BESIDE_CHARS) : at]
        return re.split(r"[,;.\n]| and ", before)[-1].strip(" '\"“‘:=")


def _asked(labels: tuple[str, ...], field: WebElement) -> "PersonalKind":
    if field.input_type in _BY_TYPE:
        return _BY_TYPE[field.input_type]
    if field.tag == "select" or field.input_type not in ("", "text"):
        return ""
    return next((kind for label in labels if (kind := asked_kind(label))), "")


def _words(kind: "PersonalKind") -> str:
    article = "an" if kind in ("e-mail", "address") else "a"
    names = {"e-mail": "e-mail address", "card": "card number", "birth": "date of birth"}
    return f"{article} {names.get(kind, kind)}"


PersonalKind = Literal["", "name", "e-mail", "phone", "address", "card", "birth"]

_BY_TYPE: dict[str, PersonalKind] = {"email": "e-mail", "tel": "phone"}
_BY_WORDS: dict[PersonalKind, str] = {
    "e-mail": r"\be ?-?mails?\b|\bmail(?: address)?\b|\bemailaddress\b",
    "phone": r"\b(?:tele)?phones?\b|\bmobile\b|\btel\b|\bcell\b|\bcall ?back\b",
    "card": r"\b(?:credit|debit|bank|payment) ?cards?\b|\bcard (?:number|no|holder)\b|\biban\b"
    r"|\bcvc\b|\bcvv\b|\baccount number\b",
    "address": r"\b(?:postal|street|home|delivery|shipping|billing)(?: address)?\b|\baddress\b"
    r"|\bstreet\b|\bpostcode\b|\bpost ?code\b|\bzip\b|\btown\b|\bwhere (?:do )?you live\b",
    "birth": r"\bbirth(?:day|date)?\b|\bborn\b|\bdob\b",
    "name": r"\b(?:(?:full|first|last|your|own|family|given|contact|guest|customer|user) ?name"
    r"|(?:sur|fore|nick|user)name|name)\b|\bcall you\b|\bwho (?:are|is) (?:you|it)\b"
    r"|\bwho\b|\bin whose name\b|\bcontact person\b|\bauthor\b",
}
_OF_A_THING = re.compile(
    r"(?i)\bnames? of (?:the|your|a) (?!person|guest)|\b(?:file|product|item|company|project|boat"
    r"|pet|domain|host|place|list|group|team|display) ?name\b"
)
_EMAIL = re.compile(r"[^\s@]+@[^\s@]+\.[^\s@]+")
_PHONE = re.compile(r"\+?\d[\d ()/.-]{5,}\d")
_DATE = re.compile(r"\d{4}-\d{2}-\d{2}|\d{1,2}[./]\d{1,2}[./]\d{2,4}")
_CARD_DIGITS = range(13, 20)


def personal_kind(name: str, value: str) -> PersonalKind:
    """What a value says about a person, by its field's words and its shape; empty for nothing."""
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
    for kind in _BY_WORDS:
        if _speaks_of(kind, label) and not (kind == "name" and _OF_A_THING.search(_spaced(label))):
            return kind
    return ""


def asks_for(kind: PersonalKind, *labels: str, input_type: str = "") -> bool:
    """Whether a field that is called so asks for data of this kind."""
    if input_type in _BY_TYPE:
        return _BY_TYPE[input_type] == kind
    return bool(kind) and any(_speaks_of(kind, each) for each in labels)


def _speaks_of(kind: PersonalKind, label: str) -> bool:
    return re.search(_BY_WORDS[kind], _spaced(label), re.IGNORECASE) is not None


def _spaced(label: str) -> str:
    return re.sub(r"[_\-./\[\]]+|(?<=[a-z])(?=[A-Z])", " ", label)
