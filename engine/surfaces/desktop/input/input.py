"""Input on one X display: clicks, drags, scrolls and key chords by pyautogui, text by XTEST.

pyautogui binds its display when it is imported, so this module is imported in the hands' child
process only."""

import contextlib
import math
import time
from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise

import pyautogui
import xcffib
import xcffib.xproto

from engine.domain import errors, facts
from engine.domain.spaces import Point
from engine.geometry.regions import points_between
from engine.language.keys import one_name
from engine.language.labels import going_by
from engine.processes.parent_line import Request
from engine.surfaces.desktop.input import own_window_guard, typist
from engine.surfaces.desktop.x11 import x_calls

_MOVE_PX, _LEAST_MOVES, _MOVE_SECS = 24, 6, 0.02
_CLICK_INTERVAL_SECS = 0.05
_DOUBLE_CLICK_SECS, _DOUBLE_CLICK_PX = 0.5, 10
_OWN_NAMES = {"super": "winleft", "escape": "esc", "menu": "apps", "print": "printscreen"}
_SIDES = ("left", "right")
_SOURCE_PAGER = 2
_POPUP_CLOSES_SECS = 1.0
_ASK_AGAIN_SECS = 0.01
_MOST_WORDS = 1 << 16


class Input(facts.Part):
    """Turns the parent's requests into input, as long as it ``is_commanded``."""

    display: str
    spare_keycodes: Sequence[int]
    guard: own_window_guard.OwnWindowGuard
    _: facts.KW_ONLY
    is_commanded: Callable[[], bool]

    def __post_init__(self) -> None:
        pyautogui.PAUSE = 0
        pyautogui.FAILSAFE = False  # the corners belong to the agent; STOP is the way to stop
        self._connection = xcffib.connect(self.display)
        keycodes = self.spare_keycodes
        self._typist = typist.Typist(self.display, keycodes, check_keyboard=self._check_keyboard)
        self._typed_into: Point | None = None
        self._typed_window = 0
        self._keys_down: list[str] = []
        self._pressed: tuple[str, Point] | None = None
        """The button that is held down, and since where."""
        self._last_press: tuple[str, Point, float] | None = None
        """With which button, where and when it began or ended."""

    def handle(self, request: Request) -> object:
        """Perform one request. Raises ``ActionImpossible`` for what the display can't do, and
        ``HandsStopped`` where whoever commanded it went away meanwhile."""
        match request["op"]:
            case "ping":
                return list(pyautogui.position())
            case "move":
                pyautogui.moveTo(request["x"], request["y"])
            case "click" if request.get("half") == "up":
                self._let_go_at(Point(request["x"], request["y"]))
            case "click" | "drag" if self._pressed:
                raise errors.ActionImpossible("The mouse button is held down: let go of it first.")
            case "click":
                self._click(request)
            case "type":
                self._type(request)
            case "press":
                self._press(request["keys"], request.get("half", ""))
            case "let_go":
                return self._let_go()
            case "scroll":
                self._scroll(request)
            case "drag":
                self._drag(request)
            case "focus_window":
                focus_window(self._connection, request["title"], is_own=self.guard.is_own)
            case "activate":
                if self.guard.has_keyboard():
                    activate(self._connection, request["xid"])
            case other:
                raise errors.ActionImpossible(f"The hands know no action called “{other}”.")
        return None

    def _check_keyboard(self) -> None:
        if not self.is_commanded():
            raise errors.HandsStopped("Nobody commands the hands any more.")
        self.guard.check_keyboard()

    def _type(self, request: Request) -> None:
        """What ``goes_on`` is a part of what was typed; into a field if that ``is_clicked``."""
        if not request.get("goes_on"):
            at = Point(*pyautogui.position())
            self._typed_into = at if request.get("is_clicked") else None
            self._typed_window = self.guard.window_at(at)
        self._typist.type(request["text"], more=request.get("more", False))

    def _click(self, request: Request) -> None:
        at = Point(request["x"], request["y"])
        self._close_completion(at)
        self.guard.check_point(at)
        pyautogui.moveTo(at.x, at.y)
        button, hold_secs = request["button"], request.get("hold_secs", 0.0)
        if not request.get("is_direct"):
            self._keep_apart(button, at)
        if request.get("half") == "down":
            self._hold_keys(request["modifiers"])
            pyautogui.mouseDown(button=button)
            self._pressed = button, at
            return
        with _held(request["modifiers"]):
            if hold_secs:
                pyautogui.mouseDown(button=button)
                self._hold(hold_secs)
                pyautogui.mouseUp(button=button)
            else:
                clicks = request["count"]
                pyautogui.click(clicks=clicks, interval=_CLICK_INTERVAL_SECS, button=button)
                self._last_press = button, at, time.monotonic()

    def _keep_apart(self, button: str, at: Point) -> None:
        """The press to come waits where a program would take it and the last one for a double
        click: so near are 5 px in GTK, Qt and Tk, twice that on a dense display."""
        if self._last_press is not None and self._last_press[0] == button:
            _, place, at_secs = self._last_press
            if max(abs(place.x - at.x), abs(place.y - at.y)) <= _DOUBLE_CLICK_PX:
                self._hold(at_secs + _DOUBLE_CLICK_SECS - time.monotonic())
        self._last_press = button, at, time.monotonic()

    def _hold(self, secs: float) -> None:
        """As long as somebody commands it."""
        until = time.monotonic() + secs
        while self.is_commanded() and (left := until - time.monotonic()) > 0:
            time.sleep(min(left, _CLICK_INTERVAL_SECS))

    def _hold_keys(self, keys: Sequence[str]) -> None:
        self._keys_down = [_key_name(key) for key in keys] + self._keys_down
        for name in self._keys_down:
            pyautogui.keyDown(name)

    def _let_go_at(self, at: Point) -> None:
        """On the way there programs may follow, as on that of a drag."""
        self.guard.check_way(here := Point(*pyautogui.position()), at)
        known = self.guard.framed_windows()
        for place in _way((here, at)):
            self.guard.check_same(place, known, has_begun=True)
            pyautogui.moveTo(place.x, place.y)
            self._hold(_MOVE_SECS)
        self._let_go(at)

    def _let_go(self, at: Point | None = None) -> bool:
        """Of a button, without ``at``, where it was pressed: nothing is dropped anywhere else."""
        keys, self._keys_down = self._keys_down, []
        pressed, self._pressed = self._pressed, None
        if pressed:
            at = at or pressed[1]
            pyautogui.mouseUp(at.x, at.y, button=pressed[0])
        for name in keys:
            pyautogui.keyUp(name)
        return bool(pressed or keys)

    def _close_completion(self, at: Point) -> None:
        """What pops up while one types and takes the pointer (completions) swallows the next click
        that is elsewhere: it is closed by one into the field that was typed into, if nothing was
        done since and the field's window is on top there. Nothing is clicked for a tool tip."""
        field, self._typed_into = self._typed_into, None
        if field is None or field != Point(*pyautogui.position()):
            return
        popups = self.guard.popups()
        is_there = self.guard.window_at(field) == self._typed_window
        if not is_there or any(each.outer_px.contains(at) for each in popups):
            return
        if not popups or not self._is_pointer_taken():
            return
        self.guard.check_point(field)
        self._keep_apart("left", field)
        pyautogui.click()
        deadline = time.monotonic() + _POPUP_CLOSES_SECS
        while time.monotonic() < deadline and self._is_pointer_taken():
            time.sleep(_ASK_AGAIN_SECS)

    def _is_pointer_taken(self) -> bool:
        """Whether a program has the pointer to itself: the server then gives it to nobody else."""
        mode, none, core = xcffib.xproto.GrabMode.Async, xcffib.NONE, self._connection.core
        root, now = x_calls.root_of(self._connection), xcffib.CurrentTime
        grab = core.GrabPointer(False, root, 0, mode, mode, none, none, now)
        is_ours = grab.reply().status == xcffib.xproto.GrabStatus.Success
        core.UngrabPointer(now, is_checked=True).check()
        return not is_ours

    def _press(self, keys: list[str], half: str) -> None:
        self._check_keyboard()
        self._typed_into = None
        self._hold_keys(keys) if half else pyautogui.hotkey(*map(_key_name, keys))

    def _scroll(self, request: Request) -> None:
        if request["x"] is None:
            self.guard.check_pointer()
        else:
            self.guard.check_point(Point(request["x"], request["y"]))
            pyautogui.moveTo(request["x"], request["y"])
        with _held(request["modifiers"]):
            if request["down"]:
                pyautogui.scroll(-request["down"])
            if request["right"]:
                pyautogui.hscroll(request["right"])

    def _drag(self, request: Request) -> None:
        """Stroke by stroke, the button held; it stops before a window that came meanwhile."""
        strokes = [[Point(*point) for point in stroke] for stroke in request["strokes"]]
        known = self.guard.framed_windows()
        with _held(request["modifiers"]):
            for number, stroke in enumerate(strokes):
                for here, there in pairwise(stroke):
                    self.guard.check_way(here, there)
                self.guard.check_same(stroke[0], known, has_begun=number > 0)
                pyautogui.moveTo(stroke[0].x, stroke[0].y)
                self._keep_apart("left", stroke[0])
                pyautogui.mouseDown()
                try:
                    for at in _way(stroke):
                        self.guard.check_same(at, known, has_begun=True)
                        pyautogui.moveTo(at.x, at.y)
                        self._hold(_MOVE_SECS)
                finally:
                    pyautogui.mouseUp()


def _way(stroke: Sequence[Point]) -> Iterator[Point]:
    """In steps that a program can follow: a few at least."""
    least = math.ceil(_LEAST_MOVES / (len(stroke) - 1))
    for here, there in pairwise(stroke):
        yield from points_between(here, there, _MOVE_PX, least)


@contextlib.contextmanager
def _held(modifiers: Sequence[str]) -> Iterator[None]:
    names = [_key_name(key) for key in modifiers]
    try:
        for name in names:
            pyautogui.keyDown(name)
        yield
    finally:
        for name in reversed(names):
            pyautogui.keyUp(name)


def _key_name(key: str) -> str:
    """pyautogui's name of a key; it ignores what it does not know, which we refuse."""
    name = key.strip().lower()
    if not name.endswith(_SIDES):  # "altright" is more than Alt
        name = _OWN_NAMES.get(one_name(key), one_name(key))
    if name not in pyautogui.KEYBOARD_KEYS:
        raise errors.ActionImpossible(f"There is no key called “{key}”.")
    return name


def focus_window(
    connection: xcffib.Connection, title: str, *, is_own: Callable[[int], bool]
) -> None:
    """Activate the window whose title, else class, contains ``title``; none that ``is_own``. Raises
    ``ActionImpossible`` where there is none. Source: EWMH 1.5, "_NET_ACTIVE_WINDOW"."""
    windows = [one for one in _client_windows(connection) if not is_own(one[0])]
    fitting = going_by(title, windows)
    if not fitting:
        raise errors.ActionImpossible(f"There is no window called “{title}”.")
    activate(connection, fitting[-1])


def activate(connection: xcffib.Connection, xid: int) -> None:
    """Activate one window; nothing happens where it is gone."""
    (message,) = x_calls.atoms_of(connection, ("_NET_ACTIVE_WINDOW",)).values()
    data = x_calls.client_message(xid, message, _SOURCE_PAGER)
    masks = xcffib.xproto.EventMask
    mask = masks.SubstructureNotify | masks.SubstructureRedirect
    connection.core.SendEvent(
        False, x_calls.root_of(connection), mask, data, is_checked=True
    ).check()


def _client_windows(connection: xcffib.Connection) -> list[tuple[int, tuple[str, ...]]]:
    """The managed windows, lowest first, with their words: title, instance, class."""
    names = ("_NET_CLIENT_LIST_STACKING", "_NET_WM_NAME", "WM_NAME", "WM_CLASS")
    stacking, *told = x_calls.atoms_of(connection, names).values()
    listed = x_calls.ask_property(
        connection, x_calls.root_of(connection), stacking, _MOST_WORDS
    ).reply()
    windows = []
    for window in x_calls.numbers_in(listed):
        asked = [x_calls.ask_property(connection, window, atom, _MOST_WORDS) for atom in told]
        title, old_title, classes = (x_calls.text_in(one.reply()) for one in asked)
        windows.append((window, (title or old_title, *classes.split("\0"))))
    return windows
