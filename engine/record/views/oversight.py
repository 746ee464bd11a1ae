"""What the operator was asked and what was decided: how long each question stood, and by whom it
was answered. Where people answer in no time, nobody looked."""

from collections.abc import Iterable

from engine.domain import approvals, events, performing, plans
from engine.domain.facts import Frozen, replace

HASTY_SECS = 1.0


class DecisionView(Frozen):
    """``place`` is that of the step, as "2.3". ``request`` is None where nobody had to be asked:
    policy decided, or a grant of before. ``decision`` is None while the question stands;
    ``took_secs`` is how long it stood. ``weighed`` is ``request``, or what policy decided
    upon, which old records lack; ``asking`` held then; ``is_theirs``: it was the operator's own."""

    place: str
    request: approvals.ApprovalRequest | None
    at_secs: float
    decision: approvals.Decision | None = None
    took_secs: float = 0.0
    weighed: approvals.ApprovalRequest | None = None
    asking: approvals.Asking = approvals.Asking.RISKY
    is_theirs: bool = False

    @property
    def ruled(self) -> approvals.PolicyAnswer:
        """What the policy said; of what a grant of before let through, that it is asked about."""
        if self.weighed is not None:
            return self.weighed.ruling.answer
        if self.decision is None or self.decision.how is not approvals.DecidedHow.POLICY:
            return approvals.PolicyAnswer.ASK
        is_yes = isinstance(self.decision.verdict, approvals.Approve)
        return approvals.PolicyAnswer.ALLOW if is_yes else approvals.PolicyAnswer.DENY

    @property
    def is_hasty(self) -> bool | None:
        """Whether it was answered in under ``HASTY_SECS`` of sight. None where nobody can tell: it
        stood for longer, and only a window or the page for a phone tells for how long in sight."""
        told = self.decision.seen_secs if self.decision is not None else None
        is_in_no_time = (self.took_secs if told is None else told) < HASTY_SECS
        return None if told is None and not is_in_no_time else is_in_no_time

    @property
    def is_a_person_s(self) -> bool:
        """Who had a card in sight and answered it."""
        how = self.decision.how if self.decision is not None else None
        return how is approvals.DecidedHow.OPERATOR and self.request is not None


def decisions_in(log: Iterable[events.Recorded]) -> tuple[DecisionView, ...]:
    """In the order in which they came up."""
    views: dict[str, DecisionView] = {}
    asking, theirs, edited = approvals.Asking.RISKY, set[int](), ""
    for recorded in log:
        match recorded.event:
            case events.SessionStarted(asking=said) | performing.AskingChanged(asking=said):
                asking = said
            case events.SegmentPlanned(segment_number=number, replan_kind=plans.ReplanKind.BY_HAND):
                theirs.add(number)
            case events.ApprovalAsked() | events.ApprovalDecided() as event:
                place, at_secs = str(event.at), recorded.at_secs
                own = event.segment_number in theirs or place == edited
                view = DecisionView(place, None, at_secs, None, 0.0, event.request, asking, own)
                if isinstance(event, events.ApprovalAsked):
                    views[event.request.request_id] = replace(view, request=event.request)
                    continue
                key = event.decision.request_id
                view = views.get(key, view)
                took = max(0.0, at_secs - view.at_secs)
                views[key] = replace(view, decision=event.decision, took_secs=took)
                edited = place if isinstance(event.decision.verdict, approvals.Edit) else ""
    return tuple(views.values())
