"""Faults of what is explored, and the lives of its applications."""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from typing import Literal


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

    def is_among(self, faults: "Iterable[Fault]") -> bool:
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
