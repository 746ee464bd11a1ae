"""Chooses the next action: obstacles first, then the part of the goal that comes next."""

from __future__ import annotations

from dataclasses import replace

from engine.domain.errors import PlanFailed
from engine.domain.web.pages import Page
from engine.domain.web.parts import (
    Ask,
    Choose,
    Do,
    Download,
    Fill,
    Find,
    ListAll,
    Part,
    ScrollOn,
    SearchFor,
    StepBack,
    Submit,
    TurnPage,
    Visit,
)
from engine.domain.web.personal import personal_kind
from engine.domain.web.proposals import ActionName, Attempt, WebProposal, WebRequest
from engine.domain.web.reading.parts import read_parts
from engine.domain.web.results import says_nothing_found
from engine.thinking.offline.web.answering import choose_answer
from engine.thinking.offline.web.answering_back import before_sending
from engine.thinking.offline.web.choosing_options import choose_option
from engine.thinking.offline.web.doing import choose_do
from engine.thinking.offline.web.downloading import choose_download
from engine.thinking.offline.web.elements import is_blank, plain_address
from engine.thinking.offline.web.filling import choose_fill, choose_submit
from engine.thinking.offline.web.finding import choose_find, heading_of
from engine.thinking.offline.web.heeding import last_refusal, other_one, question_about
from engine.thinking.offline.web.listings import choose_first, choose_listed
from engine.thinking.offline.web.matching import coverage
from engine.thinking.offline.web.notes import Done, read_attempts
from engine.thinking.offline.web.obstacles import clear_the_way
from engine.thinking.offline.web.outcomes import Chosen, Met
from engine.thinking.offline.web.paging import turn
from engine.thinking.offline.web.view import View
from engine.thinking.words import normal, quoted

_MAX_TRIES = 2
_JUDGED_BY_PAGE = (Do, Download, Ask, ListAll, Choose, SearchFor, Fill, Submit)
"""Tasks that count for themselves what was done, from their attempts and the page."""


def choose(request: WebRequest) -> WebProposal:
    """The next action. Raises ``GoalUnreadable`` or ``PlanFailed``."""
    parts = request.goal.parts or read_parts(request.goal)
    refusal = last_refusal(request)
    if refusal is None:
        return _next(request, parts)
    attempt, note = refusal
    view = View(request, note.part)
    other = other_one(view, attempt, note)
    if other is not None:
        return _allowed(other, request)
    if note.kind not in ("last step", "value"):
        return _next(request, parts)  # the way to a thing may be another one
    return _after_refusal(view, attempt)


def _after_refusal(view: View, attempt: Attempt) -> WebProposal:
    """A step that the goal itself asks for, and that was turned down, has no way around it: the
    operator is asked. Raises ``PlanFailed`` where nobody may be."""
    question = question_about(attempt)
    if view.can(ActionName.ASK_USER) and question not in view.request.answers:
        return view.ask(question, ("Do it after all", "Stop"))
    raise PlanFailed(
        f"What the goal needs was refused: {attempt.description} ({attempt.why.rstrip('.')}).",
        "Say yes to it, or put the goal in another way.",
    )


def _next(request: WebRequest, parts: tuple[Part, ...]) -> WebProposal:
    told = ""
    _heed_answer(request)
    for part in parts[_first_open(parts, request) - 1 :]:
        view = View(request, part.number)
        chosen = _beforehand(view, part) or _choose(view, part)
        if isinstance(chosen, WebProposal) and _tells_of_a_person(chosen, request):
            quiet = replace(request, avoid_search=True)  # whom it is about is nothing to search for
            return _allowed(chosen, quiet) if request.avoid_search else _next(quiet, parts)
        if isinstance(chosen, WebProposal):
            return _allowed(before_sending(view, chosen), request)
        told = chosen.text or told
    view = View(request, len(parts))
    told = told or heading_of(view) or "Everything that the goal asks for is done."
    return _saying_unread(view.finish(told), request)


def _saying_unread(proposal: WebProposal, request: WebRequest) -> WebProposal:
    """Words of the goal that were not heeded are told where it is called reached."""
    if not request.goal.unread or proposal.action is not ActionName.DONE:
        return proposal
    words = ", ".join(map(quoted, request.goal.unread))
    return replace(proposal, reason=f"{proposal.reason} Not heeded of the goal: {words}.")


def _heed_answer(request: WebRequest) -> None:
    """Who was asked about a no, and stays with it, ends the run. Raises ``PlanFailed``."""
    for attempt in request.attempts:
        answer = request.answers.get(question_about(attempt)) if attempt.is_refused else None
        if answer is not None:
            raise PlanFailed(
                f"What the goal needs was refused: {attempt.description} ({answer}).",
                "Say yes to it, or put the goal in another way.",
            )


def _tells_of_a_person(proposal: WebProposal, request: WebRequest) -> bool:
    if proposal.action is not ActionName.SEARCH:
        return False
    sought = normal(proposal.text)
    told = (value for name, value in request.goal.values if personal_kind(name, value))
    return any(normal(value) in sought for value in told if normal(value))


def _first_open(parts: tuple[Part, ...], request: WebRequest) -> int:
    """Whatever comes before a part that was begun is done."""
    begun = [done.note.part for done in read_attempts(request.attempts) if done.went_well]
    return min(max(begun, default=1), len(parts))


def _beforehand(view: View, part: Part) -> WebProposal | None:
    """What must be put right before the page is worth looking at."""
    if isinstance(part.task, Visit):
        return None
    cleared = clear_the_way(view)
    if cleared is not None:
        return cleared
    tab = _better_tab(view)
    if tab is not None:
        return tab
    return _away_from_trouble(view)


def _away_from_trouble(view: View) -> WebProposal | None:
    page = view.page
    if not page.trouble and page.status < 400:
        return None
    if view.request.complaints:
        return None  # what was sent was not accepted, and the page says why
    if view.request.sent and view.done and view.done[-1].note.kind == "last step":
        why = page.trouble or f"the server answered with {page.status}"
        raise PlanFailed(f"What was sent was not taken: {why.rstrip('.')}.")
    words = page.trouble or f"the server answered with {page.status}"
    left = [done for done in view.all_done if done.attempt.proposal.action is ActionName.GO_BACK]
    again = [each for each in view.all_done if each.attempt.proposal.url == page.url]
    if _tries_in_a_row(view) < _MAX_TRIES:
        if page.can_go_back and view.can(ActionName.GO_BACK) and len(left) < 3 and not again:
            return view.go_back(words)
        if page.url and view.can(ActionName.NAVIGATE) and len(again) < _MAX_TRIES:
            return view.navigate(page.url, "look")
    raise PlanFailed(f"{quoted(page.url)} can't be used: {words.rstrip('.')}.")


def _tries_in_a_row(view: View) -> int:
    """How often it was just gone back, or loaded anew, and there is trouble still."""
    ways_out = (ActionName.GO_BACK, ActionName.NAVIGATE)
    tries = 0
    for done in reversed(view.all_done):
        if done.note.kind != "look" or done.attempt.proposal.action not in ways_out:
            break
        tries += 1
    return tries


def _better_tab(view: View) -> WebProposal | None:
    """A tab that the last click opened, where this one did not go on itself."""
    last: Done | None = view.done[-1] if view.done else None
    if last is None or last.attempt.proposal.action is not ActionName.CLICK:
        return None
    if not view.can(ActionName.SWITCH_TAB) or last.attempt.url != view.page.url:
        return None
    tried = {done.attempt.proposal.tab_id for done in view.all_done}
    seen = {plain_address(url) for url in view.request.visited}
    for tab in reversed(view.page.tabs):
        if not tab.is_active and tab.tab_id not in tried and plain_address(tab.url) not in seen:
            return view.switch_tab(tab.tab_id, tab.title or tab.url)
    return None


def _choose(view: View, part: Part) -> Chosen:
    if not isinstance(part.task, _JUDGED_BY_PAGE) and _is_finished(view):
        picked = [each for done in view.notes("last step") for each in done.note.about("picked")]
        return Met(picked[-1] if picked else heading_of(view))
    match part.task:
        case Visit(url):
            return _visit(view, url)
        case Find(thing) if thing.rank:
            return choose_first(view, thing)
        case Find():
            return choose_find(view, part.task)
        case ListAll(thing):
            return choose_listed(view, thing)
        case Ask():
            return choose_answer(view, part.task)
        case Download():
            return choose_download(view, part.task)
        case Do():
            return choose_do(view, part.task)
        case Fill():
            return choose_fill(view, part.task)
        case Choose():
            return choose_option(view, part.task)
        case Submit():
            return choose_submit(view, part.task)
        case SearchFor(words):
            return _search(view, words)
        case TurnPage():
            return turn(view, part.task) or Met(heading_of(view))
        case StepBack():
            return view.go_back("the goal says so") if not view.notes("look") else Met()
        case ScrollOn(direction):
            is_done = bool(view.notes("look"))
            return Met() if is_done else view.scroll("the goal says so", up=direction == "up")


def _is_finished(view: View) -> bool:
    """Its last step went well, and led somewhere."""
    last = [done for done in view.notes("last step") if done.attempt.has_changed]
    return bool(last) and view.page.status < 400


def _visit(view: View, url: str) -> Chosen:
    address = url if "://" in url else f"https://{url}"
    if view.notes("last step") or _is_at(view.page, address):
        return Met()
    if not view.can(ActionName.NAVIGATE):
        raise PlanFailed(f"{quoted(url)} can't be opened: going to an address is not allowed now.")
    if any(done.attempt.why for done in view.done):
        raise PlanFailed(f"{quoted(url)} can't be opened: {view.done[-1].attempt.why}")
    return view.navigate(address, "last step")


def _is_at(page: Page, address: str) -> bool:
    return not is_blank(page) and plain_address(page.url).startswith(plain_address(address))


def _search(view: View, words: str) -> Chosen:
    was_sought = bool(view.notes("last step"))
    if was_sought or coverage(words, f"{view.page.title} {view.page.url}") == 1:
        if was_sought and says_nothing_found(view.page.text):
            raise PlanFailed(f"The search for {quoted(words)} found nothing.")
        return Met(heading_of(view))
    if not view.can(ActionName.SEARCH) or view.request.avoid_search:
        raise PlanFailed(f"{quoted(words)} can't be searched for: searching is not allowed now.")
    return view.search(words, "last step")


def _allowed(proposal: WebProposal, request: WebRequest) -> WebProposal:
    if proposal.action in request.allowed:
        return proposal
    names = ", ".join(each.value for each in request.allowed)
    raise PlanFailed(
        f"The next step would be to {proposal.action.value.replace('_', ' ')}, which is not "
        f"allowed now (allowed: {names})."
    )
