"""After going back between two steps the run is paused: said above the picture, with what to do."""

from __future__ import annotations

from engine.record.projection import LocalStateView, RunState
from widgets.banner import Offer
from widgets.console_views import ConsoleViews
from widgets.local_words import RETURNED_WORDS, places_words, ways_words
from widgets.standing import last_reversal

TONES = {"close": "warn", "not restored": "bad"}
NEXT = "The run is paused. Resume looks again and plans on from here; or go further back."


class RevertedBanner:
    def __init__(self, views: ConsoleViews) -> None:
        self._views = views
        self._told: tuple[str, int, int, int] | None = None
        self._is_shown = False

    def show_run(self, state: RunState, *, is_live: bool) -> None:
        """Show it once for each revert; take it away when the run goes on."""
        found = last_reversal(state)
        is_paused = is_live and state.is_running and state.control == "paused"
        if found is None or not found[1].returned or not is_paused:
            if self._is_shown:
                self._is_shown = False
                self._views.message.hide()
            return
        place, reversal = found
        key = (state.session_id, place.segment_number, place.step_number, reversal.number)
        if key != self._told and reversal.decided_by == "operator":
            self._told, self._is_shown = key, True
            self._show(place.segment_number, reversal)

    def _show(self, segment_number: int, reversal: LocalStateView) -> None:
        undone = places_words(reversal.undone, segment_number)
        left = [each for each in reversal.asked_back if each not in reversal.undone]
        title = f"Taken back: {undone}" if undone else "Nothing was taken back"
        parts = [ways_words(reversal.ways), RETURNED_WORDS[reversal.returned]]
        words = ", seen: ".join(part for part in parts if part)
        text = words[:1].upper() + words[1:] + "."
        if left:
            text += f" It stopped before {places_words(left, segment_number)}. {reversal.detail}"
        self._views.message.show_banner(
            title,
            text.strip(),
            NEXT,
            TONES.get(reversal.returned, "good"),
            Offer("Resume", "Look again and plan on from here  (F6)", self._resume),
        )

    def _resume(self) -> None:
        self._is_shown = False
        self._views.run_bar.toggle_pause()
