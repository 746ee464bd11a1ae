"""What the run pauses before, as the operator wants it."""

from engine.domain.facts import OfKind


class BreakAtStep(OfKind, kind="step"):
    """Before the step of that place ("2.3"); ``once``: the run was told to go on until there."""

    place: str
    once: bool = False


class BreakAtAction(OfKind, kind="action"):
    """Before each action of that kind, such as ``type``."""

    action: str


class BreakInWindow(OfKind, kind="window"):
    """Before each step upon a zone of that label or in a window of that title; words of it do."""

    title: str


class BreakBeforeGrave(OfKind, kind="grave"):
    """Before what can't be taken back or leaves the machine."""


class BreakOnFall(OfKind, kind="fall"):
    """After an action that led away from the goal of a local plan, before that is decided upon."""


Breakpoint = BreakAtStep | BreakAtAction | BreakInWindow | BreakBeforeGrave | BreakOnFall
