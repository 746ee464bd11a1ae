"""One process reads for all that name the same path: it may die, and nobody loses an answer."""

from __future__ import annotations

import asyncio
import os
import signal
import socket
import sys
import threading
import time
from collections.abc import AsyncIterator
from pathlib import Path

import numpy as np
import psutil
import pytest

from engine.perception.drawn import shared_texts
from engine.perception.drawn.text_reader import TextReader
from engine.perception.pixels import Pixels, bgr_of
from tests.engine.perception.drawn.test_text_reader import with_library
from tests.support.painted_texts import painted
from tests.support.waiting import until

BLANK = np.full((80, 80, 3), 255, np.uint8)


@pytest.fixture
async def readers(tmp_path: Path) -> AsyncIterator[list[TextReader]]:
    """Four that share."""
    made = [TextReader(shared_at=str(tmp_path / "texts")) for _ in range(4)]
    yield made
    for reader in made:
        await reader.close()
    for each in servers(tmp_path):
        each.kill()


def servers(folder: Path) -> list[psutil.Process]:
    """Those who listen there."""
    found = psutil.process_iter(["cmdline"])
    return [one for one in found if str(folder / "texts") in (one.info["cmdline"] or [])]


def picture_of(words: str) -> Pixels:
    situation = painted([(words, 60, 60)])
    return bgr_of(situation.frame, situation.windows[0].bounds_px)


async def read_in(reader: TextReader, picture: Pixels) -> list[str]:
    boxes = await reader.find(picture)
    cuts = [picture[box.y : box.y + box.height, box.x : box.x + box.width] for box in boxes]
    return [each.text for each in await reader.read(cuts)]


async def test_each_gets_what_stands_in_its_own_picture_and_one_process_reads(
    readers: list[TextReader], tmp_path: Path
) -> None:
    async def reads(reader: TextReader, name: str) -> None:
        for number in range(2):
            words = f"{name} {number}"
            assert await read_in(reader, picture_of(words)) == [words]

    names = ("Red circle", "Blue square", "Green triangle", "Yellow star")
    await asyncio.gather(*map(reads, readers, names))
    assert len(servers(tmp_path)) == 1
    for reader in readers:
        assert psutil.Process(reader.pid).name() == "cat"


async def test_one_that_is_killed_is_started_anew_and_who_asks_meanwhile_is_answered(
    readers: list[TextReader], tmp_path: Path
) -> None:
    await asyncio.gather(*(each.find(BLANK) for each in readers))
    [first] = servers(tmp_path)
    asked = [asyncio.ensure_future(read_in(each, picture_of("Red circle"))) for each in readers]
    await asyncio.sleep(0)
    first.kill()
    assert await asyncio.gather(*asked) == [["Red circle"]] * len(readers)
    [second] = servers(tmp_path)
    assert second.pid != first.pid


DIES_FOR_ALL = """
import os, sys
from types import SimpleNamespace
import numpy as np
class RapidOCR:
    def __init__(self, params): pass
    def __call__(self, picture, **how):
        if sys.argv[2:]:
            os.kill(os.getpid(), 9)
        return SimpleNamespace(boxes=np.array([[[1, 1], [9, 1], [9, 9], [1, 9]]]))
"""


async def test_who_loses_it_twice_reads_with_one_of_its_own(tmp_path: Path) -> None:
    (tmp_path / "models").mkdir()
    for kind in ("det", "rec"):
        (tmp_path / "models" / f"a_{kind}_b.onnx").touch()
    at = str(tmp_path / "texts")
    reader = TextReader(with_library(tmp_path, DIES_FOR_ALL), shared_at=at)
    assert await reader.find(np.zeros((20, 20, 3), np.uint8))
    assert "text_reader_child" in " ".join(psutil.Process(reader.pid).cmdline())
    await reader.close()


async def test_where_there_is_no_such_folder_each_reads_by_itself(tmp_path: Path) -> None:
    reader = TextReader(shared_at=str(tmp_path / "none" / "texts"))
    assert await read_in(reader, picture_of("Red circle")) == ["Red circle"]
    await reader.close()


async def test_a_line_ends_with_its_owner_and_the_others_go_on(
    readers: list[TextReader], tmp_path: Path
) -> None:
    script = (
        "import asyncio, numpy as np\n"
        "from engine.perception.drawn.text_reader import TextReader\n"
        "async def main():\n"
        f"    reader = TextReader(shared_at={str(tmp_path / 'texts')!r})\n"
        "    await reader.find(np.full((80, 80, 3), 255, np.uint8))\n"
        "    print(reader.pid, flush=True)\n"
        "    await asyncio.sleep(600)\n"
        "asyncio.run(main())\n"
    )
    owner = await asyncio.create_subprocess_exec(
        sys.executable, "-c", script, stdout=asyncio.subprocess.PIPE
    )
    assert owner.stdout is not None
    pid = int(await owner.stdout.readline())
    await readers[0].find(BLANK)
    owner.send_signal(signal.SIGKILL)
    await owner.communicate()
    await until(lambda: not psutil.pid_exists(pid))
    assert await read_in(readers[0], picture_of("Red circle")) == ["Red circle"]
    assert len(servers(tmp_path)) == 1


def test_it_ends_where_nobody_comes_and_not_while_somebody_is_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shared_texts, "_LINGERS_SECS", 0.2)
    with socket.socket(socket.AF_UNIX) as door:
        door.bind(str(tmp_path / "texts"))
        door.listen()
        serving = threading.Thread(target=shared_texts._read_for_all, args=(door,))
        asked, asks = os.pipe()
        hears, told = os.pipe()
        with socket.socket(socket.AF_UNIX) as link:
            link.connect(str(tmp_path / "texts"))  # before it could be tired of waiting
            serving.start()
            assert link.recv(1)
            socket.send_fds(link, [b"line"], [asked, told])
            for each in (asked, told):
                os.close(each)
            assert b"pulse" in os.read(hears, 100)
            time.sleep(0.6)  # longer than it lingers
            assert serving.is_alive(), "somebody may still ask"
            os.close(asks)
            assert link.recv(1) == b"", "it says so where it has done with a line"
        serving.join(10)
        assert not serving.is_alive()
        os.close(hears)
