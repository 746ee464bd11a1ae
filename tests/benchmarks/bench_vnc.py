"""A VNC desktop against the same display over X, in turns of one run: how long after a key is asked
for the surface tells that the picture changed, a whole picture, and how many new pictures a second
come of one that moves all over."""

from __future__ import annotations

import asyncio
import tempfile
import time
from collections import defaultdict
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path

from app.secrets import Secrets
from app.wiring import catalogue_of
from engine.domain.actions import Click, PressKeys
from engine.domain.spaces import Point
from engine.surfaces.desktop.surface import DesktopSurface, DisplayHost
from engine.surfaces.desktop.vnc_desktop import ExistingDisplay, VncDesktop
from tests.benchmarks import report
from tests.benchmarks.bench_live import moving_pattern
from tests.support.vnc_desktop import PASSWORD, vnc_server

SIZE = "1280x800"
_KEYS, _TURNS, _PICTURES, _SECS = 20, 5, 20, 3.0
_PATIENCE_SECS = 10.0

Figures = defaultdict[str, list[float]]


@asynccontextmanager
async def surface_on(host: DisplayHost) -> AsyncIterator[DesktopSurface]:
    surface = DesktopSurface(
        "bench", host, catalogue_for=catalogue_of, secrets=Secrets({}), is_practice=False
    )
    try:
        await surface.start()
        yield surface
    finally:
        await surface.close()


async def keys_ms(surface: DesktopSurface) -> list[float]:
    """Each until the first change that is told after it."""
    found = list[float]()
    for _ in range(_KEYS):
        await asyncio.sleep(0.1)
        watch, begun_secs = surface.eyes.watch(), time.monotonic()
        await surface.hands.perform(PressKeys(("x",)), None)
        if (change := await watch.next(_PATIENCE_SECS)) is not None:
            found.append((change.at_secs - begun_secs) * 1000)
        watch.close()
    return found


async def pictures_ms(surface: DesktopSurface) -> list[float]:
    found = list[float]()
    for _ in range(_PICTURES):
        begun_secs = time.monotonic()
        await surface.eyes.capture()
        found.append((time.monotonic() - begun_secs) * 1000)
    return found


async def rate_of(surface: DesktopSurface) -> float:
    """New pictures a second, asked for as fast as they come."""
    count, told, begun_secs = -1, 0, time.monotonic()
    while time.monotonic() < begun_secs + _SECS:
        frame = await surface.eyes.next_live_frame(max(count, 0), 0.0, 1.0)
        if frame is not None:
            count, told = frame.change_count, told + 1
    return told / (time.monotonic() - begun_secs)


async def measure() -> None:
    keys, pictures, rates = Figures(list), Figures(list), Figures(list)
    async with AsyncExitStack() as stack:
        home = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        server = stack.enter_context(vnc_server(home, size=SIZE))
        server.show_window("Keys", "xterm", "-geometry", "80x24+0+0", "-T", "Keys", "-e", "cat")
        far = VncDesktop("localhost", server.port, lambda _: PASSWORD, "")
        over_vnc = await stack.enter_async_context(surface_on(far))
        bus = "DBUS_SESSION_BUS_ADDRESS"  # none runs on the server
        environment = {**server.environment, bus: over_vnc.environment[bus]}
        here = ExistingDisplay(server.display, environment)
        over_x = await stack.enter_async_context(surface_on(here))
        surfaces = {"over VNC": over_vnc, "over X": over_x}
        await over_vnc.hands.perform(Click(), Point(100, 100))
        for _ in range(_TURNS):
            for name, surface in surfaces.items():
                keys[name] += await keys_ms(surface)
                pictures[name] += await pictures_ms(surface)
        async with moving_pattern(server.environment):
            await asyncio.sleep(1.0)
            for _ in range(_TURNS):
                for name, surface in surfaces.items():
                    rates[name].append(await rate_of(surface))
    report.title(f"A VNC desktop, {SIZE}, over loopback")
    for words, figures, unit in (
        ("a key until the surface tells of its change", keys, "ms"),
        ("a whole picture", pictures, "ms"),
        ("new pictures a second of one that moves all over", rates, "/s"),
    ):
        limit = report.limit("the same display over X", figures["over X"])
        report.figure(words, figures["over VNC"], unit, limit)
    report.note(report.machine())


if __name__ == "__main__":
    asyncio.run(measure())
