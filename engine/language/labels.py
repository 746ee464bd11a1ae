"""Words and labels made comparable, made short where there is little room, what they say beyond
their words, how many words of the one stand in the other, and what a control may be called.

``plain_text`` compares texts, ``plain`` labels on screens with each other (is this the one, does
the condition hold?), ``normal`` a label with what somebody calls it; each forgives what the one
before forgives. Words that may be disguised are compared in ``folding``.

A control's label has the mark of a mnemonic in it ("_Delete", "Lö&schen", "削除(_D)"), or is the
name that an icon or a program's own part goes by ("edit-delete-symbolic", "btnDelete"). A label in
letters that none of our languages has is told apart: its words may say anything.

Slugs are names for programs made of words, such as a zone's id, and the words back out of them."""

import re
import unicodedata
from collections.abc import Iterable, Sequence
from functools import lru_cache

from engine.domain.zones import Role
from engine.language.folding import shown

ARTICLES = ("the", "a", "an", "this", "that", "my", "your", "its")
ON_WORDS = frozenset({"on", "true", "yes", "checked", "ticked", "enabled", "active", "selected"})
OFF_WORDS = frozenset({"off", "false", "no", "unchecked", "unticked", "disabled", "inactive"})

_MNEMONIC = re.compile(r"(?<![\w])_(?=\w)|&(?=\w)")
_ARTICLE = re.compile(rf"(?i)^(?:{'|'.join(ARTICLES)})\s+")
_TRAILING_DOTS = re.compile(r"(?<=\S)\s*(…|\.\.\.)$")
_APOSTROPHE = re.compile(r"(?<=\w)['’](?=\w)")
_PUNCTUATION = re.compile(r"[^\w\s+#%]|_")
_LETTER = re.compile(r"\w")
_WORD = re.compile("[^\\W_\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u2e80-\U0003ffff]")
"""A character of a word, but for scripts whose words are not parted by spaces: Thai, Lao, Burmese,
Khmer, those of East Asia."""
_GOES_ON_BEFORE, _GOES_ON_BEHIND = re.compile(r"(?:\d[.,:]|[-−])$"), re.compile(r"[.,:]\d")
_IS_FILE, _HAS_FILE = re.compile(r"\w\.[a-z]\w{0,4}$"), re.compile(r"\w\.[a-z]\w{0,4}(?!\w)")
_NAME_BEFORE = re.compile(r"\w[-_]$")
_NAME_BEHIND = re.compile(r"(?:[-_]\w[\w-]*)?(?:\.\w+)*?\.[a-z]\w{0,4}(?!\w)")
"""A file's name goes on before and behind it: "shopping-list.txt" and "list.txt.bak" are others."""
_COLUMN = " | "
SHOWN_CHARS = 40


def plain_text(text: str) -> str:
    """Case, width and white space do not matter."""
    compared = text.lower() if text.isascii() else unicodedata.normalize("NFKC", text).casefold()
    return " ".join(compared.split())


@lru_cache(maxsize=4096)
def plain(label: str) -> str:
    """Nor do the mark of a mnemonic ("&Save", "Save _As") and dots at the end."""
    return plain_text(_MNEMONIC.sub("", _TRAILING_DOTS.sub("", label.strip())))


def has_words(wanted: str, text: str) -> bool:
    """Whether the label stands in the text, not merely inside other words ("saved" in "unsaved"),
    numbers ("5" in "-5" or "1.5") or names of files ("list.txt" in "shopping-list.txt"). Where
    words are not parted by spaces, as in Chinese or Thai, it may stand anywhere. A label that is
    written in columns ("1 | Ann") stands also where they are told side by side."""
    words, text = plain(wanted), plain(text)
    if _COLUMN in words:
        words, text = words.replace(_COLUMN, " "), text.replace(_COLUMN, " ")
    at = text.find(words) if words else -1
    while at >= 0 and not _is_apart(words, text, at):
        at = text.find(words, at + 1)
    return at >= 0


def _is_apart(words: str, text: str, at: int) -> bool:
    """Whether no word or number goes on before or behind these, which stand there. (A pattern for
    each label would take 5 ms to compile: so many characters are none of a word's.)"""
    end = at + len(words)
    before, behind = text[max(0, at - 2) : at], text[end : end + 2]
    if words[0].isdigit() and _GOES_ON_BEFORE.search(before):
        return False
    if words[-1].isdigit() and _GOES_ON_BEHIND.match(behind):
        return False
    goes_on = _NAME_BEFORE.search(before) or _NAME_BEHIND.match(text, end)
    if _IS_FILE.search(words) and (goes_on or text in (f"~{words}", f"{words}~")):
        return False
    goes_on = _WORD.match(behind) and _WORD.match(words[-1])
    return not (goes_on or (_WORD.match(before[-1:]) and _WORD.match(words[0])))


def names_other_file(name: str, text: str) -> bool:
    """Whether the name is a file's, and those that the text names are others."""
    is_file = _IS_FILE.search(plain(name)) and _HAS_FILE.search(plain(text))
    return is_file is not None and not has_words(name, text)


def promises_window(label: str) -> bool:
    """By convention a label that ends in dots opens a dialog, which has a button for the deed."""
    return bool(_TRAILING_DOTS.search(label.rstrip()))


@lru_cache(maxsize=4096)
def normal(text: str) -> str:
    """Nor does punctuation, and "&" is "and". A label that is nothing but punctuation ("×", "…")
    keeps it, or buttons of signs would all be alike."""
    label = plain(text).replace(" & ", " and ")
    worded = " ".join(_PUNCTUATION.sub(" ", _APOSTROPHE.sub("", label)).split())
    return worded if _LETTER.search(worded) else label


def going_by(name: str, windows: Iterable[tuple[int, Sequence[str]]]) -> list[int]:
    """Which windows are meant by a name: those whose title holds it, else those whose program's
    names do. Each is told by its number, with its title and then these names."""
    wanted = name.casefold()
    told = [(number, [each.casefold() for each in words]) for number, words in windows]
    titled = [n for n, words in told if wanted in words[0] and not names_other_file(name, words[0])]
    return titled or [n for n, words in told if any(wanted in each for each in words[1:])]


def shortened(text: str, most_chars: int = 60) -> str:
    """One line of at most so many characters, an ellipsis included; spaces are single."""
    line = " ".join(text.split())
    return line if len(line) <= most_chars else f"{line[: most_chars - 1].rstrip()}…"


def without_article(text: str) -> str:
    return _ARTICLE.sub("", text.strip()).strip()


def meanings(*lines: str) -> dict[str, str]:
    """Lines "meaning: word, word" as a table from each word to its meaning."""
    parted = (line.partition(": ") for line in lines)
    return {word: meaning for meaning, _, words in parted for word in words.split(", ")}


def quoted(text: str) -> str:
    """The text as it stands in a description, shortened, with what is hidden in it."""
    return f"“{shown(shortened(text, SHOWN_CHARS))}”"


def asked_by_thinker(question: str) -> str:
    """A thinker's question as it is put to the operator, wherever that is: what a model or a guest
    wants to have done by a person is no word of Pilothouse's, and may stand on the screen."""
    words = shown(" ".join(question.split())).replace("”", "’")
    return f"The thinker asks, in words that may be the screen’s: “{words}”"


_TOKEN = re.compile(r"\d+(?:[.,:]\d+)+|[^\W_]+")
_POSSESSIVE = re.compile(r"['’]s\b")
JOINING_WORDS = frozenset(
    {
        *("a", "an", "and", "as", "at", "by", "for", "from", "in", "into", "is", "it", "its", "my"),
        *("of", "on", "or", "that", "the", "then", "this", "to", "with"),
    }
)
"""They say nothing, in labels neither."""
SMALL_WORDS = JOINING_WORDS | frozenset(
    {
        *("these", "your", "our", "his", "her", "their", "but", "are", "was", "were", "be", "been"),
        *("i", "we", "you", "me", "us", "he", "she", "they", "there", "here", "onto", "all", "any"),
        *("some", "each", "every", "both", "about", "if", "so", "not", "no", "than", "too", "do"),
        *("does", "did", "has", "have", "had", "can", "will", "would", "should", "which", "what"),
        *("who", "whom", "whose", "how", "when", "where", "many", "much", "please", "called"),
        "named",
    }
)
"""They say little: a page that has to do with a text need not have them."""


@lru_cache(maxsize=8192)
def tokens(text: str) -> tuple[str, ...]:
    """The words of a text in order, each in the singular; a number with its signs is one."""
    return tuple(map(stem, _TOKEN.findall(plain_text(text))))


@lru_cache(maxsize=8192)
def stem(word: str) -> str:
    """A word in the singular."""
    if len(word) > 4 and word.endswith("ies"):
        return f"{word[:-3]}y"
    if len(word) > 4 and re.search(r"(?:ss|sh|ch|x|z)es$", word):
        return word[:-2]
    if len(word) > 3 and word.endswith("s") and not word.endswith(("ss", "us", "is")):
        return word[:-1]
    return word


def content_words(text: str) -> tuple[str, ...]:
    """Those that say something, each once, in order, in lower case; all where none does."""
    words = _TOKEN.findall(_POSSESSIVE.sub("", plain_text(text)))
    return tuple(dict.fromkeys(w for w in words if w not in SMALL_WORDS) or dict.fromkeys(words))


def hits(terms: Iterable[str], *texts: str) -> tuple[str, ...]:
    """Those of the terms that stand in one of the texts."""
    text = " ".join(texts)
    found, whole = set(tokens(text)), plain_text(text)
    # scripts without spaces have no words to compare
    return tuple(
        term for term in terms if stem(term) in found or (not term.isascii() and term in whole)
    )


def coverage(terms: tuple[str, ...], *texts: str) -> float:
    """The share of the terms that the texts hold, 0 to 1; 0 for none."""
    return len(hits(terms, *texts)) / len(terms) if terms else 0.0


def stands_in(words: str, text: str) -> bool:
    """Whether the words stand there one after the other, as whole words."""
    wanted, there = tokens(words), tokens(text)
    if not wanted:
        return bool(words.strip()) and plain_text(words) in plain_text(text)
    ends = range(len(there) - len(wanted) + 1)
    return any(there[at : at + len(wanted)] == wanted for at in ends)


_CJK_MNEMONIC = re.compile(r"\s*[(（][_&]?[A-Za-z0-9][)）]")
_MARKED = re.compile(r"(?<!&)&(?=\w)|_(?=\w)")
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
    """The label without its mnemonic's mark, and in words where a program gave the name."""
    text = " ".join(label.split())
    bare = _MARKED.sub("", _CJK_MNEMONIC.sub("", text)).replace("&&", "&")
    identified = words_of_identifier(text)
    as_it_stands = bare if "_" in text and not identified else text
    turned = " ".join(reversed(identified.split()))  # "call-start" says what "Start call" says
    return tuple(dict.fromkeys((as_it_stands, bare, identified or as_it_stands, turned or bare)))


def words_of_identifier(label: str) -> str:
    """Of "edit-delete-symbolic" "edit delete"; empty where it is no such name."""
    if not _IDENTIFIER.fullmatch(label):
        return ""
    return _DRESS.sub("", " ".join(_PARTS.split(label)).casefold())


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


_MAX_CHARS = 32
_MOST_KEPT = 20_000
_SLUG = re.compile(r"[a-z0-9]+(?:_[a-z0-9]+)+")
_NUMBER = re.compile(r"_\d+$")


def slug(text: str, joint: str = "_") -> str:
    """``button_save`` out of "button Save": its letters and digits, lower case."""
    return re.sub(r"[^a-z0-9]+", joint, text.casefold()).strip(joint)


def zone_slug(role: str, label: str) -> str:
    """What a zone's id begins with; a number follows where another zone has it already."""
    return slug(f"{role} {label}")[:_MAX_CHARS]


def label_in(said: str) -> str:
    """The label that somebody who made up this id had in mind: ``button_save`` is "save"."""
    if not _SLUG.fullmatch(said):
        return said
    bare = _NUMBER.sub("", said)
    rest = (bare.removeprefix(begin) for begin in _ROLES if bare.startswith(begin))
    return next(rest, bare).replace("_", " ")


_ROLES = sorted((f"{slug(role)}_" for role in Role), key=len, reverse=True)


class NewIds:
    """Hands out ids that begin with a slug, none twice; keeps a bounded number in mind."""

    def __init__(self) -> None:
        self._count = 0
        self._taken: set[str] = set()
        self._numbers: dict[str, int] = {}

    def new(self, stem: str) -> str:
        """``stem``, or with a number behind it where it was given before. After very many ids, each
        is numbered through behind two underscores: none need be kept in mind then to be new."""
        self._count += 1
        if self._count > _MOST_KEPT:
            self._taken.clear()
            self._numbers.clear()
            return f"{stem}__{self._count}"
        number = self._numbers.get(stem, 1)
        found = stem if number == 1 else f"{stem}_{number}"
        while found in self._taken:
            number += 1
            found = f"{stem}_{number}"
        self._numbers[stem] = number
        self._taken.add(found)
        return found
