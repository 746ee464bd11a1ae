"""What the operator wants masked before anything reaches a model or the record.

Patterns find what is nobody's business: keys, payment cards, e-mail addresses. Each looks once at
every character, so that a screen full of texts costs a few milliseconds."""

import itertools
import math
import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from typing import Literal

from engine.domain.facts import Frozen, field, replace
from engine.domain.spaces import Rect
from engine.domain.zones import MASK, Role

Span = tuple[int, int]

_E_MAIL = re.compile(r"(?<![\w.+%-])[\w.+%-]++@(?:[\w-]++\.)+[^\W\d_]{2,}", re.UNICODE)

_KNOWN_KEYS = re.compile(
    r"""(?<![A-Za-z0-9])(?:
      sk-[\w-]{16,}
    | [srp]k_(?:live|test)_[A-Za-z0-9]{16,}
    | gh[pousr]_[A-Za-z0-9]{30,}
    | github_pat_\w{22,}
    | glpat-[\w-]{20,}
    | (?:AKIA|ASIA)[A-Z0-9]{16}
    | AIza[\w-]{30,}
    | xox[abeoprs]-[\w-]{10,}
    | hf_[A-Za-z0-9]{30,}
    | npm_[A-Za-z0-9]{30,}
    | pypi-[\w-]{30,}
    | ya29\.[\w-]{20,}
    | eyJ[\w-]{8,}\.eyJ[\w-]{8,}\.[\w-]*
    )|-----BEGIN[ ][A-Z ]*PRIVATE[ ]KEY-----.*?(?:-----END[ ][A-Z ]*PRIVATE[ ]KEY-----|\Z)""",
    re.VERBOSE | re.DOTALL,
)
_TOKEN = re.compile(r"[A-Za-z0-9+/_-]{24,}+={0,2}")
_PATH, _FOLDER = re.compile(r"/[\w/-]+"), re.compile(r"[^/]+")
_SEPARATORS = re.compile(r"[+/_=-]+")
_WORD = re.compile(r"[A-Z]?[a-z]+|[A-Z]+")
_LEAST_RANDOM_CHARS = 20
_LEAST_BITS = 3.2
_LEAST_TURNS = 0.25
"""How often, in a random token, letters, capitals and digits take turns; paths and names that
people made do so less."""

_DIGITS = re.compile(r"(?<!\d)\d(?:[ \u00a0.-]?\d){12,}+(?!\d)")
_CARD_LENGTHS = range(19, 12, -1)
_CARD_FIRSTS = "23456"
_LEAST_KEY_CHARS = 15

_NEAR_E_MAIL = re.compile(r"[\w.+%-]+ ?[@©®] ?[\w.-]+")
_NEAR_TOKEN = re.compile(r"[^\s()]{12,}")
_NOISE = re.compile(r"[^A-Za-z0-9+/_=-]+")
_LEAST_NEARLY_RANDOM_CHARS = 12
_NEAR_DIGITS = re.compile(r"[0-9OolI|](?:[ \u00a0.,-]{0,2}[0-9OolI|]){11,}")
_AS_DIGITS = str.maketrans("OolI|", "00111")
_NAMED = re.compile(r"(?P<name>[\w-]+)\s*[:=]\s*\S.*")
SECRET_NAMES = re.compile(
    r"(?i)^(?:(?:access|id|refresh|auth|csrf|xsrf)[_-]?)?token$|^(?:api|access|secret)[_-]?key$"
    r"|pass(?:word|wd|phrase)?$|^pwd$|secret|^sig(?:nature)?$|^sess(?:ion)?[_-]?(?:id)?$|^sid$|^auth$"
)
"""Names behind which a secret stands, in an address or in a text."""


class PatternUnusable(ValueError):
    """An operator's own regular expression can't be used; the message says why."""


class MaskPattern(Frozen):
    """``spans`` finds the matches in a text, ``nearly`` what may have been one before a few of its
    letters were misread. ``least_chars`` is the length of the shortest."""

    name: str
    spans: Callable[[str], Iterator[Span]] = field(repr=False)
    least_chars: int
    nearly: Callable[[str], Iterator[Span]] = field(repr=False, default=lambda text: iter(()))


def own_pattern(expression: str) -> MaskPattern:
    """The operator's own regular expression. Raises ``PatternUnusable``. Nobody knows how short a
    match of it may be, so one character counts as enough."""
    try:
        compiled = re.compile(expression)
    except re.error as error:
        raise PatternUnusable(f"“{expression}” is not a regular expression: {error}") from None
    if compiled.search("") is not None:
        raise PatternUnusable(f"“{expression}” matches an empty text, so it would mask everything")
    return MaskPattern(expression, lambda text: _spans_of(compiled, text), 1)


def _spans_of(compiled: re.Pattern[str], text: str) -> Iterator[Span]:
    return (match.span() for match in compiled.finditer(text) if match.end() > match.start())


def _e_mails(text: str) -> Iterator[Span]:
    return _spans_of(_E_MAIL, text) if "@" in text else iter(())


def _keys(text: str) -> Iterator[Span]:
    """Keys that show what they are, and long tokens that only chance can have made."""
    if len(text) < _LEAST_KEY_CHARS:
        return
    yield from _spans_of(_KNOWN_KEYS, text)
    for token in _TOKEN.finditer(text):
        is_path = _PATH.fullmatch(token[0])
        parts = _FOLDER.finditer(text, *token.span()) if is_path else (token,)
        yield from (part.span() for part in parts if _is_random(part[0]))


def _is_random(token: str, least_chars: int = _LEAST_RANDOM_CHARS) -> bool:
    """Whether enough of it is left without the words that a path or a name is made of."""
    parts = [part for part in _SEPARATORS.split(token) if not _WORD.fullmatch(part)]
    token = "".join(parts)
    if len(token) < least_chars:
        return False
    kinds = [_kind(character) for character in token]
    if "digit" not in kinds or len(set(kinds)) < 2:
        return False
    turns = sum(one != other for one, other in itertools.pairwise(kinds))
    counts = Counter(token).values()
    bits = -sum(n / len(token) * math.log2(n / len(token)) for n in counts)
    return turns >= _LEAST_TURNS * len(kinds) and bits >= _LEAST_BITS


def _kind(character: str) -> str:
    if character.isdigit():
        return "digit"
    return "capital" if character.isupper() else "letter"


def _cards(text: str) -> Iterator[Span]:
    """Card numbers of 13 to 19 digits, whole groups of them, whose check digit is right."""
    for run in _DIGITS.finditer(text):
        groups = [(run.start() + m.start(), m[0]) for m in re.finditer(r"\d+", run[0])]
        first = 0
        while first < len(groups):
            last = _last_of_card(groups, first)
            if last is not None:
                yield groups[first][0], groups[last][0] + len(groups[last][1])
            first = first + 1 if last is None else last + 1


def _last_of_card(groups: list[tuple[int, str]], first: int) -> int | None:
    """The group that ends the longest card number that begins with this one."""
    digits, found = "", None
    for number in range(first, len(groups)):
        digits += groups[number][1]
        if len(digits) > _CARD_LENGTHS[0]:
            break
        if len(digits) in _CARD_LENGTHS and digits[0] in _CARD_FIRSTS and _luhn(digits):
            found = number
    return found


def _luhn(digits: str) -> bool:
    total = 0
    for place, digit in enumerate(reversed(digits)):
        value = int(digit) * (2 if place % 2 else 1)
        total += value - 9 if value > 9 else value
    return total % 10 == 0


def _nearly_keys(text: str) -> Iterator[Span]:
    """Half of a key will do, whatever was read for a letter of it; or what is called one."""
    for match in _NEAR_TOKEN.finditer(text):
        if _is_random(_NOISE.sub("", match[0]), _LEAST_NEARLY_RANDOM_CHARS):
            yield match.span()
    yield from (m.span() for m in _NAMED.finditer(text) if SECRET_NAMES.search(m["name"]))


def _nearly_cards(text: str) -> Iterator[Span]:
    """Digits enough, whatever the check digit says."""
    runs = _NEAR_DIGITS.finditer(text)
    return (run.span() for run in runs if run[0].translate(_AS_DIGITS)[0] in _CARD_FIRSTS)


BuiltIn = Literal["keys", "cards", "e-mail"]
KEYS = MaskPattern("keys", _keys, _LEAST_KEY_CHARS, _nearly_keys)
CARDS = MaskPattern("cards", _cards, 13, _nearly_cards)
E_MAIL = MaskPattern("e-mail", _e_mails, 6, lambda text: _spans_of(_NEAR_E_MAIL, text))
BUILT_IN: Mapping[BuiltIn, MaskPattern] = {"keys": KEYS, "cards": CARDS, "e-mail": E_MAIL}


class MaskRules(Frozen):
    """``regions_px`` are frame pixels; what stands in one, even in part, is masked.

    Of ``roles``, text and picture are masked; password fields are so without being named here.
    ``window_titles`` are words: a window with one of them in its title is masked as a whole.
    ``patterns`` are looked for in all texts. ``exempt`` are texts that are known anyway, such as
    the goal: what stands in one of them is not masked where a pattern finds it."""

    regions_px: tuple[Rect, ...] = ()
    roles: frozenset[Role] = frozenset()
    window_titles: tuple[str, ...] = ()
    patterns: tuple[MaskPattern, ...] = tuple(BUILT_IN.values())
    exempt: tuple[str, ...] = ()

    def exempting(self, *texts: str) -> "MaskRules":
        """The same rules with these texts exempt, and no others."""
        return replace(self, exempt=tuple(filter(None, texts)))

    @property
    def least_chars(self) -> int | None:
        """The length of the shortest text that a pattern masks; None where none is active."""
        return min((pattern.least_chars for pattern in self.patterns), default=None)

    def hides_role(self, role: Role) -> bool:
        return role is Role.PASSWORD_FIELD or role in self.roles

    def title_word(self, title: str) -> str:
        """The word for which a window of this title is masked; empty where it is not."""
        plain = title.casefold()
        return next((word for word in self.window_titles if word.casefold() in plain), "")

    def masked(self, text: str) -> str:
        """The text with every match of a pattern replaced by dots, unless it is exempt."""
        spans = [
            span
            for pattern in self.patterns
            for span in pattern.spans(text)
            if not self._is_exempt(text[slice(*span)])
        ]
        joined: list[tuple[int, int]] = []  # in order, those that overlap as one
        for start, end in sorted(spans):
            if joined and start < joined[-1][1]:
                joined[-1] = (joined[-1][0], max(joined[-1][1], end))
            else:
                joined.append((start, end))
        starts = (0, *(end for _, end in joined))
        ends = (*(start for start, _ in joined), len(text))
        return MASK.join(text[start:end] for start, end in zip(starts, ends, strict=True))

    def may_hold(self, text: str) -> bool:
        """Whether a match may be in a text that was read off a picture, letters misread or not."""
        return any(
            not self._is_exempt(text[slice(*span)])
            for pattern in self.patterns
            for span in (*pattern.spans(text), *pattern.nearly(text))
        )

    def _is_exempt(self, match: str) -> bool:
        plain = match.casefold()
        return any(plain in text.casefold() for text in self.exempt)
