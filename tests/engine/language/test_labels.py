"""Texts, labels and what a label is called: each comparison forgives more than the one before."""

from __future__ import annotations

import re

import pytest

from engine.language.labels import going_by, has_words, normal, plain, plain_text, shortened


@pytest.mark.parametrize(
    ("text", "as_text", "as_label", "as_called"),
    [
        ("&Save  As…", "&save as...", "save as", "save as"),
        ("Save _As...", "save _as...", "save as", "save as"),
        ("my_file.txt", "my_file.txt", "my_file.txt", "my file txt"),
        ("Cut & paste", "cut & paste", "cut & paste", "cut and paste"),
        ("Don’t save!", "don’t save!", "don’t save!", "dont save"),
        ("…", "...", "...", "..."),
        ("×", "×", "×", "×"),
        ("ＯＫ", "ok", "ok", "ok"),
    ],
)
def test_what_does_not_matter(text: str, as_text: str, as_label: str, as_called: str) -> None:
    assert (plain_text(text), plain(text), normal(text)) == (as_text, as_label, as_called)


def test_a_long_text_is_cut_to_one_line() -> None:
    assert shortened("one\ntwo  three", 9) == "one two…"


@pytest.mark.parametrize(
    ("wanted", "text", "is_there"),
    [
        ("saved", "Changes saved.", True),
        ("saved", "Unsaved changes", False),
        ("5", "Total: 5", True),
        ("5", "-5", False),
        ("5", "1.5", False),
        ("5", "5,000", False),
        ("5", "5.", True),
        ("C++", "C++ and C", True),
        ("file", "files", False),
        ("保存", "已保存", True),
        ("", "anything", False),
        ("list.txt", "shopping-list.txt - Editor", False),
        ("list.txt", "old_list.txt", False),
        ("list.txt", "~list.txt", False),
        ("list.txt", "list.txt~", False),
        ("list.txt", "01_list.txt", False),
        ("list.txt", "list.txt.bak", False),
        ("list.txt", "list.txt.bak.gz", False),
        ("list.txt", "list.txt-2.txt - Editor", False),
        ("list.txt", "*list.txt~", True),
        ("list.txt", "list.txt-Editor", True),
        ("list.txt", "Open: _list.txt_", True),
        ("list.txt", "Saved list.txt_1", True),
        ("drawing.xcf", "*drawing.xcf-1.0 (RGB color, 1 layer) 640x400 – Painter", True),
        ("vue.js", "Vue.js+TypeScript", True),
        ("list.txt", "*list.txt - Editor", True),
        ("list.txt", "~/notes/list.txt", True),
        ("list.txt", "[list.txt]", True),
        ("list.txt", "Saved list.txt.", True),
        ("list.txt", "Editor - list.txt:12", True),
        ("example.org", "www.example.org", True),
        ("list", "shopping-list.txt", True),
        ("12 | 0.5 | main", "12 0.5 main", True),
        ("12 | 0.5 | main", "3 | 12 | 0.5 | main", True),
        ("12 | 0.5 | main", "12 0.7 main", False),
        ("12 main", "12 | main", False),
    ],
)
def test_a_label_stands_in_a_text_as_whole_words(wanted: str, text: str, is_there: bool) -> None:
    assert has_words(wanted, text) is is_there


def test_windows_go_by_whole_names_of_files() -> None:
    windows = [(1, ("shopping-list.txt - Editor", "editor")), (2, ("Notes", "list.txt.viewer"))]
    assert going_by("list.txt", windows) == [2], "what has such a name in its program's at least"
    assert going_by("list.txt", windows[:1]) == [] and going_by("list", windows) == [1]


def test_no_pattern_is_compiled_for_each_label(monkeypatch: pytest.MonkeyPatch) -> None:
    """A page has hundreds, and each would hold the loop for milliseconds."""
    monkeypatch.delattr(re, "compile")
    assert has_words("Berth 12 a", "Now at berth 12 a.") and not has_words("Berth 12 b", "berth 12")
