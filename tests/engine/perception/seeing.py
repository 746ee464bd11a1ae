"""A drawn window with two marks, and a vision model that tells of them."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import cv2
import numpy as np

from engine.domain.models import PictureSettings
from engine.domain.plans import Situation
from engine.domain.spaces import Rect
from engine.domain.zones import Role, Source, Window, Zone
from engine.perception.masking.masker import Masker
from engine.perception.masking.rules import MaskRules
from engine.perception.vision.reading import PictureTexts
from engine.perception.vision.withholding import Withheld, Withholder
from engine.perception.vision.zones import VisionZones
from tests.support.drawn import SCREEN, drawn, window, zone
from tests.support.scripted_model import Answer, ScriptedModel, replies

APP = window(bounds=Rect(20, 20, 320, 240))
CANVAS = zone("Canvas", Role.CANVAS, Rect(30, 60, 300, 190))
CLOSE = zone("Close", Role.BUTTON, Rect(30, 30, 60, 20))
STAR = Rect(100, 100, 40, 40)
DOT = Rect(220, 150, 30, 30)
MARKS = ((STAR, 90), (DOT, 140))


def thing(label: str, place: Rect, role: str = "icon", **more: Any) -> dict[str, Any]:
    """In the pixels of a picture of the window, not scaled."""
    x, y = place.x - APP.bounds_px.x, place.y - APP.bounds_px.y
    return {
        "label": label,
        "role": role,
        "x": x,
        "y": y,
        "width": place.width,
        "height": place.height,
        **more,
    }


def things(*all_of_them: dict[str, Any]) -> dict[str, Any]:
    return {"things": list(all_of_them)}


BOTH = things(thing("Star", STAR), thing("Dot", DOT))


def canvas(*marks: tuple[Rect, int], windows: tuple[Window, ...] = (APP,)) -> Situation:
    return drawn(windows, [CANVAS, CLOSE], *(marks or MARKS))


def vision(*answers: Answer, **settings: Any) -> tuple[VisionZones, ScriptedModel]:
    model = replies(*answers, last_stays=True)
    return VisionZones(model, picture=PictureSettings(**settings)), model


def unread(rules: MaskRules) -> Withholder:
    """Covers all that may hold a text: nobody reads."""

    async def withheld(now: Situation, part_px: Rect) -> Withheld:
        return await PictureTexts(None).withheld(now, part_px, masker(rules))

    return withheld


def masker(rules: MaskRules | None = None) -> Masker:
    return Masker(rules or MaskRules(), lambda text: text)


async def look(asked: VisionZones, now: Situation, rules: MaskRules | None = None) -> Situation:
    return await asked.look_closer(now, masker(rules))


def seen(situation: Situation) -> dict[str, Zone]:
    return {one.label: one for one in situation.zones if one.source is Source.VISION}


def written(text: str) -> Situation:
    """The canvas with a text drawn on it."""
    now = canvas()
    pixels = np.frombuffer(now.frame.pixels, np.uint8).reshape(SCREEN.height, SCREEN.width, 4)
    image = pixels.copy()
    cv2.putText(image, text, (50, 220), cv2.FONT_HERSHEY_SIMPLEX, 0.6, (0, 0, 0, 255), 1)
    return replace(now, frame=replace(now.frame, pixels=image.tobytes()))
