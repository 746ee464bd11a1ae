"""The inspector: a zone, a step or a local state, an event, or a call, told completely."""

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QImage, QShowEvent
from PySide6.QtWidgets import QTabWidget, QWidget

from engine.domain import events, plans, spaces
from engine.domain.zones import Window, Zone
from engine.language.sentences.run import told
from engine.record.views.exploring.explore_view import GroupView
from engine.record.views.local_views import LocalStateView
from engine.record.views.run_state import RunState, StepView
from widgets.inspector import call_page, record_sections, run_history
from widgets.inspector.facts import event_facts, local_facts, step_facts
from widgets.kit.explore_words import group_facts
from widgets.kit.fact_sheet import Fact, FactSheet
from widgets.kit.performed import local_title, open_branching
from widgets.kit.picture_view import FromRecord
from widgets.kit.theme import Theme, lay_column
from widgets.picture.crop_pair import CropView
from widgets.picture.zone_layer import zone_facts

MARGIN_PX = 12
CROP_HEIGHT_PX = 136
EMPTY = "Point at a zone in the picture and click to see it here."


class ZonePage(FactSheet):
    """Follows the zone from look to look; says so when it is gone."""

    def __init__(self, theme: Theme) -> None:
        self.zone: Zone | None = None
        self._zones: tuple[Zone, ...] = ()
        self._windows: tuple[Window, ...] = ()
        self._frame: QImage | None = None
        self.crop = CropView(theme, "its place in the picture", is_intended=False)
        self.crop.setFixedHeight(CROP_HEIGHT_PX)
        super().__init__(theme, EMPTY)
        self.below.addWidget(self.crop)

    def show_zone(self, zone: Zone) -> None:
        self.zone = zone
        self._tell()
        self._show_crop()

    def show_zones(self, zones: tuple[Zone, ...], windows: tuple[Window, ...]) -> None:
        """These are in sight now."""
        self._zones, self._windows = zones, windows
        if self.zone is None:
            return
        wanted = self.zone.zone_id
        self.zone = next((zone for zone in zones if zone.zone_id == wanted), self.zone)
        self._tell()
        self._show_crop()

    def show_frame(self, frame: QImage) -> None:
        """The picture is this one now; its buffer must stay as it is while it is shown."""
        self._frame = frame
        if self.zone is not None and self.isVisible():
            self._show_crop()

    def clear(self) -> None:
        super().clear()
        self.zone = None
        self.crop.hide()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._show_crop()

    def _tell(self) -> None:
        zone = self.zone
        if zone is None:
            return
        is_there = any(one.zone_id == zone.zone_id for one in self._zones)
        facts = zone_facts(zone, zones=self._zones, windows=self._windows, is_there=is_there)
        self.show_facts(zone, zone.words, facts)

    def _show_crop(self) -> None:
        """Cut anew, but painted anew only where it looks different."""
        zone, frame = self.zone, self._frame
        if zone is None or frame is None or not zone.on_screen:
            self.crop.hide()
            return
        place = zone.bounds_px.grown(MARGIN_PX)
        seen = place.intersection(spaces.Rect(0, 0, frame.width(), frame.height()))
        self.crop.show_part(frame, seen, zone.bounds_px)
        self.crop.setVisible(not seen.is_empty)


ZONE_TAB, STEP_TAB, EVENT_TAB, CALL_TAB = 0, 1, 2, 3


class Inspector(QWidget):
    call_chosen = Signal(int)  # the row of the call's event in the log

    def __init__(self, theme: Theme, record: FromRecord) -> None:
        super().__init__()
        self.place: plans.StepPlace | None = None
        self._shown_step: object | None = None
        self.zone_sheet = ZonePage(theme)
        self.step_sheet = FactSheet(theme, "Choose a step in the plan to see it here.")
        self.event_sheet = FactSheet(theme, "Choose an event in the timeline to see it here.")
        self.options = call_page.OptionList(theme)
        self.pictures = record_sections.PicturePair(theme, record)
        self.call_page = call_page.CallPage(theme, record)
        self.calls = call_page.CallList(theme, "calls to models")
        for calls in (self.calls, self.call_page.calls):
            calls.call_chosen.connect(self.call_chosen)
        self.step_sheet.below.addWidget(self.options)
        self.step_sheet.below.addWidget(self.calls)
        self.step_sheet.below.addWidget(self.pictures)
        self.tabs = QTabWidget(documentMode=True)
        self.tabs.setAccessibleName("Inspector")
        for sheet, name in (
            (self.zone_sheet, "Zone"),
            (self.step_sheet, "Step"),
            (self.event_sheet, "Event"),
            (self.call_page, "Call"),
        ):
            self.tabs.addTab(sheet, name)
        lay_column(self.tabs, of=self, margins=0)

    def inspect_zone(self, zone: Zone) -> None:
        self.zone_sheet.show_zone(zone)
        self.tabs.setCurrentIndex(ZONE_TAB)

    def inspect_step(self, state: RunState, place: plans.StepPlace) -> None:
        """A step, or a local state under it."""
        self.place = place
        self._shown_step = None
        self._show_place(state)
        self.tabs.setCurrentIndex(STEP_TAB)

    def inspect_group(self, group: GroupView, *, is_over: bool) -> None:
        """A group of an exploration, with the pictures before and after it."""
        seen = group.assessed
        self._show_subject(group, f"Group {group.number}", group_facts(group, is_over=is_over))
        before, after = (seen.before_hash, seen.after_hash) if seen is not None else ("", "")
        self.pictures.show_hashes(before, after, is_large=True)

    def inspect_explored(
        self, subject: object, title: str, facts: Sequence[Fact], picture: str, before: str = ""
    ) -> None:
        """A state or finding of an exploration with its picture, and that before the last step."""
        self._show_subject(subject, title, facts)
        captions = record_sections.CAPTIONS if before else ("", "as it was seen")
        self.pictures.show_hashes(before, picture, captions, is_large=True)

    def inspect_event(self, recorded: events.Recorded, started_at_secs: float) -> None:
        facts = event_facts(recorded, started_at_secs)
        self.event_sheet.show_facts(recorded, told(recorded.event).kind, facts)
        self.tabs.setCurrentIndex(EVENT_TAB)
        if isinstance(recorded.event, events.ModelCalled):
            self.call_page.show_call(recorded, recorded.event)
            self.tabs.setCurrentIndex(CALL_TAB)

    def show_run(self, state: RunState, calls: Sequence[run_history.CallEntry]) -> None:
        """Keep the inspected step and the run's calls up to date."""
        self._show_place(state)
        self.call_page.show_run(state, calls)

    def clear(self) -> None:
        self.place = self._shown_step = None
        for sheet in (self.zone_sheet, self.step_sheet, self.event_sheet):
            sheet.clear()
        self.call_page.clear()
        self.calls.show_calls(())
        self.options.show_options((), 0, 0, can_try=False)
        self.pictures.show_hashes("", "")

    def go_to_options(self) -> None:
        """Put the keyboard on the first option that can be tried."""
        if self.options.buttons:
            button = self.options.buttons[0]
            self.step_sheet.bring_into_sight(self.options)
            button.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def _show_subject(self, subject: object, title: str, facts: Sequence[Fact]) -> None:
        self.place = self._shown_step = None
        self.options.show_options((), 0, 0, can_try=False)
        self.calls.show_calls(())
        self.step_sheet.show_facts(subject, title, facts)
        self.tabs.setCurrentIndex(STEP_TAB)

    def _show_place(self, state: RunState) -> None:
        place = self.place
        view = state.step_at(place) if place else None
        if view is None or place is None:
            return
        local = view.local.state_at(place.local) if view.local is not None else None
        if local is not None:
            self._show_local(state, place, view, local)
            return
        self.options.show_options((), 0, 0, can_try=False)
        self.pictures.show_hashes(view.picture_before_hash, view.picture_hash)
        if view is not self._shown_step:
            self._shown_step = view
            segment = state.segment_at(place.segment_number)
            facts = step_facts(place.segment_number, view, segment)
            self.step_sheet.show_facts(view, view.step.description, facts)

    def _show_local(
        self, state: RunState, place: plans.StepPlace, view: StepView, local: LocalStateView
    ) -> None:
        assert view.local is not None
        step = place.step_number
        branching = call_page.branching_of(view.local, local)
        options = () if local.is_revert else call_page.options_of(view.local, branching)
        # only the options of the newest action that stands, while its plan goes on
        here = (plans.StepPlace(place.segment_number, step), view.local, branching)
        can_try = open_branching(state) == here
        self.options.show_options(options, step, branching.number, can_try=can_try)
        before = local.picture_before_hash
        if local.is_revert and not before:  # that after the state before it
            ones = (each for each in view.local.states if each.number < local.number)
            before = next((each.picture_after_hash for each in reversed([*ones])), "")
        self.pictures.show_hashes(before, local.picture_after_hash, is_large=True)
        if view is not self._shown_step:
            self._shown_step = view
            title = local_title(place.segment_number, local)
            self.step_sheet.show_facts(local, title, local_facts(place, view, local))
