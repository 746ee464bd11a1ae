"""Where one is: the windows that can be acted upon, the dialog in front of them, the open tabs."""

from __future__ import annotations

from dataclasses import dataclass, replace

from engine.domain.exploring.groups import ExploreRequest
from engine.domain.exploring.limits import Scope
from engine.domain.situation import Situation
from engine.domain.zones import Role, State, Window


@dataclass(frozen=True, slots=True)
class Place:
    """Where one is: the dialog that is in front of all else that may be acted upon, or the tabs
    that are open."""

    name: str
    is_dialog: bool = False


def place_of(request: ExploreRequest) -> Place:
    front = windows_in_reach(request.situation, request.scope)[:1]
    if front and is_dialog(front[0], request.situation):
        return Place(front[0].title, is_dialog=True)
    tabs = (
        zone.label
        for zone in request.situation.zones_in_sight
        if zone.role is Role.TAB and State.SELECTED in zone.state
    )
    return Place(" · ".join(tabs))


def is_dialog(window: Window, situation: Situation) -> bool:
    """A window in front of a dialog of its application is one too, whatever it says of itself."""
    return window.is_dialog or any(
        each.is_dialog and each.application == window.application and each.order > window.order
        for each in situation.windows
    )


def behind_dialogs(request: ExploreRequest) -> ExploreRequest:
    """As it is once the dialogs are closed that stand in front."""
    situation = request.situation
    windows = tuple(each for each in situation.windows if not is_dialog(each, situation))
    return replace(request, situation=replace(situation, windows=windows))


def windows_in_reach(situation: Situation, scope: Scope) -> tuple[Window, ...]:
    """The windows to act upon: a dialog in front of its application keeps all else out of reach."""
    windows = [
        window
        for window in sorted(situation.windows, key=lambda window: window.order)
        if scope.allows_window(window)
    ]
    dialog = next((window for window in windows if window.is_dialog), None)
    if dialog is None:
        return tuple(windows)
    return tuple(
        window
        for window in windows
        if window is dialog or window.application != dialog.application or window.is_active
    )
