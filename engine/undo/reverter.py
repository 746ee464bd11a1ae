"""The action reverter: declares how an action can be taken back, finds the ways, and compares.

Implements the ``Reverter`` port. Which way fits is told by what the action really changed (a
window came, a box is ticked, a text is another), not only by what it was meant to do.
A way may be the first half of another: after each one looks again and asks anew. So the order is
that of the screen: what lies on top is left first, then what is chosen or written otherwise is
put back, then the action's own opposite and the application's undo are tried.
"""

import asyncio
import re
from collections.abc import Iterator

from engine.domain.actions import Click, Drag, FocusWindow, PressKeys, Scroll, TypeText
from engine.domain.history import LocalActionNode
from engine.domain.plans import PlanStep, Situation
from engine.domain.ports import RiskRater
from engine.domain.risks import Comparison, Degree, Reversibility, StateMark, UndoWay
from engine.domain.verdicts import Judgement
from engine.domain.zones import Role
from engine.states.marking import content_of, mark_of
from engine.states.small_pictures import picture_differences
from engine.undo import closing, putting_back
from engine.undo.comparing import compare, doubtful_differences, is_itself_again
from engine.undo.evidence import came_back_on_desktop, judged_return
from engine.undo.opposites import again, opposite_ways, press, step, turned_a_view

_UNMARKED = re.compile(r"^[*•●]\s*|(?<!\s)\s*[*•●]$|(?<!\s)\s*[(\[](modified|changed)[)\]]", re.I)


def ways_back(node: LocalActionNode, now: Situation, mark: StateMark) -> Iterator[UndoWay]:
    """Ways that fit what is there now, whose mark is given; each is tried and judged before the
    next is asked for."""
    if _is_open_for_choosing(node, now):
        yield from putting_back.put_choices_back(node, now)
    yield from closing.leave_what_came(node, now)
    if closing.windows_that_came(node, now):
        return
    yield from closing.go_to_window_of(node.before, now)
    if isinstance(node.step.action, Click) and is_itself_again(node, mark):
        yield from closing.reopen_menus(node.before, now)
        return  # whatever else differs, what else is known would take back something else
    is_motion = isinstance(node.step.action, Drag | Scroll)
    if is_motion:
        yield from opposite_ways(node, now, mark)
    yield from putting_back.put_choices_back(node, now)
    if isinstance(node.step.action, Click):
        yield from putting_back.select_rows_again(node, now)
    yield from putting_back.put_texts_back(node, now)
    yield from _undo_in_marked_window(node, now)
    yield from closing.close_what_came_in_it(node.before, now)
    if not is_motion:
        yield from opposite_ways(node, now, mark)
    yield from _undo_or_again(node, now, mark)
    yield from putting_back.select_rows_again(node, now)
    yield from closing.reopen_menus(node.before, now)


def _is_open_for_choosing(node: LocalActionNode, now: Situation) -> bool:
    """A combo box that holds another value than before has its list open."""
    boxes = [zone for zone in node.before.zones if zone.role is Role.COMBO_BOX]
    changed = {z.zone_id for z in boxes if _has_changed(z.zone_id, z.label, z.value, now)}
    return bool(changed and closing.windows_that_came(node, now))


def _has_changed(zone_id: str, label: str, value: str, now: Situation) -> bool:
    zone = now.zone(zone_id)
    return zone is not None and (zone.label, zone.value) != (label, value)


def _undo_in_marked_window(node: LocalActionNode, now: Situation) -> Iterator[UndoWay]:
    """A title that came to say that something was changed: what was is out of sight, behind a
    dialog or beneath a menu."""
    titles = {window.window_id: window.title for window in node.before.windows}
    for window in now.windows:
        was = titles.get(window.window_id, window.title)
        if was != window.title and _UNMARKED.sub("", was) == _UNMARKED.sub("", window.title):
            focus = () if window.is_active else (step(None, FocusWindow(window.title)),)
            undo = step(None, PressKeys(("ctrl", "z")))
            yield UndoWay(f"undo in “{window.title}”", (*focus, undo))


def _undo_or_again(node: LocalActionNode, now: Situation, mark: StateMark) -> Iterator[UndoWay]:
    """The application's own undo for what came or went in the window that was in front.

    Never for something that only looks otherwise: that may be a thing of the view, and undo
    would take back what was done before it. A view is turned by what turned it.
    """
    front = now.active_window
    if front is None or front.window_id not in {one.window_id for one in node.before.windows}:
        return
    if content_of(node.before, mark) != content_of(mark, node.before):
        if turned_a_view(node):
            if content_of(node.after, mark) == content_of(mark, node.after):
                yield from again(node, now, only_looks=True)
            return
        if isinstance(node.step.action, Click | PressKeys | TypeText | Drag):
            yield press("ctrl", "z")
        yield from again(node, now, only_looks=False)
    elif any(picture_differences(node.before, mark)):
        if not isinstance(node.step.action, Scroll | Drag):
            yield from putting_back.let_go_of_selection(now)
        if content_of(node.before, node.after) == content_of(node.after, node.before):
            yield from again(node, now, only_looks=True)
        if isinstance(node.step.action, Drag):
            yield press("ctrl", "z")


class ActionReverter:
    """Stateless, but for the mark of the last situation, which is asked for again and again."""

    def __init__(self, rater: RiskRater) -> None:
        self._rater = rater
        self._last: tuple[Situation, StateMark] | None = None

    def reversibility_of(self, step: PlanStep, situation: Situation) -> Reversibility:
        """As the gate is told it: the risk's own words."""
        risk = self._rater.rate(step, situation)
        return Reversibility(risk.degree, risk.undo)

    async def mark(self, situation: Situation) -> StateMark:
        """The same object for the same situation."""
        if self._last is None or self._last[0] is not situation:
            self._last = (situation, await asyncio.to_thread(self._mark_of, situation))
        return self._last[1]

    def compare(
        self, before: StateMark, now: StateMark, of: LocalActionNode | None = None
    ) -> Comparison:
        return compare(before, now, of)

    def doubts(self, before: StateMark, after: StateMark, now: StateMark) -> tuple[str, ...]:
        return tuple(doubtful_differences(before, after, now))

    def judge(self, node: LocalActionNode, now: StateMark, *, is_acted: bool) -> Judgement:
        return judged_return(node, now, came_back_on_desktop, is_acted=is_acted)

    def ways(
        self, node: LocalActionNode, now: Situation, *, only_looks: bool = False
    ) -> tuple[UndoWay, ...]:
        if node.reversibility.degree is Degree.IRREVERSIBLE:
            return ()
        if only_looks:
            return tuple(closing.reopen_menus(node.before, now))
        if self._last is None or self._last[0] is not now:
            self._last = (now, self._mark_of(now))
        return tuple(self._ways_back(node, now, self._last[1]))

    @staticmethod
    def _mark_of(situation: Situation) -> StateMark:
        return mark_of(situation)

    def _ways_back(
        self, node: LocalActionNode, now: Situation, mark: StateMark
    ) -> Iterator[UndoWay]:
        return ways_back(node, now, mark)
