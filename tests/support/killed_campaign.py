"""A campaign whose processes are killed at random: ``python -m tests.support.killed_campaign
FOLDER WHERE PARALLEL`` is its head, the real one, which can be killed too and is begun again upon
the same folder.

Its runs are small processes that tell the events of a run, do one thing in between, and write into
a ledger when they begin and when they did it. Half of them do what can't be taken back; as a real
run, on a cluster they do it once what they told is kept by their owner. Where consoles come and go,
every third run asks, and waits for an answer."""

from __future__ import annotations

import asyncio
import contextlib
import random
import subprocess
import sys
from collections import Counter
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

import psutil
from rich.console import Console

from app.campaigns import command, running
from app.campaigns.file import Order
from app.campaigns.results import results_in
from app.joining import Elsewhere, runs_folder
from app.settings.tables import Settings
from engine.domain.approvals import Approve, DecidedHow
from engine.domain.errors import KnownError, RecordUnavailable
from engine.domain.events import ActionStarted, Recorded, SegmentPlanned, StepStarted
from engine.domain.plans import PlanSegment, ReplanKind
from engine.domain.risks import Degree, Reversibility
from engine.domain.terminals import EXIT_CANNOT_START, EXIT_NOT_ALL
from engine.domain.verdicts import Verdict
from engine.processes.descendants import started_at
from engine.record.codec import recorded_to_json
from tests.engine.record.runs import ENDED, SAVE, STARTED, recorded_run
from tests.support import asking_run
from tests.support.waiting import until

SENT = "sent"
"""What the tasks are called that can't be done twice."""
ASKS = "asks"
"""And those that wait for an answer."""
_LEDGER = "ledger.txt"
_GONE, _NONE = "The cluster can't be reached any more", "There is no cluster to be had"
_WORKER = """
import os, sys, time
name, ledger, begun, ended, secs = sys.argv[1:]
def note(what):
    with open(ledger, "a") as file:
        file.write(f"{what} {name}\\n")
note("begins")
told = open(begun).read()
print(told, end="", flush=True)
for each in told.splitlines() if "PILOTHOUSE_KEPT_ELSEWHERE" in os.environ else ():
    os.read(0, 1) or sys.exit("nobody keeps it")
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
    consoles: int
    answered: Counter[str]
    """How often by whom, see ``DecidedHow``."""


def written(folder: Path, count: int, kinds: tuple[str, ...]) -> None:
    """The campaign's file and what its runs tell."""
    tasks = [
        f'[[tasks]]\nname = "{kinds[number % len(kinds)]}-{number}"\ngoal = "Open Practice"\n'
        'judge = { ending = "goal_satisfied" }\ncores = 0.25\nmemory_mb = 100\n'
        for number in range(count)
    ]
    (folder / "work.toml").write_text("".join(tasks))
    begun = (SegmentPlanned(1, ReplanKind.INITIAL, PlanSegment((SAVE,), True)), StepStarted(1, 1))
    degrees = {SENT: Degree.IRREVERSIBLE, "kept": Degree.REVERSIBLE}
    does = {
        kind: (ActionStarted("a1", 1, SAVE, reversibility=Reversibility(degree, "so")),)
        for kind, degree in degrees.items()
    }
    for kind, events in {**does, ASKS: ()}.items():
        told = recorded_run(STARTED, *begun, *events, session_id="")  # nothing is to be sealed
        lines = [recorded_to_json(each) + "\n" for each in told]
        (folder / f"{kind}.jsonl").write_text("".join(lines))
    ended = Recorded(seq=900, session_id="", at_secs=1_900.0, event=ENDED)
    (folder / "ended.jsonl").write_text(recorded_to_json(ended) + "\n")


def noted(folder: Path) -> list[str]:
    with contextlib.suppress(FileNotFoundError):
        return (folder / _LEDGER).read_text().splitlines()
    return []


@contextlib.contextmanager
def head(folder: Path, where: str, parallel: int) -> Iterator[subprocess.Popen[bytes]]:
    """Under way; its runs end with it."""
    with (folder / "said.txt").open("ab") as said:
        words = (str(folder), where, str(parallel))
        command = (sys.executable, "-m", "tests.support.killed_campaign", *words)
        process = subprocess.Popen(command, stdout=said, stderr=subprocess.STDOUT)
    try:
        yield process
    finally:
        process.kill()
        process.wait()


@dataclass
class _Consoles:
    """That come and go; each sees what is asked at that moment, and answers some of it."""

    folder: Path
    chance: random.Random
    wrong: list[str]
    opened: int = 0
    is_last: asyncio.Event = field(default_factory=asyncio.Event)

    async def come_and_go(self, times: int) -> None:
        """So often, and then once more, which stays."""
        while self.opened < times:
            async with self._opened() as console:
                await self._see_all(console)
                cards = [each for each in console.cards if self.chance.random() < 0.5]
                for each in cards:
                    await console.answer(each.ticket, Approve())
                await asyncio.sleep(self.chance.uniform(0.5, 2))  # others begin meanwhile
                await self._see_all(console)
            self.opened += 1
            await asyncio.sleep(self.chance.uniform(0, 1))
        async with self._opened() as console:
            self.is_last.set()
            while True:
                for each in console.cards:
                    await console.answer(each.ticket, Approve())
                await asyncio.sleep(0.05)

    @contextlib.asynccontextmanager
    async def _opened(self) -> AsyncIterator[Elsewhere]:
        console = Elsewhere(runs_folder())
        following = asyncio.ensure_future(console.follow())
        try:
            yield console
        finally:
            following.cancel()
            await asyncio.wait([following])

    async def _see_all(self, console: Elsewhere) -> None:
        def shown() -> set[str]:
            return {each.run_id for each in console.cards}

        try:
            await until(lambda: shown() >= asking(self.folder), bound_secs=300)
        except AssertionError:
            self.wrong.append(f"not to be seen: {asking(self.folder) - shown()}")


def asking(folder: Path) -> set[str]:
    """The runs that ask now, by the ledger."""
    words = [each.split() for each in noted(folder) if f" {ASKS}-" in each]
    last = {(name, int(process_id)): what for what, name, process_id in words}
    return {
        asking_run.run_id(name, process_id)
        for (name, process_id), what in last.items()
        if what == "asks" and started_at(process_id) is not None
    }


async def killed(
    folder: Path,
    runs: int,
    heads: int,
    chance: random.Random,
    *,
    consoles: int = 0,
    where: str = "local",
    parallel: int = 2,
    often: float = 4,
) -> Left:
    """So many of its runs and of its heads, each a random number of beginnings later, while so many
    consoles come and go; then it is left alone to its end. A cluster is this process's own. It has
    ``often`` runs for each killing."""
    count = int(often * (runs + heads))
    written(folder, count, (SENT, "kept", ASKS) if consoles else ("kept", SENT))
    killed_runs, killed_heads, wrong = 0, 0, list[str]()
    there = _Consoles(folder, chance, wrong)
    coming = asyncio.ensure_future(there.come_and_go(consoles) if consoles else asyncio.sleep(0))
    for number in range(heads + 1):
        is_last = number == heads
        ended = _ended(folder)
        before = len(noted(folder))
        with head(folder, where, parallel) as process:
            share = -(-runs * (number + 1) // (heads + 1)) - killed_runs
            owner = psutil.Process() if where != "local" else psutil.Process(process.pid)
            for _ in range(share):
                killed_runs += await _kill_a_run(folder, process, owner, chance)
            if is_last:
                await until(lambda: process.poll() is not None, bound_secs=3_600)
            else:
                await _more(folder, process, chance.randint(1, 3))
                await asyncio.sleep(chance.uniform(0, 0.2))  # anywhere in what they do
                killed_heads += process.poll() is None
        wrong += _begun_again(folder, before, ended)
    coming.cancel()
    await asyncio.wait([coming])
    told = _left_wrong(folder, count, process.returncode)
    return _left(folder, [*wrong, *told], killed_runs, killed_heads, there.opened)


async def cluster_killed(
    folder: Path,
    times: int,
    chance: random.Random,
    where: str,
    node: Callable[[], AbstractAsyncContextManager[Callable[[], None]]],
) -> Left:
    """So often the head of the cluster itself at ``where`` is killed, a random number of beginnings
    later: the campaign must say so and end, and is begun again, as where it says that there is no
    cluster yet; every other time a new head stands before it has said so. ``node`` is a head's
    life, and tells how it is killed."""
    count, wrong, killed_heads, exit_code = 4 * times, list[str](), 0, None
    written(folder, count, ("kept", SENT))
    async with contextlib.AsyncExitStack() as nodes:
        kill = await nodes.enter_async_context(node())
        while exit_code not in (0, EXIT_NOT_ALL):
            ended, before, said = _ended(folder), len(noted(folder)), _said(folder)
            is_killed = False
            with head(folder, where, 4) as process:
                if killed_heads < times:
                    await _more(folder, process, chance.randint(1, 4))
                    await asyncio.sleep(chance.uniform(0, 1))
                    is_killed = process.poll() is None
                if is_killed:
                    kill()
                    await nodes.aclose()
                    killed_heads += 1
                if is_killed and killed_heads % 2:
                    kill = await nodes.enter_async_context(node())
                await until(lambda process=process: process.poll() is not None, bound_secs=600)  # type: ignore[misc]
            exit_code, told = process.returncode, _said(folder).removeprefix(said)
            is_told = exit_code == EXIT_CANNOT_START and (_GONE if is_killed else _NONE) in told
            if not is_told and (is_killed or exit_code not in (0, EXIT_NOT_ALL)):
                wrong.append(f"time {killed_heads}: {exit_code}, {told[-800:]}")
                break
            if is_killed and not killed_heads % 2:
                kill = await nodes.enter_async_context(node())
            wrong += _begun_again(folder, before, ended)
    wrong += _left_wrong(folder, count, exit_code)
    return _left(folder, wrong, 0, killed_heads, 0)


def _said(folder: Path) -> str:
    with contextlib.suppress(FileNotFoundError):
        return (folder / "said.txt").read_text()
    return ""


def _begun_again(folder: Path, before: int, ended: set[str]) -> list[str]:
    return [
        f"{each} although it had ended"
        for each in noted(folder)[before:]
        if each.startswith("begins") and each.split()[1] in ended
    ]


def _left_wrong(folder: Path, count: int, exit_code: int | None) -> list[str]:
    wrong = list[str]()
    results, said = results_in(folder), (folder / "said.txt").read_text()
    wrong += ["Ray itself speaks among what the campaign tells"] if "(raylet)" in said else []
    did = Counter(each.removeprefix("does ") for each in noted(folder) if each.startswith("does"))
    wrong += [
        f"{name} was done {count} times" for name, count in did.items() if _is_twice(name, count)
    ]
    done = {name for name in _succeeded(folder) if not name.startswith(ASKS)}
    wrong += [f"{name} succeeded and was not done" for name in done - did.keys()]
    told = [each.split() for each in noted(folder)]
    answers = [each for each in told if each[0] in DecidedHow.__members__]
    each_run = Counter(" ".join(each[1:]) for each in answers)
    wrong += [f"{name} was answered {times} times" for name, times in each_run.items() if times > 1]
    if len(results) != count or exit_code not in (0, EXIT_NOT_ALL):
        wrong.append(f"{len(results)} results, exit code {exit_code}: {said[-800:]}")
    return wrong


def _left(
    folder: Path, wrong: list[str], killed_runs: int, killed_heads: int, consoles: int
) -> Left:
    answers = [each for each in map(str.split, noted(folder)) if each[0] in DecidedHow.__members__]
    judged = Counter(each.judged for each in results_in(folder).values())
    answered = Counter(what for what, *_ in answers)
    return Left(killed_runs, killed_heads, judged, tuple(wrong), consoles, answered)


async def _kill_a_run(
    folder: Path, process: subprocess.Popen[bytes], owner: psutil.Process, chance: random.Random
) -> int:
    """Or, on a cluster, the actor that it is run by."""
    await _more(folder, process, chance.randint(1, 2) if owner.pid == process.pid else 1)
    await asyncio.sleep(chance.uniform(0, 0.2 if owner.pid == process.pid else 2))  # it begins late
    with contextlib.suppress(psutil.NoSuchProcess):
        if found := [each for each in owner.children(recursive=True) if _is_of_a_run(each)]:
            chance.choice(found).kill()
            return 1
    return 0


def _is_of_a_run(process: psutil.Process) -> bool:
    with contextlib.suppress(psutil.NoSuchProcess):
        words = process.cmdline() or [""]
        return words[1:2] == ["-c"] or "tests.support.asking_run" in words or "Desk" in words[0]
    return False


async def _more(folder: Path, process: subprocess.Popen[bytes], count: int) -> None:
    """That many more of its runs have begun, or it has come to its end."""
    before = len(noted(folder))
    enough, is_over = before + count, lambda: process.poll() is not None
    await until(lambda: len(noted(folder)) >= enough or is_over(), bound_secs=600)


def _ended(folder: Path) -> set[str]:
    with contextlib.suppress(RecordUnavailable):
        return {each.task for each in results_in(folder).values()}
    return set()


def _succeeded(folder: Path) -> set[str]:
    return {each.task for each in results_in(folder).values() if each.judged is Verdict.SEEN}


def _is_twice(name: str, count: int) -> bool:
    return name.startswith(SENT) and count > 1


def _command_of(folder: Path, order: Order) -> tuple[str, ...]:
    name = order.task.name
    kind = name.partition("-")[0]
    files = (folder / _LEDGER, folder / f"{kind}.jsonl", folder / "ended.jsonl")
    if kind == ASKS:
        return (sys.executable, "-m", "tests.support.asking_run", name, *map(str, files))
    return (sys.executable, "-c", _WORKER, name, *map(str, files), "0.1")


def with_small_runs(folder: Path) -> None:
    """In this process a campaign's runs are these."""
    running._command = lambda order, *_: _command_of(folder, order)


def _desk_class(folder: str, theirs: type) -> type:
    """A worker's, in whose process they are, too."""

    class Desk(theirs):  # type: ignore[misc]
        async def begin(self, order: str, given: dict[str, bytes]) -> Any:
            from tests.support.killed_campaign import with_small_runs

            with_small_runs(Path(folder))
            await super().begin(order, given)

    return Desk


async def _with_small_desks(folder: Path, begin: Callable[..., Any], *asked: Any) -> Any:
    desks = await begin(*asked)
    from app.campaigns import on_ray

    desk = _desk_class(str(folder), on_ray.desk_class())
    on_ray.desk_class = lambda: desk
    return desks


async def main(folder: Path, where: str, parallel: int) -> int:
    with_small_runs(folder)
    if where != "local":
        command._cluster = partial(_with_small_desks, folder, command._cluster)
    console = Console(no_color=True, width=200)
    work = folder / "work.toml"
    try:
        return await command.run_campaign(
            *(work, folder, Settings(), console),
            database=folder / "runs.db",
            on=where,
            parallel=parallel,
        )
    except KnownError as error:  # as the command tells it
        console.print(str(error), markup=False)
        return EXIT_CANNOT_START


if __name__ == "__main__":
    sys.exit(asyncio.run(main(Path(sys.argv[1]), sys.argv[2], int(sys.argv[3]))))
