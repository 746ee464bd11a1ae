"""Where one is: the windows that can be acted upon, and the dialog in front of them."""

from __future__ import annotations

from dataclasses import replace

from engine.domain.exploring.groups import ExploreRequest
from engine.domain.exploring.limits import Scope
from engine.domain.situation import Situation
from engine.domain.zones import Window


def is_in_dialog(request: ExploreRequest) -> bool:
    """A dialog is in front of all else that may be acted upon."""
    front = windows_in_reach(request.situation, request.scope)[:1]
    return bool(front) and is_dialog(front[0], request.situation)


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
