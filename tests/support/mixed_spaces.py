"""Pixels of different spaces, mixed: every line of this file is wrong, and mypy must say so.

`make check` reads it. Each comment excuses one error; where mypy finds none, because two spaces
can be mixed after all, it complains of the comment."""

from __future__ import annotations

from engine.domain.spaces import Rect
from engine.perception.vision.spaces import ModelBox, ModelView, frame_from_model


def mixed(view: ModelView, frame_rect: Rect, model_box: ModelBox) -> None:
    frame_rect.intersection(model_box)  # type: ignore[arg-type]
    frame_from_model(frame_rect, view)  # type: ignore[arg-type]
