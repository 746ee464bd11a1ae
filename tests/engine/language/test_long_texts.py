"""Texts from outside may be of any length: whatever is made of them takes time as they are long,
and not as its square."""

from __future__ import annotations

import importlib
import inspect
import pkgutil
from collections.abc import Callable, Iterable, Iterator
from typing import Any, get_type_hints

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import engine.language
from engine.domain.web.sites import first_address_in, hosts_named_in
from engine.endpoint.reading import read_objects
from engine.language import grave_words
from engine.safety.instructions import instructions_in
from engine.safety.provenance import GoalWords
from tests.support.growth import grows_no_faster

_UNITS = ["a", " ", "1", "\u0301", "([{\"'“", "a1", "?!", "a ", "a.", "1,", "а", "\n", "to: "]
_UNITS += ["delete ", "_a", "-", "<think>", "削", "ab cd "]
_LETTERS, _ALL_LETTERS = 5_000, 100_000
"""In the ordinary lane, and with ``--all-cases``."""


def _functions() -> Iterator[Callable[..., Any]]:
    """All that are public and take texts, without a goal's, which has a bound of its own."""
    for module in pkgutil.iter_modules(engine.language.__path__, "engine.language."):
        if module.ispkg or module.name == "engine.language.word_table":  # that takes names of rows
            continue
        for name, function in inspect.getmembers(importlib.import_module(module.name)):
            plain = inspect.unwrap(function) if callable(function) else None
            if inspect.isfunction(plain) and plain.__module__ == module.name and name[0] != "_":
                yield plain


def _arguments(function: Callable[..., Any], text: str) -> list[Any] | None:
    """The text in each place for one; None where it takes something else than texts."""
    hints, arguments = get_type_hints(function), []
    for each in inspect.signature(function).parameters.values():
        hint = hints[each.name]
        is_further = each.kind is each.VAR_POSITIONAL and arguments
        if each.kind is each.KEYWORD_ONLY or each.name == "joint" or is_further:
            continue
        known = {str: text, int: 40, Iterable[str]: [text], tuple[str, ...]: (text,)}
        if each.name in ("row", "decimal_sign"):
            known[hint] = "deletes" if each.name == "row" else "."
        if hint not in known:
            return None
        arguments.append(known[hint])
    return arguments


_OTHERS = [hosts_named_in, first_address_in, instructions_in.__wrapped__, GoalWords, read_objects]
_TAKING_TEXTS = [each for each in _functions() if _arguments(each, "")] + _OTHERS


def test_all_that_take_texts_are_looked_at() -> None:
    assert len(_TAKING_TEXTS) > 45
    wanted = map(inspect.unwrap, (grave_words.class_of_words, grave_words.names_deed))
    assert set(wanted) <= set(_TAKING_TEXTS)


@pytest.fixture(scope="module")
def most_letters(pytestconfig: pytest.Config) -> int:
    return _ALL_LETTERS if pytestconfig.getoption("--all-cases") else _LETTERS


def _must_not_take_long(unit: str, most_letters: int) -> None:
    for function in _TAKING_TEXTS:

        def call(letters: int, function: Callable[..., Any] = function) -> object:
            text = (unit * letters)[:letters]
            arguments = [text] if function in _OTHERS else _arguments(function, text)
            return function(*(arguments or ()))

        assert grows_no_faster(call, most_letters), function.__name__


@pytest.mark.parametrize("unit", _UNITS)
def test_a_long_text_keeps_nobody_waiting(unit: str, most_letters: int) -> None:
    _must_not_take_long(unit, most_letters)


@given(unit=st.text(min_size=1, max_size=4))
@settings(max_examples=2)
def test_whatever_a_long_text_repeats_it_keeps_nobody_waiting(most_letters: int, unit: str) -> None:
    _must_not_take_long(unit, most_letters)
