"""The start state of an exploration: to keep to what is explored, and to begin there again."""

from __future__ import annotations

from engine.domain.errors import ActionImpossible
from engine.domain.exploring.events import SurfaceReset
from engine.domain.exploring.limits import Home
from engine.session.context import RunContext
from engine.session.looking import Looking


class StartState:
    """One run's. Where nothing is explored, nothing can be set back."""

    def __init__(self, context: RunContext, looks: Looking) -> None:
        self._context = context
        self._looks = looks

    @property
    def can_reset(self) -> bool:
        surface = self._context.explorable
        return surface is not None and surface.can_reset

    def keep_to(self, home: Home) -> None:
        """What lies outside of it is refused from here on."""
        if self._context.scope_guard is not None:
            self._context.scope_guard.keep_to(home)

    async def mark(self) -> None:
        """What ``reset`` goes back to is what is there now. Raises ``ActionImpossible``."""
        surface = self._context.explorable
        if surface is not None and surface.can_reset:
            await surface.mark_start()

    async def reset(self, why: str) -> None:
        """Set the surface back to its start; it is recorded, and must be looked at anew. Raises
        ``ActionImpossible`` where it can't."""
        await self._context.control.boundary()
        surface = self._context.explorable
        if surface is None or not surface.can_reset:
            raise ActionImpossible("The surface can't be set back to its start.")
        await self._context.log.append(SurfaceReset(why))
        self._looks.last = None
        self._context.history.stack.clear()  # what was done before is gone with the surface
        await surface.reset()
