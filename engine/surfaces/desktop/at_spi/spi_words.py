"""What a node is called and what it holds, out of everything its application said about it."""

from __future__ import annotations

from engine.domain.zones import Role
from engine.surfaces.desktop.at_spi.node import SpiNode
from engine.surfaces.desktop.at_spi.spi_names import (
    clean_name,
    keys_in,
    menu_shortcut_from,
    shortcut_from,
    without_invisible,
)
from engine.surfaces.desktop.at_spi.spi_roles import MENU_ITEM_ROLES, SpiRole, SpiState, has_state

_MOST_WORDS = 3
_WORD_ROLES = frozenset({SpiRole.LABEL, SpiRole.STATIC, SpiRole.LINK, SpiRole.TABLE_CELL})
_NAMED_BY_CONTENT = frozenset(
    {
        Role.ALERT,
        Role.BUTTON,
        Role.CELL,
        Role.COLUMN_HEADER,
        Role.LINK,
        Role.LIST_ITEM,
        Role.TAB,
        Role.TOGGLE_BUTTON,
        Role.TREE_ITEM,
    }
)


def name_of(node: SpiNode, role: Role) -> str:
    """Its name, else its label, the words in it, its description, its placeholder.

    GTK calls a combo box by what is chosen in it, so there the label goes first.
    """
    name = node.label if role is Role.COMBO_BOX and node.label else node.name or node.label
    if not name.strip() and role in _NAMED_BY_CONTENT:
        name = " ".join(_words_in(node))
    return clean_name(name or node.description or node.placeholder, node.role)


def _words_in(node: SpiNode) -> list[str]:
    """The words that stand in it, each once; a bullet or an arrow isn't one."""
    words = [
        below.name.strip()
        for below in node.below()
        if below.is_showing
        and below.role in _WORD_ROLES
        and any(character.isalnum() for character in below.name)
    ]
    return list(dict.fromkeys(words))[:_MOST_WORDS]


def text_of(node: SpiNode, role: Role) -> str:
    """What was read from it; of a combo box what is chosen, of a password nothing ever."""
    if role is Role.PASSWORD_FIELD:
        return ""
    if role is not Role.COMBO_BOX or node.text:
        return without_invisible(node.text)
    chosen = next(
        (below.name for below in node.below() if has_state(below.states, SpiState.SELECTED)), ""
    )
    return without_invisible(chosen or (node.name if node.label else ""))


def shortcut_of(node: SpiNode, role: Role, name: str) -> str:
    """The keys that work while it is closed: an entry's shortcut, a menu's mnemonic."""
    if role is Role.MENU:
        in_bar = node.parent is not None and node.parent.role == SpiRole.MENU_BAR
        return menu_shortcut_from(node.binding) if in_bar and node.binding else ""
    shortcut = shortcut_from(node.binding, name) if node.binding else ""
    return shortcut or (keys_in(node.name) if node.role in MENU_ITEM_ROLES else "")
