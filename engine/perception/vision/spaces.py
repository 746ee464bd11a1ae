"""Between frame pixels and model pixels: the part of a frame that a model was sent, scaled."""

import math

from engine.domain.facts import Frozen
from engine.domain.spaces import Rect


class ModelBox(Frozen):
    """A rectangle in model pixels, as a model gives it: fractions of pixels, over the edge."""

    x: float
    y: float
    width: float
    height: float


class ModelView(Frozen):
    """``part_px`` of a frame, sent as a picture of ``width`` × ``height`` model pixels."""

    part_px: Rect
    width: int
    height: int


def view_of(part_px: Rect, max_side: int, *, zoom: float = 1.0) -> ModelView:
    """The part as large as it fits, enlarged by ``zoom`` at the most; no side below a pixel."""
    scale = min(max(1.0, zoom), max_side / max(part_px.width, part_px.height))
    return ModelView(
        part_px, max(1, _nearest(part_px.width * scale)), max(1, _nearest(part_px.height * scale))
    )


def frame_from_model(box: ModelBox, view: ModelView) -> Rect:
    """The box in frame pixels, each edge at the nearest one, cut to the part that was sent."""
    part = view.part_px
    across, down = part.width / view.width, part.height / view.height
    left, top = _nearest(box.x * across), _nearest(box.y * down)
    right = _nearest((box.x + box.width) * across)
    bottom = _nearest((box.y + box.height) * down)
    whole = Rect(part.x + left, part.y + top, right - left, bottom - top)
    return whole.intersection(part)


def model_from_frame(place: Rect, view: ModelView) -> ModelBox:
    """The place in the picture, not rounded; over its edge where the place is over the part's."""
    part = view.part_px
    across, down = view.width / part.width, view.height / part.height
    return ModelBox(
        (place.x - part.x) * across,
        (place.y - part.y) * down,
        place.width * across,
        place.height * down,
    )


def model_from_fractions(box: ModelBox, view: ModelView) -> ModelBox:
    return ModelBox(
        box.x * view.width, box.y * view.height, box.width * view.width, box.height * view.height
    )


def are_fractions(boxes: list[ModelBox]) -> bool:
    """Whether a model gave shares of the picture (0 to 1) instead of pixels. Pixels would all lie
    in the first one, and at least one would be split. Shares of 1000, which some models give, can't
    be told from pixels for certain and are taken for pixels."""
    numbers = [n for box in boxes for n in (box.x, box.y, box.width, box.height)]
    return bool(numbers) and max(numbers) <= 1 and any(n % 1 for n in numbers)


def _nearest(number: float) -> int:
    return math.floor(number + 0.5)
