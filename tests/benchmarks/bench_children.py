"""What becomes of a run whose children are killed, stopped or made to talk nonsense.

Each run is a process with a home of its own; at a random moment after its first step one of its
children is harmed. Told is how long the run went on, how it ended and in which words; the record
is read afterwards. ``-- --times 3 --harm killed camera browser`` tries this harm three times, on
these children only. With ``--into FILE`` each outcome is kept there as a line, and what stands
there already counts, so that it can be run in parts."""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import ctypes
import os
import random
import signal
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import psutil

from engine.record.store import SessionStore
from tests.app.command import CommandLine, Working
from tests.benchmarks import report
from tests.benchmarks.bench_kills import TOLD
from tests.support.browser_site import site

DESK_GOAL = (
    "Open Mousepad, type 'one', press Return, type 'two', press Return, type 'three',"
    " press Return, type 'four', press Return, type 'five', press Return, type 'six', press Return,"
    " type 'seven' and save it as note.txt in the practice folder"
)
WEB_GOAL = ", then ".join(f"click “Next {number}”" for number in range(1, 13))
_GONE_SECS = 15.0
_END_SECS = 75.0
_FIRST_STEP = "✓"
_NOT_THERE = "not there"
_BEFORE_SECS = 4.0
"""The harm comes somewhere in these seconds after the first step."""
_PR_SET_CHILD_SUBREAPER = 36
_DESK = {
    "camera": "desktop.x11.camera",
    "reader": "at_spi.reader_child",
    "hands": "input.hands_child",
    "texts": "drawn.text_reader_child",
    "supervisor": "practice.supervisor",
    "inside": "practice.inside",
    "display": "-displayfd",
    "window manager": "openbox",
    "session bus": "--session --nofork",
    "accessibility launcher": "at-spi-bus-launcher",
    "accessibility bus": "accessibility.conf",
    "registry": "at-spi2-registryd",
}
"""A part of each child's command line."""
_WEB = {
    "driver": "run-driver",
    "browser": "",
    "renderer": "--type=renderer",
    "gpu": "--type=gpu-process",
    "network": "network.mojom.NetworkService",
}
_ENDPOINT = "endpoint"
"""The server that the model answers from, which is no child of the run."""
_SERVES = """
import asyncio
from tests.support.prompt_planner import answer
from tests.support.scripted_endpoint import ScriptedEndpoint

async def serve():
    async with ScriptedEndpoint(answer, delay_secs=1.0) as endpoint:
        print(endpoint.base_url, flush=True)
        await asyncio.Event().wait()

asyncio.run(serve())
"""
_SOON = "timeout_secs = 5\ncall_secs = 15\n"
"""So that a server that says nothing is not waited for as long as a slow model may think."""
_LINES = ("camera", "reader", "hands", "texts", "inside", "driver")


@dataclass(frozen=True, slots=True)
class Fate:
    """``after_secs`` from the harm to the run's end, ``gone_secs`` until nothing ran any more;
    ``kept`` are the steps that the record has, of those that were ``told``."""

    after_secs: float
    gone_secs: float
    ending: str
    words: str
    wrong: str
    told: int = 0
    kept: int = 0
    child: str = ""
    harm: str = ""


def is_child(process: psutil.Process, child: str) -> bool:
    try:
        words = " ".join(process.cmdline())
    except psutil.Error:
        return False
    if child == "browser":
        return "--remote-debugging-pipe" in words and "--type=" not in words
    return {**_DESK, **_WEB}[child] in words


def _victims(working: Working, child: str, server: psutil.Process | None) -> list[psutil.Process]:
    """The one that has worked most, where there are several: of renderers, some stand by."""
    if server is not None:
        return [server]
    found = []
    for one in working.programs():
        with contextlib.suppress(psutil.Error):
            if is_child(one, child):
                found.append((one.num_ctx_switches().voluntary, one.pid, one))
    return [one for *_, one in sorted(found)[-1:]]


def _talk_nonsense(process: psutil.Process) -> None:
    """Into the line on which it speaks with its parent: the pipe that it writes and that is not
    its standard error."""
    folder = Path(f"/proc/{process.pid}/fd")
    errors = str((folder / "2").readlink())
    for each in sorted(folder.iterdir(), key=lambda one: int(one.name)):
        flags = Path(f"/proc/{process.pid}/fdinfo/{each.name}").read_text()
        is_written = int(flags.split("flags:")[1].split()[0], 8) & os.O_ACCMODE == os.O_WRONLY
        where = str(each.readlink())
        if where.startswith("pipe:") and where != errors and is_written:
            with each.open("wb", buffering=0) as line:
                line.write(b'{"half a line": \xff\xfe nonsense\n' * 3)
            return


_HARMS: dict[str, Callable[[psutil.Process], object]] = {
    "killed": lambda process: process.send_signal(signal.SIGKILL),
    "stopped": lambda process: process.send_signal(signal.SIGSTOP),
    "nonsense": _talk_nonsense,
}


async def _read_end(database: Path) -> tuple[float, int, str, str]:
    """When the run ended, how many steps the record holds, how it ended, and in which words."""
    store = await SessionStore.open(database)
    try:
        at_secs, kept, ending, words = 0.0, 0, "no end", ""
        for summary in await store.sessions():
            opened = await store.open_session(summary.session_id)
            assert opened is not None
            kept += sum(event.event.kind == "step_ended" for event in opened.events)
            if (outcome := opened.state.outcome) is not None:
                ending, words = f"{outcome.terminal} ({outcome.reason})", outcome.message
                at_secs = opened.events[-1].at_secs
        return at_secs, kept, ending, words
    finally:
        await store.close()


def _left() -> list[str]:
    deadline = time.monotonic() + _GONE_SECS
    while left := psutil.Process().children(recursive=True):
        psutil.wait_procs(left, timeout=0.1)
        if time.monotonic() > deadline:
            names = []
            for one in left:
                with contextlib.suppress(psutil.Error):
                    names.append(one.name())
                    one.kill()
            return names
    return []


@contextlib.contextmanager
def _server(command: CommandLine, child: str) -> Iterator[psutil.Process | None]:
    """A model's endpoint in a process of its own, where it is what is harmed."""
    if child != _ENDPOINT:
        yield None
        return
    with psutil.Popen((sys.executable, "-c", _SERVES), stdout=subprocess.PIPE) as process:
        url = process.stdout.readline().decode().strip()
        command.write_settings(f'[model]\nbase_url = "{url}"\nname = "scripted"\n{_SOON}')
        try:
            yield process
        finally:
            process.kill()


def fate(child: str, harm: str, wait_secs: float, goal: str, *more: str) -> Fate:
    with tempfile.TemporaryDirectory() as folder:
        command = CommandLine(Path(folder), {"COLUMNS": "400", "PYTHONUNBUFFERED": "1"})
        with (
            _server(command, child) as server,
            command.started("run", goal, "--ask", "never", *more) as working,
        ):
            working.hears(_FIRST_STEP)
            time.sleep(wait_secs)
            victims, limit = _victims(working, child, server), time.monotonic() + 20
            while not victims and time.monotonic() < limit:
                time.sleep(0.02)
                victims = _victims(working, child, server)
            if not victims:
                return Fate(0, 0, _NOT_THERE, "", "")
            harmed_at_secs, began = time.time(), time.monotonic()
            for victim in victims:
                _HARMS[harm](victim)
            wrong = _awaited(working)
            gone_secs = time.monotonic() - began
            text = working.text
        left = _left()
        ended_at_secs, kept, ending, words = asyncio.run(_read_end(command.database))
        if left:
            wrong += f" left: {', '.join(left)}"
        if "Traceback" in text:
            wrong += " " + " / ".join(text[text.index("Traceback") :].splitlines()[-3:])
        told = len(TOLD.findall(text))
        after_secs = (ended_at_secs or time.time()) - harmed_at_secs
        return Fate(after_secs, gone_secs, ending, words, wrong, told, kept)


def _awaited(working: Working) -> str:
    """Reads to the end; what was wrong where there is none in time."""
    is_late = threading.Event()

    def end() -> None:
        is_late.set()
        for one in (*working.programs(), working.process):
            with contextlib.suppress(psutil.Error):
                one.kill()

    late = threading.Timer(_END_SECS, end)
    late.start()
    try:
        working.ends()
    finally:
        late.cancel()
    return "HUNG" if is_late.is_set() else ""


@contextlib.contextmanager
def _web_pages() -> Iterator[str]:
    with site() as pages:
        for number in range(14):
            link = f"<a href=/p{number + 1}>Next {number + 1}</a>"
            pages.put(f"/p{number}", f"<h1>Page {number}</h1>{link}", title=f"Page {number}")
        yield pages.at("/p0")


def _one(child: str, harm: str, wait_secs: float) -> Fate:
    if child == _ENDPOINT:
        return fate(child, harm, wait_secs, DESK_GOAL, "--thinker", "model")
    if child in _DESK:
        return fate(child, harm, wait_secs, DESK_GOAL)
    with _web_pages() as start:
        return fate(child, harm, wait_secs, WEB_GOAL, "--surface", f"browser:{start}", "--headless")


def main(times: int, harms: Sequence[str], into: Path | None, children: Sequence[str]) -> None:
    ctypes.CDLL(None).prctl(_PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
    chance, fates = random.Random(time.time()), report.Runs(Fate, into)
    for _ in range(times):
        for child in children or (*_DESK, *_WEB, _ENDPOINT):
            for harm in harms or _HARMS:
                if harm != "nonsense" or child in _LINES:
                    came = _one(child, harm, chance.uniform(0, _BEFORE_SECS))
                    fates.add(replace(came, child=child, harm=harm))
    for child, harm in sorted({(one.child, one.harm) for one in fates.all}):
        _tell(child, harm, [one for one in fates.all if (one.child, one.harm) == (child, harm)])


def _tell(child: str, harm: str, fates: list[Fate]) -> None:
    report.title(f"{child}, {harm}")
    fates = [one for one in fates if one.ending != _NOT_THERE]
    if not fates:
        report.note("it was never there")
        return
    secs, gone = [one.after_secs for one in fates], max(one.gone_secs for one in fates)
    lost = sum(max(0, one.told - one.kept) for one in fates)
    report.note(
        f"{len(fates)} times; the run ended after {statistics.median(secs):.1f} s (median),"
        f" {max(secs):.1f} s (worst), all was gone after {gone:.1f} s;"
        f" {lost} steps told and not kept"
    )
    counted = Counter(f"{one.ending}: {one.words} {one.wrong}" for one in fates)
    for words, number in counted.most_common():
        report.note(f"{number} × {words}")
    sys.stdout.flush()


if __name__ == "__main__":
    words = argparse.ArgumentParser()
    words.add_argument("--times", type=int, default=1)
    words.add_argument("--harm", dest="harms", action="append", choices=_HARMS)
    words.add_argument("--into", type=Path)
    words.add_argument("children", nargs="*")
    main(**vars(words.parse_args()))
