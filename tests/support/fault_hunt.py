"""Walks through an application on a practice desktop and asks the fault watch after each step."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass

from app.secrets import Secrets
from app.settings import Settings
from app.wiring import build_desktop, build_perceiver
from engine.domain.actions import Click, Launch, PressKeys
from engine.domain.exploring.faults import Fault
from engine.domain.exploring.traces import TracedStep, locator_of
from engine.domain.situation import Situation
from engine.domain.zones import Role, Zone
from engine.execution.exploring.watching import SurfaceFaultWatch
from engine.perception.perceiver import SurfacePerceiver
from engine.surfaces.desktop.surface import DesktopSurface

_REST_SECS = 0.4
_LONGEST_SECS = 5.0
_BOUND_SECS = 60.0


@dataclass
class Hunt:
    """A desktop that is started; ``watch`` is told of each step as it is done."""

    surface: DesktopSurface
    perceiver: SurfacePerceiver
    watch: SurfaceFaultWatch

    async def launch(self, name: str) -> None:
        await self.surface.hands.perform(Launch(name), None)

    async def spawn(self, argv: tuple[str, ...], name: str) -> None:
        await self.surface._host.spawn(argv, name=name)

    async def press(self, label: str, role: Role | None = None) -> tuple[Fault, ...]:
        """Click what has that label, and what broke by that."""
        zone = await self.zone(label, role)
        before = await self.look()
        step = TracedStep(Click(), f"Click {zone.words}", locator_of(zone, before))
        await self.surface.hands.perform(Click(), zone.bounds_px.center)
        return await self.checked(before, step)

    async def keys(self, *keys: str) -> tuple[Fault, ...]:
        before = await self.look()
        await self.surface.hands.perform(PressKeys(keys), None)
        return await self.checked(before, TracedStep(PressKeys(keys), "+".join(keys)))

    async def checked(self, before: Situation, *steps: TracedStep) -> tuple[Fault, ...]:
        await self.rest()
        return await self.watch.check(before, await self.look(), steps)

    async def zone(self, label: str, role: Role | None = None) -> Zone:
        deadline = time.monotonic() + _BOUND_SECS
        while True:
            zones = (await self.look()).zones_in_sight
            found = [z for z in zones if z.label == label and role in (None, z.role)]
            if found:
                return found[0]
            assert time.monotonic() < deadline, f"no “{label}” came into sight"
            await asyncio.sleep(0.1)

    async def look(self) -> Situation:
        return await self.perceiver.observe()

    async def rest(self) -> None:
        """Until the picture has been still for a moment, or moves on and on."""
        ends = time.monotonic() + _LONGEST_SECS
        count, since = -1, time.monotonic()
        while time.monotonic() - since < _REST_SECS and time.monotonic() < ends:
            now = await self.surface.eyes.change_count()
            if now != count:
                count, since = now, time.monotonic()
            await asyncio.sleep(0.05)


@asynccontextmanager
async def hunting() -> AsyncIterator[Hunt]:
    surface = build_desktop("practice", Settings(), Secrets())
    perceiver = build_perceiver(surface, Secrets(), Settings())
    try:
        await surface.start()
        yield Hunt(surface, perceiver, SurfaceFaultWatch(surface, masked=perceiver.masked))
    finally:
        await perceiver.close()
        await surface.close()
