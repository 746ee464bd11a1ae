"""The offline thinker: the ``Thinker`` port without a model.

It reads a goal in plain language, plans on the zones in sight, and says what it can't read or
find instead of guessing. It keeps nothing between calls: what was done comes with the request."""

from dataclasses import replace

from engine.domain import plans
from engine.domain.actions import Click
from engine.domain.errors import PlanFailed
from engine.domain.local_planning import Assessment, ExplorationOption, LocalProposal, LocalRequest
from engine.domain.risks import UndoRequest, UndoWay
from engine.domain.zones import MENU_ROLES, Role, Zone
from engine.language.goals.reader import read_goal
from engine.language.labels import promises_window, quoted
from engine.states.dialogs import only_takes_note, said_by
from engine.states.expected import with_late_success
from engine.thinking.offline import applications, planning, planning_windows
from engine.thinking.offline.local_view import LocalView

NEAR, NEARER = 4.0, 4.0
UNEXPLORED, NOTHING, ASTRAY = 2.0, 1.0, 1.0
_LOOK_INSIDE = ExplorationOption("look_inside", "Look through what it opened")


def assess(request: LocalRequest) -> Assessment:
    """How near the goal the situation is."""
    view = LocalView(request)
    if view.front is None:
        return Assessment(0.0, why="No window is left.")
    leads = view.leads()
    if leads:
        best = leads[0]
        distance = NEAR + NEARER * best.relation - best.depth
        return Assessment(max(UNEXPLORED, distance), why=f"{best.meant.words} is near.")
    openers = view.openers()
    distance = UNEXPLORED + 2 * view.promise(openers[0]) if openers else NOTHING
    if view.is_in_popup_or_dialog():
        distance -= ASTRAY
    return Assessment(distance, why="Nothing in sight is called like it.")


def propose(request: LocalRequest) -> LocalProposal:
    """The next action. Raises ``PlanFailed`` where nothing is left to try from here."""
    view = LocalView(request)
    if not view.wanted:
        raise PlanFailed("The step says nothing that could be looked for.")
    distance = assess(request).distance if request.distance is None else None
    way_out = planning_windows.greeting_in_front(request.situation)
    if way_out is not None and all(
        way_out.zone_id != tried.step.zone_id for tried in request.tried
    ):
        return LocalProposal(_click(way_out), distance=distance)
    if not (found := [lead.zone for lead in view.leads()] or view.openers()):
        raise PlanFailed("Nothing in sight is called like it, and everything was looked into.")
    # a button may open a menu whose entries have other names: they are worth a look
    is_opener = found[0].role in (Role.BUTTON, Role.TOGGLE_BUTTON, *MENU_ROLES)
    options = (_LOOK_INSIDE,) if is_opener and not promises_window(found[0].label) else ()
    return LocalProposal(_click(found[0]), options, distance=distance)


def _click(zone: Zone) -> plans.PlanStep:
    return plans.PlanStep(
        1, zone.zone_id, zone.label, Click(), f"Click the {zone.role} {quoted(zone.label)}"
    )


class OfflineThinker:
    """Plans deterministically: the same request gives the same segment."""

    @property
    def name(self) -> str:
        return "offline"

    def read_goal(self, goal: str) -> None:
        """Raises ``GoalUnreadable`` where any part of the goal can't be read."""
        read_goal(goal)

    async def plan(self, request: plans.PlanRequest) -> plans.PlanSegment:
        """The next segment. Raises ``GoalUnreadable``, ``PlanFailed`` or ``NeedsOperator``."""
        readings = read_goal(request.goal)
        if request.kind is plans.ReplanKind.INITIAL:
            applications.check_folders(readings, request.situation)
        request = with_late_success(request)
        _give_up_before_a_notice(request)
        segment = planning.plan_segment(readings, request)
        # what the operator rejected is not planned again, as if it had failed just now
        past = (each for each in request.past if each.came is plans.Came.REJECTED)
        whys = {each.words: each.why for each in past}
        if again := next((it for it in segment.steps if it.description in whys), None):
            failed = plans.FailedStep(again, whys[again.description], was_refused=True)
            request = replace(request, failed=failed)
            segment = planning.plan_segment(readings, request)
        _refuse_repetition(segment, request)
        return segment

    async def propose(self, request: LocalRequest) -> LocalProposal:
        return propose(request)

    async def assess(self, request: LocalRequest) -> Assessment:
        return assess(request)

    async def undo(self, request: UndoRequest, now: plans.Situation) -> UndoWay | None:
        """It knows no way that the engine does not know itself."""
        return None


def _give_up_before_a_notice(request: plans.PlanRequest) -> None:
    """An application that only says why it could not has said all: a dialog with OK or Close."""
    failed, now = request.failed, request.situation
    if failed and (front := now.front_window) and front.is_dialog and only_takes_note(front, now):
        words = f"a dialog says “{said_by(front, now)}”"
        raise PlanFailed(f"“{failed.step.description}” failed: {words}.")


def _refuse_repetition(segment: plans.PlanSegment, request: plans.PlanRequest) -> None:
    """An error replan that begins with the failed step would fail in the same way."""
    failed = request.failed
    if failed is None or not segment.steps:
        return
    first = segment.steps[0]
    if (first.zone_id, first.action) == (failed.step.zone_id, failed.step.action):
        raise PlanFailed(f"{failed.words} No other way is known.")
