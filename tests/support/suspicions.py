"""What a run's record says of steps that seemed to follow the screen rather than the goal."""

from __future__ import annotations

from collections.abc import Iterable

from engine.domain.approvals import Reject
from engine.domain.events import ApprovalAsked, ApprovalDecided, Event
from engine.safety.policy import SUSPICION_LAYER


def suspicions_in(events: Iterable[Event]) -> list[str]:
    """The reasons in their order: the operator was asked, or the step was denied unasked."""
    reasons = []
    for event in events:
        match event:
            case ApprovalAsked(request=request) if request.suspicion:
                reasons.append(request.suspicion)
            case ApprovalDecided(decision=decision) if decision.who == SUSPICION_LAYER:
                verdict = decision.verdict
                reasons.append(verdict.why if isinstance(verdict, Reject) else str(verdict))
    return reasons
