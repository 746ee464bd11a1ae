"""What is left of runs that are killed at random, and of runs on a disk that fills up.

Each run is a process with a home of its own. This process takes in what it leaves behind, so that
nothing that still runs escapes the count. Told is what stood on the terminal; kept is what the
record holds when it is opened afterwards. ``-- 200 20`` says how many of each; 10 and 5 otherwise.
"""

from __future__ import annotations

import asyncio
import ctypes
import os
import random
import re
import signal
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

import psutil

from engine.domain.terminals import EXIT_CODES, Terminal
from engine.record.store import SessionStore
from tests.app.command import CommandLine
from tests.benchmarks import report

GOAL = (
    "Open Mousepad, type 'one' into it, press Return, type 'two', press Return, type 'three',"
    " and save it as note.txt in the practice folder"
)
_TOLD = re.compile(r"^ +[\d.]+s +[✓✗] ", re.M)
_GONE_SECS = 15.0
_PR_SET_CHILD_SUBREAPER = 36
_PAGES = (12, 120)


@dataclass(frozen=True, slots=True)
class Left:
    """Steps told and kept, how many processes were left, and what was wrong, in words."""

    told: int
    kept: int
    processes: int
    wrong: str


def _start(command: CommandLine, output: Path) -> subprocess.Popen[bytes]:
    with output.open("wb") as into:
        return subprocess.Popen(
            [sys.executable, "-u", "-m", command.module, "run", GOAL, "--ask", "never"],
            env={**os.environ, "HOME": str(command.home), "NO_COLOR": "1", "COLUMNS": "200"}
            | command.environment,
            stdin=subprocess.DEVNULL,
            stdout=into,
            stderr=subprocess.STDOUT,
        )


def _left_processes() -> list[psutil.Process]:
    """What is left after a while; those that have ended are reaped."""
    deadline = time.monotonic() + _GONE_SECS
    while left := psutil.Process().children(recursive=True):
        psutil.wait_procs(left, timeout=0.1)
        if time.monotonic() > deadline:
            return [each for each in left if each.is_running()]
    return []


async def _kept(database: Path) -> int:
    """How many steps the record holds as ended, read as the console reads it."""
    store = await SessionStore.open(database)
    try:
        kept = 0
        for summary in await store.sessions():
            opened = await store.open_session(summary.session_id)
            assert opened is not None
            kept += sum(event.event.kind == "step_ended" for event in opened.events)
        return kept
    finally:
        await store.close()


def _outcome(command: CommandLine, output: Path) -> Left:
    left = _left_processes()
    for process in left:
        process.kill()
    text = output.read_text(encoding="utf-8", errors="replace")
    told, wrong = len(_TOLD.findall(text)), ""
    if "Traceback" in text:
        wrong = text[text.index("Traceback") :]
    try:
        kept = asyncio.run(_kept(command.database)) if command.database.exists() else 0
    except Exception as error:  # noqa: BLE001 - any is a finding, and is told
        return Left(told, 0, len(left), f"the record does not open: {error!r}")
    return Left(told, kept, len(left), wrong)


def killed(after_secs: float) -> Left:
    with tempfile.TemporaryDirectory() as folder:
        command = CommandLine(Path(folder))
        output = Path(folder) / "said.txt"
        process = _start(command, output)
        try:
            process.wait(after_secs)
        except subprocess.TimeoutExpired:
            process.send_signal(signal.SIGKILL)
            process.wait()
        return _outcome(command, output)


def on_a_full_disk(pages: int) -> Left:
    with tempfile.TemporaryDirectory() as folder:
        room = {"PILOTHOUSE_TEST_PAGES": str(pages)}
        command = CommandLine(Path(folder), room, module="tests.app.full_disk_child")
        output = Path(folder) / "said.txt"
        code = _start(command, output).wait(120)
        left = _outcome(command, output)
        said = output.read_text(encoding="utf-8", errors="replace")
        is_plain = code == EXIT_CODES[Terminal.FAILED] and "The disk is full" in said
        is_done = code == EXIT_CODES[Terminal.GOAL_SATISFIED]
        if left.wrong or is_plain or is_done:
            return left
        return Left(left.told, left.kept, left.processes, f"exit code {code}: {said[-800:]}")


def tell(title: str, runs: list[Left]) -> None:
    report.title(title)
    told = sum(run.told for run in runs)
    kept = sum(min(run.told, run.kept) for run in runs)
    report.note(f"{len(runs)} runs, {told} steps told, of which {kept} are kept")
    report.note(f"{sum(run.processes for run in runs)} processes left running")
    for wrong in filter(None, (run.wrong for run in runs)):
        report.note(wrong)


def main(kills: int = 10, disks: int = 5) -> None:
    ctypes.CDLL(None).prctl(_PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
    chance = random.Random(7)
    began = time.monotonic()
    undisturbed = killed(after_secs=600)
    whole_secs = time.monotonic() - began
    tell("Left alone", [undisturbed])
    tell("Killed at random", [killed(chance.uniform(0, whole_secs)) for _ in range(kills)])
    tell("A disk that fills up", [on_a_full_disk(chance.randint(*_PAGES)) for _ in range(disks)])


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
