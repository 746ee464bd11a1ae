"""Words against labels: what fits, what does not, and what must never be taken for a slip."""

from __future__ import annotations

import pytest

from engine.language.labels import normal
from engine.thinking.offline.zone_matching import ACCEPT, EXACT, GOOD, words_score


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
    ("words", "label"),
    [("Autosave", "Autosave every 5 minutes"), ("Theme", "Theme of the editor")],
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
        ("×", "÷"),
        ("", "Save"),
        ("Save", ""),
    ],
)
def test_what_means_something_else(words: str, label: str) -> None:
    assert words_score(words, label) < ACCEPT


def test_an_exact_label_goes_before_one_that_says_more() -> None:
    assert words_score("Save", "Save") > words_score("Save", "Save As…") >= ACCEPT


def test_signs_are_not_normalised_away() -> None:
    assert normal("+") == "+"
    assert normal("−") != normal("+")
