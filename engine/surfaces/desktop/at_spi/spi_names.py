"""Names and shortcuts as a person reads them, out of what toolkits write.

Pure functions over what an application said about a node: GTK and Qt mark mnemonics within names,
and each has a notation of its own for keys.
"""

from __future__ import annotations

import re

from engine.language.keys import SIGNS, one_name
from engine.surfaces.desktop.at_spi.spi_roles import MENU_ITEM_ROLES, SpiRole

_SPACES = frozenset(map(ord, "\t\n\v\f\r"))
_CONTROLS = frozenset({*range(0x20), *range(0x7F, 0xA0)} - _SPACES)
_DIRECTIONS = (0x061C, *range(0x200E, 0x2010), *range(0x202A, 0x202F), *range(0x2066, 0x206A))
_INVISIBLE = dict.fromkeys((0x200B, 0xFEFF, *_CONTROLS, *_DIRECTIONS))
"""What shows as nothing, or turns around what shows, so that it reads as something else."""
_MNEMONIC_ROLES = frozenset({7, 43, 44, 62, SpiRole.PAGE_TAB, *MENU_ITEM_ROLES})
_KEYS_FOLLOW = "\t"  # Qt writes some entries as "Undo<Tab>Ctrl+Z"
_UNDERSCORE = re.compile(r"(?:^|(?<=\s))_(?=\w)")
_AMPERSAND = re.compile(r"&(?=[a-z])|(?:^|(?<=\s))&(?=\w)")


def clean_name(name: str, role: int) -> str:
    """A name without the mark of its mnemonic, without its keys and with plain spaces.

    GTK and Qt strip the mark themselves, so only what can hardly be anything else is taken:
    "Save _As" and "E&xit", but neither "my_file" nor "R&D" nor "Save & quit".
    """
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
    return text.translate(_INVISIBLE)


def keys_in(name: str) -> str:
    """``ctrl+z`` out of an entry's name that has its keys behind a tab."""
    return name.partition(_KEYS_FOLLOW)[2].strip().lower()


def shortcut_from(binding: str, name: str) -> str:
    """``ctrl+shift+s`` out of what an application calls a key binding; empty where there is none.

    GTK says ``mnemonic;path of mnemonics;accelerator`` ("s;<Alt>f:s;<Primary>s"), Qt says
    ``Ctrl+S``, and where an entry has no shortcut "Alt+S" for its mnemonic, which works only
    while its menu is open: that is left out.
    """
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
    if len(parts) >= 2:
        return _gtk_accelerator(parts[1])
    return binding.strip().lower()


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
