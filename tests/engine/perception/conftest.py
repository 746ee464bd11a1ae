"""The process that reads, one for all tests of perception: its start takes a second."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest_asyncio

from engine.perception.drawn.text_reader import TextReader


@pytest_asyncio.fixture(scope="package", loop_scope="session")
async def reader() -> AsyncIterator[TextReader]:
    reader = TextReader()
    yield reader
    await reader.close()
