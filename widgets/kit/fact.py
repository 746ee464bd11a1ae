"""A labelled fact, as the inspector shows it."""

from __future__ import annotations

from typing import NamedTuple


class Fact(NamedTuple):
    """``is_technical`` facts (keys, coordinates, ids) are shown in monospace."""

    label: str
    value: str
    is_technical: bool = False
