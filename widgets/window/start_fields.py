"""Fields of the goal bar that say more of a surface: the browser's start page, a display's name."""

from __future__ import annotations

from PySide6.QtWidgets import QLineEdit

ADDRESS_TIP = (
    "The page on which the browser begins, such as example.org; empty: the goal names one,"
    " or it is searched for"
)
DISPLAY_TIP = "The display’s number, as DISPLAY has it there: 1 or :1"


def address_field() -> QLineEdit:
    return _field("Start page", "Start page, or none", ADDRESS_TIP, 176)


def display_field() -> QLineEdit:
    field = _field("Display", "Display, as :1", DISPLAY_TIP, 104)
    field.setMaximumWidth(104)
    return field


def _field(name: str, placeholder: str, tip: str, least_px: int) -> QLineEdit:
    field = QLineEdit()
    field.setPlaceholderText(placeholder)
    field.setAccessibleName(name)
    field.setToolTip(tip)
    field.setMinimumWidth(least_px)
    return field
