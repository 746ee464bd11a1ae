"""Which zones the operator wants to see: by who saw them, what they are, and how sure that is.

A filter changes what is drawn and what can be pointed at, never what the agent knows. It is told
how many zones it hides, so that nobody takes them for zones that are not there.
"""

import json
from dataclasses import dataclass
from enum import StrEnum

from PySide6.QtCore import Signal
from PySide6.QtGui import QAction, QActionGroup, QMouseEvent
from PySide6.QtWidgets import QMenu, QWidget

from engine.domain.zones import CHECKABLE_ROLES, EDITABLE_ROLES, MENU_ROLES, Role, Source, Zone
from engine.language.sentences.figures import count_words

SURE_PERCENTS = (0, 50, 75, 90)


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
    """What is hidden, so that a source or a role that is new is seen. Windows and groups lie behind
    everything else: they are hidden until they are asked for."""

    hidden: frozenset[Source | RoleGroup] = frozenset({RoleGroup.CONTAINERS})
    least_percent: int = 0

    def shows(self, zone: Zone) -> bool:
        is_hidden = zone.source in self.hidden or group_of(zone.role) in self.hidden
        return not is_hidden and sure_percent(zone) >= self.least_percent

    def to_text(self) -> str:
        """For the settings; ``filter_from_text`` reads it."""
        return json.dumps({"hidden": sorted(self.hidden), "least_percent": self.least_percent})


DEFAULT_FILTER = ZoneFilter()


def filter_from_text(text: str) -> ZoneFilter:
    """What can't be read, or is not known any more, is as if nobody had chosen it."""
    try:
        kept = json.loads(text)
        hidden, least_percent = set(kept["hidden"]), int(kept["least_percent"])
    except (ValueError, TypeError, KeyError):
        return DEFAULT_FILTER
    known = frozenset(each for each in (*Source, *RoleGroup) if each in hidden)
    return ZoneFilter(known, least_percent if least_percent in SURE_PERCENTS else 0)


def words_of(choice: Source | RoleGroup) -> str:
    return choice.value.capitalize()


def counts_words(shown: int, total: int) -> str:
    """``212 zones, 40 shown``."""
    if not total:
        return "No zones in the picture"
    return f"{count_words(total, 'zone')}, {'all' if shown == total else shown} shown"


class ZoneFilterMenu(QMenu):
    """It stays while choices are ticked; closed by Escape or a click beside it."""

    filter_changed = Signal(object)  # ZoneFilter

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAccessibleName("Which zones are shown")
        self.counts = self._caption("")
        self.show_all = self.addAction("Show &all")
        self.show_all.triggered.connect(lambda: self._change(DEFAULT_FILTER))
        self.choices: dict[Source | RoleGroup, QAction] = {}
        for caption, choices in (("Seen by", tuple(Source)), ("What they are", tuple(RoleGroup))):
            self._caption(caption)
            for choice in choices:
                self.choices[choice] = self._choice(self, words_of(choice))
        self.addSeparator()
        sure = self.addMenu("How &sure")
        self.sure = QActionGroup(self)
        for percent in SURE_PERCENTS:
            words = f"At least {percent}\u00a0% sure" if percent else "However sure"
            action = self.sure.addAction(self._choice(sure, words))
            action.setData(percent)
        self.show_filter(DEFAULT_FILTER)

    def show_filter(self, zone_filter: ZoneFilter) -> None:
        for choice, action in self.choices.items():
            action.setChecked(choice not in zone_filter.hidden)
        for action in self.sure.actions():
            action.setChecked(action.data() == zone_filter.least_percent)
        self.show_all.setEnabled(zone_filter != DEFAULT_FILTER)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        action = self.activeAction()
        if action is not None and action.isCheckable():
            action.trigger()
        else:
            super().mouseReleaseEvent(event)

    def _caption(self, words: str) -> QAction:
        self.addSeparator()
        action = self.addAction(words)
        action.setEnabled(False)
        return action

    def _choice(self, menu: QMenu, words: str) -> QAction:
        action = menu.addAction(words)
        action.setCheckable(True)
        action.triggered.connect(self._take)
        return action

    def _take(self) -> None:
        hidden = {choice for choice, action in self.choices.items() if not action.isChecked()}
        sure = self.sure.checkedAction()
        self._change(ZoneFilter(frozenset(hidden), sure.data() if sure is not None else 0))

    def _change(self, zone_filter: ZoneFilter) -> None:
        self.show_filter(zone_filter)
        self.filter_changed.emit(zone_filter)
