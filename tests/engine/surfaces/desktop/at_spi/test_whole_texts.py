"""A tree has the beginning of a long document; what reads it on gets all of it, or nothing."""

from __future__ import annotations

import shutil
import signal
import sys
from pathlib import Path

import pytest

from engine.domain.surface_ports import AccessibleNode
from engine.domain.zones import MOST_TEXT_CHARS, Role
from engine.surfaces.desktop.at_spi.tree_reader import AtSpiReader
from tests.support.trees import Launch, find, until

LINES = [f"Line {at}: nothing is said here, and 😀 that goes on." for at in range(1_200)]
TEXT = "\n".join([*LINES, "The answer is 4711."])
QT = """
import pathlib, sys
from PySide6.QtWidgets import *
app = QApplication(sys.argv)
window = QPlainTextEdit(pathlib.Path(sys.argv[1]).read_text("utf-8"))
window.setWindowTitle("Long")
window.resize(600, 500)
window.show()
app.exec()
"""


@pytest.fixture
def document(tmp_path: Path, request: pytest.FixtureRequest) -> Path:
    file = tmp_path / "long.txt"
    file.write_text(getattr(request, "param", TEXT), encoding="utf-8")
    return file


async def _shown(reader: AtSpiReader) -> AccessibleNode:
    def area(tree: object) -> AccessibleNode | None:
        found = find(tree, Role.TEXT_AREA, in_sight=True)  # type: ignore[arg-type]
        return found if found is not None and found.text.startswith("Line 0") else None

    node = area(await until(reader, area, "the document"))
    assert node is not None
    return node


def _command(program: str) -> tuple[str, ...]:
    if program == "mousepad" and shutil.which(program) is None:
        pytest.skip("Mousepad, a window of GTK, is not installed")
    return (sys.executable, "-c", QT) if program == "Qt" else (program, "--disable-server")


@pytest.mark.parametrize("program", ["Qt", "mousepad"])
async def test_a_long_document_is_read_to_its_end(
    reader: AtSpiReader, launch: Launch, document: Path, program: str
) -> None:
    launch(*_command(program), str(document))
    node = await _shown(reader)
    assert node.is_cut and len(node.text) <= MOST_TEXT_CHARS and "4711" not in node.text

    assert await reader.whole_text(node.key) == TEXT


@pytest.mark.parametrize("document", [TEXT[: MOST_TEXT_CHARS - 100]], indirect=True)
async def test_a_short_text_is_not_said_to_be_cut(
    reader: AtSpiReader, launch: Launch, document: Path
) -> None:
    launch(*_command("Qt"), str(document))
    assert not (await _shown(reader)).is_cut


async def test_of_a_program_that_hangs_nothing_is_read_and_nobody_waits_for_ever(
    reader: AtSpiReader, launch: Launch, document: Path
) -> None:
    process = launch(*_command("Qt"), str(document))
    node = await _shown(reader)
    process.send_signal(signal.SIGSTOP)
    try:
        assert await reader.whole_text(node.key) == ""
    finally:
        process.send_signal(signal.SIGCONT)
    assert (await reader.whole_text(node.key)).endswith("4711.")


async def test_what_is_not_there_any_more_is_not_read(
    reader: AtSpiReader, launch: Launch, document: Path
) -> None:
    process = launch(*_command("Qt"), str(document))
    key = (await _shown(reader)).key
    process.kill()
    process.wait()
    assert await reader.whole_text(key) == "" == await reader.whole_text(":1.0/nobody")
