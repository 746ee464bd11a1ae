"""What a form, loaded once more, holds of what was written, chosen and ticked in it."""

from operator import attrgetter

from engine.domain.web.pages import Page, WebElement
from engine.language.labels import normal, quoted, shortened
from engine.modes.navigator.reading_back import Sent, is_same
from engine.states.web.forms import is_field, mark_of

AFRESH = "the page, loaded once more, shows"
_SHOWN_CHARS = 80


def fields_kept(sent: Sent, first: Page, fresh: Page) -> str:
    """All that was typed stands in fields that are called so, one each, and something of it did not
    when the run came to that page (``first``); one for reading only may show it as its hint."""
    was = {mark_of(each): each.value or each.placeholder for each in first.elements}
    new = ""
    for own in sent.own:
        its = [e for e in fresh.elements if is_field(e) and mark_of(e) == mark_of(own)]
        if not its and own.name:
            its = [e for e in fresh.elements if is_field(e) and normal(e.name) == normal(own.name)]
        if len(its) != 1 or not is_same(own.value, its[0].value or its[0].placeholder):
            return ""
        if not is_same(own.value, was.get(mark_of(its[0]), "")):
            new = f"{quoted(shortened(own.value, _SHOWN_CHARS))} in “{its[0].label}”"
    return f"{AFRESH} {new}" if new else ""


def ticks_kept(pressed: WebElement, old: Page, first: Page, fresh: Page) -> str:
    """All that was ticked, unticked or chosen by a mark in its form since the run came there
    (``first``) stands so now, and the page keeps nothing else in the browser by itself."""
    like = attrgetter("tag", "role", "attr_name", "name", "context")

    def marks(page: Page) -> dict[tuple[str, ...], bool]:
        own = (e for e in page.elements if e.name and e.form == pressed.form)
        return {like(each): each.is_checked for each in own}

    was, then, now = map(marks, (first, old, fresh))
    made = {key: is_on for key, is_on in then.items() if was.get(key, is_on) is not is_on}
    made = made if first.own_store == fresh.own_store else {}
    if not made or any(now.get(key) is not is_on for key, is_on in made.items()):
        return ""
    told = (f"“{name}” {'' if is_on else 'not '}checked" for (*_, name, _), is_on in made.items())
    return f"{AFRESH} {', '.join(told)}"
