"""Comparing a state with the mark of the one that should be back: restored, close, or not."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Sequence

from engine.domain.reversal import Comparison, Returned, StateMark
from engine.domain.zones import State, Window, Zone
from engine.language.labels import shortened
from engine.states.marking import is_same_state, window_facts, zone_facts, zones_without
from engine.states.small_pictures import picture_differences

_MOST_DIFFERENCES = 5
_FACTS_OF_STATE = {
    State.CHECKED.value: "checked",
    State.SELECTED.value: "selected",
    State.EXPANDED.value: "opened",
}


def compare(before: StateMark, now: StateMark) -> Comparison:
    """Restored: nothing that matters differs. Close: something looks or is arranged differently.

    Not restored: a window, a text or a choice differs.
    """
    grave = [*_window_differences(before, now), *changed_zones(before.zones, now.zones)]
    if grave:
        return Comparison(Returned.NOT_RESTORED, tuple(grave[:_MOST_DIFFERENCES]))
    is_same = is_same_state(before, now)
    slight = [] if is_same else _come_and_gone(before, now)
    slight += itertools.islice(picture_differences(before, now), _MOST_DIFFERENCES)
    if slight:
        return Comparison(Returned.CLOSE, tuple(slight[:_MOST_DIFFERENCES]))
    if not is_same:
        return Comparison(Returned.CLOSE, (_otherwise_arranged(before, now),))
    return Comparison(Returned.RESTORED)


def _window_differences(before: StateMark, now: StateMark) -> list[str]:
    old, new = (_titles(mark.windows) for mark in (before, now))
    gone = [f"the window “{title}” is not there" for title in (old - new).elements()]
    come = [f"the window “{title}” is there now" for title in (new - old).elements()]
    return gone + come


def _titles(windows: tuple[Window, ...]) -> Counter[str]:
    facts = (window_facts(window) for window in windows)
    return Counter(title or application for application, title, _ in facts)


def changed_zones(before: Sequence[Zone], now: Sequence[Zone]) -> list[str]:
    """Zones that are there as before, with another text or choice."""
    old, new = _by_name(before), _by_name(now)
    words = []
    for name in old.keys() & new.keys():
        for was, is_now in zip(old[name], new[name], strict=False):
            (_, _, was_text, was_choices), (_, _, text, choices) = (
                zone_facts(was),
                zone_facts(is_now),
            )
            if was_text != text and (was.is_secret or is_now.is_secret):
                words.append(f"{is_now.words} holds another text")
            elif was_text != text:
                words.append(
                    f"{is_now.words} holds “{shortened(text)}”, not “{shortened(was_text)}”"
                )
            elif was_choices != choices:
                words.append(f"{is_now.words} is {_listed(choices)}, not {_listed(was_choices)}")
    return sorted(words)


def _by_name(zones: Sequence[Zone]) -> dict[tuple[str, str], list[Zone]]:
    named: dict[tuple[str, str], list[Zone]] = {}
    for zone in sorted(zones, key=lambda zone: (zone.bounds_px.y, zone.bounds_px.x)):
        role, label, _, _ = zone_facts(zone)
        named.setdefault((role, label), []).append(zone)
    return named


def _come_and_gone(before: StateMark, now: StateMark) -> list[str]:
    old = Counter(map(zone_facts, zones_without(before, now.not_compared)))
    new = Counter(map(zone_facts, zones_without(now, before.not_compared)))
    gone = [f"{role} “{shortened(label)}” is gone" for role, label, *_ in (old - new).elements()]
    come = [f"{role} “{shortened(label)}” has come" for role, label, *_ in (new - old).elements()]
    return gone + come


def _otherwise_arranged(before: StateMark, now: StateMark) -> str:
    old, new = (next((w.title for w in m.windows if w.is_active), "") for m in (before, now))
    if old != new:
        return f"the window “{new}” is in front, not “{old}”"
    return "things are arranged in another order"


def _listed(choices: tuple[str, ...]) -> str:
    words = [_FACTS_OF_STATE[choice] for choice in choices]
    return " and ".join(words) if words else "neither checked nor selected"
