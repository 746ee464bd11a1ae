"""The target of a step: where it is, what it looks like, and whether it is still that.

What was approved is what is hit: a decision is bound to a digest of the action and the picture
of its target; before the hands move, the target's own place and picture are looked at again.
"""

from __future__ import annotations

import cv2
import numpy as np
import xxhash

from engine.domain.actions import Drag
from engine.domain.frames import Frame
from engine.domain.masks import COVERED
from engine.domain.performing import Target
from engine.domain.plans import PlanStep
from engine.domain.ports import Perceiver
from engine.domain.situation import Situation
from engine.domain.spaces import Rect
from engine.domain.surface_ports import Surface
from engine.domain.zones import Role, Zone
from engine.states.pixels import pixels_of

_MOVED_PIXELS = 2
_PIXEL_DIFFERENCE = 40
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
        """The step's zone in this situation; None for global steps and zones not there."""
        zone = situation.zone(step.zone_id)
        return Target(zone, situation.frame) if zone is not None else None

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
            digest.update(_crop(target.frame, target.zone.bounds_px).tobytes())
        window, focused = situation.active_window, situation.focused_zone
        digest.update(repr((window and window.window_id, focused and focused.zone_id)).encode())
        return digest.hexdigest()

    async def change_of(self, target: Target) -> str | None:
        """What is different about the target now, in words; None where nothing is.

        Costs the zone's own extents and one capture: some milliseconds, not a reading of the
        whole tree, unless it is masked.
        """
        eyes = self._surface.eyes
        bounds = await eyes.bounds_of(target.zone)
        if bounds is None:
            return f"{target.zone.words} is gone"
        planned, clipped = target.zone.bounds_px, bounds.intersection(target.frame.bounds_px)
        if max(abs(clipped.x - planned.x), abs(clipped.y - planned.y)) > _MOVED_PIXELS:
            return f"{target.zone.words} has moved"
        if await eyes.change_count() == target.frame.change_count:
            return None
        if target.zone.is_secret:
            return await self._change_of_hidden(target.zone)
        now = await eyes.capture()
        if (now.width, now.height) != (target.frame.width, target.frame.height):
            return "the display changed its size"
        if _changed_share(target.frame, now, planned) > _CHANGED_SHARE:
            return f"{target.zone.words} looks different"
        return None

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


def _changed_share(before: Frame, now: Frame, bounds: Rect) -> float:
    """Of the pixels in these bounds; what was covered before can't be compared."""
    old, new = _crop(before, bounds), _crop(now, bounds)
    if old.size == 0:
        return 0.0
    difference = cv2.absdiff(np.ascontiguousarray(old), np.ascontiguousarray(new))
    is_known = (old != COVERED).any(axis=2)
    return float(np.mean((difference[:, :, :3].max(axis=2) > _PIXEL_DIFFERENCE) & is_known))


def _crop(frame: Frame, bounds: Rect) -> np.ndarray[tuple[int, int, int], np.dtype[np.uint8]]:
    inside = bounds.intersection(frame.bounds_px)
    return pixels_of(frame)[inside.y : inside.bottom, inside.x : inside.right]
