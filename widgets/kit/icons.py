"""Icons: the SVG family of ``resources/icons``, tinted from the palette, sharp at any ratio."""

from __future__ import annotations

from functools import cache, lru_cache
from importlib.resources import files

from PySide6.QtCore import QByteArray, QRectF, Qt
from PySide6.QtGui import QColor, QIcon, QImage, QPainter, QPixmap
from PySide6.QtSvg import QSvgRenderer

ICON_SIZES_PX = (16, 20, 24, 32)


@cache
def read_icon(name: str) -> str:
    """The SVG text; raises FileNotFoundError for a name that the family does not have."""
    return files("resources").joinpath(f"icons/{name}.svg").read_text(encoding="utf-8")


def render_svg(svg: str, size_px: int, pixel_ratio: float) -> QPixmap:
    """The drawing as a square pixmap, ``size_px`` logical pixels wide."""
    pixmap = QPixmap.fromImage(_drawing(svg, round(size_px * pixel_ratio)))
    pixmap.setDevicePixelRatio(pixel_ratio)
    return pixmap


@lru_cache(maxsize=2048)
def _drawing(svg: str, side_px: int) -> QImage:
    """Once for all windows: an image, other than a pixmap, may outlive the application."""
    image = QImage(side_px, side_px, QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(Qt.GlobalColor.transparent)
    painter = QPainter(image)
    QSvgRenderer(QByteArray(svg.encode())).render(painter, QRectF(0, 0, side_px, side_px))
    painter.end()
    return image


class IconShelf:
    """Rendered icons by name and colour, each drawn once."""

    def __init__(self) -> None:
        self._pixmaps: dict[tuple[str, str, int, float], QPixmap] = {}
        self._icons: dict[tuple[str, str, str], QIcon] = {}

    def pixmap(self, name: str, colour: QColor, size_px: int, pixel_ratio: float) -> QPixmap:
        key = (name, colour.name(), size_px, pixel_ratio)
        if key not in self._pixmaps:
            svg = read_icon(name).replace("currentColor", colour.name())
            self._pixmaps[key] = render_svg(svg, size_px, pixel_ratio)
        return self._pixmaps[key]

    def icon(self, name: str, colour: QColor, disabled: QColor) -> QIcon:
        key = (name, colour.name(), disabled.name())
        if key not in self._icons:
            icon = QIcon()
            for size_px in ICON_SIZES_PX:
                for ratio in (1.0, 2.0):
                    icon.addPixmap(self.pixmap(name, colour, size_px, ratio))
                    icon.addPixmap(self.pixmap(name, disabled, size_px, ratio), QIcon.Mode.Disabled)
            self._icons[key] = icon
        return self._icons[key]


def application_icon() -> QIcon:
    """The ship's wheel, for the window and the task bar."""
    icon = QIcon()
    svg = read_icon("pilothouse")
    for size_px in (16, 24, 32, 48, 64, 128, 256):
        icon.addPixmap(render_svg(svg, size_px, 1.0))
    return icon
