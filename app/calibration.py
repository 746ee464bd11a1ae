"""``pilothouse doctor --calibrate``: is what is seen what is hit? Measured, to the pixel.

A target is shown on every monitor. Three hops are measured against where X itself has put it: the
captured picture, the zone that accessibility tells of, and the click of the real hands on that
zone, as the target hears of it.
"""

import asyncio
import contextlib
import time
from collections.abc import AsyncIterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from engine.domain.actions import Click
from engine.domain.errors import ActionImpossible, KnownError, SurfaceLost, SurfaceUnavailable
from engine.domain.spaces import Frame, Monitor, Point, Rect, ScreenLayout
from engine.domain.surface_ports import Eyes
from engine.processes.child_process import ChildProcess
from engine.processes.descendants import python_module
from engine.processes.tasks import first_of
from engine.surfaces.desktop.input.hands import DesktopHands

SIDE_PX = 96
ALLOWED_PX = 1
"""An edge that falls between two pixels, under a scale such as 1.25, is told as one of them."""
PATIENCE_SECS = 15.0
_LOOK_AGAIN_SECS = 0.05


class CalibrationCancelled(KnownError):
    """The operator pressed Esc."""


@dataclass(frozen=True, slots=True)
class PlannedTarget:
    """A target, in frame pixels."""

    name: str
    monitor: Monitor
    bounds_px: Rect
    colour: tuple[int, int, int]


@dataclass(frozen=True, slots=True)
class TargetErrors:
    """How many pixels each hop is off; None where it led nowhere."""

    monitor: Monitor
    capture_px: int | None
    zone_px: int | None
    click_px: int | None
    why: str = ""

    @property
    def is_good(self) -> bool:
        hops = (self.capture_px, self.zone_px, self.click_px)
        return all(hop is not None and hop <= ALLOWED_PX for hop in hops)


def planned_targets(layout: ScreenLayout) -> tuple[PlannedTarget, ...]:
    """One on each monitor, each in a colour of its own, and not in the middle: there it would be on
    a screen that is turned or mirrored, too."""
    targets = []
    for number, monitor in enumerate(layout.monitors):
        whole = monitor.bounds_px
        left, top = (whole.width - SIDE_PX) * 2 // 3, (whole.height - SIDE_PX) * 3 // 4
        bounds = Rect(whole.x + left, whole.y + top, SIDE_PX, SIDE_PX)
        colour = (229, 17 + 7 * (number % 30), 181 - 3 * (number // 30))
        name = f"Pilothouse calibration {number + 1}"
        targets.append(PlannedTarget(name, monitor, bounds, colour))
    return tuple(targets)


async def calibrate(
    eyes: Eyes,
    hands: DesktopHands,
    layout: ScreenLayout,
    environment: Mapping[str, str],
    *,
    patience_secs: float = PATIENCE_SECS,
) -> tuple[TargetErrors, ...]:
    """Show the targets, measure, and leave the pointer where it was. To be shown, to be seen and to
    be hit may take ``patience_secs`` each. Raises ``CalibrationCancelled`` on Esc,
    ``SurfaceUnavailable`` where nothing can be shown."""
    targets = planned_targets(layout)
    if not targets:
        raise SurfaceUnavailable(
            "This display tells of no monitors.", "It needs RANDR 1.5, which any newer server has."
        )
    pointer = await hands.pointer()
    async with _shown(targets, layout, environment, patience_secs) as (hits, ending):
        try:
            measure = _measure(targets, eyes, hands, hits, patience_secs)
            async with first_of(measure, ending) as (measuring, _):
                if not measuring.done():
                    raise ending.result()
                errors: tuple[TargetErrors, ...] = measuring.result()
                return errors
        finally:
            await hands.move_pointer(pointer)


_Hits = asyncio.Queue[dict[str, Any]]
"""With the ``name`` of the target, and ``x`` and ``y`` in pixels from its corner."""


async def _measure(
    targets: Sequence[PlannedTarget], eyes: Eyes, hands: DesktopHands, hits: _Hits, secs: float
) -> tuple[TargetErrors, ...]:
    frame, zones = await _look(targets, eyes, secs)
    errors = []
    for target in targets:
        place, zone_px = target.bounds_px, zones.get(target.name)
        at = (zone_px or place).center
        click_px, why = None, ""
        try:
            await hands.perform(Click(), at)
            hit = await _heard(hits, target.name, secs)
            if hit is not None:
                click_px = max(abs(place.x + hit.x - at.x), abs(place.y + hit.y - at.y))
        except ActionImpossible as error:
            why = error.message
        seen, told = off_by(seen_at(frame, target.colour), place), off_by(zone_px, place)
        errors.append(TargetErrors(target.monitor, seen, told, click_px, why))
    return tuple(errors)


async def _look(
    targets: Sequence[PlannedTarget], eyes: Eyes, secs: float
) -> tuple[Frame, dict[str, Rect]]:
    """The picture and the zones by name, once all are painted and told of, or after that time."""
    until_secs = time.monotonic() + secs
    while True:
        frame, tree = await eyes.capture(), await eyes.read_tree()
        zones = {node.name: node.bounds_px for node in tree.nodes if node.is_showing}
        is_all = all(one.name in zones and seen_at(frame, one.colour) for one in targets)
        if is_all or time.monotonic() > until_secs:
            return frame, zones
        await asyncio.sleep(_LOOK_AGAIN_SECS)


async def _heard(hits: _Hits, name: str, secs: float) -> Point | None:
    """Where in it the target was hit; None where it was not."""
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(secs):
            while (told := await hits.get())["name"] != name:
                pass
            return Point(round(told["x"]), round(told["y"]))
    return None


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
    found_px, expected_px = ((it.x, it.y, it.right, it.bottom) for it in (found, expected))
    return max(abs(one - other) for one, other in zip(found_px, expected_px, strict=True))


@contextlib.asynccontextmanager
async def _shown(
    targets: Sequence[PlannedTarget],
    layout: ScreenLayout,
    environment: Mapping[str, str],
    secs: float,
) -> AsyncIterator[tuple[_Hits, asyncio.Future[KnownError]]]:
    """Their hits, and why their process ended by itself. Raises ``SurfaceUnavailable``."""
    hits, ending = _Hits(), asyncio.get_running_loop().create_future()

    def end(why: KnownError) -> None:
        if not ending.done():
            ending.set_result(why)

    def take(told: dict[str, Any]) -> None:
        if told["event"] == "escape":
            end(CalibrationCancelled("Cancelled with Esc; the pointer is where it was."))
        else:
            hits.put_nowait(told)

    not_shown = SurfaceUnavailable(
        "The targets can't be shown.", "See what else pilothouse doctor says of the console."
    )
    child = ChildProcess(
        python_module("app.calibration_targets"),
        what="the targets' process",
        environment={**environment, "QT_QPA_PLATFORM": "xcb"},
        on_event=take,
        on_end=lambda _message: end(not_shown),
    )
    wanted = []
    for one in targets:
        corner = layout.screen_from_frame(Point(one.bounds_px.x, one.bounds_px.y))
        wanted.append({"name": one.name, "colour": one.colour, "at": (corner.x, corner.y)})
    try:
        await child.start()
        try:
            await child.call("show", timeout_secs=secs, targets=wanted, side=SIDE_PX)
        except SurfaceLost:
            raise not_shown from None
        yield hits, ending
    finally:
        await child.close()
