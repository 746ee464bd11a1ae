"""What is typed into a field to see whether it bears it: an ordinary value first, then edges."""

from __future__ import annotations

from engine.domain.zones import Role, Zone
from engine.language.labels import normal

_NUMBERS = ("7", "0", "-1", "2.5", "1000000", "abc", "")
_DATES = ("2024-02-29", "2023-02-29", "0000-00-00", "tomorrow", "")
_ADDRESSES = ("ann@example.org", "ann@", "a b@example.org", "")
_TEXTS = ("Ann", "Zoë Ångström 木", "x" * 300, "'\"<b>&;%s\\", "   ", "")
_WORDS_OF_KIND: tuple[tuple[frozenset[str], tuple[str, ...]], ...] = (
    (frozenset({"date", "day", "born", "birthday", "from", "until"}), _DATES),
    (frozenset({"mail", "email"}), _ADDRESSES),
    (
        frozenset(
            {"number", "amount", "quantity", "price", "count", "age", "size", "width", "height",
             "discount", "percent", "total", "zoom"}
        ),
        _NUMBERS,
    ),
)  # fmt: skip


def value_for(zone: Zone, turn: int) -> str:
    """What to type at this turn, from 0; after the last value the first again."""
    values = _values_of(zone)
    return values[turn % len(values)]


def _values_of(zone: Zone) -> tuple[str, ...]:
    if zone.role is Role.SPIN_BOX:
        return _NUMBERS
    words = frozenset(normal(zone.label).split())
    return next((values for kinds, values in _WORDS_OF_KIND if words & kinds), _TEXTS)
