"""Arithmetic, exactly: reads "12 × 7", evaluates it with fractions, writes the result.

It reads numbers, the four operations and parentheses, nothing else; nothing is ever executed.
"""

from __future__ import annotations

import re
from fractions import Fraction

from engine.language.amounts import DIGITS, numbers_in
from engine.language.goals.words import OPERATOR_WORDS

SHOWN_DIGITS = 7  # of an endless result; displays differ in where they round

_SIGNS = {"×": "*", "x": "*", "·": "*", "∗": "*", "÷": "/", "∕": "/", ":": "/", "−": "-", "–": "-"}
_TOKEN = re.compile(rf"\s*(?:(?P<number>{DIGITS})|(?P<sign>[-+*/()]))")
_PERCENT_OF = re.compile(r"(?<=\d)\s*(?:%|percent)\s+of\s+(?=[\d(.])")


def tokens_of(text: str) -> tuple[str, ...] | None:
    """Numbers and signs of an expression; None where it is none."""
    plain = text.casefold().strip().rstrip("=?").strip()
    plain = _PERCENT_OF.sub("/100*", plain)
    for word, sign in OPERATOR_WORDS.items():
        plain = re.sub(rf"\b{word}\b", sign, plain)
    plain = "".join(_SIGNS.get(char, char) for char in plain)
    tokens, at = [], 0
    while at < len(plain):
        match = _TOKEN.match(plain, at)
        if match is None:
            return None
        numbers = numbers_in(match["number"] or "")
        if match["number"] and not numbers:
            return None
        tokens.append(f"{numbers[0]:f}" if numbers else match["sign"])
        at = match.end()
    return tuple(tokens) if any(token in "+-*/" for token in tokens) else None


def value_of(tokens: tuple[str, ...]) -> Fraction | None:
    """The exact value; None where the expression is malformed or divides by zero."""
    parser = _Parser(tokens)
    try:
        value = parser.sum()
    except (ValueError, ZeroDivisionError):
        return None
    return value if parser.is_at_end else None


class _Parser:
    """Recursive descent: sum → product → factor. Raises ValueError where it can't go on."""

    def __init__(self, tokens: tuple[str, ...]) -> None:
        self._tokens = tokens
        self._at = 0

    @property
    def is_at_end(self) -> bool:
        return self._at == len(self._tokens)

    def _take(self, *wanted: str) -> str:
        """The next token where it is one of these (all, where none is given), else nothing."""
        if self.is_at_end or (wanted and self._tokens[self._at] not in wanted):
            return ""
        self._at += 1
        return self._tokens[self._at - 1]

    def sum(self) -> Fraction:
        value = self._product()
        while sign := self._take("+", "-"):
            term = self._product()
            value = value + term if sign == "+" else value - term
        return value

    def _product(self) -> Fraction:
        value = self._factor()
        while sign := self._take("*", "/"):
            factor = self._factor()
            value = value * factor if sign == "*" else value / factor
        return value

    def _factor(self) -> Fraction:
        if self._take("-"):
            return -self._factor()
        if self._take("("):
            value = self.sum()
            if not self._take(")"):
                raise ValueError("a parenthesis is not closed")
            return value
        return Fraction(self._take())


def number_text(value: Fraction) -> str:
    """As a display shows it: ``84``, ``-0.5``; an endless one cut (not rounded) to its start."""
    sign, rest = ("-" if value < 0 else ""), abs(value)
    whole, remainder = divmod(rest.numerator, rest.denominator)
    digits = ""
    while remainder and len(digits) < SHOWN_DIGITS:
        digit, remainder = divmod(remainder * 10, rest.denominator)
        digits += str(digit)
    return f"{sign}{whole}.{digits}" if digits else f"{sign}{whole}"
