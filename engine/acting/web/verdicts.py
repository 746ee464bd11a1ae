"""What came of a web action: its effect, and why, in words."""

from __future__ import annotations

from collections.abc import Sequence

from engine.acting.web.page_settling import WebSettled
from engine.domain import actions
from engine.domain.conditions import condition_words
from engine.domain.lifecycle import Effect
from engine.domain.performing import Performed
from engine.domain.plans import PlanStep
from engine.domain.situation import Situation
from engine.domain.web.pages import Page
from engine.domain.zones import Role, State, Zone
from engine.states.conditions_held import changed_pixels
from engine.states.web.changes import active_tab, sentence_of

_DRAWN_PIXELS = 600
"""More of a canvas than a caret is an effect upon it."""


def verdict(
    step: PlanStep,
    before: Situation,
    settled: WebSettled,
    tried: Sequence[str] = (),
    *,
    may_repeat: bool = True,
) -> Performed:
    """``tried`` are the ways that were gone, the last of which is the one that counts."""
    effect, words = _effect(step, before, settled)
    if effect is Effect.SUSPECTED_NO_OP and not may_repeat:
        words += " It was not touched again: that might do it twice."
    if len(tried) > 1:
        words = f"{words} Tried: {'; '.join(tried)}.".strip()
    return Performed(effect, words, settled.situation, may_repeat=may_repeat)


def _effect(step: PlanStep, before: Situation, settled: WebSettled) -> tuple[Effect, str]:
    changes = sentence_of(settled.changes)
    if failed := _did_not_load(step, before, settled.situation.page):
        return Effect.SUSPECTED_NO_OP, failed
    if settled.has_come or (settled.changes and settled.has_come is None):
        return Effect.CONFIRMED, changes
    if settled.has_come is False and step.expected_change is not None:
        missing = f"It was expected that {condition_words(step.expected_change)}; it did not come."
        if settled.changes:
            return Effect.CONFIRMED, f"{changes} {missing}"
        return Effect.SUSPECTED_NO_OP, missing
    if isinstance(step.action, actions.TakeScreenshot | actions.Wait):
        return Effect.UNVERIFIABLE, "Nothing was expected that shows."
    return _without_change(step, before, settled.situation)


def _did_not_load(step: PlanStep, before: Situation, page: Page | None) -> str:
    """What went wrong with a page that was asked for by its address or in the history."""
    if page is None or not page.trouble or not isinstance(step.action, _OPENS_PAGE):
        return ""
    was = before.page
    is_old = was is not None and (was.trouble, was.url) == (page.trouble, page.url)
    if is_old and not isinstance(step.action, actions.Navigate):
        return ""
    return f"The page did not load: {page.trouble.rstrip('.')}."


_OPENS_PAGE = actions.Navigate | actions.GoBack | actions.GoForward | actions.Search


def _without_change(step: PlanStep, before: Situation, now: Situation) -> tuple[Effect, str]:
    """Nothing of the page differs: it was so before, it can't be seen, or nothing happened."""
    was, page, zone = before.page, now.page, now.zone(step.zone_id)
    match step.action:
        case actions.Navigate(url=url) if page is not None and _is_same_address(url, page.url):
            return Effect.ALREADY_SO, "The page was opened anew; it is as before."
        case actions.SwitchTab(tab_id=tab_id) if page is not None and _is_active(page, tab_id):
            return Effect.ALREADY_SO, "The tab was in front already."
        case actions.ScrollTo(y_px=y_px) if was is not None and abs(was.scroll_y_px - y_px) <= 1:
            return Effect.ALREADY_SO, "The page was there already."
        case actions.Scroll() | actions.ScrollTo():
            return Effect.SUSPECTED_NO_OP, _no_scrolling(step, page)
        case actions.TypeText() if zone is not None and zone.role is Role.PASSWORD_FIELD:
            return Effect.UNVERIFIABLE, "What a password field holds is not looked at."
        case actions.TypeText(text=text) if zone is not None and _holds(zone, now, text):
            return Effect.ALREADY_SO, f"{zone.words} held that already."
        case actions.Click() if zone is not None and _is_chosen_already(zone):
            return Effect.ALREADY_SO, f"{zone.words} was so already."
        case actions.Click() if zone is not None and _is_redrawn(zone, before, now):
            return Effect.CONFIRMED, "The picture of it changed."
        case _:
            return Effect.SUSPECTED_NO_OP, "Neither the address nor the page changed."


def _is_same_address(one: str, other: str) -> bool:
    return one.rstrip("/") == other.rstrip("/")


def _is_active(page: Page, tab_id: str) -> bool:
    tab = active_tab(page.tabs)
    return tab is not None and tab.tab_id == tab_id


def _no_scrolling(step: PlanStep, page: Page | None) -> str:
    if isinstance(step.action, actions.Scroll) and page is not None:
        if step.action.down > 0 and not page.can_scroll_down:
            return "The page did not scroll: this is its end."
        if step.action.down < 0 and not page.can_scroll_up:
            return "The page did not scroll: this is its top."
    return "The page did not scroll."


def _holds(zone: Zone, now: Situation, text: str) -> bool:
    element = now.page.element(zone.source_key) if now.page is not None else None
    return text in (zone.value, element.value if element is not None else zone.value)


def _is_chosen_already(zone: Zone) -> bool:
    """A field that has the keyboard, a radio button that is chosen: a click changes neither."""
    if zone.is_editable:
        return State.FOCUSED in zone.state
    return zone.role is Role.RADIO_BUTTON and zone.is_checked


def _is_redrawn(zone: Zone, before: Situation, now: Situation) -> bool:
    if zone.role is not Role.CANVAS:
        return False
    return changed_pixels(before.frame, now.frame) > _DRAWN_PIXELS
