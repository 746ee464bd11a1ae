"""What ``pilothouse doctor`` finds, a line for each thing."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Health(StrEnum):
    GOOD = "good"
    LIMITED = "limited"
    BAD = "bad"


@dataclass(frozen=True, slots=True)
class Diagnosis:
    subject: str
    health: Health
    message: str
    remedy: str = ""
