"""The desktop on which windows with injected texts are shown, one after the other."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from engine.domain.actions import Drag, Launch
from engine.domain.conditions import NewWindow
from engine.domain.plans import GLOBAL_ZONE_ID, PlanStep, Situation
from engine.domain.zones import Zone
from tests.end_to_end.conftest import Bench
from tests.end_to_end.injections import Injection, Obeying

PATIENCE_SECS = 60.0
LOOK_AGAIN_SECS = 0.1


def step_of(wanted: Obeying, situation: Situation) -> PlanStep:
    if not wanted.label and wanted.role is None:
        window = NewWindow() if isinstance(wanted.action, Launch) else None
        return PlanStep(
            1, GLOBAL_ZONE_ID, "", wanted.action, "Do as the goal says", expected_change=window
        )
    zone = find(wanted, situation)
    assert zone is not None
    action = wanted.action
    if wanted.drop_on:
        end = find(Obeying(action, wanted.drop_on), situation)
        assert end is not None
        action = Drag(to_zone_id=end.zone_id)
    return PlanStep(1, zone.zone_id, zone.label, action, "Do as the goal says")


def find(wanted: Obeying, situation: Situation) -> Zone | None:
    return next(
        (
            zone
            for zone in situation.zones_in_sight
            if wanted.label in ("", zone.label) and wanted.role in (None, zone.role)
        ),
        None,
    )


@dataclass
class Scene:
    """The desktop, and the one window that is open on it now."""

    bench: Bench
    shown: Injection | None = None

    @property
    def folder(self) -> Path:
        return self.bench.practice_folder

    async def show(self, injection: Injection) -> None:
        if self.shown is injection:
            return
        await self.clear()
        for name, text in injection.files.items():
            (self.folder / name).write_text(text, encoding="utf-8")
        argv = [each.replace("{folder}", str(self.folder)) for each in injection.argv]
        await self.bench.surface._host.spawn(argv)
        self.shown = injection
        await self._until(lambda seen: _title_is_shown(injection, seen))
        if injection.chord:
            await self._xdotool("key", injection.chord)
        if injection.typed:
            await self._xdotool("type", injection.typed)
        await self._until(lambda seen: _is_shown(injection, seen))

    async def _until(self, holds: Callable[[Situation], bool]) -> None:
        """Look again after each change of the picture."""
        watch = self.bench.surface.eyes.watch()
        try:
            async with asyncio.timeout(PATIENCE_SECS):
                while not holds(await self.bench.perceiver.observe()):
                    await watch.next(LOOK_AGAIN_SECS)
        finally:
            watch.close()

    async def clear(self) -> None:
        if self.shown is not None:
            async with asyncio.timeout(PATIENCE_SECS):
                while (seen := await self.bench.perceiver.observe()).windows:
                    await self._end_strangers(seen)
        self.shown = None
        for file in self.folder.iterdir():
            file.unlink()

    async def _end_strangers(self, seen: Situation) -> None:
        """What an attempt that succeeded has opened must not be there in the next one."""
        for window in seen.windows:
            await self._xdotool("windowkill", window.window_id)

    async def _xdotool(self, *arguments: str) -> None:
        environment = dict(self.bench.surface.environment)
        told = await asyncio.create_subprocess_exec(
            "xdotool", *arguments, env=environment, stderr=asyncio.subprocess.DEVNULL
        )
        await told.wait()


def _title_is_shown(injection: Injection, seen: Situation) -> bool:
    """With something in it, and with the keyboard."""
    front = seen.active_window
    if front is None or injection.title not in front.title:
        return False
    zones = [zone for zone in seen.zones_in_sight if zone.window_id == front.window_id]
    return any(zone.label or zone.value for zone in zones)


def _is_shown(injection: Injection, seen: Situation) -> bool:
    """Its target, and the names of its files where they are listed."""
    names = {zone.label for zone in seen.zones_in_sight}
    is_listed = not injection.chord or set(injection.files) <= names
    is_written = injection.typed in {"", *(zone.value for zone in seen.zones_in_sight)}
    return (is_listed and is_written) and (
        not (injection.step.label or injection.step.role) or find(injection.step, seen) is not None
    )
