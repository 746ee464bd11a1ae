"""The live view as its operator sees it: the real console on a screen, watched from outside.

The practice desktop is 1920 × 1080 and shows a pattern that moves as a whole, the worst case."""

from __future__ import annotations

import asyncio
import contextlib
import os
import subprocess
import sys
import tempfile
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from pathlib import Path

import psutil

from engine.surfaces.desktop.practice.practice_desktop import PracticeDesktop
from tests.benchmarks import report
from tests.benchmarks.watching import Watcher
from tests.benchmarks.workplace import camera_of, json_from, practice_environment

RATE = 30
SECS = 10
PATTERN_RATE = 60
WIDTH, HEIGHT = 1920, 1080
_TITLE = "^Pilothouse$"


@asynccontextmanager
async def open_console(folder: Path) -> AsyncIterator[asyncio.subprocess.Process]:
    """``python -m app``, maximised, with a practice desktop of our size."""
    settings = folder / "pilothouse" / "settings.toml"
    settings.parent.mkdir()
    settings.write_text(f"[practice]\nwidth = {WIDTH}\nheight = {HEIGHT}\n")
    own = {"XDG_CONFIG_HOME": str(folder), "XDG_DATA_HOME": str(folder)}
    console = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "app", env={**os.environ, **own}
    )
    try:
        await camera_of(console.pid)
        window = f"search --sync --onlyvisible --name {_TITLE}".split()
        for verb in (["windowmove", "0", "0"], ["windowsize", "--sync", "100%", "95%"]):
            await asyncio.to_thread(subprocess.run, ["xdotool", *window, *verb], check=True)
        yield console
    finally:
        console.terminate()
        await console.wait()


@asynccontextmanager
async def moving_pattern(environment: Mapping[str, str]) -> AsyncIterator[None]:
    command = (sys.executable, "-m", "tests.benchmarks.moving_pattern", str(PATTERN_RATE))
    pattern = await asyncio.create_subprocess_exec(*command, env=environment)
    try:
        yield
    finally:
        with contextlib.suppress(ProcessLookupError):  # it ended with its display
            pattern.kill()
        await pattern.wait()


async def shares(processes: list[psutil.Process], secs: int) -> list[list[float]]:
    """Percent of a core, second by second, for each process; the last is the whole machine."""
    rows: list[list[float]] = [[] for _ in range(len(processes) + 1)]
    for process in processes:
        process.cpu_percent()
    psutil.cpu_percent()
    for _ in range(secs):
        await asyncio.sleep(1.0)
        for row, process in zip(rows, processes, strict=False):
            row.append(process.cpu_percent())
        rows[-1].append(psutil.cpu_percent() * (psutil.cpu_count() or 1))
    return rows


async def bare_limits() -> dict[str, list[float]]:
    """mss alone on a display of that size on which the same pattern moves."""
    desktop = PracticeDesktop(width=WIDTH, height=HEIGHT, is_sandboxed=False)
    await desktop.start()
    try:
        async with moving_pattern(desktop.environment):
            return dict(await json_from("bare_capture", desktop.environment, str(RATE), str(SECS)))
    finally:
        await desktop.close()


def tell_shares(
    when: str, rows: list[list[float]], wanted: str, bare: dict[str, list[float]]
) -> None:
    console, camera, machine = rows
    both = [one + other for one, other in zip(console, camera, strict=True)]
    grabbing = report.limit(f"mss at {RATE} a second", bare["grab_shares"])
    copying = report.limit(f"a copy at {RATE} a second", bare["copy_shares"])
    against = (grabbing, copying) if "moving" in when else ()
    report.figure(f"{when}: the console's process", console, "%", report.goal(wanted))
    report.figure("  its camera's", camera, "%", *against[:1])
    report.figure("  both", both, "%", *against)
    report.figure("  the whole machine, screens and pattern included", machine, "%")


async def measure() -> None:
    watcher = Watcher()
    bare = await bare_limits()
    with tempfile.TemporaryDirectory() as folder:
        async with open_console(Path(folder)) as console:
            processes = [psutil.Process(console.pid), await camera_of(console.pid)]
            async with moving_pattern(await practice_environment(console.pid)):
                await watcher.find_band()
                await asyncio.sleep(2.0)
                (counts, ages_ms), moving = await asyncio.gather(
                    watcher.watch(SECS), shares(processes, SECS)
                )
            await asyncio.sleep(3.0)
            still = await shares(processes, SECS)
    report.title(f"The live view: {WIDTH} × {HEIGHT}, shown {watcher.width_px} pixels wide")
    grabs = report.limit("mss alone, as fast as it can", bare["grabs_a_second"])
    report.figure(
        "new pictures a second on the screen", counts, "/s", report.goal(f"≥ {RATE}"), grabs
    )
    report.figure("age of a picture when it appears", ages_ms, "ms")
    tell_shares("a core's share, moving", moving, "≤ 35 %", bare)
    tell_shares("a core's share, still", still, "≤ 3 %", bare)


if __name__ == "__main__":
    asyncio.run(measure())
