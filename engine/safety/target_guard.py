"""The target of a step: where it is, what it looks like, and whether it is still that.

What was approved is what is hit: a decision is bound to a digest of the action and the picture
of its target; before the hands move, the target's own place and picture are looked at again.
"""

import xxhash

from engine.domain.actions import Drag
from engine.domain.performing import Target
from engine.domain.plans import GLOBAL_ZONE_ID, PlanStep, Situation
from engine.domain.ports import Perceiver
from engine.domain.spaces import Rect
from engine.domain.surface_ports import Surface
from engine.domain.zones import Role, Source, Zone
from engine.states.spots import changed_share, crop_of, has_changed, places_px, strokes_px

_MOVED_PIXELS = 2
_CHANGED_SHARE = 0.04
"""A caret or a hover changes less of a zone than this; another label or button changes more."""


class ZoneTargetGuard:
    """Implements the ``TargetGuard`` port over a surface's eyes.

    Where a target is masked its picture is covered; ``perceiver`` is asked then whether it is
    still the same thing that is hidden there.
    """

    def __init__(self, surface: Surface, perceiver: Perceiver) -> None:
        self._surface = surface
        self._perceiver = perceiver

    def target_of(self, step: PlanStep, situation: Situation) -> Target | None:
        """The step's zone in this situation, or the places that it touches; None for other global
        steps and zones not there."""
        zone, places = situation.zone(step.zone_id), places_px(step, situation)
        if zone is None and places:
            zone = _unknown_place(step, situation)
        return Target(zone, situation.frame, places) if zone is not None else None

    def end_of(self, step: PlanStep, situation: Situation) -> Target | None:
        """The zone on which a drag ends."""
        if not isinstance(step.action, Drag):
            return None
        zone = situation.zone(step.action.to_zone_id)
        return Target(zone, situation.frame) if zone is not None else None

    def digest_of(self, step: PlanStep, situation: Situation) -> str:
        """Names the action, its targets and their pictures; for keys, where they would go."""
        digest = xxhash.xxh3_128(repr((step.zone_id, step.action)).encode())
        targets = [self.target_of(step, situation), self.end_of(step, situation)]
        for target in filter(None, targets):
            digest.update(repr(_essence(target.zone)).encode())
            digest.update(crop_of(target.frame, target.mark_px).tobytes())
        window, focused = situation.active_window, situation.focused_zone
        digest.update(repr((window and window.window_id, focused and focused.zone_id)).encode())
        return digest.hexdigest()

    async def change_of(self, target: Target) -> str | None:
        """What is different about the target now, in words; None where nothing is.

        Costs the zone's own extents and one capture: some milliseconds, not a reading of the
        whole tree, unless it is masked.
        """
        eyes = self._surface.eyes
        is_zone = target.zone.zone_id != GLOBAL_ZONE_ID
        if is_zone and (words := await self._how_moved(target)):
            return words
        if await eyes.change_count() == target.frame.change_count:
            return None
        if target.zone.is_secret:
            return await self._change_of_hidden(target.zone)
        now = await eyes.capture()
        if (now.width, now.height) != (target.frame.width, target.frame.height):
            return "the display changed its size"
        if target.places_px:
            changed = (each for each in target.places_px if has_changed(target.frame, now, each))
            at = next((each.center for each in changed), None)
            return f"it looks different at {at.x}, {at.y}" if at is not None else None
        if changed_share(target.frame, now, target.zone.bounds_px) > _CHANGED_SHARE:
            return f"{target.zone.words} looks different"
        return None

    async def _how_moved(self, target: Target) -> str:
        bounds = await self._surface.eyes.bounds_of(target.zone)
        if bounds is None:
            return f"{target.zone.words} is gone"
        planned, clipped = target.zone.bounds_px, bounds.intersection(target.frame.bounds_px)
        has_moved = max(abs(clipped.x - planned.x), abs(clipped.y - planned.y)) > _MOVED_PIXELS
        return f"{target.zone.words} has moved" if has_moved else ""

    async def _change_of_hidden(self, zone: Zone) -> str | None:
        seen = (await self._perceiver.observe()).zone(zone.zone_id)
        if seen is None or not seen.on_screen:
            return f"{zone.words} is gone"
        is_same = _essence(seen) == _essence(zone)
        return None if is_same else f"{zone.words} holds something else"


def _essence(zone: Zone) -> object:
    if zone.role is Role.PASSWORD_FIELD:  # whose digest also tells how it looks
        return zone.label, zone.role
    return zone.label, zone.role, zone.hidden_digest


def _unknown_place(step: PlanStep, situation: Situation) -> Zone:
    """What stands for a place of which nothing is known but how it looks."""
    start = strokes_px(step, situation)[0][0]
    window = situation.window_at(start)
    return Zone(
        GLOBAL_ZONE_ID,
        "",
        Role.OTHER,
        Rect(start.x, start.y, 1, 1),
        source=Source.SHAPE,
        window_id=window.window_id if window is not None else "",
    )
