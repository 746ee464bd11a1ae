"""Pixels of different spaces, mixed: every line of this file is wrong, and mypy must say so.

`make check` reads it. Each comment excuses one error; where mypy finds none, because two spaces
can be mixed after all, it complains of the comment."""

from __future__ import annotations

from engine.domain.spaces import Point, Rect, ScreenBox, ScreenLayout, ScreenPoint
from engine.perception.vision.spaces import ModelBox, ModelView, frame_from_model


def mixed(
    layout: ScreenLayout,
    view: ModelView,
    frame_point: Point,
    frame_rect: Rect,
    screen_point: ScreenPoint,
    model_box: ModelBox,
) -> None:
    layout.frame_from_screen(frame_point)  # type: ignore[arg-type]
    layout.screen_from_frame(screen_point)  # type: ignore[arg-type]
    layout.frame_rect_from_screen(frame_rect)  # type: ignore[arg-type]
    frame_rect.contains(screen_point)  # type: ignore[arg-type]
    frame_rect.intersection(model_box)  # type: ignore[arg-type]
    frame_from_model(frame_rect, view)  # type: ignore[arg-type]
    frame_rect.union(ScreenBox(0, 0, 1, 1))  # type: ignore[arg-type]
