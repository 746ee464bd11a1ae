"""What is in sight: the live picture with its zones, or those of a past session.

What is live is kept while the past is shown, and comes back when the past is left.
"""

from __future__ import annotations

import time
from collections.abc import Sequence

from PySide6.QtGui import QImage

from engine.domain.lifecycle import StepState
from engine.domain.plans import StepPlace
from engine.domain.spaces import Rect
from engine.domain.zones import Window, Zone
from engine.record.views.run_state import RunState
from widgets.inspector.inspector import find_step
from widgets.window.console_views import ConsoleViews
from widgets.window.past_mode import PastMode
from widgets.window.picture_controls import PictureControls


class ShownPicture:
    def __init__(self, views: ConsoleViews, past: PastMode, controls: PictureControls) -> None:
        self._views = views
        self._past = past
        self._controls = controls
        self._state = RunState()
        self._zones: tuple[Zone, ...] = ()
        self._live_frame: QImage | None = None
        self._live_frame_at_secs = 0.0
        self._live_words = ("No picture", False)
        self._live_zones: tuple[tuple[Zone, ...], tuple[Window, ...]] = ((), ())
        past.zones_stale.connect(lambda: self.take_zones(()))

    def aim(self, state: RunState) -> None:
        """Mark in the picture what the run means to act upon next."""
        self._state = state
        self._views.live.view.show_target(*intended_target(state, self._zones))

    def take_zones(self, zones: tuple[Zone, ...], windows: tuple[Window, ...] = ()) -> None:
        """These zones belong to the picture that is in sight."""
        self._zones = zones
        self._views.live.view.show_zones(zones)
        self._controls.show_zones(zones)
        self._views.approval.show_zones(zones)
        self._views.inspector.show_zones(zones, windows)
        self.aim(self._state)

    def clear(self) -> None:
        """Empty the picture; what is live comes back unless the past is shown."""
        self._state = RunState()
        self._zones = ()
        self._views.live.clear()
        self._controls.close()
        if not self._past.is_on:
            self._show_live_again()

    # -- live ------------------------------------------------------------------------------------

    def show_frame(self, image: QImage, age_ms: float) -> None:
        self._live_frame = image
        self._live_frame_at_secs = time.monotonic() - age_ms / 1000
        if not self._past.is_on:
            self._views.live.show_frame(image, age_ms)
            self._views.approval.show_frame(image)
            self._views.inspector.show_frame(image)

    def show_zones(self, zones: tuple[Zone, ...], windows: tuple[Window, ...]) -> None:
        self._live_zones = (zones, windows)
        if not self._past.is_on:
            self.take_zones(zones, windows)

    def show_live_state(self, text: str, *, is_trouble: bool) -> None:
        self._live_words = (text, is_trouble)
        if not self._past.is_on:
            self._views.live.show_state(text, "warn" if is_trouble else "text_quiet")
            self._views.live.view.show_veil(text if is_trouble else "")
            if is_trouble:
                self._views.live.age.clear()

    def forget_live(self) -> None:
        """The surface is given up: its last picture must not stand as live while another comes."""
        self._live_frame = None
        self._live_words = ("No picture", False)
        self._live_zones = ((), ())
        if not self._past.is_on:
            self._views.live.clear()
            self.take_zones(())

    def _show_live_again(self) -> None:
        text, is_trouble = self._live_words
        self.show_live_state(text, is_trouble=is_trouble)
        if self._live_frame is not None:
            age_ms = (time.monotonic() - self._live_frame_at_secs) * 1000
            self._views.live.show_frame(self._live_frame, age_ms)
            self._views.inspector.show_frame(self._live_frame)
        self.take_zones(*self._live_zones)

    # -- the past --------------------------------------------------------------------------------

    def show_past_picture(self, content_hash: str, image: QImage) -> None:
        if self._past.is_picture_in_sight(content_hash):
            self._views.live.view.show_frame(image)
            self._views.inspector.show_frame(image)

    def show_past_zones(self, zones_hash: str, zones: tuple[Zone, ...]) -> None:
        if self._past.are_zones_in_sight(zones_hash):
            self.take_zones(zones)


def intended_target(state: RunState, zones: Sequence[Zone]) -> tuple[Rect | None, str]:
    """The target's place in frame pixels and what will be done there; None without a place."""
    if not state.is_running:
        return None, ""
    if state.pending is not None:
        return state.pending.target_px, state.pending.step.description
    view = find_step(state, StepPlace(state.current_segment, state.current_step))
    plan = view.local if view is not None else None
    acting = plan.states[-1] if plan is not None and plan.is_open and plan.states else view
    if acting is None or acting.step is None or acting.state is not StepState.RUNNING:
        return None, ""
    step = acting.performed or acting.step
    zone = next((each for each in zones if each.zone_id == step.zone_id and each.on_screen), None)
    return (zone.bounds_px, step.description) if zone is not None else (None, "")
