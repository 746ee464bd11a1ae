"""Taking back in a browser: other marks, other ways, and none that is grave.

A tab that came is closed first, then the right tab is shown, then the address is gone back to, then
what lies over the page is left, fields are put back, and last the page is scrolled.

A page is compared with the mark of the one that should be back. Not restored: another address,
tab, place, or another text or choice in a field. Close: all that is so, and the page says
something else; a page may do that by itself. Times of now are left out."""

from collections import Counter
from collections.abc import Iterator, Sequence

import xxhash

from engine.domain import actions
from engine.domain.facts import replace, same
from engine.domain.history import LocalActionNode
from engine.domain.plans import GLOBAL_ZONE_ID, PlanStep, Situation
from engine.domain.risks import Comparison, FieldMark, PageMark, Returned, StateMark, UndoWay
from engine.domain.web.pages import CUT_CHARS, Page, Tab, WebElement
from engine.domain.web.sites import is_web
from engine.domain.zones import CHECKABLE_ROLES, EDITABLE_ROLES, Role, State, Zone, holds_mask
from engine.language.labels import shortened
from engine.states import marking, small_pictures
from engine.states.web import changes, forms, touching
from engine.undo import comparing, reverter
from engine.undo.opposites import called_by, click, opposite_ways, press, step


def web_mark_of(situation: Situation) -> StateMark:
    """The mark of a situation; without a page as on the desktop."""
    if (shown := situation.page) is None:
        return marking.mark_of(situation)
    has_canvas = any(zone.role is Role.CANVAS for zone in situation.zones_in_sight)
    mark = marking.mark_of(situation, with_pictures=has_canvas)
    page = PageMark(
        **same(shown, PageMark),
        fields=tuple(field for field, _ in fields_on(shown, situation)),
        texts=tuple(_texts_of(shown)),
    )
    tabs = sorted((tab.url, tab.is_active) for tab in page.tabs)
    facts = (mark.digest, page.url, tabs, page.fields, page.scroll_x_px, page.scroll_y_px)
    told = [marking.without_clock(text) for text in page.texts]
    digest = xxhash.xxh3_128(repr((facts, told)).encode()).hexdigest()
    return replace(mark, digest=digest, page=page)


def fields_on(page: Page, situation: Situation) -> Iterator[tuple[FieldMark, WebElement]]:
    """The fields of a page with what they hold, in sight or not; never what is secret."""
    zones = {zone.source_key: zone for zone in situation.zones}
    seen: Counter[str] = Counter()
    for element in page.elements:
        zone = zones.get(element.agent_id)
        is_checkable = zone is not None and zone.role.is_checkable
        if not (forms.is_field(element) or is_checkable):
            continue
        # what stays the same when the page comes anew
        named = element.attr_name or element.attr_id or element.aria_label or element.text
        label = element.name if element.input_type in ("radio", "checkbox") else ""
        name = "/".join((element.frame_url, element.form, element.tag, named, label))
        seen[name] += 1
        called = element.name or element.attr_name
        value = zone.hidden_digest or element.value if zone is not None else element.value
        if element.input_type == "password":
            value = ""  # its digest also tells how it looks
        yield (
            FieldMark(
                f"{name}#{seen[name]}",
                zone.words if zone is not None else f"{element.role or 'field'} “{called}”",
                value,
                zone.is_checked if zone is not None and is_checkable else None,
            ),
            element,
        )


def _texts_of(page: Page) -> Iterator[str]:
    yield from (line.strip() for line in page.text.splitlines() if line.strip())
    for element in page.elements:
        if not forms.is_field(element):
            yield f"{element.role} “{element.name}”"


_MOST_DIFFERENCES = 5
_SCROLLED_PX = 4
"""Less is rounding, and what a bar that comes and goes moves."""
_CHOSEN_ROLES = CHECKABLE_ROLES | EDITABLE_ROLES | {Role.TAB, Role.SLIDER}


def compare_pages(before: StateMark, now: StateMark) -> Comparison:
    """What is different, most telling first."""
    was, page = before.page, now.page
    if was is None or page is None:
        return comparing.compare(before, now)
    grave = [*changes.other_tabs(was.tabs, page.tabs), *_other_fields(was, page)]
    if was.url != page.url:
        grave.insert(0, f"the address is {shortened(page.url)}, not {shortened(was.url)}")
    elif is_scrolled_otherwise(was, page):
        grave.append(f"the page is scrolled to {page.scroll_y_px}, not {was.scroll_y_px}")
    else:
        # tabs and the like within the page, which are no fields of a form
        told = {field.words for field in page.fields}
        old, new = (
            [zone for zone in mark.zones if zone.role in _CHOSEN_ROLES and zone.words not in told]
            for mark in (before, now)
        )
        grave += comparing.changed_zones(old, new)
    if grave:
        return Comparison(Returned.NOT_RESTORED, tuple(grave[:_MOST_DIFFERENCES]))
    slight = list(_other_texts(was, page)) + list(small_pictures.picture_differences(before, now))
    if not slight and was.dom_hash != page.dom_hash and was.texts == page.texts:
        slight.append("something that has no words is different on the page")
    if slight:
        return Comparison(Returned.CLOSE, tuple(slight[:_MOST_DIFFERENCES]))
    return Comparison(Returned.RESTORED)


def is_scrolled_otherwise(was: PageMark, now: PageMark) -> bool:
    down, right = now.scroll_y_px - was.scroll_y_px, now.scroll_x_px - was.scroll_x_px
    return max(abs(down), abs(right)) > _SCROLLED_PX


def _other_fields(was: PageMark, now: PageMark) -> Iterator[str]:
    there = {field.name: field for field in now.fields}
    for old in was.fields:
        new = there.get(old.name)
        if new is None:
            continue
        if old.value != new.value:
            yield f"{new.words} holds “{shortened(new.value)}”, not “{shortened(old.value)}”"
        elif old.is_checked is not new.is_checked:
            yield f"{new.words} is {'checked' if new.is_checked else 'not checked'}"


def _other_texts(was: PageMark, now: PageMark) -> Iterator[str]:
    old, new = (Counter(map(marking.without_clock, mark.texts)) for mark in (was, now))
    yield from (f"“{shortened(text)}” is gone" for text in (old - new).elements())
    yield from (f"“{shortened(text)}” has come" for text in (new - old).elements())


_LEAVING = ("calls_off", "shuts", "dismisses", "shuts_on_pages", "goes_back")
"""What is pressed to leave what lies over a page, the best first, as rows of the words."""
_MOST_EVIDENCE = 3


def web_ways_back(node: LocalActionNode, now: Situation, mark: StateMark) -> Iterator[UndoWay]:
    """Ways that fit what is there now, whose mark is given."""
    was, page = node.before.page, now.page
    if was is None or page is None:
        return
    yield from _close_tabs(node, page)
    yield from _show_tab(was, page)
    if _shown_id(was.tabs) != _shown_id(page.tabs):
        return
    if was.url != page.url:
        yield from _to_address(node, was, page)
        return
    yield from _leave_dialog(node, now)
    yield from _put_fields_back(was, page, now)
    for old in node.before.zones:  # a section, menu or tab of the page that is opened otherwise
        zone = now.zone(old.zone_id)
        if zone is None or old.role in (Role.CHECK_BOX, Role.RADIO_BUTTON, Role.SWITCH):
            continue
        differing = marking.choices_of(old) ^ marking.choices_of(zone)
        is_lost = State.SELECTED in differing and State.SELECTED in old.state
        if is_lost or differing & {State.EXPANDED, State.CHECKED}:
            yield click(zone, now)
    if mark.page is not None and is_scrolled_otherwise(was, mark.page):
        back = actions.ScrollTo(was.scroll_x_px, was.scroll_y_px)
        yield _way(f"scroll to {was.scroll_y_px}", back)
    if isinstance(node.step.action, actions.Click):
        yield from opposite_ways(node, now, mark)
    yield from _open_page_anew(node, was, page)


def _shown_id(tabs: Sequence[Tab]) -> str:
    tab = changes.active_tab(tabs)
    return tab.tab_id if tab is not None else ""


def _close_tabs(node: LocalActionNode, page: Page) -> Iterator[UndoWay]:
    """Those that came with the action; what came later by itself is somebody else's."""
    assert node.before.page is not None
    known = {tab.tab_id for tab in node.before.page.tabs}
    after = node.after.page
    with_it = {tab.tab_id for tab in after.tabs} - known if after is not None else set()
    for tab in page.tabs:
        if tab.tab_id in with_it:
            yield _way(f"close the tab “{tab.title or tab.url}”", actions.CloseTab(tab.tab_id))


def _show_tab(was: PageMark, page: Page) -> Iterator[UndoWay]:
    wanted, front = changes.active_tab(was.tabs), changes.active_tab(page.tabs)
    there = {tab.tab_id for tab in page.tabs}
    if wanted is None or (front is not None and front.tab_id == wanted.tab_id):
        return
    if wanted.tab_id in there:
        yield _way(f"show the tab “{wanted.title or wanted.url}”", actions.SwitchTab(wanted.tab_id))


def _to_address(node: LocalActionNode, was: PageMark, page: Page) -> Iterator[UndoWay]:
    """By the tab's history from where the action led to; by the address from anywhere else,
    since more than one step back would leave what was there before."""
    after = node.after.page
    is_where_it_led = after is not None and after.url == page.url
    if is_where_it_led:
        if isinstance(node.step.action, actions.GoBack):
            if page.can_go_forward:
                yield _way("go forward a page", actions.GoForward())
        elif page.can_go_back:
            yield _way("go back a page", actions.GoBack())
    if _can_be_opened(was.url):
        yield _way(f"open {was.url} again", actions.Navigate(was.url))


def _can_be_opened(url: str) -> bool:
    """An address with a hidden part is another one than was seen, and opens nothing of it."""
    return is_web(url) and not holds_mask(url)


def _leave_dialog(node: LocalActionNode, now: Situation) -> Iterator[UndoWay]:
    """What came to lie over the page: by its own way out, or Escape."""
    known = {zone.zone_id for zone in node.before.zones}
    come = [zone for zone in now.zones_in_sight if zone.zone_id not in known]
    dialogs = [zone for zone in come if zone.role in (Role.DIALOG, Role.MENU, Role.ALERT)]
    ways_out = list(called_by(_LEAVING, [zone for zone in come if zone.is_enabled]))
    inside = [
        zone
        for zone in ways_out
        if any(one.bounds_px.contains(zone.bounds_px.center) for one in dialogs)
    ]
    for zone in inside or ways_out:
        if zone.role in (Role.BUTTON, Role.ICON):
            yield click(zone, now)
    if dialogs:
        yield press("escape")


def _put_fields_back(was: PageMark, page: Page, now: Situation) -> Iterator[UndoWay]:
    """Each that holds another text or choice. A radio button is left by choosing the former."""
    old = {field.name: field for field in was.fields}
    zones = {zone.source_key: zone for zone in now.zones}
    for field, element in fields_on(page, now):
        before, zone = old.get(field.name), zones.get(element.agent_id)
        if before is None or zone is None or element.input_type == "password":
            continue
        yield from _put_back(before, field, element, zone)


def _put_back(
    before: FieldMark, field: FieldMark, element: WebElement, zone: Zone
) -> Iterator[UndoWay]:
    if before.is_checked is not field.is_checked:
        if before.is_checked or zone.role is not Role.RADIO_BUTTON:
            yield UndoWay(f"click {zone.words}", (step(zone, actions.Click()),))
        return
    if before.value == field.value or zone.is_secret or len(before.value) >= CUT_CHARS:
        return
    is_list = element.role == "combobox"
    chooses = is_list and element.tag != "select"
    action = actions.TypeText(before.value, replace=True, chooses=chooses)
    if element.options or is_list:
        yield UndoWay(f"choose “{before.value}” in {zone.words} again", (step(zone, action),))
    else:
        yield UndoWay(f"put the former text back into {zone.words}", (step(zone, action),))


def _open_page_anew(node: LocalActionNode, was: PageMark, page: Page) -> Iterator[UndoWay]:
    """A page is as before when it comes anew; never where something was entered."""
    is_entered = any(field.value or field.is_checked for field in was.fields)
    is_of_page = isinstance(node.step.action, actions.Click | actions.PressKeys) and _can_be_opened(
        was.url
    )
    if is_of_page and not is_entered and was.dom_hash != page.dom_hash:
        yield _way(f"open {was.url} anew", actions.Navigate(was.url))


def _way(words: str, action: actions.Action) -> UndoWay:
    return UndoWay(words, (PlanStep(0, GLOBAL_ZONE_ID, "", action, f"Take back: {words}"),))


def _came_back(node: LocalActionNode, now: StateMark, is_acted: bool) -> reverter.Evidence:
    """What the page told after the action, and does not tell any more."""
    found = compare_pages(node.after, now).differences
    if not found and node.after.digest != now.digest:
        return ("what the page shows is as before",)
    return found[:_MOST_EVIDENCE]


class WebReverter(reverter.ActionReverter):
    """Implements the ``Reverter`` port for pages."""

    _mark_of = staticmethod(web_mark_of)
    _ways_back = staticmethod(web_ways_back)
    _came_back = staticmethod(_came_back)

    def compare(
        self, before: StateMark, now: StateMark, of: LocalActionNode | None = None
    ) -> Comparison:
        return compare_pages(before, now)

    def doubts(self, before: StateMark, after: StateMark, now: StateMark) -> tuple[str, ...]:
        return ()

    def ways(
        self, node: LocalActionNode, now: Situation, *, only_looks: bool = False
    ) -> tuple[UndoWay, ...]:
        """A page shows all that can be looked at."""
        ways = () if only_looks else super().ways(node, now)
        return tuple(way for way in ways if not self._is_grave(way, now))

    def _is_grave(self, way: UndoWay, now: Situation) -> bool:
        """It presses what hands something over or deletes: never a way back."""
        presses = actions.Click | actions.PressKeys
        pressed = (each for each in way.steps if isinstance(each.action, presses))
        return any(touching.is_grave(self._rater.rate(each, now)) for each in pressed)
