"""The one palette, for light, dark and the terminal: read from ``resources/themes/palette.json``.

Colours go by what they are for (``text_quiet``, ``accent``, ``bad_soft``), never by their hue.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from importlib.resources import files
from typing import Any

from PySide6.QtGui import QColor, QPalette


@dataclass(frozen=True, slots=True)
class Palette:
    """The colours of one mode, by name. ``is_dark`` says which."""

    is_dark: bool
    colours: Mapping[str, str]

    def colour(self, name: str, alpha: int = 255) -> QColor:
        """A fresh QColor; raises KeyError for a name that the palette does not have."""
        colour = QColor(self.colours[name])
        colour.setAlpha(alpha)
        return colour


def read_palette_file() -> dict[str, Any]:
    text = files("resources").joinpath("themes/palette.json").read_text(encoding="utf-8")
    data: dict[str, Any] = json.loads(text)
    return data


def load_palette(*, is_dark: bool) -> Palette:
    return Palette(is_dark, read_palette_file()["dark" if is_dark else "light"])


def contrast(first: QColor, second: QColor) -> float:
    """Contrast ratio after WCAG 2.1, from 1 to 21."""
    darker, lighter = sorted((_luminance(first), _luminance(second)))
    return (lighter + 0.05) / (darker + 0.05)


def _luminance(colour: QColor) -> float:
    red, green, blue = (
        channel / 12.92 if channel <= 0.04045 else ((channel + 0.055) / 1.055) ** 2.4
        for channel in (colour.redF(), colour.greenF(), colour.blueF())
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def qt_palette(palette: Palette) -> QPalette:
    """The palette as Qt's own widgets (the Fusion style) understand it."""
    roles = {
        QPalette.ColorRole.Window: "panel",
        QPalette.ColorRole.WindowText: "text",
        QPalette.ColorRole.Base: "field",
        QPalette.ColorRole.AlternateBase: "hover",
        QPalette.ColorRole.Text: "text",
        QPalette.ColorRole.PlaceholderText: "text_faint",
        QPalette.ColorRole.Button: "raised",
        QPalette.ColorRole.ButtonText: "text",
        QPalette.ColorRole.BrightText: "on_stop",
        QPalette.ColorRole.Highlight: "selection",
        QPalette.ColorRole.HighlightedText: "on_selection",
        QPalette.ColorRole.ToolTipBase: "tooltip",
        QPalette.ColorRole.ToolTipText: "on_tooltip",
        QPalette.ColorRole.Link: "text",
        QPalette.ColorRole.LinkVisited: "text_quiet",
        QPalette.ColorRole.Accent: "focus",
        QPalette.ColorRole.Light: "raised",
        QPalette.ColorRole.Midlight: "hover",
        QPalette.ColorRole.Mid: "border",
        QPalette.ColorRole.Dark: "border_strong",
        QPalette.ColorRole.Shadow: "border_strong",
    }
    result = QPalette()
    for role, name in roles.items():
        result.setColor(role, palette.colour(name))
    faint = palette.colour("text_faint")
    for role in (
        QPalette.ColorRole.Text,
        QPalette.ColorRole.WindowText,
        QPalette.ColorRole.ButtonText,
    ):
        result.setColor(QPalette.ColorGroup.Disabled, role, faint)
    return result
