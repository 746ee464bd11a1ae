"""No test waits a fixed time for something that comes: on a busy machine it comes later."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

TESTS = Path(__file__).parent
ASIDE = {"benchmarks", "first_contact"}
"""They measure, and take part in no run of the tests."""
SLEEPS = {"sleep", "qWait"}
LOOPS = (ast.While, ast.For, ast.AsyncFor)
FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)
IN_A_PAGE = re.compile(r"\bask\(\s*f?[\"'`]new Promise\(\(?\w+\)? => setTimeout\(\w+, \d+\)")


def waits_in(text: str) -> Iterator[str]:
    """Lines that wait for a time, in no loop that looks again, and say not why nothing else can be
    waited for there."""
    yield from (each.group() for each in IN_A_PAGE.finditer(text))
    if not any(f"{each}(" in text for each in SLEEPS):
        return
    tree, lines = ast.parse(text), text.splitlines()
    above = {below: each for each in ast.walk(tree) for below in ast.iter_child_nodes(each)}

    def is_in_loop(node: ast.AST) -> bool:
        while (node := above.get(node, tree)) is not tree and not isinstance(node, FUNCTIONS):
            if isinstance(node, LOOPS):
                return True
        return False

    for node in ast.walk(tree):
        if not isinstance(node, ast.Call) or not node.args:
            continue
        name = getattr(node.func, "attr", "")
        is_turn = isinstance(node.args[0], ast.Constant) and not node.args[0].value
        line = lines[node.lineno - 1]
        if name in SLEEPS and not is_turn and not is_in_loop(node) and "#" not in line:
            yield line.strip()


@pytest.mark.parametrize(
    ("body", "is_told"),
    [
        ("await asyncio.sleep(0.3)", True),
        ("time.sleep(SECS)", True),
        ("QTest.qWait(50)", True),
        ("await web.ask('new Promise((go) => setTimeout(go, 300))')", True),
        ("await asyncio.sleep(0)", False),
        ("await asyncio.sleep(0.3)  # so long it is away", False),
        ("while not check(): time.sleep(0.3)", False),
    ],
)
def test_a_wait_for_a_time_is_told_unless_it_looks_again_or_says_why(
    body: str, *, is_told: bool
) -> None:
    assert bool([*waits_in(f"async def test():\n    {body}\n")]) is is_told


def test_every_test_waits_for_what_comes() -> None:
    """By ``tests/support/waiting.py``, ``tests/support/page_work.py`` and, for Qt, ``becomes_so``
    and ``let_work``."""
    files = [file for file in TESTS.rglob("test_*.py") if not ASIDE & {*file.parts}]
    found = {
        str(file.relative_to(TESTS)): told
        for file in files
        if file != Path(__file__) and (told := [*waits_in(file.read_text("utf-8"))])
    }
    assert len(files) > 100 and found == {}
