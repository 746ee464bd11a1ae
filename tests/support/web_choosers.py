"""Thinkers of the web for tests: what they choose is written by the test."""

from __future__ import annotations

from typing import Any

from engine.domain import actions
from engine.domain.errors import PlanFailed
from engine.domain.web.proposals import DOWN, ActionName, WebProposal, WebRequest
from tests.support.stand_in_run import Chooser


def proposed(
    action: ActionName,
    agent_id: str = "",
    text: str = "",
    *,
    acts: actions.Action | None = None,
    **told: Any,
) -> WebProposal:
    """The action of that name, as it is done where nothing else is said; ``text`` is what is typed,
    sought or said, where it goes, or the tab."""
    match action:
        case ActionName.CLICK:
            acts = acts or actions.Click()
        case ActionName.TYPE:
            acts = acts or actions.TypeText(text, replace=True)
        case ActionName.SCROLL:
            acts = acts or DOWN
        case ActionName.SCREENSHOT:
            acts = actions.TakeScreenshot()
        case ActionName.NAVIGATE:
            acts = actions.Navigate(text)
        case ActionName.SEARCH:
            acts = actions.Search(text)
        case ActionName.SWITCH_TAB:
            acts = actions.SwitchTab(text)
        case ActionName.GO_BACK:
            acts = actions.GoBack()
        case ActionName.GO_FORWARD:
            acts = actions.GoForward()
        case _:
            return WebProposal(action, agent_id, acts, text, **told)
    return WebProposal(action, agent_id, acts, **told)


def element_called(request: WebRequest, words: str) -> str:
    """The agent id of the element of the mapping that is called so. Raises ``PlanFailed``."""
    for each in request.mapping:
        if words in (each.text, each.aria_label):
            return each.agent_id
    raise PlanFailed(f"“{words}” is not on the page.")


def click(request: WebRequest, words: str) -> WebProposal:
    agent_id = element_called(request, words)
    return proposed(ActionName.CLICK, agent_id, reason=f"“{words}” leads there")


def clicking(*texts: str, then: WebProposal | None = None) -> Chooser:
    """Clicks what is called so, one after the other; then says that it is done, or what is said."""
    left = list(texts)

    def choose(request: WebRequest) -> WebProposal | Exception:
        if left:
            return click(request, left.pop(0))
        return then or proposed(ActionName.DONE)

    return choose


def always(proposal: WebProposal | Exception) -> Chooser:
    return lambda request: proposal


def in_order(*proposals: WebProposal | Exception | Chooser) -> Chooser:
    """One after the other; the last one for ever."""
    left = list(proposals)

    def choose(request: WebRequest) -> WebProposal | Exception:
        following = left.pop(0) if len(left) > 1 else left[0]
        return following(request) if callable(following) else following

    return choose
