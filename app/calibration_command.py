"""``pilothouse doctor --calibrate``: asks first, measures, and says what it means."""

import asyncio
import sys
from collections.abc import Callable, Sequence

from rich.console import Console
from rich.table import Table

from app.calibration import ALLOWED_PX, CalibrationCancelled, TargetErrors, calibrate
from app.secrets import Secrets
from app.settings.tables import Settings
from app.terminal import in_markup
from app.wiring import build_desktop
from engine.domain.errors import SurfaceUnavailable
from engine.domain.spaces import Monitor
from engine.domain.terminals import EXIT_CANNOT_START
from engine.surfaces.desktop.surface import DesktopSurface

EXIT_INTERRUPTED = 130
_PRACTICE = "practice"
_WORDS = (
    "This shows a small target on each monitor, moves the pointer to it and clicks on it."
    " Nothing else is touched, the pointer returns to where it is now, and Esc ends it."
)


def run_calibration(
    name: str, settings: Settings, console: Console, *, is_agreed: bool, agree: Callable[[], bool]
) -> int:
    """Calibrate on that surface; 0 where all is good. On the operator's screen ``agree`` asks.
    Raises ``KnownError`` where it can't be done."""
    surface = build_desktop(name, settings, Secrets())
    if name != _PRACTICE and not is_agreed:
        console.print(_WORDS, highlight=False)
        if not sys.stdin.isatty():
            raise SurfaceUnavailable(
                "Nobody is there to say yes to that.", "Say so beforehand: --yes."
            )
        if not agree():
            return EXIT_INTERRUPTED
    try:
        errors = asyncio.run(_calibrate(surface))
    except CalibrationCancelled as cancelled:
        console.print(cancelled.message, highlight=False)
        return EXIT_INTERRUPTED
    return report(errors, console)


async def _calibrate(surface: DesktopSurface) -> tuple[TargetErrors, ...]:
    try:
        await surface.start()
        layout = surface.eyes.layout
        return await calibrate(surface.eyes, surface.hands, layout, surface.environment)
    finally:
        await surface.close()


def report(errors: Sequence[TargetErrors], console: Console) -> int:
    """A line for each monitor, a verdict, and its exit code."""
    table = Table(title="Off by pixels: seen, found, hit")
    for heading in ("monitor", "at", "picture", "zone", "click", ""):
        table.add_column(heading, justify="right" if heading in _HOPS else "left")
    for one in errors:
        good_or_why = f"[red]✗ bad[/red] {in_markup(one.why)}".rstrip()
        table.add_row(
            in_markup(one.monitor.name),
            _size(one.monitor),
            *map(_pixels, (one.capture_px, one.zone_px, one.click_px)),
            "[green]✓ good[/green]" if one.is_good else good_or_why,
        )
    console.print(table)
    verdict, remedy = verdict_on(errors)
    console.print(in_markup(verdict), highlight=False)
    if remedy:
        console.print(f"[bold]{in_markup(remedy)}[/bold]", highlight=False)
    return EXIT_CANNOT_START if remedy else 0


_HOPS = ("picture", "zone", "click")


def verdict_on(errors: Sequence[TargetErrors]) -> tuple[str, str]:
    """What it means, and what to do about it; nothing to do where all is good."""
    if all(one.is_good for one in errors):
        count = len(errors)
        where = "on the one monitor" if count == 1 else f"on all {count} monitors"
        return f"What is seen is what is hit, {where}.", ""
    if any(_is_off(one.capture_px) for one in errors):
        return (
            "The picture does not show things where they are.",
            "See that no compositor enlarges the screen (xrandr --scale, a magnifier), and that"
            " nothing covers the targets; then try again.",
        )
    if any(_is_off(one.zone_px) for one in errors):
        return (
            "Programs tell other places than those where they are painted.",
            "A display scale is most likely at odds with what programs were told: log out and in"
            " again after changing it, and unset QT_SCALE_FACTOR and GDK_SCALE.",
        )
    return (
        "Clicks don't arrive where they are aimed.",
        "See that nothing else moves the pointer or lies upon the targets, and that no input device"
        " is mapped to a part of the screen (xinput); then try again.",
    )


def _is_off(hop_px: int | None) -> bool:
    return hop_px is None or hop_px > ALLOWED_PX


def _pixels(hop_px: int | None) -> str:
    if hop_px is None:
        return "[red]nothing[/red]"
    return f"[red]{hop_px}[/red]" if _is_off(hop_px) else str(hop_px)


def _size(monitor: Monitor) -> str:
    bounds = monitor.bounds_px
    scale = "" if monitor.scale == 1 else f", scale {monitor.scale:g}"
    return f"{bounds.width} × {bounds.height} at {bounds.x}, {bounds.y}{scale}"
