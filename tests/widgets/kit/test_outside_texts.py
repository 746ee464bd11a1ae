"""Texts from outside in a window: never markup, never larger than what shows them, and what is
hidden in them is seen."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import Qt as Texts
from PySide6.QtWidgets import QApplication, QLabel

from widgets.decision.waiting_card import SuspicionNote
from widgets.kit.marks import Mark
from widgets.kit.pages import Banner
from widgets.kit.parts import Badge, ElidedLabel, MarkedLine, tip_with
from widgets.kit.theme import Theme

HOSTILE = "<img src='http://x.test/a.png'><b>Approve</b>\u202e\x1b" + "x" * 100_000
WARNING = Mark("warning", "warn")


@pytest.fixture
def theme(qapp: QApplication) -> Theme:
    return Theme(qapp)


def test_a_tooltip_is_no_markup_and_has_an_end() -> None:
    tip = tip_with(HOSTILE)
    assert Texts.mightBeRichText(tip) and tip.startswith("<qt>&lt;img src=")
    assert "⟨U+202E⟩⟨U+001B⟩" in tip and "more characters" in tip and len(tip) < 1_300
    assert tip_with("Save the file") == "Save the file"


def test_labels_show_markup_as_text_and_cut_it(theme: Theme) -> None:
    line, badge, banner, note = (
        MarkedLine(theme, WARNING),
        Badge(theme),
        Banner(theme),
        SuspicionNote(theme),
    )
    line.show_line(WARNING, HOSTILE)
    badge.show_badge(WARNING, HOSTILE[:60])
    banner.show_banner("<b>A page</b>\u202e", HOSTILE)
    note.show_suspicion(HOSTILE)
    for part in (line, badge, banner, note):
        labels = [each for each in part.findChildren(QLabel) if each.text()]
        assert labels
        for label in labels:
            assert label.textFormat() == Qt.TextFormat.PlainText
            assert len(label.text()) < 2_100 and "\u202e" not in label.text()
    line.show()
    assert "⟨U+202E⟩" in line.text


def test_an_elided_line_has_the_rest_in_its_tooltip(theme: Theme) -> None:
    label = ElidedLabel()
    label.resize(100, 20)
    label.show_text(HOSTILE)
    assert label.toolTip().startswith("<qt>&lt;img") and "\u202e" not in label.text
