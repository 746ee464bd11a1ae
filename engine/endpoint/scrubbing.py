"""Keeps the key out of every text that leaves this room.

Servers quote the key in their errors, some of them with stars in the middle.
"""

from __future__ import annotations

import re

_MASK = "[key]"
_LEAST_LENGTH = 8
"""Shorter ones, such as "ollama", are words to please a server and no secrets."""


class Scrubber:
    def __init__(self, key: str) -> None:
        self._pattern: re.Pattern[str] | None = None
        if len(key) >= _LEAST_LENGTH:
            whole = re.escape(key)
            starred = rf"{re.escape(key[:2])}[\w.-]*[*•…]{{2,}}[\w.*•…-]*"
            self._pattern = re.compile(f"{whole}|{starred}")

    def clean(self, text: str) -> str:
        """The text without the key, and without halves of characters, which no file can hold."""
        text = text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
        return self._pattern.sub(_MASK, text) if self._pattern else text
