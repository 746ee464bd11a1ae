"""The process that reads, one for the tests of a module: its start takes a second."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest_asyncio

from engine.perception.drawn.text_reader import TextReader


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def reader() -> AsyncIterator[TextReader]:
    reader = TextReader()
    yield reader
    await reader.close()
