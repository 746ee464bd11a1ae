"""Texts from outside as a person sees them: what can't be seen in them is written out, and letters
that pass for others are told of.

Who shows such a text, on a terminal, in a window or in a report, shows it so; nobody compares it
so. What such letters count as where words are compared is told in ``folding``.
"""

import re
import unicodedata

from engine.language.folding import looks_latin

_UNSEEN = frozenset({"Cc", "Cf", "Cs", "Zl", "Zp"})
_PLAIN = frozenset("\n\t\u00ad")
"""Lines, tabs, and where a word may be broken."""
_JOINERS = frozenset("\u200c\u200d")
_NOT_PLAIN = re.compile(r"[^\n\t -~]")
_WORD = re.compile(r"[^\W\d_]+")


def shown(text: str) -> str:
    """With marks as ⟨U+202E⟩ for what turns letters around, hides between them or steers a
    terminal."""
    if text.isprintable():
        return text
    text = text.replace("\r\n", "\n")
    return _NOT_PLAIN.sub(
        lambda each: _shown(each[0], text[max(0, each.start() - 1) : each.start()]), text
    )


def shown_cut(text: str, most_chars: int = 2_000) -> str:
    """The same of a text that may be very long: its beginning, and how much more there is."""
    left_out = len(text) - most_chars
    return (
        f"{shown(text[:most_chars])}… ({left_out} more characters)" if left_out > 0 else shown(text)
    )


def _shown(character: str, before: str) -> str:
    if character in _PLAIN or unicodedata.category(character) not in _UNSEEN:
        return character
    if character in _JOINERS and before and not _is_of(before, "LATIN", "CYRILLIC", "GREEK"):
        return character  # as emoji, Persian and Indian scripts need them
    return f"⟨U+{ord(character):04X}⟩"


def _is_of(letter: str, *alphabets: str) -> bool:
    return letter.isascii() or unicodedata.name(letter, "").startswith(alphabets)


def disguise_of(text: str) -> str:
    """ "mixes Latin and Cyrillic letters": of a word in which some letters pass for Latin ones, be
    it that all of them do while the words beside it are Latin; mostly empty."""
    if text.isascii():
        return ""
    words = _WORD.findall(unicodedata.normalize("NFC", text))
    latin = [each for each in words if any(_is_of(letter, "LATIN") for letter in each)]
    for word in words if latin else ():
        others = [each for each in word if not _is_of(each, "LATIN")]
        passing = [e for e in others if looks_latin(e) and unicodedata.normalize("NFKC", e) == e]
        if passing and (word in latin or passing == others):
            return f"mixes Latin and {unicodedata.name(passing[0]).split()[0].title()} letters"
    return ""
