"""The inspector: a zone, a step or an event, told completely."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QTabWidget, QVBoxLayout, QWidget

from engine.domain.events import Recorded
from engine.domain.zones import Zone
from engine.record.projection import RunState, StepView
from widgets.event_words import event_text
from widgets.fact_sheet import FactSheet
from widgets.facts import event_facts, step_facts, zone_facts
from widgets.picture_pair import PicturePair
from widgets.theme import Theme

ZONE_TAB, STEP_TAB, EVENT_TAB = 0, 1, 2


class Inspector(QWidget):
    picture_wanted = Signal(str)

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._zone: Zone | None = None
        self._step: tuple[int, int] | None = None
        self._shown_step: StepView | None = None
        self.zone_sheet = FactSheet(
            theme, "Point at a zone in the picture and click to see it here."
        )
        self.step_sheet = FactSheet(theme, "Choose a step in the plan to see it here.")
        self.event_sheet = FactSheet(theme, "Choose an event in the timeline to see it here.")
        self.pictures = PicturePair(theme)
        self.pictures.picture_wanted.connect(self.picture_wanted)
        self.step_sheet.below.addWidget(self.pictures)
        self.tabs = QTabWidget()
        self.tabs.setAccessibleName("Inspector")
        self.tabs.setDocumentMode(True)
        for sheet, name in (
            (self.zone_sheet, "Zone"),
            (self.step_sheet, "Step"),
            (self.event_sheet, "Event"),
        ):
            self.tabs.addTab(sheet, name)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self.tabs)

    def inspect_zone(self, zone: Zone) -> None:
        self._zone = zone
        self.zone_sheet.show_facts(zone, zone.words, zone_facts(zone))
        self.tabs.setCurrentIndex(ZONE_TAB)

    def inspect_step(self, state: RunState, segment: int, step: int, before_hash: str) -> None:
        self._step = (segment, step)
        self._shown_step = None
        self._show_step(state, before_hash)
        self.tabs.setCurrentIndex(STEP_TAB)

    def inspect_event(self, recorded: Recorded, started_at_secs: float) -> None:
        text = event_text(recorded.event)
        facts = event_facts(recorded, started_at_secs)
        self.event_sheet.show_facts(recorded, text.kind, facts)
        self.tabs.setCurrentIndex(EVENT_TAB)

    def show_run(self, state: RunState, before_hash: str) -> None:
        """Keep the inspected step up to date."""
        if self._step is not None:
            self._show_step(state, before_hash)

    def show_zones(self, zones: tuple[Zone, ...]) -> None:
        """Keep the pinned zone up to date while it is in sight."""
        if self._zone is None:
            return
        zone_id = self._zone.zone_id
        zone = next((each for each in zones if each.zone_id == zone_id), None)
        if zone is not None and zone != self._zone:
            self._zone = zone
            self.zone_sheet.show_facts(zone, zone.words, zone_facts(zone))

    def show_picture(self, content_hash: str, image: QImage) -> None:
        self.pictures.show_picture(content_hash, image)

    def clear(self) -> None:
        self._zone = self._step = self._shown_step = None
        for sheet in (self.zone_sheet, self.step_sheet, self.event_sheet):
            sheet.clear()
        self.pictures.show_hashes("", "")

    @property
    def inspected_step(self) -> tuple[int, int] | None:
        return self._step

    def _show_step(self, state: RunState, before_hash: str) -> None:
        view = find_step(state, *self._step) if self._step else None
        if view is None or self._step is None:
            return
        self.pictures.show_hashes(before_hash, view.picture_hash)
        if view is self._shown_step:
            return
        self._shown_step = view
        facts = step_facts(self._step[0], view)
        self.step_sheet.show_facts(view, view.step.description, facts)


def find_step(state: RunState, segment_number: int, step_number: int) -> StepView | None:
    if not 0 < segment_number <= len(state.segments):
        return None
    steps = state.segments[segment_number - 1].steps
    return next((view for view in steps if view.step.step_number == step_number), None)
