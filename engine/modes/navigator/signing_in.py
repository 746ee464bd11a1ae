"""Forms that ask for a password: whether a page shows that one opened what lies behind it, or is
there again.

A page that lets somebody in often says nothing: what lies behind takes the form's place, mostly at
the same address. One that lets nobody in puts the same form again, with a word about it.
"""

from collections.abc import Sequence

from engine.domain.web.pages import Page, WebElement
from engine.language.grave_words import has_word
from engine.language.labels import has_words, plain_text, shortened

_MOST_OF_WORD = 3
"""What is offered beside a mere word about it: another try, a new password, the way back."""


def signed_in(form: Sequence[WebElement], old: Page, page: Page, *, is_taken: bool) -> str:
    """What shows it, in words; empty where nothing does: a page that says something of the password
    lets nobody in. ``form`` are the fields that were sent, ``is_taken``: the server answered to
    them, and without fault."""
    if not _asks_password(form) or _asks_password(page.elements):
        return ""
    known = {each.name for each in old.elements}
    new = [name for each in page.elements if (name := each.name) and name not in known]
    if out := next((each for each in new if has_word("ends_session", each)), ""):
        return f"the form is gone, and “{shortened(out)}” is offered"
    count = len(set(new))
    is_asked_again = any(has_word("signs_in", each.name) for each in page.elements)
    greeted = next((each for each in new if _is_called_by(form, each)), "")
    is_few = count <= _MOST_OF_WORD
    if not is_taken or is_asked_again or _says_of_it(form, old, page, is_few or not greeted):
        return ""
    if is_few:
        return greeted and f"the form is gone, and “{shortened(greeted)}” is offered"
    return f"the form gave way to “{shortened(new[0])}” and {count - 1} things more"


def _is_called_by(form: Sequence[WebElement], name: str) -> bool:
    """What is offered is called like the one who signs in: "Ann Lind", for ann."""
    users = (each.value for each in form if each.value and each.input_type != "password")
    is_short = len(name.split()) <= _MOST_OF_WORD
    return is_short and any(
        has_words(each, name) and plain_text(name).startswith(plain_text(each)) for each in users
    )


def _says_of_it(form: Sequence[WebElement], old: Page, page: Page, may_be_refusal: bool) -> bool:
    """It names the password; or it has a few sentences and next to nothing else, where they may say
    why nobody was let in."""
    known = {*old.text.splitlines(), *(each.name for each in page.elements)}
    said = [each for each in page.text.splitlines() if each.strip() and each not in known]
    secrets = (each for each in form if each.input_type == "password" and each.name)
    tells = any(each.rstrip().endswith((".", "!")) for each in said)
    is_short = len(said) <= _MOST_OF_WORD + len(page.headings)
    is_all = tells and is_short and may_be_refusal
    return is_all or any(has_words(e.name, "\n".join(said)) for e in secrets)


def is_put_again(
    pressed: WebElement, form: Sequence[WebElement], page: Page, now: Sequence[WebElement]
) -> bool:
    """The same form with a password is there to be filled in once more, and the same button.
    ``now`` are the fields of the page that is there now."""
    marks = {(each.input_type, each.attr_name, each.text) for each in now}
    is_whole = all((each.input_type, each.attr_name, each.text) in marks for each in form)
    buttons = {(each.tag, each.name) for each in page.elements if not each.href}
    return _asks_password(form) and is_whole and (pressed.tag, pressed.name) in buttons


def sign_in_form(page: Page) -> str:
    """The form with one password, and a button that is called so."""
    forms = [each.form for each in page.elements if each.input_type == "password"]
    buttons = (e for e in page.elements if e.is_submit or e.tag == "button")
    is_so = any(e.form in forms and has_word("signs_in", e.name) for e in buttons)
    return (forms[0] or "form") if len(forms) == 1 and is_so else ""


def _asks_password(elements: Sequence[WebElement]) -> bool:
    return any(each.input_type == "password" for each in elements)
