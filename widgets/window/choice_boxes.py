"""Boxes of the goal bar to choose from: surfaces, thinkers, when to be asked."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QSignalBlocker, Qt
from PySide6.QtWidgets import QComboBox

from widgets.kit.intents import Choice

CHOICE_WORDS: dict[str, tuple[str, str]] = {
    "practice": (
        "Practice desktop",
        "The director works on a display of its own; nothing there is yours",
    ),
    "screen": ("This screen", "The director works on your own desktop, as it is"),
    "browser": ("Browser", "The navigator works in it, one action at a time"),
    "offline": ("Offline thinker", "Understands simple goals, without a model"),
}
"""Keys of surfaces and thinkers in words, with a hint; other keys are shown as they are."""


def choice_box(name: str, tip: str) -> QComboBox:
    box = QComboBox()
    box.setAccessibleName(name)
    box.setToolTip(f"{name}: {tip[0].lower()}{tip[1:]}")
    box.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)
    box.setMaximumWidth(220)
    return box


def choice_of(key: str) -> Choice:
    words, hint = CHOICE_WORDS.get(key, (key.replace("-", " ").capitalize(), ""))
    return Choice(key, words, hint)


def fill_choices(box: QComboBox, given: Sequence[Choice | str]) -> None:
    """Put these in; what was chosen stays, where it is still there."""
    before = box.currentData()
    choices = [each if isinstance(each, Choice) else choice_of(each) for each in given]
    with QSignalBlocker(box):
        box.clear()
        for choice in choices:
            box.addItem(choice.words, choice.key)
            box.setItemData(box.count() - 1, choice.hint, Qt.ItemDataRole.ToolTipRole)
        index = box.findData(before)
        box.setCurrentIndex(max(0, index) if choices else -1)
