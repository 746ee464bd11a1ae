"""Light or dark, and the one accent colour: what the whole app takes its colours from.

Widgets ask their palette; nothing else in the app names a colour, except the shapes on the canvas.
"""

from __future__ import annotations

from enum import StrEnum

from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QPalette
from PySide6.QtWidgets import QApplication, QPushButton

ACCENT = "#2f6fb7"
# Fusion lightens a button on its own; from this shade it arrives where white text can be read.
ACCENT_OF_BUTTONS = "#143a6b"
TEXT_ON_ACCENT = "#ffffff"


class Theme(StrEnum):
    """Where the palette comes from; the values are the words in the settings."""

    SYSTEM = "System"
    LIGHT = "Light"
    DARK = "Dark"


_SCHEMES = {
    Theme.SYSTEM: Qt.ColorScheme.Unknown,
    Theme.LIGHT: Qt.ColorScheme.Light,
    Theme.DARK: Qt.ColorScheme.Dark,
}

# ground, ground of fields, of buttons, text, greyed text, edge
_LIGHT_COLOURS = ("#efefef", "#ffffff", "#f4f4f4", "#1b1b1b", "#8c8c8c", "#b8b8b8")
_DARK_COLOURS = ("#222427", "#33373b", "#3d4247", "#eceef0", "#9a9fa5", "#5d6268")


def apply_theme(app: QApplication, theme: Theme) -> None:
    """Switch the running app to the theme; all its windows follow at once."""
    # The scheme reaches window frames where a desktop decides on them. A bare X display has no
    # desktop to answer, so the palette is set as well.
    app.styleHints().setColorScheme(_SCHEMES[theme])
    match theme:
        case Theme.SYSTEM:
            palette = QPalette()
        case Theme.LIGHT:
            palette = _palette(*_LIGHT_COLOURS)
        case Theme.DARK:
            palette = _palette(*_DARK_COLOURS)
    for group in (QPalette.ColorGroup.Active, QPalette.ColorGroup.Inactive):
        palette.setColor(group, QPalette.ColorRole.Highlight, QColor(ACCENT))
        palette.setColor(group, QPalette.ColorRole.Accent, QColor(ACCENT))
        palette.setColor(group, QPalette.ColorRole.HighlightedText, QColor(TEXT_ON_ACCENT))
    app.setPalette(palette)


def _palette(ground: str, field: str, button: str, text: str, grey: str, edge: str) -> QPalette:
    # Qt derives the shades of frames from the button and the ground.
    palette = QPalette(QColor(button), QColor(ground))
    roles = QPalette.ColorRole
    for role in (roles.WindowText, roles.Text, roles.ButtonText, roles.ToolTipText):
        palette.setColor(role, QColor(text))
        palette.setColor(QPalette.ColorGroup.Disabled, role, QColor(grey))
    palette.setColor(roles.PlaceholderText, QColor(grey))
    palette.setColor(roles.Base, QColor(field))
    palette.setColor(QPalette.ColorGroup.Disabled, roles.Base, QColor(ground))
    palette.setColor(roles.AlternateBase, QColor(ground))
    palette.setColor(roles.ToolTipBase, QColor(button))
    palette.setColor(roles.Mid, QColor(edge))
    return palette


def accentuate(button: QPushButton) -> QPushButton:
    """Paint the one button of a page that carries its purpose in the accent colour."""
    palette = QPalette()
    for group in (QPalette.ColorGroup.Active, QPalette.ColorGroup.Inactive):
        palette.setColor(group, QPalette.ColorRole.Button, QColor(ACCENT_OF_BUTTONS))
        palette.setColor(group, QPalette.ColorRole.ButtonText, QColor(TEXT_ON_ACCENT))
    button.setPalette(palette)
    return button
