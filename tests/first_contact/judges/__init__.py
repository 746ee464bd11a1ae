"""Judges: named functions that look at what is true, by means that share nothing with the product.

Each takes what it looks at (a `Desk` or a `Site`) and the arguments of its card. A judge of a goal
answers whether it was reached; the state of a return is any value that can be compared."""

from collections.abc import Callable
from importlib import import_module
from typing import Any

from tests.first_contact.cards import Judge


class JudgeUnknown(LookupError):
    """A card names a judge that is in no module of `judges/`."""


def named(name: str) -> Callable[..., Any]:
    """The function of a judge's name; raises `JudgeUnknown` where there is none."""
    module, _, function = name.partition(".")
    try:
        judging: Callable[..., Any] = getattr(import_module(f"{__name__}.{module}"), function)
    except (ImportError, AttributeError) as error:
        raise JudgeUnknown(name) from error
    return judging


def ask(judge: Judge, sight: object) -> Any:
    """What the judge of a card answers about what is in sight."""
    return named(judge.name)(sight, **judge.arguments)
