"""``pilothouse doctor --calibrate``: is what is seen what is hit? Measured, to the pixel.

On every monitor five targets are shown, in the corners and the middle. For each, three hops are
measured against where X itself has put it: the captured picture, the zone that accessibility
tells of, and the click of the real hands on that zone, as the target hears of it.
"""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import xcffib
import xcffib.xproto

from engine.domain.actions import Click
from engine.domain.errors import ActionImpossible, KnownError, SurfaceLost, SurfaceUnavailable
from engine.domain.spaces import Frame, Monitor, Point, Rect, ScreenLayout
from engine.domain.surface_ports import Eyes
from engine.processes.child_process import ChildProcess
from engine.processes.descendants import python_module
from engine.processes.tasks import first_of
from engine.surfaces.desktop.input.hands import DesktopHands
from engine.surfaces.desktop.x11.x_calls import connect

SIDE_PX = 96
ALLOWED_PX = 1
"""An edge that falls between two pixels, under a scale such as 1.25, is told as one of them."""
_PLACES = ("top left", "top right", "bottom left", "bottom right", "middle")
_LOOK_AGAIN_SECS = 0.05


@dataclass(frozen=True, slots=True)
class Patience:
    """How long the targets may take to be shown, to be seen, and each to be hit."""

    show_secs: float = 15.0
    see_secs: float = 5.0
    hit_secs: float = 3.0


PATIENCE = Patience()


class CalibrationCancelled(KnownError):
    """The operator pressed Esc."""


@dataclass(frozen=True, slots=True)
class PlannedTarget:
    """A target, in frame pixels."""

    name: str
    monitor: Monitor
    place: str
    bounds_px: Rect
    colour: tuple[int, int, int]


@dataclass(frozen=True, slots=True)
class TargetErrors:
    """How many pixels each hop is off; None where it led nowhere."""

    target: PlannedTarget
    capture_px: int | None
    zone_px: int | None
    click_px: int | None
    why: str = ""

    @property
    def is_good(self) -> bool:
        hops = (self.capture_px, self.zone_px, self.click_px)
        return all(hop is not None and hop <= ALLOWED_PX for hop in hops)


def planned_targets(layout: ScreenLayout) -> tuple[PlannedTarget, ...]:
    """Five on each monitor, each in a colour of its own."""
    targets: list[PlannedTarget] = []
    for monitor in layout.monitors:
        for place, corner in zip(_PLACES, _corners(monitor.bounds_px), strict=True):
            number = len(targets)
            colour = (229, 17 + 7 * (number % 30), 181 - 3 * (number // 30))
            bounds = Rect(corner.x, corner.y, SIDE_PX, SIDE_PX)
            name = f"Pilothouse calibration {number + 1}"
            targets.append(PlannedTarget(name, monitor, place, bounds, colour))
    return tuple(targets)


def _corners(bounds: Rect) -> tuple[Point, ...]:
    right, bottom = bounds.right - SIDE_PX, bounds.bottom - SIDE_PX
    middle = Point(bounds.center.x - SIDE_PX // 2, bounds.center.y - SIDE_PX // 2)
    return (
        Point(bounds.x, bounds.y),
        Point(right, bounds.y),
        Point(bounds.x, bottom),
        Point(right, bottom),
        middle,
    )


async def calibrate(
    eyes: Eyes,
    hands: DesktopHands,
    layout: ScreenLayout,
    environment: Mapping[str, str],
    *,
    patience: Patience = PATIENCE,
) -> tuple[TargetErrors, ...]:
    """Show the targets, measure, and leave the pointer where it was. Raises
    ``CalibrationCancelled`` on Esc, ``SurfaceUnavailable`` where nothing can be shown."""
    targets = planned_targets(layout)
    if not targets:
        raise SurfaceUnavailable(
            "This display tells of no monitors.", "It needs RANDR 1.5, which any newer server has."
        )
    pointer = await hands.pointer()
    async with _shown(targets, layout, environment, patience) as board:
        try:
            measure = _measure(targets, eyes, hands, board, patience)
            async with first_of(measure, board.ending) as (measuring, _):
                if not measuring.done():
                    raise board.ending.result()
                errors: tuple[TargetErrors, ...] = measuring.result()
                return errors
        finally:
            await hands.move_pointer(pointer)


async def _measure(
    targets: Sequence[PlannedTarget],
    eyes: Eyes,
    hands: DesktopHands,
    board: "_Board",
    patience: Patience,
) -> tuple[TargetErrors, ...]:
    await _wait_for_sight(targets, eyes, patience.see_secs)
    frame, tree = await eyes.capture(), await eyes.read_tree()
    zones = {node.name: node.bounds_px for node in tree.nodes if node.is_showing}
    errors = []
    for number, target in enumerate(targets):
        zone_px = zones.get(target.name)
        seen_px = seen_at(frame, target.colour)
        at = zone_px.center if zone_px is not None else target.bounds_px.center
        hit, why = None, ""
        try:
            await hands.perform(Click(), at)
            hit = await board.hit(number)
        except ActionImpossible as error:
            why = error.message
        errors.append(
            TargetErrors(
                target,
                off_by(seen_px, target.bounds_px),
                off_by(zone_px, target.bounds_px),
                None if hit is None else _distance(hit, target, at),
                why,
            )
        )
    return tuple(errors)


async def _wait_for_sight(targets: Sequence[PlannedTarget], eyes: Eyes, see_secs: float) -> None:
    """Until all are painted and told of, or for as long as that should take."""
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(see_secs):
            while True:
                frame, tree = await eyes.capture(), await eyes.read_tree()
                names = {node.name for node in tree.nodes if node.is_showing}
                if all(t.name in names and seen_at(frame, t.colour) for t in targets):
                    return
                await asyncio.sleep(_LOOK_AGAIN_SECS)


def seen_at(frame: Frame, colour: tuple[int, int, int]) -> Rect | None:
    """Where that colour is in the picture; None where it is not."""
    rows = np.frombuffer(frame.pixels, np.uint8).reshape(frame.height, frame.width, 4)
    red, green, blue = colour
    is_it = (rows[:, :, 0] == blue) & (rows[:, :, 1] == green) & (rows[:, :, 2] == red)
    across, down = np.flatnonzero(is_it.any(axis=0)), np.flatnonzero(is_it.any(axis=1))
    if not across.size:
        return None
    left, top = int(across[0]), int(down[0])
    return Rect(left, top, int(across[-1]) + 1 - left, int(down[-1]) + 1 - top)


def off_by(found: Rect | None, expected: Rect) -> int | None:
    """By how many pixels the edge that is furthest off is off."""
    if found is None:
        return None
    return max(
        abs(found.x - expected.x),
        abs(found.y - expected.y),
        abs(found.right - expected.right),
        abs(found.bottom - expected.bottom),
    )


def _distance(hit: tuple[float, float], target: PlannedTarget, at: Point) -> int:
    """``hit`` is in pixels within the target, as it heard of them."""
    x, y = target.bounds_px.x + round(hit[0]), target.bounds_px.y + round(hit[1])
    return max(abs(x - at.x), abs(y - at.y))


class _Board:
    """The parent's side of the targets' process; ``ending`` says why it ended by itself."""

    def __init__(self, environment: Mapping[str, str], patience: Patience) -> None:
        self._patience = patience
        self._hits: dict[int, asyncio.Future[tuple[float, float]]] = {}
        self.ending: asyncio.Future[KnownError] = asyncio.get_running_loop().create_future()
        self._child = ChildProcess(
            python_module("app.calibration_targets"),
            what="the targets' process",
            environment={**environment, "QT_QPA_PLATFORM": "xcb"},
            on_event=self._take,
            on_end=lambda _message: self._end(_not_shown()),
        )
        self.close = self._child.close

    async def show(self, targets: Sequence[PlannedTarget]) -> list[int]:
        """The windows' numbers. Raises ``SurfaceUnavailable``."""
        wanted = [{"name": target.name, "colour": target.colour} for target in targets]
        await self._child.start()
        try:
            xids: list[int] = await self._child.call(
                "show", timeout_secs=self._patience.show_secs, targets=wanted
            )
        except SurfaceLost:
            raise _not_shown() from None
        return xids

    async def hit(self, number: int) -> tuple[float, float] | None:
        """Where the target was hit, in pixels from its corner; None where it was not."""
        try:
            async with asyncio.timeout(self._patience.hit_secs):
                return await self._hit(number)
        except TimeoutError:
            return None

    def _hit(self, number: int) -> asyncio.Future[tuple[float, float]]:
        return self._hits.setdefault(number, asyncio.get_running_loop().create_future())

    def _take(self, told: dict[str, Any]) -> None:
        if told["event"] == "escape":
            self._end(CalibrationCancelled("Cancelled with Esc; the pointer is where it was."))
        elif not self._hit(told["target"]).done():
            self._hit(told["target"]).set_result((told["x"], told["y"]))

    def _end(self, why: KnownError) -> None:
        if not self.ending.done():
            self.ending.set_result(why)


def _not_shown() -> SurfaceUnavailable:
    return SurfaceUnavailable(
        "The targets can't be shown.", "See what else pilothouse doctor says of the console."
    )


@contextlib.asynccontextmanager
async def _shown(
    targets: Sequence[PlannedTarget],
    layout: ScreenLayout,
    environment: Mapping[str, str],
    patience: Patience,
) -> AsyncIterator[_Board]:
    board = _Board(environment, patience)
    try:
        xids = await board.show(targets)
        await asyncio.to_thread(_put, xids, targets, layout, environment)
        yield board
    finally:
        await board.close()


def _put(
    xids: Sequence[int],
    targets: Sequence[PlannedTarget],
    layout: ScreenLayout,
    environment: Mapping[str, str],
) -> None:
    """Put each window exactly where it is to be, past all scaling."""
    connection = connect(environment)
    try:
        for xid, target in zip(xids, targets, strict=True):
            corner = layout.screen_from_frame(Point(target.bounds_px.x, target.bounds_px.y))
            window = xcffib.xproto.ConfigWindow
            mask = window.X | window.Y | window.Width | window.Height
            values = [corner.x & 0xFFFFFFFF, corner.y & 0xFFFFFFFF, SIDE_PX, SIDE_PX]
            connection.core.ConfigureWindow(xid, mask, values, is_checked=True).check()
    finally:
        connection.disconnect()
