"""Reads an export as another program would: line by line, with nothing but its own words."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from engine.domain.events import Recorded
from engine.record.codec import event_from_json


def header_in(path: Path) -> dict[str, Any]:
    header: dict[str, Any] = json.loads(_lines(path)[0])
    return header


def events_in(path: Path) -> tuple[Recorded, ...]:
    return tuple(_recorded(json.loads(line)) for line in _lines(path)[1:])


def _lines(path: Path) -> list[str]:
    # Not splitlines(): a recorded text may hold other line separators, such as U+2028.
    return path.read_text("utf-8").removesuffix("\n").split("\n")


def _recorded(told: dict[str, Any]) -> Recorded:
    event = event_from_json(json.dumps(told["event"]))
    return Recorded(told["seq"], told["session_id"], told["at_secs"], event)
