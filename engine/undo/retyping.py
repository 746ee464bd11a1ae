"""Putting back texts: by the application's own undo, by Backspace, or by typing the former text.

Undo comes first, since it alone brings back all that a text has: its end, its looks, and that it
counts as unchanged. What was read in part only is never typed anew.
"""

from __future__ import annotations

from collections.abc import Iterator

from engine.domain.actions import Click, PressKeys, TypeText
from engine.domain.history import LocalActionNode
from engine.domain.plans import PlanStep
from engine.domain.reversal import UndoWay
from engine.domain.situation import Situation
from engine.domain.zones import EDITABLE_ROLES, Role, State, Zone
from engine.language.action_words import chord_words
from engine.undo.undo_steps import step

_LONGEST_READ = 3900
"""A text of this length may have been read in part only."""
_MOST_UNDOS = 20
_MOST_BACKSPACES = 8
_REDO = (("ctrl", "shift", "z"), ("ctrl", "y"))


def put_texts_back(node: LocalActionNode, now: Situation) -> Iterator[UndoWay]:
    """Texts that are others than before."""
    after = {zone.zone_id: zone for zone in node.after.zones}
    for was in node.before.zones:
        zone = now.zone(was.zone_id)
        if zone is None or not zone.on_screen or _is_same_text(was, zone):
            continue
        if zone.role in (Role.COMBO_BOX, Role.SPIN_BOX) and not zone.is_editable:
            continue
        if was.is_secret or zone.is_secret:
            yield from _undo_hidden(zone)
            continue
        if zone.is_editable:
            then = after[zone.zone_id].value if zone.zone_id in after else zone.value
            yield from _undo_or_redo(was, then, zone)
            yield from _erase(node, was, zone)
            yield from _type_again(was, zone)
        elif zone.role in (Role.TEXT_FIELD, Role.TEXT_AREA):
            yield from _backspace(was, zone)
    yield from _undo_secret(node, now)


def let_go_of_selection(now: Situation) -> Iterator[UndoWay]:
    """An undo may leave selected what it brought back; the caret then goes to its end."""
    focused = now.focused_zone
    if focused is not None and focused.role in EDITABLE_ROLES:
        yield UndoWay("let go of the selection", (step(None, PressKeys(("right",))),))


def _undo_or_redo(was: Zone, then: str, zone: Zone) -> Iterator[UndoWay]:
    """As often as it seems to need; redo where it went past the former text."""
    to_go, length = _difference(zone.value, was.value), _difference(then, was.value)
    done = _difference(then, zone.value)
    if to_go > length:
        for chord in _REDO:
            yield UndoWay(f"redo in {zone.words} by {chord_words(chord)}", _keys(zone, chord, 1))
        return
    times = max(1, min(_MOST_UNDOS, to_go // done)) if done else 1
    words = f"undo in {zone.words}" + (f", {times} times" if times > 1 else "")
    yield UndoWay(words, _keys(zone, ("ctrl", "z"), times))


def _erase(node: LocalActionNode, was: Zone, zone: Zone) -> Iterator[UndoWay]:
    """What was typed at the caret is erased from there, where the caret still stands."""
    match node.step.action:
        case TypeText(text=text, replace=False) if State.FOCUSED in zone.state and len(
            was.value
        ) + len(text) == len(zone.value):
            erase = TypeText("\b" * len(text))
            yield UndoWay(f"erase what was typed into {zone.words}", (step(None, erase),))


def _type_again(was: Zone, zone: Zone) -> Iterator[UndoWay]:
    if len(was.value) >= _LONGEST_READ or len(zone.value) >= _LONGEST_READ:
        return
    if "\n" in was.value and zone.role is not Role.TEXT_AREA:
        return
    action = TypeText(was.value, replace=True)
    yield UndoWay(f"put the old text back into {zone.words}", (step(zone, action),))


def _backspace(was: Zone, zone: Zone) -> Iterator[UndoWay]:
    """A display, such as a calculator's, to which something was added."""
    added = zone.value.removeprefix(was.value)
    if was.value in ("", "0"):
        added = zone.value
    if len(added) == len(zone.value) and was.value not in ("", "0"):
        return
    if 0 < len(added) <= _MOST_BACKSPACES:
        action = TypeText("\b" * len(added))
        yield UndoWay(f"erase “{added}” from {zone.words}", (step(None, action),))


def _is_same_text(was: Zone, zone: Zone) -> bool:
    return (was.value, was.hidden_digest) == (zone.value, zone.hidden_digest)


def _undo_hidden(zone: Zone) -> Iterator[UndoWay]:
    """Of a masked text only the undo is known: dots must not be typed in its place."""
    if zone.is_editable and zone.role is not Role.PASSWORD_FIELD:
        yield UndoWay(f"undo in {zone.words}", _keys(zone, ("ctrl", "z"), 1))


def _undo_secret(node: LocalActionNode, now: Situation) -> Iterator[UndoWay]:
    """Of a password only the undo is known: what stood there can't be read."""
    zone = now.zone(node.step.zone_id)
    is_typed = isinstance(node.step.action, TypeText)
    if is_typed and zone is not None and zone.role is Role.PASSWORD_FIELD and zone.on_screen:
        yield UndoWay(f"undo in {zone.words}", _keys(zone, ("ctrl", "z"), 1))


def _keys(zone: Zone, chord: tuple[str, ...], times: int) -> tuple[PlanStep, ...]:
    """The chord in the zone, which is clicked where it does not have the keyboard."""
    focus = () if State.FOCUSED in zone.state else (step(zone, Click()),)
    return (*focus, *(step(None, PressKeys(chord)) for _ in range(times)))


def _difference(one: str, other: str) -> int:
    """How many characters lie between the first and the last that differ."""
    shortest = min(len(one), len(other))
    start = next((i for i in range(shortest) if one[i] != other[i]), shortest)
    rest = shortest - start
    end = next((i for i in range(rest) if one[-1 - i] != other[-1 - i]), rest)
    return max(len(one), len(other)) - start - end
