"""What the user can set, and the ini file that remembers it.

The file is written as soon as the user agrees (OK or Apply), so that whoever watches the app from
outside can read there what was really set."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Self

from PySide6.QtCore import QSettings

from tests.practice_app.theme import Theme

MINUTES_RANGE = (1, 60)


@dataclass(frozen=True, slots=True)
class Settings:
    """One complete set of settings."""

    autosave: bool = False
    autosave_minutes: int = 5
    spell_check: bool = False
    show_line_numbers: bool = False
    theme: Theme = Theme.SYSTEM


class SettingsStore:
    """Reads and writes settings; a damaged or missing entry counts as the default."""

    def __init__(self, ini: QSettings) -> None:
        self._ini = ini

    @classmethod
    def of_user(cls) -> Self:
        """Return the store of the current user: PilothousePractice/practice.ini in ~/.config."""
        ini, user = QSettings.Format.IniFormat, QSettings.Scope.UserScope
        return cls(QSettings(ini, user, "PilothousePractice", "practice"))

    def load(self) -> Settings:
        """Return what was saved last."""
        theme = self._text("theme")
        return Settings(
            autosave=self._flag("autosave"),
            autosave_minutes=self._minutes(),
            spell_check=self._flag("spell_check"),
            show_line_numbers=self._flag("show_line_numbers"),
            theme=Theme(theme) if theme in {each.value for each in Theme} else Theme.SYSTEM,
        )

    def save(self, settings: Settings) -> None:
        """Write everything to the file now."""
        for name, value in asdict(settings).items():
            self._ini.setValue(name, str(value) if isinstance(value, str) else value)
        self._ini.sync()

    def _text(self, key: str) -> str:
        # An ini file gives texts, the same process gives back what it set: both become one text.
        return str(self._ini.value(key, ""))

    def _flag(self, key: str) -> bool:
        return self._text(key).lower() == "true"

    def _minutes(self) -> int:
        text = self._text("autosave_minutes")
        if not text.isdecimal():
            return Settings().autosave_minutes
        lowest, highest = MINUTES_RANGE
        return min(max(int(text), lowest), highest)
