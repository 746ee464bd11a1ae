"""Reading goals: what was said becomes clauses, or is named as not understood."""

from __future__ import annotations

import pytest

from engine.domain.errors import GoalUnreadable
from engine.language.goals import clauses as c
from engine.language.goals.clauses import Simple, Target
from engine.language.goals.reader import read_goal
from engine.language.goals.words import ROLE_WORDS
from engine.thinking.offline.planning import PLANNERS
from engine.thinking.offline.thinker import OfflineThinker
from engine.thinking.offline.web.clicks import PLANNERS as WEB_PLANNERS


def read(goal: str) -> list[Simple]:
    return [each.clause for each in read_goal(goal)]


def keys(goal: str) -> list[str]:
    return [each.key for each in read_goal(goal)]


BUTTON = ROLE_WORDS["button"]

ONE_CLAUSE = [
    ("open Mousepad", c.Open(Target("Mousepad"))),
    ("Please open Mousepad.", c.Open(Target("Mousepad"))),
    ("could you please start Mousepad", c.Open(Target("Mousepad"), "start")),
    ("launch the calculator", c.Open(Target("calculator"), "launch")),
    ("run Galculator!", c.Open(Target("Galculator"), "run")),
    ("Open Settings from Tools",
     c.Open(Target("Settings", within="Tools", whole="Settings from Tools"))),
    ("open the File menu", c.Open(Target("File", ROLE_WORDS["menu"], whole="File menu"))),
    ("open the File Manager", c.Open(Target("File Manager"))),
    ("open the file report.txt", c.OpenFile("report.txt")),
    ("open report.txt from the Documents folder", c.OpenFile("report.txt", "Documents")),
    ("open the file 'my report' in /tmp/x y", c.OpenFile("my report", "/tmp/x y")),
    ("open quay.psafe3 from the practice folder", c.OpenFile("quay.psafe3", "practice")),
    ("open heron.torrent", c.OpenFile("heron.torrent")),
    ("open org.gnome.Calculator", c.Open(Target("org.gnome.Calculator"))),
    ("go to the General tab",
     c.Open(Target("General", ROLE_WORDS["tab"], whole="General tab"), "go to")),
    ("switch to Mousepad", c.Open(Target("Mousepad"), "go to")),
    ("click Save", c.Point(Target("Save"))),
    ("click on the Save button", c.Point(Target("Save", BUTTON, whole="Save button"))),
    ("press the button Save", c.Point(Target("Save", BUTTON, whole="button Save"))),
    ("press OK", c.Point(Target("OK"))),
    ("push the 'Log in' button", c.Point(Target("Log in", BUTTON, whole="Log in button"))),
    ("tap Zoom in", c.Point(Target("Zoom in"))),
    ("select Monday", c.Point(Target("Monday"))),
    ("click Repeat Password", c.Point(Target("Repeat Password"))),
    ("click If Empty", c.Point(Target("If Empty"))),
    ("double-click notes.txt", c.Point(Target("notes.txt"), count=2)),
    ("double click on 'My file'", c.Point(Target("My file"), count=2)),
    ("click OK twice", c.Point(Target("OK"), count=2)),
    ("right-click the canvas", c.Point(Target("canvas"), "right")),
    ("click Save in the 'Save As' dialog",
     c.Point(Target("Save", within="Save As", whole="Save in the Save As dialog"))),
    ("Tools > Settings…", c.MenuPath(("Tools", "Settings…"))),
    ("click Tools → Settings...", c.MenuPath(("Tools", "Settings…"))),
    ("choose File / Save as", c.MenuPath(("File", "Save as"))),
    ("click View > Zoom > 150%", c.MenuPath(("View", "Zoom", "150%"))),
    ("click File > Recent > 1", c.MenuPath(("File", "Recent", "1"))),
    ("open the Tools menu > Settings", c.MenuPath(("Tools menu", "Settings"))),
    ("choose Dark as Theme", c.Choose(Target("Theme"), "Dark")),
    ("choose Dark in Theme", c.Choose(Target("Theme"), "Dark")),
    ("select 'Very dark' from the Theme list",
     c.Choose(Target("Theme", ROLE_WORDS["list"], whole="Theme list"), "Very dark")),
    ("set Theme to Dark", c.SetTo(Target("Theme"), "Dark")),
    ("set the Interval (minutes) to 5", c.SetTo(Target("Interval (minutes)"), "5")),
    ("change Volume to 30", c.SetTo(Target("Volume"), "30")),
    ("set Autosave to off", c.SetTo(Target("Autosave"), "off")),
    ("press Ctrl+S", c.Press(("ctrl", "s"), "Ctrl+S")),
    ("press ctrl-shift-s", c.Press(("ctrl", "shift", "s"), "ctrl-shift-s")),
    ("press Enter", c.Press(("return",), "Enter")),
    ("hit Escape", c.Press(("escape",), "Escape")),
    ("press the Tab key 3 times", c.Press(("tab",), "the Tab key", 3)),
    ("press page down", c.Press(("page_down",), "page down")),
    ("press Alt+F4", c.Press(("alt", "f4"), "Alt+F4")),
    ("press 7", c.Press(("7",), "7")),
    ("press the Delete button", c.Point(Target("Delete", BUTTON, whole="Delete button"))),
    ("check Autosave", c.Tick(Target("Autosave"), on=True)),
    ("tick the 'Word wrap' checkbox",
     c.Tick(Target("Word wrap", ROLE_WORDS["checkbox"], whole="Word wrap checkbox"), on=True)),
    ("turn on Autosave", c.Tick(Target("Autosave"), on=True)),
    ("enable Spell check", c.Tick(Target("Spell check"), on=True)),
    ("untick Autosave", c.Tick(Target("Autosave"), on=False)),
    ("turn off Word wrap", c.Tick(Target("Word wrap"), on=False)),
    ("disable 'Do not disturb'", c.Tick(Target("Do not disturb"), on=False)),
    ("type 'Hello, world. And more; then some'", c.TypeIn("Hello, world. And more; then some")),
    ("type “don't panic”", c.TypeIn("don't panic")),
    ("type 'don't panic'", c.TypeIn("don't panic")),
    ("write ‘one’ into Name", c.TypeIn("one", Target("Name"))),
    ("enter \"Ann\" in the Name field",
     c.TypeIn("Ann", Target("Name", ROLE_WORDS["field"], whole="Name field"))),
    ("type hello world", c.TypeIn("hello world")),
    ("type 'two\nlines'", c.TypeIn("two\nlines")),
    ("type {{secret:mail password}} into Password",
     c.TypeIn("{{secret:mail password}}", Target("Password"))),
    ("fill Name with 'Ann'", c.TypeIn("Ann", Target("Name"), replace=True)),
    ("fill in the Name with Ann Smith", c.TypeIn("Ann Smith", Target("Name"), replace=True)),
    ("clear Name", c.TypeIn("", Target("Name"), replace=True)),
    ("save", c.Save()),
    ("save the file", c.Save()),
    ("save it as note.txt in the practice folder", c.SaveAs("note.txt", "practice")),
    ("save as 'my note.txt' in ~/notes", c.SaveAs("my note.txt", "~/notes")),
    ("save the document as /tmp/a.txt", c.SaveAs("/tmp/a.txt")),
    ("save it as a.txt replacing it", c.SaveAs("a.txt", replace=True)),
    ("save it as a.txt, overwriting the old file", c.SaveAs("a.txt", replace=True)),
    ("save it as a.txt in Documents and overwrite it if it exists",
     c.SaveAs("a.txt", "Documents", replace=True)),
    ("close the window", c.Close(None, "window")),
    ("close the dialog", c.Close(None, "dialog")),
    ("quit Mousepad", c.Close(Target("Mousepad"))),
    ("close the Settings window", c.Close(Target("Settings"), "window")),
    ("close the window without saving", c.Close(None, "window", discard=True)),
    ("scroll down", c.ScrollBy("down")),
    ("scroll up 3 times", c.ScrollBy("up", 3)),
    ("scroll down twice in Notes", c.ScrollBy("down", 2, Target("Notes"))),
    ("drag Circle onto 'Drop here'", c.DragTo(Target("Circle"), Target("Drop here"))),
    ("rename draft.txt to final.txt", c.Rename(Target("draft.txt"), "final.txt")),
    ("wait 2 seconds", c.Pause(2.0)),
    ("wait 1,5 seconds", c.Pause(1.5)),
    ("wait for 2 minutes", c.Pause(120.0)),
    ("wait until 'Done' appears", c.Expect("shown", Target("Done"), patience_secs=30.0)),
    ("wait for Results", c.Expect("shown", Target("Results"), patience_secs=30.0)),
    ("expect 'Sent'", c.Expect("shown", Target("Sent"))),
    ("check that 'Sent' is shown", c.Expect("shown", Target("Sent"))),
    ("verify the file out.txt in Documents exists",
     c.Expect("file", Target("out.txt", within="Documents"))),
    ("make sure that Autosave is checked", c.Expect("on", Target("Autosave"))),
    ("verify Autosave is not on", c.Expect("off", Target("Autosave"))),
    ("verify Autosave is on in the Options dialog",
     c.Expect("on", Target("Autosave", within="Options"))),
    ("check that the file a.txt exists in Documents",
     c.Expect("file", Target("a.txt", within="Documents"))),
    ("check that 'Saved' is shown in the Log", c.Expect("shown", Target("Saved", within="Log"))),
    ("check that Save is greyed out", c.Expect("off", Target("Save"), usable=True)),
    ("check that Name is 'Ann'", c.Expect("value", Target("Name"), "Ann", exact=True)),
    ("check that Name contains 'Ann'", c.Expect("value", Target("Name"), "Ann")),
    ("verify that 'Loading' is gone", c.Expect("gone", Target("Loading"))),
    ("send the message", c.Named("send", "the message")),
    ("log in", c.Named("log in")),
    ("Cancel", c.Named("cancel")),
    ("delete 'Monday report'", c.Named("delete", "Monday report", True)),
]  # fmt: skip


@pytest.mark.parametrize(("goal", "clause"), ONE_CLAUSE, ids=[goal for goal, _ in ONE_CLAUSE])
def test_one_clause(goal: str, clause: Simple) -> None:
    assert read(goal) == [clause]


@pytest.mark.parametrize(
    ("goal", "clauses"),
    [
        (
            "Open Mousepad, type 'Hello' and save it as note.txt in the practice folder",
            [c.Open(Target("Mousepad")), c.TypeIn("Hello"), c.SaveAs("note.txt", "practice")],
        ),
        (
            "open X; click Y then save. Close the window",
            [c.Open(Target("X")), c.Point(Target("Y")), c.Save(), c.Close(None, "window")],
        ),
        ("1. Open X\n2. click Y\n3) save", [c.Open(Target("X")), c.Point(Target("Y")), c.Save()]),
        (
            "1. open X 2. set Size to 12. 3. save",
            [c.Open(Target("X")), c.SetTo(Target("Size"), "12"), c.Save()],
        ),
        (
            "Steps:\n - open X\n * click Y\n • save it",
            [c.Open(Target("X")), c.Point(Target("Y")), c.Save()],
        ),
        (
            "First, open X. Next, click Y and then, finally, save",
            [c.Open(Target("X")), c.Point(Target("Y")), c.Save()],
        ),
        (
            "In the Practice app, open Settings and turn on Autosave",
            [
                c.Context("Practice", "application"),
                c.Open(Target("Settings")),
                c.Tick(Target("Autosave"), True),
            ],
        ),
        (
            "in the Practice app open Settings",
            [c.Context("Practice", "application"), c.Open(Target("Settings"))],
        ),
        (
            "open X, then in the 'Save As' dialog, click Save",
            [c.Open(Target("X")), c.Context("Save As", "dialog"), c.Point(Target("Save"))],
        ),
        ("click A, B and C", [c.Point(Target(each)) for each in "ABC"]),
        (
            "click Open, Save and Close",
            [c.Point(Target(each)) for each in ("Open", "Save", "Close")],
        ),
        (
            "tick Autosave and Spell check, and press OK",
            [
                c.Tick(Target("Autosave"), True),
                c.Tick(Target("Spell check"), True),
                c.Point(Target("OK")),
            ],
        ),
        (
            "fill in Name with 'Ann' and Email with 'a@b.c' and send it",
            [
                c.TypeIn("Ann", Target("Name"), replace=True),
                c.TypeIn("a@b.c", Target("Email"), replace=True),
                c.Named("send", "it"),
            ],
        ),
        (
            "type 'a' into First and 'b' into Second",
            [c.TypeIn("a", Target("First")), c.TypeIn("b", Target("Second"))],
        ),
        (
            "set Width to 5 and Height to 6",
            [c.SetTo(Target("Width"), "5"), c.SetTo(Target("Height"), "6")],
        ),
        (
            "press Ctrl+A and Delete",
            [c.Press(("ctrl", "a"), "Ctrl+A"), c.Press(("delete",), "Delete")],
        ),
        ("press Alt+F, then S", [c.Press(("alt", "f"), "Alt+F"), c.Press(("s",), "S")]),
        ("press Tab, Enter", [c.Press(("tab",), "Tab"), c.Press(("return",), "Enter")]),
        ("copy, then paste", [c.Named("copy"), c.Named("paste")]),
        ("click Save and close the window", [c.Point(Target("Save")), c.Close(None, "window")]),
    ],
)
def test_several_clauses(goal: str, clauses: list[Simple]) -> None:
    assert read(goal) == clauses


def test_keys_are_readable_and_unique() -> None:
    assert keys("click OK, then click OK, then save it as 'a, b.txt'") == [
        "1: click OK",
        "2: click OK",
        "3: save it as 'a, b.txt'",
    ]


@pytest.mark.parametrize(
    ("goal", "words"),
    [
        ("frobnicate the gizmo and open X", ("frobnicate the gizmo",)),
        ("open X and frobnicate the gizmo", ("frobnicate the gizmo",)),
        ("click A, frob every b, then close the window", ("frob every b",)),
        ("type 'x', blah blah, and save", ("type 'x', blah blah",)),
        ("clear it", ("clear it",)),
        ("click Name and type 'x' into it", ("type 'x' into it",)),
        ("don't save it", ("don't save it",)),
        ("open X but don't save it", ("don't save it",)),
        ("if a dialog appears, click OK", ("if a dialog appears",)),
        ("click Next until Done appears", ("click Next until Done appears",)),
        ("click Repeat Count until Done appears", ("click Repeat Count until Done appears",)),
        ("click unless greyed out", ("click unless greyed out",)),
        ("click", ("click",)),
        ("type", ("type",)),
        ("set Width", ("set Width",)),
        ("drag X", ("drag X",)),
        ("compute the answer", ("compute the answer",)),
        ("open X and compute 1 / 2", ("compute 1 / 2",)),
        ("wait", ("wait",)),
        ("wait until the window appears", ("wait until the window appears",)),
        ("save everything to the cloud somehow", ("save everything to the cloud somehow",)),
        ("frob x. twiddle 'y, z'", ("frob x", "twiddle 'y, z'")),
        ("type 'hello", ("'hello",)),
        ("scroll sideways", ("scroll sideways",)),
        ("type 'a' quickly", ("type 'a' quickly",)),
    ],
)
def test_words_that_nobody_understands_are_named(goal: str, words: tuple[str, ...]) -> None:
    with pytest.raises(GoalUnreadable) as caught:
        OfflineThinker().read_goal(goal)
    assert caught.value.words == words
    assert words[0] in caught.value.message


@pytest.mark.parametrize("goal", ["", "  \n ", "please", "...", ", ;"])
def test_a_goal_that_asks_for_nothing_is_unreadable(goal: str) -> None:
    with pytest.raises(GoalUnreadable):
        read_goal(goal)


def test_the_refusal_says_what_can_be_said() -> None:
    with pytest.raises(GoalUnreadable) as caught:
        read_goal("frobnicate")
    assert caught.value.message.startswith("This needs a model")
    assert "open X" in caught.value.remedy and "base_url" in caught.value.remedy


def test_every_clause_is_planned_on_the_desktop_or_is_of_the_web_only() -> None:
    kinds = (each for each in vars(c).values() if isinstance(each, type) and each is not Simple)
    clauses = {each for each in kinds if issubclass(each, Simple) and each is not c.WebOnly}
    assert set(PLANNERS) == {each for each in clauses if not issubclass(each, c.WebOnly)}
    assert {each for each in clauses if issubclass(each, c.WebOnly)} <= set(WEB_PLANNERS)
