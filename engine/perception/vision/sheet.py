"""Sheets for a model that explores: several pictures of the screen in one; a question has one.

Each is drawn as small as it is of use, and masked as every picture is.
"""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np

from engine.domain.exploring.groups import SuccessfulActionGroup
from engine.domain.masks import COVERED
from engine.domain.models import PictureSettings, SentPicture
from engine.domain.situation import Situation
from engine.domain.spaces import Rect
from engine.domain.zones import Zone
from engine.geometry.marks import Mark
from engine.perception.pixels import Pixels, bgr_of
from engine.perception.vision.model_marks import draw_marks, marks_for
from engine.perception.vision.spaces import ModelView
from engine.perception.vision.withholding import Withholder

_PNG_EFFORT = 6


def sent_picture(
    situation: Situation,
    view: ModelView,
    withheld_px: Sequence[Rect],
    settings: PictureSettings,
    marked: Sequence[Zone],
) -> tuple[SentPicture, tuple[Mark, ...]]:
    """The view of the frame as a whole file, with the withheld places covered in grey and numbers
    on the ``marked`` zones, where the settings want some."""
    at = view.part_px
    marks = marks_for(marked, situation.zones_in_sight, view, withheld_px)
    marks = marks if settings.marks else ()
    places = [place.intersection(at).moved(-at.x, -at.y) for place in withheld_px]
    part = _covered(bgr_of(situation.frame, at), places)
    if (view.width, view.height) != (view.part_px.width, view.part_px.height):
        how = cv2.INTER_LINEAR if view.width > view.part_px.width else cv2.INTER_AREA
        part = cv2.resize(part, (view.width, view.height), interpolation=how)
    draw_marks(part, marks, view)
    return _packed(part, settings), marks


def _packed(picture: Pixels, settings: PictureSettings) -> SentPicture:
    """The pixels as a whole file."""
    if settings.form == "png":
        _, data = cv2.imencode(".png", picture, [cv2.IMWRITE_PNG_COMPRESSION, _PNG_EFFORT])
    else:
        _, data = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, settings.quality])
    height, width = picture.shape[:2]
    return SentPicture(
        data.tobytes(),
        "image/png" if settings.form == "png" else "image/jpeg",
        width,
        height,
        settings.detail,
    )


_NOW_PX, _SMALL_PX, _PAIR_PX = 800, 260, 640
"""The longer sides, in model pixels, of the screen now, of a group's pictures, of a pair's."""
_GAP_PX, _HEAD_PX = 8, 18
_PAPER, _INK = 255, (32, 32, 32)
_FONT, _FONT_SCALE = cv2.FONT_HERSHEY_SIMPLEX, 0.45


class PictureSheets:
    """Implements ``SheetMaker``. No sheet is longer than the settings' ``max_side``."""

    def __init__(self, settings: PictureSettings, withheld: Withholder) -> None:
        self._settings = settings
        self._withheld = withheld

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
        return _small(_covered(bgr_of(frame, frame.bounds_px), places), longest_px)

    def _packed(self, sheet: Pixels) -> SentPicture:
        return _packed(_small(sheet, self._settings.max_side), self._settings)


def _covered(picture: Pixels, places: Sequence[Rect]) -> Pixels:
    for place in places:
        picture[place.slices] = COVERED
    return picture


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
