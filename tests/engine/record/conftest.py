"""A store in a folder of its own, closed after the test."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest_asyncio

from engine.record.store import SessionStore


@pytest_asyncio.fixture
async def store(tmp_path: Path) -> AsyncIterator[SessionStore]:
    opened = await SessionStore.open(tmp_path / "sessions.db")
    yield opened
    await opened.close()
