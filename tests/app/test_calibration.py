"""``pilothouse doctor --calibrate`` on real displays: what is good, and what is off."""

from __future__ import annotations

import io
import json
import sys
from collections.abc import Iterator
from dataclasses import replace
from typing import cast

import numpy as np
import pytest
from rich.console import Console

from app.calibration import (
    Calibration,
    TargetErrors,
    off_by,
    planned_targets,
    report,
    run_calibration,
)
from app.secrets import Secrets
from app.settings.tables import Settings
from engine.domain.errors import SurfaceUnavailable
from engine.domain.spaces import Frame, Monitor, Point, Rect
from engine.surfaces.desktop.applications import ApplicationCatalogue
from engine.surfaces.desktop.eyes import DesktopEyes
from engine.surfaces.desktop.surface import DesktopSurface
from engine.surfaces.desktop.vnc_desktop import ExistingDisplay
from tests.app.command import CommandLine
from tests.support.bare_desktop import BareDesktop, bare_desktop
from tests.support.monitors import LEFT, RIGHT, set_two_monitors

MONITOR = Monitor("DP-1", Rect(0, 0, 9, 9))
PATIENT_SECS = 60.0


@pytest.fixture(scope="module")
def desktop(tmp_path_factory: pytest.TempPathFactory) -> Iterator[BareDesktop]:
    with bare_desktop(tmp_path_factory.mktemp("home")) as started:
        yield started


class OffEyes:
    """Sees everything three pixels further right than it is."""

    def __init__(self, eyes: DesktopEyes) -> None:
        self._eyes = eyes

    def __getattr__(self, name: str) -> object:
        return getattr(self._eyes, name)

    async def capture(self) -> Frame:
        frame = await self._eyes.capture()
        rows = np.frombuffer(frame.pixels, np.uint8).reshape(frame.height, frame.width, 4)
        return replace(frame, pixels=np.roll(rows, 3, axis=1).tobytes())


async def measured(
    desktop: BareDesktop, *, is_off: bool = False, **variables: str
) -> tuple[TargetErrors, ...]:
    """What a calibration finds, and that it left the pointer in its place."""
    host = ExistingDisplay(desktop.display, desktop.environment | variables)
    surface = DesktopSurface(
        "screen",
        host,
        catalogue_for=lambda host: ApplicationCatalogue(()),
        secrets=Secrets(),
        is_practice=False,
    )
    desktop.xdotool("mousemove", 333, 444)
    try:
        await surface.start()
        eyes: object = OffEyes(surface.eyes) if is_off else surface.eyes
        seen, its = cast(DesktopEyes, eyes), (surface.eyes.monitors, host.environment)
        return await Calibration(seen, surface.hands, *its, PATIENT_SECS).measured()
    finally:
        assert await surface.hands.pointer() == Point(333, 444)
        await surface.close()


async def test_one_monitor_is_good_to_the_pixel(desktop: BareDesktop) -> None:
    errors = await measured(desktop)
    assert [tuple(one.hops_px.values()) for one in errors] == [(0, 0, 0)]


@pytest.mark.parametrize("scale", ["1.5", "2"])
async def test_a_scale_is_no_error(desktop: BareDesktop, scale: str) -> None:
    errors = await measured(desktop, QT_SCALE_FACTOR=scale)
    assert not any(one.is_off(hop) for one in errors for hop in one.hops_px), errors


async def test_eyes_that_are_off_are_found(desktop: BareDesktop) -> None:
    errors = await measured(desktop, is_off=True)
    assert [tuple(one.hops_px.values()) for one in errors] == [(3, 0, 0)]
    paper = io.StringIO()
    assert report(errors, Console(file=paper, width=120)) == 3
    assert "The picture does not show things where they are." in paper.getvalue()


async def test_two_monitors_are_good_each(desktop: BareDesktop) -> None:
    set_two_monitors(desktop.environment)
    errors = await measured(desktop)
    monitors = [(one.monitor.name, one.monitor.bounds_px) for one in errors]
    assert monitors == [("left", LEFT), ("right", RIGHT)]
    assert [tuple(one.hops_px.values()) for one in errors] == [(0, 0, 0)] * 2


def test_nobody_there_to_agree_is_told_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO())
    with pytest.raises(SurfaceUnavailable, match="Nobody is there to say yes"):
        run_calibration("screen", Settings(), as_json=False, is_agreed=False, agree=lambda: True)


def off(*hops_px: int | None) -> dict[str, int | None]:
    return dict(zip(("picture", "zone", "click"), hops_px, strict=True))


@pytest.mark.parametrize(
    ("hops_px", "verdict"),
    [
        (off(0, 1, 1), "What is seen is what is hit, on the one monitor."),
        (off(None, 0, 0), "The picture does not show things where they are."),
        (off(0, 48, 0), "Programs tell other places than those"),
        (off(0, None, 0), "No program told of the targets."),
        (off(0, 0, None), "Clicks don't arrive where they are aimed."),
    ],
)
def test_the_verdict_names_the_hop_that_is_off(
    hops_px: dict[str, int | None], verdict: str
) -> None:
    paper = io.StringIO()
    code = report([TargetErrors(MONITOR, hops_px)], Console(file=paper, width=160))
    assert verdict in paper.getvalue()
    assert code == (0 if verdict.startswith("What is seen") else 3)


def test_machines_are_told_each_monitor_beside_the_table(
    capsys: pytest.CaptureFixture[str],
) -> None:
    paper = Console(file=io.StringIO(), width=160)
    report([TargetErrors(MONITOR, off(3, 0, None), "why")], paper, as_json=True)
    told = json.loads(capsys.readouterr().out)
    assert told == {"monitor": MONITOR.name, **off(3, 0, None), "why": "why"}


def test_the_help_tells_of_it(command: CommandLine) -> None:
    words = command.run_here("doctor", "--help").stdout
    assert "--calibrate" in words and "--yes" in words


def test_every_target_has_a_colour_of_its_own_and_lies_on_its_monitor() -> None:
    monitors = [Monitor(str(n), Rect(n * 400, 50 * n, 400, 300)) for n in range(40)]
    targets = planned_targets(monitors)
    assert len({target.colour for target in targets}) == len(targets) == 40
    assert all(t.bounds_px.intersection(t.monitor.bounds_px) == t.bounds_px for t in targets)


def test_an_edge_that_is_off_counts_as_much_as_a_corner() -> None:
    assert off_by(Rect(5, 5, 12, 10), Rect(5, 5, 10, 10)) == 2
    assert off_by(None, Rect(5, 5, 10, 10)) is None
