"""The documents say what is so: each claim that can be looked up is looked up here."""

from __future__ import annotations

import ast
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import get_args

import pytest
from typer.testing import CliRunner

from app.cli import app
from engine.domain.events import Event
from engine.domain.exploring.limits import BUDGET_SHARE, TERMINAL_OF, ReplayEnd, exit_code_of
from engine.domain.recoveries import RECOVERIES
from engine.domain.terminals import (
    DONE_NOT_SEEN,
    EXIT_BAD_INPUT,
    EXIT_CANNOT_START,
    EXIT_CODES,
    EXIT_FINDINGS,
    EXIT_NOT_SEEN,
    Outcome,
    Terminal,
)
from engine.session.account import Ceiling
from engine.session.session import ENDINGS
from engine.thinking.offline.exploring.thinker import OfflineExplorer
from engine.thinking.offline.thinker import OfflineThinker
from engine.thinking.offline.web.steps import OfflineWebThinker

PROJECT = Path(__file__).parents[2]
README = (PROJECT / "README.md").read_text("utf-8")
ARCHITECTURE = (PROJECT / "ARCHITECTURE.md").read_text("utf-8")
DOCUMENTS = (
    "README.md",
    "ARCHITECTURE.md",
    "CHANGELOG.md",
    "CONTRIBUTING.md",
    *sorted(f"docs/{file.name}" for file in (PROJECT / "docs").glob("*.md")),
)
MANUAL = "\n".join((PROJECT / name).read_text("utf-8") for name in DOCUMENTS if "/" in name)
PRE_RUN = "—"

Ending = tuple[str, str]  # terminal, reason


def page(name: str) -> str:
    """The text of a page of the manual."""
    return (PROJECT / "docs" / f"{name}.md").read_text("utf-8")


def section(text: str, heading: str) -> str:
    """What stands under a heading, up to the next heading of the second level."""
    return re.split(r"^## ", text.split(f"## {heading}\n", 1)[1], maxsplit=1, flags=re.M)[0]


def table_rows(text: str) -> list[list[str]]:
    """The cells of every table row, without heads and rules."""
    rows: list[list[str]] = []
    for line in text.splitlines():
        if line.startswith("| ---"):
            rows.pop()  # what stood above the rule is the head
        elif line.startswith("|"):
            rows.append([cell.strip() for cell in line.strip("|").split("|")])
    return rows


def code(cell: str) -> list[str]:
    return re.findall(r"`([^`]+)`", cell)


def code_lines(text: str) -> list[str]:
    """The lines of the fenced blocks of shell commands."""
    blocks = re.findall(r"^```sh\n(.*?)^```", text, re.M | re.S)
    return [line for block in blocks for line in block.splitlines() if line.strip()]


# --- how a run ends


def endings_of_code() -> set[Ending]:
    """Every terminal and reason in ``ENDINGS`` and in the outcomes that the code makes itself."""
    found = {(terminal.value, reason) for _, terminal, reason in ENDINGS}
    found |= {(Terminal.BUDGET_EXHAUSTED.value, ceiling.value) for ceiling in Ceiling}
    failed = (ReplayEnd.CAME_UP, ReplayEnd.NO_LONGER_FITS)
    found |= {(Terminal.GOAL_FAILED.value, each.value) for each in failed}
    found |= {(Terminal.GOAL_SATISFIED.value, each.value) for each in {*ReplayEnd} - {*failed}}
    for folder in ("session", "modes"):
        for file in sorted((PROJECT / "engine" / folder).glob("*.py")):
            found |= set(endings_in(ast.parse(file.read_text("utf-8"))))
    return found


def endings_in(tree: ast.Module) -> Iterator[Ending]:
    for node in ast.walk(tree):
        match node:
            case ast.Call(
                func=ast.Name(id="Outcome"),
                args=[ast.Attribute(attr=terminal), ast.Constant(value=reason), *_],
            ):
                yield Terminal[terminal].value, str(reason)
            case ast.Call(func=ast.Name(id="Outcome"), args=[_, ast.Name(id="DONE_NOT_SEEN"), *_]):
                yield Terminal.GOAL_SATISFIED.value, DONE_NOT_SEEN
            case ast.Assign(targets=[ast.Name(id="reason")], value=ast.Constant(value=str(reason))):
                yield Terminal.GOAL_SATISFIED.value, reason
            case (
                ast.AnnAssign(target=ast.Name(id="reason"), value=ast.Constant(value=str(reason)))
                | ast.Assign(
                    targets=[ast.Name(id="_SPOKEN")], value=ast.Constant(value=str(reason))
                )
            ):
                yield Terminal.GOAL_FAILED.value, reason
            case ast.Assign(
                targets=[ast.Tuple(elts=[ast.Name(id="reason"), *_])],
                value=ast.Tuple(elts=[ast.Constant(value=str(reason)), *_]),
            ):
                yield Terminal.GOAL_SATISFIED.value, reason


def ending_rows() -> list[list[str]]:
    return table_rows(page("endings"))


def test_every_ending_is_in_the_table_and_no_other() -> None:
    listed = {
        (code(terminal)[0], code(reason)[0])
        for _, terminal, reason, _, _ in ending_rows()
        if terminal != PRE_RUN
    }
    assert listed == endings_of_code()


def test_every_error_stands_beside_its_own_ending() -> None:
    rows = [
        (cause, code(terminal), code(reason)) for cause, terminal, reason, _, _ in ending_rows()
    ]
    for error, terminal, reason in ENDINGS:
        causes = [cause for cause, t, r in rows if (t, r) == ([terminal.value], [reason])]
        assert any(f"`{error.__name__}`" in cause for cause in causes), error.__name__


def test_exit_codes_are_those_of_the_terminals() -> None:
    codes = set()
    for _, terminal, reason, _, exit_code in ending_rows():
        codes.add(int(exit_code))
        if terminal != PRE_RUN:
            outcome = Outcome(Terminal(code(terminal)[0]), code(reason)[0], "")
            assert exit_code_of(outcome) == int(exit_code), terminal
    others = {EXIT_BAD_INPUT, EXIT_CANNOT_START, EXIT_NOT_SEEN, EXIT_FINDINGS}
    assert codes == {*EXIT_CODES.values(), *others}


# --- what is done about failures


def test_the_table_of_recoveries_is_the_codes() -> None:
    listed = {
        failure: tuple(each.strip() for each in recoveries.split(","))
        for failure, _, recoveries in table_rows(page("recoveries"))
    }
    assert listed == {
        failure.value: tuple(each.value for each in recoveries)
        for failure, recoveries in RECOVERIES.items()
    }


# --- folders, rooms, libraries


def folders_in_tables(heading: str) -> set[str]:
    cells = [row[-2] for row in table_rows(section(ARCHITECTURE, heading))]
    return {name for cell in cells for name in code(cell)[:1] if name.endswith("/")}


def test_each_folder_row_names_a_folder_and_none_is_missing() -> None:
    listed = folders_in_tables("The house")
    assert [name for name in sorted(listed) if not (PROJECT / name).is_dir()] == []
    rooms = {f"engine/{path.parent.name}/" for path in PROJECT.glob("engine/*/__init__.py")}
    packages = {f"{path.parent.name}/" for path in PROJECT.glob("*/__init__.py")}
    assert rooms | packages <= listed


def test_each_dependency_is_explained() -> None:
    project = tomllib.loads((PROJECT / "pyproject.toml").read_text("utf-8"))["project"]
    extras = project["optional-dependencies"].values()
    wanted = [*project["dependencies"], *(each for extra in extras for each in extra)]
    needed = {re.split(r"[\[<>=;]", each)[0].strip() for each in wanted}
    rows = table_rows(page("libraries").partition("## Workarounds")[0])
    assert {code(row[0])[0] for row in rows} == needed


def test_each_workaround_names_a_file() -> None:
    rows = table_rows(section(page("libraries"), "Workarounds"))
    files = [name for row in rows for name in code(row[1])]
    assert files
    assert [name for name in files if not (PROJECT / name).is_file()] == []


# --- commands, options, keys, goals


def test_make_targets_exist() -> None:
    targets = set(re.findall(r"^([a-z]+):", (PROJECT / "Makefile").read_text("utf-8"), re.M))
    for name in DOCUMENTS:
        text = (PROJECT / name).read_text("utf-8")
        named = set(re.findall(r"(?:^|`)make ([a-z]+)", text, re.M))
        assert named <= targets, name
    assert {"run", "test"} <= {line.split()[1] for line in code_lines(README)[:2]}


def options_of(*command: str) -> set[str]:
    environment = {"COLUMNS": "200", "TERM": "dumb", "NO_COLOR": "1"}
    shown = CliRunner().invoke(app, [*command, "--help"], env=environment)
    assert shown.exit_code == 0, shown.output
    return set(re.findall(r"--[a-z-]+", shown.output))


def test_commands_and_their_options_exist() -> None:
    lines = [line for line in code_lines(README + MANUAL) if line.startswith("pilothouse ")]
    assert lines
    for line in lines:
        words = re.sub(r'"[^"]*"', "", line).split()
        named = {word for word in words if word.startswith("--")}
        assert named <= options_of(words[1]), line


def test_every_option_that_is_named_exists() -> None:
    known = options_of() | options_of("run") | options_of("unattended") | options_of("doctor")
    known |= options_of("mcp") | options_of("export") | options_of("prune")
    known |= options_of("guest", "openai")
    known |= options_of("campaign") | options_of("benchmark") | options_of("replay")
    assert set(re.findall(r"`(--[a-z-]+)", README + MANUAL)) <= known


def test_keys_are_those_of_the_console() -> None:
    sources = ("kit/actions.py", "window/console_commands.py", "window/by_hand.py")
    code_of_keys = "".join((PROJECT / "widgets" / name).read_text("utf-8") for name in sources)
    numbered = {f"Ctrl+{number}" for number in range(1, 9)}  # made in a loop
    told = page("supervising") + page("going-back")
    named = set(re.findall(r"\b(?:(?:Ctrl|Alt|Shift)\+)+\w+|\bF\d+\b", told))
    known = set(re.findall(r"(?:(?:Ctrl|Alt|Shift)\+)+\w+|\bF\d+\b", code_of_keys)) | numbered
    assert named - {"Ctrl+C"} <= known  # Ctrl+C is the terminal's


def goals_said(surface: str) -> list[str]:
    rows = table_rows(page("goals"))
    return [goal for row in rows if row[2] in ("both", surface) for goal in code(row[1])]


@pytest.mark.parametrize("goal", goals_said("desktop"))
def test_what_can_be_said_is_understood(goal: str) -> None:
    OfflineThinker().read_goal(goal)


@pytest.mark.parametrize("goal", goals_said("web"))
def test_what_can_be_said_on_the_web_is_understood(goal: str) -> None:
    assert OfflineWebThinker().read_goal(goal).parts


def test_goals_of_the_examples_are_understood() -> None:
    lines = code_lines(README + MANUAL)
    goals = [(goal, line) for line in lines for goal in re.findall(r'"([^"]+)"', line)]
    assert goals
    for goal, line in goals:
        on_the_web = OfflineWebThinker() if "browser:" in line else OfflineThinker()
        thinker = OfflineExplorer() if "--mode explorer" in line else on_the_web
        thinker.read_goal(goal)


def test_the_explorers_reasons_are_those_of_its_code() -> None:
    rows = table_rows(page("explorer"))
    named = {
        (reason, terminal)
        for row in rows
        if len(row) == 3
        for reason in code(row[0])
        for terminal in code(row[1])
    }
    assert named == {(one.value, terminal.value) for one, terminal in TERMINAL_OF.items()}
    assert f"{BUDGET_SHARE:.0%} of the calls" in page("explorer")


def test_every_kind_of_event_is_counted() -> None:
    assert f"{len(get_args(Event))} kinds" in page("records")


def test_the_navigators_reasons_are_those_of_its_code() -> None:
    rows = table_rows(page("navigator"))
    named = {reason for row in rows if len(row) == 3 for reason in code(row[1])}
    said = "".join(
        file.read_text("utf-8") for file in (PROJECT / "engine/modes/navigator").rglob("*.py")
    )
    assert len(named) > 8
    assert DONE_NOT_SEEN in named and "DONE_NOT_SEEN" in said
    rest = named - {DONE_NOT_SEEN}
    assert [each for each in rest if f'"{each.split()[-1]}"' not in said] == []


# --- links


@pytest.mark.parametrize("name", DOCUMENTS)
def test_links_within_the_project_lead_somewhere(name: str) -> None:
    text = (PROJECT / name).read_text("utf-8")
    targets = re.findall(r"\]\(([^)\s]+)\)", text) + re.findall(r'src="([^"]+)"', text)
    for target in targets:
        if target.startswith("http"):
            continue
        path, _, anchor = target.partition("#")
        file = (PROJECT / name).parent / path if path else PROJECT / name
        assert file.is_file(), target
        if anchor:
            headings = re.findall(r"^#+ (.+)$", file.read_text("utf-8"), re.M)
            slugs = {re.sub(r"[^\w\- ]", "", each.lower()).replace(" ", "-") for each in headings}
            assert anchor in slugs, target
