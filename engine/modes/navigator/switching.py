"""Controls that are switched: whether pressing one did what it is for."""

import re

from engine.domain.plans import Situation
from engine.domain.web.pages import Page, WebElement
from engine.language.amounts import numbers_in
from engine.language.refusals import refuses, says_busy
from engine.modes.navigator.saying import confirms

_NEAR_PX = 24
_NUMBER = re.compile(r"\d+")


def switched(before: Situation, now: Situation, element: WebElement) -> str:
    """How the control says that it is on: pressed in, or by another label."""
    old, page = before.page, now.page
    after = _same_control(element, old, page) if old is not None and page is not None else None
    if after is None or element.tag in ("input", "textarea", "select", "a"):
        return ""
    label, later = _label(element), _label(after)
    if not _is_on(before, element) and _is_on(now, after):
        return f"“{later}” is switched on"
    if later == label or not later or says_busy(later) or refuses(later):
        return ""
    is_count = _NUMBER.sub("#", later) == _NUMBER.sub("#", label)
    is_more = _sum(later) > _sum(label) if is_count else confirms(later) or not element.form
    return f"“{label}” became “{later}”" if is_more else ""


def _same_control(element: WebElement, old: Page, page: Page) -> WebElement | None:
    """The element, or what stands in its place on a page that was made anew; not its neighbour,
    which stood there before."""
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
    found = numbers_in(label)
    return int(abs(found[0])) if found else 0


def _label(element: WebElement) -> str:
    return " ".join((element.name or element.value).split())
