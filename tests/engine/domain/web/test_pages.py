"""What is awaited of servers since an earlier look at the page."""

from __future__ import annotations

import pytest

from engine.domain.web.pages import Answer, Page

SENT = Answer(0, "POST", "/boats", 0)
NEWS = Answer(0, "POST", "/news", 0, is_of_typed=False)


def page(*answers: Answer, awaited: tuple[Answer, ...] = ()) -> Page:
    return Page("http://a.test/", "Boats", answers=answers, awaited=awaited)


@pytest.mark.parametrize("times", [0, 1, 2, 5])
def test_a_form_that_was_sent_before_is_awaited_each_time(times: int) -> None:
    was = page(*[Answer(number, "POST", "/boats", 200) for number in range(1, times + 1)])
    assert page(awaited=(SENT,)).awaited_since(was) == [SENT]


def test_what_is_asked_for_all_the_time_or_was_awaited_before_is_not() -> None:
    was = page(*[Answer(number, "POST", "/news", 200, is_of_typed=False) for number in (1, 2)])
    assert page(awaited=(NEWS,)).awaited_since(was) == []
    assert page(awaited=(SENT,)).awaited_since(page(awaited=(SENT,))) == []
