"""A campaign whose processes are killed at random: ``python -m tests.support.killed_campaign
FOLDER`` is its head, the real one, which can be killed too and is begun again upon the same folder.

Its runs are small processes that tell the events of a run, do one thing in between, and write into
a ledger when they begin and when they did it. Half of them do what can't be taken back."""

from __future__ import annotations

import asyncio
import contextlib
import random
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import psutil
from rich.console import Console

from app.campaigns import running
from app.campaigns.command import run_campaign
from app.campaigns.file import Order
from app.campaigns.results import results_in
from app.settings.tables import Settings
from engine.domain.errors import RecordUnavailable
from engine.domain.events import ActionStarted, Recorded, SegmentPlanned, StepStarted
from engine.domain.plans import PlanSegment, ReplanKind
from engine.domain.risks import Degree, Reversibility
from engine.domain.terminals import EXIT_NOT_ALL
from engine.domain.verdicts import Verdict
from engine.record.codec import recorded_to_json
from tests.engine.record.runs import ENDED, SAVE, STARTED, recorded_run
from tests.support.waiting import until

SENT = "sent"
"""What the tasks are called that can't be done twice."""
_LEDGER = "ledger.txt"
_WORKER = """
import sys, time
name, ledger, begun, ended, secs = sys.argv[1:]
def note(what):
    with open(ledger, "a") as file:
        file.write(f"{what} {name}\\n")
note("begins")
print(open(begun).read(), end="", flush=True)
time.sleep(float(secs))
note("does")
time.sleep(float(secs))
print(open(ended).read(), end="", flush=True)
"""


@dataclass(frozen=True, slots=True)
class Left:
    """What came of it: how often each was killed, and what was wrong, in words."""

    killed_runs: int
    killed_heads: int
    judged: Counter[Verdict]
    wrong: tuple[str, ...]


def written(folder: Path, count: int) -> None:
    """The campaign's file and what its runs tell."""
    tasks = [
        f'[[tasks]]\nname = "{SENT if number % 2 else "kept"}-{number}"\ngoal = "Open Practice"\n'
        'judge = { ending = "goal_satisfied" }\n'
        for number in range(count)
    ]
    (folder / "work.toml").write_text("".join(tasks))
    for kind, degree in ((SENT, Degree.IRREVERSIBLE), ("kept", Degree.REVERSIBLE)):
        events = (
            SegmentPlanned(1, ReplanKind.INITIAL, PlanSegment((SAVE,), True)),
            StepStarted(1, 1),
            ActionStarted("a1", 1, SAVE, reversibility=Reversibility(degree, "so")),
        )
        lines = [recorded_to_json(each) + "\n" for each in recorded_run(STARTED, *events)]
        (folder / f"{kind}.jsonl").write_text("".join(lines))
    ended = Recorded(seq=900, session_id="run", at_secs=1_900.0, event=ENDED)
    (folder / "ended.jsonl").write_text(recorded_to_json(ended) + "\n")


def noted(folder: Path) -> list[str]:
    with contextlib.suppress(FileNotFoundError):
        return (folder / _LEDGER).read_text().splitlines()
    return []


@contextlib.contextmanager
def head(folder: Path) -> Iterator[subprocess.Popen[bytes]]:
    """Under way; its runs end with it."""
    with (folder / "said.txt").open("ab") as said:
        command = (sys.executable, "-m", "tests.support.killed_campaign", str(folder))
        process = subprocess.Popen(command, stdout=said, stderr=subprocess.STDOUT)
    try:
        yield process
    finally:
        process.kill()
        process.wait()


async def killed(folder: Path, runs: int, heads: int, chance: random.Random) -> Left:
    """So many of its runs and of its heads, each a random number of beginnings later; then it is
    left alone to its end."""
    count = 4 * (runs + heads)
    written(folder, count)
    killed_runs, killed_heads, wrong = 0, 0, list[str]()
    for number in range(heads + 1):
        is_last = number == heads
        ended = _ended(folder)
        before = len(noted(folder))
        with head(folder) as process:
            share = -(-runs * (number + 1) // (heads + 1)) - killed_runs
            for _ in range(share):
                killed_runs += await _kill_a_run(folder, process, chance)
            if is_last:
                await until(lambda: process.poll() is not None, bound_secs=600)
            else:
                await _more(folder, process, chance.randint(1, 3))
                await asyncio.sleep(chance.uniform(0, 0.2))  # anywhere in what they do
                killed_heads += process.poll() is None
        wrong += [
            f"{each} although it had ended"
            for each in noted(folder)[before:]
            if each.partition(" ")[2] in ended
        ]
    results = results_in(folder)
    did = Counter(each.removeprefix("does ") for each in noted(folder) if each.startswith("does"))
    wrong += [
        f"{name} was done {count} times" for name, count in did.items() if _is_twice(name, count)
    ]
    wrong += [f"{name} succeeded and was not done" for name in _succeeded(folder) - did.keys()]
    if len(results) != count or process.returncode not in (0, EXIT_NOT_ALL):
        said = (folder / "said.txt").read_text()
        wrong.append(f"{len(results)} results, exit code {process.returncode}: {said[-800:]}")
    judged = Counter(each.judged for each in results.values())
    return Left(killed_runs, killed_heads, judged, tuple(wrong))


async def _kill_a_run(folder: Path, process: subprocess.Popen[bytes], chance: random.Random) -> int:
    await _more(folder, process, chance.randint(1, 2))
    await asyncio.sleep(chance.uniform(0, 0.2))
    with contextlib.suppress(psutil.NoSuchProcess):
        if children := psutil.Process(process.pid).children():
            chance.choice(children).kill()
            return 1
    return 0


async def _more(folder: Path, process: subprocess.Popen[bytes], count: int) -> None:
    """That many more of its runs have begun, or it has come to its end."""
    before = len(noted(folder))
    await until(lambda: len(noted(folder)) >= before + count or process.poll() is not None)


def _ended(folder: Path) -> set[str]:
    with contextlib.suppress(RecordUnavailable):
        return {each.task for each in results_in(folder).values()}
    return set()


def _succeeded(folder: Path) -> set[str]:
    return {each.task for each in results_in(folder).values() if each.judged is Verdict.SEEN}


def _is_twice(name: str, count: int) -> bool:
    return name.startswith(SENT) and count > 1


def _command_of(folder: Path, order: Order) -> tuple[str, ...]:
    kind = SENT if order.task.name.startswith(SENT) else "kept"
    files = (folder / _LEDGER, folder / f"{kind}.jsonl", folder / "ended.jsonl")
    return (sys.executable, "-c", _WORKER, order.task.name, *map(str, files), "0.1")


async def main(folder: Path) -> int:
    running._command = lambda order, *_: _command_of(folder, order)
    console = Console(no_color=True, width=200)
    work = folder / "work.toml"
    return await run_campaign(
        work, folder, Settings(), console, database=folder / "runs.db", parallel=2
    )


if __name__ == "__main__":
    sys.exit(asyncio.run(main(Path(sys.argv[1]))))
