"""What a planner asks to be shown, and the picture that it was shown then."""

import math
from dataclasses import dataclass, field
from typing import Protocol

from engine.domain.frames import Frame
from engine.domain.models import SentPicture
from engine.domain.situation import Situation
from engine.domain.spaces import Point, Rect


@dataclass(frozen=True, slots=True)
class Look:
    """A picture of ``part_px`` of the frame, of a zone, of the whole screen, or else of the window
    in front, enlarged by ``zoom`` as far as pictures may be large. ``why``: in its own words."""

    zone_id: str = ""
    part_px: Rect | None = None
    is_whole: bool = False
    zoom: float = 1.0
    why: str = field(default="", compare=False)


@dataclass(frozen=True, slots=True)
class ShownPicture:
    """``part_px`` of the frame of what was ``seen`` then, as it went out. ``of`` is what that is,
    in words; ``marks`` are the numbers in it with their zones; at ``covered`` places nothing can be
    seen in it, at ``unread`` of them because nobody could read in time what they say."""

    look: Look
    picture: SentPicture
    part_px: Rect
    seen: Situation
    of: str
    marks: tuple[tuple[int, str], ...] = ()
    covered: int = 0
    unread: int = 0

    @property
    def frame(self) -> Frame:
        return self.seen.frame

    @property
    def why(self) -> str:
        """For the record."""
        return f"it asked to see {self.of}" + (f": {self.look.why}" if self.look.why else "")

    def frame_point(self, x: float, y: float) -> Point | None:
        """The frame pixel of a place in the picture; None outside of it."""
        part, width, height = self.part_px, self.picture.width, self.picture.height
        if not (0 <= x <= width and 0 <= y <= height):
            return None
        right, down = math.floor(x * part.width / width), math.floor(y * part.height / height)
        return Point(part.x + min(right, part.width - 1), part.y + min(down, part.height - 1))


class MayLook(Protocol):
    """What a planner is given, as far as it is about pictures (``plans.PlanRequest``)."""

    @property
    def situation(self) -> Situation: ...
    @property
    def shown(self) -> ShownPicture | None: ...
    @property
    def looked(self) -> tuple[Look, ...]: ...
    @property
    def no_pictures(self) -> str: ...
