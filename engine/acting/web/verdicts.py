"""What came of a web action: its effect, and why, in words."""

from collections.abc import Sequence
from dataclasses import replace

from engine.acting.web.page_settling import WebSettled
from engine.domain import actions, performing, zones
from engine.domain.conditions import SomethingChanges, ZoneState, ZoneValue, condition_words
from engine.domain.plans import PlanStep, Situation
from engine.domain.verdicts import Judgement, cant_tell, contradicted, seen
from engine.domain.web.pages import Page
from engine.language import amounts, labels
from engine.states import judging, spots
from engine.states.web.changes import CHANGED, CRASH, LED_ON, active_tab, telling
from engine.states.web.touching import element_of, is_open_already, leads_elsewhere

_SILENT = "the page does not answer, so that nobody can see what came of it"
_UNREAD = "the page changed, and nothing that can be read of it"
_MOST_TOLD = 3
_NOTHING = "neither the address nor the page changed"


def judged(
    step: PlanStep,
    before: Situation,
    settled: WebSettled,
    tried: Sequence[str] = (),
    *,
    may_repeat: bool = True,
) -> performing.Performed:
    """``tried`` are the ways that were gone, the last of which is the one that counts."""
    judgement = _judgement(step, before, settled)
    evidence = judgement.evidence
    if judgement.is_contradicted and not may_repeat:
        evidence += ("it was not touched again: that might do it twice",)
    if len(tried) > 1:
        evidence += (f"tried: {'; '.join(tried)}",)
    said = replace(judgement, evidence=evidence)
    return performing.Performed(said, settled.situation, may_repeat=may_repeat)


def _judgement(step: PlanStep, before: Situation, settled: WebSettled) -> Judgement:
    """That the page changed is no evidence of a change that was expected and is not seen."""
    if failed := _did_not_load(step, before, settled.situation.page):
        return contradicted(failed)
    if any(each.startswith(CRASH) for each in settled.changes):
        return _after_crash(step, before, settled)
    condition = step.expected_change
    if isinstance(condition, ZoneValue | ZoneState):
        return _of_its_own(step, condition, before, settled)
    is_any = settled.has_come is None or isinstance(condition, SomethingChanges)
    if settled.changes[:1] == (CHANGED,) and is_any and isinstance(step.action, _DOES):
        zone = before.zone(step.zone_id) or before.focused_zone
        told = telling(settled.changes, before, settled.situation, zone)
        return seen(*told[:_MOST_TOLD]) if told else cant_tell(_UNREAD)
    if lost := _not_taken(step, settled.situation):
        return cant_tell(lost, *settled.changes)
    if settled.changes and settled.has_come is None:
        return seen(*settled.changes)
    if settled.has_come and condition is not None:
        more = (each for each in settled.changes if each != CHANGED)
        return seen(condition_words(condition), *more)
    if (page := settled.situation.page) is not None and page.is_silent:
        return cant_tell(_SILENT, *settled.changes)
    if settled.has_come is False and condition is not None:
        if settled.changes:
            missing = f"it was not seen that {condition_words(condition)}"
            return cant_tell(missing, *settled.changes)
        return contradicted(_NOTHING)
    if isinstance(step.action, actions.Wait):
        return seen("nothing changed meanwhile")
    if isinstance(step.action, actions.TakeScreenshot):
        return seen("the picture was taken")
    return _without_change(step, before, settled.situation)


def _after_crash(step: PlanStep, before: Situation, settled: WebSettled) -> Judgement:
    """What was done to the page that crashed shows by where it led alone."""
    element, page, now = element_of(step, before), before.page, settled.situation.page
    is_elsewhere = now is not None and not now.trouble  # one that crashed twice is left blank
    if is_elsewhere and any(each.startswith(LED_ON) for each in settled.changes):
        return seen(*settled.changes)
    is_click = isinstance(step.action, actions.Click)
    if is_click and element and page and leads_elsewhere(element, page):
        return contradicted(*settled.changes)
    return cant_tell(*settled.changes)


_DOES = actions.Click | actions.PressKeys | actions.Drag


def _not_taken(step: PlanStep, now: Situation) -> str:
    """What was typed where the keyboard is stands in the field that has it by now, or is lost."""
    action, zone = step.action, now.focused_zone
    if not isinstance(action, actions.TypeText) or step.expected_change or zone is None:
        return ""
    tells = zone.is_editable and not zone.is_secret and not zone.hidden_digest
    is_lost = "\n" not in action.text and not _holds(zone, now, action.text)
    return f"{zone.words} holds “{zone.value}”" if tells and is_lost else ""


def _of_its_own(
    step: PlanStep, condition: ZoneValue | ZoneState, before: Situation, settled: WebSettled
) -> Judgement:
    """What a control itself tells of its value or state, judged as on a desktop; a date that the
    page shows in its own way may be the same one."""
    found = judging.judge(step, performing.Looks(before, settled.situation))
    zone = settled.situation.zone(step.zone_id)
    if not found.is_contradicted or not isinstance(condition, ZoneValue) or zone is None:
        return found
    may_choose = zone.role is zones.Role.COMBO_BOX
    if isinstance(step.action, actions.TypeText) and (may_choose or step.action.chooses):
        # what the page made itself shows it beside other entries that are chosen, too
        if labels.has_words(condition.text, zone.value):
            return seen(f"{zone.words} shows “{zone.value}”")
        told = f"{zone.words} does not tell what is chosen in it"
        return found if zone.value else cant_tell(told)
    if amounts.day_in(condition.text) is not None and amounts.day_in(zone.value) is not None:
        return cant_tell(f"{zone.words} holds “{zone.value}”: the page made that of it")
    return found


def _did_not_load(step: PlanStep, before: Situation, page: Page | None) -> str:
    """What went wrong with a page that was asked for by its address or in the history."""
    if page is None or not page.trouble or not isinstance(step.action, _OPENS_PAGE):
        return ""
    was = before.page
    is_old = was is not None and (was.trouble, was.url) == (page.trouble, page.url)
    if is_old and not isinstance(step.action, actions.Navigate):
        return ""
    return f"the page did not load: {page.trouble.rstrip('.')}"


_OPENS_PAGE = actions.Navigate | actions.GoBack | actions.GoForward | actions.Search


def _without_change(step: PlanStep, before: Situation, now: Situation) -> Judgement:
    """Nothing of the page differs: it was so before, it can't be seen, or nothing happened."""
    was, page, zone = before.page, now.page, now.zone(step.zone_id)
    element = element_of(step, before)
    match step.action:
        case actions.Navigate(url=url) if page and url.rstrip("/") == page.url.rstrip("/"):
            return seen("the page was opened anew; it is as before")
        case actions.SwitchTab(tab_id=tab_id) if (
            page and (tab := active_tab(page.tabs)) and tab.tab_id == tab_id
        ):
            return seen("the tab was in front already")
        case actions.ScrollTo(y_px=y_px) if was is not None and abs(was.scroll_y_px - y_px) <= 1:
            return seen("the page was there already")
        case actions.Scroll() if _is_redrawn(before, now):  # a map, a canvas
            return cant_tell("only the picture changed")
        case actions.Scroll() | actions.ScrollTo():
            return contradicted(_no_scrolling(step, page))
        case actions.TypeText() if zone is not None and zone.role is zones.Role.PASSWORD_FIELD:
            return cant_tell("what a password field holds is not looked at")
        case actions.TypeText(text=text) if zone is not None and _holds(zone, now, text):
            return seen(f"{zone.words} held that already")
        case actions.TypeText(text=text) if zone is not None and _holds(
            zone, now, text.rstrip("\n")
        ):
            return cant_tell(f"{zone.words} holds it, and shows nothing of the Return")
        case actions.Click() if zone and was and is_open_already(before.zone(step.zone_id), was):
            return seen(f"{zone.words} was open already: the click changed nothing")
        case actions.Click() if _is_loaded_anew(step, before, now):
            return seen("the page was opened anew; it is as before")
        case actions.Click() if zone is not None and not zone.is_enabled:
            return contradicted(f"{zone.words} is greyed out")
        case actions.Click() if isinstance(step.expected_change, SomethingChanges):
            return contradicted(_NOTHING)
        case actions.Click() if was and element and leads_elsewhere(element, was):
            return contradicted(f"{_NOTHING}: the link did not lead on")
        case actions.Click() | actions.Drag() | actions.PressKeys() if _is_redrawn(before, now):
            return cant_tell("only the picture changed")
        case actions.Click() | actions.Drag() | actions.PressKeys():
            return cant_tell(f"{_NOTHING}: the page is silent about it")
        case _:
            return contradicted(_NOTHING)


def _is_redrawn(before: Situation, now: Situation) -> bool:
    return spots.changed_pixels(before.frame, now.frame) > spots.CARET_PIXELS


def _is_loaded_anew(step: PlanStep, before: Situation, now: Situation) -> bool:
    """The link leads to the page that is there, and nothing of its old document is left."""
    was, page, element = before.page, now.page, element_of(step, before)
    if was is None or element is None or page is None:
        return False
    is_its = element.href.partition("#")[0] == page.url
    return is_its and not any(page.element(each.agent_id) for each in was.elements)


def _no_scrolling(step: PlanStep, page: Page | None) -> str:
    if isinstance(step.action, actions.Scroll) and page is not None:
        if step.action.down > 0 and not page.can_scroll_down:
            return "the page did not scroll: this is its end"
        if step.action.down < 0 and not page.can_scroll_up:
            return "the page did not scroll: this is its top"
    return "the page did not scroll"


def _holds(zone: zones.Zone, now: Situation, text: str) -> bool:
    element = now.page.element(zone.source_key) if now.page is not None else None
    return text in (zone.value, element.value if element is not None else zone.value)
