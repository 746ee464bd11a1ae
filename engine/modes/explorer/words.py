"""Actions in an operator's words: "Click “Save”"."""

from __future__ import annotations

from engine.domain.actions import (
    Action,
    Click,
    CloseTab,
    Drag,
    FocusWindow,
    GoBack,
    GoForward,
    Launch,
    Navigate,
    PressKeys,
    Replan,
    Scroll,
    ScrollTo,
    Search,
    SwitchTab,
    TakeScreenshot,
    TypeText,
    Wait,
)
from engine.domain.zones import Zone

_SHOWN_CHARS = 60


def action_words(
    action: Action, zone: Zone | None, label: str = "", end: Zone | None = None
) -> str:
    """What is done and to what; ``label`` names a zone that is not there, ``end`` is a drag's."""
    name = _name(zone, label)
    match action:
        case Click(button="right"):
            return f"Right-click {name}"
        case Click(count=count):
            return f"{'Double-click' if count > 1 else 'Click'} {name}"
        case TypeText(text=text):
            return f"Type “{_short(text)}”" + (f" into {name}" if zone or label else "")
        case PressKeys(keys=keys):
            return f"Press {'+'.join(key.capitalize() for key in keys)}"
        case Scroll(down=down, right=right):
            where = ("down" if down > 0 else "up") if down else "right" if right > 0 else "left"
            return f"Scroll {where}" + (f" in {name}" if zone or label else "")
        case Drag(to_zone_id=to) if to:
            return f"Drag {name} to {_name(end, to)}"
        case Drag():
            return f"Drag {name}"
        case Launch(application=application):
            return f"Start {application}"
        case FocusWindow(title=title):
            return f"Bring “{_short(title)}” to the front"
        case Wait(secs=secs):
            return f"Wait {secs:g} s"
        case Replan():
            return "Look again"
        case Navigate(url=url):
            return f"Open {_short(url)}"
        case Search(words=words):
            return f"Search for “{_short(words)}”"
        case GoBack():
            return "Go back a page"
        case GoForward():
            return "Go forward a page"
        case SwitchTab():
            return "Show another tab"
        case CloseTab():
            return "Close the tab"
        case ScrollTo():
            return "Scroll the page"
        case TakeScreenshot():
            return "Take a picture of the page"


def _name(zone: Zone | None, label: str) -> str:
    if zone is not None and zone.label:
        return f"“{_short(zone.label)}”"
    if label:
        return f"“{_short(label)}”"
    return f"the {zone.role}" if zone is not None else "nothing"


def _short(text: str) -> str:
    flat = " ".join(text.split())
    return flat if len(flat) <= _SHOWN_CHARS else f"{flat[:_SHOWN_CHARS].rstrip()}…"
