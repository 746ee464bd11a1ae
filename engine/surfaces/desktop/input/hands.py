"""The desktop's hands: the parent's side of the input child, of launching, and of STOP."""

import asyncio
import contextlib
import os
import time
from collections.abc import Callable, Mapping
from pathlib import Path

import xcffib

from engine.domain import errors
from engine.domain.leases import Lease
from engine.domain.monitors import ScreenLayout
from engine.domain.ports import SecretSource
from engine.processes.child_process import START_SECS, ChildProcess
from engine.processes.environment import python_module
from engine.surfaces.desktop.input.commanded_hands import CommandedHands, Launcher
from engine.surfaces.desktop.input.releaser import Releaser
from engine.surfaces.desktop.terminals import NOBODY, OwnProcesses

_RELEASE_TIMEOUT_SECS = 0.5
_END_SECS = 0.2
"""How long a killed child may take to be gone."""


class DesktopHands(CommandedHands):
    """Implements the ``Hands`` port for one X display."""

    def __init__(
        self,
        environment: Mapping[str, str],
        *,
        launch: Launcher,
        secrets: SecretSource,
        lease: Lease,
        own: OwnProcesses = NOBODY,
        layout: Callable[[], ScreenLayout] = ScreenLayout,
        on_lost: Callable[[str], object],
    ) -> None:
        super().__init__(launch=launch, secrets=secrets, lease=lease, own=own, layout=layout)
        self._environment = environment
        self._releaser: Releaser | None = None
        self._on_lost = on_lost

    async def start(self) -> None:
        """Raises ``SurfaceLost`` where the display takes no input."""
        try:
            self._releaser = await asyncio.to_thread(Releaser, self._environment)
        except xcffib.ConnectionException:
            raise errors.SurfaceLost("The display takes no input: it can't be opened.") from None
        child = ChildProcess(
            python_module(
                "engine.surfaces.desktop.input.hands_child",
                self._own.to_argument(),
                *(str(code) for code in self._releaser.spare_keycodes),
            ),
            what="the hands",
            environment=_with_authority(self._environment),
            refusals=(errors.ActionImpossible, errors.MayHaveLanded, errors.PlaceChanged),
            on_end=self._on_lost,
            ends_when_silent=True,  # nobody steers them
        )
        self._child = child
        await child.start()
        await child.call("ping", timeout_secs=START_SECS)

    async def close(self) -> None:
        if self._child is not None:
            await self._child.close()
        if self._releaser is not None:
            releaser, self._releaser = self._releaser, None
            with contextlib.suppress(xcffib.ConnectionException, TimeoutError):  # it is gone
                async with asyncio.timeout(_RELEASE_TIMEOUT_SECS):
                    await asyncio.to_thread(releaser.release_all)
            releaser.close()

    async def stop(self) -> tuple[tuple[str, ...], float]:
        """Kill the child, then let go of all that is held: what it was, and the milliseconds.

        The release runs in a thread of its own, so that a hung display can't hold the console.
        """
        started = time.perf_counter()
        self.is_stopped = True
        if self._child is not None:
            self._child.kill()
            with contextlib.suppress(TimeoutError):  # what it does until then is let go of, too
                async with asyncio.timeout(_END_SECS):
                    await self._child.wait()
        released: tuple[str, ...] = ()
        if self._releaser is not None:
            try:
                async with asyncio.timeout(_RELEASE_TIMEOUT_SECS):
                    released = await asyncio.to_thread(self._releaser.release_all)
            except TimeoutError:
                raise errors.SurfaceLost(
                    "The hands are stopped, but the display does not answer:"
                    " keys may still be held down on it."
                ) from None
        return released, (time.perf_counter() - started) * 1000

    async def give_keyboard_to(self, window_id: str) -> None:
        """Have that window take the keyboard if one of ours has it; nothing otherwise."""
        if window_id:
            await self._call("activate", xid=int(window_id, 16))


def _with_authority(environment: Mapping[str, str]) -> dict[str, str]:
    """python3-xlib, under pyautogui, insists on an authority file where a display needs none."""
    home = Path(environment.get("HOME", ""))
    if "XAUTHORITY" in environment or (home / ".Xauthority").exists():
        return dict(environment)
    return {**environment, "XAUTHORITY": os.devnull}
