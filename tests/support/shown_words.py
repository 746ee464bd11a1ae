"""What can be read in a part of the console."""

from __future__ import annotations

import html
import re
from collections import Counter

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeySequence
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel, QMenu, QStackedLayout, QToolBar, QWidget

from widgets.inspector.record_sections import TextSection
from widgets.kit.fact_sheet import FactSheet
from widgets.kit.pages import Banner


def shown_text(part: QWidget) -> str:
    """The words of its labels that are in sight, in their order; empty while it is hidden."""
    labels = [] if part.isHidden() else part.findChildren(QLabel)
    return "\n".join(each.text() for each in labels if each.text() and each.isVisibleTo(part))


def take_offer(banner: Banner, words: str) -> None:
    """By its button, or where that has no room in the menu of those."""
    (bar,) = banner.findChildren(QToolBar)
    (offer,) = (each for each in bar.actions() if each.isVisible() and each.text() == words)
    if (button := bar.widgetForAction(offer)).isVisible():
        QTest.mouseClick(button, Qt.MouseButton.LeftButton)
    else:
        offer.trigger()


def facts_text(sheet: FactSheet) -> str:
    return "\n".join(f"{fact.label}: {fact.value}" for fact in sheet.facts)


def section_text(section: TextSection) -> str:
    """The text from the record, or why there is none."""
    return section.view.toPlainText() or section.note.text()


def is_empty(page: QWidget) -> bool:
    """Nothing is shown but why there is nothing: none of what can be chosen there is in sight."""
    layout = page.layout()
    assert isinstance(layout, QStackedLayout)
    return layout.currentIndex() < layout.count() - 1


def told_by(budget: QLabel) -> str:
    """What the run bar's budget shows, as plain text."""
    text = html.unescape(re.sub("<[^>]+>", "", budget.text())).replace("\xa0", " ")
    return "" if budget.isHidden() else text


def letters_twice(menu: QMenu) -> list[str]:
    """The mnemonics to which more than one entry of it answers: a press would only go between."""
    letters = [QKeySequence.mnemonic(each.text()).toString() for each in menu.actions()]
    return [one for one, times in Counter(filter(None, letters)).items() if times > 1]
