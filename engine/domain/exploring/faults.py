"""Faults of what is explored, and the lives of its applications."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from typing import Literal

from pydantic import TypeAdapter

from engine.domain.exploring.groups import TracedStep


class FaultKind(StrEnum):
    CRASH = "crash"
    HANG = "hang"
    ERROR_DIALOG = "error dialog"
    ENDLESS_DIALOG = "endless dialog"
    CONSOLE_ERROR = "console error"
    CONTRADICTION = "contradiction"
    """The screen contradicts itself, such as a total that is not the sum of its parts."""


@dataclass(frozen=True, slots=True)
class Fault:
    """``summary`` is one line that is the same for the same fault: what changes from time to time
    (numbers of processes, times) belongs into ``detail``."""

    kind: FaultKind
    application: str
    summary: str
    detail: str = ""

    @property
    def key(self) -> str:
        return f"{self.kind}|{self.application}|{self.summary}"

    def is_among(self, faults: Iterable[Fault]) -> bool:
        """Whether it came up again: a fault of the same key, whatever its detail."""
        return any(each.key == self.key for each in faults)


@dataclass(frozen=True, slots=True)
class EndedProcess:
    """An application's process that ended; ``exit_code`` as ``subprocess`` has it (negative: a
    signal), None where the surface can't know."""

    application: str
    process_id: int
    exit_code: int | None


@dataclass(frozen=True, slots=True)
class ConsoleLine:
    """What an application wrote where people don't look: a page's console, standard error."""

    application: str
    level: Literal["error", "warning"]
    text: str
    source: str = ""


@dataclass(frozen=True, slots=True)
class Vitals:
    """What happened to the applications of a surface since it was last asked. ``silent`` are those
    that don't answer now."""

    ended: tuple[EndedProcess, ...] = ()
    silent: tuple[str, ...] = ()
    console: tuple[ConsoleLine, ...] = ()


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
