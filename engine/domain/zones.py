"""Zones: the things on the screen that can be named, read or acted upon, and what stands in the
place of their hidden texts."""

import re
from collections.abc import Iterator
from enum import StrEnum
from urllib.parse import unquote

from engine.domain import facts, spaces


class Role(StrEnum):
    """What a zone is, in the operator's words; sources map their own roles to these."""

    BUTTON = "button"
    TOGGLE_BUTTON = "toggle button"
    CHECK_BOX = "check box"
    RADIO_BUTTON = "radio button"
    SWITCH = "switch"
    TEXT_FIELD = "text field"
    TEXT_AREA = "text area"
    PASSWORD_FIELD = "password field"
    COMBO_BOX = "combo box"
    SPIN_BOX = "spin box"
    SLIDER = "slider"
    SCROLL_BAR = "scroll bar"
    MENU_BAR = "menu bar"
    TOOL_BAR = "tool bar"
    MENU = "menu"
    MENU_ITEM = "menu item"
    CHECK_MENU_ITEM = "check menu item"
    TAB = "tab"
    LIST_ITEM = "list item"
    TREE_ITEM = "tree item"
    CELL = "cell"
    COLUMN_HEADER = "column header"
    LINK = "link"
    ICON = "icon"
    IMAGE = "image"
    CANVAS = "canvas"
    LABEL = "label"
    HEADING = "heading"
    STATUS = "status"
    PROGRESS_BAR = "progress bar"
    ALERT = "alert"
    DIALOG = "dialog"
    WINDOW = "window"
    GROUP = "group"
    OTHER = "other"

    @property
    def is_field(self) -> bool:
        return self in EDITABLE_ROLES

    @property
    def is_checkable(self) -> bool:
        return self in CHECKABLE_ROLES

    @property
    def is_of_menu(self) -> bool:
        return self in MENU_ROLES

    @property
    def is_menu_entry(self) -> bool:
        return self.is_of_menu and self is not Role.MENU

    @property
    def is_actionable(self) -> bool:
        return self in ACTIONABLE_ROLES

    @property
    def is_picture(self) -> bool:
        """It may show things that are no zones."""
        return self in (Role.CANVAS, Role.IMAGE)


EDITABLE_ROLES = frozenset(
    {Role.TEXT_FIELD, Role.TEXT_AREA, Role.PASSWORD_FIELD, Role.COMBO_BOX, Role.SPIN_BOX}
)
CHECKABLE_ROLES = frozenset(
    {Role.CHECK_BOX, Role.RADIO_BUTTON, Role.SWITCH, Role.TOGGLE_BUTTON, Role.CHECK_MENU_ITEM}
)
ROW_ROLES = frozenset({Role.LIST_ITEM, Role.TREE_ITEM, Role.CELL})
ITEM_ROLES = ROW_ROLES | {Role.ICON}
"""Those, and the tiles of a list: these may stand beside each other."""
MENU_ROLES = frozenset({Role.MENU, Role.MENU_ITEM, Role.CHECK_MENU_ITEM})
SHOWING_ROLES = EDITABLE_ROLES | {
    *(Role.TAB, Role.COLUMN_HEADER, Role.MENU, Role.MENU_BAR, Role.SCROLL_BAR)
}
"""They take the focus, are chosen or opened, whatever they are called: nothing else comes of it."""
ACTIONABLE_ROLES = (
    EDITABLE_ROLES
    | CHECKABLE_ROLES
    | MENU_ROLES
    | ITEM_ROLES
    | {Role.BUTTON, Role.SLIDER, Role.TAB, Role.COLUMN_HEADER, Role.LINK, Role.CANVAS}
)


class State(StrEnum):
    """What is true of a zone now. A state that is not listed is false or not known."""

    ENABLED = "enabled"
    FOCUSED = "focused"
    CHECKED = "checked"
    SELECTED = "selected"
    EXPANDED = "expanded"
    EDITABLE = "editable"
    MODAL = "modal"
    ACTIVE = "active"


class Source(StrEnum):
    """Who saw the zone."""

    ACCESSIBILITY = "accessibility"
    TEXT = "text recognition"
    SHAPE = "shapes"
    VISION = "vision model"
    DOM = "browser"

    @property
    def tells(self) -> bool:
        """Applications tell of themselves by it, such as what is enabled."""
        return self in (Source.ACCESSIBILITY, Source.DOM)

    @property
    def is_drawn(self) -> bool:
        """It sees late, and no more than the picture tells."""
        return self in (Source.TEXT, Source.SHAPE)


class Zone(facts.Frozen):
    """One thing on the screen.

    ``bounds_px`` is in frame pixels. ``value`` is the text that it holds (never a password's).
    ``on_screen`` is false for what is known to exist but cannot be seen yet, such as the entries
    of a closed menu; ``parent_id`` leads to what must be opened first. ``confidence`` is 0 to 1.
    ``source_key`` is the source's own name for it, by which its place can be asked again.
    ``is_secret`` says that something in it is masked: texts by dots, its picture is covered.
    ``hidden_digest`` tells then whether that is the same as in another look, and nothing else.
    ``named_by`` says who gave label and role where that is not the source, which knows the place.
    ``is_fixed`` stays where it is when what it lies over scrolls; ``is_navigation`` belongs to a
    bar or strip that leads elsewhere: menus, tabs, tool and status bars. ``in_status``: it is, or
    stands in, a status bar. ``is_cut``: it holds more than ``value``."""

    zone_id: str
    label: str
    role: Role
    bounds_px: spaces.Rect
    state: frozenset[State] = frozenset()
    source: Source = Source.ACCESSIBILITY
    confidence: float = 1.0
    value: str = ""
    window_id: str = ""
    parent_id: str = ""
    on_screen: bool = True
    shortcut: str = ""
    source_key: str = ""
    is_secret: bool = False
    hidden_digest: str = ""
    named_by: Source | None = None
    is_fixed: bool = False
    is_navigation: bool = False
    in_status: bool = False
    is_cut: bool = False

    @property
    def is_enabled(self) -> bool:
        return State.ENABLED in self.state

    @property
    def is_checked(self) -> bool:
        return State.CHECKED in self.state

    def tells(self, state: State) -> bool:
        """Whether it can be read off it that this is so, or not so: a tick of what can be ticked,
        drawn or not; all else of what its application tells."""
        if state is State.CHECKED:
            return self.is_checked or self.role.is_checkable
        return self.source.tells or state in self.state

    @property
    def is_editable(self) -> bool:
        is_password = self.role is Role.PASSWORD_FIELD
        return self.role.is_field and (is_password or State.EDITABLE in self.state)

    @property
    def is_terminal(self) -> bool:
        """A text that takes keys and can't be edited."""
        return self.role is Role.TEXT_AREA and not self.is_editable

    @property
    def is_actionable(self) -> bool:
        """A person could act upon it, by its role; or it may be a button's text."""
        return self.role.is_actionable or self.source is Source.TEXT

    @property
    def own_label(self) -> str:
        """What the source itself tells, as long as somebody else does not have to."""
        return self.label if self.named_by is None else ""

    @property
    def words(self) -> str:
        """How an operator would point at it: ``button “Save”``."""
        return f"{self.role} “{self.label}”" if self.label else f"unnamed {self.role}"


class Window(facts.Frozen):
    """A window of the surface. ``is_active`` has the keyboard; ``order`` 0 is the topmost.

    ``may_tell`` is false where its application has had time to come to the accessibility bus and
    did not: nothing need be waited for. ``keeps_terminal`` says that a program runs in it on a
    terminal of its own, so that a line that is confirmed there may be a command; None where nobody
    can tell, as of a program on another machine; ``keys_act``, that it is no shell at its prompt:
    each key may be one. ``started_at_secs`` is when its process started
    (wall clock; 0 where that is not known). ``is_splash``: it only shows that a program starts;
    ``is_popup``: it is a menu, a tool tip or the like."""

    window_id: str
    title: str
    application: str
    bounds_px: spaces.Rect
    is_active: bool
    order: int
    is_dialog: bool = False
    may_tell: bool = True
    keeps_terminal: bool | None = False
    keys_act: bool = False
    started_at_secs: float = 0.0
    is_splash: bool = False
    is_popup: bool = False

    @property
    def name(self) -> str:
        """Its title, or its application's name where it has none."""
        return self.title or self.application


class Arrangement:
    """Windows and the zones in them, as a situation and the mark of a state have them."""

    __slots__ = ()
    windows: tuple[Window, ...]
    zones: tuple[Zone, ...]

    def zone(self, zone_id: str) -> Zone | None:
        return next((zone for zone in self.zones if zone.zone_id == zone_id), None)

    def window(self, window_id: str) -> Window | None:
        return next((each for each in self.windows if each.window_id == window_id), None)

    def window_at(self, point: spaces.Point) -> Window | None:
        """The topmost there."""
        over = (window for window in self.windows if window.bounds_px.contains(point))
        return min(over, key=lambda window: window.order, default=None)

    def window_of(self, zone: Zone) -> Window | None:
        return self.window(zone.window_id)

    def zones_in(self, window: Window) -> list[Zone]:
        """Those in sight."""
        return [z for z in self.zones if z.window_id == window.window_id and z.on_screen]

    def above(self, zone: Zone) -> Iterator[Zone]:
        """What it lies in, the nearest first; a ring that somebody tells ends where it closes."""
        passed = {zone.zone_id, ""}
        while zone.parent_id not in passed and (parent := self.zone(zone.parent_id)) is not None:
            passed.add(parent.zone_id)
            yield (zone := parent)

    def windows_since(self, before: "Arrangement") -> list[Window]:
        """Those that were not there before."""
        known = {window.window_id for window in before.windows}
        return [window for window in self.windows if window.window_id not in known]

    @property
    def active_window(self) -> Window | None:
        return next((window for window in self.windows if window.is_active), None)

    @property
    def front_window(self) -> Window | None:
        """The active window, or the topmost where none says that it is."""
        return self.active_window or min(self.windows, key=lambda one: one.order, default=None)


MASK = "••••••"

COVERED = 128
"""All four bytes of a covered pixel: grey, and half transparent as no captured pixel is."""
CELL_NAME = re.compile(r"([A-Z]{1,3})([1-9]\d{0,6})")
"""A sheet's cell is called by its column and row, and holds a text of its own."""


def told_of(text: str, *, is_secret: bool) -> str:
    """What was masked within it stands there as dots; whatever else is secret is said to be so."""
    is_told = not is_secret or (MASK in text and text.replace(MASK, "").strip())
    return text if is_told or not text else "(secret)"


def fits_mask(masked: str, text: str) -> bool:
    """Whether the text may be what was masked: alike but for what the masks stand for."""
    parts = map(re.escape, masked.split(MASK))
    return re.fullmatch(".+".join(parts), text, re.DOTALL) is not None


def holds_mask(text: str) -> bool:
    """Whether a part of it is hidden: such an address can't be opened, it is another one."""
    return MASK in unquote(text)


# How long texts from outside are at most, in characters: cut where they come in, so that whatever
# reads them has an end. Pages are cut by their own script, replies of models on the wire.
MOST_NAME_CHARS = 1_000
"""Of a label, a title or a name: nothing that somebody would point at is longer."""
MOST_TEXT_CHARS = 4_000
"""Of what a field or an area of text holds."""
MOST_READ_CHARS = 1_000_000
"""Of the same where somebody wants to read it."""
MOST_GOAL_CHARS = 20_000
"""Of a goal, some 1,500 clauses: a longer one is refused."""
