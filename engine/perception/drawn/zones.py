"""Zones from shapes and text recognition, where accessibility tells nothing.

A look shows a situation here and goes on; shapes are found first, then lines are found and read,
in the background, always in the situation that was shown last, and later looks tell of them. An
unchanged picture costs nothing, and neither does one of which accessibility tells. What looks at
many pixels runs in a thread, never on the loop. What became of a look at one place is told, too."""

import asyncio
import contextlib
import time
from collections.abc import Awaitable, Callable

from engine.domain.facts import KW_ONLY, Part, replace
from engine.domain.plans import Situation
from engine.domain.spaces import Rect
from engine.domain.zones import Zone
from engine.perception.drawn.boxes import InaccessibleArea, inaccessible_areas
from engine.perception.drawn.memory import DrawnMemory
from engine.perception.drawn.searching import cut_in, drawn_in, look_through, unread_in
from engine.perception.drawn.text_reader import Recogniser, RecognitionUnavailable
from engine.perception.masking.masker import Masker, with_zones
from engine.perception.pixels import bgr_of
from engine.perception.zone_registry import PlacedNames

_LINES_AT_ONCE = 6
_GRACE_SECS = 1.0
"""An application may take so long to tell what its new window holds."""


class DrawnZones(Part):
    """Finds shapes, reads with ``recogniser``, and remembers; without one, or where it fails, boxes
    are all that is found. ``revision`` grows with what is known. ``secret_px`` is where secrets
    that were typed stood in what was told last."""

    recogniser: Recogniser | None
    _: KW_ONLY
    grace_secs: float = _GRACE_SECS
    clock: Callable[[], float] = time.monotonic

    def __post_init__(self) -> None:
        self._memory = DrawnMemory()
        self._names = PlacedNames("drawn")
        self._first_seen_secs: dict[str, float] = {}
        self._shown: Situation | None = None
        self._areas: tuple[InaccessibleArea, ...] = ()
        self._task: asyncio.Task[None] | None = None
        self._news = asyncio.Event()
        self._first_answer = asyncio.Event()
        self._is_reader_off = self.recogniser is None
        self._is_closed = False
        self._warning = ""
        self.revision = 0
        self.secret_px: tuple[Rect, ...] = ()

    def start_run(self) -> None:
        """Try again, where reading has failed before."""
        self._is_reader_off, self._shown = self.recogniser is None, None

    def show(self, situation: Situation) -> None:
        """This is what is there now: read in the background what is new in it."""
        if situation is self._shown:
            return
        self._shown, self._areas = situation, inaccessible_areas(situation)
        there = {window.window_id for window in situation.windows}
        now = self.clock()
        self._first_seen_secs = {one: self._first_seen_secs.get(one, now) for one in there}
        self._memory.forget_windows_but(there)
        if self.is_reading:
            self._news.set()
        elif self._areas and not self._is_closed:
            self._task = asyncio.create_task(self._read())

    @property
    def is_reading(self) -> bool:
        """More may become known of what was shown last, without any change of the picture."""
        return self._task is not None and not self._task.done()

    async def wait(self, timeout_secs: float) -> None:
        """Until all that is shown was found and read, or the time is over."""
        task = self._task
        if task is None or task.done() or timeout_secs <= 0:
            return
        if min(map(self._grace_left, self._areas), default=0.0) < timeout_secs:
            await asyncio.wait({task}, timeout=timeout_secs)

    async def wait_for_reader(self, timeout_secs: float) -> bool:
        """Until the reader has read something for the first time, where it is about to, or the
        time is over: its start takes a second, more on a busy machine. Whether it had to be
        waited for."""
        if not self.is_reading or self._is_reader_off or self._first_answer.is_set():
            return False
        assert self._task is not None
        answer = asyncio.ensure_future(self._first_answer.wait())
        await asyncio.wait(
            {self._task, answer}, timeout=timeout_secs, return_when=asyncio.FIRST_COMPLETED
        )
        answer.cancel()
        return True

    async def zones_in(self, situation: Situation, masker: Masker) -> tuple[Zone, ...]:
        """What is known of the situation that was shown last; masked, under lasting ids."""
        if self._task is not None and self._task.done():
            self._task.result()  # a mistake of ours is raised, not lost with the task
        if situation is not self._shown:
            return ()
        known = self._memory.snapshot()
        drawn = await asyncio.to_thread(drawn_in, situation.frame, self._areas, known)
        self.secret_px = tuple(one.bounds_px for one, _ in drawn if masker.holds_secret(one))
        zones = [(masker.zone(one, situation.frame), at) for one, at in drawn]
        return self._names.named_all(zones)

    def take_warning(self) -> str:
        """Why nothing is read any more, once; empty where all is well."""
        warning, self._warning = self._warning, ""
        return warning

    async def close(self) -> None:
        self._is_closed = True
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
        if self.recogniser is not None:
            await self.recogniser.close()

    async def _read(self) -> None:
        """Until nothing is left to find or to read in what was shown last."""
        looked_in: Situation | None = None
        looked_through: tuple[InaccessibleArea, ...] = ()
        while self._shown is not None:
            # not those of a window that has only just appeared
            due = tuple(area for area in self._areas if self._grace_left(area) <= 0)
            situation = self._shown
            if looked_in is not situation or looked_through != due:
                await self._find_shapes(situation, due)
                await self._trying(self._find_lines, situation, due)
                looked_in, looked_through = situation, due
            has_read = await self._trying(self._read_lines, situation, due)
            if has_read or self._shown is not situation:
                continue
            if len(due) == len(self._areas):
                return
            self._news.clear()
            waits = filter(None, map(self._grace_left, self._areas))
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(min(waits, default=0.0)):
                    await self._news.wait()

    async def _trying(
        self,
        work: Callable[[Recogniser, Situation, tuple[InaccessibleArea, ...]], Awaitable[bool]],
        situation: Situation,
        areas: tuple[InaccessibleArea, ...],
    ) -> bool:
        """Whether the reader did some work; where it fails, that is said once, and shapes go on."""
        if self.recogniser is None or self._is_reader_off:
            return False
        try:
            return await work(self.recogniser, situation, areas)
        except RecognitionUnavailable as error:
            self._is_reader_off = True
            self._warning = f"{error.message} {error.remedy}".strip()
            return False

    def _grace_left(self, area: InaccessibleArea) -> float:
        since = self._first_seen_secs.get(area.window.window_id, 0.0)
        may_tell = area.is_silent and area.window.may_tell
        left = since + self.grace_secs - self.clock() if may_tell else 0.0
        return max(0.0, left)

    async def _find_shapes(self, situation: Situation, areas: tuple[InaccessibleArea, ...]) -> None:
        """Before any lines: shapes take milliseconds, lines up to a second."""
        for area in areas:
            known = self._memory.snapshot()
            seen = await asyncio.to_thread(look_through, situation.frame, area, known)
            if seen.parts:
                self._memory.learn_shapes(area, seen)
                shapes = (shape for part in seen.parts for shape in part.shapes)
                self.revision += any(shape.is_told_at_once for shape in shapes)

    async def _find_lines(
        self, recogniser: Recogniser, situation: Situation, areas: tuple[InaccessibleArea, ...]
    ) -> bool:
        frame, has_found = situation.frame, False
        for area in areas:
            for part in self._memory.pending(area) or ():
                picture = bgr_of(frame, part)
                places = self._memory.lines_before(picture)
                if places is None:
                    found = await recogniser.find(picture)
                    known = self._memory.snapshot()
                    places = await asyncio.to_thread(cut_in, frame, area, part, found, known)
                self._memory.learn_lines(frame, area, part, places)
                self.revision += 1
                has_found = True
        return has_found

    async def _read_lines(
        self, recogniser: Recogniser, situation: Situation, areas: tuple[InaccessibleArea, ...]
    ) -> bool:
        """Some lines that nobody has read yet, first those that are likely to matter."""
        focused = situation.focused_zone
        near_px = focused.bounds_px.center if focused is not None else None
        known = self._memory.snapshot()
        unread = await asyncio.to_thread(unread_in, situation.frame, areas, known, near_px)
        lines = unread[:_LINES_AT_ONCE]
        if not lines:
            return False
        texts = await recogniser.read([bgr_of(situation.frame, one.bounds_px) for one in lines])
        self._memory.learn_texts(
            {line.digest: read for line, read in zip(lines, texts, strict=True)}
        )
        self.revision += 1
        self._first_answer.set()
        return True


def with_drawn(situation: Situation, zones: tuple[Zone, ...]) -> Situation:
    """With these zones too, the places of masked ones covered. Stale zones give way."""
    known = () if situation.is_stale else situation.zones
    fresh = replace(situation, zones=known, is_stale=False)
    return with_zones(fresh, (*known, *zones), zones)
