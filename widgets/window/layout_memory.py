"""What the window remembers from one day to the next: its place, its docks, its look, the goals."""

from __future__ import annotations

from PySide6.QtCore import QByteArray, QSettings
from PySide6.QtWidgets import QMainWindow

from widgets.kit.theme import ThemeChoice
from widgets.picture.zone_filter import ZoneFilter, filter_from_text

ORGANISATION = "Pilothouse"
APPLICATION = "console"
LAYOUT_VERSION = 2


class LayoutMemory:
    """Reads and writes the settings; what can't be read is as if it weren't there."""

    def __init__(self, settings: QSettings | None = None) -> None:
        self._settings = settings or QSettings(ORGANISATION, APPLICATION)

    def restore_window(self, window: QMainWindow) -> None:
        geometry = self._settings.value("window/geometry")
        state = self._settings.value("window/docks")
        if isinstance(geometry, QByteArray):
            window.restoreGeometry(geometry)
        if isinstance(state, QByteArray):
            window.restoreState(state, LAYOUT_VERSION)

    @property
    def is_layout_own(self) -> bool:
        """The operator arranged the docks that were restored."""
        return self._flag(f"window/own-{LAYOUT_VERSION}", False)

    def remember_window(self, window: QMainWindow, *, is_own: bool) -> None:
        self._settings.setValue(f"window/own-{LAYOUT_VERSION}", is_own)
        self._settings.setValue("window/geometry", window.saveGeometry())
        self._settings.setValue("window/docks", window.saveState(LAYOUT_VERSION))

    def forget_window(self) -> None:
        self._settings.remove("window")

    def flag(self, name: str, default: bool) -> bool:
        return self._flag(f"view/{name}", default)

    def _flag(self, key: str, default: bool) -> bool:
        value = self._settings.value(key, default)
        return value if isinstance(value, bool) else str(value).lower() == "true"

    def remember_flag(self, name: str, value: bool) -> None:
        self._settings.setValue(f"view/{name}", value)

    @property
    def zone_filter(self) -> ZoneFilter:
        return filter_from_text(str(self._settings.value("view/zone-filter", "")))

    @zone_filter.setter
    def zone_filter(self, zone_filter: ZoneFilter) -> None:
        self._settings.setValue("view/zone-filter", zone_filter.to_text())

    @property
    def theme(self) -> ThemeChoice:
        stored = str(self._settings.value("view/theme", ThemeChoice.SYSTEM.value))
        known = {choice.value for choice in ThemeChoice}
        return ThemeChoice(stored) if stored in known else ThemeChoice.SYSTEM

    @theme.setter
    def theme(self, choice: ThemeChoice) -> None:
        self._settings.setValue("view/theme", choice.value)

    @property
    def told_broken_off(self) -> str:
        """The session whose breaking off was told of; it is told once."""
        return str(self._settings.value("told/broken-off", ""))

    @told_broken_off.setter
    def told_broken_off(self, session_id: str) -> None:
        self._settings.setValue("told/broken-off", session_id)

    @property
    def start_page(self) -> str:
        """Where the browser began last."""
        return str(self._settings.value("browser/start-page", ""))

    @start_page.setter
    def start_page(self, address: str) -> None:
        self._settings.setValue("browser/start-page", address)

    @property
    def goals(self) -> list[str]:
        """Goals of before, newest first."""
        stored = self._settings.value("goals", [])
        if isinstance(stored, str):
            return [stored]
        return [str(goal) for goal in stored] if isinstance(stored, list | tuple) else []

    @goals.setter
    def goals(self, goals: list[str]) -> None:
        self._settings.setValue("goals", goals)

    def flush(self) -> None:
        self._settings.sync()
