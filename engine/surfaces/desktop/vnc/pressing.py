"""Pressing keys and buttons on a VNC server, so that nothing stays down: what an action presses is
let go of at its end, however it ends.

Text goes as keysyms, of which VNC has one for every character. How fast a program takes them in
nobody tells; it is seen to write where the picture changes, and keys are sent a few at a time.
"""

import asyncio
import time
from collections.abc import Sequence
from typing import Any

from vncdotool.keys import Key

from engine.domain.errors import ActionImpossible
from engine.domain.monitors import ScreenPoint
from engine.language.keys import one_name
from engine.processes.parent_line import Request
from engine.surfaces.desktop.input.signals import (
    CLICK_INTERVAL_SECS,
    MOVE_SECS,
    SHIFT_KEYSYM,
    keysym_of,
    way_along,
)
from engine.surfaces.desktop.vnc.connection import VncConnection

_BUTTONS = {"left": 1, "middle": 2, "right": 3}
_WHEEL_UP, _WHEEL_DOWN, _WHEEL_LEFT, _WHEEL_RIGHT = 4, 5, 6, 7
_KEYSYMS = {
    **{name.lower().replace("_", ""): int(key) for name, key in Key.__members__.items()},
    "ctrl": int(Key.ControlLeft),
    "alt": int(Key.AltLeft),
    "shift": SHIFT_KEYSYM,
    "super": int(Key.Super_L),
    "hyper": int(Key.Hyper_L),
    "enter": int(Key.Return),
    "space": 0x20,
    "print": 0xFF61,
    "menu": 0xFF67,
}
_KEYS_AHEAD, _AHEAD_SECS = 8, 0.04
_ECHO_SECS, _MOST_MISSED = 0.25, 2


class Pressing:
    """What one connection presses."""

    def __init__(self, connection: VncConnection) -> None:
        self._connection = connection
        self._at = ScreenPoint(0, 0)
        self._down: list[tuple[str, int]] = []
        """What is down, in the order in which it was pressed: a ``key`` or a ``button``."""
        self._held = 0
        """So many of them are held over several actions."""
        self._held_at: ScreenPoint | None = None

    async def act(self, request: Request) -> object:
        """One request of the parent's, as ``Input`` has them; returns when the server has taken it
        in. Raises ``ActionImpossible``, ``SurfaceSilent`` or ``SurfaceLost``."""
        try:
            answer = await self._perform(request)
            await self._connection.settle()
        finally:
            self._release(self._held)
        return answer

    def release_all(self) -> tuple[str, ...]:
        """What was down, such as ``button 1``."""
        self._held, self._held_at = 0, None
        return self._release(0)

    async def _perform(self, request: Request) -> object:
        match request["op"]:
            case "ping":
                return [self._at.x, self._at.y]
            case "move":
                self._move(_place(request))
            case "click" if request.get("half") == "up":
                await self._follow([self._at, _place(request)])
                self.release_all()
            case "click" | "drag" if self._held_at is not None:
                raise ActionImpossible("The mouse button is held down: let go of it first.")
            case "click":
                await self._click(request)
            case "type":
                await self._type(request["text"])
            case "press":
                self._press_keys(request["keys"])
                if request.get("half"):
                    self._held = len(self._down)
            case "let_go":
                if self._held_at is not None:
                    self._move(self._held_at)  # nothing is dropped anywhere else
                return bool(self.release_all())
            case "scroll":
                self._scroll(request)
            case "drag":
                await self._drag(request)
            case _:
                raise ActionImpossible(
                    "Of a VNC desktop no window and no program is known by its name.",
                    "Click where it is shown.",
                )
        return None

    async def _click(self, request: Request) -> None:
        self._move(_place(request))
        self._press_keys(request["modifiers"])
        kept = len(self._down)
        for number in range(request["count"]):
            if number:
                await asyncio.sleep(CLICK_INTERVAL_SECS)
            self._press("button", _BUTTONS[request["button"]])
            if request.get("half") == "down":
                self._held, self._held_at = len(self._down), self._at
                return
            await asyncio.sleep(request.get("hold_secs", 0.0))
            self._release(kept)

    async def _type(self, text: str) -> None:
        missed = 0
        for start in range(0, len(text), _KEYS_AHEAD):
            began_secs, count, kept = time.monotonic(), self._connection.count, len(self._down)
            for character in text[start : start + _KEYS_AHEAD]:
                if character.isupper():  # a machine that takes keys rather than letters needs it
                    self._press("key", SHIFT_KEYSYM)
                self._press("key", keysym_of(character))
                self._release(kept)
            await self._connection.settle()
            if missed < _MOST_MISSED and not await self._connection.wait_newer(count, _ECHO_SECS):
                missed += 1
            await asyncio.sleep(began_secs + _AHEAD_SECS - time.monotonic())

    def _scroll(self, request: Request) -> None:
        if request["x"] is not None:
            self._move(_place(request))
        self._press_keys(request["modifiers"])
        kept = len(self._down)
        for amount, less, more in (
            (request["down"], _WHEEL_UP, _WHEEL_DOWN),
            (request["right"], _WHEEL_LEFT, _WHEEL_RIGHT),
        ):
            for _ in range(abs(amount)):
                self._press("button", more if amount > 0 else less)
                self._release(kept)

    async def _drag(self, request: Request) -> None:
        self._press_keys(request["modifiers"])
        kept = len(self._down)
        for stroke in request["strokes"]:
            points = [ScreenPoint(*point) for point in stroke]
            self._move(points[0])
            self._press("button", _BUTTONS["left"])
            await self._follow(points)
            self._release(kept)

    async def _follow(self, points: Sequence[ScreenPoint]) -> None:
        for point in way_along(points):
            self._move(point)
            await asyncio.sleep(MOVE_SECS)

    def _press_keys(self, keys: Sequence[str]) -> None:
        for keysym in [_keysym_named(key) for key in keys]:  # an unknown one presses none
            self._press("key", keysym)

    def _press(self, what: str, number: int) -> None:
        self._down.append((what, number))
        self._tell(what, number, is_down=True)

    def _release(self, keep: int) -> tuple[str, ...]:
        """All but the first so many, the last one first."""
        released: list[str] = []
        while len(self._down) > keep:
            what, number = self._down.pop()
            self._tell(what, number, is_down=False)
            released.append(f"{what} {number}")
        return tuple(released)

    def _tell(self, what: str, number: int, *, is_down: bool) -> None:
        if what == "key":
            self._connection.keyEvent(number, down=is_down)
        else:
            self._move(self._at)

    def _move(self, at: ScreenPoint) -> None:
        self._at = at
        mask = sum(1 << (number - 1) for what, number in self._down if what == "button")
        self._connection.pointerEvent(at.x, at.y, mask)


def _place(request: Request) -> ScreenPoint:
    return ScreenPoint(request["x"], request["y"])


def _keysym_named(key: str) -> int:
    name = one_name(key)
    found: Any = _KEYSYMS.get(key.strip().lower()) or _KEYSYMS.get(name)
    if found is None and len(name) != 1:
        raise ActionImpossible(f"There is no key called “{key}”.")
    return int(found or keysym_of(name))
