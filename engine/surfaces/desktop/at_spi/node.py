"""A node of an accessible tree as its application tells it, before it is laid upon the screen; and
the line to the application: its calls, its own nodes among the answers, its share of the bus."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from engine.domain.facts import KW_ONLY, Frozen, Part, field
from engine.domain.spaces import Rect
from engine.surfaces.desktop.at_spi import bus as spi
from engine.surfaces.desktop.at_spi import spi_roles as roles

EMPTY = Rect(0, 0, 0, 0)
_LABEL_ROLES = frozenset({roles.SpiRole.LABEL, roles.SpiRole.STATIC})
_IN_ROWS = _LABEL_ROLES | roles.LABELLED_ROLES | roles.BUTTON_ROLES
MOST_LEVELS = 80
"""No tree is followed deeper than this."""

_TOO_FAR_PX = 1 << 30
"""Beyond this a corner of a rectangle could no longer be told over the bus."""


class ApplicationFacts(Frozen):
    """What doesn't change while an application runs. ``bus_name`` is never given twice."""

    bus_name: str
    process_id: int
    name: str
    toolkit: str
    version: str

    @property
    def is_gtk4(self) -> bool:
        """GTK 4 tells places within the window, and doesn't say that its nodes are showing."""
        major = self.version.partition(".")[0]
        return self.toolkit.lower() == "gtk" and major.isdigit() and int(major) >= 4

    @property
    def is_qt(self) -> bool:
        return self.toolkit == "Qt"

    def says_showing(self, states: int) -> bool:
        if not roles.has_state(states, roles.SpiState.VISIBLE):
            return False
        return self.is_gtk4 or roles.has_state(states, roles.SpiState.SHOWING)


class ApplicationLine(Part):
    """Asks one application. ``width`` is its share of the calls in flight."""

    bus: spi.AccessibilityBus
    facts: ApplicationFacts
    _: KW_ONLY
    width: int
    timeout_secs: float

    async def call_all(self, calls: Sequence[spi.Call]) -> list[Any]:
        """In order, None for errors. Raises ``ApplicationSilent``, ``AccessibilityUnavailable``."""
        return await self.bus.call_all(calls, width=self.width, timeout_secs=self.timeout_secs)

    async def ask(self, member: str, paths: Iterable[str], *arguments: object) -> list[Any]:
        """The same of each of these nodes."""
        return await self.call_all([self.to(path, member, *arguments) for path in paths])

    def to(self, path: str, member: str, *arguments: object) -> spi.Call:
        return spi.Call(self.facts.bus_name, path, member, arguments)

    def own_paths(self, references: Sequence[tuple[str, str]] | None) -> list[str]:
        """The paths of those nodes that are this application's."""
        return [
            path
            for name, path in references or ()
            if name in ("", self.facts.bus_name) and path != spi.NULL_PATH
        ]


class SpiNode(Part):
    """A node as its application tells it; ``extents`` in whatever space its toolkit uses.

    ``is_showing`` holds for it and all above it. ``child_count`` is -1 where it isn't told.
    ``label`` comes from another node, ``binding`` is what its toolkit calls a key binding;
    ``can_be_pressed``: beside opening something, a click on it does something."""

    path: str
    role: int
    states: int
    name: str = ""
    description: str = ""
    index: int = -1
    child_count: int = -1
    cached_count: int = 0
    is_showing: bool = False
    extents: Rect = EMPTY
    parent: "SpiNode | None" = None
    children: "list[SpiNode]" = field(default_factory=list)
    text: str = ""
    is_cut: bool = False
    placeholder: str = ""
    label: str = ""
    binding: str = ""
    can_be_pressed: bool = False

    @property
    def opens_menu(self) -> bool:
        return self.role in roles.MENU_ITEM_ROLES and any(
            child.role == roles.SpiRole.POPUP_MENU for child in self.children
        )

    @property
    def is_named_by_group(self) -> bool:
        return bool(self.name) and self.parent is not None and self.parent.name == self.name

    @property
    def role_above(self) -> int:
        """That of its parent; what has none stands for the application itself."""
        return self.parent.role if self.parent is not None else roles.SpiRole.APPLICATION

    @property
    def is_popover(self) -> bool:
        """It is a menu that hangs from something else than a menu."""
        return self.role == roles.SpiRole.MENU and self.role_above not in (
            roles.SpiRole.APPLICATION,
            roles.SpiRole.MENU,
            roles.SpiRole.MENU_BAR,
        )

    def above(self) -> "Iterator[SpiNode]":
        """All that hold it, the nearest first."""
        if self.parent is not None:
            yield self.parent
            yield from self.parent.above()

    def below(self) -> "Iterable[SpiNode]":
        """All nodes under it, parents first."""
        waiting = self.children[::-1]
        while waiting:
            yield (node := waiting.pop())
            waiting += node.children[::-1]


def is_kept(node: SpiNode, parent: SpiNode, facts: ApplicationFacts) -> bool:
    """Whether somebody can see or open it; settles ``parent`` and ``is_showing`` too."""
    node.parent = parent
    # WORKAROUND: a viewport of GTK 3 says that it shows no more once it is scrolled a page down:
    # https://gitlab.gnome.org/GNOME/gtk/-/blob/gtk-3-24/gtk/a11y/gtkwidgetaccessible.c
    states = node.states | (node.role == roles.SpiRole.VIEWPORT) << roles.SpiState.SHOWING
    node.is_showing = parent.is_showing and facts.says_showing(states)
    if node.role in roles.IGNORED_ROLES:
        return False
    return node.is_showing or _can_be_opened(node, parent)


def _can_be_opened(node: SpiNode, parent: SpiNode) -> bool:
    """It is hidden, but it is an entry of a menu or of a combo box, or holds such entries."""
    if node.role in roles.MENU_ITEM_ROLES or node.role == roles.SpiRole.POPUP_MENU:
        return parent.role in roles.MENU_ITEM_ROLES or parent.role in (
            roles.SpiRole.MENU_BAR,
            roles.SpiRole.POPUP_MENU,
            roles.SpiRole.COMBO_BOX,
        )
    if node.role == roles.SpiRole.LIST:
        return parent.role == roles.SpiRole.COMBO_BOX
    if node.role == roles.SpiRole.LIST_ITEM:
        return parent.role_above == roles.SpiRole.COMBO_BOX
    return False


def label_in_its_row(field: SpiNode, told: Sequence[SpiNode]) -> list[SpiNode]:
    """The label right before the field, where all that are told to label it stand in other rows and
    not over it: some toolkits tell what was made before it, or the group that all of them are in.
    Else empty."""
    place, above = field.extents, list(field.above())
    own = [each for each in told if each not in above]
    if place.is_empty or not told or any(_may_label(each.extents, place) for each in own):
        return []
    before = [
        each
        for window in above[-2:-1] or above  # the last is the application
        for each in window.below()
        if each.is_showing and each.role in _IN_ROWS and _is_level(each.extents, place)
        if each.extents.right <= place.x
    ]
    nearest = max(before, key=lambda each: each.extents.right, default=field)
    is_label = nearest.role in _LABEL_ROLES and nearest.parent in above
    return [nearest] if is_label and nearest.name else []


def _may_label(label: Rect, place: Rect) -> bool:
    is_over = label.x < place.right and place.x < label.right
    return label.is_empty or is_over or _is_level(label, place)


def _is_level(one: Rect, other: Rect) -> bool:
    return one.y <= other.center.y < one.bottom or other.y <= one.center.y < other.bottom


def rect_from(extents: Sequence[int] | None) -> Rect:
    """An empty rectangle where the application gave none, or one with a senseless size."""
    if extents is None or extents[2] <= 0 or extents[3] <= 0:
        return EMPTY
    if any(abs(number) >= _TOO_FAR_PX for number in extents):
        return EMPTY
    return Rect(*extents)


def bits(states: Sequence[int]) -> int:
    """The 64 bits of the two numbers in which states are told."""
    return states[0] | states[1] << 32 if len(states) == 2 else 0
