"""A tray on a display, as desktops have one (the freedesktop System Tray Protocol), and a window of
the console's that is told what waits.

``python -m tests.support.tray`` is that window: a line on standard input is what waits, an empty
one minimises it; a line on standard output is what has become of it."""

from __future__ import annotations

import contextlib
import sys
import time
from collections.abc import Iterator, Mapping

import xcffib
import xcffib.xproto as x

from engine.surfaces.desktop.x11.x_calls import connect

_DOCK = 0
_PATIENCE_SECS = 60.0


class Tray:
    """Takes in the icons that ask for it, side by side."""

    def __init__(self, environment: Mapping[str, str]) -> None:
        self._connection = connect(environment)
        self._root = self._connection.get_setup().roots[0].root
        self.window = self._connection.generate_id()
        self._connection.core.CreateWindow(
            0, self.window, self._root, 0, 0, 200, 32, 0, x.WindowClass.InputOutput, 0, 0, []
        )
        self._connection.core.MapWindow(self.window)
        name, manager = self._atom("_NET_SYSTEM_TRAY_S0"), self._atom("MANAGER")
        self._connection.core.SetSelectionOwner(self.window, name, 0)
        data = xcffib.xproto.ClientMessageData.synthetic([0, name, self.window, 0, 0], "IIIII")
        told = x.ClientMessageEvent.synthetic(32, self._root, manager, data)
        mask = x.EventMask.StructureNotify
        self._connection.core.SendEvent(False, self._root, mask, told.pack())
        self._connection.flush()

    def taken_in(self) -> int:
        """The next icon's window, at the tray's left edge."""
        until = time.monotonic() + _PATIENCE_SECS
        while time.monotonic() < until:
            event = self._connection.poll_for_event()
            if event is None:
                time.sleep(0.01)
            elif isinstance(event, x.ClientMessageEvent) and event.data.data32[1] == _DOCK:
                icon = int(event.data.data32[2])
                self._connection.core.ReparentWindow(icon, self.window, 0, 0)
                self._connection.core.MapWindow(icon)
                self._connection.flush()
                return icon
        raise TimeoutError("no icon asked for its place in the tray")

    def close(self) -> None:
        self._connection.disconnect()

    def _atom(self, name: str) -> int:
        return int(self._connection.core.InternAtom(False, len(name), name).reply().atom)


@contextlib.contextmanager
def tray_on(environment: Mapping[str, str]) -> Iterator[Tray]:
    tray = Tray(environment)
    try:
        yield tray
    finally:
        tray.close()


def main() -> int:
    import os

    from PySide6.QtCore import QSettings, QSocketNotifier, QTimer
    from PySide6.QtWidgets import QApplication, QLabel

    from widgets.window.main_window import MainWindow
    from widgets.window.run_tabs import WaitingNotice

    application = QApplication(sys.argv[:1])
    window = MainWindow(settings=QSettings("/dev/null", QSettings.Format.IniFormat))
    notice = WaitingNotice(window)
    said = ""

    def take() -> None:
        words = os.read(0, 4096).decode().rstrip("\n")
        notice.tell(words) if words else window.showMinimized()

    def tell() -> None:
        nonlocal said
        shown = [each for each in application.topLevelWidgets() if each.isVisible()]
        balloons = [each for each in shown if each.inherits("QBalloonTip")]
        words = [label.text() for each in balloons for label in each.findChildren(QLabel)]
        where = "active" if window.isActiveWindow() else "away" if window.isMinimized() else ""
        now = " | ".join(filter(None, (where, *words)))
        if now != said:
            said = now
            print(now, flush=True)

    heard = QSocketNotifier(0, QSocketNotifier.Type.Read)
    heard.activated.connect(lambda *_: take())
    often = QTimer(application, interval=20)
    often.timeout.connect(tell)
    often.start()
    window.show()
    return application.exec()


if __name__ == "__main__":
    sys.exit(main())
