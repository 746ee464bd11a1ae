"""The picture that a vision model is sent: a part of a frame, scaled and packed as it wants."""

from __future__ import annotations

from collections.abc import Sequence

import cv2

from engine.domain.frames import Frame
from engine.domain.masks import COVERED
from engine.domain.models import PictureSettings, SentPicture
from engine.domain.spaces import Rect
from engine.geometry.marks import Mark
from engine.perception.pixels import Pixels, bgr_of
from engine.perception.vision.marking import draw_marks
from engine.perception.vision.spaces import ModelView

_PNG_EFFORT = 6


def sent_picture(
    frame: Frame,
    view: ModelView,
    withheld_px: Sequence[Rect],
    settings: PictureSettings,
    marks: Sequence[Mark] = (),
) -> SentPicture:
    """The view of the frame as a whole file, with the withheld places covered in grey and the
    marks drawn on it."""
    part = bgr_of(frame, view.part_px)
    for place in withheld_px:
        box = place.intersection(view.part_px).moved(-view.part_px.x, -view.part_px.y)
        part[box.y : box.bottom, box.x : box.right] = COVERED
    if (view.width, view.height) != (view.part_px.width, view.part_px.height):
        part = cv2.resize(part, (view.width, view.height), interpolation=cv2.INTER_AREA)
    draw_marks(part, marks, view)
    return packed(part, settings)


def packed(picture: Pixels, settings: PictureSettings) -> SentPicture:
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
