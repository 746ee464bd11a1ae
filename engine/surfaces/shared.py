"""What a desktop and a browser have in common: how they are named and lost, secrets in what is
typed, and what they tell of a file on their machine."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path

from engine.domain.errors import ActionImpossible
from engine.domain.ports import SecretSource
from engine.domain.sandboxes import Sandbox
from engine.domain.spaces import Point
from engine.domain.surface_ports import FileFacts
from engine.language.secret_names import SECRET

TYPING_SECS_PER_CHARACTER = 0.05
"""So long typing may take, beside what any action may."""
_MAX_TEXT_BYTES = 1_000_000


class NamedSurface:
    """``on_lost`` and ``on_resized`` may be set before it is started; they are told of a surface
    that goes away (a plain message) or changes its size (pixels)."""

    def __init__(self, name: str, *, is_practice: bool) -> None:
        self._name = name
        self._is_practice = is_practice
        self._is_lost = False
        self.on_lost: Callable[[str], object] = lambda message: None
        self.on_resized: Callable[[int, int], object] = lambda width, height: None

    @property
    def name(self) -> str:
        return self._name

    @property
    def is_practice(self) -> bool:
        return self._is_practice

    @property
    def is_sandboxed(self) -> bool:
        return False

    @property
    def sandbox(self) -> Sandbox | None:
        """Where it is a desktop of Pilothouse's own: what its programs run in."""
        return None

    def _tell_resized(self, width: int, height: int) -> None:
        self.on_resized(width, height)

    def _lose(self, message: str) -> None:
        """Tell once; what else goes away then is a consequence."""
        if not self._is_lost:
            self._is_lost = True
            self.on_lost(message)


async def with_secrets(text: str, secrets: SecretSource) -> str:
    """Filled in. Raises ``SecretMissing``."""
    if not SECRET.search(text):
        return text
    return await asyncio.to_thread(SECRET.sub, lambda match: secrets.reveal(match[1].strip()), text)


def needed(point: Point | None) -> Point:
    if point is None:
        raise ActionImpossible("This action needs a place, and none was given.")
    return point


def read_file_facts(home: Path, path: str) -> FileFacts:
    """The file at an absolute path or one that begins with ``~``."""
    file = home / path.removeprefix("~").lstrip("/") if path.startswith("~") else Path(path)
    try:
        facts = file.stat()
        content = file.read_bytes() if facts.st_size <= _MAX_TEXT_BYTES else None
    except (FileNotFoundError, NotADirectoryError, PermissionError, IsADirectoryError):
        return FileFacts(exists=file.exists())
    try:
        text = content.decode() if content is not None else None
    except UnicodeDecodeError:
        text = None
    return FileFacts(True, facts.st_size, facts.st_mtime, text)
