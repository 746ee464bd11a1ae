"""The perceiver: from what the eyes see to a situation, at no cost where nothing changed."""

from __future__ import annotations

import asyncio
import logging
import time

from engine.domain.ports import Surface
from engine.domain.situation import Application, Situation
from engine.perception.accessibility import zones_of
from engine.perception.zone_registry import ZoneRegistry

_TREE_LAG_SECS = 0.25
"""Applications announce a change on the accessibility bus up to 100 ms after they painted it
(measured with Qt); a tree read sooner after a change than this is not trusted a second time."""

logger = logging.getLogger(__name__)


class Perceiver:
    """Implements the ``Perceiver`` port over a surface's eyes."""

    def __init__(self, surface: Surface) -> None:
        self._surface = surface
        self._registry = ZoneRegistry()
        self._applications: tuple[Application, ...] | None = None
        self._last: Situation | None = None
        self._last_read_secs = 0.0
        self._trusted_after_secs = 0.0

    async def observe(self) -> Situation:
        """The situation now. The same object as last time where the picture did not change.

        Where nothing can be read, the zones from before are kept, a warning is logged and the
        situation says that it is stale.
        """
        eyes = self._surface.eyes
        count = await eyes.change_count()
        if self._last is not None and self._is_last_still_true(count):
            return self._last
        read_at_secs = time.monotonic()
        frame, tree = await asyncio.gather(eyes.capture(), eyes.read_tree())
        is_fresh = self._registry.replace_all(zones_of(tree, frame.bounds_px))
        if not is_fresh and self._registry.count:
            logger.warning(
                "Recapture found no zones; the %d from before are kept", self._registry.count
            )
        if self._applications is None:
            self._applications = await self._surface.applications()
        if self._last is None or frame.change_count != self._last.frame.change_count:
            self._trusted_after_secs = read_at_secs + _TREE_LAG_SECS
        self._last = Situation(
            frame=frame,
            zones=self._registry.zones,
            windows=tree.windows,
            applications=self._applications,
            places=self._surface.places,
            is_stale=not is_fresh and self._registry.count > 0,
        )
        self._last_read_secs = read_at_secs
        return self._last

    def _is_last_still_true(self, count: int) -> bool:
        """Same picture, and the tree was read when applications had had their say."""
        return (
            self._last is not None
            and self._last.frame.change_count == count
            and self._last_read_secs >= self._trusted_after_secs
        )
