"""What was to go, and stands on the page no more."""

from collections.abc import Iterable

from engine.domain.web.pages import Page, WebElement
from engine.language.grave_words import has_word, says_yes
from engine.language.labels import has_words, plain_text, shortened
from engine.language.questions import asks
from engine.modes.navigator.saying import TELLING_CHARS, Line, plain_lines

TAKING_AWAY = ("removes", "destroys", "discards")
"""Beside "deletes", the words for it."""
_SHOWN_CHARS = 80
_MOST_WORDS = 6


def gone(element: WebElement, old: Page, page: Page, goal: str, new: Iterable[Line] = ()) -> str:
    """What it took away was named by a line of its own, and stands nowhere on the page now, but for
    what is said of it (``new``). A dialog's button takes away what its dialog, or the goal, says
    that it does; one of another word the very row in which it stands, or of which it was asked, and
    that the goal names, where the rest of the page stayed."""
    question = element.context if "?" in element.context and says_yes(element.name) else ""
    asked = f"{element.dialog}\n{element.context}\n{goal}" if element.dialog else question
    does_so = takes_away(element) or has_word("deletes", asked, *TAKING_AWAY)
    if page.url.partition("?")[0] != old.url.partition("?")[0] or not page.text:
        return ""
    labels = {plain_text(each.name) for each in old.elements if each.tag != "a"}
    row = element.context.split("\n")[0]
    cells = [c for line in plain_lines(old.text) for c in line.split(" | ") if len(c) > 1]
    cells = [e for e in cells if plain_text(e) not in labels and not asks(e)]
    known = {(each.agent_id, each.value) for each in old.elements}
    held = (each.value for each in page.elements if (each.agent_id, each.value) not in known)
    said = {plain_text(each.text) for each in new if each.is_note}
    stands = [each for each in plain_lines(page.text) if plain_text(each) not in said]
    there = "\n".join((*stands, page.title, *held))
    for name in sorted(cells, key=len, reverse=True):
        is_named = has_words(name, goal)
        is_its = is_named and has_words(name, row) and _stays(old, page, name, stands)
        is_meant = does_so and (is_named or has_words(name, row)) and len(name) > TELLING_CHARS
        if (is_meant or is_its) and not has_words(name, there):
            return f"“{shortened(name, _SHOWN_CHARS)}” is on the page no more"
    return ""


def _stays(old: Page, page: Page, name: str, stands: Iterable[str]) -> bool:
    """The rest of the page says what it said, and no more: no other part of a list is shown, no
    other view, and no question in its place. Of what was named any line may go with it, and with a
    question its answers."""
    was, now = set(map(plain_text, plain_lines(old.text))), set(map(plain_text, stands))
    went = {plain_text(e.name) for e in old.elements if page.element(e.agent_id) is None}
    rest = {each for each in was - went if not has_words(name, each)}
    return bool(rest) and rest <= now <= was


def takes_away(element: WebElement) -> bool:
    """Its label says that something goes when it is pressed."""
    label = element.name
    return len(label.split()) <= _MOST_WORDS and has_word("deletes", label, *TAKING_AWAY)
