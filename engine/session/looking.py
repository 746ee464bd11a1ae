"""Looking, recorded: the picture and the zones go into the store before the event names them."""

from __future__ import annotations

import asyncio
import time

from engine.domain.events import SituationObserved, WarningRaised
from engine.domain.ports import BlobStore, EventLog
from engine.domain.situation import Situation
from engine.session.sight import Sight


class Looking:
    """A session's looks between plans."""

    def __init__(self, *, sight: Sight, log: EventLog, blobs: BlobStore) -> None:
        self._sight = sight
        self._log = log
        self._blobs = blobs

    async def look(self, why: str) -> Situation:
        """What is there now. Stale zones are used, with a warning."""
        started = time.perf_counter()
        last = self._sight.last
        situation = await self._sight.look()
        took_ms = (time.perf_counter() - started) * 1000
        if situation.is_stale:
            await self._log.append(
                WarningRaised("Nothing could be recognised just now; the zones are from before.")
            )
        picture_hash, zones_hash = await asyncio.gather(
            self._blobs.put_picture(situation.frame), self._blobs.put_zones(situation)
        )
        await self._log.append(
            SituationObserved(
                why,
                picture_hash,
                zones_hash,
                situation.frame.width,
                situation.frame.height,
                len(situation.zones_in_sight),
                tuple(window.title for window in situation.windows),
                round(took_ms, 3),
                from_cache=situation is last,
                is_stale=situation.is_stale,
            )
        )
        return situation
