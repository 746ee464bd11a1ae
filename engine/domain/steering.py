"""What the operator steers while a run goes on: the steps to come, where it stops, when it asks.

Events of it are part of the union in ``engine.domain.events``.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from engine.domain.approvals import Asking, Grant
from engine.domain.plans import PlanStep


@dataclass(frozen=True, slots=True)
class BreakAtStep:
    """Before the step of that place ("2.3")."""

    place: str
    kind: Literal["step"] = "step"


@dataclass(frozen=True, slots=True)
class BreakAtAction:
    """Before each action of that kind, such as ``type``."""

    action: str
    kind: Literal["action"] = "action"


@dataclass(frozen=True, slots=True)
class BreakInWindow:
    """Before each step while a window with these words in its title is in front."""

    title: str
    kind: Literal["window"] = "window"


@dataclass(frozen=True, slots=True)
class BreakBeforeGrave:
    """Before what can't be taken back or leaves the machine."""

    kind: Literal["grave"] = "grave"


Breakpoint = BreakAtStep | BreakAtAction | BreakInWindow | BreakBeforeGrave


@dataclass(frozen=True, slots=True)
class Revision:
    """The steps to come of a segment, as the operator wants them.

    ``based_on`` are the numbers of those that they saw there: where one of them has begun
    meanwhile, the revision is refused. ``left_out`` are numbers of steps that stay and are not
    done. ``words`` say what was changed.
    """

    segment_number: int
    based_on: tuple[int, ...]
    steps: tuple[PlanStep, ...]
    left_out: tuple[int, ...] = ()
    words: str = ""


@dataclass(frozen=True, slots=True)
class PlanRevised:
    revision: Revision
    kind: Literal["plan_revised"] = "plan_revised"
    version: int = 1


@dataclass(frozen=True, slots=True)
class BreakpointsSet:
    """All that there are from now on."""

    breakpoints: tuple[Breakpoint, ...]
    kind: Literal["breakpoints_set"] = "breakpoints_set"
    version: int = 1


@dataclass(frozen=True, slots=True)
class AskingChanged:
    """From now on it asks so."""

    asking: Asking
    kind: Literal["asking_changed"] = "asking_changed"
    version: int = 1


@dataclass(frozen=True, slots=True)
class GrantGiven:
    grant: Grant
    kind: Literal["grant_given"] = "grant_given"
    version: int = 1


@dataclass(frozen=True, slots=True)
class GrantEnded:
    grant_id: str
    why: Literal["used up", "its time is over", "revoked"]
    kind: Literal["grant_ended"] = "grant_ended"
    version: int = 1


SteeringEvent = PlanRevised | BreakpointsSet | AskingChanged | GrantGiven | GrantEnded
