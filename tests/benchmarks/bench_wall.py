"""A thousand runs on this machine with the console open: what it costs to tell of them, to scroll
the wall, and how long a decision takes from the click to the run's own word, beside four runs.

The runs are scripted, in a process of their own; each has its own socket, and its picture changes
ten times a second. Memory is looked at from the moment at which all of them wait, through the
decisions and the scrolling, and for two minutes more. Words: how many runs, 1000 without."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import psutil
from PySide6.QtCore import QSettings

from app.console import Console
from app.qt_loop import run_qt
from app.settings.tables import Settings
from engine.record.store import SessionStore
from tests.benchmarks import report
from tests.support.waiting import until
from widgets.window.main_window import MainWindow
from widgets.window.run_wall import RunWall

DECISIONS, FRAMES, STAYS, LOOK_SECS = 60, 200, 12, 10.0


async def become(check: Callable[[], object]) -> None:
    await until(check, bound_secs=600)


def cpu_ms(do: Callable[[], object]) -> float:
    """Of this thread: whatever else the machine does."""
    began = time.thread_time()
    do()
    return (time.thread_time() - began) * 1000


async def measure(count: int) -> None:
    folder = Path(tempfile.mkdtemp())
    os.environ["XDG_RUNTIME_DIR"] = str(folder)  # nobody else's runs are joined
    store = await SessionStore.open(folder / "sessions.db")
    memory = QSettings(str(folder / "console.ini"), QSettings.Format.IniFormat)
    window = MainWindow(settings=memory, armed_after_ms=0)
    console = Console(window, store, Settings())
    window.show()
    words = ("-m", "tests.support.many_runs", str(count), "--kinds", "same,other", "--again")
    runs = await asyncio.create_subprocess_exec(
        sys.executable, *words, stdout=asyncio.subprocess.PIPE
    )
    assert runs.stdout is not None
    await runs.stdout.readline()
    joined, process = console._runs._runs, psutil.Process()
    try:
        await console._runs.open()
        await become(lambda: sum(run.state.pending is not None for run in joined.values()) == count)
        print(f"{count} runs, all of them waiting; {process.memory_info().rss >> 20} MiB")
        report.figure(
            "tell of all of them, CPU", [cpu_ms(console._runs._tell_now) for _ in range(9)], "ms"
        )
        took = []
        for name in (list(joined) * DECISIONS)[:DECISIONS]:
            run = joined[name]
            console._runs.put_in_front(name)
            await become(lambda run=run: window.views.approval.request.request == run.state.pending)
            asked, began = run.state.pending, time.perf_counter()
            window.views.approval.request.do_approve()
            await become(lambda run=run, asked=asked: run.state.pending != asked)
            took.append((time.perf_counter() - began) * 1000)
        report.figure("from Approve to the run's word", took, "ms")
        print(f"p95 {sorted(took)[int(len(took) * 0.95)]:.0f} ms")
        window._actions.wall.trigger()
        [wall] = window.findChildren(RunWall)
        tiles = wall.tiles
        await become(lambda: len(tiles.pictures) > 3)
        bar, frames = tiles.verticalScrollBar(), []
        for number in range(FRAMES):
            bar.setValue(bar.maximum() * number // FRAMES)
            frames.append(cpu_ms(tiles.viewport().repaint))
            await asyncio.sleep(0.01)
        report.figure("a frame of the wall, scrolled, CPU", frames, "ms")
        print(f"longest {max(frames):.0f} ms; {process.memory_info().rss >> 20} MiB")
        held = []
        for _ in range(STAYS):
            await asyncio.sleep(LOOK_SECS)
            held.append(process.memory_info().rss >> 20)
        print(f"MiB, every {LOOK_SECS:g} s from then on: {', '.join(map(str, held))}")
    finally:
        runs.terminate()
        await runs.communicate()
        await console.close()
        await store.close()


async def life(count: int) -> int:
    await measure(count)
    return 0


def main() -> int:
    """Each count in a process of its own, one after the other."""
    if sys.argv[2:] == ["alone"]:
        return run_qt(lambda: life(int(sys.argv[1])))
    report.title("Runs on this machine, joined by a console")
    command = (sys.executable, "-m", "tests.benchmarks.bench_wall")
    counts = ("4", *(sys.argv[1:] or ("1000",)))
    return max(subprocess.run((*command, count, "alone")).returncode for count in counts)


if __name__ == "__main__":
    sys.exit(main())
