"""A child that misbehaves is told of in words, and nobody waits for it for ever."""

from __future__ import annotations

import asyncio
import gc
import json
import os
import signal
import subprocess
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

import pytest

from engine.domain.errors import ActionImpossible, HandsStopped, SurfaceLost, SurfaceSilent
from engine.processes import child_process
from engine.processes.child_process import ChildProcess
from tests.support.waiting import BOUND_SECS, until

CHILD = """
import json, os, subprocess, sys, time
from engine.domain.errors import ActionImpossible
from engine.processes.parent_line import ParentLine

line = ParentLine()
held = None
for request in line.requests():
    match request["op"]:
        case "add":
            line.answer(request, request["one"] + request["other"])
        case "refuse":
            line.refuse(request, ActionImpossible("There is no such key.", "Take another."))
        case "tell and refuse":
            told = {"id": request["id"], "error": "No.", "kind": "ActionImpossible"}
            both = [json.dumps(each) for each in ({"event": "told"}, told)]
            os.write(line._out.fileno(), ("\\n".join(both) + "\\n").encode())
        case "hold":
            held = request
        case "let go":
            line.answer(held, "late")
            line.answer(request)
        case "count":
            line.answer(request, len(request["payload"]))
        case "work":
            time.sleep(request["secs"])
            line.answer(request)
        case "mumble":
            os.write(line._out.fileno(), b"Segmentation fault, or so\\n")
        case "name":
            line.answer(request, os.fsdecode(b"caf\\xe9"))
        case "go on for ever":
            line.answer(request, "x" * 100_000)
        case "tell":
            line.send({"event": "told", "words": request["words"]})
        case "leave somebody":
            out = line._out.fileno()
            somebody = subprocess.Popen(("sleep", "600"), stdout=out, start_new_session=True)
            line.answer(request, somebody.pid)
        case "complain":
            sys.stderr.write("y" * 3_000_000 + "\\nout of paper\\n")
            sys.exit(3)
"""


@asynccontextmanager
async def child_with(
    on_event: Callable[[dict[str, Any]], None] = lambda event: None,
    *,
    ends_when_silent: bool = False,
    on_end: Callable[[str], None] = lambda message: None,
) -> AsyncIterator[tuple[ChildProcess, list[str]]]:
    ends: list[str] = []
    child = ChildProcess(
        (sys.executable, "-c", CHILD),
        what="the clerk",
        refusals=(ActionImpossible,),
        on_event=on_event,
        on_end=lambda message: (ends.append(message), on_end(message)),
        ends_when_silent=ends_when_silent,
        line_limit_bytes=10_000,
    )
    await child.start()
    try:
        yield child, ends
    finally:
        await child.close()


async def asked(child: ChildProcess, op: str, **arguments: Any) -> Any:
    return await child.call(op, timeout_secs=BOUND_SECS, **arguments)


async def test_it_answers_refuses_and_takes_a_payload() -> None:
    async with child_with() as (child, ends):
        assert await asked(child, "add", one=2, other=3) == 5
        with pytest.raises(ActionImpossible, match=r"no such key\. Take another\."):
            await asked(child, "refuse")
        large = b"z" * 2_000_000
        assert await asked(child, "count", payload=[large, large]) == 4_000_000
    assert not ends, "who closes it need not be told"
    with pytest.raises(HandsStopped):
        await child.call("add")


async def test_a_deadline_is_told_apart_from_the_end() -> None:
    async with child_with() as (child, ends):
        with pytest.raises(SurfaceSilent, match=r"The clerk did not answer within 0\.1 s"):
            await child.call("hold", timeout_secs=0.1)
        assert child.is_alive and not ends
        assert await asked(child, "let go") is None, "what comes too late is passed over"
        assert await asked(child, "add", one=1, other=1) == 2


async def test_one_that_ends_when_silent_stays_silent_and_was_not_stopped() -> None:
    async with child_with(ends_when_silent=True) as (child, ends):
        with pytest.raises(SurfaceSilent):
            await child.call("hold", timeout_secs=0.1)
        for _ in range(2):  # while it ends, and once it is gone
            with pytest.raises(SurfaceSilent, match=r"The clerk did not answer within 0\.1 s"):
                await asked(child, "add", one=1, other=1)
            await child.wait()
        assert not child.is_alive and not ends


async def test_a_long_call_of_one_that_is_stopped_ends_early_and_of_one_that_works_does_not(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with child_with() as (child, _ends):
        assert await asked(child, "add", one=1, other=1) == 2
        with monkeypatch.context() as short:
            short.setattr(child_process, "_PULSE_EVERY_SECS", 0.01)
            assert await asked(child, "work", secs=0.2) is None
            short.setattr(child_process, "ANSWER_SECS", 0.2)
            short.setattr(child_process, "wake_stopped", print)
            child.send_signal(signal.SIGSTOP)
            with pytest.raises(SurfaceSilent, match=r"The clerk did not answer within 0\.2 s"):
                await asked(child, "work", secs=0)
            with pytest.raises(SurfaceSilent):  # nor does it take so much in
                await asked(child, "count", payload=[b"z" * 2_000_000])
    assert not child.is_alive, "a stopped one was left"


async def test_whom_it_leaves_behind_with_its_pipes_is_not_waited_for() -> None:
    async with child_with() as (child, ends):
        left = await asked(child, "leave somebody")
        try:
            async with asyncio.timeout(BOUND_SECS):
                held = asyncio.ensure_future(asked(child, "hold"))
                await asked(child, "add", one=1, other=1)
                child.send_signal(signal.SIGKILL)
                with pytest.raises(SurfaceLost) as lost:
                    await held
                await child.wait()
                await child.close()
            assert not isinstance(lost.value, SurfaceSilent)
            assert not child.is_alive and ends == [lost.value.message]
        finally:
            os.kill(left, signal.SIGKILL)


async def test_one_that_is_stopped_while_it_starts_or_works_is_woken(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(child_process, "_PULSE_EVERY_SECS", 0.01)
    async with child_with() as (child, _ends):
        child.send_signal(signal.SIGSTOP)
        assert await asked(child, "add", one=1, other=1) == 2
        working = asyncio.ensure_future(asked(child, "work", secs=0.2))
        await asyncio.sleep(0)
        child.send_signal(signal.SIGSTOP)
        await working


async def test_one_that_was_stopped_is_woken_as_it_is_asked(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with child_with() as (child, _ends):
        assert await asked(child, "add", one=1, other=1) == 2
        monkeypatch.setattr(child_process, "_PULSE_EVERY_SECS", 2 * BOUND_SECS)
        child.send_signal(signal.SIGSTOP)
        # all its threads, as the kernel tells a parent: /proc tells of the first before that
        flags = os.WSTOPPED | os.WNOHANG | os.WNOWAIT
        await until(lambda: os.waitid(os.P_PID, child.pid, flags) is not None)
        assert await asked(child, "add", one=1, other=1) == 2


async def test_a_name_that_is_no_text_is_told_as_far_as_it_is() -> None:
    async with child_with() as (child, ends):
        assert await asked(child, "name") == "caf?"
    assert not ends


@pytest.mark.parametrize("op", ["mumble", "go on for ever"])
async def test_what_cannot_be_read_ends_it_and_is_told(op: str) -> None:
    async with child_with() as (child, ends):
        with pytest.raises(SurfaceLost, match="what it wrote can't be read") as lost:
            await asked(child, op)
        assert not isinstance(lost.value, SurfaceSilent)
        assert not child.is_alive and ends == [lost.value.message]


async def test_a_taker_that_fails_ends_it_and_is_told(caplog: pytest.LogCaptureFixture) -> None:
    def fail(event: dict[str, Any]) -> None:
        raise KeyError(event["words"])

    async with child_with(fail) as (child, ends):
        waiting = asyncio.ensure_future(asked(child, "hold"))
        with pytest.raises(SurfaceLost):
            await asked(child, "tell", words="Good morning")
        with pytest.raises(SurfaceLost):
            await waiting
        await until(lambda: caplog.records)
    assert len(ends) == 1 and "Good morning" in caplog.text
    caplog.clear()


async def test_whoever_is_called_off_as_it_ends_or_refuses_leaves_no_complaint(
    caplog: pytest.LogCaptureFixture,
) -> None:
    def call_off(_told: object) -> None:
        waiting.cancel()

    async with child_with(call_off, on_end=call_off) as (child, _):
        for op in ("tell and refuse", "hold"):
            waiting = asyncio.ensure_future(asked(child, op))
            if op == "hold":
                await asked(child, "add", one=1, other=1)
                child.send_signal(signal.SIGKILL)
            with pytest.raises(asyncio.CancelledError):
                await waiting
            gc.collect()
    assert not caplog.records


async def test_its_last_words_are_told_whatever_it_wrote_before() -> None:
    async with child_with() as (child, ends):
        with pytest.raises(SurfaceLost, match=r"ended unexpectedly \(out of paper\)"):
            await asked(child, "complain")
    assert ends == ["The clerk ended unexpectedly (out of paper)."]


def test_a_desktops_children_start_without_what_they_do_not_need() -> None:
    """Each start of a desktop waits for these four."""
    children = ("practice.supervisor", "x11.camera", "input.hands_child", "at_spi.reader_child")
    imports = "\n".join(f"import engine.surfaces.desktop.{each}" for each in children)
    heavy = "print({'pydantic', 'cv2', 'numpy', 'PIL'} & set(sys.modules))"
    told = subprocess.run(
        [sys.executable, "-c", f"import sys\n{imports}\n{heavy}"], capture_output=True, check=True
    )
    assert told.stdout.decode().strip() == "set()"


async def test_a_signal_to_one_that_has_just_ended_leaves_its_end_to_the_loop(
    caplog: pytest.LogCaptureFixture,
) -> None:
    for _ in range(3):
        async with child_with() as (child, _ends):
            child.send_signal(signal.SIGKILL)
            for _ in range(2_000):  # the loop hears nothing of its end meanwhile
                child.send_signal(signal.SIGKILL)
            await child.wait()
    assert not caplog.records


INTERRUPTED = """
import os, signal
from engine.processes.parent_line import ParentLine

line = ParentLine()
signal.signal(signal.SIGALRM, lambda *_: os.write(2, b"."))
signal.setitimer(signal.ITIMER_REAL, 0.05, 0.05)  # one may come just before the pipe is full
line.send({"words": "x" * 1_000_000})
"""


def test_a_line_is_told_whole_though_a_signal_comes_in_its_middle() -> None:
    command = (sys.executable, "-c", INTERRUPTED)
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as child:
        assert child.stdout is not None and child.stderr is not None
        assert child.stderr.read(1) == b"."  # the line does not fit into the pipe: it waits for us
        assert json.loads(child.stdout.read()) == {"words": "x" * 1_000_000}
