"""Actions: what the agent's hands can do. An action says what; the step's zone says where.

Where an action has spots, they are places in the step's zone; in a step without one, places of the
frame."""

from typing import Literal

from engine.domain.facts import OfKind
from engine.domain.spaces import Point, Spot

Half = Literal["", "down", "up"]
"""Only the first half of pressing something, which then stays held over the steps that follow, or
only the second: all that is held is let go of, without a place where it was taken."""


class Click(OfKind, kind="click"):
    """Press and release a mouse button on the zone, or ``at`` a spot of it, held down for
    ``hold_secs``. ``modifiers`` are held meanwhile."""

    button: Literal["left", "middle", "right"] = "left"
    count: int = 1
    modifiers: tuple[str, ...] = ()
    at: Spot | None = None
    hold_secs: float = 0.0
    half: Half = ""


class TypeText(OfKind, kind="type"):
    """Type ``text``: any Unicode; a line feed is the Return key.

    ``{{secret:name}}`` in it is filled in by the hands at the last moment and recorded nowhere.
    With a zone, the zone is clicked first. ``replace`` selects what is there before. ``chooses``
    (on the web): it is an entry of the list that the zone opens, and nothing else will do."""

    text: str
    replace: bool = False
    chooses: bool = False

    @property
    def has_return(self) -> bool:
        """It may set something off."""
        return "\n" in self.text or "\r" in self.text


class PressKeys(OfKind, kind="press"):
    """Press a chord, such as ``("ctrl", "s")``; names as in X keysyms, lower case."""

    keys: tuple[str, ...]
    half: Literal["", "down"] = ""


class Scroll(OfKind, kind="scroll"):
    """Turn the wheel over the zone by notches; positive ``down`` moves the content up. It goes on
    ``to_end``, until nothing moves any more, or until the text ``until`` is in sight."""

    down: int = 0
    right: int = 0
    at: Spot | None = None
    modifiers: tuple[str, ...] = ()
    to_end: bool = False
    until: str = ""


class Drag(OfKind, kind="drag"):
    """Drag from the zone's centre to another zone's, or by an offset in frame pixels.

    ``from_offset_px`` says where in the zone it begins, counted from its centre: what was dragged
    across a canvas is no zone of its own, and is taken back from where it was left. ``strokes`` are
    ways through spots instead, the button held along each; ``modifiers`` are held meanwhile."""

    to_zone_id: str = ""
    offset_px: Point | None = None
    from_offset_px: Point | None = None
    strokes: tuple[tuple[Spot, ...], ...] = ()
    modifiers: tuple[str, ...] = ()


class Launch(OfKind, kind="launch"):
    """Start an application through its desktop entry, by name, generic name or keyword."""

    application: str


class FocusWindow(OfKind, kind="focus_window"):
    """Bring the window whose title or application fits ``title`` to the front."""

    title: str


class Wait(OfKind, kind="wait"):
    """Do nothing until the step's expected change, ``secs`` at most."""

    secs: float = 3.0


class Replan(OfKind, kind="replan"):
    """Stop here, look again, and plan what remains."""


class Navigate(OfKind, kind="navigate"):
    """Open an address in the active tab."""

    url: str


class Search(OfKind, kind="search"):
    """Seek words with the page's own search field, which is the step's zone, by the keyboard; in
    a step without a zone with the address bar's search engine."""

    words: str


class GoBack(OfKind, kind="go_back"):
    """To the page before, in the tab's own history."""


class GoForward(OfKind, kind="go_forward"): ...


class SwitchTab(OfKind, kind="switch_tab"):
    tab_id: str


class CloseTab(OfKind, kind="close_tab"):
    """The way back from what opened a tab."""

    tab_id: str


class ScrollTo(OfKind, kind="scroll_to"):
    """Scroll the page to this place, in frame pixels from its top left."""

    x_px: int = 0
    y_px: int = 0


class TakeScreenshot(OfKind, kind="screenshot"):
    """Keep a picture of the page in the record."""


WebAction = (
    Navigate | Search | GoBack | GoForward | SwitchTab | CloseTab | ScrollTo | TakeScreenshot
)
"""A browser can do these, a desktop can't."""
DesktopAction = Click | TypeText | PressKeys | Scroll | Drag | Launch | FocusWindow | Wait | Replan
Action = DesktopAction | WebAction


def half_of(action: Action) -> Half:
    """Empty for what is whole."""
    return action.half if isinstance(action, Click | PressKeys) else ""


def goes_on(action: Action) -> bool:
    """Whether it may take long, and can be ended in between without harm."""
    is_scroll = isinstance(action, Scroll) and (action.to_end or bool(action.until))
    return is_scroll or isinstance(action, Wait | Launch)
