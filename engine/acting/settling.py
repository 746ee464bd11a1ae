"""Settling: wait until the expected change was seen and the picture is quiet.

There are no fixed delays. A small area that changes again and again in the same place (a caret,
a spinner, a clock) is told apart and does not count as unrest. The time bound is 3 s for
ordinary actions and 30 s for starting an application, which looks quiet before anything appears;
of one whose process failed nothing is waited for."""

import asyncio
import math
import time
from collections import Counter
from collections.abc import Callable

from engine.domain import errors, performing, ports, spaces, zones
from engine.domain.actions import Click, Drag, Launch, PressKeys, Scroll, TypeText, Wait
from engine.domain.conditions import Condition, SomethingChanges, TextShown, ZoneValue, either
from engine.domain.facts import KW_ONLY, Frozen, Part, replace
from engine.domain.plans import PlanStep, Situation
from engine.domain.surface_ports import ChangeWatch, FileFacts, Surface
from engine.domain.verdicts import Judgement, Verdict, contradicted
from engine.language.labels import plain, shortened
from engine.states import dialogs, differences, judging, spots
from engine.states.conditions_held import files_of, holds, shows

QUIET_SECS = 0.1
_LOOK_AGAIN_SECS = 0.15
_SMALL_SHARE = 0.01
_PERIODIC_AFTER = 3
_LOOK_ANYWAY_SECS = 1.0
"""How long a picture that never rests may keep the change from being looked for."""
_OTHER_WINDOW_SECS = 3.0
"""How long a window that came up, and does not tell that it is the one expected, is waited for."""
_OBSTACLE_SECS = 0.6
"""How long a dialog must stand in the way before the change is given up: "Saving…" passes."""
_REWRITTEN_SECS = 0.6
"""How long a field that made something else of what was typed may take to have it after all."""
_OPENS_SECS = 0.6
"""A submenu opens a quarter of a second after the pointer came to rest; hints come later."""
_ENTRIES = frozenset({zones.Role.LIST_ITEM, zones.Role.MENU_ITEM, zones.Role.CHECK_MENU_ITEM})
_LISTS_SECS = 2.0
"""The entries of a list that was just opened may be told or read late."""
_ZONES_LATE_SECS = 2.0
"""How long a window that has just appeared may take to announce what is in it."""
_TOLD_SECS = 0.25
"""A program tells so late what its picture shows already: till then "can't tell" is no answer."""
_READ_SECS = 20.0
"""So much longer is looked for something where a busy machine reads slowly."""
_LAST_WORDS_CHARS = 400


class UnrestFilter:
    """Tells changes that matter from small periodic ones: of at most 1 % of the picture, alone in
    their place three times. A caret moves with typing: places are as coarse as it is tall."""

    def __init__(self, picture_px: spaces.Rect) -> None:
        self._small_area = picture_px.area * _SMALL_SHARE
        self._seen: Counter[tuple[int, int, int, int]] = Counter()

    def is_unrest(self, change: spaces.PictureChange) -> bool:
        box = change.bounds_px
        if box.area > self._small_area:
            return True
        place = (box.x // 16, box.y // 16, box.width // 16, box.height // 16)
        self._seen[place] += 1
        return self._seen[place] < _PERIODIC_AFTER


class Settled(Frozen):
    """How it ended: the situation, and what became of the expected change. ``obstacle`` is what a
    dialog says that came up instead of it."""

    situation: Situation
    judged: Judgement
    is_quiet: bool
    obstacle: str | None = None


class Settler(Part):
    """Waits on one surface."""

    surface: Surface
    perceiver: ports.Perceiver
    _: KW_ONLY
    clock: Callable[[], float] = time.monotonic

    def watch(self) -> ChangeWatch:
        """Open it before the action, so that no change is missed."""
        return self.surface.eyes.watch()

    async def files_of(self, condition: Condition | None) -> dict[str, FileFacts]:
        """The files that the condition is about, as they are now."""
        return {path: await self.surface.file_facts(path) for path in files_of(condition)}

    async def settle(
        self, watch: ChangeWatch, step: PlanStep, first: performing.Looks, *, bound_secs: float
    ) -> Settled:
        """Until the expected change was seen and all rests, or the bound; ``first`` is before."""
        began, before = self.clock(), first.before
        deadline = began + bound_secs
        is_anything = step.expected_change == SomethingChanges()  # waiting on would tell no more
        obstacle_counts_from = math.inf
        unrest = UnrestFilter(before.frame.bounds_px)
        is_still = await self.surface.eyes.change_count() == before.frame.change_count
        is_looking, read_by = isinstance(step.action, Wait), deadline + _READ_SECS
        is_still &= is_looking  # what else was done may show a moment later
        while True:
            look_at = min(deadline, self.clock() + _LOOK_ANYWAY_SECS)
            is_quiet = is_still or await self._wait_for_quiet(watch, unrest, look_at)
            is_told = self.clock() >= began + _TOLD_SECS
            now = await self.perceiver.observe(patience_secs=0.0)
            is_over = self.clock() >= deadline
            judged = await self.judge(step, first, now)
            if now.is_being_read and not (judged.is_seen and _front_is_readable(now)):
                now = await self.perceiver.observe()  # nothing else tells it
                judged = await self.judge(step, first, now)
            if failed := await self._failed_launch(step, before, now):
                wanted, looks = step.expected_change, replace(first, now=now)
                if wanted is None or not await self.has_come(wanted, looks):
                    return Settled(now, contradicted(*judged.evidence, failed), is_quiet)
                deadline = min(deadline, self.clock() + _OTHER_WINDOW_SECS)
            if step.expected_change is None:
                if is_over or (is_quiet and (is_told or judged.is_seen)):
                    return Settled(now, judged, is_quiet)
            elif judged.is_seen or (
                (is_anything and is_told and _shows_something(step, before, now))
                and not differences.only_closes(before, now)
            ):
                deadline = min(deadline, self.clock() + _ZONES_LATE_SECS)
                if is_over or (is_quiet and _front_is_readable(now)):
                    if _new_dialog(before, now) is not None:
                        now = await self.perceiver.observe_fully()  # what it says counts
                        judged = await self.judge(step, first, now)
                    return Settled(now, judged, is_quiet)
            elif is_over and is_looking and now.is_being_read and deadline < read_by:
                deadline = self.clock() + _LOOK_AGAIN_SECS
            elif self.clock() >= deadline or self.clock() >= obstacle_counts_from:
                if _new_dialog(before, now) is not None:
                    now = await self.perceiver.observe_fully()  # what it says may be read late
                is_led_on = dialogs.asks_on(step, before, now) is not None
                obstacle = None if is_led_on else _new_dialog(before, now)
                return Settled(now, judged, is_quiet, obstacle)
            elif judged.verdict is Verdict.CANT_TELL and _is_rewritten(step, before, now):
                deadline = min(deadline, self.clock() + _REWRITTEN_SECS)
            elif judged.verdict is Verdict.CANT_TELL and (
                now.active_window is not None and now.windows_since(before)
            ):  # one that has not the keyboard may tell that more comes
                deadline = min(deadline, self.clock() + _OTHER_WINDOW_SECS)
            elif _new_dialog(before, now) is None:
                obstacle_counts_from = math.inf
            elif obstacle_counts_from == math.inf:
                obstacle_counts_from = self.clock() + _OBSTACLE_SECS
            waited_secs = min(_LOOK_AGAIN_SECS, max(0.0, deadline - self.clock()))
            is_still = await watch.next(waited_secs) is None and waited_secs >= QUIET_SECS

    async def _failed_launch(self, step: PlanStep, before: Situation, now: Situation) -> str:
        """How the launched program failed, where no window came for it; its words, masked."""
        if not isinstance(step.action, Launch) or now.windows_since(before):
            return ""
        told = self.perceiver.masked(await self.surface.failed_launch())
        return shortened(told, _LAST_WORDS_CHARS)

    async def shows(self, text: str) -> bool:
        """Whether the text is in sight now."""
        return shows(await self.perceiver.observe(), TextShown(text))

    async def opens(self, zone_id: str, before: Situation, watch: ChangeWatch) -> bool:
        """Whether a window comes up, or what the zone holds comes into sight."""
        deadline = self.clock() + _OPENS_SECS
        while True:
            now = await self.perceiver.observe()
            if now.windows_since(before) or any(z.parent_id == zone_id for z in now.zones_in_sight):
                return True
            if (left_secs := deadline - self.clock()) <= 0:
                return False
            await watch.next(min(_LOOK_AGAIN_SECS, left_secs))

    async def entry(
        self, name: str, box_id: str, before: Situation, watch: ChangeWatch
    ) -> zones.Zone | None:
        """The one entry of that name that comes into sight, in a list or a menu. Raises
        ``ActionImpossible`` where none comes at all, of the box or in a new window, and nothing of
        its program popped up either, which may be a list that does not tell its entries."""
        known = {zone.zone_id for zone in before.zones_in_sight}
        box = before.zone(box_id)
        window = before.window_of(box) if box is not None else None
        deadline = self.clock() + _LISTS_SECS
        while True:
            now = await self.perceiver.observe()
            came = now.windows_since(before)
            popups = {each.window_id for each in came if _is_popup_of(window, each)}
            new = [z for z in now.zones_in_sight if z.zone_id not in known]
            read = [z for z in new if z.source.is_drawn and z.window_id in popups]
            new = [*read, *(z for z in new if z.role in _ENTRIES)]
            found = [z for z in new if plain(z.label) == plain(name)]
            left_secs = deadline - self.clock()
            is_open = popups or any(e.zone_id == box_id for z in new for e in now.above(z))
            if left_secs <= 0 and not is_open and all(now.window_of(z) not in came for z in new):
                raise errors.ActionImpossible("No list opened: nothing was typed.")
            if found or left_secs <= 0:
                return found[0] if len(found) == 1 else None
            await watch.next(min(_LOOK_AGAIN_SECS, left_secs))

    async def judge(self, step: PlanStep, first: performing.Looks, now: Situation) -> Judgement:
        """What became of the step by now, files included."""
        files = await self.files_of(step.expected_change)
        return await asyncio.to_thread(judging.judge, step, replace(first, now=now, files=files))

    async def has_come(self, condition: Condition, looks: performing.Looks) -> bool:
        """Whether the condition holds now, with the files as they are."""
        files = await self.files_of(condition)
        return await asyncio.to_thread(holds, condition, replace(looks, files=files))

    async def _wait_for_quiet(
        self, watch: ChangeWatch, unrest: UnrestFilter, deadline: float
    ) -> bool:
        """True when nothing of weight changed for a while; False at the deadline."""
        quiet_from = self.clock()
        while self.clock() < deadline:
            patience = quiet_from + QUIET_SECS - self.clock()
            if patience <= 0:
                return True
            change = await watch.next(min(patience, deadline - self.clock()))
            if change is not None and unrest.is_unrest(change):
                quiet_from = self.clock()
        return False


def has_reacted(step: PlanStep, before: Situation, now: Situation) -> bool:
    """What was pressed or clicked did something, whatever it was: it is not done twice."""
    if not isinstance(step.action, Click | PressKeys | Drag | Scroll):
        return False
    zone = before.zone(step.zone_id) if not spots.spots_of(step.action) else None
    return differences.differs(before, now, besides=zone.bounds_px if zone is not None else None)


def _shows_something(step: PlanStep, before: Situation, now: Situation) -> bool:
    """As of a line that is typed into a window that only draws: waiting on would tell no more."""
    is_typed = isinstance(step.action, TypeText) and differences.differs(before, now)
    return is_typed or has_reacted(step, before, now)


def _is_rewritten(step: PlanStep, before: Situation, now: Situation) -> bool:
    """What was typed into came to hold something else than before, though not the text."""
    for wanted in either(step.expected_change):
        if isinstance(wanted, ZoneValue):
            was, zone = (each.zone(wanted.zone_id) for each in (before, now))
            return bool(was and zone and zone.value and zone.value != was.value)
    return False


def _is_popup_of(window: zones.Window | None, new: zones.Window) -> bool:
    """Its program's, and nothing that takes the keyboard, as a dialog does."""
    is_own = window is not None and new.application in ("", window.application)
    return is_own and not (new.is_dialog or new.is_active)


def _front_is_readable(situation: Situation) -> bool:
    """The window in front has told what is in it (one without accessibility never does)."""
    front = situation.active_window
    return front is None or bool(situation.zones_in(front))


def _new_dialog(before: Situation, now: Situation) -> str | None:
    """What the topmost dialog or inline alert says that was not there before; None without one."""
    new = dialogs.new_dialogs({window.window_id for window in before.windows}, now)
    known = {zone.zone_id for zone in before.zones_in_sight}
    return dialogs.said_by(new[0], now) if new else dialogs.new_alert(known, now) or None
