"""Looking, recorded: the picture and the zones go into the store before the event names them.

Local perception comes first. A vision model is asked only where that falls short, between plans,
and the record says why.
"""

from __future__ import annotations

import asyncio
import time

from engine.domain.events import SituationObserved, WarningRaised
from engine.domain.frames import KeptPictures
from engine.domain.model_events import ThinkerAsked
from engine.domain.ports import BlobStore, EventLog, Perceiver
from engine.domain.recoveries import FailureClass, Recovery, may
from engine.domain.situation import Situation
from engine.session.account import RunAccount
from engine.session.budget import Ceiling
from engine.session.control import RunControl
from engine.session.sight import Sight


class Looking:
    """A session's looks between plans."""

    def __init__(
        self,
        *,
        sight: Sight,
        perceiver: Perceiver,
        account: RunAccount,
        control: RunControl,
        log: EventLog,
        blobs: BlobStore,
    ) -> None:
        self._sight = sight
        self._perceiver = perceiver
        self._account = account
        self._control = control
        self._log = log
        self._blobs = blobs
        self._kept_of: tuple[object, ...] = ()
        self._kept_hash = ""

    async def look(self, why: str, *, pictures: KeptPictures = "always") -> Situation:
        """What is there now. Stale zones are used, with a warning. Raises ``BudgetExhausted``."""
        started = time.perf_counter()
        last = self._sight.last
        situation = await self._sight.look_fully()
        if situation.is_stale and may(FailureClass.NOTHING_SEEN, Recovery.RECAPTURE):
            situation = await self._sight.look_fully()
        shortfall = self._perceiver.shortfall(situation)
        if shortfall:
            situation = await self._look_closer(situation)
        took_ms = (time.perf_counter() - started) * 1000
        await self._warn(situation)
        picture_hash, zones_hash = await asyncio.gather(
            self._picture_of(situation, pictures), self._blobs.put_zones(situation)
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
                asked_vision_because=shortfall,
            )
        )
        return situation

    async def _picture_of(self, situation: Situation, pictures: KeptPictures) -> str:
        """The hash of the picture that stands for this look; empty where none is kept."""
        if pictures == "never":
            return ""
        page, size_px = situation.page, (situation.frame.width, situation.frame.height)
        place = (page.url, page.dom_hash, page.scroll_x_px, page.scroll_y_px) if page else ()
        shown = (*place, size_px)
        if pictures == "always" or not place or shown != self._kept_of:
            self._kept_hash = await self._blobs.put_picture(situation.frame)
            self._kept_of = shown
        return self._kept_hash

    async def _look_closer(self, situation: Situation) -> Situation:
        """Ask the vision model, charged as one call."""
        budget = self._account.budget
        before = budget.used(Ceiling.CALLS)
        await self._account.spend_call()
        started = time.perf_counter()
        try:
            closer = await self._control.unless_cancelled(self._perceiver.look_closer(situation))
        finally:
            took_ms = round((time.perf_counter() - started) * 1000, 3)
            calls = int(budget.used(Ceiling.CALLS) - before)
            await self._log.append(ThinkerAsked("vision", "vision model", calls, took_ms))
        self._sight.last = closer
        return closer

    async def _warn(self, situation: Situation) -> None:
        if situation.is_stale:
            await self._log.append(
                WarningRaised("Nothing could be recognised just now; the zones are from before.")
            )
        for words in situation.warnings:
            await self._log.append(WarningRaised(words))
