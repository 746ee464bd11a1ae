"""The process that reads, one for all tests of perception: its start takes a second."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence

import pytest_asyncio

from engine.domain.spaces import Rect
from engine.perception.drawn.text_reader import Pixels, ReadText, TextReader


class Remembering(TextReader):
    """It tells again what it told of the same pixels: many tests show the same picture, and each
    look through one takes a third of a second of the processor."""

    def __init__(self) -> None:
        super().__init__()
        self._found: dict[object, list[Rect]] = {}
        self._read: dict[object, list[ReadText]] = {}

    async def find(self, picture: Pixels) -> list[Rect]:
        key = _key(picture)
        if key not in self._found:
            self._found[key] = await super().find(picture)
        return [*self._found[key]]

    async def read(self, lines: Sequence[Pixels]) -> list[ReadText]:
        """Of all of them together: how wide one is made depends on the others."""
        key = tuple(map(_key, lines))
        if key not in self._read:
            self._read[key] = await super().read(lines)
        return [*self._read[key]]


def _key(picture: Pixels) -> object:
    return picture.shape, picture.tobytes()


@pytest_asyncio.fixture(scope="package", loop_scope="session")
async def reader() -> AsyncIterator[TextReader]:
    reader = Remembering()
    yield reader
    await reader.close()
