"""Where the docks stand, and how large: the picture gets its share of the window first.

The picture keeps at least ``PICTURE_SHARE`` of the window while no log is open. What is left is
one column on the right, the plan over the desk; in a wide window the plan stands on the left.
As soon as the operator moves or resizes a dock, the layout is theirs and only makes room for what
waits for them.

``LayoutMemory`` is what the window remembers from one day to the next: its place, its docks, its
look, the goals."""

import json

from PySide6.QtCore import QByteArray, QEvent, QFile, QObject, QSettings, Qt, QTimer
from PySide6.QtGui import QMouseEvent, QResizeEvent
from PySide6.QtWidgets import QDockWidget, QMainWindow, QWidget

from engine.domain.facts import Frozen
from widgets.decision.approval_panel import ApprovalPanel
from widgets.kit import forms, pages, parts
from widgets.kit.theme import STRETCH, Theme, ThemeChoice, lay_column, lay_row, widget_of
from widgets.plan.plan_tree import PlanTree
from widgets.timeline.timeline_panel import TimelinePanel

FRAME_PX = 1
MOST_EXTRA_PX, BESIDE_PX = 280, 48
"""Of what stands beside a dock's tabs; and of the button and the gaps beside both."""


class Dock(QDockWidget):
    def __init__(
        self, theme: Theme, name: str, title: str, body: pages.Pages, extra: QWidget | None = None
    ) -> None:
        """The pages' own title stands in the dock's, ``extra`` beside it."""
        super().__init__(title, allowedAreas=Qt.DockWidgetArea.AllDockWidgetAreas)
        self.setObjectName(name)
        self._head, self._extra = body.title, extra
        self.setTitleBarWidget(self._title_bar(theme, title, body.title, extra))
        frame = widget_of(lay_column(body, margins=FRAME_PX))
        frame.setObjectName("dockBody")
        self.setWidget(frame)
        self.setAccessibleName(title)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """The tabs stay whole: what stands beside them goes first, then the button."""
        super().resizeEvent(event)
        needs = self._head.sizeHint().width() + BESIDE_PX
        self._fold.setVisible(self.width() >= needs)
        if (extra := self._extra) is not None:
            needs += extra.minimumSizeHint().width()
            extra.setMaximumWidth(MOST_EXTRA_PX if self.width() >= needs else 0)

    @property
    def frame_height(self) -> int:
        """What the dock itself takes, above and around its body."""
        return self.titleBarWidget().sizeHint().height() + 2 * FRAME_PX

    def _title_bar(self, theme: Theme, title: str, head: QWidget, extra: QWidget | None) -> QWidget:
        bar = QWidget()
        bar.setObjectName("dockTitle")
        row = lay_row(head, STRETCH, of=bar, margins=(0, 0, 2, 0), spacing=8)
        if extra is not None:
            extra.setMaximumWidth(MOST_EXTRA_PX)
            row.addWidget(extra, 2)
        tip = f"Fold this away; the View menu brings {title} back"
        self._fold = fold = parts.tool_button(theme, "close", f"Fold {title}", tip)
        fold.setFocusPolicy(Qt.FocusPolicy.NoFocus)  # keys meant for a field must not fold it away
        fold.clicked.connect(self.close)
        row.addWidget(fold)
        return bar


PICTURE_SHARE = 0.6
_AIMED_SHARE = PICTURE_SHARE + 0.005
SEPARATOR_PX = 8
LEAST_PLAN_PX, MOST_PLAN_PX = 280, 336
LEAST_DESK_PX, MOST_DESK_PX = 296, 416
LEAST_PLAN_ROWS = 5
"""However tall the card, as long as that has room for what it says first."""
QUIET_DESK_SHARE, MOST_STRIP_SHARE = 0.5, 0.4
LEFT, RIGHT = Qt.DockWidgetArea.LeftDockWidgetArea, Qt.DockWidgetArea.RightDockWidgetArea


class Columns(Frozen):
    """Widths in pixels; without a plan column the plan stands in the desk's."""

    desk_px: int
    plan_px: int = 0


def columns_for(width_px: int, height_px: int, picture_height_px: int) -> Columns:
    """The columns that leave a picture of this height its share of the window."""
    picture_width = _AIMED_SHARE * width_px * height_px / max(1, picture_height_px)
    room = int(width_px - picture_width) - SEPARATOR_PX
    if room >= LEAST_PLAN_PX + SEPARATOR_PX + MOST_DESK_PX:
        plan = min(MOST_PLAN_PX, room - SEPARATOR_PX - MOST_DESK_PX)
        return Columns(MOST_DESK_PX, plan // 8 * 8)
    return Columns(min(MOST_DESK_PX, max(LEAST_DESK_PX, room)))


class DockLayout(QObject):
    def __init__(
        self,
        window: QMainWindow,
        plan: Dock,
        desk: Dock,
        strip: Dock,
        steps: PlanTree,
        approval: ApprovalPanel,
        timeline: TimelinePanel,
    ) -> None:
        super().__init__(window)
        self._window = window
        self._plan, self._desk, self._strip = plan, desk, strip
        self._steps, self._approval, self._timeline = steps, approval, timeline
        self._height_before = 0
        self._is_plan_beside: bool | None = None
        self._is_arranging = False
        self.is_own = False
        """The operator arranged the docks."""
        self._soon = QTimer(self, singleShot=True)  # once the views have settled
        self._soon.timeout.connect(self._follow)
        window.setCorner(Qt.Corner.BottomRightCorner, RIGHT)
        window.setCorner(Qt.Corner.BottomLeftCorner, LEFT)
        window.installEventFilter(self)
        for dock in (plan, desk, strip):
            dock.topLevelChanged.connect(self._note_own)
            dock.dockLocationChanged.connect(self._note_own)
        approval.full_height_changed.connect(self._soon.start)
        timeline.page_changed.connect(lambda: QTimer.singleShot(0, self, self._fit_strip))
        self.reset()

    def reset(self) -> None:
        """All docks as on the first day."""
        self.is_own = False
        self._is_plan_beside = None
        for dock in (self._plan, self._desk, self._strip):
            dock.setFloating(False)
            dock.show()
        self._arrange()

    def take_over(self, *, is_own: bool) -> None:
        """The docks were put where they had been, by the operator or not."""
        self.is_own = is_own
        self._is_plan_beside = None

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if isinstance(event, QMouseEvent) and event.type() is QEvent.Type.MouseButtonPress:
            # where there is nothing but the window itself, there is the edge of a dock
            is_edge = self._window.childAt(event.position().toPoint()) is None
            self.is_own = self.is_own or is_edge
        elif event.type() in (QEvent.Type.Resize, QEvent.Type.Show):
            self._soon.start()
        return super().eventFilter(watched, event)

    def _note_own(self) -> None:
        if not self._is_arranging:
            self.is_own = True

    def _follow(self) -> None:
        if self.is_own:
            self._make_room_for_what_waits()
        else:
            self._arrange()

    def _arrange(self) -> None:
        window, strip_px = self._window, self._strip.frame_height + self._timeline.strip.height()
        picture_px = window.height() - self._head_height_px() - strip_px - SEPARATOR_PX
        columns = columns_for(window.width(), window.height(), picture_px)
        self._is_arranging = True
        self._place(is_plan_beside=columns.plan_px > 0)
        self._is_arranging = False
        across, down = Qt.Orientation.Horizontal, Qt.Orientation.Vertical
        both = [self._plan, self._desk]
        if columns.plan_px:
            window.resizeDocks(both, [columns.plan_px, columns.desk_px], across)
        else:
            window.resizeDocks([self._desk], [columns.desk_px], across)
            column = window.height() - self._head_height_px()
            desk = round(column * QUIET_DESK_SHARE)
            if needs := self._desk_needs_px():
                rows = self._plan.frame_height + self._steps.height_of(LEAST_PLAN_ROWS)
                room = column - rows - SEPARATOR_PX
                desk = max(needs - self._approval.can_give, min(needs, room))
            window.resizeDocks(both, [column - SEPARATOR_PX - desk, desk], down)
        self._fit_strip()

    def _fit_strip(self) -> None:
        height = self._strip.frame_height + self._timeline.wanted_height
        most = round(MOST_STRIP_SHARE * self._window.height())
        self._window.resizeDocks([self._strip], [min(height, most)], Qt.Orientation.Vertical)

    def _place(self, *, is_plan_beside: bool) -> None:
        if is_plan_beside == self._is_plan_beside:
            return
        self._is_plan_beside = is_plan_beside
        folded = [dock for dock in (self._plan, self._desk, self._strip) if dock.isHidden()]
        self._window.addDockWidget(LEFT if is_plan_beside else RIGHT, self._plan)
        self._window.addDockWidget(RIGHT, self._desk)
        self._window.addDockWidget(Qt.DockWidgetArea.BottomDockWidgetArea, self._strip)
        if not is_plan_beside:
            self._window.splitDockWidget(self._plan, self._desk, Qt.Orientation.Vertical)
        for dock in folded:
            dock.hide()

    def _make_room_for_what_waits(self) -> None:
        """Grow the desk while something waits; afterwards it is as high as it was."""
        needs, height = self._desk_needs_px(), self._desk.height()
        if self._desk.isFloating():
            return
        if needs > height:
            self._height_before = self._height_before or height
            self._window.resizeDocks([self._desk], [needs], Qt.Orientation.Vertical)
        elif not needs and self._height_before:
            self._window.resizeDocks([self._desk], [self._height_before], Qt.Orientation.Vertical)
            self._height_before = 0

    def _head_height_px(self) -> int:
        head = self._window.menuWidget()
        return head.sizeHint().height() if head is not None else 0

    def _desk_needs_px(self) -> int:
        """What waits for the operator is shown whole; 0 while nothing waits."""
        if not self._approval.is_waiting:
            return 0
        return self._desk.frame_height + self._approval.full_height


ORGANISATION = "Pilothouse"
APPLICATION = "console"
LAYOUT_VERSION = 2
THEME = "view/theme"
BROKEN_OFF = "told/broken-off"
"""The session whose breaking off was told of; it is told once."""
_OWN = QFile.Permission.ReadOwner | QFile.Permission.WriteOwner


class LayoutMemory:
    """Reads and writes the settings; what can't be read is as if it weren't there."""

    def __init__(self, settings: QSettings | None = None) -> None:
        self.settings = settings or QSettings(ORGANISATION, APPLICATION)

    def restore_window(self, window: QMainWindow) -> None:
        geometry = self.settings.value("window/geometry")
        state = self.settings.value("window/docks")
        if isinstance(geometry, QByteArray):
            window.restoreGeometry(geometry)
        if isinstance(state, QByteArray):
            window.restoreState(state, LAYOUT_VERSION)

    def text(self, name: str) -> str:
        """Empty where none is kept."""
        return str(self.settings.value(name, ""))

    @property
    def theme(self) -> ThemeChoice:
        text = self.text(THEME)
        return ThemeChoice(text) if text in list(ThemeChoice) else ThemeChoice.SYSTEM

    @property
    def is_layout_own(self) -> bool:
        """The operator arranged the docks that were restored."""
        return str(self.settings.value(f"window/own-{LAYOUT_VERSION}")).lower() == "true"

    def remember_window(self, window: QMainWindow, *, is_own: bool) -> None:
        self.settings.setValue(f"window/own-{LAYOUT_VERSION}", is_own)
        self.settings.setValue("window/geometry", window.saveGeometry())
        self.settings.setValue("window/docks", window.saveState(LAYOUT_VERSION))

    def flag(self, name: str, default: bool = False) -> bool:
        value = self.settings.value(f"view/{name}", default)
        return value if isinstance(value, bool) else str(value).lower() == "true"

    def remember_flag(self, name: str, value: bool) -> None:
        self.settings.setValue(f"view/{name}", value)

    @property
    def export_values(self) -> forms.Values:
        """How a session was exported last; empty where none was."""
        try:
            return dict(json.loads(str(self.settings.value("export", "{}"))))
        except (TypeError, ValueError):
            return {}

    @export_values.setter
    def export_values(self, values: forms.Values) -> None:
        self.settings.setValue("export", json.dumps(values))
        self.settings.sync()
        QFile.setPermissions(self.settings.fileName(), _OWN)  # it tells what was to be hidden

    @property
    def goals(self) -> list[str]:
        """Goals of before, newest first."""
        stored = self.settings.value("goals", [])
        stored = [stored] if isinstance(stored, str) else stored
        return [str(goal) for goal in stored] if isinstance(stored, list | tuple) else []

    @goals.setter
    def goals(self, goals: list[str]) -> None:
        self.settings.setValue("goals", goals)
