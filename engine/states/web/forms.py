"""What a form is for, as far as its elements tell: to seek, to sign in, to pay, to hand in.

A page does not tell whether its form asks or hands over; its fields and its button do. What can't
be told apart counts as handing over."""

import re
from collections.abc import Iterator

from engine.domain.web.pages import Page, WebElement
from engine.language import grave_words as grave
from engine.language.folding import folded
from engine.language.labels import normal, promises_window

_SEEKS = re.compile(
    r"\b(?:search|find|filters?|sort(?:ieren)?|query|suche\w*|finden|recherche\w*|chercher|buscar"
    r"|busqueda|cerca|ricerca|pesquis\w+|zoek\w*|szukaj|q)\b|поиск|наити|искать|搜索|搜寻|查询|検索|絞り込"
)
_CARD = re.compile(
    r"\b(?:card ?(?:number|no|nr|holder)|credit ?card|debit ?card|cc ?(?:number|num|csc|exp)|cvc"
    r"|cvv|cvv2|csc|security code|iban|account number|routing number|sort code|kartennummer"
    r"|kreditkarte|prufziffer|kontonummer|numero de (?:carte|tarjeta|cartao)|carte bancaire"
    r"|numero carta|kaartnummer|social security|ssn|passport (?:number|no)|tax id|national id"
    r"|wallet seed|seed phrase|recovery phrase|pin(?: code)?|otp|2fa code"
    r"|one[- ]time (?:code|password))\b"
    r"|номер карты|卡号|カード番号|銀行口座"
)
_MESSAGE = re.compile(
    r"\b(?:messages?|comments?|reply|replies|chat|tweet|post|what's happening|say something"
    r"|nachricht|kommentar|antwort|message|commentaire|mensaje|comentario|messaggio|commento"
    r"|mensagem|bericht|reactie)\b|сообщение|комментарии|消息|评论|メッセージ|コメント"
)
_TYPED = frozenset({"", "text", "search", "email", "tel", "url", "number", "password", "date"})
_NOT_TYPED = frozenset({"submit", "button", "reset", "image", "hidden"})


def fields_of(element: WebElement, page: Page) -> tuple[WebElement, ...]:
    """What is filled in together with it: the fields of its form, itself included."""
    if not element.form:
        return (element,) if is_field(element) else ()
    return tuple(filter(is_field, _of_form(element, page)))


def _of_form(element: WebElement, page: Page) -> Iterator[WebElement]:
    form = (element.form, element.frame_url)
    return (one for one in page.elements if (one.form, one.frame_url) == form)


def is_field(element: WebElement) -> bool:
    is_input = element.tag in ("input", "textarea", "select") or element.role in _FIELD_ROLES
    return is_input and element.input_type not in _NOT_TYPED


def opens_one(element: WebElement) -> bool:
    """It says that it opens something."""
    return element.opens or promises_window(element.name)


def is_exit(label: str) -> bool:
    return grave.leaves_as_it_is(label) or grave.is_called("takes_note", label)


def choices_beside(element: WebElement, page: Page) -> list[WebElement]:
    """What its dialog has to choose from, but for fields, a yes and ways out."""
    own = [each for each in page.elements if each.dialog == element.dialog and not is_field(each)]
    return [each for each in own if not (is_exit(each.name) or grave.says_yes(each.name))]


def leads_on(element: WebElement, page: Page) -> bool:
    """It is one of several choices of its dialog, or goes on from there or leaves that out."""
    beside = choices_beside(element, page)
    is_one = element in beside and len(beside) > 1
    return is_one or grave.goes_on(element.name) or grave.is_called("puts_off", element.name)


def only_leads(pressed: WebElement, old: Page, page: Page) -> bool:
    """Nothing went to a server, and by its word or its dialog's next step it only opens."""
    is_way = grave.has_word("opens", pressed.name)
    is_way = is_way or (bool(pressed.dialog) and leads_on(pressed, old))
    is_quiet = (page.url, page.last_answer) == (old.url, old.last_answer)
    return is_way and is_quiet and grave.class_of_label(pressed.name) is None


_FIELD_ROLES = frozenset({"textbox", "searchbox", "combobox", "spinbutton", "text field"})


def submit_of(field: WebElement, page: Page) -> WebElement | None:
    """The button that Return in the field presses; None where the form has none."""
    return next((one for one in _of_form(field, page) if field.form and one.is_submit), None)


def words_of(element: WebElement) -> str:
    """All that names it."""
    named = (element.text, element.aria_label, element.placeholder, element.attr_name)
    spaced = re.sub(r"[_\-.\[\]]+|(?<=[a-z])(?=[A-Z])", " ", " ".join((*named, element.attr_id)))
    return folded(spaced)


def seeks(element: WebElement, page: Page) -> bool:
    """Sending its form only asks for a page: a search box, with what narrows the search."""
    fields = fields_of(element, page)
    if not fields:
        return False
    if any(one.input_type == "password" or asks_for_card(one) for one in fields):
        return False
    written = [one for one in fields if _is_written(one)]
    if any(_is_search_field(one) for one in fields):
        return all(_is_search_field(one) or one.tag != "textarea" for one in written) and (
            len(written) <= _MOST_SEARCH_FIELDS
        )
    form = re.sub(r"[_\-.]+|(?<=[a-z])(?=[A-Z])", " ", element.form)
    return bool(_SEEKS.search(folded(form))) and len(written) <= 2


_MOST_SEARCH_FIELDS = 4


def _is_search_field(element: WebElement) -> bool:
    if element.input_type == "search" or element.role == "searchbox":
        return True
    return element.input_type in ("", "text") and bool(_SEEKS.search(words_of(element)))


def _is_written(element: WebElement) -> bool:
    """It takes a text, rather than a choice."""
    return element.tag != "select" and element.input_type in _TYPED


def only_chooses(element: WebElement, page: Page) -> bool:
    """Its form has choices and no text: sorting, filters, sizes."""
    fields = fields_of(element, page)
    return bool(fields) and not any(_is_written(one) for one in fields)


def has_password(element: WebElement, page: Page) -> bool:
    """A password goes with its form, or with the page where nothing is in a form."""
    fields = fields_of(element, page) if element.form else page.elements
    return any(one.input_type == "password" and not one.is_disabled for one in fields)


def asks_for_card(element: WebElement) -> bool:
    """A card's number, a bank account, a number that names a person to authorities."""
    return is_field(element) and bool(_CARD.search(words_of(element)))


def takes_messages(element: WebElement) -> bool:
    """Return may send what is written in it to others."""
    return bool(_MESSAGE.search(words_of(element)))


def mark_of(field: WebElement) -> tuple[str, ...]:
    """What a field is known by on another page: its name, else its label."""
    label = field.name or field.placeholder
    return (field.tag, field.input_type, field.attr_name or normal(label))


def goes_with_form(pressed: WebElement, old: Page, page: Page) -> bool:
    """It lay over the page in a form, no dialog by its roles, that is gone with it: what else is
    gone says no more than that the form was put away."""
    left = {each.agent_id for each in page.elements}
    gone = [each for each in old.elements if each.is_fixed and each.agent_id not in left]
    return pressed in gone and any(map(is_field, gone))
