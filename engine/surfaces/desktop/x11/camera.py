"""The camera: a child process that captures one X display and tells when its picture changes.

``python -m engine.surfaces.desktop.x11.camera OWN FD FD …`` (DISPLAY is set; OWN says which
processes are Pilothouse's; each FD is a memory file that the parent can read). Pictures go through
the memory files, everything else through the line. Pilothouse's own windows are covered first.

XDamage says what changed and RANDR when the size does, so that a still screen costs nothing.
Ops: ``count`` → {count}; ``monitors`` → [[name, [x, y, width, height]]]; ``grab`` {slot,
after, period, patience} → {count, width, height, at, own} as soon as the picture is newer than
``after`` and ``period`` seconds passed since the last such grab (at once where ``after`` is
negative), null where it is not newer after ``patience`` seconds; ``own`` are the covered places.
Events: ``changed`` {count, at, boxes}, ``resized``."""

import mmap
import os
import select
import sys
import time
from collections.abc import Iterable
from dataclasses import astuple
from functools import reduce
from typing import Any

import mss
import xcffib
import xcffib.damage
import xcffib.randr
import xcffib.xproto

from engine.domain.spaces import Rect
from engine.processes.parent_line import ParentLine, Request
from engine.surfaces.desktop.terminals import OwnProcesses
from engine.surfaces.desktop.x11 import own_parts, windows, x_calls

_TELL_EVERY_SECS = 0.016
_MAX_BOXES = 12
_MOST_GRABS = 3
"""Of one picture, where Pilothouse's own windows move while it is taken."""


class Slot:
    """One memory file that the parent reads pictures from; it grows as the picture does."""

    def __init__(self, fd: int) -> None:
        self._fd = fd
        self._map: mmap.mmap | None = None

    def write(self, pixels: bytes | bytearray, width: int, covered_px: Iterable[Rect]) -> None:
        if self._map is None or len(self._map) < len(pixels):
            os.ftruncate(self._fd, len(pixels))
            self._map = mmap.mmap(self._fd, len(pixels))
        self._map[: len(pixels)] = pixels
        own_parts.cover(self._map, width, tuple(covered_px))


class ChangeListener:
    """Counts the changes of the root window and keeps their boxes until they are told.

    What is painted under the cover of ``own`` parts is none of them; a cover that moves is one.

    The server reports an area once and then keeps silent about it until it is subtracted. So the
    count rises twice for each burst: when it is first heard of, and in ``settle``, after which
    whatever is drawn is heard of again. A picture taken after ``settle`` is as new as its count."""

    def __init__(self, display: str, own: own_parts.OwnParts) -> None:
        self._own = own
        self._connection = xcffib.connect(display)
        self._root = x_calls.root_of(self._connection)
        self._damage = self._connection(xcffib.damage.key)
        self._damage.QueryVersion(1, 1).reply()
        self._damage_id = self._connection.generate_id()
        self._damage.Create(self._damage_id, self._root, xcffib.damage.ReportLevel.DeltaRectangles)
        randr = self._connection(xcffib.randr.key)
        randr.QueryVersion(1, 3).reply()
        randr.SelectInput(self._root, xcffib.randr.NotifyMask.ScreenChange)
        own.listen(self._connection, self._root)
        self._connection.flush()
        self.count = 0
        self.was_resized = False
        self._boxes: list[Rect] = []
        self._has_unsettled = False

    def fileno(self) -> int:
        return int(self._connection.get_file_descriptor())

    @property
    def has_news(self) -> bool:
        return bool(self._boxes) or self.was_resized

    def read(self) -> None:
        """Take in the events that have arrived."""
        changed: list[Rect] = []
        while (event := self._connection.poll_for_event()) is not None:
            if isinstance(event, xcffib.damage.NotifyEvent):
                area = event.area
                changed.append(Rect(area.x, area.y, area.width, area.height))
            elif isinstance(event, xcffib.randr.ScreenChangeNotifyEvent):
                self.was_resized = True
                self._note_change()
            else:
                self._own.note(event)
        moved = self._own.follow()
        for part in (*moved, *(part for part in changed if not self._own.hide(part))):
            self._boxes.append(part)
            self._note_change()

    def _note_change(self) -> None:
        if not self._has_unsettled:
            self._has_unsettled = True
            self.count += 1

    def sync(self) -> None:
        """Take in the events of everything that happened before this call."""
        self._connection.core.GetInputFocus().reply()
        self.read()

    def settle(self) -> None:
        """Make the count true of everything that was drawn before this call."""
        self.sync()
        if self._has_unsettled:
            self._damage.Subtract(self._damage_id, xcffib.NONE, xcffib.NONE)
            self._connection.core.GetInputFocus().reply()
            self._has_unsettled = False
            self.count += 1
            self.read()

    def take_boxes(self) -> list[Rect]:
        """The boxes of change since the last call; many are told as one."""
        boxes, self._boxes = self._boxes, []
        return boxes if len(boxes) <= _MAX_BOXES else [reduce(Rect.union, boxes)]


def new_capturer(display: str) -> mss.MSS:
    """mss with shared memory, or without where it can't read the server's list of visuals.
    WORKAROUND: mss 10.2 looks for the root's visual under the first entry of its depth only, and
    Xtigervnc has more of them (mss/linux/base.py, "not found in screen's supported visuals")."""
    try:
        return mss.MSS(display=display)
    except mss.ScreenShotError:
        return mss.MSS(display=display, backend="xlib")


class Camera:
    """Answers the parent and watches the display, in one thread."""

    def __init__(self, display: str, own: OwnProcesses, slots: list[Slot]) -> None:
        self._display = display
        self._slots = slots
        self._line = ParentLine()
        self._own = own_parts.OwnParts(display, own)
        self._listener = ChangeListener(display, self._own)
        self._capturer = new_capturer(display)
        self._waiting: dict[int, tuple[Request, float]] = {}
        self._last_told_secs = 0.0
        self._last_live_secs = 0.0

    def run(self) -> None:
        """Serve until the parent closes the line."""
        os.set_blocking(0, False)
        while True:
            select.select([0, self._listener.fileno()], [], [], self._patience_secs())
            requests = self._line.requests_now()
            if requests is None:
                return
            self._listener.read()
            for request in requests:
                self._handle(request)
            self._tell_changes()
            self._answer_waiting()

    def _patience_secs(self) -> float | None:
        """How long the loop may sleep: until something held back is due."""
        due: list[float] = []
        if self._listener.has_news:
            due.append(self._last_told_secs + _TELL_EVERY_SECS)
        for request, until_secs in self._waiting.values():
            is_newer = self._listener.count > request["after"]
            due.append(self._last_live_secs + request["period"] if is_newer else until_secs)
        return max(0.0, min(due) - time.monotonic()) if due else None

    def _handle(self, request: Request) -> None:
        match request["op"]:
            case "count":
                self._listener.settle()
                self._line.answer(request, {"count": self._listener.count})
            case "monitors":
                self._line.answer(request, self._monitors())
            case "grab" if request["after"] < 0:
                self._line.answer(request, self._grab(request["slot"]))
            case "grab":
                self._waiting[request["slot"]] = request, time.monotonic() + request["patience"]

    def _answer_waiting(self) -> None:
        now = time.monotonic()
        for slot, (request, until_secs) in list(self._waiting.items()):
            if self._listener.count > request["after"]:
                if now >= self._last_live_secs + request["period"]:
                    del self._waiting[slot]
                    self._last_live_secs = now
                    self._line.answer(request, self._grab(slot))
            elif now >= until_secs:
                del self._waiting[slot]
                self._line.answer(request)

    def _tell_changes(self) -> None:
        now = time.monotonic()
        if not self._listener.has_news or now < self._last_told_secs + _TELL_EVERY_SECS:
            return
        self._last_told_secs = now
        self._listener.settle()
        boxes = list(map(astuple, self._listener.take_boxes()))
        count = self._listener.count
        self._line.send({"event": "changed", "count": count, "at": now, "boxes": boxes})
        self._follow_size()

    def _grab(self, slot: int) -> dict[str, Any]:
        self._listener.settle()
        self._follow_size()
        covered_px: set[Rect] = set()
        for _ in range(_MOST_GRABS):
            count, at_secs, own_px = self._listener.count, time.monotonic(), self._own.parts_px
            shot = self._shot()
            self._listener.sync()  # a window of our own may have moved meanwhile
            covered_px |= {*own_px, *self._own.parts_px}
            if self._own.parts_px == own_px:
                break
            self._listener.settle()
        whole = Rect(0, 0, shot.width, shot.height)
        covered = [part.intersection(whole) for part in covered_px]
        self._slots[slot].write(shot.raw, shot.width, covered)
        own = list(map(astuple, covered))
        return {
            "count": count,
            "width": shot.width,
            "height": shot.height,
            "at": at_secs,
            "own": own,
        }

    def _shot(self) -> mss.ScreenShot:
        """Of a display that becomes smaller just then, in its new size."""
        while True:
            try:
                return self._capturer.grab(self._capturer.monitors[0])
            except mss.ScreenShotError:
                self._listener.sync()
                if not self._listener.was_resized:
                    raise
                self._follow_size()

    def _monitors(self) -> list[Any]:
        """Asked over a connection of its own: it is asked rarely."""
        connection = xcffib.connect(self._display)
        try:
            told = x_calls.XMonitors(connection, x_calls.root_of(connection)).read()
        finally:
            connection.disconnect()
        return [[one.name, astuple(one.bounds_px)] for one in told]

    def _follow_size(self) -> None:
        """Capture in the new size after a change of it; the old one would be refused."""
        if self._listener.was_resized:
            self._listener.was_resized = False
            self._capturer.close()
            self._capturer = new_capturer(self._display)
            whole = self._capturer.monitors[0]
            size = {"width": whole["width"], "height": whole["height"]}
            self._line.send({"event": "resized", **size})


def main() -> None:
    own = OwnProcesses.from_argument(sys.argv[1])
    slots = [Slot(int(fd)) for fd in sys.argv[2:]]
    try:
        Camera(os.environ["DISPLAY"], own, slots).run()
    except (xcffib.ConnectionException, mss.ScreenShotError, windows.DisplayGone) as error:
        sys.exit(f"the display {os.environ['DISPLAY']} is gone: {error!r}")


if __name__ == "__main__":
    main()
