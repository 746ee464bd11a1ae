"""Saving and opening files: dialogs, questions, and files that exist already."""

from __future__ import annotations

import pytest

from engine.domain.actions import Action, Click, PressKeys, Replan, TypeText, Wait
from engine.domain.conditions import (
    AnyOf,
    FileSaved,
    NewWindow,
    SomethingChanges,
    WindowGone,
    WindowShown,
)
from engine.domain.errors import NeedsOperator, PlanFailed
from engine.domain.plans import FailedStep, PlanSegment, Situation
from engine.domain.zones import Role, Source, State
from tests.engine.thinking.offline import screens
from tests.engine.thinking.offline.playing import Play, planned, words
from tests.support.situations import Screen

NOTE = "/home/ann/practice/note.txt"


@pytest.mark.parametrize(
    ("goal", "typed"),
    [
        ("save it as note.txt in the practice folder", NOTE),
        ("save it as note.txt in practice", NOTE),
        ("save as 'my note.txt' in /tmp/x", "/tmp/x/my note.txt"),
        ("save it as ~/a.txt", "/home/ann/a.txt"),
        ("save it as a.txt in ~/b", "/home/ann/b/a.txt"),
        ("save it as a.txt", "a.txt"),
    ],
)
async def test_paths(goal: str, typed: str) -> None:
    segment = await planned(goal, screens.save_dialog())
    assert segment.steps[0].action == TypeText(typed, replace=True)
    assert segment.steps[0].zone_label == "Name"


@pytest.mark.parametrize("what", ["save it as a.txt in", "open a.txt from"])
async def test_an_unknown_folder_is_said_before_anything_is_done(what: str) -> None:
    with pytest.raises(PlanFailed) as caught:
        await planned(f"open Mousepad and {what} the attic folder", screens.desktop())
    assert "“attic”" in caught.value.message
    assert "“practice folder”" in caught.value.remedy


async def test_the_files_text_is_expected_only_where_it_is_known() -> None:
    play = Play("type 'Hello from the pilothouse' and save it as note.txt in the practice folder")
    await play.do(screens.editor())
    dialog = screens.save_dialog(text=f"Old text. {screens.HELLO}")
    segment = await play.look(dialog)
    assert segment.steps[-1].expected_change == FileSaved(NOTE, None)


async def test_without_a_folder_the_dialog_must_close() -> None:
    segment = await planned("save it as a.txt", screens.save_dialog())
    assert segment.steps[-1].expected_change == WindowGone("w1", "Save As", "mousepad")


async def test_a_form_with_a_save_button_is_no_file_dialog() -> None:
    here = screens.screen()
    here.window("Form", "practice")
    here.zone("Name", Role.TEXT_FIELD)
    here.zone("Save")
    segment = await planned("save it as a.txt", here.situation())
    assert segment.steps[0].action == PressKeys(("ctrl", "shift", "s"))


async def test_an_open_menu_is_closed_before_keys_are_pressed_in_place_of_its_entry() -> None:
    here = screens.screen()
    here.window("Untitled 1 - Mousepad", "mousepad")
    here.zone("Text", Role.TEXT_AREA)
    here.zone("Save As…", Role.MENU_ITEM)
    play = Play("save it as a.txt")
    failed = await play.fail(here.situation(), why="operator said no: Use Save, not Save As")
    escape, save = (await play.look(here.situation(), failed=failed)).steps[:2]
    assert (escape.action, save.action) == (PressKeys(("escape",)), PressKeys(("ctrl", "s")))


async def test_what_was_rejected_is_not_planned_again_once_its_other_way_was_taken_back() -> None:
    here = screens.screen()
    here.window("Untitled 1 - Mousepad", "mousepad")
    here.zone("Text", Role.TEXT_AREA)
    here.zone("Save As…", Role.MENU_ITEM)
    play = Play("save it as a.txt")
    rejected = await play.reject(here.situation(), "Use Save, not Save As")
    assert rejected.step.zone_label == "Save As…"
    instead = await play.look(here.situation(), failed=rejected)
    assert words(await play.look(here.situation())) == words(instead)


async def test_what_was_rejected_and_has_no_other_way_is_said() -> None:
    play = Play("click Send")
    await play.reject(screens.outbox(), "not that one")
    with pytest.raises(PlanFailed, match="not that one"):
        await play.look(screens.outbox())


async def test_save_presses_the_shortcut() -> None:
    (step,) = (await planned("save", screens.editor(title="a.txt - Mousepad"))).steps
    assert step.action == PressKeys(("ctrl", "s"))


async def test_what_has_no_name_is_not_saved_without_one() -> None:
    play = Play("save")
    assert not (await play.do(screens.editor())).finishes
    with pytest.raises(PlanFailed, match="save it as NAME"):
        await play.look(screens.save_dialog())


async def test_an_existing_file_is_replaced_only_when_somebody_says_so() -> None:
    play = Play("save it as note.txt in the practice folder")
    failed = await play.fail(screens.save_dialog(), at=1)
    question = screens.replace_question()
    with pytest.raises(NeedsOperator) as caught:
        await play.look(question, failed=failed)
    assert caught.value.question == "“note.txt” exists already. Replace it?"
    assert caught.value.choices == ("Cancel", "Replace")

    play.answers[caught.value.question] = "Cancel"
    with pytest.raises(PlanFailed, match="not to be replaced"):
        await play.look(question, failed=failed)

    play.answers[caught.value.question] = "Replace"
    (step,) = (await play.look(question, failed=failed)).steps
    assert step.description == "Click “Replace”"
    assert step.has_risk_of == "overwrites a file"
    assert step.expected_change == FileSaved(NOTE)


async def test_a_goal_may_say_that_the_file_is_replaced() -> None:
    play = Play("save it as note.txt in the practice folder replacing it")
    saving = await play.do(screens.save_dialog())
    assert saving.steps[1].expected_change == AnyOf((FileSaved(NOTE), NewWindow()))
    assert not saving.finishes
    for active in (True, False):  # the question is there before it has the focus
        (step,) = (await play.look(screens.replace_question(active=active))).steps
        assert step.has_risk_of == "overwrites a file"
    # there was nothing to replace after all: the dialog is gone, the file is saved
    done = await play.look(screens.editor(screens.HELLO, "note.txt - Mousepad"))
    assert (done.steps, done.finishes) == ((), True)


async def test_when_save_does_nothing_return_is_pressed() -> None:
    play = Play("save it as note.txt in the practice folder")
    failed = await play.fail(screens.save_dialog(), at=1)
    segment = await play.look(screens.save_dialog(name=NOTE), failed=failed)
    assert [step.action for step in segment.steps] == [PressKeys(("return",))]


async def test_when_the_menu_entry_fails_the_shortcuts_are_tried() -> None:
    play = Play("save it as note.txt in the practice folder")
    failed = await play.fail(screens.editor(), at=1)
    second = await play.look(screens.editor(), failed=failed)
    assert second.steps[0].action == PressKeys(("ctrl", "s"))
    failed = await Play(play.goal).fail(_bare_editor())
    third = await play.look(_bare_editor(), failed=failed)
    assert third.steps[0].action == PressKeys(("ctrl", "shift", "s"))
    failed = FailedStep(third.steps[0], "no change was seen")
    with pytest.raises(PlanFailed, match="no dialog to save under a name appeared"):
        await play.look(_bare_editor(), failed=failed)


def _bare_editor() -> Situation:
    here = screens.screen()
    here.window("Untitled", "bare")
    here.zone("", Role.TEXT_AREA, State.FOCUSED)
    return here.situation()


# --- opening


async def test_a_file_is_opened_through_the_dialog() -> None:
    play = Play("open the file note.txt from the practice folder")
    assert words(await play.do(screens.editor())) == ["Open “File”", "Click “Open…”"]
    here = screens.screen()
    here.window("Open File", "mousepad", dialog=True)
    here.zone("File name:", Role.TEXT_FIELD, State.FOCUSED)
    here.zone("Open")
    segment = await play.do(here.situation())
    assert words(segment) == [
        "Type “note.txt” in the practice folder into “File name:”",
        "Click “Open” in “Open File”",
    ]


@pytest.mark.parametrize(
    ("goal", "typed"),
    [
        ("open quay from the practice folder", "/home/ann/practice/quay"),
        ("open list of boats from practice", "/home/ann/practice/list of boats"),
        ("open 'Tide tables' from the home folder", "/home/ann/Tide tables"),
    ],
)
async def test_what_is_opened_from_a_known_folder_is_a_file_or_a_folder(
    goal: str, typed: str
) -> None:
    """Of a name without an ending no row of the program's own is taken for it, nor a text of the
    dialog for its being open."""
    play, name = Play(goal), typed.rpartition("/")[2]
    here = screens.screen()
    here.window("Editor", "mousepad")
    here.zone(name, Role.LIST_ITEM)
    here.menu("File", "Open…")
    assert words(await play.do(here.situation())) == ["Open “File”", "Click “Open…”"]
    here = screens.screen()
    here.window("Papers", "mousepad", dialog=True)
    here.zone("Directory:", Role.TEXT_FIELD, State.FOCUSED)
    here.zone("Choose")
    steps = (await play.do(here.situation())).steps
    assert steps[0].action == TypeText(typed, replace=True)
    closes = WindowGone("w1", "Papers")
    assert steps[1].expected_change == AnyOf((WindowShown(name), closes))


@pytest.mark.parametrize("place", ["Cuxhaven", "Home"])
async def test_what_is_opened_from_what_is_no_folder_is_a_thing_to_click(place: str) -> None:
    """A menu may be called like a folder that is known."""
    here = screens.screen()
    here.window("Editor", "mousepad")
    here.menu("Home", "Scales")
    here.zone(f"Tide tables from {place}")
    steps = (await planned(f"open Tide tables from {place}", here.situation())).steps
    assert steps[0].zone_label == f"Tide tables from {place}"


async def test_save_writes_the_file_that_the_run_has_opened() -> None:
    play = Play("open the file note.txt from the practice folder, click Save")
    await play.do(screens.editor())
    here = screens.screen()
    here.window("Open File", "mousepad", dialog=True)
    here.zone("File name:", Role.TEXT_FIELD, State.FOCUSED)
    here.zone("Open")
    await play.do(here.situation())
    here = screens.screen()
    here.window("note.txt", "mousepad")
    here.zone("Save")
    (step,) = (await play.do(here.situation())).steps
    assert step.expected_change == AnyOf((FileSaved(NOTE), SomethingChanges()))


async def test_a_file_in_sight_is_double_clicked() -> None:
    here = screens.screen()
    here.window("Documents", "thunar")
    here.zone("report.txt", Role.ICON)
    (step,) = (await planned("open the file report.txt", here.situation())).steps
    assert step.action == Click(count=2)


@pytest.mark.parametrize(
    ("name", "first"), [("dune.png", PressKeys(("ctrl", "o"))), ("drafts", Click())]
)
async def test_what_has_an_ending_is_not_sought_among_folders(name: str, first: Action) -> None:
    here = screens.screen()
    here.window("Viewer", "viewer")
    here.menu("File", "Open Image…", "Open Folder…")
    segment = await planned(f"open {name} from the practice folder", here.situation())
    assert segment.steps[0].action == first, words(segment)


async def test_a_dialog_without_a_field_takes_the_path_as_keys() -> None:
    play = Play("open the file note.txt from the practice folder")
    await play.do(screens.editor())
    here = screens.screen()
    here.window("Open File", "mousepad", dialog=True)
    here.zone("Open", enabled=False)
    for _ in range(2):
        segment = await play.do(here.situation())
        assert _typed(segment) == [TypeText("/")], "it may make a field of that, and lose the rest"
    segment = await play.do(here.situation())
    assert _typed(segment) == [TypeText(NOTE), PressKeys(("return",))]


async def test_the_field_that_a_dialog_makes_of_the_first_letter_takes_the_path() -> None:
    play = Play("open the file note.txt from the practice folder")
    await play.do(screens.editor())
    here = screens.screen()
    here.window("Open File", "mousepad", dialog=True)
    here.zone("Open", enabled=False)
    await play.do(here.situation())
    here.zone("Location:", Role.TEXT_FIELD, State.FOCUSED, value="/")
    segment = await play.do(here.situation())
    assert _typed(segment) == [TypeText(NOTE, replace=True), Click()]


def _typed(segment: PlanSegment) -> list[Action]:
    return [step.action for step in segment.steps if not isinstance(step.action, Replan | Wait)]


@pytest.mark.parametrize(("button", "is_of_files"), [("Open", True), ("Delete", False)])
async def test_a_dialog_that_the_part_before_opened_is_one_for_files_by_what_is_in_it(
    button: str, is_of_files: bool
) -> None:
    here = screens.screen()
    here.window("Please choose a safe:", "safes", dialog=True)
    here.zone("Name", Role.COLUMN_HEADER)
    here.zone(button)
    segment = await planned("open boats.psafe3 from the practice folder", here.situation())
    action = segment.steps[0].action
    assert (action == TypeText("/")) is is_of_files, action


async def test_a_field_that_is_captioned_for_another_thing_takes_no_name() -> None:
    play = Play("open the file note.txt from the practice folder")
    await play.do(screens.editor())
    here = screens.screen()
    here.window("Open File", "differ", dialog=True)
    here.zone("Revision:", Role.LABEL)
    here.zone("", Role.TEXT_FIELD)
    here.zone("Open")
    await play.do(here.situation())
    await play.do(here.situation())
    segment = await play.do(here.situation())
    assert _typed(segment) == [TypeText(NOTE), PressKeys(("return",))]


async def test_the_button_of_a_dialog_may_say_save_as() -> None:
    here = screens.screen()
    here.window("Save As", "editor", dialog=True)
    here.zone("Name", Role.TEXT_FIELD, State.FOCUSED)
    here.zone("Save As", enabled=False)  # until there is a name
    segment = await planned("save it as note.txt in practice", here.situation())
    assert words(segment)[-1] == "Click “Save As”"


@pytest.mark.parametrize(
    ("said", "is_dialog", "is_question"),
    [
        ("Overwrite it?", True, True),
        ("Search, then replace all", True, False),
        ("A file of that name already exists.", False, False),
    ],
)
async def test_replace_answers_a_question_about_a_file_only_in_a_dialog_that_asks_one(
    said: str, is_dialog: bool, is_question: bool
) -> None:
    here = screens.screen()
    here.window("Editor", "editor", dialog=is_dialog)
    here.zone(said, Role.LABEL)
    here.zone("Replace")
    play = Play("save it as note.txt in the practice folder, replacing it")
    await play.do(screens.save_dialog())
    planned = words(await play.look(here.situation()))
    assert any("“Replace”" in step for step in planned) is is_question


async def test_into_a_file_dialog_goes_nothing_but_names() -> None:
    with pytest.raises(PlanFailed, match="names of files only"):
        await Play("type 'Dear Ann'").look(screens.save_dialog())


async def _save_dialog_after_the_shortcut(here: Screen) -> list[Action]:
    play = Play("save it as note.txt in the practice folder")
    await play.do(_bare_editor())
    return [step.action for step in (await play.look(here.situation())).steps]


AT_CARET = [PressKeys(("end",)), PressKeys(("shift", "home")), TypeText(NOTE)]


async def test_a_dialog_that_is_merely_drawn_is_filled_in_by_its_labels() -> None:
    here = screens.screen()
    here.window("Save As", "TkFDialog")
    here.zone("Directory", Role.COMBO_BOX, source=Source.SHAPE)
    here.zone("File name", Role.TEXT_FIELD, source=Source.SHAPE)
    save = here.zone("Save", source=Source.SHAPE)
    segment = await planned("save it as note.txt in the practice folder", here.situation())
    assert [step.action for step in segment.steps] == [Click(), *AT_CARET, Click()]
    assert segment.steps[0].zone_label == "File name" and segment.steps[-1].zone_id == save


async def test_a_dialog_that_nobody_has_read_yet_takes_the_name_at_its_caret() -> None:
    """The keys that opened it are not pressed again."""
    here = screens.screen()
    here.window("Save As", "TkFDialog")
    here.zone("", source=Source.SHAPE)
    actions = await _save_dialog_after_the_shortcut(here)
    assert actions[:4] == [*AT_CARET, PressKeys(("return",))]


async def test_into_what_is_no_file_dialog_no_name_is_typed_unread() -> None:
    here = screens.screen()
    here.window("Warning", "editor", dialog=True)
    here.zone("", source=Source.SHAPE)
    with pytest.raises(PlanFailed, match="no dialog to save under a name appeared"):
        await _save_dialog_after_the_shortcut(here)


async def test_a_dialog_that_took_the_name_and_wrote_no_such_file_is_not_opened_again() -> None:
    play = Play("save it as note.txt in the practice folder")
    failed = await play.fail(screens.save_dialog(), at=1, why="“note.txt.odt” was written.")
    with pytest.raises(PlanFailed, match=r"the file is not there.*note\.txt\.odt"):
        await play.look(_bare_editor(), failed=failed)
