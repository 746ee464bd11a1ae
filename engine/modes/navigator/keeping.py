"""What the server keeps of what was done: the page that is shown, asked for once more, has it too.

It is asked for only where nothing else tells, at an address that was shown before the deed as well,
and that names no deed itself; where another page came, its form and its list are, too. What a
dialog lay over, and a list that the deed led back to, is compared with itself as it was acted upon
before. What is merely drawn on the page, and words that only came up, are gone there. That a thing
does not stand there tells nothing: it may have another place."""

import re
from collections import Counter
from dataclasses import replace
from urllib.parse import unquote_plus, urlsplit

from engine.domain.web import sites
from engine.domain.web.events import BrowserNoted
from engine.domain.web.pages import Page, WebElement
from engine.language.grave_words import has_word, leaves_as_it_is, says_yes
from engine.language.labels import JOINING_WORDS, has_words, plain_text, quoted, shortened, tokens
from engine.language.questions import asks
from engine.language.refusals import refuses, says_busy
from engine.modes.navigator.form_kept import AFRESH, fields_kept, ticks_kept
from engine.modes.navigator.forms_sent import fields_sent_with, leads_on, new_confirming
from engine.modes.navigator.letting_in import let_in
from engine.modes.navigator.page_types import own_words, sign_in_form
from engine.modes.navigator.reading_back import (
    TAKING_AWAY,
    TELLING_CHARS,
    Sent,
    deed_at,
    is_same,
    is_taken,
    lies_over,
    plain_lines,
    row_read_back,
    were_sent,
)
from engine.modes.navigator.run import Work, page_of
from engine.modes.navigator.saying import new_lines
from engine.modes.navigator.sending import last_done
from engine.modes.navigator.state import NavState
from engine.modes.navigator.switching import is_emptied
from engine.modes.navigator.told_anew import told_anew
from engine.modes.navigator.weighing import server_s_doubt
from engine.states.web.changes import dialog_text
from engine.states.web.forms import mark_of

_SHOWN_CHARS = 80
_NUMBERS = re.compile(r"\d+")
_MOST_ADDRESSES = 3


async def kept_by_server(state: NavState, work: Work) -> str:
    """What stands there of what was done last; empty where nobody can tell, or in doubt."""
    before, last = (work.sent_from if state["sent"] else None) or work.acted_from, last_done(state)
    if before is None or last is None or server_s_doubt(state, work):
        return ""
    agent_id = state["sent_id"] if state["sent"] else last.proposal.agent_id
    if (pressed := page_of(before).element(agent_id)) is None:
        return ""
    old, live = page_of(before), work.seen.page
    sent = Sent(fields_sent_with(pressed, old), tuple(state["typed"]), work.known, work.goal.text)
    if live.trouble or were_sent(sent.own, work.typed_at, old):
        return ""
    kept = await _gone_from_its_address(sent, pressed, old, work)
    if kept := kept or await let_in(sent.fields, old, work):
        return kept
    for url in _addresses(old, work):
        known = old if url == old.url and not lies_over(pressed) else work.acted_on.get(url)
        is_way = len(work.way) > 1 and work.way[-1][0] is old
        first = work.way[0][0] if is_way else old
        if known is None or known.last_answer not in (old.last_answer, first.last_answer):
            continue  # it tells of others, too
        fresh = await work.run.looks.page_afresh(url) or await work.run.looks.page_afresh(url)
        shows = f"{AFRESH} nothing of it"
        if fresh is None or fresh.status >= 400 or fresh.url != url or sign_in_form(fresh):
            fresh, shows = known, "nothing came to compare with"
        kept = way_kept(sent, known, fresh, work) if is_way and is_taken(old, live) else ""
        if known.last_answer == old.last_answer:
            kept = kept or told_anew(sent, pressed, old, live, fresh)
            kept = kept or _kept_on(sent, pressed, (old, known, fresh), work)
        words = f"Asked for in a tab behind, {kept or shows}."
        await work.run.log.append(BrowserNoted("looked_again", words))
        if kept:
            return kept
    return ""


async def _gone_from_its_address(sent: Sent, pressed: WebElement, old: Page, work: Work) -> str:
    """The page that asked for it, or the one of what was to go, called so by the goal and by its
    head or the last part of its address, was acted upon in this run, and the server has none there
    any more. Where nothing was written, that is no other name for it, whatever the deed is."""
    goal, is_away = work.goal.text, has_word("deletes", _asked(pressed, old), *TAKING_AWAY)
    new = [each for each in work.seen.page.answers if each.number > old.last_answer]
    is_told = any(each.is_taken for each in new) and (is_away or not sent.own)
    for url, page in ({**work.acted_on, old.url: old} if is_told else {}).items():
        name = plain_text(unquote_plus(urlsplit(url).path).rstrip("/").rpartition("/")[2])
        is_its = any(_is_named(each, page, goal) for each in (name, *page.headings[:1]))
        is_its |= is_away and url == old.url
        is_open = url != work.seen.page.url and 0 < page.status < 400
        does = deed_at(url)  # what is gone can't go twice
        if not (is_its and is_open) or (does and not has_word("deletes", does, *TAKING_AWAY)):
            continue
        fresh = await work.run.looks.page_afresh(url)
        if fresh is not None and fresh.status in (404, 410):
            kept = f"“{page.title or name}”, asked for once more, is there no more"
            await work.run.log.append(BrowserNoted("looked_again", f"In a tab behind, {kept}."))
            return kept
    return ""


def _asked(pressed: WebElement, old: Page) -> str:
    """What it says, with its dialog."""
    return f"{pressed.name}\n{dialog_text(old, pressed.dialog) if pressed.dialog else ''}"


def _addresses(old: Page, work: Work) -> list[str]:
    """What is shown; where the server took it, also its form and what was acted upon before; none
    that names a deed."""
    live = work.seen.page
    others = [old.url, *reversed(work.acted_on)] if is_taken(old, live) else []
    others = [each for each in others if sites.host_of(each) == sites.host_of(live.url)]
    return [e for e in dict.fromkeys((live.url, *others)) if not deed_at(e)][:_MOST_ADDRESSES]


def _kept_on(sent: Sent, pressed: WebElement, pages: tuple[Page, Page, Page], work: Work) -> str:
    """What of ``known`` a page tells, loaded once more (``fresh``) and before (``old``)."""
    (old, known, fresh), live, goal = pages, work.seen.page, work.goal.text
    is_away = has_word("deletes", _asked(pressed, old), *TAKING_AWAY)
    is_shown = fresh.url == live.url
    is_same = is_shown and old.url == live.url
    is_sure = fresh is not known and not has_word("publishes", pressed.name)
    is_its = is_taken(old, live) and is_sure
    kept = record_kept(sent, known, fresh) if is_same or (is_its and not is_away) else ""
    is_over = fresh.url == old.url and not (leads_on(old, live) or new_confirming(old, live))
    first = work.first_on.get(fresh.url, known)  # its form may lie in place of its row
    if is_its and (is_shown or is_over):  # else its form may hold it for the next one
        kept = kept or fields_kept(sent, first, fresh)
    answers = [each for each in live.answers if each.number > old.last_answer]
    first = first if first.last_answer == old.last_answer else known  # it may have been sent before
    if is_sure and is_over and answers and all(each.is_taken for each in answers):
        kept = kept or ticks_kept(pressed, old, first, fresh)
    if is_sure and not is_away and any(each.is_taken for each in answers):
        kept = kept or change_kept(sent, known, fresh) or change_kept(sent, first, fresh)
    its = {urlsplit(old.url).path.rstrip("/").rpartition("/")[2]} - {""}  # the record's address
    of_it = is_over or any(map(asks, old.text.splitlines()))
    taken = [e for e in answers if e.is_taken and (of_it or its.intersection(e.path.split("/")))]
    for base in (known, first) if is_sure and is_away and taken else (known,) if is_same else ():
        kept = kept or row_kept(base, live, fresh, goal, is_away=is_away, pressed=pressed.name)
    return kept


def record_kept(sent: Sent, old: Page, fresh: Page) -> str:
    """A line or row that is new to the run holds all that was typed, and something that is long
    enough to tell, by that or by cells that the goal names; and it says no more than goal and
    form."""
    typed, goal = [each.value.strip() for each in sent.own], sent.about
    if not typed:  # the goal alone may name what stands there
        return ""
    about = " ".join((goal, *typed, *(each.name for each in sent.fields)))
    was = {plain_text(each) for each in _lines(old)}
    under, was_under = _places(fresh), _places(old)
    for line in (each for each in _lines(fresh) if plain_text(each) not in was):
        place = under.get(line, "")
        is_meant = place in fresh.headings[:1] or {*tokens(place)}.intersection(tokens(about))
        is_among = not place or (bool(is_meant) and place in was_under.values())  # no "Drafts"
        its = _cells(line, fresh)  # what was pressed may be called like one
        cells = [each for each in line.split(" | ") if each in its or has_words(each, goal)]
        is_named = len(cells) > 1 and all(has_words(each, goal) for each in cells)
        telling = max(map(len, cells if is_named else typed), default=0) > TELLING_CHARS
        if not (telling and is_among and all(has_words(each, line) for each in typed)):
            continue
        alike = [e for e in was_under if was_under[e] == place and e.count("|") == line.count("|")]
        shared = set.intersection(*(set(tokens(e)) for e in alike)) if "|" in line and alike else ()
        if not (sent.is_known(line) or _says_more(line, fresh, " ".join((about, *shared)))):
            return f"{AFRESH} {quoted(shortened(line, _SHOWN_CHARS))}"
    return ""


def way_kept(sent: Sent, known: Page, fresh: Page, work: Work) -> str:
    """The only line that is new since the first of several pages of a form was sent is a row of
    what they held, and the page that came speaks of what was typed: a row alone may be a draft."""
    held = {mark_of(each): each for _, _, fields in work.way for each in fields if each.value}
    sent = replace(sent, fields=tuple(held.values()))
    was, there = (Counter(_NUMBERS.sub("#", e) for e in _lines(each)) for each in (known, fresh))
    rows = [each for each in _lines(fresh) if each not in _lines(known) and "|" in each]
    if work.sent_from is None or was - there or (there - was).total() != 1 or len(rows) != 1:
        return ""
    new = [e.text for e in new_lines(work.sent_from, work.seen.situation) if e.is_prose]
    told = [e.value for e in sent.own if len(e.value) > TELLING_CHARS]
    is_said = any(has_words(e, each) for e in told for each in new)
    is_said &= not (any(map(_says_otherwise, new)) or has_word("publishes", work.way[-1][1].name))
    is_its = all(any(is_same(e.value, c) for e in sent.fields) for c in _cells(rows[0], fresh))
    is_its &= bool(row_read_back(sent, fresh.tables))
    return f"{AFRESH} {quoted(shortened(rows[0], _SHOWN_CHARS))}" if is_said and is_its else ""


def _says_otherwise(told: str) -> bool:
    """It asks, or says that it is not done or still under way."""
    return any(each(told) for each in (refuses, says_busy, asks)) or has_word("falls_short", told)


def _places(page: Page) -> dict[str, str]:
    """What each line stands in or under, but for itself."""
    lines = zip(page.text.splitlines(), page.text_places, strict=False)
    return {each: next((e for e in places if e != each), "") for each, places in lines}


def change_kept(sent: Sent, old: Page, fresh: Page) -> str:
    """Only such lines read otherwise as hold what was typed in place of a cell or of its number, or
    a number that is more or less by it; one of them is a row that the goal names."""
    typed = [each.value.strip() for each in sent.own]
    amounts = {int(each) for each in typed if each.isdecimal() and int(each) > 1}
    gone, came = (
        [each.split(" | ") for each in _lines(one) if each not in _lines(other)]
        for one, other in ((old, fresh), (fresh, old))
    )
    if list(map(len, gone)) != list(map(len, came)):
        return ""
    cells = [e for was, now in zip(gone, came, strict=True) for e in zip(was, now, strict=True)]
    if any(
        was != now and now not in typed and amounts.isdisjoint(_numbers_told(was, now))
        for was, now in cells
    ):
        return ""
    rows = [
        " | ".join(now)
        for was, now in zip(gone, came, strict=True)
        if len(was) > 1 and _is_named(" | ".join(was), old, sent.about)
    ]
    return f"{AFRESH} {quoted(shortened(rows[0], _SHOWN_CHARS))}" if rows else ""


def _numbers_told(was: str, now: str) -> tuple[int, ...]:
    """The only number of ``now``, and by how much that of ``was`` differs, where both say the same
    but for that; else none."""
    numbers = [int(each) for text in (was, now) for each in _NUMBERS.findall(text)]
    is_same = len(numbers) == 2 and _NUMBERS.sub("#", was) == _NUMBERS.sub("#", now)
    return (numbers[1], abs(numbers[0] - numbers[1])) if is_same else ()


def row_kept(
    old: Page, live: Page, fresh: Page, goal: str, *, is_away: bool = False, pressed: str = ""
) -> str:
    """What the goal names reads otherwise, or is gone, as on the page that is shown, and nothing
    else is different but numbers. What was to go (``is_away``) stands there no more in any way, and
    what stood behind the end of its list may have moved up."""
    was, now, there = (set(_lines(each)) for each in (old, live, fresh))
    gone, came = sorted(was - there), sorted(there - was)
    its = {each: _is_named(each, old if each in was else fresh, goal) for each in (*gone, *came)}
    its |= dict.fromkeys(its.keys() & {pressed}, False)  # a button may go by itself
    up = _moved_up(old, fresh, [e for e in gone if its[e]]) if is_away else []
    came = [e for e in came if its[e] or e not in up]
    rest = [sorted(_NUMBERS.sub("#", e) for e in some if not its[e]) for some in (gone, came)]
    if now.intersection(gone) or any(its[e] and e not in now for e in came) or rest[0] != rest[1]:
        return ""
    about = " ".join((goal, *was))
    instead = [f"{AFRESH} {quoted(shortened(e, _SHOWN_CHARS))}" for e in came if its[e]]
    away = [f"{AFRESH} {quoted(shortened(e, _SHOWN_CHARS))} no more" for e in gone if its[e]]
    own = " ".join((goal, *(e for e in gone if its[e])))
    is_more = any(_says_more(each, fresh, own if its[each] else about) for each in came)
    is_told = bool(away) and not (is_more or (is_away and instead) or is_emptied(old, fresh))
    known = {cell for each in was for cell in each.split(" | ")}  # a cell that went blank is none
    says = [e for e in came if its[e] and not known.issuperset(_cells(e, fresh))]
    return [*instead, *away][0] if is_told and bool(says) is bool(instead) else ""


def _moved_up(old: Page, fresh: Page, gone: list[str]) -> list[str]:
    """The last rows of a list that is as long as before, and reads so but for what is ``gone``."""
    was, there = ([each for each in _lines(page) if "|" in each] for page in (old, fresh))
    stay = [each for each in was if each not in gone]
    return there[len(stay) :] if len(was) == len(there) and there[: len(stay)] == stay else []


def _lines(page: Page) -> list[str]:
    return plain_lines(own_words(page).text)


def _cells(line: str, page: Page) -> list[str]:
    """Of a row, without its buttons."""
    labels = {each.name for each in page.elements}
    return [each for each in line.split(" | ") if each.strip() and each not in labels]


def _is_named(line: str, page: Page, goal: str) -> bool:
    """Something in it that tells stands in the goal; what a button is called does not, nor a word
    of that, but what one link, cell or box that hears clicks alone is."""
    for each in page.elements:
        goal = goal.replace(each.name, " ") if each.tag == "button" and each.name else goal
    count = Counter(each.name for each in page.elements)
    alone = [each for each in page.elements if count[each.name] == 1]
    links = {e.name for e in alone if e.href and e.href != page.url}
    own = links | {each.name for each in alone if each.role in ("", "cell", "gridcell")}
    cells = [*_cells(line, page), *own.intersection(line.split(" | "))]
    names = [word for cell in cells for word in cell.split() if word[:1].isupper()]
    first = [e for e in cells if line.split(" | ")[0] == e]
    proper = [e for e in first if e[:1].isupper() and len(e) > 1 and e in goal]
    proper = [e for e in proper if not (says_yes(e) or leaves_as_it_is(e))]
    telling = [e for e in (*cells, *names) if len(e) > TELLING_CHARS]
    return any(has_words(each, goal) for each in (*proper, *telling))


def _says_more(line: str, page: Page, about: str) -> bool:
    """It asks, says that it is not done or still under way, or has a word of its own, which may be
    that it was refused; what its buttons are called, and numbers, are none."""
    told = " ".join(_cells(line, page))
    known = {*tokens(about), *JOINING_WORDS}
    has_more = any(each not in known and any(map(str.isalpha, each)) for each in tokens(told))
    return _says_otherwise(told) or has_more
