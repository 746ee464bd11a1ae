"""The situation: all that is known of the surface at one moment, as plans are made on it."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from engine.domain.frames import Frame
from engine.domain.web.pages import Page, WebElement
from engine.domain.zones import Arrangement, State, Window, Zone

Power = Literal["", "executes", "settings"]


@dataclass(frozen=True, slots=True)
class Application:
    """Something that can be launched: a desktop entry with the words that people call it by.

    ``power`` says what it gives over the machine, empty for most: a terminal or an interpreter
    executes what it is told, settings change the system.
    """

    name: str
    generic_name: str = ""
    keywords: tuple[str, ...] = ()
    entry_id: str = ""
    power: Power = ""


@dataclass(frozen=True, slots=True)
class Situation(Arrangement):
    """Frame, zones and windows that belong together.

    ``places`` maps the folders that a goal may name ("practice folder") to absolute paths.
    ``is_stale`` says that a recapture yielded nothing and these are the zones from before.
    ``is_being_read`` says that more of its picture may be told soon.
    ``page`` is what a browser tells of its active tab, on a web surface.
    ``is_sandboxed`` is the surface's: nothing of the operator's is within reach there.
    ``warnings`` are what the operator should know of this look, such as a vision model's failure.
    ``restless`` is what changed in this run by nobody's act, as ``states.marking`` calls it.
    """

    frame: Frame
    zones: tuple[Zone, ...]
    windows: tuple[Window, ...]
    applications: tuple[Application, ...] = ()
    places: Mapping[str, str] = field(default_factory=dict)
    is_stale: bool = False
    is_being_read: bool = False
    warnings: tuple[str, ...] = ()
    page: Page | None = None
    is_sandboxed: bool = False
    restless: frozenset[str] = field(default=frozenset(), compare=False)

    def zone_of(self, element: WebElement) -> Zone | None:
        """What the page's element is among the zones."""
        return next((zone for zone in self.zones if zone.source_key == element.agent_id), None)

    @property
    def zones_in_sight(self) -> tuple[Zone, ...]:
        return tuple(zone for zone in self.zones if zone.on_screen)

    @property
    def focused_zone(self) -> Zone | None:
        """The zone that has the keyboard: a focused one in the active window."""
        active = self.active_window
        here = {"", active.window_id} if active else None
        return next(
            (
                zone
                for zone in self.zones
                if State.FOCUSED in zone.state and (here is None or zone.window_id in here)
            ),
            None,
        )
