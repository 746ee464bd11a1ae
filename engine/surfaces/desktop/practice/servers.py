"""The servers of a practice desktop that share its sandbox: window manager, session bus and
accessibility bus.

They are started side by side where possible, each awaited by what it says of itself when ready,
and watched afterwards: a window manager can be started again without harm, a session bus takes the
programs that use it along.
"""

import contextlib
import os
import select
import subprocess
import time
from collections.abc import Iterable
from dataclasses import dataclass, field

import xcffib
import xcffib.xproto

from engine.processes.descendants import Children
from engine.surfaces.desktop.practice.session_folder import SessionFolder
from engine.surfaces.desktop.x11.x_calls import ask_property, atoms_of, connect

START_TIMEOUT_SECS = 30.0
"""With that of the display below the patience of `PracticeDesktop`: so it is said what is amiss."""
ACCESSIBILITY_TIMEOUT_SECS = 25.0
BACKGROUND = 0x3B4252


@dataclass(slots=True)
class Servers:
    """One desktop's servers, on the display of the children's environment."""

    children: Children
    folder: SessionFolder
    _deadline: float = 0.0
    _names: dict[int, str] = field(default_factory=dict)
    _restarts_left: int = 1

    @property
    def bus_address(self) -> str:
        return self.children.environment["DBUS_SESSION_BUS_ADDRESS"]

    @property
    def process_ids(self) -> dict[int, str]:
        """The servers that run, each with what it is: "session bus"."""
        return dict(self._names)

    def start(self) -> None:
        """Bring everything up. Raises `SurfaceUnavailable` with what the server said."""
        self._deadline = time.monotonic() + START_TIMEOUT_SECS
        window_manager = self._start_window_manager()
        self._start_bus()
        self._wake_accessibility()
        self._await_window_manager(window_manager)

    def lost_with(self, ended: Iterable[int]) -> list[str]:
        """What the desktop has lost with these processes, such as "session bus".

        A window manager is not lost but started again, once: one that ends twice does so again.
        """
        names = {self._names.pop(pid) for pid in ended if pid in self._names}
        if "window manager" in names and self._restarts_left:
            self._restarts_left -= 1
            with contextlib.suppress(OSError):  # uninstalled meanwhile
                self._start_window_manager()
        return sorted(names - {"window manager"})

    def _start_window_manager(self) -> subprocess.Popen[bytes]:
        settings = str(self.folder.window_manager_settings)
        child = self.children.launch(["openbox", "--sm-disable", "--config-file", settings])
        self._names[child.pid] = "window manager"
        return child

    def _start_bus(self) -> None:
        child, _ = self.children.launch_and_read(
            "The session bus (dbus-daemon)",
            lambda fd: [
                *("dbus-daemon", "--session", "--nofork", "--nopidfile"),
                *(f"--address={self.bus_address}", f"--print-address={fd}"),
            ],
            self._secs_left(),
        )
        self._names[child.pid] = "session bus"

    def _wake_accessibility(self) -> None:
        """Have the accessibility bus started; without at-spi2-core there is none."""
        ask = "dbus-send --session --print-reply=literal --dest=org.a11y.Bus /org/a11y/bus"
        with contextlib.suppress(subprocess.TimeoutExpired):
            subprocess.run(
                [*ask.split(), "org.a11y.Bus.GetAddress"],
                env=self.children.environment,
                capture_output=True,
                timeout=min(ACCESSIBILITY_TIMEOUT_SECS, self._secs_left()),
                check=False,
            )

    def _await_window_manager(self, window_manager: subprocess.Popen[bytes]) -> None:
        """Wait until the root window names a window manager."""
        connection = connect(self.children.environment)
        ended = os.pidfd_open(window_manager.pid)
        try:
            root, atom = watch_root(connection)
            while not ask_property(connection, root, atom).reply().value_len:
                if connection.poll_for_event() is not None:
                    continue
                watched = [connection.get_file_descriptor(), ended]
                readable, _, _ = select.select(watched, [], [], self._secs_left())
                if not readable or ended in readable:
                    raise self.children.failure("The window manager (openbox) did not come up.")
        except xcffib.ConnectionException:
            raise self.children.failure("The display ended at its start.") from None
        finally:
            os.close(ended)
            connection.disconnect()

    def _secs_left(self) -> float:
        return max(0.0, self._deadline - time.monotonic())


def watch_root(connection: xcffib.Connection) -> tuple[int, int]:
    """Paint the root window and hear of its properties; the window and the atom to wait for."""
    root = connection.get_setup().roots[0].root
    connection.core.ChangeWindowAttributes(
        root,
        xcffib.xproto.CW.BackPixel | xcffib.xproto.CW.EventMask,
        [BACKGROUND, xcffib.xproto.EventMask.PropertyChange],
    )
    connection.core.ClearArea(False, root, 0, 0, 0, 0)
    name = "_NET_SUPPORTING_WM_CHECK"
    return root, atoms_of(connection, (name,))[name]
