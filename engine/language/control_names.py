"""What a control may be called, however a toolkit writes it; and whether anybody here can read it.

A label has the mark of a mnemonic in it ("_Delete", "Lö&schen", "削除(_D)"), or is the name that an
icon or a program's own part goes by ("edit-delete-symbolic", "btnDelete"). A label in letters that
none of our languages has is told apart: its words may say anything.
"""

import re
import unicodedata
from functools import lru_cache

_CJK_MNEMONIC = re.compile(r"\s*[(（][_&]?[A-Za-z0-9][)）]")
_MNEMONIC = re.compile(r"(?<!&)&(?=\w)|_(?=\w)")
_IDENTIFIER = re.compile(r"[A-Za-z][A-Za-z0-9]*(?:[-_.]+[A-Za-z0-9]+)+|[a-z]+(?:[A-Z][a-z0-9]+)+")
_PARTS = re.compile(r"[-_.]+|(?<=[a-z0-9])(?=[A-Z])")
_DRESS = re.compile(r"\s+(?:symbolic|icon|outlined?|filled|solid|regular|rounded|button|btn)\b")
_LATIN = frozenset("äöüßàâæçéèêëîïôœùûÿñáíóúìòãõąćęłńśźżğışåªº")
_RUSSIAN = frozenset("абвгдеёжзийклмнопрстуфхцчшщъыьэюя")
_ARABIC = range(0x0620, 0x0653)
_EAST_ASIAN = ("CJK", "HIRAGANA", "KATAKANA", "HANGUL", "IDEOGRAPHIC")
"""The beginnings of what Unicode calls letters of Chinese, Japanese and Korean."""


@lru_cache(maxsize=4096)
def names_of_control(label: str) -> tuple[str, ...]:
    """The label as it stands, without the mark of a mnemonic, and in words where it is a name that
    programs give."""
    text = " ".join(label.split())
    bare = _MNEMONIC.sub("", _CJK_MNEMONIC.sub("", text)).replace("&&", "&")
    identified = words_of_identifier(text)
    as_it_stands = bare if "_" in text and not identified else text
    turned = " ".join(reversed(identified.split()))  # "call-start" says what "Start call" says
    return tuple(dict.fromkeys((as_it_stands, bare, identified or as_it_stands, turned or bare)))


def words_of_identifier(label: str) -> str:
    """ "edit delete" of "edit-delete-symbolic"; empty where the label is none of a program's own
    names."""
    if not _IDENTIFIER.fullmatch(label):
        return ""
    words = " ".join(_PARTS.split(label)).casefold()
    return _DRESS.sub("", words)


def has_letters(label: str) -> bool:
    return any(map(str.isalpha, label))


def is_of_known_language(label: str) -> bool:
    """Whether each of its letters is one that a language has for which there are words."""
    text = unicodedata.normalize("NFC", label.casefold())
    letters = [each for each in text if each.isalpha()]
    return len(letters) == 1 or all(map(_is_known, letters))


def _is_known(letter: str) -> bool:
    if letter.isascii() or letter in _LATIN or letter in _RUSSIAN or ord(letter) in _ARABIC:
        return True
    plain = unicodedata.normalize("NFKC", letter)
    return plain.isascii() or unicodedata.name(letter, "").startswith(_EAST_ASIAN)
