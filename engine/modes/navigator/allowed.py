"""Which actions of the schema a thinker may choose now: by stage, by the goal's kind and mode,
and by what the page can do."""

from __future__ import annotations

from engine.domain.web.goals import GoalKind, Stage, TaskMode, WebGoal
from engine.domain.web.pages import Page
from engine.domain.web.proposals import META_ACTIONS, ActionName
from engine.modes.navigator.state import EARLY_STAGES


def allowed_actions(
    stage: Stage, goal: WebGoal, page: Page, *, avoid_search: bool = False
) -> tuple[ActionName, ...]:
    """In the schema's order; never empty."""
    blocked = _blocked_by_mode(goal)
    if stage in EARLY_STAGES:
        blocked |= META_ACTIONS
    if avoid_search:
        blocked.add(ActionName.SEARCH)
    if not page.can_go_back:
        blocked.add(ActionName.GO_BACK)
    if not page.can_go_forward:
        blocked.add(ActionName.GO_FORWARD)
    if len(page.tabs) < 2:
        blocked.add(ActionName.SWITCH_TAB)
    return tuple(action for action in ActionName if action not in blocked)


def _blocked_by_mode(goal: WebGoal) -> set[ActionName]:
    """An answer may stand behind a form, and what is found may too: they have all actions."""
    if goal.mode is TaskMode.BROWSE and goal.kind is not GoalKind.ACTION:
        return {ActionName.TYPE}  # words are sought with search
    return set()
