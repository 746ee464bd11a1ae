"""What can be set beyond the bundled app's settings."""

from __future__ import annotations

from dataclasses import dataclass

from app.practice_app import settings as bundled
from tests.practice_app.theme import Theme


@dataclass(frozen=True, slots=True)
class Settings(bundled.Settings):
    """One complete set of settings."""

    spell_check: bool = False
    show_line_numbers: bool = False
    theme: Theme = Theme.SYSTEM


class SettingsStore(bundled.SettingsStore):
    def load(self) -> Settings:
        theme = self.text("theme")
        return Settings(
            autosave=self.flag("autosave"),
            autosave_minutes=self.minutes(),
            spell_check=self.flag("spell_check"),
            show_line_numbers=self.flag("show_line_numbers"),
            theme=Theme(theme) if theme in {each.value for each in Theme} else Theme.SYSTEM,
        )
