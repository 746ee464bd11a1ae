"""Pictures that a planner asks for: masked as all that are sent, with numbers on what can be acted
upon."""

from __future__ import annotations

import asyncio

from engine.domain.looks import Look, ShownPicture
from engine.domain.models import PictureSettings
from engine.domain.situation import Situation
from engine.domain.spaces import Rect
from engine.language.labels import quoted
from engine.perception.vision.model_marks import actionable
from engine.perception.vision.sheet import sent_picture
from engine.perception.vision.spaces import view_of
from engine.perception.vision.withholding import Withholder
from engine.perception.vision.zones import front_window, view_px


class ShownPictures:
    """Implements ``Pictures``."""

    def __init__(self, settings: PictureSettings, withheld: Withholder) -> None:
        self._settings = settings
        self._withheld = withheld

    async def show(self, situation: Situation, look: Look) -> ShownPicture:
        part, of = part_of(situation, look)
        withheld = await self._withheld(situation, part)
        view = view_of(part, self._settings.max_side, zoom=look.zoom)
        marked, covered = actionable(situation, part), withheld.places
        picture, marks = await asyncio.to_thread(
            sent_picture, situation, view, covered, self._settings, marked
        )
        return ShownPicture(
            look,
            picture,
            part,
            situation,
            of,
            tuple((mark.number, mark.zone_id) for mark in marks),
            len(covered),
            withheld.unread,
        )


def part_of(situation: Situation, look: Look) -> tuple[Rect, str]:
    """Which part of the frame is meant, and what that is in words. What is not in sight any more
    is looked for in the window in front, and without one on the whole screen."""
    whole, zone = situation.frame.bounds_px, situation.zone(look.zone_id)
    if look.part_px is not None and not (part := look.part_px.intersection(whole)).is_empty:
        return part, f"a part of {zone.words if zone is not None else 'the screen'}"
    is_in_sight = zone is not None and zone.on_screen
    if zone and is_in_sight and not (part := zone.bounds_px.intersection(whole)).is_empty:
        return part, zone.words
    front = front_window(situation)
    if front is None or look.is_whole or view_px(situation, front).is_empty:
        return whole, "the whole screen"
    return view_px(situation, front), f"the window {quoted(front.title or front.application)}"
