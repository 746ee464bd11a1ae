"""What the run pauses before, as the operator wants it."""

from engine.domain.conditions import OfKind, of_kind


@of_kind("step")
class BreakAtStep(OfKind):
    """Before the step of that place ("2.3"); ``once``: the run was told to go on until there."""

    place: str
    once: bool = False


@of_kind("action")
class BreakAtAction(OfKind):
    """Before each action of that kind, such as ``type``."""

    action: str


@of_kind("window")
class BreakInWindow(OfKind):
    """Before each step upon a zone of that label or in a window of that title; words of it do."""

    title: str


@of_kind("grave")
class BreakBeforeGrave(OfKind):
    """Before what can't be taken back or leaves the machine."""


@of_kind("fall")
class BreakOnFall(OfKind):
    """After an action that led away from the goal of a local plan, before that is decided upon."""


Breakpoint = BreakAtStep | BreakAtAction | BreakInWindow | BreakBeforeGrave | BreakOnFall
