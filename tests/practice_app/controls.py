"""The small parts that every page is put together from, so that they look and are named alike.

Every control goes through `named` of the bundled app."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QFont
from PySide6.QtWidgets import QBoxLayout, QFormLayout, QLabel, QLayout, QVBoxLayout, QWidget

from app.practice_app.pages import SPACE_PX


class Page(QWidget):
    """One tab of the window; it says in a few words what was last done on it."""

    said = Signal(str)


def label_for(field: QWidget, text: str) -> QLabel:
    """Return a label whose mnemonic (the letter after `&`) leads to the field."""
    label = QLabel(text)
    label.setBuddy(field)
    return label


def telling_label(object_name: str, text: str = "") -> QLabel:
    """Return a label that tells an outcome: its text can be selected and read, and will change."""
    label = QLabel(text)
    label.setObjectName(object_name)
    label.setWordWrap(True)
    label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
    font = QFont(label.font())
    font.setWeight(QFont.Weight.DemiBold)
    label.setFont(font)
    return label


def page_layout(page: QWidget, title: str = "", purpose: str = "") -> QVBoxLayout:
    """Return the page's column: three grid units around, two between its parts. It begins with a
    large title and a line that says what the page is for, where they are given."""
    layout = QVBoxLayout(page)
    margin_px = 3 * SPACE_PX
    layout.setContentsMargins(margin_px, margin_px, margin_px, margin_px)
    layout.setSpacing(2 * SPACE_PX)
    if title:
        label = QLabel(title)
        font = QFont(label.font())
        font.setPointSizeF(font.pointSizeF() * 1.4)
        font.setWeight(QFont.Weight.DemiBold)
        label.setFont(font)
        layout.addWidget(label)
    if purpose:
        label = QLabel(purpose)
        label.setWordWrap(True)
        layout.addWidget(label)
    return layout


def fields_layout() -> QFormLayout:
    """Return rows of a label and a field."""
    fields = QFormLayout()
    fields.setHorizontalSpacing(2 * SPACE_PX)
    fields.setVerticalSpacing(SPACE_PX)
    return fields


def in_line(layout: QBoxLayout, *parts: QWidget | QLayout | None) -> QBoxLayout:
    """Add the parts one after the other; None stands for the space that gives way."""
    layout.setSpacing(SPACE_PX)
    for part in parts:
        if part is None:
            layout.addStretch(1)
        elif isinstance(part, QWidget):
            layout.addWidget(part)
        else:
            layout.addLayout(part)
    return layout
