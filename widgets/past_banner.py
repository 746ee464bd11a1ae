"""The banner over a past session: that it is one, which, and what goes on meanwhile."""

from __future__ import annotations

from engine.record.projection import RunState
from widgets.banner import Banner
from widgets.past_mode import PastMode
from widgets.theme import Theme

TITLE = "Viewing a past session"


class PastBanner(Banner):
    def __init__(self, theme: Theme) -> None:
        super().__init__(
            theme, "Back to live", "Leave the past session and show what goes on now", "back"
        )

    def show_past(self, past: PastMode) -> None:
        self.show_banner(TITLE, past.words())

    def show_run_behind(self, past: PastMode, state: RunState) -> None:
        """A run goes on behind the past session that is shown, or has ended there."""
        waits = state.is_running and (state.pending or state.question) is not None
        more = "a run goes on" + (" and waits for you" if waits else "") if state.is_running else ""
        self.show_banner(TITLE, past.words(more), tone="warn" if waits else "text")
