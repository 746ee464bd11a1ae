"""Which zones the operator wants to see: by who saw them, what they are, and how sure that is.

A filter changes what is drawn and what can be pointed at, never what the agent knows. It is told
how many zones it hides, so that nobody takes them for zones that are not there.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import TypeVar

from engine.domain.zones import CHECKABLE_ROLES, EDITABLE_ROLES, MENU_ROLES, Role, Source, Zone
from engine.language.sentences.figures import count_words

T = TypeVar("T")


class RoleGroup(StrEnum):
    """Roles that an operator looks for together."""

    BUTTONS = "Buttons and links"
    FIELDS = "Fields"
    CHOICES = "Boxes and switches"
    MENUS = "Menus"
    LISTS = "Lists and tables"
    TEXTS = "Texts"
    PICTURES = "Pictures"
    OTHERS = "Others"
    CONTAINERS = "Windows and groups"


_ROLES: dict[RoleGroup, frozenset[Role]] = {
    RoleGroup.FIELDS: EDITABLE_ROLES | {Role.SLIDER},
    RoleGroup.CHOICES: CHECKABLE_ROLES - MENU_ROLES,
    RoleGroup.MENUS: MENU_ROLES | {Role.MENU_BAR},
    RoleGroup.BUTTONS: frozenset({Role.BUTTON, Role.LINK, Role.ICON, Role.TAB}),
    RoleGroup.LISTS: frozenset({Role.LIST_ITEM, Role.TREE_ITEM, Role.CELL, Role.COLUMN_HEADER}),
    RoleGroup.TEXTS: frozenset({Role.LABEL, Role.HEADING, Role.STATUS, Role.ALERT}),
    RoleGroup.PICTURES: frozenset({Role.IMAGE, Role.CANVAS}),
    RoleGroup.CONTAINERS: frozenset({Role.WINDOW, Role.DIALOG, Role.GROUP, Role.TOOL_BAR}),
}
_GROUP_OF = {role: group for group, roles in _ROLES.items() for role in roles}


def group_of(role: Role) -> RoleGroup:
    return _GROUP_OF.get(role, RoleGroup.OTHERS)


def sure_percent(zone: Zone) -> int:
    """As it is shown everywhere."""
    return round(zone.confidence * 100)


@dataclass(frozen=True, slots=True)
class ZoneFilter:
    """What is hidden, so that a source or a role that is new is seen.

    Windows and groups lie behind everything else: they are hidden until they are asked for.
    """

    hidden_sources: frozenset[Source] = frozenset()
    hidden_groups: frozenset[RoleGroup] = frozenset({RoleGroup.CONTAINERS})
    least_percent: int = 0

    def shows(self, zone: Zone) -> bool:
        return (
            zone.source not in self.hidden_sources
            and group_of(zone.role) not in self.hidden_groups
            and sure_percent(zone) >= self.least_percent
        )

    def why_hidden(self, zone: Zone) -> str:
        """Which choice hides the zone, in words; empty where none does."""
        reasons = []
        if zone.source in self.hidden_sources:
            reasons.append(f"“{source_words(zone.source)}” is unticked")
        if group_of(zone.role) in self.hidden_groups:
            reasons.append(f"“{group_of(zone.role)}” is unticked")
        if sure_percent(zone) < self.least_percent:
            reasons.append(
                f"it is {sure_percent(zone)}\u00a0% sure, less than {self.least_percent}\u00a0%"
            )
        return " and ".join(reasons)

    def with_source(self, source: Source, *, shown: bool) -> ZoneFilter:
        return replace(self, hidden_sources=_with(self.hidden_sources, source, is_in=not shown))

    def with_group(self, group: RoleGroup, *, shown: bool) -> ZoneFilter:
        return replace(self, hidden_groups=_with(self.hidden_groups, group, is_in=not shown))

    def to_text(self) -> str:
        """For the settings; ``filter_from_text`` reads it."""
        return json.dumps(
            {
                "sources": sorted(self.hidden_sources),
                "groups": sorted(self.hidden_groups),
                "least_percent": self.least_percent,
            }
        )


DEFAULT_FILTER = ZoneFilter()


def filter_from_text(text: str) -> ZoneFilter:
    """What can't be read, or is not known any more, is as if nobody had chosen it."""
    try:
        kept = json.loads(text)
        sources, groups = set(kept["sources"]), set(kept["groups"])
        least_percent = min(100, max(0, int(kept["least_percent"])))
    except (ValueError, TypeError, KeyError):
        return DEFAULT_FILTER
    return ZoneFilter(
        frozenset(source for source in Source if source in sources),
        frozenset(group for group in RoleGroup if group in groups),
        least_percent,
    )


@dataclass(frozen=True, slots=True)
class ZoneCounts:
    """How many zones are in the picture, how many are shown, and of which choice."""

    total: int = 0
    shown: int = 0
    by_source: Counter[Source] = field(default_factory=Counter)
    by_group: Counter[RoleGroup] = field(default_factory=Counter)

    @property
    def hidden(self) -> int:
        return self.total - self.shown

    @property
    def words(self) -> str:
        """``212 zones, 40 shown``."""
        if not self.total:
            return "No zones in the picture"
        shown = "all shown" if not self.hidden else f"{self.shown} shown"
        return f"{count_words(self.total, 'zone')}, {shown}"


def counts_of(zones: Iterable[Zone], zone_filter: ZoneFilter) -> ZoneCounts:
    zones = tuple(zones)
    return ZoneCounts(
        len(zones),
        sum(map(zone_filter.shows, zones)),
        Counter(zone.source for zone in zones),
        Counter(group_of(zone.role) for zone in zones),
    )


def source_words(source: Source) -> str:
    return source.value.capitalize()


def _with(chosen: frozenset[T], one: T, *, is_in: bool) -> frozenset[T]:
    return chosen | {one} if is_in else chosen - {one}
