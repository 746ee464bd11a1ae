"""The distance to the goal over the states of a local plan, with what was decided at each.

Further up is nearer to the goal; the line at 10 is the goal. Arrow keys go from state to state."""

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QPainter, QPen
from PySide6.QtWidgets import QSizePolicy

from engine.domain.facts import Frozen
from engine.domain.local_planning import FARTHEST, REACHED
from engine.domain.plans import StepPlace
from engine.language.sentences import local as sentences
from engine.record.views.local_views import LocalPlanView, LocalStateView
from widgets.kit.axis_chart import AxisChart
from widgets.kit.marks import DECISION_MARKS, RETURNED_MARKS, Mark
from widgets.kit.theme import Theme

WANTED_HEIGHT = 128
LEFT, RIGHT, TOP, BOTTOM = 56, 24, 20, 24
"""Room for the scale, the last mark, the goal's word and the numbers of the states."""
ICON_PX = 16
MOST_GAP_PX = 96
REACH_PX = 24
EMPTY = "No local plan yet. Where a step can’t be reached, what was tried towards it is drawn here."
UNKNOWN = "The first action of this local plan is under way; its nearness is known after it."


class DistanceChart(AxisChart):
    place_chosen = Signal(object)  # StepPlace, of a local state

    def __init__(self, theme: Theme) -> None:
        super().__init__(theme, "Nearness to the goal")
        self._place: StepPlace | None = None
        self._plan: LocalPlanView | None = None
        self.points: tuple[DistancePoint, ...] = ()
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)

    def show_plan(self, place: StepPlace | None, plan: LocalPlanView | None) -> None:
        """``place`` is that of the step; without a plan the chart says that there is none."""
        if plan is not None and plan is self._plan and place == self._place:
            return
        if place != self._place:
            self.chosen = self._hovered = -1
        self._place, self._plan = place, plan
        self.points = distance_points(place.step_number, plan) if place and plan else ()
        self.setAccessibleDescription(self.shown_text)
        self.update()

    def choose(self, local: int) -> None:
        """Mark a local state as chosen, without telling; one that has no point marks none."""
        found = (i for i, point in enumerate(self.points) if point.local == local)
        is_begin = not local and self.chosen == 0
        self.chosen = next(found, -1) if local or is_begin else -1
        self.update()

    @property
    def shown_text(self) -> str:
        """The chart in words, for screen readers."""
        return ", ".join(f"{point.number}: {point.distance:.1f}" for point in self.points)

    def place_of(self, number: int) -> QPointF:
        """Where the point of that number stands."""
        point = self.points[number]
        return QPointF(self._x(number), self._y(point.distance))

    def sizeHint(self) -> QSize:
        return QSize(480, WANTED_HEIGHT)

    def count(self) -> int:
        return len(self.points)

    def words_when_empty(self) -> str:
        return UNKNOWN if self._plan is not None and self._plan.is_open else EMPTY

    def tip_of(self, number: int) -> str:
        return self.points[number].tip

    def tell(self, number: int) -> None:
        if self._place is not None:
            place, local = self._place, self.points[number].local
            self.place_chosen.emit(StepPlace(place.segment_number, place.step_number, local))

    def paint_things(self, painter: QPainter) -> None:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._paint_scale(painter)
        self._paint_lines(painter)
        self._paint_points(painter)

    def _paint_scale(self, painter: QPainter) -> None:
        """0, 5 and the goal; the lines between the axis and the right edge."""
        palette = self._theme.palette
        for distance in (FARTHEST, REACHED / 2, REACHED):
            y = self._y(distance)
            is_goal = distance == REACHED
            style = Qt.PenStyle.DashLine if is_goal else Qt.PenStyle.SolidLine
            tone = "border_strong" if is_goal else "border"
            painter.setPen(QPen(palette.colour(tone), 1, style))
            painter.drawLine(QPointF(LEFT, y), QPointF(self.width() - RIGHT, y))
            painter.setPen(palette.colour("text_quiet"))
            words = f"goal {distance:.0f}" if is_goal else f"{distance:.0f}"
            label = QRectF(0, y - 9, LEFT - 8, 18)
            painter.drawText(
                label, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, words
            )

    def _paint_lines(self, painter: QPainter) -> None:
        """Solid towards what stands, faint towards what was taken back, dashed for going back."""
        for number in range(1, len(self.points)):
            point = self.points[number]
            tone = "text_quiet" if point.is_standing else "text_faint"
            pen = QPen(self._theme.palette.colour(tone), 2 if point.is_standing else 1)
            if point.is_revert:
                pen.setStyle(Qt.PenStyle.DashLine)
            painter.setPen(pen)
            painter.drawLine(self.place_of(number - 1), self.place_of(number))

    def _paint_points(self, painter: QPainter) -> None:
        palette = self._theme.palette
        ratio = self.devicePixelRatioF()
        skips = max(1, round(40 / max(1.0, self._gap)))
        for number, point in enumerate(self.points):
            at = self.place_of(number)
            tone = "text" if point.is_standing else "text_faint"
            if number == self.chosen:
                painter.setPen(QPen(palette.colour("text"), 2))
                painter.setBrush(palette.colour("selection"))
                painter.drawEllipse(at, ICON_PX * 0.8, ICON_PX * 0.8)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(palette.colour("panel"))
            painter.drawEllipse(at, ICON_PX / 2 + 2, ICON_PX / 2 + 2)
            if point.mark is not None:
                shown = point.mark.tone if point.is_standing else "text_faint"
                icon = self._theme.pixmap(point.mark.icon, shown, ICON_PX, ratio)
                painter.drawPixmap(at - QPointF(ICON_PX / 2, ICON_PX / 2), icon)
            else:
                painter.setBrush(palette.colour(tone))
                painter.drawEllipse(at, 4, 4)
            if number % skips == 0 or number == self.chosen:
                painter.setPen(palette.colour(tone if number == self.chosen else "text_quiet"))
                label = QRectF(at.x() - 24, self.height() - BOTTOM + 4, 48, BOTTOM - 6)
                painter.drawText(label, Qt.AlignmentFlag.AlignCenter, point.number)

    @property
    def _gap(self) -> float:
        """Pixels from one state to the next: a few states do not spread over a wide window."""
        room = self.width() - LEFT - RIGHT - ICON_PX
        return min(MOST_GAP_PX, room / max(1, len(self.points) - 1))

    def _x(self, number: int) -> float:
        return LEFT + ICON_PX + number * self._gap

    def _y(self, distance: float) -> float:
        share = (distance - FARTHEST) / (REACHED - FARTHEST)
        return self.height() - BOTTOM - share * (self.height() - TOP - BOTTOM)

    def number_at(self, x: float) -> int:
        """The nearest point within reach; -1 where there is none."""
        near = [(abs(self._x(number) - x), number) for number in range(len(self.points))]
        away, number = min(near, default=(float("inf"), -1))
        return number if away <= max(REACH_PX, self._gap / 2) else -1


class DistancePoint(Frozen):
    """``distance`` from 0, far, to 10, reached. ``is_standing``: it was not taken back."""

    local: int
    number: str
    distance: float
    tip: str
    mark: Mark | None = None
    is_revert: bool = False
    is_standing: bool = True


def distance_points(step_number: int, plan: LocalPlanView) -> tuple[DistancePoint, ...]:
    """The state before the plan, then each state that was assessed or gone back to."""
    known = [state for state in plan.states if state.inputs is not None]
    first = known[0].inputs if known else None
    if first is None:
        return ()
    number = sentences.state_number(step_number, 0)
    tip = f"{number}  before the local plan: {first.distance_before:.1f}"
    points = [DistancePoint(0, number, first.distance_before, tip)]
    for state in plan.states:
        if state.inputs is not None:
            points.append(_of_action(step_number, state))
        elif state.is_revert and state.returned:
            points.append(_of_revert(step_number, plan, state, points[-1].distance))
    return tuple(points)


def _of_action(step_number: int, state: LocalStateView) -> DistancePoint:
    inputs = state.inputs
    assert inputs is not None
    number = sentences.state_number(step_number, state.number)
    step = state.performed or state.step
    what = step.description if step is not None else ""
    decision = sentences.DECISION_WORDS.get(state.decision, "")
    tip = (
        f"{number}  iteration {state.iteration}: {what}\n"
        f"{sentences.distance_words(inputs)}, {decision}\n{state.reason}"
    )
    after, mark = inputs.distance_after, DECISION_MARKS.get(state.decision)
    stands = not state.is_reverted
    return DistancePoint(state.number, number, after, tip, mark, is_standing=stands)


def _of_revert(
    step_number: int, plan: LocalPlanView, state: LocalStateView, now: float
) -> DistancePoint:
    """A step back: to the distance before the oldest action that it took back."""
    number = sentences.state_number(step_number, state.number)
    places = [StepPlace.parse(each) for each in state.undone]
    numbers = [each.local for each in places if each.step_number == step_number and each.local]
    oldest = plan.state_at(min(numbers, default=0))
    distance = oldest.inputs.distance_before if oldest and oldest.inputs else now
    undone = ", ".join(map(sentences.place_words, places)) or "nothing"
    tip = (
        f"{number}  revert of {undone}: {sentences.RETURNED_WORDS[state.returned]}, {distance:.1f}"
    )
    mark = RETURNED_MARKS[state.returned]
    return DistancePoint(state.number, number, distance, tip, mark, is_revert=True)
