"""What is left of runs that are killed at random, and of runs on a disk that fills up.

Each run is a process with a home of its own. This process takes in what it leaves behind, so that
nothing that still runs escapes the count. Told is what stood on the terminal; kept is what the
record holds when it is opened afterwards. ``-- --kills 200 --disks 20`` says how many of each; 10
and 5 otherwise. With ``--into FILE`` each run's outcome is kept there as a line, and what stands
there already counts, so that it can be run in parts. The disk is a small file system of its own
where one may be mounted, else SQLite's own limit."""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import ctypes
import os
import random
import re
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

import psutil

from engine.domain.errors import RecordUnavailable
from engine.domain.terminals import EXIT_CANNOT_START, EXIT_CODES, EXIT_NOT_SEEN, Terminal
from engine.record.store import SessionStore
from tests.app.command import CommandLine
from tests.benchmarks import report

GOAL = (
    "Open Mousepad, type 'one', press Return, type 'two', press Return, type 'three',"
    " and save it as note.txt in the practice folder"
)
TOLD = re.compile(r"^ +[\d.]+s +[✓✗] ", re.M)
"""A step that is told on the terminal."""
_GONE_SECS = 15.0
_PR_SET_CHILD_SUBREAPER = 36
_PAGES = (12, 120)
_DISK_KIB = (48, 400)
_MOST_SECS = 400.0


@dataclass(frozen=True, slots=True)
class Left:
    """Steps told and kept, how many processes were left, and what was wrong, in words."""

    told: int
    kept: int
    processes: int
    wrong: str
    kind: str = ""
    secs: float = 0.0


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
    told, wrong = len(TOLD.findall(text)), ""
    if "Traceback" in text:
        wrong = text[text.index("Traceback") :]
    kept = 0
    try:
        kept = asyncio.run(_kept(command.database)) if command.database.exists() else 0
    except RecordUnavailable as error:
        if told:
            wrong = f"the record does not open: {error!r}"
    except Exception as error:  # noqa: BLE001 - any is a finding, and is told
        return Left(told, 0, len(left), f"the record does not open: {error!r}")
    return Left(told, kept, len(left), wrong)


def killed(after_secs: float) -> Left:
    with tempfile.TemporaryDirectory() as folder:
        command = CommandLine(Path(folder))
        output = Path(folder) / "said.txt"
        began, process = time.monotonic(), _start(command, output)
        try:
            process.wait(after_secs)
        except subprocess.TimeoutExpired:
            process.send_signal(signal.SIGKILL)
            process.wait()
        return replace(_outcome(command, output), secs=time.monotonic() - began)


def on_a_full_disk(chance: random.Random) -> Left:
    with tempfile.TemporaryDirectory() as folder:
        command, output = CommandLine(Path(folder)), Path(folder) / "said.txt"
        with _small_disk(command.data, chance.randint(*_DISK_KIB)) as is_small:
            if not is_small:
                command.environment["PILOTHOUSE_TEST_PAGES"] = str(chance.randint(*_PAGES))
                command.module = "tests.app.full_disk_child"
            process = _start(command, output)
            try:
                code = process.wait(_MOST_SECS)
            except subprocess.TimeoutExpired:
                process.kill()
                code = process.wait()
            left = _outcome(command, output)
        said = output.read_text(encoding="utf-8", errors="replace")
        is_plain = (
            code in (EXIT_CODES[Terminal.FAILED], EXIT_CANNOT_START) and "disk is full" in said
        )
        is_done = code in (EXIT_CODES[Terminal.GOAL_SATISFIED], EXIT_NOT_SEEN)
        if left.wrong or is_plain or is_done:
            return left
        return replace(left, wrong=f"exit code {code}: {said[-800:]}")


@contextlib.contextmanager
def _small_disk(folder: Path, size_kib: int) -> Iterator[bool]:
    """A file system of its own of that size at the folder; False where none may be mounted."""
    folder.mkdir(parents=True)
    mount = ("mount", "-t", "tmpfs", "-o", f"size={size_kib}k", "none", str(folder))
    is_mounted = subprocess.run(mount, capture_output=True, check=False).returncode == 0
    try:
        yield is_mounted
    finally:
        if is_mounted:
            subprocess.run(("umount", "--lazy", str(folder)), check=True)


def tell(title: str, runs: list[Left]) -> None:
    report.title(title)
    told = sum(run.told for run in runs)
    kept = sum(min(run.told, run.kept) for run in runs)
    report.note(f"{len(runs)} runs, {told} steps told, of which {kept} are kept")
    report.note(f"{sum(run.processes for run in runs)} processes left running")
    for wrong in filter(None, (run.wrong for run in runs)):
        report.note(wrong)


def main(kills: int, disks: int, into: Path | None) -> None:
    ctypes.CDLL(None).prctl(_PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
    runs = report.Runs(Left, into)
    chance = random.Random(7 + len(runs.all))
    if not any(run.kind == _ALONE for run in runs.all):
        runs.add(replace(killed(after_secs=_MOST_SECS), kind=_ALONE))
    whole_secs = next(run.secs for run in runs.all if run.kind == _ALONE)
    for _ in range(kills):
        runs.add(replace(killed(chance.uniform(0, whole_secs)), kind=_KILLED))
    for _ in range(disks):
        runs.add(replace(on_a_full_disk(chance), kind=_FULL))
    for kind in (_ALONE, _KILLED, _FULL):
        tell(kind, [run for run in runs.all if run.kind == kind])


_ALONE, _KILLED, _FULL = "Left alone", "Killed at random", "A disk that fills up"

if __name__ == "__main__":
    words = argparse.ArgumentParser()
    words.add_argument("--kills", type=int, default=10)
    words.add_argument("--disks", type=int, default=5)
    words.add_argument("--into", type=Path)
    main(**vars(words.parse_args()))
