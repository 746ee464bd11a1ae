"""Where nodes lie on the screen and which are in sight: accessible trees laid upon X windows.

An application tells where it has put a node, not whether another window covers it. Here each
node finds its X window (a menu's entry that of the menu which popped up), its rectangle is cut
to what its window and its scrolled view leave of it, and it is in sight where its window is the
topmost at its middle."""

from collections.abc import Iterator, Sequence

from engine.domain.facts import Frozen, replace
from engine.domain.spaces import Point, Rect
from engine.domain.surface_ports import AccessibleNode
from engine.domain.zones import Role, State
from engine.surfaces.desktop.at_spi import details
from engine.surfaces.desktop.at_spi import scale as scales
from engine.surfaces.desktop.at_spi import spi_roles as roles
from engine.surfaces.desktop.at_spi.node import EMPTY, ApplicationFacts, SpiNode
from engine.surfaces.desktop.x11.window_stack import WindowStack, XWindow

_LEAST_MATCH = 0.3
_TITLE_BONUS = 1.0
_MOST_SHIFT_PX = 64


class Place(Frozen):
    """How to find a node again: its window and the scrolled views that cut it, outermost first.

    ``offset`` is what GTK 4's places are off by, from the window's origin; None for toolkits
    that tell places on the screen. Both are told in a ``space`` of the application's. It shows no
    more where it ``says_showing`` no longer; of some it is known otherwise. Where ``head_px`` is
    not 0, only the beginning of what is told takes a click, so high."""

    window_id: str
    offset: Point | None
    clipped_by: tuple[str, ...]
    space: scales.ToldSpace = scales.AS_TOLD
    says_showing: bool = True
    head_px: int = 0

    def head_of(self, told: Rect) -> Rect:
        """Of an expander, its arrow and the first of its words."""
        width = min(told.width, 2 * self.head_px)
        return replace(told, width=width, height=self.head_px) if self.head_px else told

    def moved(self, extents: Rect, window: XWindow) -> Rect:
        """From where its application says it is to the screen."""
        if self.offset is None:
            return self.space.frame_from_told(extents)
        inner, offset = window.inner_px, self.offset
        told = replace(extents, x=extents.x + offset.x, y=extents.y + offset.y)
        within = self.space.frame_from_told(told)
        return replace(within, x=within.x + inner.x, y=within.y + inner.y)


class _Surroundings(Frozen):
    """What a node inherits from those above it."""

    parent_key: str
    place: Place
    window: XWindow
    clip: Rect
    window_space: scales.ToldSpace = scales.AS_TOLD
    may_pop_up: bool = False


class TreePlacer:
    """Lays an application's tree upon its windows; ``places`` finds each node again."""

    def __init__(
        self, facts: ApplicationFacts, stack: WindowStack, places: dict[str, Place]
    ) -> None:
        self._facts = facts
        self._stack = stack
        self._places = places
        windows = stack.of_process(facts.process_id) or tuple(
            window for window in stack.windows if not window.process_id
        )
        self._own = tuple(window for window in windows if not window.is_own)
        self._scale = 1.0
        self._popups = tuple(window for window in self._own if window.is_popup)
        self._has_focus = any(window.is_active for window in self._own)

    def nodes(self, root: SpiNode) -> Iterator[AccessibleNode]:
        """The nodes of all windows that are mapped, parents first."""
        # from windows of the same title; where none has one, from any that fit
        pairs = [(one, window) for one in root.children for window in self._own]
        titled = [(one, its) for one, its in pairs if its.title and one.name == its.title]
        fitting = titled or [pair for pair in pairs if not pair[1].is_popup]
        sizes = [(one.extents, window.inner_px) for one, window in fitting]
        scale_of = scales.whole_scale_of if self._facts.is_gtk4 else scales.scale_of
        self._scale = scale_of(sizes)
        for toplevel, window in self._matched(root.children):
            place = self._place_of(toplevel, window)
            clip = self._stack.on_screen(window)
            around = _Surroundings("", place, window, clip, place.space)
            yield from self._visit(toplevel, around)

    def _place_of(self, toplevel: SpiNode, window: XWindow) -> Place:
        if self._facts.is_gtk4:
            offset = scales.offset_within(window.inner_px, toplevel.extents, self._scale)
            return Place(window.window_id, offset, (), scales.ToldSpace(self._scale))
        space = scales.space_of(toplevel.extents, window.inner_px, self._scale)
        return Place(window.window_id, None, (), space)

    def _matched(self, toplevels: Sequence[SpiNode]) -> list[tuple[SpiNode, XWindow]]:
        """Each toplevel with its X window, the best fits first; without one it is left out."""
        fits = [
            (self._fit(toplevel, window), -number, toplevel, window)
            for toplevel in toplevels
            for number, window in enumerate(self._own)
        ]
        fits.sort(key=lambda fit: fit[:2], reverse=True)
        pairs: list[tuple[SpiNode, XWindow]] = []
        for fit, _, toplevel, window in fits:
            if fit >= _LEAST_MATCH and not any(
                one is toplevel or other is window for one, other in pairs
            ):
                pairs.append((toplevel, window))
        return pairs

    def _fit(self, toplevel: SpiNode, window: XWindow) -> float:
        extents = scales.ToldSpace(self._scale).frame_from_told(toplevel.extents)
        if self._facts.is_gtk4:
            extents = replace(extents, x=window.inner_px.x, y=window.inner_px.y)
        overlap = max(extents.overlap(window.inner_px), extents.overlap(window.outer_px))
        same_title = bool(window.title) and toplevel.name == window.title
        return overlap + (_TITLE_BONUS if same_title else 0.0)

    def _visit(self, node: SpiNode, around: _Surroundings) -> Iterator[AccessibleNode]:
        # GTK's tree views put an icon, a text and the like into one cell, as cells again
        its = {roles.SpiState.CHECKABLE, roles.SpiState.CHECKED}
        if node.role == roles.SpiRole.TABLE_CELL == node.role_above and not any(
            roles.has_state(node.states, each) for each in its
        ):
            return
        if _is_between(node):
            is_closed = node.role == roles.SpiRole.LIST and not self._has_popped_up(node, around)
            clip = EMPTY if is_closed and self._facts.is_qt else around.clip
            below = replace(around, clip=clip, may_pop_up=True)
        else:
            around = _as_its_parent_lies(node, self._in_popup(node, around))
            told = self._told(node, around)
            yield told
            below = self._below(node, told, around)
        for child in node.children:
            yield from self._visit(child, below)

    def _in_popup(self, node: SpiNode, around: _Surroundings) -> _Surroundings:
        """A menu's entry stands in the window that popped up, others in that of their parents."""
        if self._facts.is_gtk4:
            return self._in_popover(node, around) if node.is_popover else around
        if not (around.may_pop_up and node.is_showing):
            return around
        middle = around.place.moved(node.extents, around.window).center
        popup = next((one for one in self._popups if one.outer_px.contains(middle)), None)
        if popup is None or popup is around.window:
            return around
        place = replace(around.place, window_id=popup.window_id, clipped_by=())
        return replace(around, place=place, window=popup, clip=self._stack.on_screen(popup))

    def _has_popped_up(self, options: SpiNode, around: _Surroundings) -> bool:
        """Qt 5 says of the list of a closed combo box that it shows, at a place of no meaning."""
        listed = around.place.moved(options.extents, around.window)
        return any(one.outer_px.holds(listed) for one in self._popups)

    def _in_popover(self, popover: SpiNode, around: _Surroundings) -> _Surroundings:
        """GTK 4 tells places in a popover as if it lay on what it hangs from, open or not. It has
        the size of the window that popped up; where there is none, nothing of it shows."""
        told = scales.ToldSpace(self._scale).frame_from_told(popover.extents)
        size = (told.width, told.height)
        sizes = (((one.inner_px.width, one.inner_px.height), one) for one in self._popups)
        popup = next((one for its, one in sizes if its == size), None)
        if popup is None:
            return replace(around, clip=EMPTY)
        offset = Point(-popover.extents.x, -popover.extents.y)
        place = Place(popup.window_id, offset, (), around.place.space)
        return replace(around, place=place, window=popup, clip=self._stack.on_screen(popup))

    def _below(self, node: SpiNode, told: AccessibleNode, around: _Surroundings) -> _Surroundings:
        place, clip = around.place, around.clip
        if told.role is Role.MENU_BAR and told.bounds_px.is_empty:
            clip = EMPTY  # its entries are those of another one, which is told as well
        if node.role in roles.CLIPPING_ROLES and node.is_showing and not told.bounds_px.is_empty:
            clip = told.bounds_px
            place = replace(place, clipped_by=(*place.clipped_by, told.key))
        pops_up = told.role is Role.MENU or node.role in roles.POPUP_ROLES
        return replace(
            around,
            parent_key=told.key,
            place=place,
            clip=clip,
            may_pop_up=around.may_pop_up or pops_up,
        )

    def _told(self, node: SpiNode, around: _Surroundings) -> AccessibleNode:
        key = f"{self._facts.bus_name}{node.path}"
        bounds = EMPTY
        if node.is_showing:
            says_showing = self._facts.says_showing(node.states)
            place = replace(around.place, says_showing=says_showing, head_px=_head_height(node))
            head = place.moved(place.head_of(node.extents), around.window)
            bounds = visible_part(head, around.clip)
            self._places[key] = place
        role = self._role_of(node)
        name = details.name_of(node, role)
        return AccessibleNode(
            key=key,
            parent_key=around.parent_key,
            window_key=around.window.window_id,
            application=self._facts.name,
            role=role,
            name=name,
            description=details.without_invisible(node.description),
            text=details.text_of(node, role),
            is_cut=node.is_cut,
            states=self._states_of(node),
            bounds_px=bounds,
            is_showing=is_in_sight(bounds, around.window, self._stack),
            shortcut=details.shortcut_of(node, role, name),
            is_under_hint=is_in_sight(bounds, around.window, self._stack, bare=True),
        )

    def _role_of(self, node: SpiNode) -> Role:
        size = (0, 0) if node.child_count else (node.extents.width, node.extents.height)
        opens_menu = node.opens_menu or details.is_menu_button(node)
        role = roles.role_from(node.role, node.states, opens_menu=opens_menu, lone_size=size)
        above = node.role_above
        if role is Role.WINDOW and above == roles.SpiRole.APPLICATION:
            return Role.DIALOG if roles.has_state(node.states, roles.SpiState.MODAL) else role
        if role is Role.MENU and (
            above in (roles.SpiRole.APPLICATION, roles.SpiRole.WINDOW)
            or (self._facts.is_gtk4 and node.is_popover)
        ):
            return Role.GROUP  # a menu that popped up: there is nothing of its own to open it with
        if role is Role.CELL and above in (roles.SpiRole.TREE, roles.SpiRole.TREE_TABLE):
            return Role.TREE_ITEM
        return role

    def _states_of(self, node: SpiNode) -> frozenset[State]:
        """The focus counts only in the window that has the keyboard. Qt also calls the current tab
        and the current entry of a list focused when their list is not, and the viewport within
        whatever has the focus."""
        states = roles.states_from(node.states, is_gtk4=self._facts.is_gtk4)
        if State.FOCUSED not in states:
            return states
        is_stray = self._facts.is_qt and (
            (node.role in roles.ITEM_ROLES and not _parent_has_focus(node))
            or (node.role == roles.SpiRole.FILLER and _parent_has_focus(node))
        )
        if is_stray or not node.is_showing or not self._has_focus:
            return states - {State.FOCUSED}
        return states


def _as_its_parent_lies(node: SpiNode, around: _Surroundings) -> _Surroundings:
    """Some programs tell a part of their window as if what lies above it (a menu bar of another
    toolkit) were not there: an only child of its parent's size lies where its parent does, and
    what is told rightly within such a part lies as it is told."""
    place, parent = around.place, node.parent
    if parent is None or place.offset is not None or node.extents.is_empty:
        return around
    here = place.moved(node.extents, around.window)
    holder = place.moved(parent.extents, around.window)
    x, y = holder.x - here.x, holder.y - here.y
    is_same_size = (here.width, here.height) == (holder.width, holder.height)
    if parent.child_count == 1 and is_same_size and 0 < max(abs(x), abs(y)) <= _MOST_SHIFT_PX:
        space = place.space
        moved = replace(space, shift_x=space.shift_x + x, shift_y=space.shift_y + y)
        return replace(around, place=replace(place, space=moved))
    if place.space != around.window_space and not holder.holds(here):
        as_told = replace(place, space=around.window_space)
        if holder.holds(as_told.moved(node.extents, around.window)):
            return replace(around, place=as_told)
    return around


def visible_part(bounds: Rect, clip: Rect) -> Rect:
    """What the clip leaves, empty where the middle is out of it. What is larger than the clip, such
    as a canvas in a scrolled view, counts with any part."""
    is_larger = bounds.width > clip.width or bounds.height > clip.height
    if bounds.is_empty or not (is_larger or clip.contains(bounds.center)):
        return EMPTY
    part = bounds.intersection(clip)
    return EMPTY if part.is_empty else part


def is_in_sight(place: Rect, window: XWindow, stack: WindowStack, *, bare: bool = False) -> bool:
    top = stack.top_at(place.center, bare=bare) if not place.is_empty else None
    return top is not None and top.xid == window.xid


def _is_between(node: SpiNode) -> bool:
    """It stands between a menu or a combo box and its entries, and tells nothing of its own."""
    above = node.role_above
    if node.role == roles.SpiRole.POPUP_MENU:
        return above in roles.MENU_ITEM_ROLES or above == roles.SpiRole.COMBO_BOX
    return above == roles.SpiRole.COMBO_BOX and node.role in (
        roles.SpiRole.LIST,
        roles.SpiRole.MENU,
    )


def _head_height(node: SpiNode) -> int:
    """GTK 3 tells an expander with all that it holds, over its parent's whole width."""
    is_expander = roles.has_state(node.states, roles.SpiState.EXPANDABLE)
    if node.role != roles.SpiRole.TOGGLE_BUTTON or not is_expander:
        return 0
    below = min((e.extents.y for e in node.children if not e.extents.is_empty), default=0)
    return below - node.extents.y if below > node.extents.y else node.extents.height


def _parent_has_focus(node: SpiNode) -> bool:
    return node.parent is not None and roles.has_state(node.parent.states, roles.SpiState.FOCUSED)
