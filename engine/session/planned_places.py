"""Whether the places that a step touches are still those that it was planned on.

A plan is made on one picture, and its later steps are done on others. A place in a zone of which
its application tells is where the zone is; all else is known by its picture, which must be the same
there, but for what the plan's own steps have done at places of that zone.
"""

from engine.domain.errors import PlaceChanged
from engine.domain.plans import PlanStep, Situation
from engine.states import spots


class PlannedPlaces:
    """Of the steps of one segment."""

    def __init__(self, planned_on: Situation | None = None) -> None:
        self._planned_on = planned_on
        self._touched: set[str] = set()

    def touched(self, step: PlanStep) -> None:
        """It is about to be done: what looks different in its zone afterwards is its own doing."""
        if spots.spots_of(step.action):
            self._touched.add(step.zone_id)

    def check(self, step: PlanStep, now: Situation) -> None:
        """Raises ``PlaceChanged``."""
        strokes, before = spots.strokes_px(step, now), self._planned_on
        if not strokes:
            return
        for at in spots.points_along(strokes):
            if not now.frame.bounds_px.contains(at):
                raise PlaceChanged(f"{at.x}, {at.y} is outside of the screen.")
            if before is None:
                continue
            was, window = before.window_at(at), now.window_at(at)
            if (was and was.window_id) != (window and window.window_id):
                name = f"the window “{window.title}”" if window is not None else "no window"
                raise PlaceChanged(f"At {at.x}, {at.y} is {name}, which was not there before.")
        is_own = step.zone_id in self._touched
        if before is None or is_own or not spots.is_known_by_picture(now.zone(step.zone_id)):
            return
        for place in spots.places_px(step, now):
            if spots.has_changed(before.frame, now.frame, place):
                where = f"{place.center.x}, {place.center.y}"
                raise PlaceChanged(f"At {where} it looks different from what was planned on.")
