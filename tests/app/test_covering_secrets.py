"""The live picture is covered before a secret is typed, wherever the keyboard is."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, cast

from app.live_surface import Covers
from engine.domain.actions import TypeText
from engine.domain.events import ActionEnded, ActionStarted, Event, Recorded
from engine.domain.plans import PlanStep, Situation
from engine.domain.spaces import Frame, Rect
from engine.domain.zones import Role, Source, State, Window, Zone

FRAME = Frame(1, 0.0, 800, 600, b"")
NAME, PASSWORD, WINDOW = (Rect(10, 40, 200, 30), Rect(10, 80, 200, 30), Rect(0, 0, 400, 300))
STORED = Rect(10, 120, 200, 30)


def zone(zone_id: str, bounds: Rect, *states: State) -> Zone:
    return Zone(
        zone_id=zone_id,
        label=zone_id,
        role=Role.TEXT_FIELD,
        bounds_px=bounds,
        source=Source.ACCESSIBILITY,
        state=frozenset(states),
        window_id="w",
    )


def seen(*zones: Zone, has_window: bool = True) -> Situation:
    windows = (Window("w", "Sign in", "Shop", WINDOW, True, 0),) if has_window else ()
    return Situation(FRAME, zones, windows)


class Shown:
    """A live picture's covers, on a surface where a secret stands already."""

    def __init__(self) -> None:
        self.covers = Covers(cast(Any, SimpleNamespace(secret_px=(STORED,))))
        self.look = self.covers.take

    @property
    def covered(self) -> tuple[Rect, ...]:
        return self.covers.places_px

    def record(self, event: Event) -> None:
        self.covers.take(Recorded(1, "run", 0.0, event))

    def type(self, text: str, zone_id: str = "__global__") -> tuple[Rect, ...]:
        step = PlanStep(1, zone_id, "", TypeText(text), "")
        self.record(ActionStarted("a1", 1, step))
        return self.covered


def test_the_named_zone_or_what_has_the_keyboard_is_covered() -> None:
    shown = Shown()
    shown.look(seen(zone("name", NAME), zone("password", PASSWORD, State.FOCUSED)))
    assert shown.type("Nora") == (STORED,), "no secret, no cover"
    assert shown.type("{{secret:shop}}", "name") == (NAME,)
    assert shown.type("{{secret:shop}}") == (PASSWORD,)
    shown.look(seen(zone("name", NAME)))
    assert shown.type("{{secret:shop}}") == (WINDOW,)
    shown.look(seen(zone("name", NAME), has_window=False))
    assert shown.type("{{secret:shop}}") == (FRAME.bounds_px,)


def test_a_look_while_it_is_typed_uncovers_nothing() -> None:
    shown, form = Shown(), seen(zone("password", PASSWORD, State.FOCUSED))
    shown.look(form)
    shown.type("{{secret:shop}}")
    shown.look(form)
    assert shown.covered == (STORED, PASSWORD)
    shown.record(ActionEnded("a1", True))
    assert shown.covered == (STORED, PASSWORD), "until it is looked at"
    shown.look(form)
    assert shown.covered == (STORED,)
