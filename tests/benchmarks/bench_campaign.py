"""What a campaign costs over the same runs by hand, and what is left of one whose processes are
killed at random.

By hand is the same command, so many at a time, without anything that looks after them; the campaign
is all of ``pilothouse campaign``, with its start and its reports. They take turns. ``-- --rounds 5
--runs 6`` says how often, and how many runs each has; 3 and 4 otherwise. ``--kills 50 --heads 10
--consoles 10`` says how many runs and heads are killed, and how many consoles are opened and closed
meanwhile, which are the default; with 0 each nothing is. With ``--on auto`` the runs that are
killed are those of a Ray cluster on this machine, and so are the actors that they are run by."""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import os
import random
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from app.campaigns.results import results_in
from engine.domain.terminals import EXIT_NOT_ALL
from engine.processes.descendants import python_module
from tests.benchmarks import report
from tests.support.killed_campaign import killed

GOAL = "Open Practice, click 'Moon'"
"""There is no Moon: it looks, starts a program, looks again and gives up."""


async def by_hand(folder: Path, runs: int, parallel: int) -> float:
    places = asyncio.Semaphore(parallel)

    async def one(number: int) -> None:
        words = ("run", "--ask", "never", "--database", str(folder / "runs.db"), "--json")
        words += ("--non-interactive", "--out", str(folder / f"{number}"), "--surface", "practice")
        async with places:
            await _ended(*words, "--", GOAL)

    began = time.perf_counter()
    await asyncio.gather(*(one(number) for number in range(runs)))
    return time.perf_counter() - began


async def as_campaign(
    folder: Path, runs: int, parallel: int, on: str = "local", needs: str = ""
) -> float:
    written(folder, runs, needs)
    work = folder / "work.toml"
    began = time.perf_counter()
    words = ("--on", on, "--parallel", str(parallel), "--database", str(folder / "runs.db"))
    code = await _ended("campaign", str(work), *words, "--out", str(folder / "out"))
    assert code in (0, EXIT_NOT_ALL), code
    took_secs = time.perf_counter() - began
    assert len(results_in(folder / "out")) == runs
    return took_secs


def written(folder: Path, runs: int, needs: str = "") -> None:
    """The campaign's file; ``needs`` says what a run needs of its machine."""
    task = f'[[tasks]]\nname = "moon"\ngoal = "{GOAL}"\njudge = {{ ending = "goal_failed" }}\n'
    (folder / "work.toml").write_text(f"repeats = {runs}\n{task}{needs}")


async def _ended(*words: str) -> int:
    quiet = asyncio.subprocess.DEVNULL
    command = python_module("app", *words)
    child = await asyncio.create_subprocess_exec(*command, stdin=quiet, stdout=quiet, stderr=quiet)
    return await child.wait()


async def overhead(rounds: int, runs: int) -> None:
    report.title(f"{runs} runs on practice desktops")
    for parallel in (1, 2):
        took: dict[str, list[float]] = {"by hand": [], "as a campaign": []}
        for number in range(rounds):
            turn = [("by hand", by_hand), ("as a campaign", as_campaign)]
            for name, ways in turn if number % 2 else reversed(turn):
                with tempfile.TemporaryDirectory() as folder:
                    took[name].append(await ways(Path(folder), runs, parallel))
        told = report.limit("by hand", took["by hand"])
        report.figure(f"{parallel} at a time, by hand", took["by hand"], "s")
        report.figure(f"{parallel} at a time, as a campaign", took["as a campaign"], "s", told)
        pairs = zip(took["as a campaign"], took["by hand"], strict=True)
        report.figure("  over by hand, in pairs", [100 * (a / b - 1) for a, b in pairs], "%")


async def broken(kills: int, heads: int, consoles: int, where: str) -> None:
    report.title("A campaign of small processes, killed at random")
    with contextlib.ExitStack() as closing:
        name = closing.enter_context(tempfile.TemporaryDirectory())
        os.environ |= {"XDG_RUNTIME_DIR": name, "RAY_worker_niceness": "0"}
        closing.enter_context(cluster(where))
        folder, chance = Path(name), random.Random(20)
        parallel, often = (2, 4) if where == "local" else (4, 1.5)
        said = (folder, kills, heads, chance)
        asked = {"consoles": consoles, "where": where, "parallel": parallel, "often": often}
        left = await killed(*said, **asked)
    report.note(f"{left.killed_runs} runs and {left.killed_heads} heads were killed")
    report.note(f"{left.consoles} consoles were opened and closed, questions were answered by")
    report.note(", ".join(f"{count} {how}" for how, count in left.answered.items()) or "nobody")
    report.note(", ".join(f"{count} {verdict}" for verdict, count in left.judged.items()))
    report.note("\n  ".join(left.wrong) or "no run was lost, and none that counts was done twice")


@contextlib.contextmanager
def cluster(where: str) -> Iterator[None]:
    """This process's own, as heads come and go."""
    if where == "local":
        yield
        return
    import ray

    paths = [str(Path.cwd()), *os.environ.get("PYTHONPATH", "").split(":")]
    os.environ["PYTHONPATH"] = ":".join(filter(None, paths))  # workers know the tests, too
    ray.init(include_dashboard=False, log_to_driver=False, logging_level="error")
    try:
        yield
    finally:
        ray.shutdown()


async def main(rounds: int, runs: int, kills: int, heads: int, consoles: int, where: str) -> None:
    if heads:
        await broken(kills, heads, consoles, where)
    if rounds:
        await overhead(rounds, runs)


if __name__ == "__main__":
    words = argparse.ArgumentParser()
    words.add_argument("--rounds", type=int, default=3)
    words.add_argument("--runs", type=int, default=4)
    words.add_argument("--kills", type=int, default=50)
    words.add_argument("--heads", type=int, default=10)
    words.add_argument("--consoles", type=int, default=10)
    words.add_argument("--on", dest="where", default="local")
    asyncio.run(main(**vars(words.parse_args())))
