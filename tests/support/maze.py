"""A small application for the engine's tests: named screens and what leads from one to another."""

from __future__ import annotations

from engine.domain.actions import Action, PressKeys
from engine.domain.plans import Situation
from engine.domain.spaces import Point
from engine.domain.surface_ports import Strokes
from tests.support.stage import Stage


def keys(*names: str) -> str:
    """How a chord is written in ``ways``."""
    return "+".join(names)


class Maze(Stage):
    """``screens`` by name; ``ways`` from a screen by a label that is clicked or a chord.

    What has no way changes nothing. Each screen is one situation, so that equal screens are equal.
    """

    def __init__(
        self, screens: dict[str, Situation], ways: dict[str, dict[str, str]], start: str
    ) -> None:
        super().__init__(screens[start])
        self.screens = screens
        self.ways = ways
        self.at = start
        self.went: list[str] = [start]

    async def perform(self, action: Action, at: Point | None, strokes: Strokes = ()) -> None:
        await super().perform(action, at, strokes)
        goal = self.ways.get(self.at, {}).get(self._name(action, at))
        if goal is not None:
            self.at = goal
            self.now = self.screens[goal]
            self.went.append(goal)

    def _name(self, action: Action, at: Point | None) -> str:
        if isinstance(action, PressKeys):
            return keys(*action.keys)
        hit = [zone for zone in self.now.zones if at and zone.bounds_px.contains(at)]
        return hit[-1].label if hit else ""
