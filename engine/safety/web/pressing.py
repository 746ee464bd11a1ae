"""What pressing an element of a page sets off: by its words, its form, and what is asked around;
and how an action in a page is taken back, or that it can't be.

In this order: a cookie banner's answer and what only shows are nothing; what hands over a file, a
password or a card number always counts; then the words on it; then, for a "Yes" or "Confirm", what
is asked around it; and last, a form that is handed in, whatever its button says.

How it is taken back is said beforehand from what is pressed and what the page tells of it; what
really changed is seen afterwards, and the ways back are found from that."""

import re
from dataclasses import replace
from typing import Literal

from engine.domain.actions import Click, PressKeys, Scroll, ScrollTo, TypeText
from engine.domain.plans import PlanStep, Situation
from engine.domain.risks import Reversibility, Risk, RiskClass
from engine.domain.web import sites
from engine.domain.web.pages import Page, WebElement
from engine.domain.zones import CHECKABLE_ROLES, EDITABLE_ROLES, ROW_ROLES, Role, Zone
from engine.language import folding, grave_words, labels, questions
from engine.safety.risks import reversibility_of_action
from engine.states.web import forms, touching

_SHOWS = (EDITABLE_ROLES | CHECKABLE_ROLES) - {Role.TOGGLE_BUTTON, Role.CHECK_MENU_ITEM} | {
    *(Role.TAB, Role.SLIDER, Role.SCROLL_BAR, Role.COLUMN_HEADER)
}


def risk_of_pressing(
    element: WebElement, zone: Zone | None, situation: Situation, *, is_submitted: bool = False
) -> Risk | None:
    """What can't be taken back of pressing it; None where nothing is. ``is_submitted``: its form is
    sent by a Return, with the element or a field in its place."""
    page = situation.page
    assert page is not None
    if told := _by_attributes(element):
        return told
    if element.accepts_files:
        return _out(f"it hands a file to {_host(page)}", "file")
    label = label_of(element) or (zone.label if zone is not None else "")
    only_shows = forms.is_field(element) or (zone is not None and zone.role in _SHOWS)
    if not (is_submitted or element.is_submit) and only_shows:
        # a switch that gives access or lowers a guard does so when it is ticked
        is_setting = zone is not None and zone.role in (Role.CHECK_BOX, Role.SWITCH)
        found = grave_words.class_of_setting(label) if is_setting else None
        return _by_words(label, found)
    if grave_words.answers_cookies(label, _around(element, zone, situation)):
        return None
    is_submit = element.is_submit or is_submitted
    names = dict.fromkeys((label, element.aria_label))
    rated = (_by_words(each, grave_words.class_of_label(each)) for each in names)
    by_label = next(filter(None, rated), None)
    if element.href and not is_submit and is_page(element.href):
        return by_label if grave_words.is_strong(label) else risk_of_path(element.href)
    if zone is not None and zone.role in ROW_ROLES:
        # a row or an entry of a list is mostly a thing, and seldom does something
        return _by_words(label, grave_words.class_of_command(label, "page"))
    if is_submit and any(map(forms.asks_for_card, forms.fields_of(element, page))):
        return _out(f"it hands a card or account number to {_host(page)}", "secret")
    if is_submit and forms.seeks(element, page):
        return None if grave_words.only_says_send(label) else by_label
    around = " ".join((element.context, element.form, page.title, *page.headings))
    if grave_words.takes_out_of_cart(label, around):
        return None
    if worded := by_label or _by_question(label, element, zone, situation):
        return worded
    signs_in = is_submit or grave_words.is_called("signs_in", label, and_more="(?: .*)?")
    if signs_in and forms.has_password(element, page):
        return _out(f"it hands a password to {_host(page)}", "secret")
    return _by_form(element, label, page) if is_submit else None


def texts_answered(zone: Zone, situation: Situation) -> list[str] | None:
    """What a button in a page may answer: its dialog's texts, and a yes what is asked around it;
    None where it only answers a cookie banner."""
    page = situation.page
    element = situation.element_of(zone)
    asking = _dialog_texts(zone, situation)
    if page is None or element is None:
        return asking
    if grave_words.answers_cookies(zone.label, _around(element, zone, situation)):
        return None
    if grave_words.affirms(zone.label):
        asking += [element.context, element.form, *page.headings, page.title]
    elif zone.label and labels.has_words(zone.label, element.context):
        asking.append(element.context)  # "Turn off" below "Turn off the alarm?"
    return asking


def label_of(element: WebElement) -> str:
    """What a person reads on it."""
    return element.text or element.aria_label or (element.value if element.is_submit else "")


def is_page(href: str) -> bool:
    """It leads to a page; "#" and scripts do something in this one."""
    does_something = href.endswith("#") or not href.rstrip("/").rpartition("#")[2]
    return sites.is_web(href) and not does_something


def risk_of_path(url: str) -> Risk | None:
    """An address that reads like an action, such as /orders/42/delete, or what a dustbin links;
    and one that brings a program onto this machine."""
    if program := sites.program_at(url):
        return Risk.final(RiskClass.IRREVERSIBLE, f"it downloads a program: “{program[:80]}”")
    if deed := deed_of_path(url, is_read=True):
        return deed
    if token := sites.token_in(url):
        return Risk.final(RiskClass.IRREVERSIBLE, f"the address carries a key (“{token[:40]}”)")
    return None


def deed_of_path(url: str, *, is_read: bool = False, may_leave_cart: bool = False) -> Risk | None:
    """By the address's words alone. Where it is opened to be read, several words below a manual's
    name a topic; what a script takes out of a cart ``may_leave_cart``."""
    path = sites.parts_of(url).path if may_leave_cart else ""
    is_topic = is_read and any(
        grave_words.is_called("written_about", each) for each in sites.rooms_of_slug(url)
    )
    for words in sites.words_of_path(url):
        found = grave_words.class_of_label(words) if grave_words.is_strong(words) else None
        is_of_cart = found is not None and grave_words.takes_out_of_cart(words, path)
        if found is not None and not (is_topic and " " in words) and not is_of_cart:
            return Risk.final(found, f"the words “{words}” in the address")
    for words in sites.deeds_of_query(url):
        found = grave_words.class_of_label(words)
        if found is not None and not grave_words.takes_out_of_cart(words, path):
            return Risk.final(found, f"the words “{words}” in the address")
    return None


def _by_attributes(element: WebElement) -> Risk | None:
    """A file that is called a program, and what asks the site to delete."""
    if sites.is_program(element.file_name):
        why = f"it downloads a program: “{element.file_name[:80]}”"
        return Risk.final(RiskClass.IRREVERSIBLE, why)
    if element.method == "DELETE":
        return Risk.final(RiskClass.IRREVERSIBLE, "its page asks the site to delete with it")
    return None


def _by_words(label: str, found: RiskClass | None) -> Risk | None:
    return Risk.final(found, f"the words “{label}”") if found is not None else None


def _by_question(
    label: str, element: WebElement, zone: Zone | None, situation: Situation
) -> Risk | None:
    """A "Yes" or "Confirm" where something grave is asked: around it, in its dialog, as heading."""
    page = situation.page
    assert page is not None
    asking = [element.context, element.form, *_dialog_texts(zone, situation)]
    if grave_words.affirms(label):
        asking += [*page.headings, page.title]
    found = questions.class_of_answer(label, asking, is_next=grave_words.goes_on(label))
    if found is None:
        return None
    return Risk.final(found[0], f"“{label}” to “{found[1][:80]}”")


def _by_form(element: WebElement, label: str, page: Page) -> Risk | None:
    """A form that is handed in, but for those that ask, choose, or go on to a next step."""
    if forms.only_chooses(element, page) or grave_words.is_on_the_way(label):
        return None
    is_field_alone = forms.is_field(element) and not element.form
    is_meant_for_others = forms.takes_messages(element) or element.input_type == "email"
    if is_field_alone and not (is_meant_for_others or forms.asks_for_card(element)):
        return None
    return _out(f"it hands the form in to {_host(page)}")


def _around(element: WebElement, zone: Zone | None, situation: Situation) -> str:
    own = " ".join((element.context, element.form, element.attr_id, element.attr_name))
    return f"{own} {' '.join(_dialog_texts(zone, situation))}"


def _dialog_texts(zone: Zone | None, situation: Situation) -> list[str]:
    """What the dialog says in which the zone lies."""
    if zone is None:
        return []
    dialogs = [
        one
        for one in situation.zones_in_sight
        if one.role in (Role.DIALOG, Role.ALERT) and one.bounds_px.contains(zone.bounds_px.center)
    ]
    if not dialogs:
        return []
    box = min(dialogs, key=lambda one: one.bounds_px.area)
    inside = (
        one.label or one.value
        for one in situation.zones_in_sight
        if one.role in (Role.LABEL, Role.HEADING, Role.ALERT)
        and box.bounds_px.contains(one.bounds_px.center)
    )
    return [box.label, *inside]


def _host(page: Page) -> str:
    return sites.host_of(page.url) or "the site"


def _out(why: str, hands_over: Literal["", "file", "secret"] = "") -> Risk:
    return replace(Risk.final(RiskClass.LEAVES_MACHINE, why), hands_over=hands_over)


_LOADS = re.compile(r"\.(?:pdf|zip|csv|xlsx?|docx?|gz|tar|exe|dmg|deb|apk|iso|mp[34])(?:[?#]|$)")
_SAYS_DOWNLOAD = re.compile(r"\b(?:download|herunterladen|telecharger|descargar|scarica|baixar)\b")


def reversibility_on_page(step: PlanStep, situation: Situation) -> Reversibility:
    """How this step is taken back, whatever the words on its target say of risk."""
    zone, element = situation.zone(step.zone_id), touching.element_of(step, situation)
    match step.action:
        case Scroll() | ScrollTo():
            return Reversibility.fully("Scroll back to the place before.")
        case TypeText():
            is_password = zone is not None and zone.role is Role.PASSWORD_FIELD
            if is_password or (element is not None and element.input_type == "password"):
                return Reversibility.partly("Clear it: what stood there before can't be read.")
            if element is not None and element.options:
                return Reversibility.fully("Choose the former option again.")
            return Reversibility.fully("Put the former text back.")
        case Click(button="left" | "middle") if element is not None:
            return _of_click(zone, element)
        case PressKeys():
            return Reversibility.partly("Go back, or put back what it changed, where that shows.")
        case _:
            return reversibility_of_action(step.action, zone, situation.focused_zone)


def _of_click(zone: Zone | None, element: WebElement) -> Reversibility:
    role = zone.role if zone is not None else Role.OTHER
    name = folding.folded(f"{element.text} {element.aria_label}")
    if role is Role.RADIO_BUTTON:
        return Reversibility.fully("Choose what was chosen before.")
    if role.is_checkable and not element.is_submit:
        return Reversibility.fully("Click it again.")
    if role.is_field:
        return Reversibility.fully("Nothing to take back: it only takes the focus.")
    if _LOADS.search(element.href) or (_SAYS_DOWNLOAD.search(name) and not element.is_submit):
        return Reversibility.partly("The file stays in the session's folder.")
    if element.href and element.href != "#":
        return Reversibility.fully("Go back in the tab's history, or close the tab that it opens.")
    if grave_words.has_word("changes_lists", name) or grave_words.is_called("changes_lists", name):
        return Reversibility.partly("Take it out, or put it in, again where the page offers that.")
    if element.is_submit:
        how = "Go back in the tab's history; what the site was told stays told."
        return Reversibility.partly(how)
    if role is Role.TAB:
        return Reversibility.fully("Choose what was shown before.")
    return Reversibility.partly("Go back, close what it opens, or put back what it changed.")
