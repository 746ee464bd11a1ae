"""The action reverter: declares how an action can be taken back, finds the ways, compares, and says
whether a return can be claimed: what was seen to differ, and is as before again.

Implements the ``Reverter`` port. Which way fits is told by what the action really changed (a
window came, a box is ticked, a text is another), not only by what it was meant to do.
A way may be the first half of another: after each one looks again and asks anew. So the order is
that of the screen: what lies on top is left first, then what is chosen or written otherwise is
put back, then the action's own opposite and the application's undo are tried.

That all looks as before is no evidence by itself: what never showed does not show when it stands
either. So each action that is to count as taken back needs something that was otherwise after it,
or the thing itself that it was to change, looked at."""

import asyncio
import re
from collections.abc import Callable, Iterator

from engine.domain import actions, conditions, ports, verdicts
from engine.domain.actions import Click, Drag, FocusWindow, PressKeys, Scroll, TypeText
from engine.domain.history import LocalActionNode
from engine.domain.plans import PlanStep, Situation
from engine.domain.risks import Comparison, Degree, Reversibility, StateMark, UndoWay
from engine.domain.zones import CHECKABLE_ROLES, Role
from engine.language.grave_words import is_called
from engine.language.keys import chord_of
from engine.language.labels import plain, promises_window, shortened
from engine.states.marking import content_of, mark_of
from engine.states.small_pictures import picture_differences
from engine.undo import comparing, opposites, putting_back
from engine.undo.opposites import press, step

_TELLS_ITS_CHOICE = CHECKABLE_ROLES | {Role.TAB, Role.LIST_ITEM, Role.TREE_ITEM}
_SAVING_CHORDS = (("ctrl", "s"), ("ctrl", "shift", "s"))
_LEAVING_CHORDS = (("escape",), ("ctrl", "w"), ("alt", "f4"))
Evidence = tuple[str, ...]


def came_back_on_desktop(node: LocalActionNode, now: StateMark, is_acted: bool) -> Evidence:
    """A click upon a menu's entry is not judged by the menu, which closed with it; and a status bar
    only tells of it where something was done, since messages pass by themselves."""
    zone = node.before.zone(node.step.zone_id)
    is_entry = zone is not None and zone.role.is_menu_entry
    bars = {each.bounds_px for each in node.before.asides}
    menus = any(e.is_popup for e in node.before.windows) or {*node.before.not_compared} - bars
    is_drawn = zone is None and node.step.zone_label and isinstance(node.step.action, Click)
    if is_drawn and menus and not node.after.windows_since(node.before):  # it opened no other
        return comparing.beside_drawn_menus(node, now)
    if evidence := comparing.what_came_back(node.after, now, but_menus=is_entry):
        return evidence
    return tuple(comparing.said_otherwise(node.after, now)) if is_acted else ()


def _does_nothing(node: LocalActionNode) -> bool:
    """It only looks, waits, or puts the caret somewhere."""
    match node.step.action:
        case actions.Wait() | actions.TakeScreenshot() | actions.FocusWindow() | actions.Replan():
            return True
        case actions.Click(button="left"):
            zone = node.before.zone(node.step.zone_id)
            return zone is not None and zone.is_editable and zone.role is not Role.COMBO_BOX
        case _:
            return False


def _closed_around(node: LocalActionNode, now: StateMark) -> str:
    """The window that it was done in, which stood open after it and does not now: that it is gone
    takes nothing back of what was set or written in it."""
    zone = node.before.zone(node.step.zone_id)
    if zone is None or zone.role.is_of_menu:
        return ""
    window = node.after.window_of(zone)
    return window.name if window is not None and now.window_of(zone) is None else ""


def _led_back(node: LocalActionNode, now: StateMark) -> Evidence:
    """It did nothing but leave what had been opened, and that is gone."""
    match node.step.action:
        case actions.PressKeys(keys=keys):
            leaves = chord_of(keys) in _LEAVING_CHORDS
        case actions.Click(button="left"):
            leaves = any(is_called(row, plain(node.step.zone_label)) for row in opposites.LEAVING)
        case _:
            leaves = False
    return comparing.what_came_back(node.before, now, but_menus=False) if leaves else ()


def _looked_at(node: LocalActionNode, now: StateMark) -> Evidence:
    """What the action was to change, where that is in sight and tells that it did not."""
    zone, was = now.zone(node.step.zone_id), node.before.zone(node.step.zone_id)
    if zone is None or was is None:
        return ()
    match node.step.action:
        case actions.Click(button="left") if zone.role in _TELLS_ITS_CHOICE:
            return (f"{zone.words} is as it was",)
        case actions.TypeText() if zone.role.is_field and zone.value:
            return (f"{zone.words} holds “{shortened(zone.value)}”, as before",)
        case actions.Scroll() | actions.ScrollTo() if zone.bounds_px == was.bounds_px:
            return (f"{zone.words} shows what it showed",)
        case _:
            return ()


def _writes(node: LocalActionNode) -> bool:
    """It wrote into a file, or put values into force, which no picture takes back."""
    step = node.step
    if node.after.windows_since(node.before):
        return False  # it asked first
    if isinstance(step.expected_change, conditions.FileSaved | conditions.FileExists):
        return True
    match step.action:
        case actions.PressKeys(keys=keys):
            return chord_of(keys) in _SAVING_CHORDS
        case actions.Click(button="left"):
            zone = node.before.zone(step.zone_id)
            presses = zone is not None and (zone.role.is_of_menu or zone.role is Role.BUTTON)
            named = is_called("saves", plain(step.zone_label), "applies")
            return presses and named and not promises_window(step.zone_label)
        case _:
            return False


_UNMARKED = re.compile(r"(?i)^[*•●]\s*|(?<!\s)\s*[*•●]$|(?<!\s)\s*[(\[](modified|changed)[)\]]")


def ways_back(node: LocalActionNode, now: Situation, mark: StateMark) -> Iterator[UndoWay]:
    """Ways that fit what is there; each is tried and judged before the next is asked for."""
    yield from putting_back.tick_again(node, now)
    yield from putting_back.turn_mark_back(node, now, mark)
    # a combo box that holds another value than before has its list open
    both = ((z, now.zone(z.zone_id)) for z in node.before.zones if z.role is Role.COMBO_BOX)
    has_changed = any(z and (z.label, z.value) != (box.label, box.value) for box, z in both)
    if has_changed and opposites.windows_that_came(node, now):
        yield from putting_back.put_choices_back(node, now)
    yield from opposites.leave_what_came(node, now)
    if opposites.windows_that_came(node, now):
        return
    yield from opposites.go_to_window_of(node.before, now)
    if isinstance(node.step.action, Click) and comparing.is_itself_again(node, mark):
        yield from opposites.size_again(node.before, now)
        yield from opposites.reopen_menus(node.before, now)
        return  # whatever else differs, what else is known would take back something else
    yield from opposites.by_its_keys(node, now)
    is_first = isinstance(node.step.action, Drag | Scroll | Click)
    if is_first:
        yield from opposites.opposite_ways(node, now, mark)
    yield from putting_back.put_choices_back(node, now)
    if isinstance(node.step.action, Click):
        yield from putting_back.select_rows_again(node, now)
    yield from putting_back.put_texts_back(node, now)
    yield from _undo_in_marked_window(node, now)
    yield from opposites.close_what_came_in_it(node.before, now)
    if not is_first:
        yield from opposites.opposite_ways(node, now, mark)
    yield from _undo_or_again(node, now, mark)
    yield from putting_back.select_rows_again(node, now)
    yield from opposites.size_again(node.before, now)
    yield from opposites.reopen_menus(node.before, now)


def _undo_in_marked_window(node: LocalActionNode, now: Situation) -> Iterator[UndoWay]:
    """A title says that something changed, which is out of sight, behind a dialog or a menu."""
    titles = {window.window_id: window.title for window in node.before.windows}
    for window in now.windows:
        was = titles.get(window.window_id, window.title)
        if was != window.title and _UNMARKED.sub("", was) == _UNMARKED.sub("", window.title):
            focus = () if window.is_active else (step(None, FocusWindow(window.title)),)
            undo = step(None, PressKeys(("ctrl", "z")))
            yield UndoWay(f"undo in “{window.title}”", (*focus, undo))


def _undo_or_again(node: LocalActionNode, now: Situation, mark: StateMark) -> Iterator[UndoWay]:
    """The application's own undo for what came or went in the window that was in front. Never for
    something that only looks otherwise: that may be a thing of the view, and undo would take back
    what was done before it. A view is turned by what turned it."""
    front = now.active_window
    if front is None or front.window_id not in {one.window_id for one in node.before.windows}:
        return
    if content_of(node.before, mark) != content_of(mark, node.before):
        if opposites.turned_a_view(node):
            if content_of(node.after, mark) == content_of(mark, node.after):
                yield from opposites.again(node, now, only_looks=True)
            return
        if isinstance(node.step.action, Click | PressKeys | TypeText | Drag):
            yield press("ctrl", "z")
        yield from opposites.again(node, now, only_looks=False)
    elif any(picture_differences(node.before, mark)):
        if not isinstance(node.step.action, Scroll | Drag):
            yield from putting_back.let_go_of_selection(now)
        if content_of(node.before, node.after) == content_of(node.after, node.before):
            yield from opposites.again(node, now, only_looks=True)
        if isinstance(node.step.action, Drag):
            yield press("ctrl", "z")


class ActionReverter:
    """Stateless, but for the mark of the last situation, which is asked for again and again."""

    _mark_of: Callable[[Situation], StateMark] = staticmethod(mark_of)
    _ways_back = staticmethod(ways_back)
    _came_back = staticmethod(came_back_on_desktop)

    def __init__(self, rater: ports.RiskRater) -> None:
        self._rater = rater
        self._last: tuple[Situation, StateMark] | None = None

    def reversibility_of(self, step: PlanStep, situation: Situation) -> Reversibility:
        """As the gate is told it: the risk's own words."""
        risk = self._rater.rate(step, situation)
        return Reversibility(risk.degree, risk.undo)

    async def mark(self, situation: Situation) -> StateMark:
        if self._last is None or self._last[0] is not situation:
            self._last = (situation, await asyncio.to_thread(self._mark_of, situation))
        return self._last[1]

    def compare(
        self, before: StateMark, now: StateMark, of: LocalActionNode | None = None
    ) -> Comparison:
        return comparing.compare(before, now, of)

    def doubts(self, before: StateMark, after: StateMark, now: StateMark) -> tuple[str, ...]:
        return tuple(comparing.doubtful_differences(before, after, now))

    def judge(self, node: LocalActionNode, now: StateMark, *, is_acted: bool) -> verdicts.Judgement:
        words = node.step.description
        if _writes(node):
            return verdicts.cant_tell(f"what “{words}” wrote was not looked at")
        if _does_nothing(node):
            return verdicts.seen("there was nothing to take back")
        if closed := _closed_around(node, now):
            why = f"“{closed}” is closed, so that nothing tells what of “{words}” stands"
            return verdicts.cant_tell(why)
        evidence = self._came_back(node, now, is_acted) or _looked_at(node, now)
        if evidence := evidence or _led_back(node, now):
            return verdicts.seen(*evidence)
        why = f"nothing showed what “{words}” did, so that nothing tells whether it stands"
        return verdicts.cant_tell(why)

    def ways(
        self, node: LocalActionNode, now: Situation, *, only_looks: bool = False
    ) -> tuple[UndoWay, ...]:
        if node.reversibility.degree is Degree.IRREVERSIBLE:
            return ()
        if only_looks:
            return tuple(opposites.reopen_menus(node.before, now))
        if self._last is None or self._last[0] is not now:
            self._last = (now, self._mark_of(now))
        return tuple(self._ways_back(node, now, self._last[1]))
