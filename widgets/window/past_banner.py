"""The banner over a past session: that it is one, which, and what goes on meanwhile."""

from __future__ import annotations

from PySide6.QtCore import Signal

from engine.record.views.run_state import RunState
from widgets.kit.banner import Banner, Offer
from widgets.kit.theme import Theme
from widgets.window.past_mode import PastMode

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

    def show_past(self, past: PastMode) -> None:
        self.show_banner(TITLE, past.words(), offer=self._offer_of(past))

    def show_run_behind(self, past: PastMode, state: RunState) -> None:
        """A run goes on behind the past session that is shown, or has ended there."""
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
