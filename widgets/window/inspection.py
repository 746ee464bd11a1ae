"""What the operator looks into: a zone of the picture, a step of the plan, a moment of the run.

What is chosen in one view is shown in the inspector and marked in the other views."""

from collections.abc import Sequence

from engine.domain import plans, spaces, zones
from engine.domain.web.events import Node
from engine.record.views.exploring.explore_view import FindingView, GroupView
from engine.record.views.run_state import RunState
from widgets.kit import explore_words, fact_sheet, performed
from widgets.window.console_views import ConsoleViews
from widgets.window.past_sessions import PastMode

HIT_PX = 12


class Inspection:
    def __init__(self, views: ConsoleViews, past: PastMode) -> None:
        self._views = views
        self._history = views.history
        self._past = past
        self._state = RunState()
        views.live.view.zone_pinned.connect(self._inspect_zone)
        views.plan.place_chosen.connect(self._inspect_step)
        views.timeline.row_chosen.connect(self._inspect_event)
        views.graph.graph.node_chosen.connect(self._inspect_node)
        views.timeline.chart.place_chosen.connect(self._inspect_point)
        views.inspector.call_chosen.connect(self._inspect_event)
        views.plan.group_chosen.connect(self._inspect_group)
        views.states.map.node_chosen.connect(self._inspect_state)
        views.findings.finding_chosen.connect(self._inspect_finding)

    def follow(self, state: RunState) -> None:
        """Keep the inspected step up to date."""
        self._state = state
        inspector = self._views.inspector
        inspector.show_run(state, self._history.calls)
        self._show_calls(inspector.place)
        self._draw_distance()

    def _inspect_zone(self, zone: zones.Zone) -> None:
        self._views.inspector.inspect_zone(zone)
        self._views.bring_up_inspector()
        if self._views.approval.request.is_editing:
            self._views.approval.request.editor.zones.choose(zone.zone_id)

    def _inspect_step(self, place: plans.StepPlace) -> None:
        self._views.inspector.inspect_step(self._state, place)
        self._show_calls(place)
        self._views.bring_up_inspector()
        self._draw_distance()

    def _inspect_group(self, group: GroupView) -> None:
        is_over = self._state.outcome is not None
        self._views.inspector.inspect_group(group, is_over=is_over)
        self._views.bring_up_inspector()

    def _inspect_state(self, state_id: str) -> None:
        """A state of an exploration: its picture, and what first led there."""
        view = self._state.explored
        if (state := view.states.get(state_id)) is None:
            return
        facts = explore_words.state_facts(view, state)
        self._show_explored(state, state.title or "A state", facts, state.picture_hash)

    def _inspect_finding(self, finding: FindingView) -> None:
        facts = explore_words.finding_facts(self._state.explored, finding)
        title, found = finding.fault.summary, finding.found
        self._show_explored(finding, title, facts, found.picture_hash, found.before_hash)
        self._views.states.map.choose(found.state_id)

    def _show_explored(
        self, subject: object, title: str, facts: Sequence[fact_sheet.Fact], *pictures: str
    ) -> None:
        self._views.inspector.inspect_explored(subject, title, facts, *pictures)
        self._views.bring_up_inspector()
        if self._past.is_on and pictures[0]:
            self._past.look_at(pictures[0], "")

    def _inspect_point(self, place: plans.StepPlace) -> None:
        """A state of the chart; the tree shows it too."""
        self._views.plan.select_step(place)
        self._inspect_step(place)

    def _draw_distance(self) -> None:
        """The local plan of the chosen step; else the one under way, or the newest."""
        chosen = self._views.inspector.place
        view = self._state.step_at(chosen) if chosen is not None else None
        if chosen is not None and view is not None and view.local is not None and view.local.goal:
            place = plans.StepPlace(chosen.segment_number, chosen.step_number)
            self._views.timeline.chart.show_plan(place, view.local)
            self._views.timeline.chart.choose(chosen.local)
        else:
            newest = performed.newest_plan(self._state)
            self._views.timeline.chart.show_plan(*(newest or (None, None)))

    def _inspect_event(self, row: int) -> None:
        recorded = self._history.event(row)
        if recorded is None:
            return
        self._views.inspector.inspect_event(recorded, self._history.started_at_secs)
        self._views.bring_up_inspector()
        place = self._history.place_at(row)
        if place is not None:
            self._views.plan.select_step(place)
        if self._past.is_on:
            then = self._history.state_at(row)
            self._past.look_at(then.picture_hash, then.zones_hash)
            self._mark_where_it_hit(place)
            self._views.graph.show_run(then)
            self._views.states.show_run(then)

    def _mark_where_it_hit(self, place: plans.StepPlace | None) -> None:
        """In the past picture: what the step did there."""
        view = self._state.step_at(place) if place is not None else None
        if view is None or view.at_px is None:
            self._views.live.view.show_target(None)
            return
        x, y = view.at_px
        around = spaces.Rect(x - HIT_PX, y - HIT_PX, 2 * HIT_PX, 2 * HIT_PX)
        self._views.live.view.show_target(around, view.title)

    def _inspect_node(self, node: str) -> None:
        """The run's last visit to that node of the state graph."""
        row = self._history.visits.get(Node(node))
        if row is not None:
            self._views.timeline.log.select_row(row)
            self._views.timeline.strip.choose_row(row)
            self._inspect_event(row)

    def _show_calls(self, place: plans.StepPlace | None) -> None:
        if place is not None:
            self._views.inspector.calls.show_calls(self._history.calls_for(place))
