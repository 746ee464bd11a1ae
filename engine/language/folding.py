"""Texts without their disguise: what a reader makes of them, however the letters are dressed.

A text that means to be read by a planner and not by a filter hides behind zero-width characters,
letters of other alphabets that look alike, letters set apart, digits for letters, odd casing.
``readings`` gives what it may say; texts are compared in that form only.
"""

from __future__ import annotations

import re
import unicodedata

_TAGS = range(0xE0020, 0xE007F)
"""Invisible copies of the ASCII characters."""
_LATIN_OF = {
    ord(other): latin
    for latin, others in {
        "a": "аαɑᴀ",
        "b": "вβʙ",
        "c": "сᴄ",
        "d": "ԁᴅ",
        "e": "еεᴇ",
        "f": "ꜰ",
        "g": "ɡɢ",
        "h": "нһʜ",
        "i": "іιıɪ",
        "j": "јᴊ",
        "k": "кκᴋ",
        "l": "ӏʟ",
        "m": "мᴍ",
        "n": "ηոɴ",
        "o": "оοօᴏ",
        "p": "рρᴘ",
        "q": "ԛ",
        "r": "ʀ",
        "s": "ѕꜱ",
        "t": "тτᴛ",
        "u": "υսᴜ",
        "v": "νᴠ",
        "w": "ԝωᴡ",
        "x": "хχ",
        "y": "уγʏ",
        "z": "ᴢ",
    }.items()
    for other in others
}
_LETTER_OF_DIGIT = str.maketrans("013457@$", "oieastas")
_SET_APART = re.compile(r"(?<!\w)(?:[^\W_][ .\-_*·]){3,}[^\W_](?!\w)")
_BETWEEN = re.compile(r"[ .\-_*·]")
_MIXED = re.compile(r"\w*(?:[a-z][013457@$]|[013457@$][a-z])[\w@$]*")
_PLAINER = str.maketrans("’‘ʼ`´łŁøØ", "'''''lLoO")
_SPACES = re.compile(r"[^\S\n]+")
_BACKWARDS = "\u202e"


def visible(text: str) -> str:
    """The text in its own casing, with what is invisible in it told or left out."""
    if text.isascii():
        return _SPACES.sub(" ", text).strip()
    told = "".join(chr(ord(each) - 0xE0000) if ord(each) in _TAGS else each for each in text)
    told = unicodedata.normalize("NFKC", told)
    kept = "".join(each for each in told if unicodedata.category(each) != "Cf")
    return _SPACES.sub(" ", kept).strip()


def folded(text: str) -> str:
    """Without case, accents and what is invisible; line feeds are kept."""
    text = visible(text)
    if not text.isascii():
        parts = unicodedata.normalize("NFKD", text)
        text = "".join(each for each in parts if unicodedata.category(each) != "Mn")
        text = unicodedata.normalize("NFC", text).translate(_PLAINER)
    return text.casefold().replace("`", "'")


def readings(text: str) -> tuple[str, ...]:
    """What the text may say: as it stands, and with look-alikes taken for what they look like."""
    plain = _SPACES.sub(" ", _SET_APART.sub(lambda found: _BETWEEN.sub("", found[0]), folded(text)))
    undressed = plain if plain.isascii() else plain.translate(_LATIN_OF)
    undressed = _MIXED.sub(lambda found: found[0].translate(_LETTER_OF_DIGIT), undressed)
    said = [plain, undressed]
    if _BACKWARDS in text:
        said.append(plain[::-1])
    return tuple(dict.fromkeys(said))


def folded_pattern(*patterns: str) -> str:
    """Any of the patterns, with their letters folded as the texts are that they are held to."""
    either = "|".join(f"(?:{each})" for each in patterns)
    return _FOREIGN.sub(lambda found: folded(found[0]), either)


_FOREIGN = re.compile(r"[^\x00-\x7f]+")
