"""What was sent, looked at anew: where it may stand is loaded once more, before and after, as the
server tells it to one who comes just then.

What stands there then and did not before was kept, whatever the page says: it is no echo, no draft
and no row of a script's. It is looked at as by a stranger; where that is another page, as by the
run, and before is when the run came there.
"""

import time
from collections import Counter
from dataclasses import dataclass, replace
from urllib.parse import unquote_plus

from engine.domain.plans import Situation
from engine.domain.web.events import BrowserNoted
from engine.domain.web.pages import GoalKind, Page, WebElement
from engine.domain.web.proposals import ActionName, WebProposal
from engine.language.grave_words import begins_with, goes_on, has_word, is_called, says_yes
from engine.language.labels import has_words, plain_text, shortened
from engine.language.questions import asks
from engine.language.refusals import refuses, says_busy
from engine.modes.navigator import reading_back
from engine.modes.navigator.confirming import (
    doubted,
    form_of,
    mark_of,
    sent_with,
)
from engine.modes.navigator.page_types import (
    asks_password,
    is_search_field,
    own_words,
    sign_in_form,
)
from engine.modes.navigator.reading_back import TELLING_CHARS, Sent, plain_lines
from engine.modes.navigator.run import Work, page_of
from engine.modes.navigator.saying import falls_short, without_numbers
from engine.modes.navigator.sending import may_hand_in
from engine.modes.navigator.state import NavState
from engine.states.web.forms import is_field

_MOST_PAGES = 2
_MOST_SECS = 6.0
_SHOWN_CHARS = 80


async def look_before(proposal: WebProposal, seen: Situation, work: Work) -> None:
    """Keep what stands where it may come to stand, before something is done that may send it."""
    element = page_of(seen).element(proposal.agent_id)
    if proposal.action in (ActionName.SCROLL, ActionName.SCREENSHOT):
        return
    work.before, work.bears, work.against = {}, "", ""
    if element is None or work.goal.kind is not GoalKind.ACTION or not _may_send(proposal, element):
        return
    started_secs = time.monotonic()
    for url, then in list(work.arrived.items())[-_MOST_PAGES:]:
        now = await _loaded(url, then, work, signed_in=False)
        work.before[url] = (now or then, now is None)
    await _tell("nothing was sent yet", started_secs, work)
    if time.monotonic() - started_secs > _MOST_SECS:  # on so slow a machine or site, never again
        work.before, work.anew = {}, None


async def look_again(state: NavState, confirmed: str, work: Work) -> str:
    """What bears the last sending: what is ``confirmed`` already, or what stands there since; empty
    where that is against it."""
    sent_from, goal = work.sent_from, work.goal.text
    element = page_of(sent_from).element(state["sent_id"]) if sent_from is not None else None
    if not state["sent"] or sent_from is None or element is None:
        return confirmed
    if work.before:
        sent = sent_with(element, page_of(sent_from), goal, tuple(state["typed"]), work.known)
        await _compare(Deed(element, sent, sent_from, work.seen.situation, goal), work)
        work.before = {}
    if confirmed or work.against or not work.bears:
        return "" if work.against else confirmed
    is_doubted = doubted(sent_from, work.seen.situation, state["sent_id"], goal)
    return "" if is_doubted else f"loaded anew, {work.bears}"


@dataclass(frozen=True, slots=True)
class Deed:
    """``element`` of ``before`` was acted upon, which sent what ``sent`` tells; ``shown`` is what
    the run's own page shows since."""

    element: WebElement
    sent: Sent
    before: Situation
    shown: Situation
    goal: str

    @property
    def values(self) -> list[str]:
        """What was typed; empty where none of it tells."""
        own = [each.value for each in self.sent.own if not is_search_field(each)]
        own += (self.sent.typed or ())[-1:] if is_field(self.element) else ()
        lines = [each.strip().splitlines()[0] for each in own if each.strip()]
        return lines if any(len(each) > TELLING_CHARS for each in lines) else []


async def _compare(deed: Deed, work: Work) -> None:
    started_secs, bears, against, url = time.monotonic(), "", "", work.seen.page.url
    if url not in work.before:
        strange = await _loaded(url, deed.shown, work, signed_in=False)
        known = None if strange else await _loaded(url, deed.shown, work, signed_in=True)
        now, form = strange or known, form_of(deed.element, page_of(deed.before))
        bears = whole(deed, page_of(now)) if now is not None else ""
        if known is not None and asks_password(form) and not asks_password(work.seen.page.elements):
            bears = "a stranger is told another page there"
    for url, (was, signed_in) in work.before.items():
        now = await _loaded(url, was, work, signed_in=signed_in)
        written = reading_back.answers_since(page_of(was), page_of(deed.before))
        if now is None or (signed_in and written):
            continue  # what went out while it was written may stand there without the sending
        bears, against = bears or kept(deed, was, now), against or lost(deed, was, now)
        work.arrived[url] = replace(now, page=replace(page_of(now), answers=work.seen.page.answers))
    work.bears, work.against = bears, "" if bears else against
    await _tell(bears or against or "nothing there tells of it", started_secs, work)


async def _loaded(url: str, then: Situation, work: Work, *, signed_in: bool) -> Situation | None:
    """None where it does not come, or is another page than ``then``."""
    if work.anew is None:
        return None
    loaded = work.anew(url, signed_in, work.run.looks.seen)
    now = await work.run.control.unless_cancelled(loaded)
    if now is None or page_of(now).url != url:
        return None
    was, there = (set(map(plain_text, plain_lines(page_of(each).text))) for each in (then, now))
    asks_who = sign_in_form(page_of(now)) and not sign_in_form(page_of(then))
    return None if asks_who or 2 * len(was & there) < len(was) else now


async def _tell(said: str, started_secs: float, work: Work) -> None:
    if work.anew is not None:
        took = f"{time.monotonic() - started_secs:.1f} s"
        where = " and ".join({work.seen.page.url: None, **work.before})
        message = f"Looked again, loaded anew, at {where}: {said} ({took})"
        await work.run.log.append(BrowserNoted("looked_again", message))


def _may_send(proposal: WebProposal, element: WebElement) -> bool:
    if proposal.action is ActionName.TYPE:
        return proposal.submit and not is_search_field(element)
    is_press = _is_tick(element) or element.is_submit or may_hand_in(element)
    return proposal.action is ActionName.CLICK and is_press and not element.href


def _is_tick(element: WebElement) -> bool:
    return element.input_type == "checkbox" or element.role in ("switch", "checkbox")


def kept(deed: Deed, was: Situation, now: Situation) -> str:
    """What the server tells of it now and did not before, in words."""
    old, page = page_of(was), page_of(now)
    lines = [set(map(without_numbers, _lines(each))) for each in (old, page)]
    name = reading_back.gone(deed.element, old, page, deed.goal)
    if name and lines[1] and lines[1] <= lines[0]:  # no other part of a list, and no other page
        return f"“{shortened(name, _SHOWN_CHARS)}” is there no more"
    told = unquote_plus(page.url)
    if any(has_words(each, told) for each in deed.values) or reading_back.takes_away(deed.element):
        return ""
    sent = replace(deed.sent, known=reading_back.lines_of(_lines(old)))
    return (
        _fields_kept(deed, was, now)
        or reading_back.row_read_back(sent, page.tables)
        or _line(deed, old, page)
        or _turned(deed, old, page)
    )


def _line(deed: Deed, old: Page, page: Page) -> str:
    """A line that is what was typed, or has all of it, or is of the very row that was pressed and
    that the goal names. What only counts on, and what finds fault, tells nothing."""
    row = [c for c in deed.element.context.split("\n")[0].split(" | ") if has_words(c, deed.goal)]
    row = [each for each in row if len(each) > TELLING_CHARS]
    wanted = deed.values if len(deed.values) > 1 else [] if deed.values else row[:1]
    own = {plain_text(each) for each in deed.values if len(each) > TELLING_CHARS}
    plain = plain_text if any(map(str.isdigit, "".join(deed.values))) else without_numbers
    stood = set(map(plain, _lines(old)))
    for line in _lines(page):
        is_all = bool(wanted) and all(has_words(each, line) for each in wanted)
        is_its = is_all or own & set(map(plain_text, line.split(" | ")))
        doubts = (refuses(line), asks(line), says_busy(line), falls_short(line, deed.goal))
        if is_its and plain(line) not in stood and not any(doubts):
            return f"“{shortened(line, _SHOWN_CHARS)}” stands there now"
    return ""


def whole(deed: Deed, page: Page) -> str:
    """A page of its own has all of what was typed that tells, of which nothing stood anywhere: said
    there, or put to be saved once more. One that shows it first has not done it yet."""
    buttons = [each.name for each in page.elements if each.is_submit or each.tag == "button"]
    is_first = any(goes_on(e) or says_yes(e) or is_called("publishes", e) for e in buttons)
    is_saved = any(begins_with("saves", each) for each in buttons)
    held = [each.value for each in page.elements if is_saved and each.value]
    lines = [each for each in (*_lines(page), *held) if not deed.sent.is_known(each)]
    told = [each for each in deed.values if len(each) > TELLING_CHARS]
    cells = {plain_text(cell) for each in lines for cell in each.split(" | ")}
    is_all = all(any(has_words(each, line) for line in lines) for each in told)
    is_its = is_all and any(plain_text(each) in cells for each in told)
    is_doubtful = any(
        refuses(each) or falls_short(each, deed.goal) or has_word("shows_first", each)
        for each in lines
    )
    is_done = is_its and not (is_first or is_doubtful)
    return f"a page of its own is there: “{page.title}”" if is_done else ""


def _turned(deed: Deed, old: Page, page: Page) -> str:
    """The one control that is called otherwise than before is the one that was pressed."""
    was, now = (Counter(e.name for e in each.elements if not e.href) for each in (old, page))
    new = list((now - was).elements())
    is_its = list((was - now).elements()) == [deed.element.name] and len(new) == 1
    has_turned = is_its and new[0] and not refuses(new[0])
    return f"“{deed.element.name}” became “{new[0]}”" if has_turned else ""


def _fields_kept(deed: Deed, was: Situation, now: Situation) -> str:
    """All fields that held something else before hold what they were given; of a form that was
    empty, it may be what it was given last, put again."""
    fields = _changed(deed, was, now)
    if any(given != later for _, _, given, later in fields) or not any(e[1] for e in fields):
        return ""
    return f"“{fields[0][0]}” holds “{shortened(fields[0][3], _SHOWN_CHARS)}”"


def lost(deed: Deed, was: Situation, now: Situation) -> str:
    """What stands there against it: all that it put in place of other texts is as it was, or what
    is gone from the run's own page is there."""
    fields = _changed(deed, was, now)
    if fields and all(then and then == later for _, then, _, later in fields):
        name, then, given, _ = max(fields, key=lambda each: min(map(len, each[1:3])))
        if min(len(then), len(given)) > TELLING_CHARS:
            return f"“{name}” still holds “{shortened(then, _SHOWN_CHARS)}”"
    name = reading_back.gone(deed.element, page_of(deed.before), page_of(deed.shown), deed.goal)
    stays = name and all(has_words(name, page_of(each).reading) for each in (was, now))
    return f"“{shortened(name, _SHOWN_CHARS)}” stands there still" if stays else ""


def _changed(deed: Deed, was: Situation, now: Situation) -> list[tuple[str, str, str, str]]:
    """Of each field that was given something else than it held: its name, what it held before, what
    it was given, and what it holds now."""
    then, later = (
        {mark_of(e): _held(at, e) for e in page_of(at).elements if is_field(e)} for at in (was, now)
    )
    found = []
    for field in form_of(deed.element, page_of(deed.before)):
        is_pressed = field == deed.element and _is_tick(field)
        given, mark = _held(deed.shown if is_pressed else deed.before, field), mark_of(field)
        if mark in then and mark in later and given != then[mark]:
            found.append((field.label, then[mark], given, later[mark]))
    return found


def _held(situation: Situation, element: WebElement) -> str:
    zone = situation.zone_of(element)
    if zone is not None and zone.role.is_checkable:
        return "on" if zone.is_checked else "off"
    return element.value.strip()


def _lines(page: Page) -> list[str]:
    whole = own_words(replace(page, text=page.reading))
    return [*plain_lines(whole.text), *whole.headings]
