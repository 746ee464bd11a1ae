"""What goes out with a press, and whether the page that comes holds it still or has more to send:
the next page of its form, or a last look at what was written."""

from collections.abc import Iterable

from engine.domain.web.pages import Page, WebElement
from engine.language.grave_words import affirms, has_word, is_called
from engine.language.labels import normal
from engine.modes.navigator.page_types import is_search_field
from engine.modes.navigator.reading_back import takes_away
from engine.states.web.forms import is_field, mark_of

_SENDING = ("sends", "pays", "checks_out")


def is_form_there(element: WebElement, old: Page, page: Page) -> bool:
    """Something of what was filled in together with it can still be filled in."""
    known = {mark_of(each) for each in fields_of(page)}
    return any(mark_of(each) in known for each in fields_sent_with(element, old))


def carries_on(agent_id: str, old: Page, following: WebElement, page: Page) -> bool:
    """What was written there goes out once more with a button that came with it: "Preview", then
    "Submit". One that stood there before is for another deed."""
    element = old.element(agent_id)
    is_old = any(each.name == following.name for each in old.elements)
    if element is None or is_old or takes_away(following):
        return False
    if is_called("calls_off", following.name, "denies", "dismisses", "shuts", "goes_back"):
        return False
    still = kept(fields_sent_with(element, old), fields_sent_with(following, page))
    return bool(still) and all(still)


def leads_on(old: Page, page: Page) -> bool:
    """New fields to fill in, with a button to send them: the next page of the form."""
    known = {mark_of(each) for each in fields_of(old)}
    new = [each for each in fields_of(page) if mark_of(each) not in known]
    forms = {each.form for each in new}
    known_buttons = {(each.text, each.form) for each in old.elements if each.is_submit}
    searches = {each.form for each in page.elements if is_search_field(each)}

    def sends(each: WebElement) -> bool:
        if not each.form or not each.is_submit:
            return each.tag == "button" and (not each.form or each.form in forms)
        is_new = (each.text, each.form) not in known_buttons and each.form not in searches
        return is_new or each.form in forms

    return bool(forms) and any(map(sends, page.elements))


def new_confirming(old: Page, page: Page, left: Page | None = None) -> bool:
    """There is one more button to send with, which was not on the page that was ``left`` either:
    what was written is only shown for a last look."""
    stood = (*old.elements, *(left.elements if left is not None else ()))
    known = {each.text for each in stood if each.is_submit or each.tag == "button"}
    searches = {each.form for each in page.elements if is_search_field(each)}

    def sends(each: WebElement) -> bool:
        return affirms(normal(each.name)) or has_word("submits", each.name, *_SENDING)

    return any(
        (each.is_submit or (each.tag == "button" and not each.form and sends(each)))
        and each.text not in known
        and not each.is_navigation
        and not takes_away(each)
        and each.form not in searches
        and not has_word("ends_session", each.text)
        for each in page.elements
    )


def kept(fields: Iterable[WebElement], there: Iterable[WebElement]) -> list[bool]:
    """Of each that was written in, whether it holds the same there."""
    now = {mark_of(each): each.value.strip() for each in there}
    return [now.get(mark_of(e)) == e.value.strip() for e in fields if _is_written(e)]


def filled_in(element: WebElement, page: Page) -> list[str]:
    return [each.value for each in fields_sent_with(element, page) if _is_written(each)]


def _is_written(element: WebElement) -> bool:
    is_typed = element.tag in ("input", "textarea") or element.role in ("textbox", "text")
    is_password = element.input_type == "password"
    return is_typed and (is_password or bool(element.value.strip()))


def fields_sent_with(element: WebElement, page: Page) -> tuple[WebElement, ...]:
    """The fields that are sent with it: its form's, or those that stand in none; where there are
    none such, those that lie over the page with it: it stands at the foot of their dialog."""
    own = tuple(each for each in fields_of(page) if each.form == element.form)
    is_foot = element.is_fixed and not element.form
    return own or tuple(each for each in fields_of(page) if is_foot and each.is_fixed)


def fields_of(page: Page) -> tuple[WebElement, ...]:
    return tuple(each for each in page.elements if is_field(each) and not is_search_field(each))
