"""What is in sight: the live picture of one source with its zones, or those of a past session.

What is live is kept for each source (this console's own, "", and each run that was joined) while
something else is shown, and comes back with it."""

import time
from collections import defaultdict
from collections.abc import Sequence

from PySide6.QtCore import QEvent, QObject, QPoint, QPointF, QRectF, Qt
from PySide6.QtGui import QContextMenuEvent, QImage
from PySide6.QtWidgets import QMenu

from engine.domain.facts import Part
from engine.domain.plans import PlanStep
from engine.domain.spaces import Point, Rect
from engine.domain.verdicts import StepState
from engine.domain.zones import Window, Zone
from engine.language.action_words import zone_words
from engine.record.views.run_state import RunState
from widgets.kit.actions import ConsoleActions
from widgets.kit.performed import next_planned
from widgets.picture.live_view import LiveView
from widgets.window.by_hand import ByHand
from widgets.window.console_views import ConsoleViews
from widgets.window.past_sessions import PastMode


class PictureMenu(QObject):
    """Opens by the right button at a place, or by the menu key at the zone pointed at."""

    def __init__(self, view: LiveView, actions: ConsoleActions, by_hand: ByHand) -> None:
        super().__init__(view)
        self._by_hand = by_hand
        view.pressed.connect(self._take_press)
        self._view = view
        self._actions = actions
        view.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if not isinstance(event, QContextMenuEvent):
            return False
        is_by_key = event.reason() is QContextMenuEvent.Reason.Keyboard
        point = chosen_by_key(self._view)
        place = event.globalPos()
        if not is_by_key:
            point = self._view.in_view.frame_from_widget(QPointF(event.pos()))
        elif self._view.layer.hovered is not None:
            box = self._view.in_view.widget_from_frame(self._view.layer.hovered.bounds_px)
            place = self._view.mapToGlobal(box.bottomLeft().toPoint())
        elif point is not None:
            middle = QRectF(self._view.rect()).center()
            place = self._view.mapToGlobal(middle.toPoint())
        self.menu_for(point).popup(place)
        return True

    def _take_press(self, point: Point, at: QPoint) -> None:
        """Where the operator acts: the end of a drag, or the menu of what can be done there."""
        if self._by_hand.is_dragging:
            self._by_hand.end_drag_at(self._view.layer.under(point))
        else:
            self.menu_for(point).popup(self._view.mapToGlobal(at))

    def menu_for(self, point: Point | None) -> QMenu:
        menu = QMenu(self._view, toolTipsVisible=True)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        zone = self._view.layer.under(point)
        self._by_hand.fill(menu, zone, point)
        if zone is not None:
            thing = zone_words(zone) if zone.label else zone.role
            inspect = menu.addAction(f"&Inspect {zone.role if zone.label else 'the'} {thing}")
            inspect.triggered.connect(lambda: self._view.zone_pinned.emit(zone))
        if self._view.acts_on_click:
            return menu
        menu.addSeparator()
        actions = self._actions
        menu.addActions([actions.zones, actions.marks])
        menu.addSeparator()
        menu.addAction(actions.full_size)
        return menu


def chosen_by_key(view: LiveView) -> Point | None:
    """The middle of the zone pointed at, or of the picture; None without a picture."""
    hovered, image = view.layer.hovered, view.image
    if image is None:
        return None
    return hovered.bounds_px.center if hovered else Point(image.width() // 2, image.height() // 2)


Ends = tuple[Rect | None, Rect | None]
_PICTURES_KEPT = 8


class _Live(Part):
    """What one source shows now: its picture and since when, its state in words, its zones."""

    frame: QImage | None = None
    at_secs: float = 0.0
    words: tuple[str, bool] = ("No picture", False)
    zones: tuple[tuple[Zone, ...], tuple[Window, ...]] = ((), ())


class ShownPicture:
    def __init__(self, views: ConsoleViews, past: PastMode) -> None:
        self._views = views
        self._past = past
        self._state = RunState()
        self._zones: tuple[Zone, ...] = ()
        self._lives: defaultdict[str, _Live] = defaultdict(_Live)
        self.ends_px: tuple[Rect, ...] = ()
        """Where what comes next begins, and where it ends, in pixels of the picture."""
        self.front_px: Rect | None = None
        self.in_front = ""
        past.zones_stale.connect(lambda: self.take_zones(()))

    def aim(self, state: RunState) -> None:
        """Mark in the picture what the run means to act upon next."""
        self._state = state
        ends, words = intended_target(state, self._zones)
        self.ends_px = tuple(filter(None, ends))
        self._views.live.view.show_target(ends[0], words)
        url = state.web.page.url if state.web is not None and state.web.page is not None else ""
        self._views.live.address.show_text(url)
        self._views.live.address.setVisible(bool(url))

    def take_zones(self, zones: tuple[Zone, ...], windows: tuple[Window, ...] = ()) -> None:
        """These zones belong to the picture that is in sight."""
        self._zones = zones
        self.front_px = next((each.bounds_px for each in windows if each.is_active), None)
        self._views.live.view.show_zones(zones)
        self._views.approval.request.show_zones(zones)
        self._views.inspector.zone_sheet.show_zones(zones, windows)
        self.aim(self._state)

    def clear(self) -> None:
        """Empty the picture; what is live comes back unless the past is shown."""
        self._zones = ()
        self.aim(RunState())
        self._views.live.clear()
        if not self._past.is_on:
            self._show_live_again()

    def show_frame(self, image: QImage, age_ms: float, source: str = "") -> None:
        live = self._lives[source]
        live.frame, live.at_secs = image, time.monotonic() - age_ms / 1000
        if self._is_in_sight(source):
            self._views.live.show_frame(image, age_ms)
            self._views.approval.request.show_frame(image)
            self._views.inspector.zone_sheet.show_frame(image)

    def show_zones(self, zones: tuple[Zone, ...], windows: tuple[Window, ...], source: str) -> None:
        self._lives[source].zones = (zones, windows)
        if self._is_in_sight(source):
            self.take_zones(zones, windows)

    def show_live_state(self, text: str, source: str = "", *, is_trouble: bool = False) -> None:
        """``live``, ``paused picture``; with ``is_trouble`` the picture is veiled and says why."""
        self._lives[source].words = (text, is_trouble)
        if self._is_in_sight(source):
            self._views.live.show_state(text, "warn" if is_trouble else "text_quiet")
            self._views.live.view.show_veil(text if is_trouble else "")
            if is_trouble:
                self._views.live.age.clear()

    def forget_live(self, source: str = "") -> None:
        """The surface is given up: its last picture must not stand as live while another comes."""
        self._lives.pop(source, None)
        if self._is_in_sight(source):
            self._views.live.clear()
            self.take_zones(())

    def put_in_front(self, source: str) -> None:
        """From now on that is what is live; ``clear`` shows it. Files go to one's own desktop. The
        pictures of those that were looked at longest ago are forgotten."""
        self.in_front = source
        self._lives[source] = self._lives.pop(source, _Live())
        for left in filter(None, list(self._lives)[:-_PICTURES_KEPT]):
            self._lives[left].frame = None
        self._views.live.view.setAcceptDrops(not source)

    def _is_in_sight(self, source: str) -> bool:
        return source == self.in_front and not self._past.is_on

    def _show_live_again(self) -> None:
        live = self._lives[self.in_front]
        text, is_trouble = live.words
        self.show_live_state(text, self.in_front, is_trouble=is_trouble)
        if live.frame is not None:
            age_ms = (time.monotonic() - live.at_secs) * 1000
            self._views.live.show_frame(live.frame, age_ms)
            self._views.inspector.zone_sheet.show_frame(live.frame)
        self.take_zones(*live.zones)

    def show_past(self, content_hash: str, thing: object) -> None:
        """A picture or zones of the record, where they are those that are looked at."""
        if not self._past.is_in_sight(content_hash):
            return
        if isinstance(thing, QImage):
            self._views.live.view.show_frame(thing)
            self._views.inspector.zone_sheet.show_frame(thing)
        elif isinstance(thing, tuple):
            self.take_zones(thing)


def intended_target(state: RunState, zones: Sequence[Zone]) -> tuple[Ends, str]:
    """The target's place and a drag's end in frame pixels, and what is done; None without."""
    if not state.is_running:
        return (None, None), ""
    if (asked := state.pending) is not None:
        return (asked.target_px, _ends_of(asked.step, zones)[1]), asked.step.description
    coming = next_planned(state)
    if coming is not None and coming.state is StepState.PLANNED:
        return _ends_of(coming.step, zones), f"Next: {coming.title}"
    view = state.step_at(state.place)
    plan = view.local if view is not None else None
    acting = plan.states[-1] if plan is not None and plan.is_open and plan.states else view
    if acting is None or acting.step is None or acting.state is not StepState.RUNNING:
        return (None, None), ""
    step = acting.performed or acting.step
    ends = _ends_of(step, zones)
    return ends, step.description if ends[0] is not None else ""


def _ends_of(step: PlanStep, zones: Sequence[Zone]) -> Ends:
    there = {each.zone_id: each.bounds_px for each in zones if each.on_screen}
    return there.get(step.zone_id), there.get(getattr(step.action, "to_zone_id", ""))
