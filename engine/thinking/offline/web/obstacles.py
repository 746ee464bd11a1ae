"""What lies in the way of a step: questions about cookies, what covers the page, a new tab.

It goes with the least consent: refuse, only what is necessary, close, and accept where nothing else
is offered.
"""

from __future__ import annotations

from engine.domain.errors import PlanFailed
from engine.domain.web.pages import WebElement
from engine.domain.web.proposals import ActionName, WebProposal
from engine.language.labels import normal, quoted
from engine.thinking.offline.web.elements import is_pressed, label_of, plain_address
from engine.thinking.offline.web.view import View

_LEAST_CONSENT_FIRST = (
    r"reject|refuse|decline|deny|disagree|without accepting|do not accept|dont accept|no thanks",
    r"necessary|essential|required only|only required|save selection|save my choices",
    r"close|dismiss|×|✕|✖|x|not now|maybe later|later|skip|hide",
    r"accept|agree|allow|ok|okay|got it|understood|i understand|consent|continue",
)
_MOST_WORDS = 6
_COVERED = ("cover", "not in sight", "lies over", "over it", "in the way", "intercept", "behind")
_MAX_TRIES = 2


def clear_the_way(view: View, element: WebElement | None) -> WebProposal | None:
    """The click that removes what lies over the element; None where nothing does."""
    last = view.done[-1].attempt.why.casefold() if view.done else ""
    is_covered = element is not None and element.is_covered
    if not (is_covered or any(word in last for word in _COVERED)):
        return None
    over = [e for e in view.elements if is_pressed(e) and (e.is_fixed or e.dialog) and e != element]
    tried = {e.attempt.proposal.agent_id for e in view.all_done if e.kind == "obstacle"}
    for words in _LEAST_CONSENT_FIRST:
        for each in over:
            if each.agent_id not in tried and not each.is_disabled and _is_called(each, words):
                return view.click(each, "obstacle", ", which is in the way")
    return None


def _is_called(element: WebElement, words: str) -> bool:
    label = normal(label_of(element))
    told = label.split()
    return len(told) <= _MOST_WORDS and any(
        f" {each} " in f" {label} " or each == label for each in words.split("|")
    )


def new_tab(view: View) -> WebProposal | None:
    """A tab that the last click opened, where this one did not go on itself."""
    last = view.all_done[-1] if view.all_done else None
    if last is None or last.attempt.proposal.action is not ActionName.CLICK:
        return None
    if not view.can(ActionName.SWITCH_TAB) or last.attempt.url != view.page.url:
        return None
    seen = {plain_address(url) for url in view.request.visited}
    for tab in reversed(view.page.tabs):
        if not tab.is_active and plain_address(tab.url) not in seen:
            return view.switch_tab(tab.tab_id, tab.title or tab.url)
    return None


def away_from_trouble(view: View) -> WebProposal | None:
    """A page that could not be loaded is loaded once more. Raises ``PlanFailed`` after that, and
    where what was sent was not taken."""
    page, request = view.page, view.request
    if request.complaints:
        raise PlanFailed(f"It was not accepted, the page says: {quoted(request.complaints[0])}.")
    if not page.trouble and page.status < 400:
        return None
    words = (page.trouble or f"the server answered with {page.status}").rstrip(".")
    if request.sent:
        raise PlanFailed(f"What was sent was not taken: {words}.")
    tries = [e for e in view.all_done if e.attempt.proposal.url == page.url and e.kind == "way"]
    if page.url and view.can(ActionName.NAVIGATE) and len(tries) < _MAX_TRIES - 1:
        return view.navigate(page.url, "way")
    raise PlanFailed(f"{quoted(page.url)} can't be used: {words}.")
