"""What other programs are to read of a session, read back by them: a film, spans, a trace, a
trajectory."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import re
import shutil
import socket
import subprocess
import sys
import time
import urllib.request
import zipfile
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import Any

import cv2
import pytest
from google.protobuf import json_format  # type: ignore[import-untyped]
from opentelemetry.proto.trace.v1.trace_pb2 import Status, TracesData
from PIL import Image, ImageSequence

from engine.domain.actions import Action, Click, PressKeys, Scroll, TypeText
from engine.domain.errors import RecordUnavailable
from engine.domain.events import ActionStarted, SituationObserved, StepEnded
from engine.record.hiding import Hiding
from engine.record.reports.film import scenes_of, write_film, write_gif
from engine.record.reports.formats import export_as
from engine.record.reports.trajectories import spans_of, write_playwright, write_trajectory
from engine.record.source import Stored
from engine.record.store import SessionStore
from tests.app.command import CommandLine
from tests.engine.record.runs import STARTED, frame, typical_run

_SIZE = (640, 400)


async def pictured(store: SessionStore) -> Stored:
    """The typical run, seen before its first action and after each step."""
    before, after = [await store.blobs.put_picture(frame(seed, *_SIZE)) for seed in (1, 2)]
    log = await store.start_session("one")
    for event in typical_run():
        match event:
            case SituationObserved():
                event = replace(event, picture_hash=before)
            case StepEnded():
                event = replace(event, picture_hash=after)
        await log.append(event)
    return await Stored.of(store, "one")


def _left_in(folder: Path) -> list[str]:
    return sorted(each.name for each in folder.iterdir() if "-" not in each.name)


@pytest.mark.parametrize(
    ("asked", "machine", "given"),
    [
        ("mp4", "", "mp4"),
        ("webm", "", "webm"),
        ("mp4", "no ffmpeg", "webm"),
        ("mp4", "exit 1", "webm"),  # one that has no such encoder
    ],
)
async def test_a_film_shows_each_action_for_a_second(
    asked: str,
    machine: str,
    given: str,
    store: SessionStore,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    if machine:
        programs = tmp_path_factory.mktemp("programs")
        if machine.startswith("exit"):
            (programs / "ffmpeg").write_text(f"#!/bin/sh\n{machine}\n")
            (programs / "ffmpeg").chmod(0o755)
        (programs / "false").symlink_to("/bin/false")
        monkeypatch.setenv("PATH", str(programs))
    elif asked == "mp4" and not shutil.which("ffmpeg"):
        pytest.skip("there is no ffmpeg here")
    source = await pictured(store)
    scenes = scenes_of(await source.opened())
    first, came, *_, last = scenes
    assert first.at_px == (50, 32) and first.caption == "1  Open the menu"
    assert came.caption == "1  Open the menu — seen" and came.at_px is None
    assert last.caption == "Goal reached"
    path = await write_film(tmp_path / f"one.{asked}", source)
    assert path == tmp_path / f"one.{given}"
    film = cv2.VideoCapture(str(path))
    shown = []
    while (read := film.read())[0]:
        shown.append(read[1])
    assert film.get(cv2.CAP_PROP_FPS) == 2
    assert len(shown) == sum(max(1, round(2 * scene.secs)) for scene in scenes)
    assert shown[0].shape == (_SIZE[1] + 40, _SIZE[0], 3)
    blue, green, red = (int(value) for value in shown[0][32, 50])
    assert red > green + 60 and red > blue, "the mark stands where it was clicked"
    assert _left_in(tmp_path) == [f"one.{given}", "sessions.db"], "what it was made in is gone"
    data = path.read_bytes()
    if given == "webm":
        assert data.startswith(b"\x1aE\xdf\xa3")
    else:
        assert b"avc1" in data and data.index(b"moov") < data.index(b"mdat"), "it plays at once"


async def test_it_goes_as_fast_as_it_went(store: SessionStore) -> None:
    opened = await (await pictured(store)).opened()
    begun = [each for each in opened.events if isinstance(each.event, ActionStarted)]
    between = begun[1].at_secs - begun[0].at_secs
    before, after, *_ = scenes_of(opened, at_speed=True)
    assert before.secs + after.secs == pytest.approx(between)


async def test_a_gif_is_small_and_goes_on(store: SessionStore, tmp_path: Path) -> None:
    source = await pictured(store)
    with Image.open(await write_gif(tmp_path / "one.gif", source)) as gif:
        assert gif.info["loop"] == 0
        assert sum(each.info["duration"] for each in ImageSequence.Iterator(gif)) == sum(
            round(1000 * scene.secs) for scene in scenes_of(await source.opened())
        )


@pytest.mark.parametrize("write", [write_film, write_gif])
async def test_without_pictures_there_is_no_film(
    store: SessionStore, tmp_path: Path, write: object
) -> None:
    log = await store.start_session("one")
    for event in typical_run():
        await log.append(event)
    with pytest.raises(RecordUnavailable, match="has no pictures"):
        await write(tmp_path / "one", await Stored.of(store, "one"))  # type: ignore[operator]
    assert _left_in(tmp_path) == ["sessions.db"]


async def test_spans_are_what_collectors_read(store: SessionStore) -> None:
    written = spans_of(await (await pictured(store)).opened())
    read = TracesData()
    json_format.Parse(written, read)
    ids = re.findall(r'"(?:trace|span)Id": "([0-9a-f]+)"', written.decode())
    assert {len(each) for each in ids} == {16, 32}, "hexadecimal, as OTLP's JSON has them"
    (resource,) = read.resource_spans
    spans = resource.scope_spans[0].spans
    run, *others = spans
    assert run.name == "invoke_agent pilothouse director" and not run.parent_span_id
    assert all(each.parent_span_id == run.span_id for each in others)
    assert len({each.span_id for each in spans}) == len(spans)
    told = {each.key: each.value.string_value for each in run.attributes}
    asked, said = (json.loads(told[f"gen_ai.{way}.messages"])[0] for way in ("input", "output"))
    assert asked == {"role": "user", "parts": [{"type": "text", "content": STARTED.goal}]}
    assert said["parts"][0]["content"] == "Goal reached" and said["finish_reason"] == "stop"
    chat = next(each for each in others if each.name.startswith("chat "))
    values = {each.key: each.value for each in chat.attributes}
    assert values["gen_ai.usage.input_tokens"].int_value > 0
    assert values["gen_ai.provider.name"].string_value == "127.0.0.1:8000", "and no address"
    opened = next(each for each in others if each.name == "execute_tool click")
    told = {each.key: each.value.string_value for each in opened.attributes}
    assert json.loads(told["gen_ai.tool.call.arguments"])["button"] == "left"
    assert told["gen_ai.tool.call.result"].startswith("seen")
    assert opened.status.code == Status.STATUS_CODE_OK
    (decision,) = opened.events
    decided = {each.key: each.value.string_value for each in decision.attributes}
    assert decision.name == "pilothouse.decision" and decided["pilothouse.who"] == "anna"


async def test_a_collectors_file_receiver_takes_them_line_by_line(store: SessionStore) -> None:
    (line,) = spans_of(await (await pictured(store)).opened()).splitlines()
    assert json_format.Parse(line, TracesData()).resource_spans


async def test_playwrights_own_program_reads_the_trace(store: SessionStore, tmp_path: Path) -> None:
    source = await pictured(store)
    file = await write_playwright(tmp_path / "one.trace.zip", source)

    def told(*words: str) -> str:
        program = [sys.executable, "-m", "playwright", "trace", *words]
        return subprocess.run(
            program, cwd=tmp_path, check=True, capture_output=True, text=True
        ).stdout

    assert STARTED.goal in told("open", str(file))
    assert "Open the menu" in told("actions")
    told("screenshot", "1")
    (shot,) = (tmp_path / ".playwright-cli").glob("*.png")
    with Image.open(shot) as image:
        assert image.size == _SIZE
    with zipfile.ZipFile(file) as archive:
        told_of = [json.loads(line) for line in archive.read("trace.trace").splitlines()]
    shown = {it["snapshot"]["snapshotName"]: it for it in told_of if it["type"] == "frame-snapshot"}
    click = next(each for each in told_of if each["type"] == "input")
    assert click["point"] == {"x": 50, "y": 32}
    marked, before = (shown[f"{each}@{click['callId']}"] for each in ("input", "before"))
    assert marked["snapshot"]["html"] == before["snapshot"]["html"], "as it was when it was clicked"


async def test_a_trajectory_has_a_line_for_each_action(store: SessionStore, tmp_path: Path) -> None:
    file = await write_trajectory(tmp_path / "one.traj.jsonl", await pictured(store))
    first, *others, last = [json.loads(line) for line in file.read_text().splitlines()]
    assert first["step_num"] == 1 and first["response"] == "Open the menu"
    assert first["action"] == "pyautogui.click(50, 32, clicks=1, button='left')"
    with Image.open(tmp_path / first["screenshot_file"]) as shot:
        assert shot.size == _SIZE
    assert [each["step_num"] for each in others] == list(range(2, len(others) + 2))
    assert last["action"] == "DONE" and last["done"] and last["reward"] == 1.0
    assert {*last} == {*first} and all(
        datetime.strptime(each["action_timestamp"], "%Y%m%d@%H%M%S").year
        for each in (first, *others, last)
    ), "OSWorld's monitor tells by it when a task was worked on last"


_PHOENIX = os.environ.get("PILOTHOUSE_PHOENIX", "")


@pytest.fixture(scope="module")
def phoenix(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a collector of its own."""
    ports = [str(_free_port()) for _ in range(2)]
    own = {"PHOENIX_WORKING_DIR": str(tmp_path_factory.mktemp("phoenix"))}
    own |= {"PHOENIX_HOST": "127.0.0.1", "PHOENIX_PORT": ports[0], "PHOENIX_GRPC_PORT": ports[1]}
    serving = subprocess.Popen(
        [_PHOENIX, "serve"],
        env=os.environ | own | {"PHOENIX_TELEMETRY_ENABLED": "false"},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    address = f"http://127.0.0.1:{ports[0]}"
    try:
        _asked_until(f"{address}/healthz", lambda _: True)
        yield address
    finally:
        serving.terminate()
        serving.wait()


def _free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as server:
        return int(server.getsockname()[1])


def _asked_until(address: str, is_there: Callable[[bytes], object]) -> bytes:
    """What it answers with in the end; a collector takes a while to begin, and to keep."""
    until_secs = time.monotonic() + 120
    while True:
        with contextlib.suppress(OSError), urllib.request.urlopen(address, timeout=10) as answer:
            told: bytes = answer.read()
            if is_there(told):
                return told
        assert time.monotonic() < until_secs, f"{address} did not tell it"
        time.sleep(0.5)


@pytest.mark.skipif(not _PHOENIX, reason="PILOTHOUSE_PHOENIX names no phoenix program")
@pytest.mark.timeout(300)
async def test_a_real_collector_takes_what_the_command_sends_and_shows_it(
    phoenix: str, store: SessionStore, tmp_path: Path
) -> None:
    """``arize-phoenix`` takes OTLP over HTTP, and tells by its own words what it understood."""
    source = await pictured(store)
    spans = json.loads(spans_of(await source.opened()))["resourceSpans"][0]["scopeSpans"][0][
        "spans"
    ]
    sent = await asyncio.to_thread(
        CommandLine(tmp_path).run,
        *("export", "--database", str(store.path), "--as", "otel"),
        *("--out", str(tmp_path / "a"), "--collector", f"{phoenix}/v1/traces"),
    )
    assert sent.code == 0 and "taken by the collector" in sent.said, sent
    place = f"{phoenix}/v1/projects/default/spans?limit=100"
    is_whole = lambda told: len(json.loads(told)["data"]) == len(spans)  # noqa: E731
    shown = json.loads(await asyncio.to_thread(_asked_until, place, is_whole))["data"]
    told = {each["context"]["span_id"]: each for each in shown}
    for each in spans:
        its = told[each["spanId"]]
        assert (its["name"], its["parent_id"] or "") == (each["name"], each["parentSpanId"])
        began = datetime.fromisoformat(its["start_time"]).timestamp()
        assert began == pytest.approx(int(each["startTimeUnixNano"]) / 1e9, abs=1e-5)
        assert (its["status_code"] == "ERROR") is (each["status"]["code"] == 2)
    kinds = {"invoke_agent": "AGENT", "chat": "LLM", "execute_tool": "TOOL"}
    assert all(each["span_kind"] == kinds[each["name"].split()[0]] for each in shown)
    (run,) = [each for each in shown if each["parent_id"] is None]
    assert run["attributes"]["session.id"] == "one"
    assert run["attributes"]["llm.input_messages.0.message.content"] == STARTED.goal
    assert run["attributes"]["llm.output_messages.0.message.content"] == "Goal reached"
    chats = [each["attributes"] for each in shown if each["span_kind"] == "LLM"]
    tokens = {
        (each["llm.token_count.prompt"], each["llm.token_count.completion"]) for each in chats
    }
    assert tokens == {(1200, 150), (900, 80)}
    decided = [each for it in shown for each in it["events"]]
    assert {each["name"] for each in decided} == {"pilothouse.decision"}
    assert "anna" in {each["attributes"]["pilothouse.who"] for each in decided}


_OSWORLD = os.environ.get("PILOTHOUSE_OSWORLD", "")
_ASK_ITS_MONITOR = """
import json, main
asks = main.app.test_client()
told = asks.get("/api/task/desktop/one").get_json()["status"]
page = asks.get("/task/desktop/one").get_data(as_text=True)
shot = asks.get("/task/desktop/one/screenshot/" + told["steps"][0]["screenshot_file"])
print(json.dumps({"told": told, "page": page, "shot": shot.get_data()[:8].hex()}))
"""


def _asked_of_its_monitor(folder: Path) -> dict[str, Any]:
    paths = {
        "TASK_CONFIG_PATH": "tasks.json",
        "EXAMPLES_BASE_PATH": "",
        "RESULTS_BASE_PATH": "results",
    }
    ended = subprocess.run(
        [sys.executable, "-c", _ASK_ITS_MONITOR],
        cwd=Path(_OSWORLD) / "monitor",
        env=os.environ | {name: str(folder / path) for name, path in paths.items()},
        check=True,
        capture_output=True,
        text=True,
    )
    read: dict[str, Any] = json.loads(ended.stdout.splitlines()[-1])
    return read


@pytest.mark.skipif(not _OSWORLD, reason="PILOTHOUSE_OSWORLD names no clone of OSWorld")
async def test_osworlds_own_monitor_shows_the_trajectory(
    store: SessionStore, tmp_path: Path
) -> None:
    """What of OSWorld reads trajectories is no package that could be installed: a clone of its
    repository is needed, and what its ``monitor/requirements.txt`` names."""
    results = tmp_path / "results/pyautogui/screenshot/pilothouse/desktop/one"
    file = await write_trajectory(results / "traj.jsonl", await pictured(store))
    (tmp_path / "desktop").mkdir()
    (tmp_path / "desktop/one.json").write_text(json.dumps({"instruction": STARTED.goal}))
    (tmp_path / "tasks.json").write_text(json.dumps({"desktop": ["one"]}))
    read = _asked_of_its_monitor(tmp_path)
    assert read["told"]["status"] == "Done" and read["told"]["last_update"] != "None"
    assert read["told"]["steps"] == [json.loads(line) for line in file.read_text().splitlines()]
    assert bytes.fromhex(read["shot"]) == b"\x89PNG\r\n\x1a\n"
    assert "Open the menu" in read["page"] and STARTED.goal in read["page"]


async def test_a_picture_that_is_hidden_now_is_gone(store: SessionStore, tmp_path: Path) -> None:
    file, stored = tmp_path / "one.traj.jsonl", await pictured(store)
    await export_as("traj", stored, file, Hiding())
    (tmp_path / "one.traj.jsonl-pictures" / "mine.png").touch()
    await export_as("traj", stored, file, Hiding(pictures=True))
    left = (tmp_path / "one.traj.jsonl-pictures").iterdir()
    assert [each.name for each in left] == ["mine.png"]


@pytest.mark.parametrize(
    ("action", "told"),
    [
        (
            TypeText("a", replace=True),
            "click(5, 6); pyautogui.hotkey('ctrl', 'a'); pyautogui.write('a')",
        ),
        (PressKeys(("shift", "page_down")), "hotkey('shift', 'pagedown')"),
        (PressKeys(("super", "plus")), "hotkey('win', '+')"),
        (Click(modifiers=("ctrl",)), ""),
        (Scroll(down=3), "scroll(-3, 5, 6)"),
        (Scroll(down=3, to_end=True), ""),
    ],
)
async def test_what_pyautogui_can_not_do_as_it_was_is_a_comment(
    store: SessionStore, tmp_path: Path, action: Action, told: str
) -> None:
    log = await store.start_session("one")
    for event in typical_run():
        if isinstance(event, ActionStarted):
            event = replace(event, step=replace(event.step, action=action), at_px=(5, 6))
        await log.append(event)
    file = await write_trajectory(tmp_path / "one.jsonl", await Stored.of(store, "one"))
    did = json.loads(file.read_text().splitlines()[0])["action"]
    assert did == f"pyautogui.{told}" if told else did.startswith("# ")
