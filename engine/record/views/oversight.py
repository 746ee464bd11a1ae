"""What the operator was asked and what was decided: how long each question stood, and by whom it
was answered. Where people answer in no time, nobody looked."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from engine.domain.approvals import ApprovalRequest, DecidedHow, Decision
from engine.domain.events import ApprovalAsked, ApprovalDecided, Recorded

HASTY_SECS = 1.0


@dataclass(frozen=True, slots=True)
class DecisionView:
    """``place`` is that of the step, as "2.3". ``request`` is None where nobody had to be asked:
    policy decided, or a grant of before. ``decision`` is None while the question stands;
    ``took_secs`` is how long it stood."""

    place: str
    request: ApprovalRequest | None
    at_secs: float
    decision: Decision | None = None
    took_secs: float = 0.0

    @property
    def is_a_person_s(self) -> bool:
        """Who had a card in sight and answered it."""
        is_operator = self.decision is not None and self.decision.how is DecidedHow.OPERATOR
        return is_operator and self.request is not None


def decisions_in(events: Iterable[Recorded]) -> tuple[DecisionView, ...]:
    """In the order in which they came up."""
    views: dict[str, DecisionView] = {}
    for recorded in events:
        event, at_secs = recorded.event, recorded.at_secs
        if not isinstance(event, ApprovalAsked | ApprovalDecided):
            continue
        if isinstance(event, ApprovalAsked):
            views[event.request.request_id] = DecisionView(str(event.at), event.request, at_secs)
            continue
        key = event.decision.request_id
        view = views.get(key, DecisionView(str(event.at), None, at_secs))
        took = max(0.0, at_secs - view.at_secs)
        views[key] = replace(view, decision=event.decision, took_secs=took)
    return tuple(views.values())


def hasty_share(decisions: Sequence[DecisionView]) -> float | None:
    """Of what a person decided, how much in under ``HASTY_SECS``; None where nobody did."""
    persons = [each for each in decisions if each.is_a_person_s]
    return sum(each.took_secs < HASTY_SECS for each in persons) / len(persons) if persons else None
