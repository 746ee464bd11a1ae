"""Pictures that are asked for, masked as all that are sent: those of a planner, with numbers on
what can be acted upon; and sheets for a model that explores, several pictures of the screen in one,
since a question has one. Each is drawn as small as it is of use."""

import asyncio
from collections.abc import Sequence

import cv2
import numpy as np

from engine.domain.exploring.groups import SuccessfulActionGroup
from engine.domain.models import PictureSettings, SentPicture
from engine.domain.plans import Look, ShownPicture, Situation
from engine.domain.spaces import Rect
from engine.language.labels import quoted
from engine.perception.pixels import Pixels, bgr_of
from engine.perception.vision import model_marks, spaces, withholding, zones

_NOW_PX, _SMALL_PX, _PAIR_PX = 800, 260, 640
"""The longer sides, in model pixels, of the screen now, of a group's pictures, of a pair's."""
_GAP_PX, _HEAD_PX = 8, 18
_PAPER, _INK = 255, (32, 32, 32)
_FONT, _FONT_SCALE = cv2.FONT_HERSHEY_SIMPLEX, 0.45


class ShownPictures:
    """Implements ``Pictures`` and ``SheetMaker``; no sheet is longer than ``max_side``."""

    def __init__(self, settings: PictureSettings, withheld: withholding.Withholder) -> None:
        self._settings = settings
        self._withheld = withheld

    async def show(self, situation: Situation, look: Look) -> ShownPicture:
        part, of = part_of(situation, look)
        withheld = await self._withheld(situation, part)
        view = spaces.view_of(part, self._settings.max_side, zoom=look.zoom)
        marked, places = model_marks.actionable(situation, part), withheld.places
        secret = [z for z in situation.zones_in_sight if z.is_secret and z.bounds_px.meets(part)]
        picture, marks = await asyncio.to_thread(
            model_marks.sent_picture, situation, view, places, self._settings, marked
        )
        return ShownPicture(
            look,
            picture,
            part,
            situation,
            of,
            tuple((mark.number, mark.zone_id) for mark in marks),
            len(places) + len(secret),
            withheld.unread,
        )

    async def of_groups(
        self, now: Situation, groups: Sequence[SuccessfulActionGroup]
    ) -> SentPicture:
        screen = _headed(await self._known(now, _NOW_PX), "now")
        rows = [await self._row(group) for group in groups]
        return self._packed(_beside(screen, _beneath(*rows)) if rows else screen)

    async def of_pair(self, before: Situation, after: Situation) -> SentPicture:
        left = _headed(await self._known(before, _PAIR_PX), "before")
        return self._packed(_beside(left, _headed(await self._known(after, _PAIR_PX), "after")))

    async def _row(self, group: SuccessfulActionGroup) -> Pixels:
        before = _headed(await self._known(group.before, _SMALL_PX), f"{group.number} before")
        after = await self._known(group.after, _SMALL_PX)
        return _beside(before, _headed(after, f"{group.number} after"))

    async def _known(self, situation: Situation, longest_px: int) -> Pixels:
        frame = situation.frame
        places = (await self._withheld(situation, frame.bounds_px)).places
        return _small(model_marks.covered(bgr_of(frame, frame.bounds_px), places), longest_px)

    def _packed(self, sheet: Pixels) -> SentPicture:
        return model_marks.packed(_small(sheet, self._settings.max_side), self._settings)


def part_of(situation: Situation, look: Look) -> tuple[Rect, str]:
    """Which part of the frame is meant, and what that is in words. What is not in sight any more
    is looked for in the window in front, and without one on the whole screen."""
    whole, zone = situation.frame.bounds_px, situation.zone(look.zone_id)
    if look.part_px is not None and not (part := look.part_px.intersection(whole)).is_empty:
        return part, f"a part of {zone.words if zone is not None else 'the screen'}"
    is_in_sight = zone is not None and zone.on_screen
    if zone and is_in_sight and not (part := zone.bounds_px.intersection(whole)).is_empty:
        return part, zone.words
    front = situation.front_window
    if front is None or look.is_whole or zones.view_px(situation, front).is_empty:
        return whole, "the whole screen"
    return zones.view_px(situation, front), f"the window {quoted(front.title or front.application)}"


def _small(picture: Pixels, longest_px: int) -> Pixels:
    """Never larger than it is."""
    height, width = picture.shape[:2]
    scale = min(1.0, longest_px / max(height, width))
    if scale == 1.0:
        return picture
    size = max(1, round(width * scale)), max(1, round(height * scale))
    return np.asarray(cv2.resize(picture, size, interpolation=cv2.INTER_AREA), np.uint8)


def _headed(picture: Pixels, words: str) -> Pixels:
    """Under its name; it is drawn after scaling, so that it can be read."""
    head = np.full((_HEAD_PX, max(picture.shape[1], 80), 3), _PAPER, np.uint8)
    cv2.putText(head, words, (2, _HEAD_PX - 5), _FONT, _FONT_SCALE, _INK, 1, cv2.LINE_AA)
    return _beneath(head, picture, gap_px=0)


def _beside(left: Pixels, right: Pixels) -> Pixels:
    height = max(left.shape[0], right.shape[0])
    width = left.shape[1] + _GAP_PX
    return np.hstack([_padded(left, height, width), _padded(right, height, right.shape[1])])


def _beneath(*pictures: Pixels, gap_px: int = _GAP_PX) -> Pixels:
    width = max(each.shape[1] for each in pictures)
    *upper, last = pictures
    rows = [_padded(each, each.shape[0] + gap_px, width) for each in upper]
    return np.vstack([*rows, _padded(last, last.shape[0], width)])


def _padded(picture: Pixels, height: int, width: int) -> Pixels:
    """On paper of that size."""
    down, right = height - picture.shape[0], width - picture.shape[1]
    return np.pad(picture, ((0, down), (0, right), (0, 0)), constant_values=_PAPER)
