"""What a desktop and a browser have in common: how they are named and lost, and secrets in what is
typed."""

import asyncio
from collections.abc import Callable
from contextlib import AsyncExitStack

from engine.domain import errors, leases, ports, spaces, surface_ports
from engine.language.folding import SECRET


class NamedSurface:
    """``on_lost`` and ``on_resized`` may be set before it is started; they are told of a surface
    that goes away (a plain message) or changes its size (pixels)."""

    sandbox: surface_ports.Sandbox | None = None

    def __init__(self, name: str, *, is_practice: bool) -> None:
        self.name = name
        self.is_practice = is_practice
        self._is_lost = False
        self.lease = leases.Lease()
        self._ending = AsyncExitStack()
        self.on_lost: Callable[[str], object] = lambda message: None
        self.on_resized: Callable[[int, int], object] = lambda width, height: None

    @property
    def is_sandboxed(self) -> bool:
        return self.sandbox is not None and self.sandbox.is_closed

    async def failed_launch(self) -> str:
        return ""

    async def close(self) -> None:
        """Whatever was started is ended, in any state, the last first."""
        await self._ending.aclose()

    def _tell_resized(self, width: int, height: int) -> None:
        self.on_resized(width, height)

    def _lose(self, message: str) -> None:
        """Tell once; what else goes away then is a consequence."""
        if not self._is_lost:
            self._is_lost = True
            self.on_lost(message)


async def with_secrets(text: str, secrets: ports.SecretSource) -> str:
    """Filled in. Raises ``SecretMissing``."""
    if not SECRET.search(text):
        return text
    return await asyncio.to_thread(SECRET.sub, lambda match: secrets.reveal(match[1].strip()), text)


def needed(point: spaces.Point | None) -> spaces.Point:
    if point is None:
        raise errors.ActionImpossible("This action needs a place, and none was given.")
    return point
