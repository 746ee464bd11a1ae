"""Who takes the pictures that are asked for, in the engine's tests."""

from __future__ import annotations

from dataclasses import dataclass, field

from engine.domain.models import SentPicture
from engine.domain.plans import Look, ShownPicture, Situation
from engine.domain.spaces import Rect

PICTURE = SentPicture(b"png", "image/png", 64, 48)


@dataclass
class Camera:
    """Implements ``Pictures``; ``seen`` holds what it was shown."""

    seen: list[Situation] = field(default_factory=list)

    async def show(self, situation: Situation, look: Look) -> ShownPicture:
        self.seen.append(situation)
        return ShownPicture(look, PICTURE, Rect(0, 0, 64, 48), situation, "the window")
