"""The line to one application: its calls, its own nodes among the answers, its share of the bus."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from engine.surfaces.desktop.at_spi import bus as spi
from engine.surfaces.desktop.at_spi.bus import AccessibilityBus, Call
from engine.surfaces.desktop.at_spi.node import ApplicationFacts


class ApplicationLine:
    """Asks one application. ``width`` is its share of the calls in flight."""

    def __init__(
        self, bus: AccessibilityBus, facts: ApplicationFacts, *, width: int, timeout_secs: float
    ) -> None:
        self.facts = facts
        self._bus = bus
        self._width = width
        self._timeout_secs = timeout_secs

    async def call_all(self, calls: Sequence[Call]) -> list[Any]:
        """The answers in order, None for an error reply.

        Raises ``ApplicationSilent`` and ``AccessibilityUnavailable``.
        """
        return await self._bus.call_all(calls, width=self._width, timeout_secs=self._timeout_secs)

    def to(
        self, path: str, interface: str, member: str, signature: str = "", *body: object
    ) -> Call:
        return Call(self.facts.bus_name, path, interface, member, signature, body)

    def get(self, path: str, interface: str, name: str) -> Call:
        return spi.get_property(self.facts.bus_name, path, interface, name)

    def extents_of(self, path: str) -> Call:
        return self.to(path, spi.COMPONENT, "GetExtents", "u", 0)

    def children_of(self, path: str) -> Call:
        return self.to(path, spi.ACCESSIBLE, "GetChildren")

    def own_paths(self, references: Sequence[tuple[str, str]] | None) -> list[str]:
        """The paths of those nodes that are this application's."""
        return [
            path
            for name, path in references or ()
            if name in ("", self.facts.bus_name) and path != spi.NULL_PATH
        ]
