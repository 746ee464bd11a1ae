"""The closed menus of a program as one tree, told once: at the place in a run's past where the
program came, rather than at each look."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import replace

from engine.domain.situation import Situation
from engine.domain.zones import Zone
from engine.thinking.model.fencing import estimated_tokens, fenced, one_line
from engine.thinking.model.past_text import Told

_LEAST_ENTRIES = 8
_LABEL_CHARS = 60
_SAME = 0.8
"""Entries such as the last documents come and go; a tree with so many known ones is the same."""


class ToldMenus:
    """What of menus was told in one run. ``most_tokens`` is what one program's may take."""

    def __init__(self, most_tokens: float) -> None:
        self._most_tokens = most_tokens
        self._labels: dict[str, frozenset[str]] = {}
        self.told: list[Told] = []

    def without(self, situation: Situation, past_length: int) -> Situation:
        """The situation without the entries that are told in the past, from now on."""
        left_out: set[str] = set()
        for window in situation.windows:
            name = window.application or window.title
            hidden = _entries(situation, window.window_id)
            if len(hidden) < _LEAST_ENTRIES or not self._is_told(name, hidden, past_length):
                continue
            left_out |= {zone.zone_id for zone in hidden}
        zones = tuple(zone for zone in situation.zones if zone.zone_id not in left_out)
        return replace(situation, zones=zones)

    def _is_told(self, name: str, hidden: Sequence[Zone], past_length: int) -> bool:
        labels = frozenset(zone.label for zone in hidden)
        known = self._labels.get(name, frozenset())
        if len(labels & known) >= _SAME * len(labels):
            return True
        title = one_line(name, _LABEL_CHARS)
        block = fenced("\n".join((f"  THE CLOSED MENUS OF {title}:", *_tree(hidden))))
        if estimated_tokens(block) > self._most_tokens:
            return False
        self._labels[name] = labels
        self.told.append(Told(past_length, block))
        return True


def _entries(situation: Situation, window_id: str) -> list[Zone]:
    return [
        zone
        for zone in situation.zones
        if zone.window_id == window_id and zone.is_actionable and not zone.on_screen and zone.label
    ]


def _tree(hidden: Sequence[Zone]) -> list[str]:
    """A line for each menu; an entry whose label is another's too has its zone_id."""
    alike = Counter(zone.label for zone in hidden)
    inside: dict[str, list[str]] = defaultdict(list)
    for zone in hidden:
        words = one_line(zone.label, _LABEL_CHARS)
        beside = [zone.zone_id] if alike[zone.label] > 1 else []
        beside += [one_line(zone.shortcut, _LABEL_CHARS)] if zone.shortcut else []
        inside[zone.parent_id].append(f"{words} ({', '.join(beside)})" if beside else words)
    return [f"  {parent or 'elsewhere'}: {'; '.join(words)}" for parent, words in inside.items()]
