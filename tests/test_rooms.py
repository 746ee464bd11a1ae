"""The house keeps its rooms: what import contracts can't say is looked up here, file by file."""

from __future__ import annotations

import ast
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

from tests.benchmarks.__main__ import SUBJECTS

PROJECT = Path(__file__).parents[1]
LONGEST = 350
APART = {"web", "navigator", "browser", "exploring", "explorer"}
FACTS = ("engine.domain.", "engine.language.", "engine.states.")
FOLD = {
    "engine.record.views.fold",
    "engine.record.views.run_state",
    "engine.record.reports.formats",
    "engine.record.reports.html",
    "engine.record.reports.junit",
}
"""They join what is seen of a run, on whatever surface and in whatever mode, and tell it."""


def name_of(file: Path) -> str:
    return ".".join(file.relative_to(PROJECT).with_suffix("").parts).removesuffix(".__init__")


FILES = {
    name_of(file): file
    for folder in ("app", "widgets", "engine", "resources")
    for file in sorted((PROJECT / folder).rglob("*.py"))
}


def imports_of(file: Path) -> set[str]:
    """The modules of the house that a file imports, wherever in it."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(file.read_text("utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module:
            for alias in node.names:
                name = f"{node.module}.{alias.name}"
                found.add(name if name in FILES else node.module)
        elif isinstance(node, ast.Import):
            found.update(alias.name for alias in node.names)
    return found & FILES.keys()


IMPORTS = {name: imports_of(file) for name, file in FILES.items()}


def is_apart(name: str) -> bool:
    """Whether a module is a part of the web's or of the explorer's behaviour."""
    return bool(APART & set(name.split("."))) and not name.startswith(FACTS)


def test_docstrings_close_on_their_last_line() -> None:
    """Where that line has room for it."""
    kinds = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
    for file in FILES.values():
        lines = file.read_text("utf-8").splitlines()
        for node in ast.walk(ast.parse("\n".join(lines))):
            if isinstance(node, kinds) and ast.get_docstring(node) and node.body[0].end_lineno:
                end = node.body[0].end_lineno - 1
                assert lines[end].strip() != '"""' or len(lines[end - 1]) > 97, (file, end)


def test_no_files_import_each_other_in_a_circle() -> None:
    try:
        TopologicalSorter(IMPORTS).prepare()
    except CycleError as circle:
        pytest.fail(f"a circle: {circle.args[1]}")


def test_the_cores_behaviour_imports_neither_the_webs_nor_the_explorers() -> None:
    core = {name for name in FILES if name.startswith("engine.") and not is_apart(name)} - FOLD
    found = {name: apart for name in core if (apart := set(filter(is_apart, IMPORTS[name])))}
    assert found == {}


def test_no_file_is_too_long_to_be_read_at_once() -> None:
    lengths = {name: len(file.read_text("utf-8").splitlines()) for name, file in FILES.items()}
    assert {name: lines for name, lines in lengths.items() if lines >= LONGEST} == {}


def test_each_benchmark_is_in_the_table_and_measures_when_it_is_run() -> None:
    """One that only defines what it would measure prints nothing, and ends as if all were well."""
    files = {file.stem: file for file in (PROJECT / "tests" / "benchmarks").glob("bench_*.py")}
    assert files.keys() == {f"bench_{name}" for name in SUBJECTS}
    for file in files.values():
        last = ast.unparse(ast.parse(file.read_text("utf-8")).body[-1])
        assert last.startswith("if __name__ == '__main__':"), file.name
