"""The explorer on the command line: what is refused before anything is started, what is said, and
its exit codes."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from rich.console import Console

from app.choices import replay_choices
from app.paths import check_writable
from app.progress import ProgressPrinter
from app.settings.tables import Settings, check_price, with_said
from engine.domain.actions import Click, Launch
from engine.domain.approvals import Asking
from engine.domain.conditions import NewWindow
from engine.domain.errors import NameUnknown, RecordUnavailable
from engine.domain.exploring.limits import (
    TERMINAL_OF,
    CompletionReason,
    ExploreLimits,
    Fault,
    FaultKind,
    Scope,
    exit_code_of,
)
from engine.domain.scripts import Locator, Script, TracedStep
from engine.domain.terminals import Outcome
from engine.domain.zones import Role
from engine.language.scripts import script_to_text
from tests.app.command import CommandLine
from tests.engine.record.runs import exploration, recorded_run
from tests.support.own_models import write_model

STEP = TracedStep(Click(), "Click “Add”", Locator("Invoices", Role.BUTTON, "Add"))
FAULT = Fault(FaultKind.CRASH, "Invoices", "it ended")
START = TracedStep(Launch("Invoices"), "Start Invoices", expects=NewWindow())
SCRIPT = Script("practice", (START, STEP), fault=FAULT)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["Galculator", "--mode", "explorer", "--max-actions", "-1"], "--max-actions"),
        (["Galculator", "--mode", "explorer", "--max-actions", "many"], "--max-actions"),
        (["Galculator", "--mode", "explorer", "--max-duration", "-2"], "--max-duration"),
        (["Galculator", "--mode", "explorer", "--max-calls", "0"], "--max-calls"),
        (["Galculator", "--mode", "explorer", "--only-window", " "], "without a name"),
        (["Click Save", "--seed", "4"], "Only an exploration knows --seed."),
        (["", "--mode", "explorer"], "The goal is empty."),
        (["x", "--mode", "explorer", "--surface", "browser"], "needs a page to begin at"),
        (["x", "--mode", "explorer", "--surface", "moon"], "no surface called “moon”"),
        (["x", "--mode", "explore"], "The modes are: director, navigator and explorer."),
        (["x", "--mode", "explorer", "--resume", "abc"], "goes on where and as it was"),
    ],
)
def test_bad_input_is_refused_before_anything_is_started(
    tmp_path: Path, arguments: list[str], words: str
) -> None:
    command = CommandLine(tmp_path)
    ended = command.run_here("run", *arguments)
    assert ended.code == 2
    assert words in ended.complained.replace("│ ", "")
    assert not command.database.exists()


@pytest.mark.parametrize(
    "said",
    [
        {"max_cost": float("inf")},
        {"max_duration_secs": float("inf")},
        {"max_duration_secs": float("nan")},
        {"only_zones": [""]},
    ],
)
def test_what_is_no_value_is_told_with_a_remedy(said: dict[str, object]) -> None:
    with pytest.raises(NameUnknown, match=r"is no number|without a name") as told:
        with_said(Settings(), said, "explorer")
    assert told.value.remedy


def test_reports_that_can_not_be_written_are_told_before_the_run(tmp_path: Path) -> None:
    command = CommandLine(tmp_path)
    ended = command.run_here("run", "Galculator", "--mode", "explorer", "--junit", str(tmp_path))
    assert ended.code == 3
    assert "is a folder" in f"{ended.complained} {ended.said}"
    assert not command.database.exists()


@pytest.mark.parametrize(
    ("names", "words"),
    [(("",), "is a folder"), (("file/x.html",), "can't be made"), (("a.xml", "a.xml"), "one file")],
)
def test_where_no_report_can_be_written(tmp_path: Path, names: tuple[str, ...], words: str) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(RecordUnavailable, match=words):
        check_writable(*(tmp_path / name for name in names))
    check_writable(tmp_path / "new" / "a.xml", tmp_path / "new" / "b.html", tmp_path / "file")
    assert (tmp_path / "file").read_text() == ""
    assert list((tmp_path / "new").iterdir()) == []


def test_a_ceiling_of_money_needs_a_price(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("app.model_files.models_path", lambda: tmp_path)
    model = {"base_url": "http://127.0.0.1:9/v1", "name": "m"}
    with pytest.raises(NameUnknown, match="no price for “m”"):
        check_price(Settings.model_validate({"model": model}), 1.0, "model")
    priced = Settings.model_validate({"model": model})
    write_model(tmp_path, "m")
    check_price(priced, 1.0, "model")
    with pytest.raises(NameUnknown, match="no price for “n”"):
        check_price(priced, 1.0, "n")
    check_price(Settings(), 1.0, "offline")
    check_price(Settings.model_validate({"model": model}), None, "model")


def test_what_the_command_line_says_counts_before_the_settings() -> None:
    settings = Settings.model_validate(
        {"explorer": {"max_actions": 50, "seed": 3, "only_zones": ["Play"]}}
    )
    said = {"max_actions": 9, "only_windows": ["Game"], "max_calls": 7, "max_cost": 0.5}
    meant = with_said(settings, said, "explorer")
    limits = meant.explorer.to_limits()
    assert limits == ExploreLimits(max_actions=9, seed=3, scope=Scope(("Game",), ("Play",)))
    assert (meant.limits.max_calls, meant.limits.max_cost) == (7, 0.5)
    assert with_said(settings, {"seed": None, "only_zones": []}, "director") == settings


def test_the_settings_defaults_are_those_of_the_engine() -> None:
    assert Settings().explorer.to_limits() == ExploreLimits()


@pytest.mark.parametrize(
    ("reason", "findings", "code"),
    [
        (CompletionReason.LLM_COMPLETE, 0, 0),
        (CompletionReason.ZERO_SUCCESSFUL_GROUPS, 0, 0),
        (CompletionReason.MAX_ACTIONS, 0, 0),
        (CompletionReason.MAX_DURATION, 0, 0),
        (CompletionReason.BUDGET_LIMIT, 0, 12),
        (CompletionReason.OPERATOR, 0, 13),
        (CompletionReason.ERROR, 0, 15),
        (CompletionReason.MAX_ACTIONS, 2, 16),
        (CompletionReason.ERROR, 1, 16),
    ],
)
def test_exit_codes_tell_findings_from_ends(
    reason: CompletionReason, findings: int, code: int
) -> None:
    assert exit_code_of(Outcome(TERMINAL_OF[reason], reason.value, ""), findings) == code


def test_the_terminal_tells_of_iterations_groups_states_and_findings() -> None:
    screen = io.StringIO()
    printer = ProgressPrinter(Console(file=screen, width=200, no_color=True))
    for recorded in recorded_run(*exploration()):
        printer.show(recorded)
    said = [
        line.partition("s  ")[2].strip() or line.strip() for line in screen.getvalue().splitlines()
    ]
    assert "Groups iteration 1 · 2 groups · confidence 0.9, 0.4" in said
    assert "Group 1, confidence 0.9: Open the first menu" in said
    assert "◆ New state: Menu · Click “File”" in said
    verdict = "✓ group 1 succeeded · a menu opened (by comparison) (structure 40%"
    assert any(line.startswith(verdict) for line in said)
    assert any(line.startswith("✗ group 2 did not progress · nothing changed") for line in said)
    assert "✗ Finding 1 · crash: sample ended by itself · 2 steps" in said
    assert "Path of finding 1: 1 step after 12 walks · reproduced 10 of 10 times" in said
    assert "1. Click “File”" in said
    assert any(line.startswith("⊘ Refused groups of iteration 2") for line in said)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "surface: Field required\\n.*steps: Field required"),
        ('surface = "practice"\n[[steps]]', r"toml:2: steps.1.action"),
        ("[" * 3000, "at line 1, column 3"),
        ("a = " + "[" * 3000, "nested too deep"),
    ],
)
def test_what_is_no_script_is_refused_with_the_place(tmp_path: Path, text: str, words: str) -> None:
    path = tmp_path / "script.toml"
    path.write_text(text)
    with pytest.raises(NameUnknown, match=words):
        replay_choices(path, "", Asking.NEVER, waits=False)
    ended = CommandLine(tmp_path).run_here("replay", str(path))
    assert (ended.code, ended.stdout) == (2, "")


def test_a_script_of_a_finding_is_read_as_it_was_written(tmp_path: Path) -> None:
    path = tmp_path / "script.toml"
    path.write_text(script_to_text(SCRIPT))
    assert replay_choices(path, "", Asking.NEVER, waits=False).replays == SCRIPT


def test_a_script_that_is_not_there_is_named(tmp_path: Path) -> None:
    ended = CommandLine(tmp_path).run_here("replay", str(tmp_path / "none.json"))
    assert ended.code == 2
    assert "can't be read: No such file or directory" in ended.complained
