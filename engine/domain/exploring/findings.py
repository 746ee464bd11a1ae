"""A fault with the path that led to it: as it was found, and as a regression script in a file.

The faults themselves stand apart: a desktop's supervisor tells of them, and does so without
pydantic, whose import takes as long as all else of its start.
"""

from __future__ import annotations

from dataclasses import dataclass

from pydantic import TypeAdapter

from engine.domain.exploring.faults import Fault
from engine.domain.exploring.groups import TracedStep


@dataclass(frozen=True, slots=True)
class Finding:
    """A fault and the path from the start state that led to it. ``number`` counts from 1."""

    number: int
    fault: Fault
    path: tuple[TracedStep, ...]


@dataclass(frozen=True, slots=True)
class RegressionScript:
    """``surface`` is where the fault was found, as ``--surface`` names it; ``application`` is
    launched before the path is walked, unless it is empty."""

    surface: str
    application: str
    path: tuple[TracedStep, ...]
    fault: Fault


_SCRIPT = TypeAdapter(RegressionScript)


def script_to_json(script: RegressionScript) -> str:
    return _SCRIPT.dump_json(script, indent=2).decode() + "\n"


def script_from_json(text: str | bytes) -> RegressionScript:
    """Raises ``pydantic.ValidationError``."""
    return _SCRIPT.validate_json(text)
