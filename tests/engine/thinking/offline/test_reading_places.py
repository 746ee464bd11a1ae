"""Reading where and which: tabs, pages, dialogs, "the second item", "it", labels with "and"."""

from __future__ import annotations

import pytest

from engine.domain.errors import GoalUnreadable
from engine.domain.zones import Role
from engine.language.goals import clauses as c
from engine.language.goals.clauses import Simple, Target
from engine.language.goals.reader import read_goal
from engine.language.goals.words import ROLE_WORDS

TAB = frozenset({Role.TAB})
ITEM = ROLE_WORDS["item"]


def read(goal: str) -> list[Simple]:
    return [each.clause for each in read_goal(goal)]


@pytest.mark.parametrize(
    ("goal", "clauses"),
    [
        ("go to the List page", [c.Open(Target("List", TAB, whole="List page"), "go to")]),
        ("open the List page", [c.Open(Target("List", TAB, whole="List page"))]),
        ("click Page 2", [c.Point(Target("Page 2"))]),
        ("on the Canvas tab, click X", [c.Context("Canvas", "tab"), c.Point(Target("X"))]),
        ("on the Canvas page click X", [c.Context("Canvas", "tab"), c.Point(Target("X"))]),
        (
            "in the Practice app, on the Canvas tab, click X",
            [
                c.Context("Practice", "application"),
                c.Context("Canvas", "tab"),
                c.Point(Target("X")),
            ],
        ),
        (
            "in the Find dialog, click Close",
            [c.Context("Find", "dialog"), c.Point(Target("Close"))],
        ),
        ("open A & click B", [c.Open(Target("A")), c.Point(Target("B"))]),
        ("select everything", [c.Named("select all")]),
        ("in the dialog, click OK", [c.Context("", "dialog"), c.Point(Target("OK"))]),
        ("open the About dialog", [c.Open(Target("About", whole="About dialog"))]),
        (
            "go to the Documents folder",
            [c.Open(Target("Documents", whole="Documents folder"), "go to")],
        ),
        ("choose Open in New Tab", [c.Choose(Target("New", TAB, whole="New Tab"), "Open")]),
        ("enter 'Ann' as name", [c.TypeIn("Ann", Target("name"))]),
        ("type as soon as possible", [c.TypeIn("as soon as possible")]),
        ("save it as a.txt on the Desktop", [c.SaveAs("a.txt", "Desktop")]),
    ],
)
def test_places(goal: str, clauses: list[Simple]) -> None:
    assert read(goal) == clauses


@pytest.mark.parametrize(
    ("words", "target"),
    [
        ("the second item", Target("second", ITEM, whole="second item", count=2)),
        ("the last row", Target("last", ROLE_WORDS["row"], whole="last row", count=-1)),
        ("the 3rd checkbox", Target("3rd", ROLE_WORDS["checkbox"], whole="3rd checkbox", count=3)),
        ("the second one", Target("second one", count=2)),
        ("the first message", Target("first message", count=1, counted="message")),
        ("row 3", Target("3", ROLE_WORDS["row"], whole="row 3", count=3)),
        ("First name", Target("First name")),
        ("Second", Target("Second")),
        ("the Editor tab", Target("Editor", TAB, whole="Editor tab")),
    ],
)
def test_counting(words: str, target: Target) -> None:
    assert read(f"click {words}") == [c.Point(target)]


def test_on_and_off_may_stand_apart_from_their_verb() -> None:
    assert read("switch Wrap off") == [c.Tick(Target("Wrap"), on=False)]


@pytest.mark.parametrize(
    "goal",
    [
        "turn on Wrap, then turn it off",
        "click on A and then on B",
        "click X on the Canvas tab",
        "open Settings in the Practice app",
        "ctrl-click X",
        "use the calculator to press 6",
        "click a.txt, then double-click it",
        "go to /usr/share/doc",
        "open the folder /usr/share/doc",
        "wait a moment",
        "paste it twice",
        "tick A, B and untick them",
        "close all windows",
        "wait for it",
        "in the X app",
    ],
)
def test_what_stands_for_nothing_or_for_many_is_not_understood(goal: str) -> None:
    with pytest.raises(GoalUnreadable):
        read_goal(goal)


@pytest.mark.parametrize(
    ("goal", "labels"),
    [
        ("Search > Find and Replace", ("Search", "Find and Replace")),
        ("Edit > Select All", ("Edit", "Select All")),
        ("View > Show Toolbar", ("View", "Show Toolbar")),
        ("Open > Recent", ("Open", "Recent")),
    ],
)
def test_verbs_in_menu_paths_are_labels(goal: str, labels: tuple[str, ...]) -> None:
    assert read(goal) == [c.MenuPath(labels)]


@pytest.mark.parametrize(
    ("goal", "clauses"),
    [
        ("click Drag and drop", [c.Point(Target("Drag and drop"))]),
        ("open Find and Replace", [c.Open(Target("Find and Replace"))]),
        ("press Bold and Italic", [c.Point(Target("Bold and Italic"))]),
        ("click Bold, Italic and Red", [c.Point(Target(e)) for e in ("Bold", "Italic", "Red")]),
        ("click 'Bold' and 'Italic'", [c.Point(Target(each)) for each in ("Bold", "Italic")]),
        ("click Cut and paste", [c.Point(Target("Cut")), c.Named("paste")]),
        ("click 'Cut and paste'", [c.Point(Target("Cut and paste"))]),
        ("Edit > 'Cut and paste'", [c.MenuPath(("Edit", "Cut and paste"))]),
        ("tick Bold and Italic", [c.Tick(Target(e), on=True) for e in ("Bold", "Italic")]),
    ],
)
def test_and_joins_words_of_one_label_where_labels_are_said(
    goal: str, clauses: list[Simple]
) -> None:
    assert read(goal) == clauses


def test_a_label_written_like_the_one_before_is_no_clause() -> None:
    assert read("tick Show grid and Show rulers") == [
        c.Tick(Target("Show grid"), on=True),
        c.Tick(Target("Show rulers"), on=True),
    ]
    tick, send = read("tick Autosave and send the message")
    assert isinstance(tick, c.Tick)
    assert isinstance(send, c.Named)
