"""The ways to touch an element, in their order, and which of them are allowed for which target.

By the mouse where it stands; found again after scrolling down, then up; by the page's own
``click()``, which is for what is hidden, keeps moving or did not react, not for what takes no
clicks; by the one element in sight that has the same role and text. What was approved is what is
touched: the last way is left out where another element could be meant by the same words, and what
can't be taken back is touched by the mouse only."""

from collections.abc import Iterator

from engine.domain import actions, facts, risks, surface_ports, zones
from engine.domain.plans import GLOBAL_ZONE_ID, PlanStep, Situation
from engine.domain.web.pages import Page, WebElement

_SHOWN = zones.CHECKABLE_ROLES - {zones.Role.TOGGLE_BUTTON}  # some of which spring back
_VIEW_SHARE = 0.8
"""How much of the view is scrolled by when an element is looked for."""


class Way(facts.Frozen):
    """``scroll`` is 1 for a look further down before it, -1 for one further up."""

    how: surface_ports.Touch
    words: str
    scroll: int = 0


POINTER = Way("pointer", "by the mouse")
AGAIN = (
    Way("pointer", "found again further down", 1),
    Way("pointer", "found again further up", -1),
)
SCRIPT = Way("script", "by the page's own click")
TEXT = Way("text", "by its role and text")


def ways_to(element: WebElement, risk: risks.Risk, page: Page) -> Iterator[Way]:
    """The ways for this step, the document's order."""
    yield POINTER
    yield from AGAIN
    if is_grave(risk):
        return
    yield SCRIPT
    alike = [one for one in page.elements if (one.role, one.text) == (element.role, element.text)]
    if element.text and len(alike) <= 1:  # a list has one “Open” in every row
        yield TEXT


def may_repeat(
    step: PlanStep, element: WebElement, zone: zones.Zone | None, risk: risks.Risk, page: Page
) -> bool:
    """Whether a second touch does no harm where the first may have landed unseen.

    A link to another page leads where it led; a tick or a chosen value shows, so that one that does
    not show did not land. Anything else is pressed once: what it did may not show, and a second
    click folds what the first one has unfolded."""
    if is_grave(risk):
        return False
    match step.action:
        case actions.Search():
            return True
        case actions.TypeText(text=text, replace=replace):
            return replace and "\n" not in text and element.input_type != "password"
        case actions.Click(button="left", count=1):
            is_shown = zone is not None and zone.role in _SHOWN
            leads_on = leads_elsewhere(element, page)
            return is_shown or (leads_on and not is_open_already(zone, page))
        case _:
            return False


def is_open_already(zone: zones.Zone | None, page: Page) -> bool:
    """A click leaves it as it is: a field that has the keyboard, what is chosen, a link to the very
    place where the page is. What is unfolded would fold."""
    if zone is None or zone.is_editable:
        return zone is not None and zones.State.FOCUSED in zone.state
    if zone.role is zones.Role.RADIO_BUTTON and zone.is_checked:
        return True
    element = page.element(zone.source_key)
    place = element.href.partition("#")[2] if element is not None else ""
    alike = [each for each in page.elements if element is not None and each.href == element.href]
    is_here = bool(place.strip("/!")) and len(alike) == 1 and alike[0].href == page.url
    return is_here or zones.State.SELECTED in zone.state


def leads_elsewhere(element: WebElement, page: Page) -> bool:
    """A link to another address than the page's own, or a place on it."""
    href, here = (each.partition("#")[0].rstrip("/") for each in (element.href, page.url))
    return href.startswith("http") and href != here


def is_grave(risk: risks.Risk) -> bool:
    return risk.risk_class.rank >= risks.RiskClass.IRREVERSIBLE.rank


def is_element(step: PlanStep, situation: Situation) -> bool:
    """It is done to what the page calls interactive; mere text is clicked by its place."""
    zone, page = situation.zone(step.zone_id), situation.page
    if zone is None or page is None:
        return step.zone_id != GLOBAL_ZONE_ID
    return page.element(zone.source_key) is not None


def element_of(step: PlanStep, situation: Situation) -> WebElement | None:
    """The element of the step's zone; one made of the zone for what is merely text."""
    zone = situation.zone(step.zone_id)
    if zone is None or situation.page is None:
        return None
    known = situation.page.element(zone.source_key)
    if known is not None:
        return known
    return WebElement(
        agent_id=zone.source_key,
        tag="",
        text=zone.label or zone.value,
        role=zone.role.value,
        band="mid",
        bounds_px=zone.bounds_px,
        in_view=zone.on_screen,
    )


def is_same(one: WebElement, other: WebElement) -> bool:
    """Whether it says and is the same, wherever it stands. What stands around it tells rows
    apart, where both looks tell of it: something that came over a page is told as its context."""
    is_around_same = one.context == other.context or not (one.context and other.context)
    return _essence(one) == _essence(other) and is_around_same


def scrolled_place(page: Page, scroll: int) -> int | None:
    """Where the page is scrolled to for a look further on; None where it ends."""
    if not (page.can_scroll_down if scroll > 0 else page.can_scroll_up):
        return None
    return max(0, page.scroll_y_px + scroll * round(page.view_height_px * _VIEW_SHARE))


def _essence(element: WebElement) -> object:
    return element.tag, element.role, element.name, element.href, element.form
