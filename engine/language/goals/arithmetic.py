"""Arithmetic, exactly: reads "12 × 7", evaluates it with fractions, writes the result.

It reads numbers, the four operations and parentheses, nothing else; nothing is ever executed.
"""

from __future__ import annotations

import ast
import operator
import re
from collections.abc import Callable
from fractions import Fraction

from engine.language.amounts import DIGITS, numbers_in
from engine.language.goals.words import OPERATOR_WORDS

SHOWN_DIGITS = 7  # of an endless result; displays differ in where they round

_SIGNS = {"×": "*", "x": "*", "·": "*", "∗": "*", "÷": "/", "∕": "/", ":": "/", "−": "-", "–": "-"}
_OPERATIONS: dict[type[ast.operator], Callable[[Fraction, Fraction], Fraction]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
}
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
    try:
        return _value(ast.parse(" ".join(tokens), mode="eval").body)
    except (SyntaxError, ValueError, ZeroDivisionError):
        return None


def _value(node: ast.expr) -> Fraction:
    """Raises ValueError for what is no number, operation or minus."""
    match node:
        case ast.Constant():
            return Fraction(ast.unparse(node))
        case ast.UnaryOp(op=ast.USub(), operand=operand):
            return -_value(operand)
        case ast.BinOp(op=op, left=left, right=right) if type(op) in _OPERATIONS:
            return _OPERATIONS[type(op)](_value(left), _value(right))
        case _:
            raise ValueError("that is no reckoning")


def number_text(value: Fraction) -> str:
    """As a display shows it: ``84``, ``-0.5``; an endless one cut (not rounded) to its start."""
    sign, rest = ("-" if value < 0 else ""), abs(value)
    whole, remainder = divmod(rest.numerator, rest.denominator)
    digits = ""
    while remainder and len(digits) < SHOWN_DIGITS:
        digit, remainder = divmod(remainder * 10, rest.denominator)
        digits += str(digit)
    return f"{sign}{whole}.{digits}" if digits else f"{sign}{whole}"
