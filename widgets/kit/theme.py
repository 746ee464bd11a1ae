"""The look of the console: palette, style sheet, fonts and icons, in light or in dark; and a column
or a row of parts, laid out in one go.

The palette is read from ``resources/themes/palette.json``; colours go by what they are for
(``text_quiet``, ``accent``, ``bad_soft``), never by their hue. One ``Theme`` is made per window and
handed to its views. The style sheet itself is a file, ``resources/themes/console.qss``, whose
placeholders are filled from the palette.

Icons are the SVG family of ``resources/icons``, tinted from the palette, sharp at any ratio."""

import json
from collections.abc import Mapping
from enum import Enum, StrEnum
from functools import lru_cache
from importlib.resources import files
from itertools import product
from string import Template
from typing import Final, Literal, TypeAlias

from PySide6 import QtGui, QtWidgets
from PySide6.QtCore import QByteArray, QObject, QRectF, Qt, Signal
from PySide6.QtSvg import QSvgRenderer
from PySide6.QtWidgets import QAbstractButton, QHBoxLayout, QLayout, QVBoxLayout, QWidget
from shiboken6 import isValid

from engine.domain.facts import Frozen

ICON_SIZES_PX = (16, 20, 24, 32)


def render_icon(name: str, colour: str, size_px: int, pixel_ratio: float) -> QtGui.QPixmap:
    """The icon in that colour as a square pixmap, ``size_px`` logical pixels wide. Raises
    FileNotFoundError for a name that the family does not have."""
    pixmap = QtGui.QPixmap.fromImage(_drawing(name, colour, round(size_px * pixel_ratio)))
    pixmap.setDevicePixelRatio(pixel_ratio)
    return pixmap


@lru_cache(maxsize=2048)
def _drawing(name: str, colour: str, side_px: int) -> QtGui.QImage:
    """Once for all windows: an image, other than a pixmap, may outlive the application."""
    image = QtGui.QImage(side_px, side_px, QtGui.QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(Qt.GlobalColor.transparent)
    painter = QtGui.QPainter(image)
    _icon_read(name, colour).render(painter, QRectF(0, 0, side_px, side_px))
    painter.end()
    return image


@lru_cache(maxsize=256)
def _icon_read(name: str, colour: str) -> QSvgRenderer:
    """Once for all its sizes."""
    svg = files("resources").joinpath(f"icons/{name}.svg").read_text(encoding="utf-8")
    return QSvgRenderer(QByteArray(svg.replace("currentColor", colour).encode()))


def application_icon() -> QtGui.QIcon:
    """The ship's wheel, for the window and the task bar."""
    icon = QtGui.QIcon()
    for size_px in (16, 24, 32, 48, 64, 128, 256):
        icon.addPixmap(render_icon("pilothouse", "", size_px, 1.0))
    return icon


class Palette(Frozen):
    """The colours of one mode, by name. ``is_dark`` says which."""

    is_dark: bool
    colours: Mapping[str, str]

    def colour(self, name: str, alpha: int = 255) -> QtGui.QColor:
        """A fresh QColor; raises KeyError for a name that the palette does not have."""
        colour = QtGui.QColor(self.colours[name])
        colour.setAlpha(alpha)
        return colour


def load_palette(*, is_dark: bool) -> Palette:
    text = files("resources").joinpath("themes/palette.json").read_text(encoding="utf-8")
    colours: dict[str, tuple[str, str]] = json.loads(text)["colours"]
    return Palette(is_dark, {name: both[is_dark] for name, both in colours.items()})


def qt_palette(palette: Palette) -> QtGui.QPalette:
    """The palette as Qt's own widgets (the Fusion style) understand it."""
    roles = {
        QtGui.QPalette.ColorRole.Window: "panel",
        QtGui.QPalette.ColorRole.WindowText: "text",
        QtGui.QPalette.ColorRole.Base: "field",
        QtGui.QPalette.ColorRole.AlternateBase: "hover",
        QtGui.QPalette.ColorRole.Text: "text",
        QtGui.QPalette.ColorRole.PlaceholderText: "text_faint",
        QtGui.QPalette.ColorRole.Button: "raised",
        QtGui.QPalette.ColorRole.ButtonText: "text",
        QtGui.QPalette.ColorRole.BrightText: "on_stop",
        QtGui.QPalette.ColorRole.Highlight: "selection",
        QtGui.QPalette.ColorRole.HighlightedText: "on_selection",
        QtGui.QPalette.ColorRole.ToolTipBase: "tooltip",
        QtGui.QPalette.ColorRole.ToolTipText: "on_tooltip",
        QtGui.QPalette.ColorRole.Link: "text",
        QtGui.QPalette.ColorRole.LinkVisited: "text_quiet",
        QtGui.QPalette.ColorRole.Accent: "focus",
        QtGui.QPalette.ColorRole.Light: "raised",
        QtGui.QPalette.ColorRole.Midlight: "hover",
        QtGui.QPalette.ColorRole.Mid: "border",
        QtGui.QPalette.ColorRole.Dark: "border_strong",
        QtGui.QPalette.ColorRole.Shadow: "border_strong",
    }
    result = QtGui.QPalette()
    for role, name in roles.items():
        result.setColor(role, palette.colour(name))
    faint = palette.colour("text_faint")
    for role in (
        QtGui.QPalette.ColorRole.Text,
        QtGui.QPalette.ColorRole.WindowText,
        QtGui.QPalette.ColorRole.ButtonText,
    ):
        result.setColor(QtGui.QPalette.ColorGroup.Disabled, role, faint)
    return result


class ThemeChoice(StrEnum):
    SYSTEM = "system"
    LIGHT = "light"
    DARK = "dark"


class Theme(QObject):
    """Applies a palette to the application and tells the views; ``dress_application`` styles."""

    changed = Signal()

    def __init__(
        self,
        application: QtWidgets.QApplication,
        choice: ThemeChoice = ThemeChoice.SYSTEM,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._application = application
        self.choice = choice
        self._icons: dict[tuple[str, str, bool], QtGui.QIcon] = {}
        self._dressed: list[tuple[QAbstractButton | QtGui.QAction, str, str]] = []
        self.palette = load_palette(is_dark=self._wants_dark())
        application.setStyle("Fusion")
        application.setStyleSheet("")
        application.setPalette(qt_palette(self.palette))
        application.styleHints().colorSchemeChanged.connect(lambda: self.choose(self.choice))

    def dress_application(self) -> None:
        """Give it the style sheet, once its widgets are there: one that it has already dresses
        each widget anew that is put into another, which takes most of a window's making."""
        sheet = style_sheet(self.palette, self._application.font())
        self._application.setStyleSheet(sheet)

    def choose(self, choice: ThemeChoice) -> None:
        """Switch to light, dark, or what the system says."""
        self.choice = choice
        if self._wants_dark() != self.palette.is_dark:
            self.palette = load_palette(is_dark=self._wants_dark())
            self._application.setPalette(qt_palette(self.palette))
            self.dress_application()
            self._dressed = [each for each in self._dressed if isValid(each[0])]
            for button, icon_name, tone in self._dressed:
                button.setIcon(self.icon(icon_name, tone))
            self.changed.emit()

    def icon(self, name: str, tone: str = "text") -> QtGui.QIcon:
        """In all sizes; faint where it is disabled."""
        key = (name, tone, self.palette.is_dark)
        if key not in self._icons:
            icon = self._icons[key] = QtGui.QIcon()
            modes = ((tone, QtGui.QIcon.Mode.Normal), ("text_faint", QtGui.QIcon.Mode.Disabled))
            for each, mode in modes:
                for size_px, ratio in product(ICON_SIZES_PX, (1.0, 2.0)):
                    icon.addPixmap(self.pixmap(name, each, size_px, ratio), mode)
        return self._icons[key]

    def pixmap(self, name: str, tone: str, size_px: int, pixel_ratio: float) -> QtGui.QPixmap:
        return render_icon(name, self.palette.colours[tone], size_px, pixel_ratio)

    def dress(
        self, button: QAbstractButton | QtGui.QAction, icon_name: str, tone: str = "text"
    ) -> None:
        """Give a button its icon, now and whenever the theme changes."""
        self._dressed = [entry for entry in self._dressed if entry[0] is not button]
        self._dressed.append((button, icon_name, tone))
        button.setIcon(self.icon(icon_name, tone))

    def _wants_dark(self) -> bool:
        if self.choice is ThemeChoice.SYSTEM:
            scheme = self._application.styleHints().colorScheme()
            return scheme is Qt.ColorScheme.Dark
        return self.choice is ThemeChoice.DARK


def style_sheet(palette: Palette, font: QtGui.QFont) -> str:
    """The template filled in; raises KeyError for a placeholder that nothing fills."""
    resources = files("resources")
    template = resources.joinpath("themes/console.qss").read_text(encoding="utf-8")
    base = QtGui.QFontInfo(font).pixelSize()
    return Template(template).substitute(
        palette.colours,
        icons=str(resources.joinpath("icons")).replace("\\", "/"),
        font_small=f"{max(10, base - 1)}px",
        font_normal=f"{base}px",
        font_large=f"{round(base * 1.2)}px",
        font_mono=QtGui.QFontDatabase.systemFont(QtGui.QFontDatabase.SystemFont.FixedFont).family(),
    )


def figures_font(font: QtGui.QFont) -> QtGui.QFont:
    """The font with tabular figures, so that counting numbers don't jitter."""
    result = QtGui.QFont(font)
    result.setFeature(QtGui.QFont.Tag("tnum"), 1)
    return result


def fitted_words(
    metrics: QtGui.QFontMetrics | QtGui.QFontMetricsF, words: str, width_px: float
) -> str:
    """In one line, cut where they don't fit; a path in the middle, as its name ends it."""
    modes = Qt.TextElideMode
    mode = modes.ElideMiddle if "/" in words else modes.ElideRight
    return metrics.elidedText(words, mode, int(width_px))


def set_tone(widget: QWidget, tone: str) -> None:
    """Give a widget the style sheet's ``[tone="…"]`` look."""
    set_look(widget, "tone", tone)


def set_look(widget: QWidget, name: str, value: object) -> None:
    """Give a property by which the style sheet tells looks apart; dress the widget anew."""
    if widget.property(name) != value:
        widget.setProperty(name, value)
        widget.style().unpolish(widget)
        widget.style().polish(widget)


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


def widget_of(layout: QLayout) -> QWidget:
    """A widget of its own, laid out so."""
    widget = QWidget()
    widget.setLayout(layout)
    return widget


def _fill(
    layout: QtWidgets.QBoxLayout, parts: tuple[Part, ...], margins: Margins | None, spacing: int
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
