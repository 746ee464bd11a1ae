"""Hand-built situations: windows and zones by name, with a picture of one pixel.

A ``Screen`` is drawn in the order of reading; zones get rows beneath each other unless they are
told where to be, and ids from their role and label, as the registry gives them."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from engine.domain.plans import Application, Situation
from engine.domain.spaces import Frame, Rect
from engine.domain.zones import Role, Source, State, Window, Zone

ROW_PX = 30
WINDOW_PX = Rect(0, 0, 800, 600)


class Screen:
    """Collects windows and zones; ``situation()`` gives the finished fact."""

    def __init__(
        self, applications: Sequence[Application] = (), places: Mapping[str, str] | None = None
    ) -> None:
        self._applications = tuple(applications)
        self._places = dict(places or {})
        self._windows: list[Window] = []
        self._zones: list[Zone] = []
        self._window_id = ""

    def window(
        self, title: str, application: str = "", *, active: bool = True, dialog: bool = False
    ) -> str:
        """A window; zones that follow are in it. The first is the topmost."""
        self._window_id = f"w{len(self._windows) + 1}"
        self._windows.append(
            Window(
                window_id=self._window_id,
                title=title,
                application=application or title.casefold(),
                bounds_px=WINDOW_PX,
                is_active=active,
                order=len(self._windows),
                is_dialog=dialog,
            )
        )
        return self._window_id

    def zone(
        self,
        label: str,
        role: Role = Role.BUTTON,
        *states: State,
        value: str = "",
        parent: str = "",
        shown: bool = True,
        enabled: bool = True,
        bounds: Rect | None = None,
        shortcut: str = "",
        source: Source = Source.ACCESSIBILITY,
    ) -> str:
        """A zone of the last window; its id."""
        state = {*states, *([State.ENABLED] if enabled else [])}
        if role.is_field and role is not Role.COMBO_BOX:
            state.add(State.EDITABLE)
        zone = Zone(
            zone_id=self._free_id(label, role),
            label=label,
            role=role,
            bounds_px=bounds or Rect(10, ROW_PX * len(self._zones), 200, ROW_PX - 4),
            state=frozenset(state),
            source=source,
            value=value,
            window_id=self._window_id,
            parent_id=parent,
            on_screen=shown,
            shortcut=shortcut,
        )
        self._zones.append(zone)
        return zone.zone_id

    def menu(self, title: str, *entries: str, shortcuts: Mapping[str, str] | None = None) -> str:
        """A closed menu of the menu bar, with entries that are not in sight."""
        menu_id = self.zone(title, Role.MENU)
        for entry in entries:
            shortcut = (shortcuts or {}).get(entry, "")
            self.zone(entry, Role.MENU_ITEM, parent=menu_id, shown=False, shortcut=shortcut)
        return menu_id

    def situation(self) -> Situation:
        return Situation(
            frame=Frame(1, 0.0, 1, 1, bytes(4)),
            zones=tuple(self._zones),
            windows=tuple(self._windows),
            applications=self._applications,
            places=self._places,
        )

    def _free_id(self, label: str, role: Role) -> str:
        stem = re.sub(r"[^a-z0-9]+", "_", f"{role} {label}".casefold()).strip("_")
        taken = {zone.zone_id for zone in self._zones}
        free = (f"{stem}_{number}" for number in range(2, 1000))
        return stem if stem not in taken else next(each for each in free if each not in taken)
