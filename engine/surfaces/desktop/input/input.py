"""Input on one X display: clicks, drags, scrolls and key chords by pyautogui, text by XTEST.

pyautogui binds its display when it is imported, so this module is imported in the hands' child
process only.
"""

from __future__ import annotations

from collections.abc import Sequence

import pyautogui

from engine.domain.errors import ActionImpossible
from engine.domain.monitors import ScreenPoint
from engine.language.keys import one_name
from engine.processes.parent_line import Request
from engine.surfaces.desktop.input.own_window_guard import OwnWindowGuard
from engine.surfaces.desktop.input.typist import Typist
from engine.surfaces.desktop.input.window_focus import activate, focus_window

_DRAG_SECS = 0.25
_CLICK_INTERVAL_SECS = 0.05
_OWN_NAMES = {"super": "winleft", "escape": "esc", "menu": "apps", "print": "printscreen"}
_SIDES = ("left", "right")


class Input:
    """Turns the parent's requests into input."""

    def __init__(self, display: str, spare_keycodes: Sequence[int], guard: OwnWindowGuard) -> None:
        pyautogui.PAUSE = 0
        pyautogui.FAILSAFE = False  # the corners belong to the agent; STOP is the way to stop
        self._display = display
        self._guard = guard
        self._typist = Typist(display, spare_keycodes, check_keyboard=guard.check_keyboard)

    def handle(self, request: Request) -> object:
        """Perform one request. Raises ``ActionImpossible`` for what the display can't do."""
        match request["op"]:
            case "ping":
                return list(pyautogui.position())
            case "move":
                pyautogui.moveTo(request["x"], request["y"])
            case "click":
                self._click(request)
            case "type":
                self._typist.type(request["text"])
            case "press":
                self._press(request["keys"])
            case "scroll":
                self._scroll(request)
            case "drag":
                self._drag(request)
            case "focus_window":
                focus_window(self._display, request["title"], is_own=self._guard.is_own)
            case "activate":
                if self._guard.has_keyboard():
                    activate(self._display, request["xid"])
            case other:
                raise ActionImpossible(f"The hands know no action called “{other}”.")
        return None

    def _click(self, request: Request) -> None:
        modifiers = [_key_name(key) for key in request["modifiers"]]
        self._guard.check_point(ScreenPoint(request["x"], request["y"]))
        pyautogui.moveTo(request["x"], request["y"])
        for key in modifiers:
            pyautogui.keyDown(key)
        pyautogui.click(
            clicks=request["count"], interval=_CLICK_INTERVAL_SECS, button=request["button"]
        )
        for key in reversed(modifiers):
            pyautogui.keyUp(key)

    def _press(self, keys: list[str]) -> None:
        names = [_key_name(key) for key in keys]
        self._guard.check_keyboard()
        pyautogui.hotkey(*names)

    def _scroll(self, request: Request) -> None:
        if request["x"] is None:
            self._guard.check_pointer()
        else:
            self._guard.check_point(ScreenPoint(request["x"], request["y"]))
            pyautogui.moveTo(request["x"], request["y"])
        if request["down"]:
            pyautogui.scroll(-request["down"])
        if request["right"]:
            pyautogui.hscroll(request["right"])

    def _drag(self, request: Request) -> None:
        start = ScreenPoint(request["x"], request["y"])
        self._guard.check_way(start, ScreenPoint(request["to_x"], request["to_y"]))
        pyautogui.moveTo(start.x, start.y)
        pyautogui.mouseDown()
        pyautogui.moveTo(request["to_x"], request["to_y"], duration=_DRAG_SECS)
        pyautogui.mouseUp()


def _key_name(key: str) -> str:
    """pyautogui's name of a key; it ignores what it does not know, which we refuse."""
    name = key.strip().lower()
    if not name.endswith(_SIDES):  # "altright" is more than Alt
        name = _OWN_NAMES.get(one_name(key), one_name(key))
    if name not in pyautogui.KEYBOARD_KEYS:
        raise ActionImpossible(f"There is no key called “{key}”.")
    return name
