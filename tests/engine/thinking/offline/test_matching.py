"""Words against labels: what fits, what does not, and what must never be taken for a slip."""

from __future__ import annotations

import pytest

from engine.language.labels import normal
from engine.thinking.offline.matching import (
    ACCEPT,
    EXACT,
    GOOD,
    counted,
    fit,
    told_apart,
    words_score,
)


@pytest.mark.parametrize(
    ("words", "label"),
    [
        ("save", "Save"),
        ("Save as", "Save As…"),
        ("save as", "Save _As..."),
        ("Settings", "&Settings"),
        ("Cut and Paste", "Cut & Paste"),
        ("File name", "File name:"),
        ("Ｓａｖｅ", "Save"),
        ("×", "×"),
        ("don't save", "Don’t Save"),
    ],
)
def test_the_same_label(words: str, label: str) -> None:
    assert words_score(words, label) == EXACT


@pytest.mark.parametrize(
    ("words", "label"),
    [
        ("auto save", "Autosave"),
        ("Setings", "Settings"),
        ("Galculater", "Galculator"),
        ("Autosve", "Autosave"),
        ("Colour", "Color"),
    ],
)
def test_slips_of_the_pen(words: str, label: str) -> None:
    assert ACCEPT <= words_score(words, label) < EXACT


@pytest.mark.parametrize(
    ("words", "label"), [("Autosave", "Autosave every 5 minutes"), ("Theme", "Theme of the editor")]
)
def test_a_label_may_say_more(words: str, label: str) -> None:
    assert ACCEPT <= words_score(words, label) < GOOD


@pytest.mark.parametrize(
    ("words", "label"),
    [
        ("Light", "Right"),
        ("Dark", "Bark"),
        ("OK", "On"),
        ("Report 2024", "Report 2025"),
        ("Page 2", "Page"),
        ("Subscribe", "Unsubscribe"),
        ("Install", "Uninstall"),
        ("Enable sound", "Disable sound"),
        ("Import", "Export"),
        ("save changes", "Save"),
        ("C", "C++"),
        ("C#", "C"),
        ("×", "÷"),
        ("", "Save"),
        ("Save", ""),
    ],
)
def test_what_means_something_else(words: str, label: str) -> None:
    assert words_score(words, label) < ACCEPT


@pytest.mark.parametrize(
    ("words", "label"),
    [
        *(("Inbox", "Inbox (3)"), ("Name", "Name (required)"), ("Next", "Next »")),
        *(("log in", "Login"), ("A", "A (3)"), ("5", "#5")),
    ],
)
def test_what_only_decorates_a_label_of_a_page_counts_for_nothing(words: str, label: str) -> None:
    assert fit(words, label) > GOOD


def test_on_a_desktop_a_number_may_tell_a_copy() -> None:
    assert ACCEPT <= words_score("Note", "Note (2)") < GOOD


def test_a_label_that_says_little_else_is_sure_on_a_desktop_and_one_of_some_on_a_page() -> None:
    words, label = "Open file list", "Open a file list"
    assert ACCEPT <= fit(words, label) < GOOD < words_score(words, label)


@pytest.mark.parametrize("label", ["C++", "C#"])
def test_the_signs_of_a_lone_letter_count_on_a_page(label: str) -> None:
    assert fit("C", label) == 0.0


def test_a_slip_of_the_pen_is_no_fit_of_its_words() -> None:
    assert fit("Setings", "Settings") == 0.0 < words_score("Setings", "Settings")


def test_what_is_counted_lies_within_the_row() -> None:
    assert [counted("abc", at) for at in (1, -1, 3, 4, -4)] == [["a"], ["c"], ["c"], [], []]


def test_things_alike_are_told_by_the_first_words_that_part_all_of_them() -> None:
    rows = [("Save", "", "the button"), ("Save", "in the bar", "the link")]
    assert told_apart(rows) == ("the button", "the link")
    assert told_apart([("Save", ""), ("Save", "")]) == (
        "number 1 from the top",
        "number 2 from the top",
    )
    alike = [("New", "the button", "Bar"), ("New", "the link", ""), ("New", "the link", "Bar")]
    assert told_apart(alike) == (
        "number 1 from the top, the button, Bar",
        "number 2 from the top, the link",
        "number 3 from the top, the link, Bar",
    )


def test_an_exact_label_goes_before_one_that_says_more() -> None:
    assert words_score("Save", "Save") > words_score("Save", "Save As…") >= ACCEPT


def test_signs_are_not_normalised_away() -> None:
    assert normal("+") == "+"
    assert normal("−") != normal("+")
