"""What AT-SPI's numbers mean in this project's words: roles and states.

Pure functions over what an application said about a node, apart from the reading itself. The
numbers are those of ``AtspiRole`` and ``AtspiStateType`` (atspi-constants.h)."""

from enum import IntEnum
from functools import lru_cache

from engine.domain.zones import Role, State


class SpiRole(IntEnum):
    """The AT-SPI roles that this reader treats in a way of their own."""

    CHECK_MENU_ITEM = 8
    COMBO_BOX = 11
    FILLER = 20
    LABEL = 29
    LIST = 31
    LIST_ITEM = 32
    MENU = 33
    MENU_BAR = 34
    MENU_ITEM = 35
    PAGE_TAB = 37
    PANEL = 39
    PASSWORD_TEXT = 40
    POPUP_MENU = 41
    PROGRESS_BAR = 42
    PUSH_BUTTON = 43
    RADIO_MENU_ITEM = 45
    SCROLL_PANE = 49
    SEPARATOR = 50
    SLIDER = 51
    SPIN_BUTTON = 52
    STATUS_BAR = 54
    TABLE = 55
    TABLE_CELL = 56
    TEAROFF_MENU_ITEM = 59
    TERMINAL = 60
    TEXT = 61
    TOGGLE_BUTTON = 62
    TREE = 65
    TREE_TABLE = 66
    VIEWPORT = 68
    WINDOW = 69
    APPLICATION = 75
    ENTRY = 79
    REDUNDANT_OBJECT = 86
    LINK = 88
    TABLE_ROW = 90
    TREE_ITEM = 91
    LIST_BOX = 98
    STATIC = 116
    MENU_BUTTON = 129


class SpiState(IntEnum):
    """Bit numbers in the 64 bits of a node's states."""

    ACTIVE = 1
    CHECKED = 4
    EDITABLE = 7
    ENABLED = 8
    EXPANDABLE = 9
    EXPANDED = 10
    FOCUSABLE = 11
    FOCUSED = 12
    MODAL = 16
    MULTI_LINE = 17
    PRESSED = 20
    SELECTED = 23
    SENSITIVE = 24
    SHOWING = 25
    VISIBLE = 30
    MANAGES_DESCENDANTS = 31
    CHECKABLE = 41
    HAS_POPUP = 42
    READ_ONLY = 43


_NUMBERS: dict[Role, tuple[int, ...]] = {
    Role.ALERT: (2, 101, 102),  # alert, notification, info bar
    Role.BUTTON: (4, 43, 129),  # arrow, push button, push button menu
    Role.CANVAS: (6, 18),  # canvas, drawing area
    Role.CELL: (47, 56, 58),  # row header, table cell, table row header
    Role.CHECK_BOX: (7,),
    Role.CHECK_MENU_ITEM: (8, 45),  # check menu item, radio menu item
    Role.COLUMN_HEADER: (10, 57),
    Role.COMBO_BOX: (11,),
    Role.DIALOG: (9, 16, 19, 22),  # color chooser, dialog, file chooser, font chooser
    Role.HEADING: (83,),
    Role.ICON: (13, 26),  # desktop icon, icon
    Role.IMAGE: (3, 27, 80, 100, 107),  # animation, image, chart, image map, video
    Role.LABEL: (1, 29, 64, 73, 81, 116),  # accelerator, label, tool tip, paragraph, …
    Role.LINK: (88,),
    Role.LIST_ITEM: (32, 90),  # list item, table row
    Role.MENU: (33,),
    Role.MENU_BAR: (34,),
    Role.MENU_ITEM: (35, 59),  # menu item, tear-off
    Role.PASSWORD_FIELD: (40,),
    Role.PROGRESS_BAR: (42, 103),  # progress bar, level bar
    Role.RADIO_BUTTON: (44,),
    Role.SCROLL_BAR: (48,),
    Role.SLIDER: (15, 51, 114),  # dial, slider, rating
    Role.SPIN_BOX: (52,),
    Role.STATUS: (54, 115),  # status bar, timer
    Role.SWITCH: (130,),
    Role.TAB: (37,),
    Role.TEXT_AREA: (60,),  # terminal
    Role.TEXT_FIELD: (12, 61, 76, 77, 79),  # date editor, text, autocomplete, edit bar, entry
    Role.TOGGLE_BUTTON: (62,),
    Role.TOOL_BAR: (63,),
    Role.TREE_ITEM: (91,),
    Role.WINDOW: (23, 28, 69),  # frame, internal frame, window
    Role.GROUP: (  # what holds others: calendars, panels, pages, sections
        *(5, 14, 17, 20, 24, 25, 30, 31, 36, 38, 39, 41, 46, 49, 53, 55, 65, 66, 68, 71, 72, 75),
        *(82, 84, 85, 87, 89, *range(92, 100), 104, 105, *range(108, 113), *range(121, 129)),
    ),
}
_ROLES = {number: role for role, numbers in _NUMBERS.items() for number in numbers}

TEXT_ROLES = frozenset({12, SpiRole.TERMINAL, SpiRole.TEXT, 76, 77, SpiRole.ENTRY})
"""What holds a text that can be read. A password field isn't among them, on purpose."""

VALUE_ROLES = frozenset({15, SpiRole.PROGRESS_BAR, SpiRole.SLIDER, SpiRole.SPIN_BUTTON, 103})
MENU_ITEM_ROLES = frozenset(
    {
        SpiRole.CHECK_MENU_ITEM,
        SpiRole.MENU,
        SpiRole.MENU_ITEM,
        SpiRole.RADIO_MENU_ITEM,
        SpiRole.TEAROFF_MENU_ITEM,
    }
)
POPUP_ROLES = frozenset({*MENU_ITEM_ROLES, SpiRole.POPUP_MENU})
"""Below these a node may stand in a window that pops up beside the one it belongs to."""

ITEM_VIEW_ROLES = frozenset(
    {SpiRole.LIST, SpiRole.TABLE, SpiRole.TREE, SpiRole.TREE_TABLE, SpiRole.LIST_BOX}
)
ITEM_ROLES = frozenset(
    {SpiRole.LIST_ITEM, SpiRole.PAGE_TAB, SpiRole.TABLE_CELL, SpiRole.TABLE_ROW, SpiRole.TREE_ITEM}
)
CLIPPING_ROLES = frozenset({SpiRole.SCROLL_PANE, SpiRole.VIEWPORT, *ITEM_VIEW_ROLES})
LABELLED_ROLES = frozenset(
    {SpiRole.COMBO_BOX, SpiRole.PASSWORD_TEXT, *TEXT_ROLES, *VALUE_ROLES} - {SpiRole.PROGRESS_BAR}
)
IGNORED_ROLES = frozenset({SpiRole.SEPARATOR, SpiRole.REDUNDANT_OBJECT})
BUTTON_ROLES = frozenset({SpiRole.PUSH_BUTTON, SpiRole.TOGGLE_BUTTON, SpiRole.MENU_BUTTON})
LEAF_ROLES = frozenset(
    {7, 8, 27, 29, 40, 42, 44, 45, 48, 50, 51, 57, 59, 62, SpiRole.SPIN_BUTTON, SpiRole.ENTRY}
)
"""Whose children, if there are any, tell nothing that the node itself doesn't."""

_CANVAS_SIDE_PX = 64


def has_state(states: int, state: SpiState) -> bool:
    return bool(states >> state & 1)


_TOLD_STATES = [(State[bit.name], bit) for bit in SpiState if bit.name in State.__members__]


@lru_cache(1_024)
def states_from(states: int, *, is_gtk4: bool = False) -> frozenset[State]:
    """This project's states out of the 64 bits."""
    found = {state for state, bit in _TOLD_STATES if has_state(states, bit)}
    if has_state(states, SpiState.SENSITIVE):
        found.add(State.ENABLED)
    # WORKAROUND: a toggle button of GTK 4 that is down tells no more than that it is pressed:
    # https://gitlab.gnome.org/GNOME/gtk/-/blob/4.8.3/gtk/a11y/gtkatspicontext.c
    if is_gtk4 and has_state(states, SpiState.PRESSED):
        found.add(State.CHECKED)
    if has_state(states, SpiState.READ_ONLY):
        found.discard(State.EDITABLE)  # Qt tells both
    return frozenset(found)


def role_from(
    role: int, states: int, *, opens_menu: bool = False, lone_size: tuple[int, int] = (0, 0)
) -> Role:
    """This project's role for an AT-SPI role number and its states.

    ``opens_menu`` says that a click opens a menu and does no more: Qt calls "File" in a menu bar a
    menu item, and toolkits call what opens one from elsewhere a button. ``lone_size`` is the width
    and height of a node without children: a large, focusable pane with nothing inside is something
    that an application draws itself."""
    mapped = _ROLES.get(role)
    if opens_menu:
        return Role.MENU
    is_checkable = has_state(states, SpiState.CHECKABLE) or has_state(states, SpiState.CHECKED)
    if mapped is Role.MENU_ITEM and is_checkable:
        return Role.CHECK_MENU_ITEM
    if mapped is Role.BUTTON and has_state(states, SpiState.CHECKABLE):
        return Role.TOGGLE_BUTTON
    if mapped is Role.TEXT_FIELD and has_state(states, SpiState.MULTI_LINE):
        return Role.TEXT_AREA
    is_own_pane = role in (SpiRole.FILLER, SpiRole.PANEL) and has_state(states, SpiState.FOCUSABLE)
    if is_own_pane and min(lone_size) >= _CANVAS_SIDE_PX:
        return Role.CANVAS
    return mapped or Role.OTHER
