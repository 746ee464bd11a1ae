"""While a past session is shown: what belongs to it, and which of its pictures is in sight.

The window asks ``belongs`` before it shows anything, so a run that goes on can keep reporting.
"""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal

from engine.language.sentences.figures import day_words
from widgets.kit.intents import SessionRow


class PastMode(QObject):
    picture_wanted = Signal(str)
    zones_wanted = Signal(str)
    zones_stale = Signal()  # those shown belong to another picture

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._session: SessionRow | None = None
        self._picture_hash = ""
        self._zones_hash = ""

    @property
    def is_on(self) -> bool:
        return self._session is not None

    def begin(self, session: SessionRow) -> None:
        self._session = session
        self.forget_picture()

    def end(self) -> None:
        self._session = None
        self.forget_picture()

    def belongs(self, session_id: str) -> bool:
        """Whether what comes from this session is to be shown now."""
        return self._session is None or session_id == self._session.session_id

    @property
    def resumable(self) -> str:
        """The id of the session that is shown, where it can go on; else empty."""
        session = self._session
        return session.session_id if session is not None and session.can_go_on else ""

    def words(self, more: str = "") -> str:
        """When it was and how it ended, for the banner."""
        if self._session is None:
            return ""
        ended = ": ".join(part for part in (self._session.outcome, self._session.message) if part)
        parts = [day_words(self._session.when), ended, more]
        return " · ".join(part for part in parts if part)

    def look_at(self, picture_hash: str, zones_hash: str) -> None:
        """Ask for the picture of some moment and for the zones seen in it, where there are any."""
        if picture_hash and picture_hash != self._picture_hash:
            self._picture_hash = picture_hash
            self.picture_wanted.emit(picture_hash)
        if zones_hash != self._zones_hash:
            self._zones_hash = zones_hash
            self.zones_stale.emit()
            if zones_hash:
                self.zones_wanted.emit(zones_hash)

    def is_picture_in_sight(self, picture_hash: str) -> bool:
        return self.is_on and picture_hash == self._picture_hash

    def are_zones_in_sight(self, zones_hash: str) -> bool:
        return self.is_on and zones_hash == self._zones_hash

    def forget_picture(self) -> None:
        self._picture_hash = self._zones_hash = ""
