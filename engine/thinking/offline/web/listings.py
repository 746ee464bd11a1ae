"""Lists that a goal asks for: the way to the list, what fits on its pages, the first by a rank.

What was read on earlier pages is told in the steps' reasons.
"""

from __future__ import annotations

from dataclasses import dataclass
from urllib.parse import parse_qsl, urljoin, urlsplit

from engine.domain.errors import PlanFailed
from engine.domain.web.conditions import Bound, Measure, Rank
from engine.domain.web.pages import WebElement
from engine.domain.web.parts import Thing
from engine.domain.web.proposals import ActionName, WebProposal
from engine.thinking.offline.web.amounts import Amount, amount_in, measured_in
from engine.thinking.offline.web.elements import (
    address_of,
    hands_out_file,
    is_link,
    label_of,
    plain_address,
)
from engine.thinking.offline.web.filtering import filter_step, filtered_words, wanted_of
from engine.thinking.offline.web.finding import heading_of, shown_as
from engine.thinking.offline.web.items import Item, fitting, in_order, items_of
from engine.thinking.offline.web.matching import coverage, fit
from engine.thinking.offline.web.notes import Fact, in_note, told
from engine.thinking.offline.web.outcomes import Chosen, Met
from engine.thinking.offline.web.paging import next_page, page_number
from engine.thinking.offline.web.seeking import further, lead_on, looked_at
from engine.thinking.offline.web.sorting import is_in_order, is_sorted, sort_by
from engine.thinking.offline.web.view import View
from engine.thinking.offline.zone_matching import ACCEPT

_SEARCH_KEYS = frozenset({"q", "s", "k", "query", "search", "keyword", "keywords", "term", "find"})
_ENOUGH = 200  # items told of at the end
_KEPT_ATTEMPTS = 10  # what older ones told is told again
_MEASURED: dict[Measure, str] = {
    "price": "what they cost",
    "duration": "how long they take",
    "rating": "how they are rated",
    "date": "how new they are",
    "weight": "what they weigh",
    "length": "how long they are",
    "popularity": "how popular they are",
    "percent": "their share",
}


@dataclass(frozen=True, slots=True)
class Listed:
    """A thing of a list: what is told of it, and where its page is (empty where not known)."""

    said: str
    address: str


def read_list(view: View, thing: Thing) -> WebProposal | tuple[Listed, ...]:
    """All that fits, in order, once the list was read to its end, or the next step towards it.
    Raises ``PlanFailed``."""
    step = filter_step(view, wanted_of(thing)) or _to_list(view, thing)
    if step is not None:
        return step
    return _ranked(view, thing) if thing.rank else _all(view, thing)


def choose_listed(view: View, thing: Thing) -> Chosen:
    """The lines of a list. Raises ``PlanFailed`` where nothing fits."""
    read = read_list(view, thing)
    if isinstance(read, WebProposal):
        return read
    return Met("\n".join(each.said for each in read))


def choose_first(view: View, thing: Thing) -> Chosen:
    """The page of the first by a rank."""
    for done in view.notes("last step"):
        if picked := done.note.about("picked"):
            return Met(picked[0])
    read = read_list(view, thing)
    if isinstance(read, WebProposal):
        return read
    first = read[0]
    facts: tuple[Fact, tuple[str, ...]] = ("picked", (first.said,))
    for link in view.pressed:
        if first.address and address_of(link, view.page) == plain_address(first.address):
            if not view.can(ActionName.CLICK):
                break
            return told(view.click(link, "last step", f", {thing.said}"), facts)
    if first.address and view.can(ActionName.NAVIGATE):
        return told(view.navigate(first.address, "last step"), facts)
    return Met(first.said)


def _all(view: View, thing: Thing) -> WebProposal | tuple[Listed, ...]:
    items = items_of(view)
    here = _listed(view, thing, fitting(thing, items, about=_about(view)))
    noted = _noted(view)
    known = {each.said for each in noted}
    new = tuple(each for each in here if each.said not in known)
    all_ = (*noted, *new)
    is_enough = thing.count > 1 and len(all_) >= thing.count
    step = None if is_enough else _next(view, new)
    if step is not None:
        return _telling(view, step, noted, new)
    if not all_:
        raise PlanFailed(_why_none(view, thing, items))
    return all_[: thing.count] if thing.count > 1 else all_[:_ENOUGH]


def _ranked(view: View, thing: Thing) -> WebProposal | tuple[Listed, ...]:
    rank, count = thing.rank, max(thing.count, 1)
    assert rank is not None
    items = fitting(thing, items_of(view), about=_about(view))
    told_ones = in_order(rank, items)
    noted = _noted(view)
    has_more = next_page(view) is not None
    if not noted and (has_more or not told_ones) and (step := sort_by(view, rank)) is not None:
        return step
    is_ordered = is_in_order(rank, items) or bool(items and not told_ones)
    is_whole = len(items) >= count or not has_more
    if is_sorted(view) and not noted and is_ordered and is_whole:
        return _listed(view, thing, items[:count])
    if not (told_ones or noted):
        raise PlanFailed(_why_none(view, thing, items_of(view)))
    best = _first(rank, (*noted, *_listed(view, thing, told_ones)), count)
    new = tuple(each for each in best if each.said not in {one.said for one in noted})
    step = _next(view, new)
    if step is not None:
        return _telling(view, step, best, ())
    if not best:
        raise PlanFailed(_why_none(view, thing, items))
    if has_more:
        raise PlanFailed(
            f"The list was not looked through: only {_pages_read(view)} of its pages were read, "
            f"so that {rank.said or 'the first'} is not known."
        )
    return best


def _first(rank: Rank, listed: tuple[Listed, ...], count: int) -> tuple[Listed, ...]:
    sign = -1 if rank.is_most else 1
    told_ones = [
        (sign * amount.value, at, each)
        for at, each in enumerate(listed)
        if (amount := _amount_told(each.said, rank.measure)) is not None
    ]
    return tuple(each for _, _, each in sorted(told_ones, key=lambda one: one[:2])[:count])


def _amount_told(said: str, measure: Measure) -> Amount | None:
    """Names may have numbers of their own; the amount stands behind them."""
    rest = said.split(", ", 1)[1] if ", " in said else said
    return measured_in(rest, measure) or measured_in(said, measure)


def _to_list(view: View, thing: Thing) -> WebProposal | None:
    """The way to the list; None where this is one of its pages."""
    if any(done.note.says("listed") or done.note.says("sorted") for done in view.done):
        return None
    words = thing.words
    link = _list_link(view, words)
    if link is not None and view.can(ActionName.CLICK):
        return view.click(link, "way", ", the list")
    items = items_of(view)
    plain = Thing(words)
    is_here = len(fitting(plain, items, about=_about(view))) > 0
    is_about = bool(words) and coverage(words, _about(view)) == 1
    if is_here and (len(items) > 1 or _shows_results(view)):
        return None
    if is_about or not words:
        step = further(view, "")
        if step is not None:
            return step
    is_narrowed = bool(thing.place or thing.features or thing.bounds)
    likely = _WHOLE_LISTS if is_narrowed and thing.rank is None else ()
    return lead_on(view, words or thing.place or "products", thing.place, likely=likely)


def _list_link(view: View, words: str) -> WebElement | None:
    """A link that is called as the list is, where this page is called so less."""
    names = (words,) if words else _ANY_LIST if urlsplit(view.page.url).path in ("", "/") else ()
    here, _ = shown_as(view, words) if words else (0.0, "")
    if here >= 97:
        return None
    links = [
        (max(fit(name, label_of(each)) for name in names), each)
        for each in view.pressed
        if names
        and is_link(each)
        and view.follows(each)
        and not view.leads_nowhere_new(each)
        and not hands_out_file(each)
        and amount_in(each.context, "price") is None
    ]
    links = [(score, each) for score, each in links if score >= ACCEPT and score > here]
    return min(links, key=lambda pair: (-round(pair[0]), view.order(pair[1])))[1] if links else None


_WHOLE_LISTS = ("catalogue", "all products", "products", "shop", "collection", "listings")
"""Where a list is narrowed by its own filters."""
_ANY_LIST = ("all products", "products", "shop", "catalog", "browse all", "all items", "listings")


def _about(view: View) -> str:
    """What the list is of, by its heading; a page of results repeats what was searched for."""
    narrowed = filtered_words(view)
    own = "" if _shows_results(view) else f"{heading_of(view)} {' '.join(view.page.headings[:1])}"
    return f"{own} {narrowed}"


def _shows_results(view: View) -> bool:
    """A page of results, by its address; an order or a filter of a list is none."""
    query = parse_qsl(urlsplit(view.page.url).query)
    return any(key.casefold() in _SEARCH_KEYS and value for key, value in query)


def _listed(view: View, thing: Thing, items: tuple[Item, ...] | list[Item]) -> tuple[Listed, ...]:
    asked: list[tuple[Measure, str]] = [(each.measure, each.unit) for each in thing.bounds]
    asked += [(thing.rank.measure, "")] if thing.rank else []
    return tuple(
        Listed(
            in_note(each.told(asked)),
            urljoin(view.page.url, each.link.href) if each.link and each.link.href else "",
        )
        for each in items
    )


def _next(view: View, new: tuple[Listed, ...]) -> WebProposal | None:
    """The list's next page, or more of this one; None at its end, or where steps run short."""
    if 0 < view.request.steps_left <= 2:
        return None
    step = further(view, "")
    if step is None or step.action is not ActionName.SCROLL:
        return step
    scrolled = any(
        done.attempt.proposal.action is ActionName.SCROLL and done.attempt.url == view.page.url
        for done in view.done
    )
    return None if page_number(view) > 1 or (scrolled and not new) else step


def _noted(view: View) -> tuple[Listed, ...]:
    """What was told of earlier pages of this list."""
    found: dict[str, Listed] = {}
    for done in view.done:
        saids, addresses = done.note.about("listed"), done.note.about("at")
        for said, address in zip(saids, addresses, strict=False):
            found.setdefault(said, Listed(said, address))
    return tuple(found.values())


def _telling(
    view: View, step: WebProposal, noted: tuple[Listed, ...], new: tuple[Listed, ...]
) -> WebProposal:
    """The step, with what is new in its reason; and what would be forgotten with old steps."""
    is_old = len(view.request.attempts) >= _KEPT_ATTEMPTS
    listed = (*noted, *new) if is_old or not new else new
    listed = listed[:_ENOUGH]
    saids, addresses = tuple(e.said for e in listed), tuple(e.address for e in listed)
    return told(step, ("listed", saids), ("at", addresses)) if listed else step


def _pages_read(view: View) -> int:
    return len({plain_address(done.attempt.url) for done in view.done if done.note.says("listed")})


def _why_none(view: View, thing: Thing, items: tuple[Item, ...]) -> str:
    """Whether nothing fits, or the list does not say what it should be judged by."""
    asked: list[tuple[Measure, str]] = [(each.measure, each.unit) for each in thing.bounds]
    asked += [(thing.rank.measure, "")] if thing.rank else []
    where = f"“{heading_of(view)}”"
    for measure, unit in asked:
        if items and not any(each.amount(measure, unit) for each in items):
            what = _MEASURED.get(measure, f"how many {unit}")
            return f"They could not be compared: the list on {where} does not say {what}."
    bounds = " and ".join(map(_bound_words, thing.bounds))
    wanted = " ".join(each for each in (thing.words, bounds) if each) or thing.said
    return f"Nothing listed on {where} fits “{wanted}”; looked at {looked_at(view)}."


def _bound_words(bound: Bound) -> str:
    unit = f" {bound.unit}" if bound.unit else ""
    least = f"at least {bound.least:g}{unit}" if bound.least is not None else ""
    most = f"at most {bound.most:g}{unit}" if bound.most is not None else ""
    return " and ".join(each for each in (least, most) if each)
