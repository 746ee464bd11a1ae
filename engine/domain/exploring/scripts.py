"""Regression scripts: the path to a fault, to be walked again in another run."""

from __future__ import annotations

from dataclasses import dataclass

from pydantic import TypeAdapter

from engine.domain.exploring.faults import Fault
from engine.domain.exploring.traces import TracedStep


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
