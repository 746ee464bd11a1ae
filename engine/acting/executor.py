"""Performing one step: find the target, move the hands, settle, and judge the effect.

After a line break an editor that indents by itself puts in what it thinks that the next line
begins with. The hands select that (Shift+Home), and what is typed next takes its place; where
nothing was put in, nothing is selected. A terminal takes the key for a look at its former lines,
which ends with the next one. Only texts that make an editor indent are typed so, into what tells
that it holds lines."""

import asyncio
import re
import time
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace

from engine.acting.settling import Settler, has_reacted
from engine.domain import actions, conditions, errors, performing, verdicts
from engine.domain.actions import Click, Drag, Launch, PressKeys, Scroll, TypeText, Wait
from engine.domain.limits import Limits
from engine.domain.plans import GLOBAL_ZONE_ID, PlanStep, Situation
from engine.domain.spaces import Frame, Point
from engine.domain.surface_ports import ChangeWatch, FileFacts, Strokes, Surface
from engine.domain.zones import ROW_ROLES, Role, Zone
from engine.geometry.regions import without_all
from engine.language.keys import stands_for
from engine.states.spots import CARET_PIXELS, changed_pixels, strokes_px

_NOTCHES_TO_FIND, _NOTCHES_TO_END, _MOST_TURNS = 3, 20, 100
_MOVES_SECS = 0.6
"""What does not move so long after the wheel was turned is at its end."""
_LEAST_OPENER_PX, _ROUNDED_PX = 8, 2
_LARGE = frozenset({Role.TEXT_AREA, Role.CANVAS, Role.IMAGE, Role.OTHER})

_MAKES_INDENT = re.compile(r"^[ \t]+\S.*\n|[:{(\[>]\n", re.MULTILINE)
_FROM_LINE_START = PressKeys(("shift", "home"))


class Executor:
    """Performs steps on one surface. Whether a step may be performed is not its business."""

    def __init__(self, surface: Surface, settler: Settler, limits: Limits) -> None:
        self._surface = surface
        self._settler = settler
        self._limits = limits
        self._files_before: dict[str, FileFacts] = {}

    async def perform(self, step: PlanStep, before: Situation) -> performing.Performed:
        """Raises ``ActionImpossible`` where there is nothing to act upon. A ``__replan__`` step is
        a harmless no-op here; the director takes it before."""
        if step.is_replan:
            return performing.Performed(verdicts.seen("there was nothing to do"), before)
        self._files_before = await self._settler.files_of(step.expected_change)
        first = performing.Looks(before, before, time.time(), files_before=self._files_before)
        with closing(self._settler.watch()) as watch:
            at = point_of(step, before)
            if _is_cut_row(step, before):
                # of two clicks the first would bring the rest of it into sight, the second hit what
                # is then there
                await self._surface.hands.perform(Click(), at)
                alone = replace(step, action=Click(), expected_change=None)
                bound_secs = self._limits.settle_secs
                shown = await self._settler.settle(watch, alone, first, bound_secs=bound_secs)
                at = _found_again(step, before, shown.situation)
            if isinstance(step.action, Scroll) and (step.action.to_end or step.action.until):
                await self._scroll_on(step.action, at, watch)
            elif _holds_submenu(step, before):
                await self._open_submenu(step, before, at, watch)
            elif isinstance(step.action, TypeText) and _opens_a_list(step, before):
                await self._choose(step.action.text, step.zone_id, before, at, watch)
            else:
                ways = ways_of(step, before, at)
                for part in parts_of(step, before):
                    await self._surface.hands.perform(part, at, ways)
                    at = None  # a second click would move the caret
            if isinstance(step.action, Wait) and step.expected_change is None:
                await asyncio.sleep(step.action.secs)
            bound_secs = self._bound_secs(step)
            settled = await self._settler.settle(watch, step, first, bound_secs=bound_secs)
        judged = settled.judged
        if settled.obstacle is not None and not judged.is_seen:
            said = f"instead a dialog came up: “{settled.obstacle}”"
            judged = verdicts.contradicted(*judged.evidence, said)
        return performing.Performed(
            judged,
            settled.situation,
            is_obstructed=settled.obstacle is not None,
            has_reacted=has_reacted(step, before, settled.situation),
        )

    async def _open_submenu(
        self, step: PlanStep, before: Situation, at: Point | None, watch: ChangeWatch
    ) -> None:
        """Rest on the entry, which opens it in most toolkits: a click would shut it again. Where
        that opens nothing, click it; where that neither, go into it by its key."""
        for part in (Scroll(), step.action, PressKeys(("right",))):
            await self._surface.hands.perform(part, at)
            if await self._settler.opens(step.zone_id, before, watch):
                return

    async def _choose(
        self, name: str, box_id: str, before: Situation, at: Point | None, watch: ChangeWatch
    ) -> None:
        """Open the list and click the entry of that name; one that does not come into sight is
        typed, by which many lists find it. Where no list opened, what is typed would go to whatever
        has the keyboard: raises ``ActionImpossible``."""
        await self._surface.hands.perform(Click(), at)
        entry = await self._settler.entry(name, box_id, before, watch)
        if entry is None:
            await self._surface.hands.perform(TypeText(name), None)
        else:
            await self._surface.hands.perform(Click(), entry.bounds_px.center)

    async def _scroll_on(self, action: Scroll, at: Point | None, watch: ChangeWatch) -> None:
        """Turn by turn, until the text is in sight or nothing moves any more."""
        turn = turn_of(action, _NOTCHES_TO_FIND if action.until else _NOTCHES_TO_END)
        shown: Frame | None = await self._surface.eyes.capture()
        for _ in range(_MOST_TURNS):
            if shown is None or (action.until and await self._settler.shows(action.until)):
                break
            await self._surface.hands.perform(turn, at)
            shown = await self._moved(watch, shown)
        else:
            raise errors.ActionImpossible("It scrolls on and on, and its end does not come.")
        if action.until and not await self._settler.shows(action.until):
            raise errors.ActionImpossible(f"“{action.until}” did not come into sight by scrolling.")

    async def _moved(self, watch: ChangeWatch, shown: Frame) -> Frame | None:
        """What is shown once more than a caret has changed; None where nothing does."""
        deadline = time.monotonic() + _MOVES_SECS
        while (left_secs := deadline - time.monotonic()) > 0:
            await watch.next(left_secs)
            now = await self._surface.eyes.capture()
            if changed_pixels(shown, now) > CARET_PIXELS:
                return now
        return None

    def forget_held(self) -> None:
        """Nothing waits on a desktop."""

    def held_late(self, step: PlanStep) -> errors.HeldBack | None:
        return None

    async def has_effect_already(self, step: PlanStep, looks: performing.Looks) -> bool:
        """Whether the expected change has come after all, since the first attempt."""
        condition = step.expected_change
        if condition is None or isinstance(condition, conditions.SomethingChanges):
            return False
        return await self.has_come(condition, looks)

    async def has_come(self, condition: conditions.Condition, looks: performing.Looks) -> bool:
        """Whether the condition holds now, files included: one that was not there before what was
        performed last has come, however old it is."""
        looks = replace(looks, files_before=self._files_before)
        return await self._settler.has_come(condition, looks)

    async def wait_for_zone(self, step: PlanStep, before: Situation) -> Situation:
        """The situation once the step's zone or what is called so is in sight, or at the bound."""
        with closing(self._settler.watch()) as watch:
            settled = await self._settler.settle(
                watch,
                replace(step, action=Wait(), expected_change=sought_by(step)),
                performing.Looks(before, before, time.time()),
                bound_secs=self._limits.settle_secs,
            )
        return settled.situation

    def _bound_secs(self, step: PlanStep) -> float:
        match step.action:
            case Launch():
                return self._limits.launch_settle_secs
            case Wait(secs=secs):
                return secs
            case _:
                return self._limits.settle_secs


def point_of(step: PlanStep, situation: Situation) -> Point | None:
    """Where the hands go: the zone's centre or a drag's beginning; None without a place."""
    if strokes := strokes_px(step, situation):
        return strokes[0][0]
    if step.zone_id == GLOBAL_ZONE_ID:
        return None
    zone = situation.zone(step.zone_id)
    if zone is None or not zone.on_screen:
        raise errors.ActionImpossible(f"“{step.zone_label or step.zone_id}” is not in sight.")
    centre = zone.bounds_px.center
    match step.action:
        case TypeText(replace=False) if zone == situation.focused_zone and zone.role in _LARGE:
            return None  # a click in its middle would move the caret, or do something there
        case Drag(from_offset_px=Point(x=x, y=y)):
            return Point(centre.x + x, centre.y + y)
        case Click() if zone.role is Role.COMBO_BOX:
            # beside the entry field in it, in which a click puts the caret
            inside = [it for it in situation.zones_in_sight if it.parent_id == zone.zone_id]
            fields = [it.bounds_px for it in inside if it.is_editable]
            beside = without_all([zone.bounds_px], fields)
            wide = [part for part in beside if min(part.width, part.height) >= _LEAST_OPENER_PX]
            return max(wide, key=lambda part: part.area, default=zone.bounds_px).center
        case _:
            return centre


def _is_cut_row(step: PlanStep, before: Situation) -> bool:
    """To be clicked twice, at the edge of its list: it is lower than others there."""
    zone, action = before.zone(step.zone_id), step.action
    if not isinstance(action, Click) or action.count < 2 or action.at or zone is None:
        return False
    its, of_it = zone.bounds_px, (zone.window_id, zone.parent_id, zone.role)
    alike = (e for e in before.zones_in_sight if (e.window_id, e.parent_id, e.role) == of_it)
    boxes = (each.bounds_px for each in alike if each.bounds_px.x == its.x)
    is_lower = any(box.height > its.height + _ROUNDED_PX for box in boxes)
    return zone.role in ROW_ROLES and zone.source.tells and is_lower


def _found_again(step: PlanStep, before: Situation, now: Situation) -> Point | None:
    """The row, of which a list that has scrolled may tell as of another thing, in its column."""
    was = [zone for zone in before.zones if zone.zone_id == step.zone_id]
    its = [(zone.role, zone.label, zone.bounds_px.x) for zone in was]
    found = [e for e in now.zones_in_sight if (e.role, e.label, e.bounds_px.x) in its]
    return point_of(step, now) if len(found) != 1 else found[0].bounds_px.center


def _holds_submenu(step: PlanStep, before: Situation) -> bool:
    """An entry of an open menu that is told to hold others."""
    zone = before.zone(step.zone_id)
    if step.action != Click() or zone is None or not zone.role.is_of_menu:
        return False
    parent = before.zone(zone.parent_id)
    is_within = parent is not None and parent.role.is_of_menu
    return is_within and any(each.parent_id == zone.zone_id for each in before.zones)


def _opens_a_list(step: PlanStep, before: Situation) -> bool:
    """The text is to be chosen: no field takes it."""
    zone = before.zone(step.zone_id)
    if zone is None or zone.role is not Role.COMBO_BOX or not zone.source.tells:
        return False
    holds = (each for each in before.zones if each.parent_id == zone.zone_id)
    is_typed = zone.is_editable or any(each.is_editable for each in holds)
    return isinstance(step.action, TypeText) and step.action.replace and not is_typed


def sought_by(step: PlanStep, known: Zone | None = None) -> conditions.Condition:
    """That its zone is in sight, or what is called so where it is not ``known``."""
    named = (conditions.ZoneShown(step.zone_label),) if step.zone_label and known is None else ()
    return conditions.AnyOf((conditions.ZonePresent(step.zone_id, step.zone_label), *named))


def ways_of(step: PlanStep, situation: Situation, at: Point | None) -> Strokes:
    """Along which a drag goes: through its places, else from ``at`` to its end."""
    drag = step.action
    if not isinstance(drag, Drag):
        return ()
    if drag.strokes:
        return strokes_px(step, situation)
    zone, by = situation.zone(drag.to_zone_id), drag.offset_px
    if drag.to_zone_id and (zone is None or not zone.on_screen):
        raise errors.ActionImpossible("The place to drag to is not in sight.")
    if at is None or (zone is None and by is None):
        raise errors.ActionImpossible("This action needs a place, and none was given.")
    moved = Point(at.x + by.x, at.y + by.y) if by is not None else at
    return ((at, zone.bounds_px.center if zone is not None else moved),)


def turn_of(action: Scroll, notches: int) -> Scroll:
    """One turn of the wheel that goes on."""
    down, right = (max(-1, min(1, each)) * notches for each in (action.down, action.right))
    return replace(action, down=down, right=right)


def parts_of(step: PlanStep, before: Situation) -> Iterator[actions.Action]:
    """The step's action, or what the hands do one after the other in its place."""
    action = step.action
    field = _without_select_all(step, before)
    if isinstance(action, TypeText) and action.replace and field is not None:
        yield from [Click()] * (step.zone_id != GLOBAL_ZONE_ID)
        held = ("ctrl",) if field.role is Role.TEXT_AREA else ()
        yield from map(PressKeys, ((*held, "home"), (*held, "shift", "end"), ("delete",)))
        action = TypeText(action.text)
    if not isinstance(action, TypeText) or not _may_be_indented(action.text, step, before):
        yield action
        return
    first, *others = action.text.split("\n")
    yield TypeText(f"{first}\n", replace=action.replace)
    for at, line in enumerate(others, 1):
        yield _FROM_LINE_START
        if typed := f"{line}\n" if at < len(others) else line:
            yield TypeText(typed)
        else:  # nothing is to stand there: what is selected goes, and nothing else
            yield TypeText("x")
            yield PressKeys(("backspace",))


def _may_be_indented(text: str, step: PlanStep, before: Situation) -> bool:
    zone = before.zone(step.zone_id) or before.focused_zone
    takes_lines = zone is not None and zone.role is Role.TEXT_AREA
    is_told = zone is not None and zone.source.tells
    return takes_lines and is_told and _MAKES_INDENT.search(text) is not None


def _without_select_all(step: PlanStep, before: Situation) -> Zone | None:
    """The field, where the keys that select all are those of a menu that has none for copying."""
    field = before.zone(step.zone_id) or before.focused_zone
    if field is None or not field.role.is_field:
        return None
    entries = [z for z in before.zones if z.window_id == field.window_id and z.role.is_of_menu]
    copying = {z.parent_id for z in entries if stands_for(z.shortcut, ("ctrl", "c"))}
    others = (z for z in entries if z.parent_id not in copying)
    return field if any(stands_for(z.shortcut, ("ctrl", "a")) for z in others) else None
