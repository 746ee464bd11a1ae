"""What a node holds and is called beyond its role and name: text, value, label, shortcut.

One batch of calls per application, asked after the tree is known, so that only nodes that need a
detail cost one. The text of a password field is never asked for.
"""

import re
from collections.abc import Callable, Sequence
from typing import Any

from engine.domain.bounds import MOST_TEXT_CHARS
from engine.surfaces.desktop.at_spi import bus as spi
from engine.surfaces.desktop.at_spi.bus import Call
from engine.surfaces.desktop.at_spi.node import ApplicationLine, SpiNode
from engine.surfaces.desktop.at_spi.spi_names import CLASS_NAME, without_invisible
from engine.surfaces.desktop.at_spi.spi_roles import (
    BUTTON_ROLES,
    LABELLED_ROLES,
    MENU_ITEM_ROLES,
    TEXT_ROLES,
    VALUE_ROLES,
    SpiRole,
    SpiState,
    has_state,
)

_MOST_TEXTS = 500
_MOST_CELLS = 1_000
_TO_ITS_END = -1
"""No window shows more of them; this is for one that says so."""

_LABELLED_BY = 2
_EMBEDDED = "\ufffc"  # stands in a text for a picture or a link
_NAMED_BY_TEXT = frozenset({SpiRole.LABEL, SpiRole.STATIC, SpiRole.STATUS_BAR})
_DESCRIBED_ROLES = frozenset(
    {7, 11, 26, 27, 37, 40, 43, 44, 51, 52, 62, 88, 130} | TEXT_ROLES | {SpiRole.LIST_ITEM}
)

_Put = Callable[[SpiNode, Any], None]


class DetailReader:
    """Fills in the details of one application's nodes.

    ``bindings`` remembers the key bindings of menu entries from one reading to the next: they
    are as many as the entries, and an application hardly ever changes them.
    """

    def __init__(self, line: ApplicationLine, bindings: dict[tuple[str, str], str]) -> None:
        self._line = line
        self._bindings = bindings
        self._wanted: list[tuple[Call, SpiNode, _Put]] = []
        self._texts_left = _MOST_TEXTS
        self._cells_left = _MOST_CELLS

    async def fill(self, nodes: Sequence[SpiNode]) -> None:
        """Raises ``ApplicationSilent`` and ``AccessibilityUnavailable``."""
        names = {node.path: node.name for node in nodes}

        def put_label(node: SpiNode, relations: Any) -> None:
            node.label = _label_from(relations, names)

        for node in nodes:
            self._want_binding(node)
            if node.is_showing:
                self._want_words(node)
                if node.role in LABELLED_ROLES and (not node.name or node.role == _COMBO):
                    self._want(node, spi.ACCESSIBLE, "GetRelationSet", put_label)
        while self._wanted:
            wanted, self._wanted = self._wanted, []
            answers = await self._line.call_all([call for call, _, _ in wanted])
            for (_, node, put), answer in zip(wanted, answers, strict=True):
                if answer is not None:
                    put(node, answer)

    def _want_binding(self, node: SpiNode) -> None:
        if node.role not in MENU_ITEM_ROLES or not node.name:
            return
        known = self._bindings.get((node.path, node.name))
        if known is None:
            self._want(node, spi.ACTION, "GetKeyBinding", self._put_binding, "i", 0)
        else:
            node.binding = known

    def _put_binding(self, node: SpiNode, binding: Any) -> None:
        node.binding = without_invisible(binding)
        self._bindings[node.path, node.name] = node.binding

    def _want_words(self, node: SpiNode) -> None:
        if node.role == SpiRole.TABLE_CELL and _CELL_NAME.fullmatch(node.name):
            self._cells_left -= 1
            if self._cells_left >= 0:
                self._want_text_up_to(node, _TO_ITS_END)
        elif node.role in TEXT_ROLES or (node.role in _NAMED_BY_TEXT and not node.name):
            self._want_text(node)
        elif node.role in VALUE_ROLES:
            self._want_property(node, spi.VALUE, "CurrentValue", _put_value)
            if node.role == SpiRole.SPIN_BUTTON:
                self._want_text(node)
        if node.role in TEXT_ROLES and not node.name:
            self._want(node, spi.ACCESSIBLE, "GetAttributes", _put_placeholder)
        facts = self._line.facts
        is_nameless = facts.is_gtk4 and not node.description and CLASS_NAME.fullmatch(node.name)
        if is_nameless or (facts.is_qt and node.role in _DESCRIBED_ROLES):
            self._want_property(node, spi.ACCESSIBLE, "Description", _put_description)
        if facts.is_qt and node.role in BUTTON_ROLES and has_state(node.states, SpiState.HAS_POPUP):
            self._want(node, spi.ACTION, "GetActions", _put_actions)

    def _want_text(self, node: SpiNode) -> None:
        """Qt answers with nothing at all where it is asked for more than there is."""
        self._texts_left -= 1
        if self._texts_left < 0:
            return

        def put_count(node: SpiNode, count: Any) -> None:
            if isinstance(count, int) and count > 0:
                self._want_text_up_to(node, min(count, MOST_TEXT_CHARS))

        if self._line.facts.is_qt:
            self._want_property(node, spi.TEXT, "CharacterCount", put_count)
        else:
            self._want_text_up_to(node, MOST_TEXT_CHARS)

    def _want_text_up_to(self, node: SpiNode, end: int) -> None:
        self._want(node, spi.TEXT, "GetText", _put_text, "ii", 0, end)

    def _want(
        self,
        node: SpiNode,
        interface: str,
        member: str,
        put: _Put,
        signature: str = "",
        *body: object,
    ) -> None:
        call = self._line.to(node.path, interface, member, signature, *body)
        self._wanted.append((call, node, put))

    def _want_property(self, node: SpiNode, interface: str, name: str, put: _Put) -> None:
        call = self._line.get(node.path, interface, name)
        self._wanted.append((call, node, put))


_COMBO = SpiRole.COMBO_BOX
_CELL_NAME = re.compile(r"[A-Z]{1,3}[1-9]\d{0,6}")
"""A sheet's cell is called by its column and row, and holds a text of its own."""


def _put_text(node: SpiNode, text: Any) -> None:
    node.text = str(text)[:MOST_TEXT_CHARS].replace(_EMBEDDED, "").strip("\n\0") or node.text


def _put_value(node: SpiNode, value: Any) -> None:
    if isinstance(value, float | int) and not (node.role == SpiRole.PROGRESS_BAR and value < 0):
        node.text = node.text or f"{value:g}"


def _put_placeholder(node: SpiNode, attributes: Any) -> None:
    if isinstance(attributes, dict):
        node.placeholder = str(attributes.get("placeholder-text", ""))


def _put_description(node: SpiNode, description: Any) -> None:
    node.description = str(description)


def _put_actions(node: SpiNode, actions: Any) -> None:
    """Qt tells "ShowMenu" twice of one that has a button and an arrow."""
    names = [name for name, *_ in actions]
    node.can_be_pressed = "Press" in names or names.count("ShowMenu") != 1


def _label_from(relations: Any, names: dict[str, str]) -> str:
    """The names of the nodes that label this one."""
    found = [
        names.get(path, "")
        for kind, targets in relations
        if kind == _LABELLED_BY
        for _, path in targets
    ]
    return " ".join(name for name in found if name)
