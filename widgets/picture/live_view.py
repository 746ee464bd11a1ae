"""The live picture with the zones and the intended target over it.

``show_frame`` only keeps a reference and asks for a repaint of the picture's rectangle; scaling
happens once per painted frame, and not at all at full size. The zones are a cached pixmap.
While nothing is shown anew, nothing is painted."""

from typing import Any

from PySide6 import QtGui
from PySide6.QtCore import QEvent, QPoint, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtWidgets import QSizePolicy

from engine.domain.spaces import Rect
from engine.domain.zones import Zone
from widgets.kit.parts import RingedWidget
from widgets.kit.theme import Theme
from widgets.picture import crop_pair, zone_layer, zone_overlay

DRIVEN_PX = 4
NO_PICTURE = "No picture yet"
NO_PICTURE_HINT = "Start a run, and the practice desktop appears here."


class LiveView(RingedWidget):
    zone_pinned = Signal(object)  # Zone
    pressed = Signal(object, QPoint)  # Point in the picture, where on the view; ``acts_on_click``

    def __init__(self, theme: Theme) -> None:
        focus = Qt.FocusPolicy.StrongFocus
        super().__init__(accessibleName="Live picture", focusPolicy=focus, mouseTracking=True)
        self.acts_on_click = False
        """The operator acts: a press upon the picture is told, and inspects nothing."""
        self._theme = theme
        self.image: QtGui.QImage | None = None
        self._scaler = crop_pair.PictureScaler()
        self._scaled: QtGui.QImage | None = None
        self.layer = zone_layer.ZoneLayer()
        self._target_px: Rect | None = None
        self._target_text = ""
        self.label: crop_pair.TargetLabel | None = None
        self._empty_text = (NO_PICTURE, NO_PICTURE_HINT)
        self._veil_text = ""
        self._is_driven = False
        self._is_fit = True
        self._pan_px = (0, 0)
        self._drag_from: QPointF | None = None
        self._card = zone_layer.PictureCard(self)
        self.in_view = zone_overlay.PictureGeometry(0, 0, 0, 0)
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setMinimumSize(160, 24)
        self.setAccessibleDescription("Arrow keys go from zone to zone, Enter inspects one")
        theme.changed.connect(self._refresh)

    def show_frame(self, image: QtGui.QImage) -> None:
        """The next picture. Its buffer must stay as it is while this view holds it."""
        if self.image is not None and image.cacheKey() == self.image.cacheKey():
            return
        is_new_size = self.image is None or image.size() != self.image.size()
        self.image = image
        self._scaled = None
        if is_new_size:
            self._measure()
            self.update()
        else:
            self.update(self.in_view.picture_rect.toAlignedRect())

    def show_zones(self, zones: tuple[Zone, ...]) -> None:
        if self.layer.take(zones):
            self._hover(self.layer.same_hovered)
            self.update()
        self._place_label()

    def show_target(self, target_px: Rect | None, text: str = "") -> None:
        """Mark what the agent means to act upon next."""
        if (target_px, text) != (self._target_px, self._target_text):
            self._target_px, self._target_text = target_px, text
            self._place_label()
            self.update()

    def show_empty(self, title: str = NO_PICTURE, hint: str = NO_PICTURE_HINT) -> None:
        """What to say while there is no picture."""
        self._empty_text = (title, hint)
        if self.image is None:
            self.update()

    def show_veil(self, text: str) -> None:
        """Veil the picture and say why it is not live; an empty text lifts the veil."""
        if text != self._veil_text:
            self._veil_text = text
            self.update()

    def show_driven(self, is_driven: bool) -> None:
        """The operator drives: framed, and without what is drawn over it."""
        self._is_driven = is_driven
        self._refresh()

    def clear(self) -> None:
        self.image = None
        self._scaled = None
        self._veil_text = ""
        self.layer.take(())
        self._target_px, self._target_text = None, ""
        self._hover(None)
        self._refresh()

    def change_look(self, **changes: Any) -> None:
        """Change what is drawn of the zones: fields of ``ZoneLook``."""
        if self.layer.change_look(**changes):
            self._hover(self.layer.same_hovered)
            self.update()

    def set_fit(self, is_fit: bool) -> None:
        """Fit the whole picture, or show it pixel for pixel (drag or scroll to move it)."""
        self._is_fit = is_fit
        self._refresh()

    def sizeHint(self) -> QSize:
        return QSize(960, 600)

    def paintEvent(self, event: QtGui.QPaintEvent) -> None:
        painter = QtGui.QPainter(self)
        if self.image is None or self.in_view.is_empty:
            words = "\n\n".join(self._empty_text)
            icon = self._theme.pixmap("desktop", "on_stage_quiet", 40, self.devicePixelRatioF())
            crop_pair.paint_words(painter, self, self._theme, icon, words)
            return
        picture = self.in_view.picture_rect
        if not picture.contains(QRectF(event.rect())):
            painter.fillRect(event.rect(), self._theme.palette.colour("stage"))
        self._paint_picture(painter, self.image, picture)
        if self._is_driven:
            painter.setPen(QtGui.QPen(self._theme.palette.colour("driving"), 2 * DRIVEN_PX))
            painter.drawRect(self.rect())
            return
        self.layer.paint(
            painter, QRectF(event.rect()), self.in_view, self._theme.palette, self.font()
        )
        if self._target_px is not None:
            box = self.in_view.widget_from_frame(self._target_px)
            crop_pair.draw_brackets(painter, box, palette := self._theme.palette)
            if self.label is not None:
                chip = (self.label.place, self.label.words, palette.colour("mark"))
                zone_overlay.draw_chip(painter, *chip, palette.colour("on_mark"))
        if self._veil_text:
            icon = self._theme.pixmap("warning", "warn", 40, self.devicePixelRatioF())
            crop_pair.paint_words(painter, self, self._theme, icon, self._veil_text, 215)
        if self._shows_ring:
            painter.setPen(QtGui.QPen(self._theme.palette.colour("focus"), 2))
            painter.drawRect(self.rect().adjusted(1, 1, -1, -1))

    def _paint_picture(self, painter: QtGui.QPainter, image: QtGui.QImage, picture: QRectF) -> None:
        if self.in_view.device_scale == 1.0:
            if self.in_view.pixel_ratio == 1.0:
                painter.drawImage(picture.topLeft(), image)
            else:
                painter.drawImage(picture, image, QRectF(image.rect()))
            return
        if self._scaled is None:
            self._scaled = self._scaler.scaled(image, self.in_view.device_size)
            self._scaled.setDevicePixelRatio(self.in_view.pixel_ratio)
        painter.drawImage(picture.topLeft(), self._scaled)

    def mouseMoveEvent(self, event: QtGui.QMouseEvent) -> None:
        if self._drag_from is not None:
            now = event.position()
            self._drag_from = now + self._move_picture(self._drag_from - now)
            return
        self._hover(self.layer.under(self.in_view.frame_from_widget(event.position())))

    def mousePressEvent(self, event: QtGui.QMouseEvent) -> None:
        is_left = event.button() is Qt.MouseButton.LeftButton
        point = self.in_view.frame_from_widget(event.position())
        if is_left and self.acts_on_click and point is not None:
            self.pressed.emit(point, event.position().toPoint())
        elif is_left and self.layer.hovered is not None:
            self.zone_pinned.emit(self.layer.hovered)
        elif is_left or event.button() is Qt.MouseButton.MiddleButton:
            self._drag_from = event.position()

    def mouseReleaseEvent(self, event: QtGui.QMouseEvent) -> None:
        self._drag_from = None

    def wheelEvent(self, event: QtGui.QWheelEvent) -> None:
        if not self._is_fit:
            self._move_picture(QPointF(-event.angleDelta() / 2))

    def leaveEvent(self, event: QEvent) -> None:
        self._hover(None)

    def keyPressEvent(self, event: QtGui.QKeyEvent) -> None:
        forward = {Qt.Key.Key_Right: 1, Qt.Key.Key_Down: 1, Qt.Key.Key_Left: -1, Qt.Key.Key_Up: -1}
        key = Qt.Key(event.key())
        hovered = self.layer.hovered
        following = self.layer.after_hovered(forward[key]) if key in forward else None
        if following is not None:
            self._hover(following)
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and hovered is not None:
            if self.acts_on_click:
                box = self.in_view.widget_from_frame(hovered.bounds_px)
                self.pressed.emit(hovered.bounds_px.center, box.center().toPoint())
            else:
                self.zone_pinned.emit(hovered)
        elif key is Qt.Key.Key_Escape and hovered is not None:
            self._hover(None)
        else:
            super().keyPressEvent(event)

    def resizeEvent(self, event: QtGui.QResizeEvent) -> None:
        self._refresh()

    def _hover(self, zone: Zone | None) -> None:
        if zone is self.layer.hovered:
            return
        for each in (self.layer.hovered, zone):
            if each is not None:
                box = self.in_view.widget_from_frame(each.bounds_px).adjusted(-4, -4, 4, 4)
                self.update(box.toAlignedRect())
        self.layer.hovered = zone
        if zone is None:
            self._card.hide()
        else:
            self._card.show_zone(zone, self.in_view.widget_from_frame(zone.bounds_px))

    def _move_picture(self, by: QPointF) -> QPointF:
        """Pan by widget points; what of them is less than a device pixel, and was not moved."""
        most = self.in_view.max_pan_px
        ratio = self.in_view.pixel_ratio
        across, down = round(by.x() * ratio), round(by.y() * ratio)
        self._pan_px = (
            min(max(0, self._pan_px[0] + across), most[0]),
            min(max(0, self._pan_px[1] + down), most[1]),
        )
        self._refresh()
        return by - QPointF(across, down) / ratio

    def _place_label(self) -> None:
        """Of the target, over none of the zones around it that hold no others."""
        before, self.label = self.label, None
        if self._target_px is not None and not self.in_view.is_empty:
            to_view, zones = self.in_view.widget_from_frame, self.layer.all
            holders = {zone.parent_id for zone in zones}
            self.label = crop_pair.target_label(
                to_view(self._target_px),
                self._target_text,
                QtGui.QFontMetricsF(self.font()),
                QRectF(self.rect()),
                [to_view(zone.bounds_px) for zone in zones if zone.zone_id not in holders],
            )
        if self.label != before:
            self.update()

    def _measure(self) -> None:
        size = self.image.size() if self.image is not None else QSize(0, 0)
        sizes, ratio = (*size.toTuple(), *self.size().toTuple()), self.devicePixelRatioF()
        self.in_view = zone_overlay.PictureGeometry(*sizes, ratio, self._is_fit, self._pan_px)
        self._scaled = None
        self.layer.pixmap = None
        self._place_label()

    def _refresh(self) -> None:
        self._hover(None)
        self._measure()
        self.update()
