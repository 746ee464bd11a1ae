"""What tells of a person and is typed into a page: rated by where it goes.

A page reads what is typed as it is typed, before anything is sent. So it discloses, even where it
can be deleted again; into a field that did not ask for it, or on a site that the goal does not
mean, it leaves the machine, and is asked about.
"""

from __future__ import annotations

import re

from engine.domain.reversal import Degree
from engine.domain.risks import Risk, RiskClass
from engine.domain.web.pages import Page, WebElement
from engine.domain.web.sites import host_of, is_same_site
from engine.language.personal import PersonalKind, asked_kind, asks_for, personal_kind
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
        if not self._is_meant(page):
            return self._told(kind, page, "which your goal does not name")
        why = f"{_words(kind)} to {host_of(page.url) or 'the page'}, which asks for it"
        return Risk(RiskClass.DISCLOSES, why, _UNDO, Degree.PARTLY)

    def in_search(self, words: str, page: Page) -> Risk | None:
        """Of words that are searched for; None where they say nothing about a person."""
        kinds = (personal_kind("", each) for each in (words, *words.split()))
        kind: PersonalKind = next((each for each in kinds if each), "")
        return self._told(kind, page, "in a search") if kind else None

    def _told(self, kind: PersonalKind, page: Page, where: str) -> Risk:
        why = f"it discloses {_words(kind)} to {host_of(page.url) or 'the page'}, {where}"
        return Risk(RiskClass.LEAVES_MACHINE, why, _UNDO, Degree.PARTLY)

    def _words_beside(self, value: str) -> str:
        """What the goal calls the value: the words right before it."""
        at = self._goal.find(value)
        if at < 0:
            return ""
        before = self._goal[max(0, at - _BESIDE_CHARS) : at]
        return re.split(r"[,;.\n]| and ", before)[-1].strip(" '\"“‘:=")

    def _is_meant(self, page: Page) -> bool:
        host = host_of(page.url)
        return not self._hosts or any(is_same_site(host, one) for one in self._hosts)


def _asked(labels: tuple[str, ...], field: WebElement) -> PersonalKind:
    by_type: dict[str, PersonalKind] = {"email": "e-mail", "tel": "phone"}
    if field.input_type in by_type:
        return by_type[field.input_type]
    if field.tag == "select" or field.input_type not in ("", "text"):
        return ""
    return next((kind for label in labels if (kind := asked_kind(label))), "")


def _words(kind: PersonalKind) -> str:
    article = "an" if kind in ("e-mail", "address") else "a"
    names = {"e-mail": "e-mail address", "card": "card number", "birth": "date of birth"}
    return f"{article} {names.get(kind, kind)}"
