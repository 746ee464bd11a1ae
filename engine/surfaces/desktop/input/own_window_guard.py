"""The last look before the hands move: nothing of the agent's lands on Pilothouse's own windows.

It is asked in the hands' process, right before the input and again between bursts of typing, since
a window of the console may have moved over the target, or taken the keyboard, since the agent
looked. The terminal in which Pilothouse runs is guarded in the same way."""

import time
from collections.abc import Sequence

from engine.domain.errors import ActionImpossible, MayHaveLanded, PlaceChanged
from engine.domain.spaces import Point
from engine.geometry.regions import points_between
from engine.surfaces.desktop.terminals import NOBODY, OwnProcesses
from engine.surfaces.desktop.x11.window_stack import Owner, WindowStack, XWindow
from engine.surfaces.desktop.x11.windows import XWindows

_HAND_OVER_SECS = 2.0
"""How long the keyboard may take to go from the console to a window that was just clicked."""
_ASK_AGAIN_SECS = 0.01

_CALLED = {
    Owner.PILOTHOUSE: "Pilothouse's own window",
    Owner.TERMINAL: "The terminal in which Pilothouse runs",
}


class OwnWindowGuard:
    """Refuses what would touch Pilothouse's own windows, or places that no monitor shows. Without
    own processes (on a practice desktop) it lets everything pass."""

    def __init__(self, display: str, own: OwnProcesses) -> None:
        """Raises ``DisplayGone``."""
        self._has_own = own != NOBODY
        self._windows = XWindows(display, own)

    def check_point(self, at: Point) -> None:
        """Raises ``ActionImpossible`` where the pointer must not press there."""
        if self._has_own:
            _check(self._windows.read(), (at,))

    def check_pointer(self) -> None:
        """The same where the pointer is now."""
        if self._has_own:
            _check(self._windows.read(), (self._windows.pointer(),))

    def check_way(self, start: Point, end: Point) -> None:
        """Raises ``ActionImpossible`` where a straight drag would cross such a window."""
        if self._has_own:
            stack = self._windows.read()
            _check(stack, (start, end))
            # gaps between monitors don't count
            _check(stack, [at for at in points_between(start, end, 1) if stack.is_shown(at)])

    def framed_windows(self) -> frozenset[int]:
        """Those that a window manager frames; what a drag itself shows is none of them."""
        return frozenset(each.xid for each in self._windows.read().windows if not each.is_popup)

    def check_same(self, at: Point, known: frozenset[int], *, has_begun: bool) -> None:
        """Raises where another window lies there: ``MayHaveLanded`` where something was done."""
        top = self._windows.read().top_at(at)
        if top is None or top.is_popup or top.xid in known:
            return
        words = f"A window came up across the way at {at.x}, {at.y}: “{top.title}”."
        raise MayHaveLanded(f"{words} It was stopped there.") if has_begun else PlaceChanged(words)

    def check_keyboard(self) -> None:
        """Raises ``ActionImpossible`` where keys would go to such a window. A click that has just
        been made may take a moment to give another window the keyboard: it is waited for."""
        if not self._has_own:
            return
        give_up_at = time.monotonic() + _HAND_OVER_SECS
        while True:
            _refuse_menus(self._windows.read())
            owner = self._windows.keyboard_owner()
            if owner is Owner.OTHER:
                return
            if time.monotonic() >= give_up_at:
                why = f"{_CALLED[owner]} has the keyboard: what is typed would go there."
                raise ActionImpossible(why, "Click into the window that is meant first.")
            time.sleep(_ASK_AGAIN_SECS)

    def popups(self) -> tuple[XWindow, ...]:
        """Menus, tool tips and completions that are open now."""
        stack = self._windows.read()
        return tuple(each for each in stack.windows if each.is_popup and not each.is_managers)

    def window_at(self, at: Point) -> int:
        """The number of the window that is on top there; 0 where none is."""
        top = self._windows.read().top_at(at)
        return top.xid if top is not None else 0

    def has_keyboard(self) -> bool:
        """Whether one of Pilothouse's own windows has the keyboard."""
        if not self._has_own:
            return False
        self._windows.read()
        return self._windows.keyboard_owner() is Owner.PILOTHOUSE

    def is_own(self, xid: int) -> bool:
        """Whether a window is Pilothouse's or its terminal's, as windows are now."""
        if not self._has_own:
            return False
        stack = self._windows.read()
        return any(one.xid == xid and one.owner is not Owner.OTHER for one in stack.windows)


def _refuse_menus(stack: WindowStack) -> None:
    """An open menu takes every click and key, wherever they are aimed."""
    if any(window.is_own and window.is_menu for window in stack.windows):
        why = "A menu of Pilothouse's own is open: it would take the click or the key."
        raise ActionImpossible(why, "Close the menu.")


def _check(stack: WindowStack, points: Sequence[Point]) -> None:
    _refuse_menus(stack)
    for point in points:
        if not stack.is_shown(point):
            why = f"No monitor shows the place at {point.x}, {point.y}."
            raise ActionImpossible(why, "Move the window onto a monitor.")
        top = stack.top_at(point)
        if top is not None and top.owner is not Owner.OTHER:
            why = f"{_CALLED[top.owner]} lies at {point.x}, {point.y}: the agent may not touch it."
            raise ActionImpossible(why, "Move it aside, or work on the practice desktop.")
