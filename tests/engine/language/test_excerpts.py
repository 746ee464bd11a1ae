"""Of a long text a prompt gets what hits the goal, in the order of reading."""

from __future__ import annotations

from functools import partial

from engine.domain.plans import WHOLE_PAGE
from engine.language import excerpts
from engine.language.excerpts import IN_VIEW, NOT_IN_VIEW

excerpt, gap = partial(excerpts.excerpt, name=WHOLE_PAGE), partial(excerpts.gap, WHOLE_PAGE)

FILLER = [f"Paragraph {at} is about something else entirely." for at in range(50)]


def test_a_short_text_is_told_whole() -> None:
    assert excerpt("One.\n\n  Two.  \n", ["x"], 500) == ("One.", "Two.")


def test_what_hits_the_goal_is_told_though_it_stands_far_below() -> None:
    text = "\n".join([*FILLER, "Returns are accepted within 30 days.", *FILLER])
    lines = excerpt(text, ["return"], 300)
    assert "Returns are accepted within 30 days." in lines
    assert sum(map(len, lines)) <= 310
    assert lines[0] == FILLER[0]
    assert text[int(lines[-1].partition("@")[2]) :].startswith(FILLER[1])  # read from there


def test_a_value_in_the_line_behind_its_name_comes_with_it() -> None:
    text = "\n".join([*FILLER, "Battery life", "11 hours", *FILLER])
    lines = excerpt(text, ["battery", "life"], 60)
    after = text.index("11 hours") + len("11 hours\n")
    assert lines == (gap(0), "Battery life", "11 hours", gap(after))


def test_a_text_in_one_line_is_told_by_sentences() -> None:
    text = " ".join([*FILLER, "The warranty lasts two years.", *FILLER])
    lines = excerpt(text, ["warranty"], 400)
    assert any("The warranty lasts two years." in line for line in lines)
    assert sum(map(len, lines)) <= 430


def test_a_word_without_end_does_not_fill_the_prompt() -> None:
    lines = excerpt("x" * 10_000, ["x"], 400)
    assert sum(map(len, lines)) <= 400


def test_an_empty_text_is_told_as_nothing() -> None:
    assert excerpt(" \n ", ["x"], 100) == ()


def test_by_words_only_what_hits_them_is_told_with_what_stands_beside_it() -> None:
    text = "\n".join([*FILLER, "Harbour dues", "12 a day", *FILLER])
    lines = excerpt(text, ["harbour dues"], 8_000, hits_only=True)
    before, after = FILLER[-1], text.index("12 a day") + len("12 a day\n")
    assert lines == (gap(0), before, "Harbour dues", "12 a day", gap(after))
    assert excerpt(text, ["elephants"], 8_000, hits_only=True) == (gap(0),)


def test_what_is_in_view_is_told_before_the_beginning_and_marked() -> None:
    lines = excerpt("\n".join(FILLER), ["elephants"], 150, in_view=(30, 31, 32))
    assert lines == (gap(0), IN_VIEW, *FILLER[30:33], gap(len("\n".join(FILLER[:33])) + 1))
    whole = excerpt("One.\nTwo.\nThree.", [], 500, in_view=(1,))
    assert whole == (NOT_IN_VIEW, "One.", IN_VIEW, "Two.", NOT_IN_VIEW, "Three.")
    assert excerpt("One.\nTwo.", [], 500, in_view=(0, 1)) == ("One.", "Two.")
