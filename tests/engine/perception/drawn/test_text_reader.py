"""The process that reads: it may be missing, die or be left behind, and a run goes on."""

from __future__ import annotations

import asyncio
import importlib.util
import os
import signal
import subprocess
import sys
from collections.abc import AsyncIterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
import psutil
import pytest

from engine.domain.plans import Situation
from engine.domain.spaces import Rect
from engine.domain.surface_ports import AccessibleTree
from engine.domain.zones import Source
from engine.perception.drawn import text_reader_child
from engine.perception.drawn.text_reader import Pixels, ReadText, RecognitionUnavailable, TextReader
from engine.perception.drawn.zones import DrawnZones
from engine.perception.perceiver import FULL_PATIENCE_SECS, SurfacePerceiver
from engine.processes.child_process import ChildProcess
from tests.support.painted_texts import painted
from tests.support.stage import Stage
from tests.support.waiting import until, until_so

NOWHERE = dict.fromkeys(("http_proxy", "https_proxy", "HTTPS_PROXY"), "http://127.0.0.1:9")
TEXTS = (("Red circle", 60, 60),)


class SilentStage(Stage):
    """A picture without accessibility."""

    async def read_tree(self) -> AccessibleTree:
        return AccessibleTree((), self.now.windows)


@pytest.fixture
async def readers() -> AsyncIterator[list[TextReader]]:
    """Those that a test has made; they are closed after it."""
    made: list[TextReader] = []
    yield made
    for reader in made:
        await reader.close()


def looking(
    stage: Stage, readers: list[TextReader], environment: Mapping[str, str] | None = None
) -> SurfacePerceiver:
    readers.append(TextReader(environment))
    texts = DrawnZones(readers[-1], grace_secs=0)
    return SurfacePerceiver(stage, masked=lambda text: text, drawn=texts)


async def read_labels(perceiver: SurfacePerceiver) -> list[str]:
    situation = await perceiver.observe_fully()
    return [zone.label for zone in situation.zones if zone.source is Source.TEXT]


async def until_read(perceiver: SurfacePerceiver) -> Situation:
    async def is_read() -> bool:
        return bool(await read_labels(perceiver))

    await until_so(is_read)
    return await perceiver.observe()


async def test_it_reads_without_a_network_and_an_unchanged_picture_is_the_same_situation(
    readers: list[TextReader],
) -> None:
    perceiver = looking(SilentStage(painted(TEXTS)), readers, {**os.environ, **NOWHERE})
    seen: list[Situation] = []
    perceiver.on_look = seen.append
    situation = await until_read(perceiver)
    assert [zone.label for zone in situation.zones] == ["Red circle"] and not situation.is_stale
    assert seen[-1] is situation, "whoever watches is told of what was read late"
    looks = len(seen)
    assert await perceiver.observe() is situation and await perceiver.observe_fully() is situation
    assert len(seen) == looks
    await perceiver.close()
    assert readers[0].pid is not None and not psutil.pid_exists(readers[0].pid)


async def test_what_a_large_picture_took_is_given_back(readers: list[TextReader]) -> None:
    """A desk that waits holds no more than one that has read little."""
    readers.append(reader := TextReader())
    frame = painted([(f"Line {n}: the quick brown fox", 40, 30 + 22 * n) for n in range(15)]).frame
    small = np.frombuffer(frame.pixels, np.uint8).reshape(frame.height, frame.width, 4)[:, :, :3]

    async def read_some(picture: Pixels) -> int:
        boxes = await reader.find(picture)
        at = [(slice(box.y, box.y + box.height), slice(box.x, box.x + box.width)) for box in boxes]
        assert await reader.read([picture[place] for place in at[:15]])
        return len(boxes)

    assert await read_some(small) == 15
    process = psutil.Process(reader.pid)
    little = process.memory_info().rss
    assert await read_some(np.tile(small, (2, 2, 1))) >= 50
    await until(lambda: process.memory_info().rss < little + (60 << 20))


def with_library(folder: Path, code: str) -> Mapping[str, str]:
    """An environment in which this stands in the library's place."""
    (folder / "rapidocr.py").write_text(code)
    return {**os.environ, "PYTHONPATH": os.pathsep.join([str(folder), *sys.path])}


async def warnings_of(perceiver: SurfacePerceiver) -> list[str]:
    """The first that come up."""
    warnings: list[str] = []

    async def is_warned() -> bool:
        warnings.extend((await perceiver.observe_fully()).warnings)
        return bool(warnings)

    await until_so(is_warned)
    return warnings


async def test_a_missing_library_is_one_warning_and_the_rest_works(
    readers: list[TextReader], tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    stage = SilentStage(painted(TEXTS))
    missing = with_library(tmp_path, "raise ImportError('there is no rapidocr here')")
    perceiver = looking(stage, readers, missing)
    assert await warnings_of(perceiver) == [
        "Text can't be recognised: there is no rapidocr here."
        " Install it with: pip install rapidocr onnxruntime."
    ]
    stage.now = painted([("Blue square", 60, 60)])
    situation = await perceiver.observe_fully()
    assert situation.warnings == () and situation.frame is stage.now.frame
    assert not caplog.text, "it is told in the situation, and nowhere a second time"


async def test_its_death_is_one_warning_in_each_run(
    readers: list[TextReader], tmp_path: Path
) -> None:
    stage = SilentStage(painted(TEXTS))
    dying = with_library(tmp_path, "raise SystemExit('out of memory')")
    perceiver = looking(stage, readers, dying)
    warned = (
        "Text recognition ended unexpectedly (out of memory)."
        " What tells nothing over accessibility is not read until the next run."
    )
    assert await warnings_of(perceiver) == [warned]
    stage.now = painted([("Blue square", 60, 60)])
    assert (await perceiver.observe_fully()).warnings == ()
    perceiver.start_run("another goal")
    assert await warnings_of(perceiver) == [warned]


def with_damaged_model(folder: Path) -> Mapping[str, str]:
    """An environment with the library as it is installed, but for the end of one model."""
    found = importlib.util.find_spec("rapidocr")
    assert found is not None and found.origin is not None
    installed, here = Path(found.origin).parent, folder / "rapidocr"
    (here / "models").mkdir(parents=True)
    for part in installed.iterdir():
        if part.name != "models":
            (here / part.name).symlink_to(part)
    for model in (installed / "models").glob("*.onnx"):
        whole = model.read_bytes()
        (here / "models" / model.name).write_bytes(whole[:1000] if "_rec_" in model.name else whole)
    return {**os.environ, "PYTHONPATH": os.pathsep.join([str(folder), *sys.path])}


async def test_a_damaged_model_is_one_warning_that_says_what_to_do(
    readers: list[TextReader], tmp_path: Path
) -> None:
    perceiver = looking(SilentStage(painted(TEXTS)), readers, with_damaged_model(tmp_path))
    [words] = await warnings_of(perceiver)
    assert words.startswith("Text can't be recognised: a model of it is damaged (")
    assert "--force-reinstall" in words and "\n" not in words
    assert (await perceiver.observe_fully()).warnings == ()


DIES_ONCE = """
import os
from pathlib import Path
from types import SimpleNamespace
import numpy as np
mark = Path(__file__).with_name("died")
class RapidOCR:
    def __init__(self, params): pass
    def __call__(self, picture, **how):
        return SimpleNamespace(boxes=np.array([[[40, 40], [140, 40], [140, 60], [40, 60]]]))
    def recognize_txt(self, lines):
        if not mark.exists():
            mark.touch()
            os.kill(os.getpid(), 9)
        return SimpleNamespace(txts=["Red circle"] * len(lines), scores=[0.99] * len(lines))
"""


async def test_one_that_is_killed_while_it_reads_is_started_anew(
    readers: list[TextReader], tmp_path: Path
) -> None:
    (tmp_path / "models").mkdir()
    for kind in ("det", "rec"):
        (tmp_path / "models" / f"a_{kind}_b.onnx").touch()
    perceiver = looking(SilentStage(painted(TEXTS)), readers, with_library(tmp_path, DIES_ONCE))
    await until_read(perceiver)
    assert (tmp_path / "died").exists()
    assert (await perceiver.observe_fully()).warnings == ()


async def test_one_that_died_while_nothing_was_asked_is_started_anew(
    readers: list[TextReader],
) -> None:
    stage = SilentStage(painted(TEXTS))
    perceiver = looking(stage, readers)
    await until_read(perceiver)
    first = readers[0].pid
    assert first is not None
    os.kill(first, signal.SIGKILL)
    stage.now = painted([*TEXTS, ("Green triangle", 60, 160)])
    await until_so(lambda: _has_read(perceiver, "Green triangle"))
    assert readers[0].pid != first and "Red circle" in await read_labels(perceiver)


async def _is_gone(pid: int) -> bool:
    return not psutil.pid_exists(pid) or psutil.Process(pid).status() == psutil.STATUS_ZOMBIE


async def _has_read(perceiver: SurfacePerceiver, label: str) -> bool:
    return label in await read_labels(perceiver)


async def test_it_does_not_outlive_a_parent_that_is_killed() -> None:
    script = (
        "import asyncio, numpy as np\n"
        "from engine.perception.drawn.text_reader import TextReader\n"
        "async def main():\n"
        "    reader = TextReader()\n"
        "    await reader.find(np.full((80, 80, 3), 255, np.uint8))\n"
        "    print(reader.pid, flush=True)\n"
        "    await asyncio.sleep(600)\n"
        "asyncio.run(main())\n"
    )
    parent = await asyncio.create_subprocess_exec(
        sys.executable, "-c", script, stdout=subprocess.PIPE
    )
    assert parent.stdout is not None
    pid = int(await parent.stdout.readline())
    assert psutil.pid_exists(pid)
    parent.kill()
    await parent.communicate()
    await until_so(lambda: _is_gone(pid))


class Gated:
    """A recogniser that reads one line, once it is let."""

    def __init__(self) -> None:
        self.may_answer = asyncio.Event()

    async def find(self, picture: Pixels) -> list[Rect]:
        await self.may_answer.wait()
        return [Rect(40, 40, 60, 16)]

    async def read(self, lines: Sequence[Pixels]) -> list[ReadText]:
        return [ReadText("Red circle", 0.99)] * len(lines)

    async def close(self) -> None: ...


async def test_a_look_does_not_wait_long_and_a_later_one_has_the_text() -> None:
    gated = Gated()
    texts = DrawnZones(gated, grace_secs=0)
    perceiver = SurfacePerceiver(SilentStage(painted(TEXTS)), masked=lambda text: text, drawn=texts)
    looks: list[Situation] = []
    perceiver.on_look = looks.append

    async def is_at_rest() -> bool:
        return await perceiver.observe() is await perceiver.observe()

    await until_so(is_at_rest)
    without = await perceiver.observe()
    assert without.zones == ()
    gated.may_answer.set()
    await until(lambda: texts.revision == 2)
    seen = await perceiver.observe()
    assert [zone.label for zone in seen.zones] == ["Red circle"] and looks[-1] is seen
    assert seen.frame is without.frame, "nothing was captured anew"
    await perceiver.close()


async def test_a_reader_that_can_not_be_started_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.executable", "/no/such/python")
    reader = TextReader()
    with pytest.raises(RecognitionUnavailable, match="can't be started"):
        await reader.find(np.zeros((8, 8, 3), np.uint8))
    await reader.close()


async def test_a_reader_that_was_closed_starts_no_process_any_more() -> None:
    reader = TextReader()
    await reader.close()
    with pytest.raises(RecognitionUnavailable, match="was closed"):
        await reader.find(np.zeros((8, 8, 3), np.uint8))
    assert reader.pid is None


async def test_a_full_look_waits_for_a_reader_that_is_starting() -> None:
    gated = Gated()
    texts = DrawnZones(gated, grace_secs=0)
    perceiver = SurfacePerceiver(SilentStage(painted(TEXTS)), masked=lambda text: text, drawn=texts)
    looking = asyncio.ensure_future(perceiver.observe_fully())
    await asyncio.wait({looking}, timeout=FULL_PATIENCE_SECS + 0.5)
    assert not looking.done(), "longer than for texts"
    gated.may_answer.set()
    assert [zone.label for zone in (await looking).zones] == ["Red circle"]
    await perceiver.close()


async def test_a_full_look_waits_longer_while_nothing_is_known_of_the_window_in_front() -> None:
    gated, stage = Gated(), SilentStage(painted(TEXTS))
    gated.may_answer.set()
    texts = DrawnZones(gated, grace_secs=0)
    perceiver = SurfacePerceiver(stage, masked=lambda text: text, drawn=texts)
    await perceiver.observe_fully()
    gated.may_answer.clear()
    stage.now = painted([("Blue square", 300, 200)], paper="#cceeff")
    looking = asyncio.ensure_future(perceiver.observe_fully())
    await asyncio.wait({looking}, timeout=FULL_PATIENCE_SECS + 2.5)
    assert not looking.done()
    gated.may_answer.set()
    assert (await looking).zones
    await perceiver.close()


async def test_a_full_look_waits_until_a_dialog_in_front_is_read_whole() -> None:
    """What it asks may be read last, on a busy machine long after its buttons."""
    gated, stage = Gated(), SilentStage(painted(TEXTS))
    dialogs = tuple(replace(each, is_dialog=True) for each in stage.now.windows)
    stage.now = replace(stage.now, windows=dialogs)
    gated.may_answer.set()
    texts = DrawnZones(gated, grace_secs=0)
    perceiver = SurfacePerceiver(stage, masked=lambda text: text, drawn=texts)
    await until_read(perceiver)
    gated.may_answer.clear()
    stage.now = replace(painted([*TEXTS, ("Blue square", 300, 200)]), windows=dialogs)
    half = await perceiver.observe()
    assert half.is_being_read and "Red circle" in [zone.label for zone in half.zones]
    looking = asyncio.ensure_future(perceiver.observe_fully())
    await asyncio.wait({looking}, timeout=FULL_PATIENCE_SECS + 2.5)
    assert not looking.done()
    gated.may_answer.set()
    assert not (await looking).is_being_read
    await perceiver.close()


async def test_a_process_that_ends_within_its_answer_is_said_to_have_ended() -> None:
    class Torn(TextReader):
        async def _started(self) -> ChildProcess:
            words = "import sys; sys.stdin.readline(); print('{\"ok\": [[1,', end='')"
            torn = ChildProcess((sys.executable, "-c", words), what="text recognition")
            await torn.start()
            return torn

    with pytest.raises(RecognitionUnavailable, match="ended unexpectedly"):
        await Torn().find(np.zeros((8, 8, 3), np.uint8))


def test_threads_that_read_wait_where_they_have_nothing_to_do() -> None:
    engine = text_reader_child._Engine()
    picture = np.full((40, 200, 3), 255, np.uint8)
    engine.find(picture)
    engine.read([picture])
    for part in (engine._ocr.text_det, engine._ocr.text_rec):
        options = part.session.session.get_session_options()
        assert options.get_session_config_entry("session.intra_op.allow_spinning") == "0"
