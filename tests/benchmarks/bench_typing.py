"""Typing into programs of many kinds: for how long one goes on to change after STOP, and how much
slower typing is than pouring the whole text out at once.

Both are seen from outside, in what is drawn (XDamage): from STOP to the last change, and from the
first key to the change that shows the last one. A caret that blinks is no change, and after STOP
neither is what is drawn again as it was (each place is compared with its picture before), nor what
changes far from what looked otherwise as was typed: a bar that a program takes away some seconds
after its start is no text. ``-- Tk slow`` takes only these, and ``-- STOP Tk`` looks at nothing but
STOP."""

from __future__ import annotations

import asyncio
import contextlib
import os
import sys
import tempfile
import threading
import time
from collections.abc import AsyncIterator, Iterator, Mapping
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import xcffib
import xcffib.damage
import xcffib.xproto

from engine.domain.actions import TypeText
from engine.domain.errors import HandsStopped
from engine.surfaces.desktop.input.releaser import Releaser
from engine.surfaces.desktop.input.typist import Typist
from engine.surfaces.desktop.surface import DesktopSurface
from engine.surfaces.desktop.x11.x_calls import ask_property, atoms_of, connect, numbers_in, root_of
from tests.app.command import PROJECT
from tests.benchmarks import report
from tests.benchmarks.workplace import practice_bench
from tests.support.waiting import until

_SENTENCE = "never the whole of this text, for somebody says stop. "
_SHORT, _LONG = _SENTENCE[:30], (_SENTENCE * 10)[:500]
_STOP_ROUNDS, _ROUNDS = 12, 3
_STOP = "STOP"
_QUIET_SECS, _START_SECS = 5.0, 3.0
_CARET_PX, _SCROLL_BAR_PX = 20, 7
"""A caret that blinks is narrower, a scroll bar that fades is thinner."""
_NEAR_PX = 48
"""The next lines of a text."""
_STILL_CARET = "[Settings]\ngtk-cursor-blink=0\n"
_PAGE = (
    "data:text/html,<title>Page</title>"
    "<textarea autofocus style='width:95%;height:90vh;caret-color:transparent'></textarea>"
)
_OWN = (sys.executable, "-m", "tests.benchmarks.typing_windows")
PROGRAMS: Mapping[str, tuple[str, ...]] = {
    "Mousepad (GTK 3)": ("mousepad", "--disable-server"),
    "l3afpad (GTK 3)": ("l3afpad",),
    "FeatherPad (Qt 5)": ("featherpad", "--standalone"),
    "Qt 6": (*_OWN, "qt"),
    "Tk": (*_OWN, "tk"),
    "xterm": ("xterm", "-e", "cat"),
    "Chromium": ("chromium", "--no-first-run", "--no-sandbox", f"--app={_PAGE}"),
    "slow (Tk, 20 ms a key)": (*_OWN, "slow"),
    "shows nothing (Tk)": (*_OWN, "silent"),
}


class Changes:
    """Notes when the display was last drawn upon. A context manager."""

    def __init__(self, environment: Mapping[str, str]) -> None:
        self._connection = connect(environment)
        damage = self._connection(xcffib.damage.key)
        damage.QueryVersion(1, 1).reply()
        number, self._root = self._connection.generate_id(), root_of(self._connection)
        told = self._connection.core.GetGeometry(self._root).reply()
        self._size = told.width, told.height
        damage.Create(number, self._root, xcffib.damage.ReportLevel.RawRectangles)
        self._connection.flush()
        self.last_secs = time.monotonic()
        self._shown: np.ndarray[Any, np.dtype[np.uint8]] | None = None
        self._before: np.ndarray[Any, np.dtype[np.uint8]] | None = None
        self._near = np.zeros((told.height, told.width), bool)
        self._begins = self._compares = False
        self._is_open = True
        self._thread = threading.Thread(target=self._listen)

    def __enter__(self) -> Changes:
        self._thread.start()
        return self

    def __exit__(self, *error: object) -> None:
        self._is_open = False
        self._thread.join()
        self._connection.disconnect()

    async def begin(self) -> None:
        """What looks otherwise from now on until it is compared is where the text is."""
        self._before, self._begins = None, True
        await until(lambda: self._before is not None)

    @contextlib.asynccontextmanager
    async def comparing(self) -> AsyncIterator[None]:
        """Only what looks otherwise than before is a change, and near what had been typed."""
        self._compares = True
        await until(lambda: self._shown is not None)
        try:
            yield
        finally:
            self._compares = False

    def _listen(self) -> None:
        while self._is_open:
            if self._begins:
                self._before, self._begins = self._picture(0, 0, *self._size), False
            if not self._compares:
                self._shown = None
            elif self._shown is None:
                picture = self._picture(0, 0, *self._size)
                while (event := self._connection.poll_for_event()) is not None:
                    self._note(event)  # what was drawn meanwhile may be in it
                typed = (picture != self._before).any(axis=2).astype(np.uint8)
                self._near = cv2.dilate(typed, np.ones((2 * _NEAR_PX + 1,) * 2, np.uint8)) > 0
                self._shown = picture
            if (event := self._connection.poll_for_event()) is not None:
                self._note(event)
            else:
                time.sleep(0.001)

    def _note(self, event: xcffib.Event) -> None:
        if not isinstance(event, xcffib.damage.NotifyEvent):
            return
        area, now = event.area, time.monotonic()
        late_ms = (int(now * 1000) - event.timestamp + 1000) & 0xFFFFFFFF
        drawn_secs = now - max(0, late_ms - 1000) / 1000  # by the server, which has the same clock
        compares = self._shown is not None
        left, top = max(0, area.x), max(0, area.y)
        width = min(area.x + area.width, self._size[0]) - left
        height = min(area.y + area.height, self._size[1]) - top
        if width > 0 and height > 0:
            width, height = self._changed(left, top, width, height)
        if width >= _CARET_PX and height >= _SCROLL_BAR_PX:
            self.last_secs = now if compares else drawn_secs  # what is compared is as new as that

    def _changed(self, x: int, y: int, width: int, height: int) -> tuple[int, int]:
        """The size of what looks otherwise there, all of it where nothing is compared."""
        there = slice(y, y + height), slice(x, x + width)
        if self._shown is None:
            return width, height
        new = self._picture(x, y, width, height)
        differs = (self._shown[there] != new).any(axis=2) & self._near[there]
        self._shown[there] = new
        rows, columns = differs.nonzero()
        return (int(np.ptp(columns)) + 1, int(np.ptp(rows)) + 1) if rows.size else (0, 0)

    def _picture(
        self, x: int, y: int, width: int, height: int
    ) -> np.ndarray[Any, np.dtype[np.uint8]]:
        told = self._connection.core.GetImage(
            xcffib.xproto.ImageFormat.ZPixmap, self._root, x, y, width, height, 0xFFFFFFFF
        )
        pixels = np.frombuffer(told.reply().data.buf(), np.uint8)
        return pixels.reshape(height, width, 4)[:, :, :3].copy()

    async def quiet(self) -> float:
        """When the last change was, once there are none any more."""
        now = time.monotonic()
        await until(lambda: max(self.last_secs, now) + _QUIET_SECS < time.monotonic())
        return self.last_secs


class _Unpaced:
    """In a pacer's place: the program gets all at once."""

    @contextlib.contextmanager
    def pacing(self) -> Iterator[_Unpaced]:
        yield self

    def begin(self) -> int:
        return 1 << 20

    def wait_until_seen(self, keys: int) -> None:
        pass


async def _typed_ms(surface: DesktopSurface, changes: Changes, text: str) -> float:
    began = time.monotonic()
    await surface.hands.perform(TypeText(text), None)
    ended = time.monotonic()
    return (max(await changes.quiet(), ended) - began) * 1000


async def _poured_ms(typist: Typist, changes: Changes, text: str) -> float:
    began = time.monotonic()
    await asyncio.to_thread(typist.type, text)
    ended = time.monotonic()
    return (max(await changes.quiet(), ended) - began) * 1000


async def _stop_ms(surface: DesktopSurface, changes: Changes) -> float:
    await changes.begin()
    typing = asyncio.ensure_future(surface.hands.perform(TypeText(_SENTENCE * 400), None))
    await asyncio.sleep(0.7)
    async with changes.comparing():
        stopped = time.monotonic()
        await surface.stop_hands()
        with contextlib.suppress(HandsStopped):
            await typing
        last = await changes.quiet()
    await surface.renew_hands()
    return max(0.0, last - stopped) * 1000


def _still_carets(home: Path) -> None:
    settings = home / ".config" / "gtk-3.0" / "settings.ini"
    settings.parent.mkdir(parents=True)
    settings.write_text(_STILL_CARET)


@contextlib.asynccontextmanager
async def _shown(surface: DesktopSurface, *command: str) -> AsyncIterator[None]:
    """From when it is on the screen, and a little longer, until it is gone."""
    connection = connect(surface.environment)
    (windows,) = atoms_of(connection, ("_NET_CLIENT_LIST",)).values()
    root = root_of(connection)

    def has_windows() -> bool:
        return bool(numbers_in(ask_property(connection, root, windows).reply()))

    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as home:
        _still_carets(Path(home))
        environment = {**surface.environment, "HOME": home, "PYTHONPATH": str(PROJECT)}
        quiet = asyncio.subprocess.DEVNULL
        child = await asyncio.create_subprocess_exec(
            *command, env=environment, stdout=quiet, stderr=quiet
        )
        try:
            await until(has_windows)
            await asyncio.sleep(_START_SECS)
            yield
        finally:
            child.terminate()
            await child.wait()
            await until(lambda: not has_windows())
            connection.disconnect()


async def measure(surface: DesktopSurface, name: str, texts: tuple[str, ...]) -> None:
    typist = Typist(
        surface.environment["DISPLAY"],
        Releaser(surface.environment).spare_keycodes,
        check_keyboard=lambda: None,
    )
    typist._pacer = _Unpaced()  # type: ignore[assignment]
    report.title(name)
    with Changes(surface.environment) as changes:
        async with _shown(surface, *PROGRAMS[name]):
            await surface.hands.perform(TypeText("x"), None)
            await changes.quiet()
            stops = [await _stop_ms(surface, changes) for _ in range(_STOP_ROUNDS)]
            report.figure("STOP → the last change", stops, "ms", report.goal("< 50 ms"))
            for text in texts:
                typed, poured = [], []
                for _ in range(_ROUNDS):
                    poured.append(await _poured_ms(typist, changes, text))
                    typed.append(await _typed_ms(surface, changes, text))
                words = f"{len(text)} characters, until all is shown"
                report.figure(words, typed, "ms", report.limit("poured out at once", poured))


async def main(*names: str) -> None:
    async with practice_bench() as bench:
        os.environ.update(bench.surface.environment)
        texts = () if _STOP in names else (_SHORT, _LONG)
        wanted = [one for one in names if one != _STOP]
        for name in PROGRAMS:
            if not wanted or any(one in name for one in wanted):
                await measure(bench.surface, name, texts)


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:]))
