"""Answers out of tables: by a column's order, by a word in a row, under a heading."""

from __future__ import annotations

import pytest

from engine.thinking.offline.web.best_lines import sections
from engine.thinking.offline.web.cells import cell_words, is_head_row
from engine.thinking.offline.web.tables import row_answer

_CREW = [
    "The crew",
    "Name | Post | Watch | Aboard since",
    "Ada Holm | Captain | Blue | 2019",
    "Ben Roe | Cook | Red | 2007",
    "Cy Lund | Mate | Red | 2021",
    "Fares",
    "What | Fare",
    "Child, a day | £4.00",
    "Adult, a day | £9.00",
    "Dog, a day | free",
]
_HEADINGS = ("The crew", "Fares")


def test_the_heads_of_a_table_are_no_row_of_it() -> None:
    assert [at for at in range(len(_CREW)) if is_head_row(_CREW, at)] == [1, 6]


@pytest.mark.parametrize(
    ("question", "topic", "answer"),
    [
        ("Who has been aboard for the longest time", "aboard longest time", "Ben Roe: 2007"),
        ("Which of the fares is the cheapest", "fares cheapest", "Child, a day: £4.00"),
        ("Which of the crew are on the red watch", "crew red watch", "Ben Roe\nCy Lund"),
        ("Which of the crew are on the green watch", "crew green watch", ""),
        ("What is the post of the captain", "post captain", ""),
    ],
)
def test_a_table_answers_by_its_columns(question: str, topic: str, answer: str) -> None:
    assert row_answer(_CREW, _HEADINGS, question, topic) == answer


def test_a_cell_under_the_heading_that_is_asked_about() -> None:
    lines = ["Elm Road", "Bin | May | June", "Glass | 2 and 16 | 6 and 20"]
    above = sections(lines, ("Elm Road",))
    assert cell_words(lines, "glass emptied Elm Road June", above) == "6 and 20"
    assert cell_words(lines, "glass emptied Oak Road July", above) == ""
