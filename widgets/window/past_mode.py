"""While a past session is shown: what belongs to it, and which of its pictures is in sight.

The window asks ``belongs`` before it shows anything, so a run that goes on can keep reporting.
"""

from PySide6.QtCore import QObject, Signal

from engine.language.sentences.figures import day_words
from engine.record.views.run_state import RunState
from widgets.kit.forms import SessionRow
from widgets.kit.pages import Banner, Offer
from widgets.kit.picture_view import FromRecord
from widgets.kit.theme import Theme


class PastMode(QObject):
    zones_stale = Signal()  # those shown belong to another picture

    def __init__(self, parent: QObject, record: FromRecord) -> None:
        super().__init__(parent)
        self._record = record
        self._session: SessionRow | None = None
        self._picture_hash = ""
        self._zones_hash = ""

    @property
    def is_on(self) -> bool:
        return self._session is not None

    def begin(self, session: SessionRow | None) -> None:
        """None is the end of it."""
        self._session = session
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
            self._record.picture_wanted.emit(picture_hash)
        if zones_hash != self._zones_hash:
            self._zones_hash = zones_hash
            self.zones_stale.emit()
            if zones_hash:
                self._record.zones_wanted.emit(zones_hash)

    def is_in_sight(self, content_hash: str) -> bool:
        """Of the picture or the zones that are looked at."""
        return self.is_on and content_hash in (self._picture_hash, self._zones_hash)

    def forget_picture(self) -> None:
        self._picture_hash = self._zones_hash = ""


TITLE = "Viewing a past session"
GO_ON = "Go on"
GO_ON_TIP = "Go on with this run from where it was last kept"


class PastBanner(Banner):
    go_on_requested = Signal(str)  # session_id

    def __init__(self, theme: Theme, keys: str = "") -> None:
        super().__init__(
            theme, "Back to live", "Leave the past session and show what goes on now", "back"
        )
        self._go_on_tip = f"{GO_ON_TIP}  ({keys})" if keys else GO_ON_TIP

    def show_past(self, past: PastMode, state: RunState) -> None:
        """A run may go on behind the past session, or have ended there."""
        waits = state.is_running and (state.pending or state.question) is not None
        more = "a run goes on" + (" and waits for you" if waits else "") if state.is_running else ""
        offer = None if state.is_running else self._offer_of(past)
        self.show_banner(TITLE, past.words(more), tone="warn" if waits else "text", offer=offer)

    def _offer_of(self, past: PastMode) -> Offer | None:
        """One run at a time: nothing is offered while another goes on."""
        resumable = past.resumable
        if not resumable:
            return None
        return Offer(GO_ON, self._go_on_tip, lambda: self.go_on_requested.emit(resumable))

    @property
    def offers_to_go_on(self) -> bool:
        return not (self.isHidden() or self._offer.isHidden())

    def go_on(self) -> None:
        """As if the button were pressed, where it is there."""
        if self.offers_to_go_on:
            self._offer.click()
