"""Who was let in by a password: whether a page shows that its form opened what lies behind it.

A page that lets somebody in often says nothing: what lies behind takes the form's place, mostly at
the same address. One that lets nobody in puts the same form again, with a word about it. What lies
behind is closed to others: who is not known to the server is asked to sign in there."""

from collections.abc import Sequence

from engine.domain.web.events import BrowserNoted
from engine.domain.web.pages import Page, WebElement
from engine.language.grave_words import has_word
from engine.language.labels import has_words, plain_text, shortened
from engine.modes.navigator.forms_sent import leads_on
from engine.modes.navigator.reading_back import deed_at, is_taken
from engine.modes.navigator.run import Work

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
    users = [e.value for e in form if e.value and e.input_type != "password"]
    is_greeted = any(plain_text(name).startswith(plain_text(e)) for e in users for name in new)
    # a few sentences and next to nothing else may say why nobody was let in
    known = {*old.text.splitlines(), *(each.name for each in page.elements)}
    said = [each for each in page.text.splitlines() if each.strip() and each not in known]
    tells = any(each.rstrip().endswith((".", "!")) for each in said)
    is_short = len(said) <= _MOST_OF_WORD + len(page.headings)
    secrets = [each.name for each in form if each.input_type == "password" and each.name]
    says = tells and is_short and not is_greeted
    says = says or any(has_words(each, "\n".join(said)) for each in secrets)
    if not is_taken or is_asked_again or count <= _MOST_OF_WORD or says:
        return ""
    return f"the form gave way to “{shortened(new[0])}” and {count - 1} things more"


async def let_in(form: Sequence[WebElement], old: Page, work: Work) -> str:
    """What shows it, in words, where no word does: its page is none for strangers, who are asked
    there for the password that was sent, or to sign in. A further code may be asked for first."""
    live = work.seen.page
    is_sent = _asks_password(form) and is_taken(old, live)
    if not is_sent or leads_on(old, live) or deed_at(live.url):
        return ""
    fresh = await work.run.looks.page_afresh(live.url, by_strangers=True)
    if fresh is None or fresh.status >= 400 or fresh.url != live.url:
        return ""
    is_closed = any(not each or has_word("signs_in", each) for each in fresh.to_strangers)
    asks_anew = any(has_word("signs_in", each.name) for each in fresh.elements)
    if not is_closed or asks_anew or _asks_password(fresh.elements):
        return ""
    told = f"“{fresh.title or fresh.url}” asks others to sign in first"
    await work.run.log.append(BrowserNoted("looked_again", f"In a tab behind, {told}."))
    return told


def _asks_password(elements: Sequence[WebElement]) -> bool:
    return any(each.input_type == "password" for each in elements)
