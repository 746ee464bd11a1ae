"""What a session did, for those who read an export without folding it: one for each action that was
performed, retries and what was taken back too."""

from collections.abc import Iterable
from typing import Any

from engine.domain import approvals, events, facts, performing, plans, risks, verdicts
from engine.domain.facts import Part, field, replace, same
from engine.domain.web.events import PageSeen


class Came(facts.Frozen):
    """What came of an action. ``state`` and ``verdict`` are those of its step, empty for a retry's
    first attempts and until the step has ended."""

    succeeded: bool = False
    why: str = ""
    state: str = ""
    verdict: str = ""
    detail: str = ""
    took_ms: float = 0.0


class Executed(facts.Frozen):
    """``step`` counts the session's actions from 1; ``place`` is where it stands in the plan, as
    "2.3". ``proposal`` is what was proposed, ``performed`` what was done, which an operator may
    have changed. ``risk`` is what the operator was told of it, None where nobody had to be asked:
    then ``reversibility`` and the policy's ``decision`` say why. ``look`` is the navigator's pass
    through observe, and URLs are empty where there is no page. ``picture_hash`` names the picture
    after it, empty where none was kept; ``at_px`` is where it was clicked in the one before."""

    session_id: str
    step: int
    action_id: str
    place: str
    at_secs: float
    proposal: plans.PlanStep
    performed: plans.PlanStep
    risk: risks.Risk | None = None
    ruling: approvals.PolicyRuling | None = None
    reversibility: risks.Reversibility | None = None
    suspicion: str = ""
    decision: approvals.Decision | None = None
    outcome: Came = Came()
    look: int = 0
    url_before: str = ""
    url_after: str = ""
    picture_before_hash: str = ""
    picture_hash: str = ""
    at_px: tuple[int, int] | None = None

    @property
    def kind(self) -> str:
        """Of its action, as in the record: "click"."""
        action = self.performed.action
        return str(getattr(action, "kind", type(action).__name__))

    @property
    def name(self) -> str:
        """Of its files, without an ending."""
        return f"step-{self.step:03d}-execute"


def executed_in(record: Iterable[events.Recorded]) -> tuple[Executed, ...]:
    """In the order in which they were performed."""
    gathering = _Gathering()
    for recorded in record:
        gathering.take(recorded, recorded.event)
    return tuple(gathering.executed)


class _Gathering(Part):
    executed: list[Executed] = field(default_factory=list)
    _asked: dict[plans.StepPlace, list[approvals.ApprovalRequest]] = field(default_factory=dict)
    _decided: dict[plans.StepPlace, approvals.Decision] = field(default_factory=dict)
    _page: PageSeen | None = None
    _picture_hash: str = ""

    def take(self, recorded: events.Recorded, event: events.Event) -> None:
        match event:
            case events.StepStarted(attempt=1) | performing.ReversalStarted():
                self._asked.pop(event.at, None)
                self._decided.pop(event.at, None)
            case events.ApprovalAsked(request=request):
                self._asked.setdefault(event.at, []).append(request)
            case events.ApprovalDecided(decision=decision):
                self._decided[event.at] = decision
            case events.ActionStarted():
                self.executed.append(self._begun(recorded, event))
            case events.ActionEnded() if self.executed[-1:]:
                if (last := self.executed[-1]).action_id == event.action_id:
                    came = Came(event.succeeded, event.why, took_ms=event.took_ms)
                    self.executed[-1] = replace(last, outcome=came)
            case events.StepEnded() | performing.ReversalEnded():
                self._end_step(event)
            case PageSeen():
                self._seen(event)
            case events.SituationObserved(picture_hash=picture_hash) if picture_hash:
                self._picture_hash = picture_hash

    def _begun(self, recorded: events.Recorded, event: events.ActionStarted) -> Executed:
        asked = self._asked.get(event.at, [])
        told: dict[str, Any] = {}
        for each in (recorded, event, *asked[-1:]):
            told |= same(each, Executed, but=["step"])
        return Executed(
            step=len(self.executed) + 1,
            place=str(event.at),
            proposal=asked[0].step if asked else event.step,
            performed=event.step,
            decision=self._decided.get(event.at),
            look=self._page.step if self._page else 0,
            url_before=self._page.url if self._page else "",
            picture_before_hash=self._picture_hash,
            **told,
        )

    def _end_step(self, event: events.StepEnded | performing.ReversalEnded) -> None:
        """The last action of the step is the one that it ended with."""
        if self.executed and self.executed[-1].place == str(event.at):
            last = self.executed[-1]
            state = event.state if isinstance(event, events.StepEnded) else event.returned
            why = event.detail if isinstance(event, events.StepEnded) else event.why
            told = verdicts.sentence_of(event.evidence) or why
            came = replace(last.outcome, state=state, verdict=event.verdict or "", detail=told)
            self.executed[-1] = replace(last, outcome=came, picture_hash=event.picture_hash)
        self._picture_hash = event.picture_hash or self._picture_hash

    def _seen(self, page: PageSeen) -> None:
        """Whatever was done since the look before led there."""
        look = self._page.step if self._page else 0
        for at in range(len(self.executed) - 1, -1, -1):
            each = self.executed[at]
            if each.url_after or each.look != look:
                break
            self.executed[at] = replace(each, url_after=page.url)
        self._page = page
