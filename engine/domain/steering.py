"""What the operator steers while a run goes on: the steps to come, where it stops, when it asks.

Events of it are part of the union in ``engine.domain.events``.
"""

from dataclasses import dataclass
from typing import Literal

from engine.domain.approvals import Asking, Grant
from engine.domain.kinds import OfKind, Told, event, of_kind
from engine.domain.plans import PlanStep


@of_kind("step")
class BreakAtStep(OfKind):
    """Before the step of that place ("2.3")."""

    place: str


@of_kind("action")
class BreakAtAction(OfKind):
    """Before each action of that kind, such as ``type``."""

    action: str


@of_kind("window")
class BreakInWindow(OfKind):
    """Before each step while a window with these words in its title is in front."""

    title: str


@of_kind("grave")
class BreakBeforeGrave(OfKind):
    """Before what can't be taken back or leaves the machine."""


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


@event("plan_revised")
class PlanRevised(Told):
    revision: Revision


@event("breakpoints_set")
class BreakpointsSet(Told):
    """All that there are from now on."""

    breakpoints: tuple[Breakpoint, ...]


@event("asking_changed")
class AskingChanged(Told):
    """From now on it asks so."""

    asking: Asking


@event("grant_given")
class GrantGiven(Told):
    grant: Grant


@event("grant_ended")
class GrantEnded(Told):
    grant_id: str
    why: Literal["used up", "its time is over", "revoked"]


@event("file_given")
class FileGiven(Told):
    """A copy of it was put into the practice folder."""

    name: str
    size_bytes: int


SteeringEvent = PlanRevised | BreakpointsSet | AskingChanged | GrantGiven | GrantEnded | FileGiven
