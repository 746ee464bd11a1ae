"""Chooses the next action: what lies in the way first, then the clause that comes next.

The clauses are done in order. What comes before the last clause that an attempt finished is done;
from there on each clause is looked at in turn, and the first that is not so yet says what to do."""

import asyncio
from collections.abc import Sequence
from dataclasses import replace

from engine.domain.actions import Navigate, SwitchTab, TakeScreenshot
from engine.domain.errors import PlanFailed
from engine.domain.web.pages import WebElement, WebGoal
from engine.domain.web.proposals import ActionName, WebProposal, WebRequest
from engine.language import folding, grave_words, refusals
from engine.language.goals import clauses as c
from engine.language.goals.web import read_web_goal, read_web_readings
from engine.language.labels import quoted, shortened
from engine.language.sentences.web import complaint_words
from engine.thinking.offline.web.checks import seen_of
from engine.thinking.offline.web.clicks import PLANNERS, as_on_desktop
from engine.thinking.offline.web.elements import is_pressed, plain_address
from engine.thinking.offline.web.view import Instead, View, done_in

_LEAST_CONSENT_FIRST = ("says_no_to_all", "says_the_least", "says_nothing", "says_yes_to_all")
_MOST_WORDS = 6
_COVERED = ("cover", "not in sight", "lies over", "over it", "in the way", "intercept", "behind")
_MOST_SAID = 200


def clear_the_way(view: View, element: WebElement | None) -> WebProposal | None:
    """The click that removes what lies over the element; None where nothing does."""
    last = view.done[-1].attempt.why.casefold() if view.done else ""
    is_covered = element is not None and element.is_covered
    if not (is_covered or any(word in last for word in _COVERED)):
        return None
    over = [e for e in view.elements if is_pressed(e) and (e.is_fixed or e.dialog) and e != element]
    tried = {e.attempt.proposal.agent_id for e in view.all_done if e.kind == "obstacle"}
    left = [e for e in over if e.agent_id not in tried and not e.is_disabled]
    short = [each for each in left if len(each.label.split()) <= _MOST_WORDS]
    for row in _LEAST_CONSENT_FIRST:
        for each in short:
            if grave_words.has_word(row, each.label) or grave_words.is_called(row, each.label):
                return view.click(each, "obstacle", ", which is in the way")
    return None


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
            words = f"switch to the tab {quoted(tab.title or tab.url)}"
            return view.propose(ActionName.SWITCH_TAB, "way", words, SwitchTab(tab.tab_id))
    return None


def away_from_trouble(view: View) -> WebProposal | None:
    """A page that could not be loaded is loaded once more. Raises ``PlanFailed`` after that, and
    where what was sent was not taken; one that is gone once it was, as after a delete, is fine."""
    page, request = view.page, view.request
    if request.complaints:
        said = folding.shown(shortened(request.complaints[0], _MOST_SAID))
        raise PlanFailed(f"It was not accepted: {complaint_words(said)}.")
    is_gone = page.status in (404, 410) and any(each.is_taken for each in page.answers[-1:])
    if not page.trouble and (page.status < 400 or is_gone):
        return None
    words = (page.trouble or f"the server answered with {page.status}").rstrip(".")
    if request.sent:
        told = "Nobody can tell whether what was sent was taken"
        raise PlanFailed(f"{told if page.is_silent else 'What was sent was not taken'}: {words}.")
    again = Navigate(page.url)
    tries = [e for e in view.all_done if e.attempt.proposal.acts == again and e.kind == "way"]
    if page.url and view.can(ActionName.NAVIGATE) and not tries:
        return view.navigate(page.url, "way")
    raise PlanFailed(f"{quoted(page.url)} can't be used: {words}.")


_MAX_FAILURES = 2
_LOOK_SECS = 1.0
_TOUCHES = (ActionName.CLICK, ActionName.TYPE, ActionName.DO)


def choose(request: WebRequest) -> WebProposal:
    """The next action, one that is allowed. Raises ``GoalUnreadable`` or ``PlanFailed``."""
    readings = read_web_readings(request.goal.text)
    told: tuple[str, ...] = next((e.told for e in reversed(done_in(request)) if e.told), ())
    for intent in _remaining(readings, request):
        view = View(request, intent, told)
        try:
            plan = PLANNERS.get(type(intent.clause), as_on_desktop)
            chosen = _beforehand(view, intent) or plan(view, intent.clause)
        except Instead as instead:
            chosen = instead.proposal
        if isinstance(chosen, WebProposal):
            if chosen.action in _TOUCHES and view.can(ActionName.CLICK):
                chosen = clear_the_way(view, view.page.element(chosen.agent_id)) or chosen
            return _allowed(chosen, request)
        told = tuple(dict.fromkeys(chosen)) if chosen is not None else told
    last = readings[-1]
    if (way := away_from_trouble(View(request, last, told))) is not None:
        return _allowed(way, request)
    parts = tuple(each.said for each in readings)
    view = View(request, last, told)
    if isinstance(last.clause, c.SearchFor) and refusals.says_nothing_found(view.page.text):
        raise PlanFailed(f"The search for {quoted(last.clause.words)} found nothing.")
    checks = [each.clause for each in _remaining(readings, request)]
    looked_for = [each for each in checks if isinstance(each, c.Expect)]
    checked = tuple(seen_of(view, each) for each in looked_for)
    proofs = tuple(each.target.said for each in looked_for if each.what == "shown")
    done = view.finish("\n".join(told), parts)
    return _allowed(replace(done, checked=checked, proofs=proofs), request)


def _remaining(readings: Sequence[c.Intent], request: WebRequest) -> list[c.Intent]:
    """The clauses after the last one that an attempt finished."""
    finished = {e.number for e in done_in(request) if e.kind == "done" and e.went_well}
    return c.remaining(readings, lambda each: each.number in finished)


def _beforehand(view: View, intent: c.Intent) -> WebProposal | None:
    """Raises ``PlanFailed`` where the operator said no, or the page can't be used."""
    last = view.done[-1].attempt if view.done else None
    if last is not None and last.is_refused:
        raise PlanFailed(
            f"What the goal needs was refused: {last.description} ({last.why.rstrip('.')}).",
            "Say yes to it, or put the goal in another way.",
        )
    if not isinstance(intent.clause, c.Visit | c.Turn):
        way = new_tab(view) or away_from_trouble(view)
        if way is not None:
            return way
    failed = view.failures
    if len(failed) >= _MAX_FAILURES or any(not each.attempt.may_repeat for each in failed):
        last = failed[-1].attempt
        raise PlanFailed(f"{last.description} did not go well: {last.why.rstrip('.')}.")
    return None


def _allowed(proposal: WebProposal, request: WebRequest) -> WebProposal:
    if proposal.action in request.allowed:
        return proposal
    names = ", ".join(each.value for each in request.allowed)
    raise PlanFailed(
        f"The next step would be to {proposal.action.value.replace('_', ' ')}, which is not "
        f"allowed now (allowed: {names})."
    )


class OfflineWebThinker:
    """Chooses deterministically: the same request gives the same action. It waits before it looks
    again for what may come late."""

    @property
    def name(self) -> str:
        return "offline"

    def read_goal(self, goal: str) -> WebGoal:
        """Raises ``GoalUnreadable`` for what needs a model, or what no browser can do."""
        return read_web_goal(goal)

    async def choose(self, request: WebRequest) -> WebProposal:
        proposal = choose(request)
        if isinstance(proposal.acts, TakeScreenshot):
            await asyncio.sleep(_LOOK_SECS)
        return proposal
