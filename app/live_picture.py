"""The live picture and its zones: two endless tasks from the surface's eyes to the window.

Frames come at up to 30 a second while the picture moves, and none while it is still. Zones are
looked up anew when the picture has changed and come to rest; the perceiver tells the window of
each look, its own as well as the run's.

``LiveLag`` follows how far both lag behind the screen's changes. The camera tells of each change at
once, by a count that its pictures carry too; so a change is shown as soon as a picture with its
count is. Small areas that change again and again (a caret, a clock) need no new look at the zones,
and so they don't make them old."""

import asyncio
import time
from collections import deque
from collections.abc import Callable

from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QColor, QImage, QPainter

from app.live_surface import Covers, LiveEyes
from engine.acting.settling import UnrestFilter
from engine.domain.errors import KnownError, SurfaceLost, SurfaceSilent
from engine.domain.events import Recorded
from engine.domain.facts import KW_ONLY, Part, field
from engine.domain.plans import Situation
from engine.domain.spaces import Frame, PictureChange, Rect, SightLag
from engine.domain.surface_ports import ChangeWatch, Eyes
from engine.perception.masking.masker import Patches, blot
from engine.perception.perceiver import FULL_PATIENCE_SECS, SurfacePerceiver

_ASK_AFTER_SECS = 2.0
"""Where nothing was told for so long, the camera is asked whether it is still there."""
_ANSWER_SECS = 0.5
_MOST_CHANGES = 1_000


class LiveLag:
    """``on_lag`` is told when something begins or ceases to lag, not of each change."""

    def __init__(
        self, *, on_lag: Callable[[SightLag], None], answer_secs: float = _ANSWER_SECS
    ) -> None:
        self._on_lag = on_lag
        self._answer_secs = answer_secs
        self._unshown: deque[PictureChange] = deque(maxlen=_MOST_CHANGES)
        self._unlooked: deque[PictureChange] = deque(maxlen=_MOST_CHANGES)
        self._shown_count = self._looked_count = -1
        self._unrest: UnrestFilter | None = None
        self._silent_since_secs: float | None = None
        self._told = SightLag()

    async def follow(self, eyes: Eyes) -> None:
        """Until cancelled or the display goes away (which the surface tells by itself)."""
        watch = eyes.watch()
        try:
            while True:
                change = await watch.next(_ASK_AFTER_SECS)
                if change is None:
                    await self._ask(eyes)
                else:
                    self.take_change(change)
        except SurfaceLost:
            return
        finally:
            watch.close()

    async def _ask(self, eyes: Eyes) -> None:
        """Whether the camera answers at all: else nobody knows what the screen shows."""
        asked_at_secs = self._silent_since_secs or time.monotonic()
        answer = asyncio.ensure_future(eyes.change_count())
        try:
            done, _ = await asyncio.wait({answer}, timeout=self._answer_secs)
            if not done:
                self._note_silence(asked_at_secs)
            await answer
        except SurfaceLost:
            self._note_silence(asked_at_secs)  # it may come back; that it ended, the watch tells
        else:
            self._note_silence(None)
        finally:
            answer.cancel()

    def _note_silence(self, since_secs: float | None) -> None:
        self._silent_since_secs = since_secs
        self._tell()

    def take_change(self, change: PictureChange) -> None:
        if change.change_count > self._shown_count:
            self._unshown.append(change)
        is_unrest = self._unrest is None or self._unrest.is_unrest(change)
        if is_unrest and change.change_count > self._looked_count:
            self._unlooked.append(change)
        self._tell()

    def take_frame(self, frame: Frame) -> None:
        """This picture is shown now."""
        self._shown_count = frame.change_count
        _drop(self._unshown, frame.change_count)
        self._tell()

    def take_look(self, frame: Frame) -> None:
        """The zones that are shown belong to this picture."""
        self._looked_count = frame.change_count
        self._unrest = UnrestFilter(frame.bounds_px)
        _drop(self._unlooked, frame.change_count)
        self._tell()

    def _tell(self) -> None:
        lag = SightLag(
            self._unshown[0].at_secs if self._unshown else None,
            self._unlooked[0].at_secs if self._unlooked else None,
            self._silent_since_secs,
        )
        if lag != self._told:
            self._told = lag
            self._on_lag(lag)


def _drop(changes: deque[PictureChange], count: int) -> None:
    while changes and changes[0].change_count <= count:
        changes.popleft()


_PERIOD_SECS = 1 / 30
_PATIENCE_SECS = 2.0
_QUIET_SECS = 0.3
_TRY_AGAIN_SECS = 1.0
OWN_WINDOW_WORDS = "Pilothouse, or its terminal"
_LEAST_TEXT_PX, _MOST_TEXT_PX = 12, 48
_OWN_TEXT = QColor(255, 255, 255)


class LivePicture(Part):
    """Shows one surface until it is closed."""

    eyes: LiveEyes
    perceiver: SurfacePerceiver
    _: KW_ONLY
    show_frame: Callable[[QImage, float], None]
    on_shown: Callable[[Frame], None] = lambda frame: None
    _shown: Frame | None = field(default=None, init=False)
    _under: Patches = field(default_factory=Patches, init=False)

    def __post_init__(self) -> None:
        self._covers = Covers(self.perceiver)

    def take(self, told: Recorded | Situation) -> None:
        """What it means for what is covered; the picture is shown anew, as none may come."""
        before = self._covers.places_px
        self._covers.take(told)
        if self._shown is not None and self._covers.places_px != before:
            self._show(self._shown)

    async def show_frames(self) -> None:
        """Until cancelled or the display goes away (which the surface tells by itself)."""
        count = -2
        while True:
            try:
                frame = await self.eyes.next_live_frame(count, _PERIOD_SECS, _PATIENCE_SECS)
            except SurfaceSilent:
                continue  # its deadline was waited for; it may come back
            except KnownError:
                return  # the surface tells of it by itself
            if frame is None:
                continue
            count = frame.change_count
            self._shown, self._under = frame, Patches()
            self._show(frame)
            self.on_shown(frame)

    def _show(self, frame: Frame) -> None:
        if isinstance(frame.pixels, memoryview):
            self._under.put_back(frame.pixels, frame)
            self._under.keep(frame.pixels, frame, self._covers.places_px)
            blot(frame.pixels, frame, self._covers.places_px)
        size, form = (frame.width, frame.height), QImage.Format.Format_RGB32
        image = QImage(frame.pixels, *size, frame.width * 4, form)
        name_own_windows(image, frame.own_px)
        age_ms = (time.monotonic() - frame.captured_at_secs) * 1000
        self.show_frame(image, age_ms)

    async def keep_looking(self) -> None:
        """Look again whenever the picture has changed and come to rest, run or no run."""
        while True:
            watch = self.eyes.watch()  # what changed before is seen by the look that now begins
            try:
                situation = await self.perceiver.observe(patience_secs=FULL_PATIENCE_SECS)
                unrest = UnrestFilter(situation.frame.bounds_px)
                await self._until_changed_and_quiet(watch, unrest)
            except KnownError as error:
                if isinstance(error, SurfaceLost) and not isinstance(error, SurfaceSilent):
                    return
                # a slow application, or a part of the surface: the next look may do
                await asyncio.sleep(_TRY_AGAIN_SECS)
            finally:
                watch.close()

    async def _until_changed_and_quiet(self, watch: ChangeWatch, unrest: UnrestFilter) -> None:
        """What is read meanwhile is told, though the picture stands still."""
        has_changed, may_know_more = False, True
        while True:
            change = await watch.next(_QUIET_SECS)
            if change is None and has_changed:
                return
            if change is None and may_know_more:
                may_know_more = (await self.perceiver.observe(patience_secs=0.0)).is_being_read
            has_changed = has_changed or (change is not None and unrest.is_unrest(change))


def name_own_windows(image: QImage, own_px: tuple[Rect, ...]) -> None:
    """Write in the largest covered part what it is, where the words have room in it. Several parts
    are mostly those of one window that others lie upon."""
    part = max(own_px, key=lambda each: each.area, default=None)
    if part is None:
        return
    room = QRect(part.x, part.y, part.width, part.height)
    painter = QPainter(image)
    font = painter.font()
    font.setPixelSize(max(_LEAST_TEXT_PX, min(_MOST_TEXT_PX, part.width // 16)))
    painter.setFont(font)
    words_px = painter.fontMetrics().boundingRect(OWN_WINDOW_WORDS)
    if words_px.width() <= part.width and words_px.height() <= part.height:
        painter.setPen(_OWN_TEXT)
        painter.drawText(room, Qt.AlignmentFlag.AlignCenter, OWN_WINDOW_WORDS)
    painter.end()
