"""Which control a step is upon, so that it is known again in another look and in another run."""

from engine.domain.actions import Click, PressKeys
from engine.domain.plans import PlanStep, Situation
from engine.domain.risks import Control, StateMark
from engine.domain.spaces import Point
from engine.domain.web.sites import host_of
from engine.domain.zones import State, Window
from engine.language.keys import chord_of

_CELL_PX = 8
"""Places that are nearer to each other than this are one: windows round theirs differently."""
_KEYS_OF_FOCUS = (("enter",), ("space",))
"""They do what has the keyboard does, and nothing of their own."""


def control_upon(step: PlanStep, seen: Situation | StateMark) -> Control | None:
    """What is clicked, or the chord; None for all else, and where no program is told."""
    match step.action:
        case Click(button="left", at=None, half=""):
            return _clicked(step.zone_id, seen)
        case PressKeys(keys=keys, half="") if chord_of(keys) not in _KEYS_OF_FOCUS:
            program, _ = _program(seen.active_window, seen)
            focused = next((z.role.value for z in seen.zones if State.FOCUSED in z.state), "")
            chord = "+".join(chord_of(keys))
            return Control(program, "keys", chord, focused) if program else None
        case _:
            return None


def _clicked(zone_id: str, seen: Situation | StateMark) -> Control | None:
    zone = seen.zone(zone_id)
    program, origin = _program(seen.window_of(zone) if zone is not None else None, seen)
    if zone is None or not program:
        return None
    at = zone.bounds_px.center
    place = f"{(at.x - origin.x) // _CELL_PX},{(at.y - origin.y) // _CELL_PX}"
    return Control(program, zone.role.value, zone.label, place)


def _program(window: Window | None, seen: Situation | StateMark) -> tuple[str, Point]:
    """The application, or a page's host, and where its places are counted from."""
    if seen.page is not None:
        page = seen.page
        return host_of(page.url), Point(-page.scroll_x_px, -page.scroll_y_px)
    if window is None:
        return "", Point(0, 0)
    return window.application, Point(window.bounds_px.x, window.bounds_px.y)
