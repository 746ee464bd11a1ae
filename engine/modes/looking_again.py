"""Looking again, once all is done, at what nobody could see: a tick in a menu that closed over it,
a text in a window of settings that has closed since.

It is opened as the run opened it, looked at, and left. Of windows only settings are opened: in
another form what was typed last may stand there for the next time, and opening one may make
something. A text counts where its field was made anew: what one shows that was merely hidden may
never have been taken. And what was typed in a window that closed is looked for elsewhere."""

import contextlib
from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace

from engine.domain import conditions as c
from engine.domain.actions import Action, Click, PressKeys, TypeText
from engine.domain.errors import BudgetExhausted, NobodyToAsk
from engine.domain.history import LocalActionNode
from engine.domain.plans import (
    GLOBAL_ZONE_ID,
    GoalPart,
    PlanSegment,
    PlanStep,
    ReplanKind,
    Situation,
)
from engine.domain.scripts import Locator, alike
from engine.domain.zones import ROW_ROLES, Arrangement, Role, State, Zone
from engine.language.grave_words import has_word, is_called
from engine.language.keys import chord_of
from engine.language.labels import has_words, normal, plain
from engine.language.refusals import refuses
from engine.session.session import Session
from engine.states.conditions_held import shows

_WHY = "All is done. What closed before its effect was seen is opened once more, and left as it is."
_ESCAPE = PressKeys(("escape",))
_MOST_PRESSES = 5
_LEAVING = ("calls_off", "shuts")
_WITHIN = ROW_ROLES | {Role.TAB}
_OPENING = frozenset({Role.MENU, Role.MENU_ITEM, Role.TOGGLE_BUTTON, Role.BUTTON})


async def looked_again(run: Session, steps: Sequence[PlanStep]) -> dict[PlanStep, str]:
    """What is so of the effects of these steps, by step, where that is seen now."""
    seen: dict[PlanStep, str] = {}
    stack = tuple(run.history.stack)
    for at, node in enumerate(stack):
        is_asked = node.step in steps and node.step not in seen and run.looks.seen.page is None
        if is_asked and _wanted(node) is not None:
            meant = [each for each in stack if each.step in steps]
            with contextlib.suppress(BudgetExhausted, NobodyToAsk):
                seen |= await _looked(run, stack[: at + 1], meant)
    return seen


async def parts_looked_again(run: Session, parts: Sequence[GoalPart]) -> dict[str, str]:
    """What is so of these parts of the goal, by their words: such as a step of the run set."""
    stack = run.history.stack
    set_by = {part: node.step for part in parts for node in stack if _sets(node, part.shown_by)}
    again = await looked_again(run, tuple(set_by.values()))
    return {part.words: again[step] for part, step in set_by.items() if step in again}


def _sets(node: LocalActionNode, shown_by: c.Condition | None) -> bool:
    match shown_by, _wanted(node):
        case c.ZoneState(), c.ZoneState() as wanted:
            return replace(shown_by, label=wanted.label) == wanted
        case c.ZoneValue(zone_id=zone_id, text=text), c.ZoneValue() as wanted:
            return zone_id == wanted.zone_id and has_words(text, wanted.text)
    return False


def _wanted(node: LocalActionNode) -> c.ZoneState | c.ZoneValue | None:
    """What tells of the effect in sight: its tick, or what its field held after the typing."""
    zone, then = (mark.zone(node.step.zone_id) for mark in (node.before, node.after))
    if zone is None or not zone.source.tells:
        return None
    match node.step.action:
        case Click(button="left", count=1) if zone.role.is_menu_entry or zone.role.is_checkable:
            is_on = zone.role is Role.RADIO_BUTTON or not zone.is_checked
            return c.ZoneState(zone.zone_id, zone.label, State.CHECKED, is_on)
        case TypeText(text=text) if then is not None and text.strip() and text in then.value:
            is_whole = not (then.is_secret or then.is_cut or then.hidden_digest)
            return c.ZoneValue(then.zone_id, zone.label, then.value) if is_whole else None
        case _:
            return None


async def _looked(
    run: Session, done: Sequence[LocalActionNode], meant: Sequence[LocalActionNode]
) -> dict[PlanStep, str]:
    """What is so of what the last of the actions ``done`` was to bring about, and of the others
    that are ``meant`` and are in sight then; nothing where it could not be left again."""
    before = now = await run.looks.look_at_rest()
    for press in (way := _way_to(done, before)):
        if _is_at_hand(press, now) and (wanted := _wanted(done[-1])) is not None:
            words = f"{press.step.description}, to see whether {c.condition_words(wanted)}"
            now = await _pressed(run, _found(press, now), words, press.step.action)
    known = {
        z.source_key for node in (*done, *meant) for z in (*node.before.zones, *node.after.zones)
    }
    seen = dict(_seen_of(meant, now, known)) if way else {}
    for _ in range(_MOST_PRESSES if way else 0):
        came = now.windows_since(before)
        if not came and _found(done[-1], now) is None:
            return seen
        inside = [zone for each in came if each.is_active for zone in now.zones_in(each)]
        buttons = [zone for zone in inside if zone.role is Role.BUTTON]
        ways = (z for row in _LEAVING for z in buttons if is_called(row, normal(z.label)))
        now = await _pressed(run, next(ways, None), "Leave what was looked at again")
    return {}


def _seen_of(
    meant: Sequence[LocalActionNode], now: Situation, known: Collection[str]
) -> Iterator[tuple[PlanStep, str]]:
    """The steps whose effect is seen in what was made anew, and what is so of it."""
    for node in meant:
        zone, wanted = _found(node, now), _wanted(node)
        if zone and wanted and (zone.source_key not in known or zone.role.is_menu_entry):
            there = replace(wanted, zone_id=zone.zone_id)
            if shows(now, there):
                yield node.step, c.condition_words(there)


def _way_to(done: Sequence[LocalActionNode], now: Situation) -> tuple[LocalActionNode, ...]:
    """The presses that brought it into sight, from what is in sight now on; none where one of them
    may do more than open, or where it is told of though it is not in sight."""
    way: list[LocalActionNode] = []
    at = len(done) - 1
    if now.zone(done[at].step.zone_id) is not None:
        return ()
    while not _is_at_hand(done[at], now):
        wanted = done[at].step.zone_id
        hidden = [k for k in range(at) if done[k].before.zone(wanted) is None]
        if not hidden or len(way) == _MOST_PRESSES or not _only_opens(done, hidden[-1], wanted):
            return ()
        way.insert(0, done[at := hidden[-1]])
    first = way[0].before.zone(way[0].step.zone_id) if way else None
    return () if first is not None and first.role in _WITHIN else tuple(way)


def _only_opens(done: Sequence[LocalActionNode], at: int, wanted: str) -> bool:
    """A menu, or a window of settings, be it by keys; or it turns to a page within one."""
    node, then = done[at], done[at + 1].before
    zone, meant = node.before.zone(node.step.zone_id), then.zone(wanted)
    titles = [each.title for each in then.windows_since(node.before)]
    if _is_chord(node) and not node.step.has_risk_of:
        return any(has_word("settings", title) for title in titles)
    if zone is None or node.step.action != Click() or node.step.has_risk_of:
        return False
    is_menu = is_called("opens_menus", normal(zone.label)) or (meant and meant.role.is_of_menu)
    is_of_settings = any(has_word("settings", words) for e in titles for words in (e, zone.label))
    opens = zone.role in _OPENING and (is_menu or is_of_settings)
    return zone.role in _WITHIN or bool(opens)


async def _pressed(
    run: Session, zone: Zone | None, words: str, keys: Action = _ESCAPE
) -> Situation:
    """What is there after a click on the zone, or else keys, which serves no part of the goal."""
    zone_id, label = (zone.zone_id, zone.label) if zone is not None else (GLOBAL_ZONE_ID, "")
    action = Click() if zone is not None else keys
    step = PlanStep(1, zone_id, label, action, words, c.SomethingChanges())
    await run.steps.adopt(PlanSegment((step,), finishes=False, reason=_WHY), ReplanKind.ADAPTIVE)
    await run.steps.perform(step)
    return await run.looks.look_at_rest()


def _is_chord(node: LocalActionNode) -> bool:
    return isinstance(node.step.action, PressKeys) and len(chord_of(node.step.action.keys)) > 1


def _is_at_hand(node: LocalActionNode, now: Situation) -> bool:
    """It can be pressed: its zone is in sight, or the window in front takes its keys again."""
    front, was = now.active_window, node.before.active_window
    takes_keys = front is not None and was is not None and front.window_id == was.window_id
    return _found(node, now) is not None or (_is_chord(node) and takes_keys)


def _found(node: LocalActionNode, now: Situation) -> Zone | None:
    """What it was done upon, in sight: by its id, or as the only one of its program and name, or
    of as many in one window as there were then, the one at its place among them."""
    if (was := node.before.zone(node.step.zone_id)) is None:
        return None
    same, window = now.zone(was.zone_id), node.before.window_of(was)
    told = Locator(window.application if window is not None else "", was.role, was.label)
    found = [zone for zone in (same, *alike(told, now)) if zone is not None and zone.on_screen]
    if len(found) == 1 or same in found:
        return found[0]
    inside = node.before.zones_in(window) if window is not None else []
    then = sorted(
        (zone for zone in inside if (zone.role, zone.label) == (was.role, was.label)),
        key=lambda zone: (zone.bounds_px.y, zone.bounds_px.x),
    )
    is_one_window = len({zone.window_id for zone in found}) == 1
    return found[then.index(was)] if is_one_window and len(then) == len(found) else None


def gone_with_its_window(run: Session) -> Iterator[PlanStep]:
    """What was typed in a window that came up in the run and closed, and that stands nowhere anew:
    nobody can tell where it went, but into a file. One that was named to be opened may be closed or
    taken away again since."""
    now, done = run.looks.seen, [node for node in run.history.stack if node.is_done]
    for at, node in enumerate(done):
        zone, typed = node.before.zone(node.step.zone_id), node.step.action
        if zone is None or not isinstance(typed, TypeText):
            continue
        is_gone = now.window(zone.window_id) is None
        came = [each.before for each in done[:at] if not each.before.window(zone.window_id)]
        named = any(_names_file(each.step) for each in done[at:])
        later: list[Arrangement] = []
        if typed.text.startswith("/"):
            later = [each.before for each in done[at + 1 :]]
        stood = came and any(_stands_anew(typed.text, came[-1], each) for each in (*later, now))
        if is_gone and not named and came and not stood:
            yield node.step


def _names_file(step: PlanStep) -> bool:
    """It was to save one, or else to be asked whether it may replace one."""
    told = c.either(step.expected_change)
    is_all = all(isinstance(each, c.FileSaved | c.NewWindow) for each in told)
    return is_all and any(isinstance(each, c.FileSaved) for each in told)


def _stands_anew(text: str, before: Arrangement, now: Arrangement) -> bool:
    """In a row, in a title, or by itself; what a sentence says of it may be that it was refused."""
    text = text.rpartition("/")[2] if text.startswith("/") else text
    titles, old = ({window.title for window in each.windows} for each in (now, before))
    if any(has_words(text, title) for title in titles - old):
        return True
    known = {(zone.role, zone.label, zone.value) for zone in before.zones}
    for zone in now.zones:
        if (zone.role, zone.label, zone.value) not in known:
            lines = [zone.label, *zone.value.splitlines()]
            is_row = zone.role in ROW_ROLES and not any(map(refuses, lines))
            if any(has_words(text, e) if is_row else plain(text) == plain(e) for e in lines):
                return True
    return False
