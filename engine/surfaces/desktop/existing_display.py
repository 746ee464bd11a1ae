"""A display that is there already: the operator's own screen, or another by its number."""

from __future__ import annotations

import asyncio
import os
import subprocess
from collections.abc import Mapping, Sequence
from pathlib import Path

import xcffib

from engine.domain.errors import SurfaceUnavailable


class ExistingDisplay:
    """Implements ``DisplayHost`` on a running X server; ends nothing that it did not start."""

    def __init__(self, display: str | None, environment: Mapping[str, str] = os.environ) -> None:
        self._display = display or environment.get("DISPLAY", "")
        self._own = {
            name: value
            for name, value in environment.items()
            if not name.startswith("PILOTHOUSE_SECRET_")  # no business of what is launched
        }

    @property
    def environment(self) -> Mapping[str, str]:
        return {
            **self._own,
            "DISPLAY": self._display,
            "QT_LINUX_ACCESSIBILITY_ALWAYS_ON": "1",
            "GNOME_ACCESSIBILITY": "1",
        }

    @property
    def home(self) -> Path:
        return Path.home()

    @property
    def places(self) -> Mapping[str, str]:
        return {
            "home folder": str(self.home),
            "documents": str(self.home / "Documents"),
            "downloads": str(self.home / "Downloads"),
            "desktop": str(self.home / "Desktop"),
        }

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
            await asyncio.to_thread(_knock, self._display)
        except (xcffib.ConnectionException, ValueError):
            raise SurfaceUnavailable(
                f"The display {self._display} can't be opened.",
                "See that an X server runs there and that you may use it (xhost, XAUTHORITY).",
            ) from None

    async def close(self) -> None:
        """Nothing to end: the display and its applications belong to the operator."""

    async def wait_gone(self) -> str:
        """For ever: the camera notices when the display goes away."""
        return await asyncio.get_running_loop().create_future()  # type: ignore[no-any-return]

    async def spawn(self, argv: Sequence[str], *, cwd: Path | None = None) -> int:
        """Start a program on the display; it lives on when Pilothouse ends."""
        process = await asyncio.to_thread(
            subprocess.Popen,
            list(argv),
            cwd=cwd or self.home,
            env=dict(self.environment),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
        return int(process.pid)


def _knock(display: str) -> None:
    xcffib.connect(display).disconnect()
