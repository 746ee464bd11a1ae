"""What a browser has no way of its own for is planned by the desktop's planners: keys, other clicks
than the plain one, drags, scrolling within something, waiting.

They find what is meant as all else on the page is found, or as a text of it; of the steps that they
plan one after the other is proposed."""

from engine.domain.actions import Scroll, Wait
from engine.domain.errors import NeedsOperator
from engine.domain.plans import PlanRequest
from engine.domain.web.proposals import ActionName, WebProposal
from engine.domain.zones import ACTIONABLE_ROLES, Role
from engine.language.goals.clauses import Simple, Target
from engine.thinking.offline.desk import Desk
from engine.thinking.offline.finding import Found
from engine.thinking.offline.planning import PLANNERS
from engine.thinking.offline.web import finding
from engine.thinking.offline.web.view import Kind, View

_NAMES = {Scroll: ActionName.SCROLL, Wait: ActionName.SCREENSHOT}
"""A wait is a look, and no deed."""


def as_on_desktop(view: View, clause: Simple) -> WebProposal | None:
    """The clause's next step; None where it needs none. Raises ``Instead`` and ``PlanFailed``."""
    desk = _PageDesk(view)
    try:
        PLANNERS[type(clause)](desk, clause)
    except NeedsOperator as asks:
        return view.ask(asks.question, asks.choices)
    left = desk.steps[view.count("way") :]
    if not left:
        return None
    step, zone = left[0], desk.situation.zone(left[0].zone_id)
    kind: Kind = "way" if left[1:] else "done"
    element = desk.situation.element_of(zone)
    action = ActionName.DO if zone and not element else _NAMES.get(type(step.action), ActionName.DO)
    agent_id = element.agent_id if element else zone.zone_id if zone else ""
    return view.propose(action, kind, step.description, step.action, agent_id=agent_id)


class _PageDesk(Desk):
    """The page's elements are its zones."""

    def __init__(self, view: View) -> None:
        asked, self._view = view.request, view
        answers = dict(asked.answers)
        super().__init__(
            PlanRequest(asked.goal.text, asked.situation, answers=answers), view.intent
        )

    def must_find(self, target: Target, wanted: frozenset[Role] = ACTIONABLE_ROLES) -> Found:
        """An element, else what stands there and is none."""
        view = self._view
        one = finding.find(view, target, lambda each: True)
        if one is None and (text := self.find(target, wanted)) is not None:
            return text
        one = one or finding.seek(view, target.said, view.elements)
        if (zone := self.situation.zone_of(one)) is None:
            raise self.not_in_sight(target.said)
        return Found(zone)
