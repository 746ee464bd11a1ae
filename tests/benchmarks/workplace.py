"""Where figures are taken: a practice desktop to work on, and the one that a console works on."""

from __future__ import annotations

import asyncio
import json
import sys
import tempfile
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import psutil

from app.settings.tables import PracticeSettings, Settings
from app.wiring import build_perceiver, catalogue_of
from engine.domain.plans import Situation
from engine.perception.perceiver import SurfacePerceiver
from engine.record.store import SessionStore
from engine.surfaces.desktop.practice.practice_desktop import PracticeDesktop
from engine.surfaces.desktop.surface import DesktopSurface
from tests.end_to_end.conftest import SECRETS, Bench
from tests.practice_app.installed import practice_installed

PATIENCE_SECS = 60.0
_CAMERA = "engine.surfaces.desktop.x11.camera"


@asynccontextmanager
async def practice_bench(
    width: int = 1280,
    height: int = 800,
    settings: Settings | None = None,
    *,
    is_sandboxed: bool = True,
) -> AsyncIterator[Bench]:
    """A fresh practice desktop with a store, as the end-to-end tests have it."""
    settings = settings or Settings(practice=PracticeSettings(width=width, height=height))
    with practice_installed(), tempfile.TemporaryDirectory() as folder:
        asked = settings.practice
        surface = DesktopSurface(
            "practice",
            PracticeDesktop(width=asked.width, height=asked.height, is_sandboxed=is_sandboxed),
            catalogue_for=catalogue_of,
            secrets=SECRETS,
            is_practice=True,
        )
        perceiver = build_perceiver(surface, SECRETS, settings)
        store = await SessionStore.open(Path(folder) / "sessions.db")
        try:
            await surface.start()
            yield Bench(surface, perceiver, store, settings, SECRETS)
        finally:
            await perceiver.close()
            await surface.close()
            await store.close()


async def shows(perceiver: SurfacePerceiver, title: str) -> Situation:
    """The situation once a window of that title has told what is in it."""
    async with asyncio.timeout(PATIENCE_SECS):
        while True:
            situation = await perceiver.observe()
            for window in situation.windows:
                inside = [z for z in situation.zones_in_sight if z.window_id == window.window_id]
                if title in window.title and inside:
                    return situation
            await asyncio.sleep(0.05)


async def camera_of(console_pid: int) -> psutil.Process:
    """The camera of that console, once it is there."""
    async with asyncio.timeout(PATIENCE_SECS):
        while True:
            for child in psutil.Process(console_pid).children():
                try:
                    if _CAMERA in child.cmdline():
                        return child
                except psutil.Error:
                    continue
            await asyncio.sleep(0.02)


async def practice_environment(console_pid: int) -> dict[str, str]:
    """The environment of programs on the practice desktop that this process has started."""
    return (await camera_of(console_pid)).environ()


async def json_from(module: str, environment: Mapping[str, str], *arguments: str) -> Any:
    """What one of our helpers prints when it has done its work on that display."""
    command = (sys.executable, "-m", f"tests.benchmarks.{module}", *arguments)
    child = await asyncio.create_subprocess_exec(
        *command, env=environment, stdout=asyncio.subprocess.PIPE
    )
    output, _ = await child.communicate()
    return json.loads(output)
