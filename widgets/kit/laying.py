"""Laying out: a column or a row of parts, said in one go."""

from enum import Enum
from typing import Final, Literal, TypeAlias

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QBoxLayout, QHBoxLayout, QLayout, QVBoxLayout, QWidget


class _Room(Enum):
    STRETCH = "stretch"


STRETCH: Final = _Room.STRETCH
"""The room that is left."""

Thing: TypeAlias = QWidget | QLayout
Part: TypeAlias = (
    Thing | tuple[Thing, int] | tuple[QWidget, int, Qt.AlignmentFlag] | int | Literal[_Room.STRETCH]
)
"""A widget or a layout, with its share of the room that is left and where it stands in its own; or
pixels of room between two."""
Margins: TypeAlias = int | tuple[int, int, int, int]
"""On all sides; or left, above, right, below."""


def lay_column(
    *parts: Part, of: QWidget | None = None, margins: Margins | None = None, spacing: int = -1
) -> QVBoxLayout:
    """Below each other; ``of`` is the widget that is laid out. What is not given is the style's."""
    layout = QVBoxLayout(of) if of is not None else QVBoxLayout()
    _fill(layout, parts, margins, spacing)
    return layout


def lay_row(
    *parts: Part, of: QWidget | None = None, margins: Margins | None = None, spacing: int = -1
) -> QHBoxLayout:
    """Beside each other, else as ``lay_column``."""
    layout = QHBoxLayout(of) if of is not None else QHBoxLayout()
    _fill(layout, parts, margins, spacing)
    return layout


def _fill(
    layout: QBoxLayout, parts: tuple[Part, ...], margins: Margins | None, spacing: int
) -> None:
    if margins is not None:
        sides = (margins,) * 4 if isinstance(margins, int) else margins
        layout.setContentsMargins(*sides)
    if spacing >= 0:
        layout.setSpacing(spacing)
    for part in parts:
        match part:
            case _Room.STRETCH:
                layout.addStretch(1)
            case int():
                layout.addSpacing(part)
            case QLayout():
                layout.addLayout(part)
            case QWidget():
                layout.addWidget(part)
            case (QLayout() as inner, share):
                layout.addLayout(inner, share)
            case (widget, share, where):
                layout.addWidget(widget, share, where)
            case (QWidget() as widget, share):
                layout.addWidget(widget, share)


def show_what_fits(room_px: int, *parts: QWidget, spacing: int) -> int:
    """Show the first of these that fit beside each other, and say how much room they take."""
    used_px = 0
    for part in parts:
        used_px += part.sizeHint().width() + spacing
        part.setVisible(used_px <= room_px)
    return sum(each.sizeHint().width() + spacing for each in parts if not each.isHidden())
