"""Lets go of what hands still hold down once they are killed, or nobody commands them any more."""

import threading
import time
from collections.abc import Mapping

import xcffib
import xcffib.xproto
import xcffib.xtest

from engine.surfaces.desktop.x11.x_calls import connect, keyboard_rows, root_of

_KEY_RELEASE, _BUTTON_RELEASE = 3, 5
_QUIET_ROUNDS = 2
_LEAST_ROUNDS, _MAX_SECS = 5, 0.03


class Releaser:
    """A key pressed through XTEST stays down when its client dies. Opened when the hands are;
    each call may come from a thread of its own, and waits for the one before."""

    def __init__(self, environment: Mapping[str, str]) -> None:
        self._one_at_a_time = threading.Lock()
        self._connection = connect(environment)
        self._xtest = self._connection(xcffib.xtest.key)
        self._root = root_of(self._connection)
        self.spare_keycodes = tuple(self._unused_keycodes())

    def release_all(self) -> tuple[str, ...]:
        """Release every key and button that is down; their names, such as ``key 38``.

        The dead child's last requests may still be in the server's buffer, so it looks again
        until nothing was down twice running: 30 ms at most, and on a busy machine, where one look
        may take longer than that, five times."""
        with self._one_at_a_time:
            return self._release_all()

    def close(self) -> None:
        """Release all, and leave the display."""
        with self._one_at_a_time:
            try:
                self._release_all()
            finally:
                self._connection.disconnect()

    def _release_all(self) -> tuple[str, ...]:
        released: dict[str, None] = {}
        quiet, rounds, deadline = 0, 0, time.monotonic() + _MAX_SECS
        while quiet < _QUIET_ROUNDS and (rounds < _LEAST_ROUNDS or time.monotonic() < deadline):
            rounds += 1
            core = self._connection.core
            keys, mask = core.QueryKeymap().reply().keys, core.QueryPointer(self._root).reply().mask
            codes = (
                8 * i + bit for i, byte in enumerate(keys) for bit in range(8) if byte >> bit & 1
            )
            down = [(_KEY_RELEASE, code) for code in codes]
            down += [(_BUTTON_RELEASE, n) for n in range(1, 6) if mask >> (7 + n) & 1]
            quiet = 0 if down else quiet + 1
            for kind, code in down:
                self._xtest.FakeInput(kind, code, 0, xcffib.NONE, 0, 0, 0)
                released[f"{'key' if kind == _KEY_RELEASE else 'button'} {code}"] = None
            self._connection.core.GetInputFocus().reply()
        # what the typist put on spare keys goes, so that no typed character stays readable
        for code in set(self.spare_keycodes) - set(self._unused_keycodes()):
            self._connection.core.ChangeKeyboardMapping(1, code, 1, [0])
        self._connection.core.GetInputFocus().reply()
        return tuple(released)

    def _unused_keycodes(self) -> list[int]:
        """Those to which the keyboard's layout gives no character."""
        return [code for code, row in keyboard_rows(self._connection).items() if not any(row)]
