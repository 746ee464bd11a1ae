"""What the user can set, and the ini file that remembers it.

The file is written as soon as the user agrees (OK or Apply), so that whoever watches the app from
outside can read there what was really set.
"""

from dataclasses import asdict, dataclass
from typing import Self

from PySide6.QtCore import QSettings

MINUTES_RANGE = (1, 60)


@dataclass(frozen=True, slots=True)
class Settings:
    """One complete set of settings."""

    autosave: bool = False
    autosave_minutes: int = 5


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
        return Settings(autosave=self.flag("autosave"), autosave_minutes=self.minutes())

    def save(self, settings: Settings) -> None:
        """Write everything to the file now."""
        for name, value in asdict(settings).items():
            self._ini.setValue(name, str(value) if isinstance(value, str) else value)
        self._ini.sync()

    def text(self, key: str) -> str:
        # An ini file gives texts, the same process gives back what it set: both become one text.
        return str(self._ini.value(key, ""))

    def flag(self, key: str) -> bool:
        return self.text(key).lower() == "true"

    def minutes(self) -> int:
        text = self.text("autosave_minutes")
        if not text.isdecimal():
            return Settings().autosave_minutes
        lowest, highest = MINUTES_RANGE
        return min(max(int(text), lowest), highest)
