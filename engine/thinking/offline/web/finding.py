"""Finds what a clause points at: by label, role, place and order; never one of two alike. Also the
rows and lists of a page, and one value of it: by its row and column, or beside its label."""

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from typing import NoReturn

from engine.domain.errors import PlanFailed
from engine.domain.web.pages import Page, Table, WebElement
from engine.domain.zones import Role
from engine.language.goals.clauses import ReadValue, Target
from engine.language.goals.targets import read_counted
from engine.language.grave_words import is_called
from engine.language.labels import normal, quoted, shortened, stands_in
from engine.thinking.offline.matching import ACCEPT, EXACT, counted, fit, told_apart
from engine.thinking.offline.web import elements
from engine.thinking.offline.web.elements import address_of, is_link, label_fit, plain_address
from engine.thinking.offline.web.view import Instead, View, places_of

_PARTED = " | "


def row_lines(page: Page) -> tuple[tuple[str, ...], ...]:
    """The cells of every row."""
    told = tuple(tuple(filter(None, row)) for table in page.tables for row in table.rows)
    lines = (line for line in page.text.splitlines() if _PARTED in line)
    return (*told, *(tuple(line.split(_PARTED)) for line in lines))


def listed(pool: Sequence[WebElement]) -> list[WebElement]:
    """The largest group of links or buttons that stand below each other, outside of bars."""
    groups: dict[object, list[WebElement]] = defaultdict(list)
    for each in pool:
        if not each.is_navigation and not each.is_fixed and each.label:
            shape = re.sub(r"[^/]*$|\d+", "", each.href.split("?")[0])
            groups[each.tag, shape, each.text if not each.href else ""].append(each)
    contexts = {key: [e.context for e in each if e.context] for key, each in groups.items()}
    # each in a row or card of its own; links within one sentence are no list
    apart = [each for key, each in groups.items() if len({*contexts[key]}) == len(contexts[key])]
    return max(apart, key=len, default=[])


def column_at(table: Table, column: str) -> int | None:
    """Which column is called so; None where none is. Raises ``PlanFailed`` where two are."""
    scored = [fit(column, head) for head in table.heads]
    best = max(scored, default=0.0)
    if best < ACCEPT:
        return None
    if sum(score > best - 0.5 for score in scored) > 1:
        raise PlanFailed(f"Two columns are called {quoted(column)}.", "Say more of its name.")
    return scored.index(best)


def read_value(view: View, clause: ReadValue) -> str:
    """The value; empty where the page has none. Raises ``PlanFailed`` where it has several."""
    ways = (_in_tables, _of_this_page, _in_cards) if clause.row else (_beside_label,)
    for way in ways:
        found = dict.fromkeys(each.strip() for each in way(view, clause) if each.strip())
        if len(found) > 1:
            told = ", ".join(map(quoted, found))
            said = f"{clause.column} of {clause.row}" if clause.row else clause.column
            raise PlanFailed(f"{quoted(said)} is not clear, the page has {told}.", "Say which.")
        if found:
            return next(iter(found))
    return ""


def _in_tables(view: View, clause: ReadValue) -> Iterable[str]:
    for table in view.page.tables:
        at = column_at(table, clause.column) if table.heads else None
        if at is None:
            continue
        name = normal(clause.row)
        exact = [row for row in table.rows if any(normal(each) == name for each in row)]
        for row in exact or table.rows:
            if at < len(row) and (exact or any(stands_in(clause.row, each) for each in row)):
                yield row[at]


def _of_this_page(view: View, clause: ReadValue) -> Iterable[str]:
    """The page or a part of it is about the row's thing: its value stands beside the label."""
    part, page = view.part(clause.row), view.page
    if found := list(_beside_label(part, clause)):
        return found
    about = page.title if part.page.text else "\n".join((page.title, *page.headings[:1]))
    if not stands_in(clause.row, about):
        return ()
    return _beside_label(view, clause)


def _in_cards(view: View, clause: ReadValue) -> Iterable[str]:
    cards = [e for e in listed(view.elements) if e.context and stands_in(clause.row, e.label)]
    exact = [each for each in cards if normal(each.label) == normal(clause.row)]
    for each in exact or cards:
        if said := re.search(rf"\b{re.escape(clause.column)}\b\s*:?\s+(\S+)", each.context, re.I):
            yield said[1]


def _beside_label(view: View, clause: ReadValue) -> Iterable[str]:
    label, page = normal(clause.column), view.page
    for table in page.tables:
        for row in table.rows:
            if not table.heads and len(row) == 2 and normal(row[0]) == label:
                yield row[1]
    for each in view.elements:
        is_filled = (
            (elements.is_typed(each) or elements.is_choice(each))
            and each.value
            and not each.is_navigation
        )
        if is_filled and elements.label_fit(clause.column, each) >= _GOOD:
            yield each.value
    lines = page.text.splitlines()
    for at, line in enumerate(lines):
        name, colon, value = line.partition(":")
        name, colon, value = (name, colon, value) if colon else line.partition(" | ")
        if colon and normal(name) == label and value.strip():
            yield value.removesuffix("|")
        below = lines[at + 1] if at + 1 < len(lines) else ""
        tells = any(map(str.isdigit, below)) or line.rstrip().endswith(":")
        if normal(line) == label and tells and line not in page.headings:
            yield below


Wanted = Callable[[WebElement], bool]
_GOOD = 90.0
_ROW = re.compile(
    r"(?i)^(?:(?:the\s+)?row\s+(?:of|with|for|called|that says)\s+(?P<of>.+)"
    r"|(?P<called>.+?)['’]?s?\s+row)$"
)
_TITLE_PARTS = re.compile(r"\s+[-–—|·]\s+|:\s+")
_CHOICE_CHARS = 60


def find(view: View, target: Target, wanted: Wanted) -> WebElement | None:
    """The element that is meant, None where there is none. Raises ``Instead`` with a question where
    two are, and ``PlanFailed`` where it can't be used, or where one was said to be the only one and
    is not."""
    found = fitting(view, target, wanted)
    if target.is_only and len(found) > 1:
        said = _choices(view, found)
        raise PlanFailed(f"{quoted(target.said)} is not the only one: {', '.join(said)}.")
    chosen = _asked(view, target, found) if len(found) > 1 else next(iter(found), None)
    if chosen is not None and chosen.is_disabled:
        if view.count("look"):
            raise PlanFailed(f"{quoted(chosen.label)} is greyed out.")
        raise Instead(view.look(f"{quoted(chosen.label)} is greyed out now"))
    if chosen is not None and chosen.agent_id in view.request.avoid:
        why = view.failures[-1].attempt.why if view.failures else "it was tried before"
        raise PlanFailed(f"{quoted(chosen.label)} does not help: {why.rstrip('.')}.")
    return chosen


def must_find(view: View, target: Target, wanted: Wanted) -> WebElement:
    """As ``find``; where there is none, it is sought."""
    return find(view, target, wanted) or seek(view, target.said, filter(wanted, view.elements))


def seek(view: View, words: str, there: Iterable[WebElement] = ()) -> NoReturn:
    """Waits for what is not on the page yet, then looks farther down as long as more comes: raises
    ``Instead``, and ``PlanFailed`` where that does not help."""
    looks = [each for each in view.done if each.kind == "look"]
    if not looks:
        raise Instead(view.look(f"{quoted(words)} is not on the page yet"))
    if (further := view.further(looks[1:])) is not None:
        raise Instead(further)
    raise PlanFailed(
        f"{quoted(words)} is not on this page. There is: {view.nearest(there)}.",
        "Call it by the words that the page has for it, or say how to get to it first.",
    )


def fitting(view: View, target: Target, wanted: Wanted) -> list[WebElement]:
    """Those that fit best, in reading order; what leads to one address is one thing."""
    told = sorted(filter(wanted, view.elements), key=lambda each: each.bounds_px.reading_order)
    pool = in_place(view, told, target)
    if target.whole and not target.is_only:
        near = told if target.within in target.whole else pool
        whole = _best(near, lambda each: label_fit(target.whole, each), least=_GOOD)
        if whole:
            return _different(view, whole)
    of_role = [each for each in pool if view.role_of(each) in target.roles]
    if target.count and (one := _counted(view, of_role or pool, target)):
        return one
    if not target.words:
        menus = _menu_buttons(pool) if Role.MENU in target.roles and not of_role else of_role
        return menus if target.roles else pool if target.count else []
    words = target.words if not target.count else target.counted
    found = _best(of_role, lambda each: label_fit(words, each), least=ACCEPT)
    found = found or _best(pool, lambda e: label_fit(words, e), least=ACCEPT)
    if not found and is_called("opens_menus", normal(words)):
        found = _menu_buttons(pool)
    return _different(view, found or _untold(pool, words))


def _menu_buttons(pool: list[WebElement]) -> list[WebElement]:
    """A menu's button may go by its sign or its class, or be a picture that tells nothing."""
    called = [each for each in pool if is_called("opens_menus", normal(each.label))]
    buttons = (each for each in pool if each.tag == "button" or each.role == "button")
    return called or [each for each in buttons if not each.label.strip()]


def _untold(pool: list[WebElement], words: str) -> list[WebElement]:
    """Fields without a name, by what stands in them, or by the heading or group above them."""
    nameless = [each for each in pool if elements.is_typed(each) and not each.label.strip()]
    holding = [each for each in nameless if normal(each.value) == normal(words)]
    return holding or [e for e in nameless if fit(words, next(iter(e.places), "")) >= ACCEPT]


def _best(
    pool: list[WebElement], score: Callable[[WebElement], float], *, least: float
) -> list[WebElement]:
    scored = [(score(each), each) for each in pool]
    best = max((each for each, _ in scored), default=0.0)
    if best < least:
        return []
    bar = best - 0.5 if best > _GOOD else ACCEPT  # of what holds the words, none is the better
    return [each for each_score, each in scored if each_score >= bar]


def in_place(view: View, pool: list[WebElement], target: Target) -> list[WebElement]:
    """Those within the place that was said; in a dialog that is open before what is behind it."""
    in_dialogs = [each for each in pool if each.dialog]
    if target.in_dialog and target.within:
        return [each for each in in_dialogs if stands_in(target.within, each.dialog)]
    if target.in_dialog:
        pool = in_dialogs or [each for each in pool if each.is_fixed and not each.is_navigation]
    if target.in_table:
        lines = [" ".join(line) for line in row_lines(view.page)]
        pool = [each for each in pool if any(_is_same(each.context, line) for line in lines)]
    if not target.within:
        is_there = any(label_fit(target.words, each) >= ACCEPT for each in in_dialogs)
        return in_dialogs if is_there or (in_dialogs and not target.words) else pool
    told = (target.within, "" if target.words else target.whole)  # a row may be all that was said
    if row := next(filter(_ROW.match, told), ""):
        return _in_row(view, pool, row_name(row))
    if meant := view.places_called(target.within):
        return [each for each in pool if meant.intersection(places_of(each))]
    about = [each for each in pool if stands_in(target.within, each.context)]
    is_page = normal(target.within) in map(normal, _TITLE_PARTS.split(view.page.title))
    return pool if is_page and not about else about


def standing_in(view: View, target: Target) -> list[WebElement]:
    """What stands in its place; all where none was said, of a place that is counted nothing."""
    pool = [] if target.count and not target.words else list(view.elements)
    is_placed = target.within or target.in_dialog or target.in_table
    return in_place(view, pool, target) if is_placed else pool


def row_name(within: str) -> str:
    """The name of the row, where the place is one; else the place's own."""
    row = _ROW.match(within.strip())
    return (row["of"] or row["called"]) if row else within


def _in_row(view: View, pool: list[WebElement], name: str) -> list[WebElement]:
    """In the row with just such a cell, else in rows that hold the words; none is counted."""
    cells = row_lines(view.page)
    exact = [" ".join(each) for each in cells if name.casefold() in map(str.casefold, each)]
    told = read_counted(f"{name} row")
    if told and not told.words and not exact:
        return []
    if exact:
        return [
            each for each in pool if any(_is_same(elements.around(each), line) for line in exact)
        ]
    return [each for each in pool if stands_in(name, elements.around(each))]


def _is_same(context: str, line: str) -> bool:
    """Either may be cut."""
    one, other = ("".join(each.split()).casefold() for each in (context, line))
    if "…" in context + line:
        one, other = (each.partition("…")[0] for each in (one, other))
        return bool(one) and (other.startswith(one) or one.startswith(other))
    return bool(one) and one == other


def _counted(view: View, pool: list[WebElement], target: Target) -> list[WebElement]:
    """ "the second result": of what is called so or has the role, else of what is listed."""
    called = [e for e in pool if target.counted and label_fit(target.counted, e) >= ACCEPT]
    main = [each for each in pool if not each.is_navigation] or pool
    row = called or (main if target.roles else listed(pool))
    return counted(_different(view, row), target.count)


def _different(view: View, found: list[WebElement]) -> list[WebElement]:
    """Each address once; of a label and its control the control, of what holds it what it holds."""
    kept: dict[str, WebElement] = {}
    for each in found:
        address = address_of(each, view.page) if is_link(each) else ""
        key = address or each.agent_id
        if key not in kept or (kept[key].is_covered and not each.is_covered):
            kept[key] = each
    kept = {key: each for key, each in kept.items() if not _only_holds(each, kept.values())}
    controls = [each for each in kept.values() if each.tag != "label"] or list(kept.values())
    labels = {each.label for each in controls}
    if len(labels) == 1 and all(map(is_link, controls)):  # a bar repeats what the page links to
        return [each for each in controls if not each.is_navigation] or controls
    return controls


def _only_holds(outer: WebElement, found: Iterable[WebElement]) -> bool:
    """Another of its name lies within it and has the role, or both are fields: one thing."""
    alike = (each for each in found if each.role and each.label == outer.label and each != outer)
    return any(
        (not outer.role or (elements.is_field(outer) and elements.is_field(each)))
        and outer.bounds_px.holds(each.bounds_px)
        and outer.bounds_px != each.bounds_px
        for each in alike
    )


def _asked(view: View, target: Target, found: list[WebElement]) -> WebElement:
    found = [each for each in found if not each.is_covered] or found
    if not target.within:  # a cell goes by the head of its column, in whichever row it is
        found = [each for each in found if each.role != "gridcell"] or found
    spelled = [each for each in found if target.words in (each.text, each.aria_label)]
    exact = [each for each in found if label_fit(target.words, each) == EXACT]
    found = spelled or (exact if len(exact) == 1 else found)
    own = view.sending(found)  # a link in a bar may be called like it
    found = own if len(own) == 1 else found
    if len(found) == 1:
        return found[0]
    choices, question = _choices(view, found), f"Which {quoted(target.said)} is meant?"
    if (answer := view.request.answers.get(question, "")) in choices:
        return found[choices.index(answer)]
    raise Instead(view.ask(question, choices))


def _choices(view: View, found: list[WebElement]) -> tuple[str, ...]:
    """What tells them apart: label, role, what stands around and above, a number."""
    rows = []
    for each in found:
        role, label = view.role_of(each), quoted(shortened(each.label, _CHOICE_CHARS))
        around = (each.context, each.dialog, next(iter(each.places), ""))
        told = [quoted(shortened(one, _CHOICE_CHARS)) if one else "" for one in around]
        rows.append((label if each.label else "", f"the {role} {label}" if role else "", *told))
    return told_apart(rows)[:9]


def is_here(view: View, element: WebElement) -> bool:
    """It leads to the page that is shown."""
    address = address_of(element, view.page)
    return bool(address) and address == plain_address(view.page.url)
