"""The step language on the web: what is said there, what is meant, and what is refused."""

from __future__ import annotations

import pytest

from engine.domain.errors import GoalUnreadable
from engine.domain.web.pages import GoalKind, TaskMode
from engine.language.goals.clauses import (
    Choose,
    DragTo,
    Expect,
    FetchFile,
    GiveFile,
    Named,
    Open,
    Point,
    Press,
    ReadValue,
    ScrollBy,
    SearchFor,
    SetTo,
    Simple,
    Target,
    Tick,
    Turn,
    TypeIn,
    Visit,
)
from engine.language.goals.web import read_web_goal, read_web_readings


def clauses(goal: str) -> list[Simple]:
    return [each.clause for each in read_web_readings(goal)]


@pytest.mark.parametrize(
    ("goal", "wanted"),
    [
        ("open Suppliers", [Open(Target("Suppliers"))]),
        ("go to the Downloads", [Open(Target("Downloads"))]),
        ("open example.org", [Visit("example.org")]),
        ("open http://localhost:8000/a", [Visit("http://localhost:8000/a")]),
        ("open notes.ipynb", [Open(Target("notes.ipynb"))]),
        ("open sys.path", [Open(Target("sys.path"))]),
        ("click New, then click Save", [Point(Target("New")), Point(Target("Save"))]),
        ("type 'Nora' into Name", [TypeIn("Nora", Target("Name"))]),
        (
            "type 'Quay 1' into Street and number, '1000 Oslo' into Postcode and town",
            [
                TypeIn("Quay 1", Target("Street and number")),
                TypeIn("1000 Oslo", Target("Postcode and town")),
            ],
        ),
        ("enter 50 into 'Price up to'", [TypeIn("50", Target("Price up to"))]),
        ("choose Oslo in City", [Choose(Target("City"), "Oslo")]),
        ("tick Water", [Tick(Target("Water"), on=True)]),
        ("press Return", [Press(("return",), "Return")]),
        ("press Moor", [Point(Target("Moor"))]),
        ("press 7", [Point(Target("7"))]),
        ("press Ctrl+S", [Press(("ctrl", "s"), "Ctrl+S")]),
        ("right-click Heron", [Point(Target("Heron"), "right")]),
        ("drag A to B", [DragTo(Target("A"), Target("B"))]),
        ("scroll left", [ScrollBy("left")]),
        ("go back and reload", [Turn("back"), Turn("reload")]),
        ("save it", [Named("save")]),
        ("send the message", [Named("send", "the message")]),
        ("download the manual", [FetchFile(Target("manual"))]),
        ("upload 'a.txt' into Photo", [GiveFile("a.txt", Target("Photo"))]),
        ("search for lentil soup", [SearchFor("lentil soup")]),
        ("what is the price of the blue kettle?", [ReadValue("price", "blue kettle")]),
        ("read the Total", [ReadValue("Total")]),
        ("read the Stock in the row of Jigsaw", [ReadValue("Stock", "Jigsaw")]),
        (
            "fill in the form: name 'Ann', e-mail: a@b.example, and send it",
            [
                SetTo(Target("name"), "Ann"),
                SetTo(Target("e-mail"), "a@b.example"),
                Named("send", "it"),
            ],
        ),
        (
            "fill in the form: Password 'x', Confirm password 'x', Reset code '7', reset it",
            [
                SetTo(Target("Password"), "x"),
                SetTo(Target("Confirm password"), "x"),
                SetTo(Target("Reset code"), "7"),
                Named("reset", "it"),
            ],
        ),
        ("check that 'Saved' is shown", [Expect("shown", Target("Saved"))]),
    ],
)
def test_what_is_said_is_what_is_meant(goal: str, wanted: list[Simple]) -> None:
    assert clauses(goal) == wanted


def test_a_place_holds_for_its_sentence() -> None:
    said = clauses("In the row of Nora, click Edit. Click Save")
    assert said == [Point(Target("Edit", within="row of Nora")), Point(Target("Save"))]
    assert clauses("In the row of 'Nora' click 'Edit'") == said[:1]
    first, second = clauses("In the dialog, type 'x' into Name and click Save")
    assert isinstance(first, TypeIn) and first.target is not None and first.target.in_dialog
    assert isinstance(second, Point) and second.target.in_dialog


def test_the_only_one_and_the_second_one_are_told() -> None:
    (only,) = clauses("click the only Delete")
    assert isinstance(only, Point) and only.target.is_only and only.target.words == "Delete"
    (second,) = clauses("open the second result")
    assert isinstance(second, Open) and second.target.count == 2


@pytest.mark.parametrize(
    "goal",
    [
        "find the blue kettle",
        "which supplier is the cheapest?",
        "put the blue kettle into the cart",
        "if the shop is open, click Buy",
        "click 'More' until the end is shown",
        "open Suppliers and make a summary",
        "fill in the form with my data",
        "open Suppliers and type 'Ann'",
        "list the books that I would like",
        "list all kettles under 40 euros",
        "show all the suppliers",
        "what does the editor say about sailing?",
        "how much is the blue kettle?",
        "set Count to 7 in the row of 'Lantern'",
        "fill in Count with 7 in the row of 'Lantern'",
        "choose Aft in Shelf in the row of 'Chart'",
    ],
)
def test_what_no_page_can_prove_needs_a_model(goal: str) -> None:
    with pytest.raises(GoalUnreadable) as refused:
        read_web_readings(goal)
    assert refused.value.message.startswith("This needs a model")
    assert "base_url" in refused.value.remedy


@pytest.mark.parametrize("goal", ["close the tab", "rename A to B", "save it as a.txt"])
def test_what_a_browser_can_not_do_is_said_plainly(goal: str) -> None:
    with pytest.raises(GoalUnreadable) as refused:
        read_web_readings(goal)
    assert "model" not in refused.value.message and goal in refused.value.message


@pytest.mark.parametrize(
    ("goal", "kind", "mode"),
    [
        ("open Suppliers", GoalKind.OBJECT, TaskMode.BROWSE),
        ("open Suppliers and click New", GoalKind.ACTION, TaskMode.BROWSE),
        ("open Tools and search for saws", GoalKind.OBJECT, TaskMode.FIND),
        ("open Tools and read the Total", GoalKind.OBJECT, TaskMode.ANSWER),
        ("open Papers and download the rules", GoalKind.OBJECT, TaskMode.DOWNLOAD),
    ],
)
def test_the_last_clause_says_what_the_navigator_needs(
    goal: str, kind: GoalKind, mode: TaskMode
) -> None:
    read = read_web_goal(goal)
    assert (read.kind, read.mode, read.is_told) == (kind, mode, True)
    assert all(part in goal for part in read.parts)


def test_each_clause_has_a_key_of_its_own() -> None:
    keys = [each.key for each in read_web_readings("open A, click B, C, then click B")]
    assert len(set(keys)) == len(keys)
