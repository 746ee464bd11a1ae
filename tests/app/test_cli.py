"""What the command line says and how it ends where a run does not even begin."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable, Iterator
from importlib.metadata import version
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from sqlite_utils import Database
from typer.main import get_command

from app import cli
from engine.domain.terminals import EXIT_BAD_INPUT, EXIT_CANNOT_START
from engine.record.store import SessionStore
from tests.app.command import CommandLine, Ended

GOAL = "Open Galculator and press 1, 2, *, 7, ="


def refused(ended: Ended, code: int, *words: str) -> None:
    """It ended with the code and said why on stderr, in words of the user's."""
    assert ended.code == code, ended.stdout + ended.stderr
    assert ended.stdout == ""
    for each in words:
        assert each in ended.complained
    assert "Traceback" not in ended.stderr and "Error" not in ended.stderr


async def sessions_in(path: Path) -> int:
    store = await SessionStore.open(path)
    try:
        return len(await store.sessions())
    finally:
        await store.close()


# --- the user's slips


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        pytest.param(["run", ""], ["The goal is empty.", "for instance"], id="empty"),
        pytest.param(["run", "  \n "], ["The goal is empty."], id="blank"),
        pytest.param(
            ["run", "open Mousepad, then frobnicate the gadget and click OK"],
            ["This needs a model: “frobnicate the gadget”.", "for instance"],
            id="unreadable",
        ),
        pytest.param(
            ["run", GOAL, "--surface", "mars"],
            ["no surface called “mars”", "practice, screen, display:N, vnc:HOST:PORT"],
            id="surface",
        ),
        pytest.param(
            ["run", GOAL, "--surface", "practice", "--mode", "navigator"],
            ["The navigator works in a browser", "--surface browser"],
            id="navigator on a desktop",
        ),
        pytest.param(
            ["run", GOAL, "--surface", "browser:no way"],
            ["“no way” is not an address"],
            id="address",
        ),
        pytest.param(
            ["run", GOAL, "--thinker", "hal"], ["no thinker called “hal”", "offline"], id="thinker"
        ),
        pytest.param(
            ["unattended", "frobnicate"], ["This needs a model: “frobnicate”"], id="window"
        ),
    ],
)
def test_a_slip_is_named_and_nothing_is_recorded(
    command: CommandLine, arguments: list[str], words: list[str]
) -> None:
    refused(command.run_here(*arguments), EXIT_BAD_INPUT, *words)
    assert list(command.home.iterdir()) == []


@pytest.mark.parametrize(
    ("settings", "words"),
    [
        pytest.param(
            "[limits]\nmax_cals = 3\n[practice]\nwidth = 12\n",
            ["there is no setting “limits.max_cals”", "practice.width", "640", "Mend the file"],
            id="unknown and too small",
        ),
        pytest.param("[limits\n", ["can't be read", "line 1", "Mend or remove"], id="no TOML"),
    ],
)
@pytest.mark.parametrize("arguments", [["run", GOAL], ["doctor"], []], ids=["run", "doctor", ""])
def test_a_mistake_in_the_settings_is_shown_by_every_command(
    command: CommandLine, settings: str, words: list[str], arguments: list[str]
) -> None:
    path = command.write_settings(settings)
    ended = command.run_here(*arguments)
    refused(ended, EXIT_BAD_INPUT, *words)
    assert str(path) in ended.stderr
    assert not command.data.exists()


def test_a_policy_that_lowers_the_floor_or_is_not_there_is_refused(
    command: CommandLine, tmp_path: Path
) -> None:
    rules = tmp_path / ("long" * 20) / "own.toml"
    refused(command.run_here("run", GOAL, "--policy", str(rules)), EXIT_BAD_INPUT, "can't be read")
    rules.parent.mkdir()
    rules.write_text('# mine\n[[rules]]\nanswer = "allow"\nrisk = "leaves the machine"\n')
    ended = command.run_here("run", GOAL, "--policy", str(rules))
    refused(ended, EXIT_BAD_INPUT, f"{rules}:2: rules.1: no rule allows")
    assert not command.data.exists()


def test_an_unknown_word_or_choice_shows_where_help_is(command: CommandLine) -> None:
    for arguments, words in (
        (["frobnicate"], "No such command 'frobnicate'"),
        (["run"], "Missing argument 'GOAL'"),
        (["run", GOAL, "--ask", "sometimes"], "'each', 'risky', 'never'"),
    ):
        ended = command.run_here(*arguments)
        assert ended.code == EXIT_BAD_INPUT
        assert words in ended.complained.replace("│ ", "") and "-h" in ended.complained


# --- the world's refusals


@pytest.mark.parametrize(
    ("surface", "environment", "words"),
    [
        pytest.param(
            "screen", {}, ["DISPLAY is not set", "--surface practice", "display:1"], id="no display"
        ),
        pytest.param(
            "display:987",
            {},
            ["The display :987 can't be opened.", "X server", "XAUTHORITY"],
            id="dead display",
        ),
        pytest.param(
            "screen",
            {"WAYLAND_DISPLAY": "wayland-0", "XDG_SESSION_TYPE": "wayland", "DISPLAY": ":987"},
            ["Wayland session", "--surface practice", "Xorg session"],
            id="Wayland",
        ),
        pytest.param(
            "practice",
            {"PATH": "/nowhere"},
            ["practice desktop needs Xvfb", "apt install xvfb openbox"],
            id="no Xvfb",
        ),
    ],
)
def test_a_surface_that_is_not_there_says_what_to_do(
    command: CommandLine, surface: str, environment: dict[str, str], words: list[str]
) -> None:
    command.environment.update(environment)
    ended = command.run_here("run", GOAL, "--surface", surface)
    refused(ended, EXIT_CANNOT_START, *words)
    assert asyncio.run(sessions_in(command.database)) == 0


@pytest.mark.cold
def test_the_console_without_a_screen_names_the_ways_without_one(command: CommandLine) -> None:
    refused(
        command.run(), EXIT_CANNOT_START, "no screen", "pilothouse run", "pilothouse unattended"
    )


@pytest.mark.parametrize("name", ["run", "unattended"])
def test_a_folder_that_cannot_be_made_is_said_before_the_run(
    command: CommandLine, tmp_path: Path, name: str
) -> None:
    (tmp_path / "file").write_text("")
    folder = tmp_path / "file" / "out"
    ended = command.run_here(name, GOAL, "--out", str(folder))
    refused(ended, EXIT_CANNOT_START, "can't be made")


def _no_database(path: Path) -> None:
    path.write_bytes(b"This is no database. " * 500)


def _newer(path: Path) -> None:
    asyncio.run(_make(path))
    with Database(path) as db:
        db["_sqlite_migrations"].insert(
            {"migration_set": "pilothouse", "name": "add_fleets", "applied_at": "2030-01-01"}
        )


def _of_another_program(path: Path) -> None:
    with Database(path) as db:
        db["bookmarks"].insert({"url": "https://example.org"})


async def _make(path: Path) -> None:
    await (await SessionStore.open(path)).close()


@pytest.mark.parametrize(
    ("spoil", "words"),
    [
        pytest.param(_no_database, "is not a session database", id="no database"),
        pytest.param(_newer, "newer Pilothouse", id="newer"),
        pytest.param(_of_another_program, "another program", id="another program's"),
    ],
)
def test_a_database_that_is_not_ours_is_refused_and_left_as_it_is(
    command: CommandLine, tmp_path: Path, spoil: Callable[[Path], None], words: str
) -> None:
    path = tmp_path / "some.db"
    spoil(path)
    before = path.read_bytes()
    refused(command.run_here("run", GOAL, "--database", str(path)), EXIT_CANNOT_START, words)
    assert path.read_bytes() == before
    assert not command.data.exists()


def test_a_database_where_nothing_can_be_written_is_said(command: CommandLine) -> None:
    refused(
        command.run_here("run", GOAL, "--database", "/proc/nowhere/sessions.db"),
        EXIT_CANNOT_START,
        "can't be opened",
        "Check that its folder exists",
    )


# --- help


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("", ["--goal", "--version", "run", "unattended", "doctor"]),
        ("run", ["GOAL", "--surface", "--thinker", "--ask", "--out", "--database", "Example"]),
        ("unattended", ["GOAL", "--out", "--database", "virtual screen"]),
        ("doctor", ["--database", "mend"]),
        ("export", ["SESSION", "--as", "--out", "--database", "--json"]),
        ("prune", ["--older-than", "--keep", "--max-size", "--yes"]),
    ],
)
def test_help_names_every_option_and_fits_the_terminal(
    command: CommandLine, name: str, words: list[str]
) -> None:
    ended = command.run_here(*name.split(), "--help")
    assert ended.code == 0 and ended.stderr == ""
    for each in words:
        assert each in ended.stdout
    assert max(map(len, ended.stdout.splitlines())) <= 80
    text = ended.stdout.split("╭─")[0].strip().splitlines()
    broken = [one for one, other in pairwise(text) if other.strip() and 0 < len(one.strip()) < 60]
    assert broken == [], "a line breaks in the middle of a paragraph"


def test_every_command_tells_machines_but_those_that_the_manual_names() -> None:
    manual = (Path(__file__).parents[2] / "docs" / "records.md").read_text()
    (excepted,) = re.findall(r"(?s)Every command takes `--json` but (.*?);", manual)
    assert set(re.findall(r"`([^`]*)`", excepted)) == set(_without_json(get_command(cli.app)))


def _without_json(command: Any, *name: str) -> Iterator[str]:
    for each, below in getattr(command, "commands", {}).items():
        yield from _without_json(below, *name, each)
    if not hasattr(command, "commands") and not any("--json" in e.opts for e in command.params):
        yield " ".join(name)


@pytest.mark.cold
def test_version_is_the_installed_one(command: CommandLine) -> None:
    assert command.run("--version").said == f"pilothouse {version('pilothouse')}"
