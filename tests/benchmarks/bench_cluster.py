"""Campaigns on Ray, which has to be installed: one on a cluster whose own head is killed time and
again; two nodes in network namespaces of their own (as root), one of which is cut off in the midst
of a campaign; and eight desks at once on this machine against the same eight processes by hand, in
turn.

``-- --heads 10`` says how often the head is killed; ``--runs 24 --cut-secs 60`` how many runs the
two nodes have, and for how long one is cut off; ``--pairs 3 --desks 8`` how often eight are run at
once, and how many those are. With 0 each is left out. Ray's workers have the same priority as all
else here (``RAY_worker_niceness=0``)."""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import os
import random
import secrets
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import AsyncIterator, Callable, Iterator
from functools import partial
from pathlib import Path

import psutil

from app.campaigns.results import results_in
from engine.processes.descendants import python_module
from tests.benchmarks import report
from tests.benchmarks.bench_campaign import as_campaign, by_hand, cluster, written
from tests.support.closed_port import held_port
from tests.support.killed_campaign import cluster_killed
from tests.support.waiting import until

HEAD, NODE = "10.77.0.1", "10.77.0.2"
NEEDS = "cores = 0.25\n"


async def side_by_side(pairs: int, desks: int) -> None:
    report.title(f"{desks} practice desktops at once on this machine")
    took: dict[str, list[float]] = {"by hand": [], "on Ray": []}
    with cluster("auto"):
        for number in range(pairs):
            for name in sorted(took, reverse=bool(number % 2)):
                with tempfile.TemporaryDirectory() as folder:
                    place = Path(folder)
                    if name == "by hand":
                        secs = await by_hand(place, desks, desks)
                    else:
                        secs = await as_campaign(place, desks, desks, "auto", NEEDS)
                took[name].append(secs)
                report.note(f"{name}: {secs:.1f} s; {report.machine()}")
    told = report.limit("by hand", took["by hand"])
    report.figure("by hand", took["by hand"], "s")
    report.figure("as a campaign on Ray", took["on Ray"], "s", told)
    ratios = [a / b for a, b in zip(took["on Ray"], took["by hand"], strict=True)]
    report.figure("  over by hand, in pairs", ratios, "times")


@contextlib.asynccontextmanager
async def node_here(folder: Path, port: int) -> AsyncIterator[Callable[[], None]]:
    """A head of a cluster, which can be killed with all that is its."""
    ports = ("--head", "--port=0", f"--ray-client-server-port={port}", "--include-dashboard=false")
    async with ray_by((), folder / "node.log", *ports) as process:

        def kill() -> None:
            for each in (process, *process.children(recursive=True)):
                with contextlib.suppress(psutil.NoSuchProcess):
                    each.kill()

        yield kill


async def head_gone(times: int) -> None:
    report.title(f"A campaign on a cluster whose own head is killed {times} times")
    os.environ |= {"RAY_AUTH_MODE": "token", "RAY_AUTH_TOKEN": secrets.token_hex(32)}
    with held_port() as port:
        pass
    with tempfile.TemporaryDirectory() as name:
        os.environ |= {"XDG_RUNTIME_DIR": name, "RAY_TMPDIR": name}
        os.environ |= {  # beside other work
            "RAY_CLIENT_SERVER_CHECK_CHANNEL_TIMEOUT_S": "120",
            "RAY_raylet_start_wait_time_s": "180",
        }
        os.environ["PYTHONPATH"] = str(Path.cwd())  # workers know the tests, too
        where, chance = f"ray://127.0.0.1:{port}", random.Random(20)
        node = partial(node_here, Path(name), port)
        began = time.monotonic()
        left = await cluster_killed(Path(name), times, chance, where, node)
    report.note(f"{left.killed_heads} heads of the cluster in {time.monotonic() - began:.0f} s")
    report.note(", ".join(f"{count} {verdict}" for verdict, count in left.judged.items()))
    report.note("\n  ".join(left.wrong) or "no run was lost, and none that counts was done twice")


def _ip(*words: str) -> None:
    subprocess.run(("ip", *words), check=True)


@contextlib.contextmanager
def two_networks() -> Iterator[tuple[str, str]]:
    """Their names; each has one address, and a line to the other."""
    first, second = (f"ph{os.getpid()}{side}" for side in "ab")
    try:
        for name in (first, second):
            _ip("netns", "add", name)
        there = ("peer", "name", "line", "netns", second)
        _ip("link", "add", "line", "netns", first, "type", "veth", *there)
        for name, address in ((first, HEAD), (second, NODE)):
            _ip("-n", name, "address", "add", f"{address}/24", "dev", "line")
            for link in ("lo", "line"):
                _ip("-n", name, "link", "set", link, "up")
        yield first, second
    finally:
        for name in (first, second):
            subprocess.run(("ip", "netns", "delete", name), check=False)


def ray_in(
    network: str, folder: Path, *words: str
) -> contextlib.AbstractAsyncContextManager[psutil.Process]:
    """With a folder for X sockets of its own, as another machine has: Xvfb takes a number for free
    whose name of the network is, and would take the other node's file."""
    own = (
        "unshare",
        "--mount",
        "sh",
        "-c",
        'mount -t tmpfs none /tmp/.X11-unix && exec "$@"',
        "sh",
    )
    inside = ("ip", "netns", "exec", network, *own)
    return ray_by(inside, folder / f"{network}.log", *words)


@contextlib.asynccontextmanager
async def ray_by(inside: tuple[str, ...], log: Path, *words: str) -> AsyncIterator[psutil.Process]:
    """A node of a cluster, once it is there."""
    command = (sys.executable, "-m", "ray.scripts.scripts", "start", "--block", "--num-cpus=2")
    with log.open("wb") as said:
        process = await asyncio.create_subprocess_exec(
            *(*inside, *command, "--disable-usage-stats", *words), stdout=said, stderr=said
        )
    its = list[psutil.Process]()
    try:
        ended = asyncio.ensure_future(process.wait())
        await until(lambda: "runtime started" in log.read_text() or ended.done(), bound_secs=120)
        assert not ended.done(), await asyncio.to_thread(log.read_text)
        yield psutil.Process(process.pid)
    finally:
        with contextlib.suppress(ProcessLookupError, psutil.NoSuchProcess):
            its = psutil.Process(process.pid).children(recursive=True)
            process.terminate()
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(asyncio.shield(ended), 20)
        for each in its:
            with contextlib.suppress(psutil.NoSuchProcess):
                each.kill()
        with contextlib.suppress(ProcessLookupError):
            process.kill()
        await ended


async def one_cut_off(runs: int, cut_secs: float) -> None:
    report.title(f"{runs} runs on two nodes, one of which is cut off for {cut_secs:g} s")
    os.environ |= {"RAY_AUTH_MODE": "token", "RAY_AUTH_TOKEN": secrets.token_hex(32)}
    async with contextlib.AsyncExitStack() as closing:
        folder = Path(closing.enter_context(tempfile.TemporaryDirectory()))
        first, second = closing.enter_context(two_networks())
        ports = ("--port=6379", "--ray-client-server-port=10001", "--include-dashboard=false")
        head = ("--head", f"--node-ip-address={HEAD}", *ports)
        await closing.enter_async_context(ray_in(first, folder, *head))
        node = (f"--address={HEAD}:6379", f"--node-ip-address={NODE}")
        await closing.enter_async_context(ray_in(second, folder, *node))
        written(folder, runs)
        words = (str(folder / "work.toml"), "--on", f"ray://{HEAD}:10001", "--parallel", "4")
        own = ("--database", str(folder / "runs.db"), "--out", str(folder / "out"))
        began, out = time.monotonic(), folder / "out"
        with (folder / "said.txt").open("wb") as said:
            child = await asyncio.create_subprocess_exec(
                *("ip", "netns", "exec", first, *python_module("app", "campaign", *words, *own)),
                stdout=said,
                stderr=said,
            )
            try:
                enough = min(4, runs // 2)
                await until(
                    lambda: len(results_in(out)) >= enough or child.returncode is not None,
                    bound_secs=600,
                )
                before = len(results_in(out))
                _ip("-n", second, "link", "set", "line", "down")
                await asyncio.sleep(cut_secs)
                _ip("-n", second, "link", "set", "line", "up")
                during = len(results_in(out)) - before
                code = await asyncio.wait_for(child.wait(), 1_800)
            finally:
                if child.returncode is None:
                    child.terminate()
                    await child.wait()
        results = list(results_in(out).values())
        took = f"{time.monotonic() - began:.0f} s in all, exit code {code}"
        report.note(f"{before} had ended when it was cut off, {during} more until it was back")
        judged = Counter(each.judged for each in results)
        report.note(", ".join(f"{count} {verdict}" for verdict, count in judged.items()))
        again = sum(each.attempts > 1 for each in results)
        report.note(f"{len(results)} of {runs} have a result, {again} were done once more; {took}")
        for each in results:
            if not each.is_good:
                report.note(f"{each.order_id}: {each.why}")


async def main(pairs: int, desks: int, runs: int, cut_secs: float, heads: int) -> None:
    os.environ |= {"RAY_worker_niceness": "0"}
    if heads:
        await head_gone(heads)
    if runs:
        await one_cut_off(runs, cut_secs)
    if pairs:
        await side_by_side(pairs, desks)


if __name__ == "__main__":
    words = argparse.ArgumentParser()
    words.add_argument("--pairs", type=int, default=3)
    words.add_argument("--desks", type=int, default=8)
    words.add_argument("--runs", type=int, default=24)
    words.add_argument("--heads", type=int, default=10)
    words.add_argument("--cut-secs", type=float, default=60.0)
    asyncio.run(main(**vars(words.parse_args())))
