"""The listening window in a process of its own, so that what it hears is not held up by others.

``python -m tests.benchmarks.hearing`` on a display. It says ``ready``; for each line that it is
given it answers with what it has heard since, as JSON: ``[[at_secs, kind], …]``."""

from __future__ import annotations

import asyncio
import json
import os
import sys
from collections.abc import Mapping
from typing import Any

from tests.support.listener import Listener


class Hearing:
    """The parent's side. A context manager."""

    def __init__(self, environment: Mapping[str, str]) -> None:
        self._environment = environment
        self._child: asyncio.subprocess.Process

    async def __aenter__(self) -> Hearing:
        pipe = asyncio.subprocess.PIPE
        self._child = await asyncio.create_subprocess_exec(
            sys.executable,
            "-m",
            "tests.benchmarks.hearing",
            env=self._environment,
            stdin=pipe,
            stdout=pipe,
            limit=1 << 26,
        )
        await self._line()
        return self

    async def __aexit__(self, *error: object) -> None:
        assert self._child.stdin is not None
        self._child.stdin.close()
        await self._child.wait()

    async def heard(self) -> list[tuple[float, str]]:
        """What has arrived since the last call: when (monotonic clock) and what."""
        assert self._child.stdin is not None
        self._child.stdin.write(b"\n")
        return [(at, kind) for at, kind in json.loads(await self._line())]

    async def _line(self) -> Any:
        assert self._child.stdout is not None
        return await self._child.stdout.readline()


def main() -> None:
    with Listener(os.environ) as listener:
        print("ready", flush=True)
        told = 0
        for _ in sys.stdin:
            news = listener.heard[told:]
            told += len(news)
            print(json.dumps([[each.at_secs, each.kind] for each in news]), flush=True)


if __name__ == "__main__":
    main()
