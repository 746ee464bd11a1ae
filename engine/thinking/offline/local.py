"""Local planning without a model."""

from __future__ import annotations

from engine.domain.errors import PlanFailed
from engine.domain.local_planning import Assessment, LocalProposal, LocalRequest


def propose(request: LocalRequest) -> LocalProposal:
    """The next action towards the goal. Raises ``PlanFailed`` where none is known."""
    raise PlanFailed("No other way is known.")


def assess(request: LocalRequest) -> Assessment:
    """How near the goal the situation is."""
    return Assessment(0.0)
