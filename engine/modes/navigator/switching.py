"""Controls that are switched, and what they take away: whether pressing one did what it is for."""

import re
from collections import Counter

from engine.domain.plans import Situation
from engine.domain.web.pages import Page, WebElement
from engine.language import amounts, folding, grave_words, refusals
from engine.language.labels import content_words, has_words, plain_text, shortened, tokens
from engine.modes.navigator.reading_back import (
    TAKING_AWAY,
    TELLING_CHARS,
    lies_over,
    lines_of,
    plain_lines,
    route,
    takes_away,
)
from engine.modes.navigator.saying import Line, confirms
from engine.states.web.changes import apart_from, dialog_text

_NEAR_PX = 24
_NUMBER = re.compile(r"\d+")
_SHOWN_CHARS, _FEW_ROWS, _MOST_OF_NOTE = 80, 2, 8


def switched(before: Situation, now: Situation, element: WebElement) -> str:
    """How the control says that it is on: pressed in, or by another label."""
    old, page = before.page, now.page
    after = _same_control(element, old, page) if old is not None and page is not None else None
    if after is None or element.tag in ("input", "textarea", "select", "a"):
        return ""
    label, later = _label(element), _label(after)
    if not _is_on(before, element) and _is_on(now, after):
        return f"“{later}” is switched on"
    if later == label or not later or refusals.says_busy(later) or refusals.refuses(later):
        return ""
    is_count = _NUMBER.sub("#", later) == _NUMBER.sub("#", label)
    is_more = _sum(later) > _sum(label) if is_count else confirms(later) or not element.form
    return f"“{label}” became “{later}”" if is_more else ""


def _same_control(element: WebElement, old: Page, page: Page) -> WebElement | None:
    """The element, or what stands in its place on a page made anew; not its neighbour."""
    if (known := page.element(element.agent_id)) is not None:
        return known
    own, beside = _label(element), {_label(each) for each in _around(element, old)}
    near = [e for e in _around(element, page) if _label(e) == own or _label(e) not in beside]
    return min(near, key=lambda each: _label(each) != own, default=None)


def _around(element: WebElement, page: Page) -> list[WebElement]:
    """What may be the same control, by its place: of its kind and its attributes."""
    x_px, y_px = element.bounds_px.center.x, element.bounds_px.center.y
    return [
        each
        for each in page.elements
        if each.tag == element.tag
        and abs(each.bounds_px.center.y - y_px) <= _NEAR_PX
        and abs(each.bounds_px.center.x - x_px) <= 3 * _NEAR_PX
        and (each.attr_id, each.attr_name) == (element.attr_id, element.attr_name)
    ]


def _is_on(situation: Situation, element: WebElement) -> bool:
    zone = situation.zone_of(element)
    return zone is not None and zone.is_checked


def _sum(label: str) -> int:
    found = amounts.numbers_in(label)
    return int(abs(found[0])) if found else 0


def _label(element: WebElement) -> str:
    return " ".join((element.name or element.value).split())


def gone(element: WebElement, old: Page, page: Page, goal: str) -> str:
    """What it took away was named by a line of its own, and stands nowhere on the page now. A
    dialog's button takes away what its dialog, or the goal, says that it does; one of another word
    the very row in which it stands and that the goal names, where the rest of the page stayed. What
    its dialog or question says of it goes with that."""
    asks = element.context if "?" in element.context and grave_words.says_yes(element.name) else ""
    asked = f"{element.dialog}\n{element.context}\n{goal}" if element.dialog else asks
    does_so = takes_away(element) or grave_words.has_word("deletes", asked, *TAKING_AWAY)
    stands = [each.context for each in page.elements if each.name == element.name]
    alike = [e.context for e in old.elements if e.name == element.name != e.context]
    is_other = len(alike) > _FEW_ROWS and not any(each in stands for each in alike)
    if is_other or route(page.url) != route(old.url) or not page.text:  # another view of it
        return ""
    if is_emptied(old, page, by_rows=True):
        return ""
    labels = {plain_text(each.name) for each in old.elements if each.tag != "a"}
    is_answered = any(e.is_taken for e in page.answers if e.number > old.last_answer)
    lines = [line.split(" | ") for line in plain_lines(old.text)]
    cells = [c for e in lines for c in e if len(c) > TELLING_CHARS or (is_answered and len(e) > 1)]
    told = dialog_text(old, element.dialog) if element.dialog else asks
    cells = [e for e in apart_from(told, cells) if plain_text(e) not in labels]
    cells = [e for e in cells if not e.endswith("?") and not told.endswith("…")]
    rows = [element.context.split("\n")[0]]
    if is_answered:  # in place of its button a question about it may have been answered
        count = Counter(each.name for each in old.elements if each.context)
        named = (e for e in old.elements if count[e.name] > 1 and has_words(e.name, goal))
        rows += [each.context for each in named]
    known = {(each.agent_id, each.value) for each in old.elements}
    held = (each.value for each in page.elements if (each.agent_id, each.value) not in known)
    emptied = {plain_text(each.value) for each in old.elements}  # a form merely set back does so
    there = "\n".join((page.text, page.title, *held))
    for name in sorted(cells, key=len, reverse=True):
        is_named = has_words(name, goal)
        is_its = is_named and plain_text(name) not in emptied
        is_its = is_its and any(has_words(name, row) for row in rows)
        is_its = is_its and _stays(old, page, name, told, is_answered=is_answered)
        is_meant = does_so and (is_named or has_words(name, rows[0]))
        if (is_meant or is_its) and not has_words(name, there):
            return f"“{shortened(name, _SHOWN_CHARS)}” is on the page no more"
    return ""


def rows_now(element: WebElement, page: Page, goal: str, known: frozenset[str]) -> str:
    """What became of the rows that the goal names, of the pages of before, where one is to be taken
    away: they "stay", one is "gone", or "gone among others" that stay; empty where none is told."""
    rows, named = _rows_of(page, goal, known)
    if not named or not takes_away(element):
        return ""
    there = lines_of((page.text,))
    if named <= there:
        return "stay"
    return "gone" if there.isdisjoint(rows - named) else "gone among others"


def stands_as_before(page: Page, goal: str, known: frozenset[str]) -> bool:
    """The rows that the goal names, of the pages of before, read on this one as they did."""
    _, named = _rows_of(page, goal, known)
    return bool(named) and named <= lines_of((page.text,))


def its_row_stands(pressed: WebElement, old: Page, page: Page) -> bool:
    """The row in which it was pressed, of several that have the same control, reads as it did."""
    were, are = (
        {each.context for each in one.elements if each.name == pressed.name} for one in (old, page)
    )
    return len(were) > 1 and pressed.context in were & are - {""}


def stands_whole(was: Page, page: Page) -> bool:
    """All that it said it says still, but for what its controls are called: a menu closes."""
    told = set(plain_lines(was.text)) - {each.name for each in was.elements}
    is_here = route(was.url) == route(page.url)
    return is_here and bool(told) and told.issubset(plain_lines(page.text))


def _rows_of(page: Page, goal: str, known: frozenset[str]) -> tuple[set[str], set[str]]:
    """All rows of ``known``, and those of them that the goal names."""
    labels = {plain_text(each.name) for each in page.elements if not each.href}
    rows = {each: [e for e in each.split("|") if e not in labels] for each in known if "|" in each}
    told = {e: [c for c in cells if len(c) > TELLING_CHARS] for e, cells in rows.items()}
    named = {each for each, cells in told.items() if any(has_words(e, goal) for e in cells)}
    return set(rows), named


def tells_of_deed(line: Line, element: WebElement, *, is_short: bool = False) -> bool:
    """One of its words is what was pressed by another ending: "gelöscht" of "Löschen"."""
    about = [folding.folded(each) for each in content_words(element.name)]
    stems = [each[: max(4, len(each) - (3 if len(each) > 6 else 1))] for each in about]
    said = tokens(folding.folded(line.text)) if line.is_prose else []
    is_note = not is_short or len(said) <= _MOST_OF_NOTE
    return is_note and any(len(e) > 3 and any(e in word for word in said) for e in stems)


def is_of_controls(line: Line, page: Page) -> bool:
    """It says no more than what controls are called, hold or offer."""
    told = (" ".join((each.name, each.value, *each.options)) for each in page.elements)
    return set(tokens(line.text)) <= set(tokens(" ".join(told)))


def _stays(old: Page, page: Page, name: str, told: str, *, is_answered: bool = False) -> bool:
    """The rest of the page says what it said, and no more: no other part of a list is shown, no
    other view, and no question in its place. Of what was named any line may go with it, of its
    entry and of what was ``told`` in the dialog all. Where the server answered, the page may tell
    of it."""
    was, now = (set(map(plain_text, plain_lines(each.text))) for each in (old, page))
    its = (told, *(each.name for each in old.elements if has_words(name, each.name)))
    rest = {e for e in was if not (has_words(name, e) or any(has_words(e, one) for one in its))}
    return bool(rest) and rest <= now and (is_answered or now <= was)


def is_emptied(old: Page, page: Page, *, by_rows: bool = False) -> bool:
    """Nothing is listed any more, by its words or ``by_rows`` that have the same controls, of which
    no server said that it is so since it was asked: the list may be another's, or have failed to
    load."""
    is_none = refusals.says_nothing_found(page.text) and not refusals.says_nothing_found(old.text)
    rows = {e.name for e in old.elements if e.context not in ("", e.name) and not lies_over(e)}
    told, stays = ({row for table in each.tables for row in table.rows} for each in (old, page))
    if by_rows and rows and told.isdisjoint(stays):
        is_none |= rows.isdisjoint({each.name for each in page.elements})
    since = [each for each in page.answers if each.number > old.last_answer and each.is_taken]
    return is_none and not any(e.word == "yes" or e.method == "DELETE" for e in since)
