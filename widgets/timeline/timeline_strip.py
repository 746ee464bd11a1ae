"""The timeline: segments as bands, actions as ticks, what became of them as the marks of the log.

Hovering tells of the nearest event, with the picture of then, a click (or the arrow keys) chooses
it; the wheel and the keys zoom."""

from array import array
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence

from PySide6.QtCore import QLineF, QPointF, QRectF, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QFontMetrics, QImage, QKeyEvent, QPainter, QPen, QPixmap, QWheelEvent
from PySide6.QtWidgets import QToolTip

from engine.domain import events, performing, verdicts
from engine.domain.exploring.events import GroupStarted
from engine.language.sentences.figures import clock_words
from engine.language.sentences.run import SEGMENT_WORDS, told
from widgets.kit import axis_chart, picture_view, row_painter
from widgets.kit.marks import WAITING, Mark, event_mark
from widgets.kit.theme import Theme, fitted_words
from widgets.timeline.time_scale import TimeScale

ACTION = Mark("", "text_quiet")
"""Actions are many: a thin line in place of an icon."""


def strip_mark(event: events.Event) -> Mark | None:
    """What stands for the event on the strip; None for events that only the log tells of."""
    match event:
        case events.ActionStarted():
            return ACTION
        case events.StepEnded(state="done" | "failed"):
            return event_mark(event)
        case events.ApprovalAsked() | events.QuestionAsked():
            return WAITING
        case (
            performing.ReversalEnded()
            | events.WarningRaised()
            | events.SurfaceWentAway()
            | events.SessionEnded()
        ):
            return event_mark(event)
        case _:
            return None


MARGIN = 12
GAP, LOWEST_BAND, HALF_LANE = 4, 18, 9
ICON_PX = 14
REACH = 6
CROWD = ICON_PX
LEAST_BAND_PX, LEAST_WAIT_PX = 4.0, 2.0
PAINT_EVERY_MS = 100
"""While events come."""
ZOOM = 1.5
SHIFT = Qt.KeyboardModifier.ShiftModifier


class TimelineStrip(axis_chart.AxisChart):
    row_chosen = Signal(int)

    def __init__(
        self, theme: Theme, thumbnails: picture_view.Thumbnails, told: Sequence[events.Recorded]
    ) -> None:
        """``told`` are all events so far, when it is extended by the last of them."""
        super().__init__(theme, "Timeline")
        self._thumbnails = thumbnails
        thumbnails.arrived.connect(self._take_picture)
        self._pictures, self._hashes = array("i"), list[str]()
        """Which the screen's is from which row on."""
        self.scale = TimeScale()
        self._events = told
        self._bands, self.bands = array("i"), list[str]()
        """The row at which each segment begins, and its words."""
        self._mode: verdicts.ModeName = "director"
        self._ticks: dict[Mark, array[int]] = {}
        """The rows of each mark."""
        self._asked, self._answered, self._waits = array("i"), array("i"), False
        """Rows of questions and of their answers; of one that waits, the last."""
        self._painting = QTimer(self, singleShot=True, interval=PAINT_EVERY_MS)
        self._painting.timeout.connect(self.update)
        self._kept: tuple[object, QPixmap] = ((), QPixmap())
        """What is painted but the cursor, and what it depends on."""
        words_px = QFontMetrics(row_painter.smaller(self.font())).height()
        self._band_px = max(LOWEST_BAND, words_px + 2)
        self._middle = self._band_px + 2 * GAP + HALF_LANE
        self.setFixedHeight(self._middle + HALF_LANE + GAP)
        self.setAccessibleDescription("Arrow keys go from event to event; +, − and 0 zoom")

    def extend(self, recorded: Sequence[events.Recorded]) -> None:
        for row, each in enumerate(recorded, len(self._events) - len(recorded)):
            self.scale.append(each.at_secs)
            mark, seen = strip_mark(each.event), self._hashes
            if mark is not None:
                self._ticks.setdefault(mark, array("i")).append(row)
            content_hash = getattr(each.event, "picture_hash", "")
            if content_hash and (not seen or seen[-1] != content_hash):
                self._pictures.append(row)
                seen.append(content_hash)
            if self._waits:
                self._answered[-1] = row
            match each.event:
                case events.SessionStarted(mode=mode):
                    self._mode = mode
                case events.SegmentPlanned() as planned:
                    self._bands.append(row)
                    self.bands.append(band_words(planned, self._mode))
                case GroupStarted(group_number=number) if self.bands:
                    self.bands[-1] = f"group {number}"
                case events.ApprovalAsked() | events.QuestionAsked():
                    self._asked.append(row)
                    self._answered.append(row)
                    self._waits = True
                case events.ApprovalDecided() | events.QuestionAnswered() | events.SessionEnded():
                    self._waits = False
        if recorded and not self._painting.isActive():
            self._painting.start()

    def clear(self) -> None:
        self.scale = TimeScale()
        for store in (self.bands, self._ticks, self._hashes):
            store.clear()
        del self._bands[:], self._pictures[:], self._asked[:], self._answered[:]
        self._mode, self._waits = "director", False
        self.chosen = self._hovered = -1
        self.update()

    def _take_picture(self) -> None:
        """What is pointed at may have had none yet."""
        if self._hovered >= 0 and QToolTip.isVisible():
            self.show_tip()

    def choose_row(self, row: int) -> None:
        """Mark a row as chosen, without telling."""
        if row != self.chosen:
            self.chosen = row
            if 0 <= row < len(self._events):
                self.scale.bring_into_sight(row)
            self.update()

    def sizeHint(self) -> QSize:
        return QSize(480, self.minimumHeight())

    def count(self) -> int:
        return len(self._events)

    def words_when_empty(self) -> str:
        return "No events yet. Everything that happens in a run is written down here."

    def paint_things(self, painter: QPainter) -> None:
        scale, ratio, palette = self.scale, self.devicePixelRatioF(), self._theme.palette
        looks = self.size(), ratio, palette, self.font()
        shown = (*looks, scale, self.count(), scale.left, scale.right)
        if shown != self._kept[0]:
            things = QPixmap(self.size() * ratio)
            things.setDevicePixelRatio(ratio)
            things.fill(palette.colour("panel"))
            with QPainter(things) as kept:
                self._paint_bands(kept)
                kept.setRenderHint(QPainter.RenderHint.Antialiasing)
                self._paint_waits(kept)
                self._paint_ticks(kept)
            self._kept = shown, things
        painter.drawPixmap(0, 0, self._kept[1])
        for row, tone in ((self._hovered, "text_faint"), (self.chosen, "text")):
            if 0 <= row < len(self._events):
                x = round(self._x(row)) + 0.5
                painter.setPen(QPen(palette.colour(tone), 1))
                painter.drawLine(QPointF(x, 2), QPointF(x, self.height() - 2))

    def _paint_bands(self, painter: QPainter) -> None:
        palette, count = self._theme.palette, len(self._bands)
        painter.setFont(row_painter.smaller(self.font()))
        metrics, words = painter.fontMetrics(), list[tuple[QRectF, str]]()
        least_room = metrics.horizontalAdvance("0 a…")
        shapes: tuple[list[QRectF], ...] = ([], [], [])
        for number in self._apart(self._bands, LEAST_BAND_PX):
            left = max(MARGIN, self._x(self._bands[number]))
            is_last = number + 1 == count
            right = self._x(len(self._events) - 1 if is_last else self._bands[number + 1])
            band = QRectF(left, GAP, max(LEAST_BAND_PX, right - left - 1), self._band_px)
            shapes[number % 2].append(band)
            shapes[2].append(QRectF(left, GAP, 2, self._band_px))
            if band.width() - 12 > least_room:
                words.append((band.adjusted(8, 0, 0, 0), self.bands[number]))
        painter.setPen(Qt.PenStyle.NoPen)
        for some, tone in zip(shapes, ("hover", "selection", "border_strong"), strict=True):
            painter.setBrush(palette.colour(tone))
            painter.drawRects(some)
        painter.setPen(palette.colour("text_quiet"))
        for band, text in words:
            told = fitted_words(metrics, text, band.width() - 4)
            painter.drawText(band, Qt.AlignmentFlag.AlignVCenter, told)

    def _paint_waits(self, painter: QPainter) -> None:
        """The time that the run waited for the operator, and breaks."""
        middle, lines = self._middle, list[QLineF]()
        for number in self._apart(self._answered, LEAST_WAIT_PX):
            start, end = self._x(self._asked[number]), self._x(self._answered[number])
            if lines and start <= lines[-1].x2() + LEAST_WAIT_PX:
                start = lines.pop().x1()
            lines.append(QLineF(start, middle, end, middle))
        painter.setPen(QPen(self._theme.palette.colour(WAITING.tone), 2))
        painter.drawLines(lines)
        painter.setPen(QPen(self._theme.palette.colour("text_faint"), 1, Qt.PenStyle.DotLine))
        breaks = (self.scale.breaks[at] for at in self._apart(self.scale.breaks, LEAST_WAIT_PX))
        places = [(self._x(row - 1) + self._x(row)) / 2 for row in breaks]
        painter.drawLines([QLineF(x, middle - HALF_LANE, x, middle + HALF_LANE) for x in places])

    def _paint_ticks(self, painter: QPainter) -> None:
        top, ratio = self._middle - ICON_PX / 2, self.devicePixelRatioF()
        ticks = [
            (rows[at], mark)
            for mark, rows in self._ticks.items()
            for at in self._apart(rows, CROWD)
        ]
        painter.setPen(QPen(self._theme.palette.colour(ACTION.tone), 2))
        icons = {
            mark: self._theme.pixmap(mark.icon, mark.tone, ICON_PX, ratio)
            for mark in self._ticks
            if mark.icon
        }
        for row, mark in sorted(ticks, key=lambda each: each[0]):
            x = self._x(row)
            if mark.icon:
                painter.drawPixmap(QPointF(x - ICON_PX / 2, top), icons[mark])
            else:
                painter.drawLine(QLineF(x, top + 1, x, top + ICON_PX - 1))

    def _apart(self, rows: Sequence[int], px: float) -> Iterator[int]:
        """Which of them lie at least so far apart: no more of a kind is painted."""
        return self.scale.apart(rows, px / max(1, self.width() - 2 * MARGIN))

    def _x(self, row: int) -> float:
        return MARGIN + self.scale.place(row) * (self.width() - 2 * MARGIN)

    def tell(self, number: int) -> None:
        self.scale.bring_into_sight(number)
        self.row_chosen.emit(number)

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Zooms about the pointer; sideways, or with Shift, it moves."""
        turned, is_shift = event.angleDelta(), bool(event.modifiers() & SHIFT)
        sideways = turned.x() or (turned.y() if is_shift else 0)
        if not self._events:
            return
        if sideways:
            wide = self.scale.right - self.scale.left
            self.scale.move_to(self.scale.left - wide * sideways / 1200, wide)
        else:
            at = (event.position().x() - MARGIN) / max(1, self.width() - 2 * MARGIN)
            self.scale.zoom(ZOOM ** (turned.y() / 120), at)
        self.update()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        factor = {"+": ZOOM, "=": ZOOM, "-": 1 / ZOOM, "0": 0.0}.get(event.text())
        if factor is None or not self._events:
            super().keyPressEvent(event)
            return
        at = self.scale.place(self.chosen) if self.chosen >= 0 else 0.5
        self.scale.zoom(factor or 1e-9, min(1.0, max(0.0, at)))
        self.update()

    def number_at(self, x: float) -> int:
        """The nearest event that has a mark, within reach; else the nearest event at all."""
        place = (x - MARGIN) / max(1, self.width() - 2 * MARGIN)
        wanted, near = self.scale.row_at(place), list[tuple[float, int]]()
        for rows in self._ticks.values():
            at = bisect_left(rows, wanted)
            near += [(abs(self._x(row) - x), row) for row in rows[max(0, at - 1) : at + 1]]
        distance, row = min(near, default=(float("inf"), -1))
        return row if distance <= REACH else self.scale.row_near(place)

    def picture_of(self, number: int) -> QImage | None:
        at = bisect_right(self._pictures, number)
        return self._thumbnails.image(self._hashes[at - 1]) if at else None

    def tip_of(self, number: int) -> str:
        recorded = self._events[number]
        text = told(recorded.event)
        at = clock_words(recorded.at_secs - self._events[0].at_secs)
        return f"{at}  {text.kind}: {text.summary}"


def band_words(planned: events.SegmentPlanned, mode: verdicts.ModeName) -> str:
    """``2  looked again``; on the web, where a segment is one action, ``2  Click “Rope”``; in an
    exploration, beside its groups, ``Walk 3 for finding 1``."""
    number, steps = planned.segment_number, planned.segment.steps
    if mode in ("navigator", "manual") and steps:
        return f"{number}  {steps[0].description}"
    if mode == "explorer":
        return planned.segment.reason.partition(":")[0]
    return f"{number}  {SEGMENT_WORDS[planned.replan_kind]}"
