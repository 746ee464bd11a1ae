"""What a server refused of what a press sent, without anything typed: how that is told from what
its page asks for by itself."""

from __future__ import annotations

import pytest

from engine.domain.spaces import Rect
from engine.domain.web.pages import Answer, Page, WebElement
from engine.modes.navigator.reading_back import refused_alone

POLL = Answer(1, "POST", "/alive", 403, is_of_typed=False)
REFUSED = Answer(2, "DELETE", "/boats/1", 403, is_of_typed=False)
TAKEN = Answer(3, "POST", "/boats/1/off", 200, is_of_typed=False)
TYPED = Answer(3, "POST", "/boats", 422)
BROKEN = Answer(3, "DELETE", "/boats/1", 500, is_of_typed=False)
PING = Answer(3, "POST", "/seen", 403, is_of_typed=False)
AGAIN = Answer(4, "POST", "/alive", 403, is_of_typed=False)


BOX = Rect(0, 0, 80, 30)


def button(name: str, *, dialog: str = "") -> WebElement:
    return WebElement(name, "button", name, "button", "top", BOX, dialog=dialog)


def page(*answers: Answer, awaited: tuple[Answer, ...] = (), asks: bool = False) -> Page:
    elements = (button("Yes", dialog="Sure?"),) if asks else ()
    return Page("/boats", "Boats", answers=answers, awaited=awaited, elements=elements)


@pytest.mark.parametrize(
    ("name", "then", "is_refused"),
    [
        ("Close", page(POLL, REFUSED), True),
        ("Close", page(POLL, REFUSED, AGAIN), True),
        ("Delete", page(POLL, PING), True),
        ("Close", page(POLL, PING), False),
        ("Delete", page(POLL), False),
        ("Delete", page(POLL, AGAIN), False),
        ("Delete", page(POLL, PING, asks=True), False),
        ("Delete", page(POLL, REFUSED, TAKEN), False),
        ("Delete", page(POLL, REFUSED, TYPED), False),
        ("Delete", page(POLL, BROKEN), False),
        ("Delete", page(POLL, REFUSED, awaited=(Answer(0, "POST", "/log", 0),)), False),
    ],
    ids=[
        *("by its request", "beside a poll", "by its word", "a ping beside it", "nothing went out"),
        *("a poll's alone", "it asks first", "something was taken", "it was typed", "it broke"),
        "something is awaited",
    ],
)
def test_what_was_refused_is_told_from_what_a_page_asks_for_by_itself(
    name: str, then: Page, *, is_refused: bool
) -> None:
    assert bool(refused_alone(button(name), page(POLL), then)) is is_refused
