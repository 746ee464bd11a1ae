"""What the user can set, and the ini file that remembers it.

The file is written as soon as the user agrees (OK or Apply), so that whoever watches the app from
outside can read there what was really set.
"""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QSettings

from app.practice_app.theme import Theme

MINUTES_RANGE = (1, 60)


@dataclass(frozen=True, slots=True)
class Settings:
    """One complete set of settings."""

    autosave: bool = False
    spell_check: bool = False
    show_line_numbers: bool = False
    theme: Theme = Theme.SYSTEM
    autosave_minutes: int = 5


class SettingsStore:
    """Reads and writes settings; a damaged or missing entry counts as the default."""

    def __init__(self, ini: QSettings) -> None:
        self._ini = ini

    @classmethod
    def of_user(cls) -> SettingsStore:
        """Return the store of the current user: PilothousePractice/practice.ini in ~/.config."""
        return cls(
            QSettings(
                QSettings.Format.IniFormat,
                QSettings.Scope.UserScope,
                "PilothousePractice",
                "practice",
            )
        )

    def load(self) -> Settings:
        """Return what was saved last."""
        default = Settings()
        return Settings(
            autosave=self._flag("autosave"),
            spell_check=self._flag("spell_check"),
            show_line_numbers=self._flag("show_line_numbers"),
            theme=self._theme(default.theme),
            autosave_minutes=self._minutes(default.autosave_minutes),
        )

    def save(self, settings: Settings) -> None:
        """Write everything to the file now."""
        self._ini.setValue("autosave", settings.autosave)
        self._ini.setValue("spell_check", settings.spell_check)
        self._ini.setValue("show_line_numbers", settings.show_line_numbers)
        self._ini.setValue("theme", settings.theme.value)
        self._ini.setValue("autosave_minutes", settings.autosave_minutes)
        self._ini.sync()

    def _text(self, key: str) -> str:
        # An ini file gives texts, the same process gives back what it set: both become one text.
        return str(self._ini.value(key, ""))

    def _flag(self, key: str) -> bool:
        return self._text(key).lower() == "true"

    def _theme(self, default: Theme) -> Theme:
        text = self._text("theme")
        return Theme(text) if text in {theme.value for theme in Theme} else default

    def _minutes(self, default: int) -> int:
        text = self._text("autosave_minutes")
        if not text.isdecimal():
            return default
        lowest, highest = MINUTES_RANGE
        return min(max(int(text), lowest), highest)
