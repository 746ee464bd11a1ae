"""``pilothouse doctor --calibrate``: is what is seen what is hit? Measured, to the pixel.

A target is shown on every monitor. Three hops are measured against where X itself has put it: the
captured picture, the zone that accessibility tells of, and the click of the real hands on that
zone, as the target hears of it."""

import asyncio
import contextlib
import json
import sys
import time
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from rich.console import Console
from rich.table import Table

from app.secrets import Secrets
from app.settings.tables import Settings
from app.terminal import in_markup, terminal
from app.wiring import build_desktop
from engine.domain import actions, facts, surface_ports, terminals
from engine.domain.errors import ActionImpossible, SurfaceLost, SurfaceUnavailable
from engine.domain.spaces import Frame, Monitor, Rect
from engine.processes.child_process import ChildProcess
from engine.processes.descendants import python_module
from engine.surfaces.desktop.input.hands import DesktopHands
from engine.surfaces.desktop.surface import DesktopSurface

SIDE_PX = 96
ALLOWED_PX = 1
"""An edge that falls between two pixels, under a scale such as 1.25, is told as one of them."""
PATIENCE_SECS = 15.0
_LOOK_AGAIN_SECS = 0.05
_PRACTICE, _EXIT_NOT_AGREED = "practice", 130
_WORDS = (
    "This shows a small target on each monitor, moves the pointer to it and clicks on it."
    " Nothing else is touched, the pointer returns to where it is now, and Ctrl+C ends it."
)
_HOPS = {
    "picture": "The picture does not show things where they are. See that no compositor enlarges"
    " the screen (xrandr --scale, a magnifier), and that nothing covers the targets.",
    "zone": "Programs tell other places than those where they are painted. A display scale is most"
    " likely at odds with what programs were told: log out and in again after changing it, and"
    " unset QT_SCALE_FACTOR and GDK_SCALE.",
    "click": "Clicks don't arrive where they are aimed. See that nothing else moves the pointer or"
    " lies upon the targets, and that no input device is mapped to a part of the screen (xinput).",
}
"""In the order in which they are judged, with what it means that one is off, and what to do."""
_UNTOLD = (
    "No program told of the targets. pilothouse doctor says whether accessibility is on; a practice"
    " desktop in a sandbox takes no program from outside, such as they are."
)


class PlannedTarget(facts.Frozen):
    """A target, in frame pixels."""

    name: str
    monitor: Monitor
    bounds_px: Rect
    colour: tuple[int, int, int]


class TargetErrors(facts.Frozen):
    """How many pixels each hop is off, by its name; None where it led nowhere."""

    monitor: Monitor
    hops_px: Mapping[str, int | None]
    why: str = ""

    def is_off(self, hop: str) -> bool:
        off_px = self.hops_px[hop]
        return off_px is None or off_px > ALLOWED_PX


def run_calibration(
    name: str, settings: Settings, *, as_json: bool, is_agreed: bool, agree: Callable[[], bool]
) -> int:
    """Calibrate on that surface; 0 where all is good. On the operator's screen ``agree`` asks.
    Raises ``KnownError`` where it can't be done."""
    surface, console = build_desktop(name, settings, Secrets()), terminal(stderr=as_json)
    if name != _PRACTICE and not is_agreed:
        console.print(_WORDS, highlight=False)
        if not sys.stdin.isatty():
            raise SurfaceUnavailable(
                "Nobody is there to say yes to that.", "Say so beforehand: --yes."
            )
        if not agree():
            return _EXIT_NOT_AGREED
    return report(asyncio.run(_calibrate(surface)), console, as_json=as_json)


async def _calibrate(surface: DesktopSurface) -> tuple[TargetErrors, ...]:
    try:
        await surface.start()
        monitors, its = surface.eyes.monitors, surface.environment
        return await Calibration(surface.eyes, surface.hands, monitors, its).measured()
    finally:
        await surface.close()


def report(errors: Sequence[TargetErrors], console: Console, *, as_json: bool = False) -> int:
    """A line for each monitor, what it means, and its exit code; ``as_json`` an object, too."""
    table = Table("monitor", *_HOPS, "", title="Off by pixels: seen, found, hit")
    for one in errors:
        told = ["nothing" if each is None else str(each) for each in one.hops_px.values()]
        is_good = not any(map(one.is_off, _HOPS))
        verdict = "[green]✓ good[/green]" if is_good else f"[red]✗ bad[/red] {in_markup(one.why)}"
        table.add_row(in_markup(one.monitor.name), *told, verdict)
    console.print(table)
    for one in errors if as_json else ():
        print(json.dumps({"monitor": one.monitor.name, **one.hops_px, "why": one.why}))
    off = next((hop for hop in _HOPS if any(one.is_off(hop) for one in errors)), "")
    count = len(errors)
    where = "on the one monitor" if count == 1 else f"on all {count} monitors"
    said = _HOPS[off] if off else f"What is seen is what is hit, {where}."
    if off == "zone" and all(one.hops_px["zone"] is None for one in errors):
        said = _UNTOLD
    console.print(in_markup(said), highlight=False)
    return terminals.EXIT_CANNOT_START if off else 0


def planned_targets(monitors: Sequence[Monitor]) -> tuple[PlannedTarget, ...]:
    """One on each monitor, each in a colour of its own, and not in the middle: there it would be on
    a screen that is turned or mirrored, too."""
    targets = []
    for number, monitor in enumerate(monitors):
        whole = monitor.bounds_px
        left, top = (whole.width - SIDE_PX) * 2 // 3, (whole.height - SIDE_PX) * 3 // 4
        bounds = Rect(whole.x + left, whole.y + top, SIDE_PX, SIDE_PX)
        colour = (229, 17 + 7 * (number % 30), 181 - 3 * (number // 30))
        name = f"Pilothouse calibration {number + 1}"
        targets.append(PlannedTarget(name, monitor, bounds, colour))
    return tuple(targets)


@dataclass(frozen=True)
class Calibration:
    """Of one display, whose processes have that ``environment``. To be shown, to be seen and to be
    hit may take ``patience_secs`` each."""

    eyes: surface_ports.Eyes
    hands: DesktopHands
    monitors: Sequence[Monitor]
    environment: Mapping[str, str]
    patience_secs: float = PATIENCE_SECS
    hits: asyncio.Queue[dict[str, Any]] = field(default_factory=asyncio.Queue)
    """With ``x`` and ``y`` in pixels from the target's corner."""

    async def measured(self) -> tuple[TargetErrors, ...]:
        """Show the targets, measure, and leave the pointer where it was. Raises
        ``SurfaceUnavailable`` where nothing can be shown."""
        if not (targets := planned_targets(self.monitors)):
            remedy = "It needs RANDR 1.5, which any newer server has."
            raise SurfaceUnavailable("This display tells of no monitors.", remedy)
        pointer = await self.hands.pointer()
        async with self._shown(targets):
            try:
                frame, zones = await self._look(targets)
                return tuple([await self._measure(one, frame, zones) for one in targets])
            finally:
                await self.hands.move_pointer(pointer)

    async def _measure(
        self, target: PlannedTarget, frame: Frame, zones: Mapping[str, Rect]
    ) -> TargetErrors:
        place, zone_px = target.bounds_px, zones.get(target.name)
        at = (zone_px or place).center
        click_px, why = None, ""
        try:
            await self.hands.perform(actions.Click(), at)
            async with asyncio.timeout(self.patience_secs):
                hit = await self.hits.get()
            off = place.x + round(hit["x"]) - at.x, place.y + round(hit["y"]) - at.y
            click_px = max(map(abs, off))
        except (ActionImpossible, TimeoutError) as error:
            why = getattr(error, "message", "")
        hops = (off_by(seen_at(frame, target.colour), place), off_by(zone_px, place), click_px)
        return TargetErrors(target.monitor, dict(zip(_HOPS, hops, strict=True)), why)

    async def _look(self, targets: Sequence[PlannedTarget]) -> tuple[Frame, dict[str, Rect]]:
        """The picture and the zones by name, once all are painted and told of, or after a time."""
        until_secs = time.monotonic() + self.patience_secs
        while True:
            frame, tree = await self.eyes.capture(), await self.eyes.read_tree()
            zones = {node.name: node.bounds_px for node in tree.nodes if node.is_showing}
            is_all = all(one.name in zones and seen_at(frame, one.colour) for one in targets)
            if is_all or time.monotonic() > until_secs:
                return frame, zones
            await asyncio.sleep(_LOOK_AGAIN_SECS)

    @contextlib.asynccontextmanager
    async def _shown(self, targets: Sequence[PlannedTarget]) -> AsyncIterator[None]:
        """While they are, what hits them is heard. Raises ``SurfaceUnavailable``."""
        child = ChildProcess(
            python_module("app.calibration_targets"),
            what="the targets' process",
            environment={**self.environment, "QT_QPA_PLATFORM": "xcb"},
            on_event=self.hits.put_nowait,
        )
        wanted = []
        for one in targets:
            corner = one.bounds_px.x, one.bounds_px.y
            wanted.append({"name": one.name, "colour": one.colour, "at": corner})
        asked: dict[str, Any] = {"targets": wanted, "side": SIDE_PX}
        try:
            await child.start()
            remedy = "See what else pilothouse doctor says of the console."
            with SurfaceUnavailable.instead_of(SurfaceLost, "The targets can't be shown.", remedy):
                await child.call("show", timeout_secs=self.patience_secs, **asked)
            yield
        finally:
            await child.close()


def seen_at(frame: Frame, colour: tuple[int, int, int]) -> Rect | None:
    """Where that colour is in the picture; None where it is not."""
    rows = np.frombuffer(frame.pixels, np.uint8).reshape(frame.height, frame.width, 4)
    is_it = (rows[:, :, :3] == colour[::-1]).all(axis=2)
    across, down = np.flatnonzero(is_it.any(axis=0)), np.flatnonzero(is_it.any(axis=1))
    if not across.size:
        return None
    left, top = int(across[0]), int(down[0])
    return Rect(left, top, int(across[-1]) + 1 - left, int(down[-1]) + 1 - top)


def off_by(found: Rect | None, expected: Rect) -> int | None:
    """By how many pixels the edge that is furthest off is off."""
    if found is None:
        return None
    return max(abs(one - other) for one, other in zip(found.edges, expected.edges, strict=True))
