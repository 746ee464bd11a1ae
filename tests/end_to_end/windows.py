"""Windows of programs that a test holds as a text, on the screen of a bench."""

from __future__ import annotations

import asyncio
import contextlib
import sys
from collections.abc import AsyncIterator, Awaitable, Callable

from tests.end_to_end.conftest import Bench
from tests.support.waiting import until_so

UNHEARD = {"DBUS_SESSION_BUS_ADDRESS": "unix:path=/nowhere", "QT_ACCESSIBILITY": "0"}
"""The environment of a program that tells nothing of what is in its windows."""


@contextlib.asynccontextmanager
async def window_of(
    bench: Bench,
    program: str,
    *words: object,
    is_there: Callable[[], Awaitable[object]] | None = None,
    is_silent: bool = False,
) -> AsyncIterator[None]:
    """The window that the program shows when it is given these ``words``, from when it ``is_there``
    on: by itself, once a window is seen. One that ``is_silent`` tells nothing of what is in it."""

    async def is_seen() -> bool:
        return bool((await bench.perceiver.observe_fully()).windows)

    window = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "tests.support.text_program", program, *map(str, words)),
        env={**bench.surface.environment, **(UNHEARD if is_silent else {})},
    )
    try:
        await until_so(is_there or is_seen)
        yield
    finally:
        window.kill()
        await window.wait()
