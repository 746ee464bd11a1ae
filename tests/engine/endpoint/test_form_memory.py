"""What was found out about an endpoint outlives the process, and a damaged file."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
from pathlib import Path

import pytest

from engine.domain.models import ReplyForm
from engine.endpoint.request import EndpointTraits, FormMemory
from tests.engine.endpoint.asking import GOOD, asking
from tests.support.scripted_endpoint import ScriptedEndpoint

_TRAITS = EndpointTraits(ReplyForm.TOOL, frozenset({"stream", "temperature"}))
_URL = "http://127.0.0.1:1/v1"


def test_traits_are_read_by_the_next_process(tmp_path: Path) -> None:
    path = tmp_path / "below" / "forms.json"
    FormMemory(path).put(_URL, "tiny", _TRAITS)
    FormMemory(path).put(_URL, "large", EndpointTraits())
    assert FormMemory(path).get(_URL, "tiny") == _TRAITS
    assert FormMemory(path).get(_URL, "large") == EndpointTraits()
    assert FormMemory(path).get(_URL, "other") is None


@pytest.mark.parametrize(
    "damage",
    [b"", b"{", b"\xff\xfe", b"[]", b'{"endpoints": [{"form": "psalm"}]}', b'{"endpoints": 5}'],
)
def test_a_damaged_file_counts_as_empty_and_is_written_anew(tmp_path: Path, damage: bytes) -> None:
    path = tmp_path / "forms.json"
    path.write_bytes(damage)
    memory = FormMemory(path)
    assert memory.get(_URL, "tiny") is None
    memory.put(_URL, "tiny", _TRAITS)
    assert FormMemory(path).get(_URL, "tiny") == _TRAITS


def test_where_nothing_can_be_written_it_is_remembered_for_now(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    memory = FormMemory(tmp_path / "file" / "forms.json")
    memory.put(_URL, "tiny", _TRAITS)
    assert memory.get(_URL, "tiny") == _TRAITS
    assert memory.get(_URL, "other") is None


def test_processes_that_write_at_once_damage_nothing(tmp_path: Path) -> None:
    path = tmp_path / "forms.json"
    code = (
        "import sys; from pathlib import Path\n"
        "from engine.endpoint.request import EndpointTraits, FormMemory\n"
        "memory = FormMemory(Path(sys.argv[1]))\n"
        "for n in range(40): memory.put('http://x/v1', sys.argv[2], EndpointTraits())\n"
    )
    writers = [
        subprocess.Popen([sys.executable, "-c", code, str(path), name], env={**os.environ})
        for name in ("one", "two")
    ]
    assert [writer.wait(timeout=60) for writer in writers] == [0, 0]
    memory = FormMemory(path)
    assert EndpointTraits() in (memory.get("http://x/v1", "one"), memory.get("http://x/v1", "two"))
    assert [one.name for one in tmp_path.iterdir()] == ["forms.json"]


class OffTheLoop(FormMemory):
    """Stands for a file on a slow disk: nobody may wait for it on the loop."""

    def get(self, base_url: str, model: str) -> EndpointTraits | None:
        assert not is_on_the_loop()
        return super().get(base_url, model)

    def put(self, base_url: str, model: str, traits: EndpointTraits) -> None:
        assert not is_on_the_loop()
        super().put(base_url, model, traits)


def is_on_the_loop() -> bool:
    try:
        asyncio.get_running_loop()
    except RuntimeError:
        return False
    return True


async def test_what_is_remembered_is_read_and_written_off_the_loop() -> None:
    async with ScriptedEndpoint(GOOD, refuses=["response_format", "stream"]) as endpoint:
        settings = {"base_url": endpoint.base_url, "model": endpoint.model}
        async with asking(memory=OffTheLoop(), **settings) as its:
            await its.ask()
            await its.ask()


async def test_a_new_model_object_need_not_find_out_again(tmp_path: Path) -> None:
    path = tmp_path / "forms.json"
    async with ScriptedEndpoint(GOOD, refuses=["response_format", "stream"]) as endpoint:
        for _ in range(2):
            settings = {"base_url": endpoint.base_url, "model": endpoint.model}
            async with asking(memory=FormMemory(path), **settings) as its:
                await its.ask()
        await asyncio.sleep(0)
        assert len(endpoint.requests) == 5  # four to find out, one after that
