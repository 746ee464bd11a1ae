"""Where a run that broke off can go on: all that its record says of it."""

from __future__ import annotations

from dataclasses import dataclass, field

from engine.domain.approvals import Asking
from engine.domain.lifecycle import ModeName
from engine.domain.limits import Limits, Used
from engine.domain.plans import PlanStep

BROKE_OFF = "the run broke off here: it may have been done, and it may not"
"""Why nobody knows what came of the action that was under way."""


@dataclass(frozen=True, slots=True)
class ResumePoint:
    """A session without an end, from its last checkpoint.

    ``surface`` and ``thinker`` are the names that the record has for them. ``state_text`` is the
    state of the graph as JSON, ``url`` the page that it was on. What was performed before can't be
    taken back any more: ``completed`` says only that it was done.
    """

    session_id: str
    goal: str
    surface: str
    thinker: str
    asking: Asking
    limits: Limits
    mode: ModeName
    checkpoint_id: str
    state_text: str = field(repr=False)
    url: str
    completed: tuple[PlanStep, ...]
    segment_number: int
    used: Used
