"""From an accessibility tree to zones: keep what a person could name, read or act upon."""

from collections.abc import Iterator, Mapping

from engine.domain.spaces import Rect
from engine.domain.surface_ports import AccessibleNode, AccessibleTree
from engine.domain.zones import Role, State, Zone

_READABLE_ROLES = frozenset(
    {Role.LABEL, Role.HEADING, Role.STATUS, Role.PROGRESS_BAR, Role.ALERT, Role.IMAGE}
)
_STRIPS = frozenset({Role.TOOL_BAR, Role.STATUS})


def zones_of(tree: AccessibleTree, frame_px: Rect) -> Iterator[Zone]:
    """The zones of a tree, parents before children, clipped to the frame.

    ``zone_id`` and ``parent_id`` still hold the source's keys; the registry gives them ids. What
    is out of sight is left out, but for the entries of menus, for the elements of a page, which can
    be scrolled to, and for what lies under a popup."""
    elements = {each.agent_id for each in tree.page.elements} if tree.page is not None else set()
    by_key = {node.key: node for node in tree.nodes}
    bars = _Bars(by_key)
    entered = {node.parent_key: node.text for node in tree.nodes if node.role is Role.TEXT_FIELD}
    kept, under, focused = set[str](), set[str](), _drawn_with_focus(tree)
    for node in tree.nodes:
        if not is_worth_a_zone(node):
            continue
        bounds = node.bounds_px.intersection(frame_px)
        is_in_sight = node.is_showing and not bounds.is_empty
        is_known = is_in_sight or node.role.is_of_menu or node.key in elements
        if not is_known and (bounds.is_empty or not node.is_under_hint):
            continue
        (kept if is_known else under).add(node.key)
        yield Zone(
            zone_id=node.key,
            label=" ".join((node.name or node.description).split()),
            role=node.role,
            bounds_px=bounds,
            state=node.states | ({State.FOCUSED} if node.key in focused else set()),
            source=tree.source,
            value=node.text or (entered.get(node.key, "") if node.role is Role.COMBO_BOX else ""),
            window_id=node.window_key,
            parent_id=_nearest_kept(node.parent_key, by_key, kept if is_known else kept | under),
            on_screen=is_in_sight,
            shortcut=node.shortcut,
            source_key=node.key,
            is_fixed=node.is_fixed,
            is_navigation=node.is_navigation or bars.leads_elsewhere(node),
            in_status=Role.STATUS in bars.around(node),
            is_cut=node.is_cut,
        )


def is_worth_a_zone(node: AccessibleNode) -> bool:
    """A person could name, read or act upon it."""
    if node.role.is_actionable or node.role is Role.ALERT:
        return True
    return node.role in _READABLE_ROLES and bool(node.name or node.text)


def _drawn_with_focus(tree: AccessibleTree) -> set[str]:
    """What is drawn in a mere frame that has the keyboard for it, as a scrolled view of Qt has."""
    frames = {n.key for n in tree.nodes if State.FOCUSED in n.states and not is_worth_a_zone(n)}
    drawn = {n.key for n in tree.nodes if n.role is Role.CANVAS and n.parent_key in frames}
    return drawn if len(drawn) == 1 else set()


class _Bars:
    """Knows the bars and strips around each node."""

    def __init__(self, by_key: Mapping[str, AccessibleNode]) -> None:
        self._by_key = by_key
        self._known: dict[str, frozenset[Role]] = {}

    def leads_elsewhere(self, node: AccessibleNode) -> bool:
        """Entries of a menu that is open are not in its bar any more."""
        parent = self._by_key.get(node.parent_key)
        is_in_bar = parent is not None and parent.role is Role.MENU_BAR
        return node.role is Role.TAB or is_in_bar or bool(self.around(node))

    def around(self, node: AccessibleNode) -> frozenset[Role]:
        """Which strips it and what is around it are; trees that go in circles end."""
        way: dict[str, AccessibleNode] = {}
        here: AccessibleNode | None = node
        while here is not None and here.key not in way and here.key not in self._known:
            way[here.key] = here
            here = self._by_key.get(here.parent_key)
        found = self._known.get(here.key, frozenset()) if here is not None else frozenset()
        for each in reversed(way.values()):
            found = self._known[each.key] = found | ({each.role} & _STRIPS)
        return found


def _nearest_kept(key: str, by_key: Mapping[str, AccessibleNode], kept: set[str]) -> str:
    """The closest ancestor that is a zone itself; empty where there is none."""
    while key and key not in kept:
        node = by_key.get(key)
        key = node.parent_key if node else ""
    return key
