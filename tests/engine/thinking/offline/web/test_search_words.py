"""What is typed into a site's search, out of what a goal says."""

from __future__ import annotations

import pytest

from engine.thinking.offline.web.search_words import search_words


@pytest.mark.parametrize(
    ("said", "first"),
    [
        ("book The Iron Kettle", "The Iron Kettle"),
        ("reserve Stone Garden for me at North with card number 40917735", "Stone Garden"),
        ("brass lanterns", "brass lanterns"),
        ("the meeting where I can hear of bicycle repair", "meeting"),
        ("event where I can hear of bicycle repairs", "bicycle repair"),
    ],
)
def test_the_thing_is_sought_and_not_the_sentence(said: str, first: str) -> None:
    assert first in search_words(said)[:2]


def test_neither_numbers_of_cards_nor_addresses_nor_clauses_are_sought() -> None:
    said = "place a hold on Stone Garden, ada@example.org, my card number is 40917735"
    sought = " ".join(search_words(said))
    assert "Stone Garden" in search_words(said)
    assert not any(each in sought for each in ("40917735", "@", "card", "place"))


def test_a_word_for_its_kind_is_left_out_where_nothing_is_found_with_it() -> None:
    assert search_words("large print books")[:2] == ("large print books", "large print")
