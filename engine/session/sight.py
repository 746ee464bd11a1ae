"""What the run saw last: shared by all that acts on it, so that everybody acts on the same."""

from __future__ import annotations

from engine.domain.errors import BugError
from engine.domain.ports import Perceiver
from engine.domain.situation import Situation


class Sight:
    """Holds the last situation; looks only when told to."""

    def __init__(self, perceiver: Perceiver) -> None:
        self._perceiver = perceiver
        self.last: Situation | None = None

    @property
    def known(self) -> Situation:
        """What was seen last, by something that must not come before the first look."""
        if self.last is None:
            raise BugError("the run acted before anything was seen")
        return self.last

    async def look(self) -> Situation:
        """See what is there now."""
        self.last = await self._perceiver.observe()
        return self.last

    async def look_fully(self) -> Situation:
        """See what is there now, with all that takes some seconds to be recognised."""
        self.last = await self._perceiver.observe_fully()
        return self.last
