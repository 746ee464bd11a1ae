"""A display that is there already: the operator's own screen, or another by its number."""

import asyncio
import os
import subprocess
from collections.abc import Mapping, Sequence
from pathlib import Path

import xcffib

from engine.domain.errors import SurfaceUnavailable
from engine.domain.surface_ports import FileFacts
from engine.processes.descendants import living
from engine.processes.environment import child_environment
from engine.surfaces.desktop.launched import HostNews, Launch, LaunchedApplications
from engine.surfaces.desktop.surface import DisplayHost
from engine.surfaces.files import read_file_facts


class ExistingDisplay(DisplayHost):
    """A running X server; ends nothing that it did not start."""

    def __init__(self, display: str | None, environment: Mapping[str, str] = os.environ) -> None:
        self._display = display or environment.get("DISPLAY", "")
        self._launched = LaunchedApplications()
        self._running: list[subprocess.Popen[bytes]] = []
        self._own = child_environment(environment, on_screen=True, with_network=True)

    @property
    def environment(self) -> Mapping[str, str]:
        return {
            **self._own,
            "DISPLAY": self._display,
            "QT_LINUX_ACCESSIBILITY_ALWAYS_ON": "1",
            "GNOME_ACCESSIBILITY": "1",
            "QT_ASSUME_STDERR_HAS_CONSOLE": "1",  # else its errors may go to the journal
        }

    @property
    def home(self) -> Path:
        return Path.home()

    async def start(self) -> None:
        """Raises ``SurfaceUnavailable`` under Wayland, without a display, or if it is dead."""
        if self._own.get("WAYLAND_DISPLAY") and self._own.get("XDG_SESSION_TYPE") == "wayland":
            raise SurfaceUnavailable(
                "This is a Wayland session: it lets no program see or control other windows.",
                "Use the practice desktop (--surface practice), or log in with an Xorg session.",
            )
        if not self._display:
            raise SurfaceUnavailable(
                "There is no display here (DISPLAY is not set).",
                "Use the practice desktop (--surface practice), or name one: --surface display:1.",
            )
        try:
            (await asyncio.to_thread(xcffib.connect, self._display)).disconnect()
        except (xcffib.ConnectionException, ValueError):
            raise SurfaceUnavailable(
                f"The display {self._display} can't be opened.",
                "See that an X server runs there and that you may use it (xhost, XAUTHORITY).",
            ) from None

    async def close(self) -> None:
        """Nothing to end: the display and its applications belong to the operator."""
        self._launched.forget()
        self._running.clear()

    async def wait_gone(self) -> str:
        """For ever: the camera notices when the display goes away."""
        return await asyncio.get_running_loop().create_future()  # type: ignore[no-any-return]

    async def spawn(self, argv: Sequence[str], *, cwd: Path | None = None, name: str = "") -> int:
        """Start a program on the display; it lives on when Pilothouse ends."""
        launch = Launch(name or Path(argv[0]).name, tuple(argv), str(cwd) if cwd else None)
        return await asyncio.to_thread(self._launched.launch, launch, self._start)

    async def news(self) -> HostNews:
        for process in [one for one in self._running if one.poll() is not None]:
            self._running.remove(process)
            self._launched.note_ended(process.pid, process.returncode)
        return self._launched.take_news()

    async def living(self, process_ids: Sequence[int]) -> Mapping[int, int]:
        return await asyncio.to_thread(living, process_ids)

    async def file_facts(self, path: str) -> FileFacts:
        return await asyncio.to_thread(read_file_facts, self.home, path)

    def _start(self, launch: Launch, errors_fd: int) -> int:
        process = subprocess.Popen(
            launch.argv,
            cwd=launch.cwd or self.home,
            env=dict(self.environment),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=errors_fd,
            start_new_session=True,
        )
        self._running.append(process)
        return int(process.pid)
