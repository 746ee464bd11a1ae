"""What a node holds and is called beyond its role and name: text, value, label, shortcut; and names
and shortcuts as a person reads them: GTK and Qt mark mnemonics within names, and each has a
notation of its own for keys.

One batch of calls per application, asked after the tree is known, so that only nodes that need a
detail cost one. The text of a password field is never asked for."""

import re
from collections.abc import Callable, Sequence
from functools import lru_cache, partial
from typing import Any

from engine.domain.zones import CELL_NAME, MOST_TEXT_CHARS, Role
from engine.language.grave_words import class_of_words, is_called
from engine.language.keys import SIGNS, one_name
from engine.surfaces.desktop.at_spi.bus import Call
from engine.surfaces.desktop.at_spi.node import ApplicationLine, SpiNode, label_in_its_row
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

_SPACES = frozenset(map(ord, "\t\n\v\f\r"))
_CONTROLS = frozenset({*range(0x20), *range(0x7F, 0xA0)} - _SPACES)
_DIRECTIONS = (0x061C, *range(0x200E, 0x2010), *range(0x202A, 0x202F), *range(0x2066, 0x206A))
_LINE_ENDS = (0x2028, 0x2029, 0xFDD0, 0xFDD1)  # the last two are how Qt tells of a frame or a cell
_INVISIBLE: dict[int, str | None] = {
    **dict.fromkeys((0x200B, 0xFEFF, *_CONTROLS, *_DIRECTIONS, *range(0xE000, 0xF900))),
    **dict.fromkeys(_LINE_ENDS, "\n"),
}
"""What shows as nothing or as the picture of an icon font, or turns around what shows, so that it
reads as something else; and what shows as the end of a line."""
_MNEMONIC_ROLES = frozenset({7, 43, 44, 62, SpiRole.PAGE_TAB, *MENU_ITEM_ROLES})
_KEYS_FOLLOW = "\t"  # Qt writes some entries as "Undo<Tab>Ctrl+Z"
_UNDERSCORE = re.compile(r"(?:^|(?<=\s))_(?=\w)")
_AMPERSAND = re.compile(r"&(?=[a-z])|(?:^|(?<=\s))&(?=\w)")
CLASS_NAME = re.compile(r"(?:[A-Z][a-z0-9]+){2,}")
_FIELD_ROLES = TEXT_ROLES | {SpiRole.PASSWORD_TEXT}
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


def clean_name(name: str, role: int) -> str:
    """A name without the mark of its mnemonic, without its keys and with plain spaces. GTK and Qt
    strip the mark themselves, so only what can hardly be anything else is taken: "Save _As" and
    "E&xit", but neither "my_file" nor "R&D" nor "Save & quit"."""
    if role in MENU_ITEM_ROLES:
        name = name.partition(_KEYS_FOLLOW)[0]
    if role in _MNEMONIC_ROLES:
        if "_" in name:
            name = _UNDERSCORE.sub("", name, count=1)
        if "&" in name:
            name = _AMPERSAND.sub("", name, count=1)
    return " ".join(without_invisible(name).split())


def without_invisible(text: str) -> str:
    """Lines and tabs stay."""
    return text if text.isprintable() else text.translate(_INVISIBLE)


def words_in(told: str) -> str:
    """A text without what stands in it for pictures and links."""
    return told.replace(_EMBEDDED, "").strip("\n\0")


def keys_in(name: str) -> str:
    """``ctrl+z`` out of an entry's name that has its keys behind a tab."""
    return name.partition(_KEYS_FOLLOW)[2].strip().lower()


def shortcut_from(binding: str, name: str) -> str:
    """``ctrl+shift+s`` out of what an application calls a key binding; empty where there is none.

    GTK says ``mnemonic;path of mnemonics;accelerator`` ("s;<Alt>f:s;<Primary>s"), Qt says
    ``Ctrl+S``, and where an entry has no shortcut "Alt+S" for its mnemonic, which works only
    while its menu is open: that is left out."""
    parts = binding.split(";")
    if len(parts) >= 3 or "<" in binding:
        return _gtk_accelerator(parts[-1])
    keys = binding.split(",  ")[0].strip().lower()
    mnemonic = re.fullmatch(r"alt\+(\w)", keys)
    if mnemonic and mnemonic.group(1) in name.lower():
        return ""
    return keys


def menu_shortcut_from(binding: str) -> str:
    """``alt+f`` for a menu in a menu bar: here the mnemonic is what opens it."""
    parts = binding.split(";")
    return _gtk_accelerator(parts[1]) if len(parts) >= 2 else binding.strip().lower()


@lru_cache(1_024)
def _gtk_accelerator(accelerator: str) -> str:
    if ":" in accelerator.rstrip(":"):  # a path of mnemonics through several menus
        return ""
    modifiers = [word.lower() for word in re.findall(r"<(\w+)>", accelerator)]
    key = re.sub(r"<\w+>", "", accelerator).strip().lower()
    if not key or key == "voidsymbol":
        return ""
    named = [one_name(word) for word in modifiers]
    order = {"ctrl": 0, "shift": 1, "alt": 2}
    named.sort(key=lambda word: order.get(word, 3))
    return "+".join([*named, key if key in SIGNS else one_name(key)])


def name_of(node: SpiNode, role: Role) -> str:
    """Its name, else its label, the words in it, its description, its placeholder. GTK calls a
    combo box by what is chosen in it, so there the label goes first; GTK 4 what has no name by its
    class, though its tooltip describes it, and what has a mnemonic by its label twice; what opens a
    menu is called so at the least. What is called by its role alone is called by its words."""
    own = without_invisible(node.name)
    name = node.label if role is Role.COMBO_BOX and node.label else own or node.label
    if node.description and CLASS_NAME.fullmatch(name) and name not in _words_in(node):
        name = node.description
    if role in _NAMED_BY_CONTENT and (not name.strip() or name.casefold() == role):
        name = " ".join(_words_in(node)) or name
    if role is Role.MENU and node.role in BUTTON_ROLES and CLASS_NAME.fullmatch(name):
        name = "Menu"
    name = clean_name(name or node.description or node.placeholder, node.role)
    half = name[: len(name) // 2]
    is_twice = name == f"{half} {half}" and any(each.name.strip() == half for each in node.below())
    return half if is_twice else name


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


def is_menu_button(node: SpiNode) -> bool:
    """All that a click on it does is to open a menu: by what its toolkit tells, by its class or its
    name, and not where its words say that something is done."""
    if node.role not in BUTTON_ROLES or not node.is_showing or class_of_words(node.name):
        return False
    is_class = CLASS_NAME.fullmatch(node.name) and node.name.endswith("MenuButton")
    if (
        is_class
        or is_called("opens_menus", node.name)
        or is_called("opens_menus", node.description)
    ):
        return has_state(node.states, SpiState.FOCUSABLE)
    is_told = node.role == SpiRole.MENU_BUTTON or has_state(node.states, SpiState.HAS_POPUP)
    return is_told and not node.can_be_pressed


def text_of(node: SpiNode, role: Role) -> str:
    """What was read from it; of a combo box what is chosen, of a password nothing ever."""
    if role is Role.PASSWORD_FIELD:
        return ""
    if role is not Role.COMBO_BOX or node.text:
        return without_invisible(node.text)
    chosen = (it.name for it in node.below() if has_state(it.states, SpiState.SELECTED))
    is_own = node.label and node.name != node.label  # Qt calls an empty one by its label
    return without_invisible(next(chosen, "") or (node.name if is_own else ""))


def shortcut_of(node: SpiNode, role: Role, name: str) -> str:
    """The keys that work while it is closed: an entry's shortcut, a menu's mnemonic."""
    if role is Role.MENU:
        in_bar = node.role_above == SpiRole.MENU_BAR
        return menu_shortcut_from(node.binding) if in_bar and node.binding else ""
    shortcut = shortcut_from(node.binding, name) if node.binding else ""
    return shortcut or (keys_in(node.name) if node.role in MENU_ITEM_ROLES else "")


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
    """Fills in the details of one application's nodes. ``bindings`` remembers the key bindings of
    menu entries from one reading to the next: they are as many as the entries, and an application
    hardly ever changes them."""

    def __init__(self, line: ApplicationLine, bindings: dict[tuple[str, str], str]) -> None:
        self._line = line
        self._bindings = bindings
        self._wanted: list[tuple[Call, SpiNode, _Put]] = []
        self._texts_left = _MOST_TEXTS
        self._cells_left = _MOST_CELLS

    async def fill(self, nodes: Sequence[SpiNode]) -> None:
        """Raises ``ApplicationSilent`` and ``AccessibilityUnavailable``."""
        by_path = {node.path: node for node in nodes}

        def put_label(node: SpiNode, relations: Any) -> None:
            found = [
                by_path[path]
                for kind, targets in relations
                if kind == _LABELLED_BY
                for _, path in targets
                if path in by_path
            ]
            labels = label_in_its_row(node, found) or found
            node.label = " ".join(each.name for each in labels if each.name) or node.label

        for node in nodes:
            if node.role in _FIELD_ROLES and self._is_named_by_class(node):
                node.name = ""  # so that what labels it and what stands in it as a hint are read
            elif node.role in LABELLED_ROLES - {_COMBO} and node.is_named_by_group:
                node.name, node.label = "", node.name  # as Qt calls it
            self._want_binding(node)
            if node.is_showing:
                self._want_words(node)
                if node.role in LABELLED_ROLES and (not node.name or node.role == _COMBO):
                    self._want(node, "GetRelationSet", put=put_label)
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
            self._want(node, "GetKeyBinding", 0, put=self._put_binding)
        else:
            node.binding = known

    def _put_binding(self, node: SpiNode, binding: Any) -> None:
        node.binding = without_invisible(binding)
        self._bindings[node.path, node.name] = node.binding

    def _want_words(self, node: SpiNode) -> None:
        if node.role == SpiRole.TABLE_CELL and CELL_NAME.fullmatch(node.name):
            self._cells_left -= 1
            if self._cells_left >= 0:
                self._want_text_up_to(node, _TO_ITS_END)
        elif node.role in TEXT_ROLES or (node.role in _NAMED_BY_TEXT and not node.name):
            self._want_text(node)
        elif node.role in VALUE_ROLES:
            self._want(node, "CurrentValue")
            if node.role == SpiRole.SPIN_BUTTON:
                self._want_text(node)
        if node.role in _FIELD_ROLES and not node.name:
            self._want(node, "GetAttributes")
        facts = self._line.facts
        is_nameless = self._is_named_by_class(node) and not node.description
        if is_nameless or (facts.is_qt and node.role in _DESCRIBED_ROLES):
            self._want(node, "Description")
        if facts.is_qt and node.role in BUTTON_ROLES and has_state(node.states, SpiState.HAS_POPUP):
            self._want(node, "GetActions")

    def _is_named_by_class(self, node: SpiNode) -> bool:
        return self._line.facts.is_gtk4 and CLASS_NAME.fullmatch(node.name) is not None

    def _want_text(self, node: SpiNode) -> None:
        """Qt answers with nothing at all where it is asked for more than there is."""
        self._texts_left -= 1
        if self._texts_left < 0:
            return

        def put_count(node: SpiNode, count: Any) -> None:
            node.is_cut = count > MOST_TEXT_CHARS
            if count > 0:
                self._want_text_up_to(node, min(count, MOST_TEXT_CHARS))

        if self._line.facts.is_qt:
            self._want(node, "CharacterCount", put=put_count)
        else:
            self._want_text_up_to(node, MOST_TEXT_CHARS)

    def _want_text_up_to(self, node: SpiNode, end: int) -> None:
        self._want(node, "GetText", 0, end)

    def _want(
        self, node: SpiNode, member: str, *arguments: object, put: _Put | None = None
    ) -> None:
        call = self._line.to(node.path, member, *arguments)
        self._wanted.append((call, node, put or partial(_put, member)))


_COMBO = SpiRole.COMBO_BOX


def _put(member: str, node: SpiNode, told: Any) -> None:
    """Qt tells "ShowMenu" twice of one that has a button and an arrow."""
    match member:
        case "GetText":
            node.text = words_in(told) or node.text
            node.is_cut = node.is_cut or len(told) >= MOST_TEXT_CHARS
        case "CurrentValue" if node.role != SpiRole.PROGRESS_BAR or told >= 0:
            node.text = node.text or f"{told:g}"
        case "GetAttributes":
            node.placeholder = told.get("placeholder-text", "")
        case "Description":
            node.description = told
        case "GetActions":
            names = [name for name, *_ in told]
            node.can_be_pressed = "Press" in names or names.count("ShowMenu") != 1
