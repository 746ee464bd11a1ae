"""What is known of a file on the machine of a surface."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class FileFacts:
    """A file as the surface's machine has it. ``text`` is None where it is not UTF-8 text."""

    exists: bool
    size_bytes: int = 0
    modified_at_secs: float = 0.0
    text: str | None = None
