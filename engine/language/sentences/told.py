"""What is told of one event."""

from __future__ import annotations

from typing import NamedTuple


class Told(NamedTuple):
    """``kind`` in one to three words, such as ``Replan``; ``summary`` on one line. Read one after
    the other they make a sentence of sorts: ``Replan number 1: a dialog came``."""

    kind: str
    summary: str
