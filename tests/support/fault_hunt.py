"""Walks through an application on a practice desktop and asks the fault watch after each step."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass

from app.secrets import Secrets
from app.settings.tables import Settings
from app.wiring import build_desktop, build_perceiver
from engine.acting.exploring.watching import SurfaceFaultWatch
from engine.domain.actions import Click, Launch, PressKeys
from engine.domain.exploring.limits import Fault
from engine.domain.plans import Situation
from engine.domain.scripts import TracedStep, locator_of
from engine.domain.zones import Role, Zone
from engine.perception.perceiver import SurfacePerceiver
from engine.surfaces.desktop.surface import DesktopSurface
from tests.practice_app.installed import practice_installed

_REST_SECS = 0.4
_LONGEST_SECS = 2.0
_BOUND_SECS = 60.0
_HANG_SECS = 1.0
"""It is asked four times all the same."""
_ROUNDS = 2
"""In the first the program may answer before it has handled the click that came before."""


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
        """Click what has that label, and what broke by that; a dialog is gone by then."""
        return await self._pressed(label, role, waits=False)

    async def breaks(self, label: str, role: Role | None = None) -> tuple[Fault, ...]:
        """The same where something is to break: however long it takes."""
        return await self._pressed(label, role, waits=True)

    async def _pressed(self, label: str, role: Role | None, *, waits: bool) -> tuple[Fault, ...]:
        zone = await self.zone(label, role)
        before = await self.look()
        step = TracedStep(Click(), f"Click {zone.words}", locator_of(zone, before))
        await self.surface.hands.perform(Click(), zone.bounds_px.center)
        await self._closed(before, zone.window_id)
        found = await self.checked(before, step)
        deadline = time.monotonic() + _BOUND_SECS
        while waits and not found:
            assert time.monotonic() < deadline, "nothing broke"
            now = await self.look()
            found = await self.watch.check(now, await self.look(), (step,))
        return found

    async def keys(self, *keys: str) -> tuple[Fault, ...]:
        """What broke by that; a dialog that had the keyboard is gone by then."""
        before = await self.look()
        await self.surface.hands.perform(PressKeys(keys), None)
        if (front := before.active_window) is not None:
            await self._closed(before, front.window_id)
        return await self.checked(before, TracedStep(PressKeys(keys), "+".join(keys)))

    async def _closed(self, before: Situation, window_id: str) -> None:
        """Wait for it where it was a dialog."""
        if any(one.is_dialog and one.window_id == window_id for one in before.windows):
            await self.until(lambda seen: window_id not in _windows(seen), "the dialog’s end")

    async def checked(self, before: Situation, *steps: TracedStep) -> tuple[Fault, ...]:
        await self.rest()
        return await self.watch.check(before, await self.look(), steps)

    async def zone(self, label: str, role: Role | None = None) -> Zone:
        def found(seen: Situation) -> list[Zone]:
            return [z for z in seen.zones_in_sight if z.label == label and role in (None, z.role)]

        return found(await self.until(lambda seen: bool(found(seen)), f"“{label}”"))[0]

    async def until(
        self, holds: Callable[[Situation], bool], what: str = "what was waited for"
    ) -> Situation:
        deadline = time.monotonic() + _BOUND_SECS
        while not holds(seen := await self.look()):
            assert time.monotonic() < deadline, f"{what} did not come"
            await asyncio.sleep(0.1)
        return seen

    async def look(self) -> Situation:
        return await self.perceiver.observe()

    async def rest(self) -> None:
        """Until the programs have handled what they were sent, and the picture has been still for a
        moment, or moves on and on."""
        for _ in range(_ROUNDS):
            await self.surface.eyes.applications_fare()
        ends = time.monotonic() + _LONGEST_SECS
        count, since = -1, time.monotonic()
        while time.monotonic() - since < _REST_SECS and time.monotonic() < ends:
            now = await self.surface.eyes.change_count()
            if now != count:
                count, since = now, time.monotonic()
            await asyncio.sleep(0.05)


@asynccontextmanager
async def hunting() -> AsyncIterator[Hunt]:
    with practice_installed():
        surface = build_desktop("practice", Settings(), Secrets())
        perceiver = build_perceiver(surface, Secrets(), Settings())
        try:
            await surface.start()
            watch = SurfaceFaultWatch(surface, masked=perceiver.masked, hang_secs=_HANG_SECS)
            yield Hunt(surface, perceiver, watch)
        finally:
            await perceiver.close()
            await surface.close()


def _windows(situation: Situation) -> frozenset[str]:
    return frozenset(one.window_id for one in situation.windows)
