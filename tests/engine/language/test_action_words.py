"""Every action reads as a person would say it, with what it is done to."""

from typing import get_args

import pytest

from engine.domain.actions import (
    Action,
    Click,
    CloseTab,
    Drag,
    FocusWindow,
    GoBack,
    GoForward,
    Launch,
    Navigate,
    PressKeys,
    Replan,
    Scroll,
    ScrollTo,
    Search,
    SwitchTab,
    TakeScreenshot,
    TypeText,
    Wait,
)
from engine.domain.plans import PlanStep
from engine.domain.spaces import Rect
from engine.domain.zones import Role, Window
from engine.language.action_words import (
    action_words,
    asked_words,
    chord_words,
    thing_words,
    window_words,
    zone_words,
)
from tests.support.stage import zone

LONG_URL = "https://example.org/" + "a" * 100

SAID = [
    (Click(), "Click “Save”"),
    (Click(count=2), "Double-click “Save”"),
    (Click(button="right"), "Right-click “Save”"),
    (TypeText("Ada"), "Type “Ada” into “Save”"),
    (TypeText("  "), "Type “␣␣” into “Save”"),
    (TypeText("one\ntwo\n"), "Type “one ⏎ two” into “Save” and press Return"),
    (PressKeys(("ctrl", "shift", "s")), "Press Ctrl+Shift+S"),
    (Scroll(down=3), "Scroll down in “Save”"),
    (Scroll(down=-3), "Scroll up in “Save”"),
    (Scroll(right=1), "Scroll right in “Save”"),
    (Scroll(right=-1), "Scroll left in “Save”"),
    (Drag(to_zone_id="bin"), "Drag “Save” to “Bin”"),
    (Launch("Mousepad"), "Launch Mousepad"),
    (FocusWindow("Notes"), "Bring “Notes” to the front"),
    (Wait(3.0), "Wait up to 3 seconds"),
    (Wait(1), "Wait up to 1 second"),
    (Replan(), "Look again and plan what remains"),
    (Navigate(LONG_URL), f"Open {LONG_URL}"),
    (Search("kettle"), "Search for “kettle” with “Save”"),
    (GoBack(), "Go back a page"),
    (GoForward(), "Go forward a page"),
    (SwitchTab("tab-2"), "Switch to the tab “Basket”"),
    (CloseTab("tab-2"), "Close the tab"),
    (ScrollTo(0, 100), "Scroll to “Save”"),
    (TakeScreenshot(), "Take a picture of the page"),
]


@pytest.mark.parametrize(("action", "words"), SAID)
def test_what_is_done_to_what(action: Action, words: str) -> None:
    thing, end = thing_words("Save"), thing_words("Bin")
    assert action_words(action, thing, end=end, tab="Basket") == words


def test_every_action_has_its_words() -> None:
    assert {type(action) for action, _ in SAID} == set(get_args(Action))


def test_without_a_thing_only_the_deed_is_said() -> None:
    assert action_words(Click()) == "Click"
    assert action_words(TypeText("Ada")) == "Type “Ada”"
    assert action_words(Scroll(down=1)) == "Scroll down"
    assert action_words(SwitchTab("tab-2")) == "Switch to another tab"


def test_what_has_no_label_is_told_by_its_kind() -> None:
    assert zone_words(zone("Notes", Role.TEXT_AREA)) == "“Notes”"
    assert zone_words(zone(" ", Role.TEXT_AREA)) == "the text area"
    assert len(zone_words(zone("n" * 200))) == 62


@pytest.mark.parametrize(
    ("keys", "words"),
    [
        (("ctrl", "s"), "Ctrl+S"),
        (("page_down",), "Page Down"),
        (("ctrl", "plus"), "Ctrl++"),
        (("f4",), "F4"),
    ],
)
def test_a_chord_reads_as_it_is_printed_on_keys(keys: tuple[str, ...], words: str) -> None:
    assert chord_words(keys) == words


@pytest.mark.parametrize(
    ("action", "said", "is_told"),
    [
        (Click(), "Save the file", False),
        (Click(), "Open the menu", True),
        (TypeText("Ada"), "Write “Ada” for “Save”", False),
        (TypeText("Ada"), "Fill in “Save”", True),
        (PressKeys(("ctrl", "s")), "Save it (ctrl+s)", False),
        (PressKeys(("ctrl", "w")), "Save it", True),
        (Launch("Terminal"), "Open the notes", True),
        (Navigate("https://evil.example"), "Open the shop", True),
    ],
)
def test_what_is_done_is_told_beside_words_that_do_not_say_it(
    action: Action, said: str, is_told: bool
) -> None:
    asked = asked_words(PlanStep(1, "z", "Save", action, said))
    assert asked.startswith(said) and ("That is: " in asked) is is_told


@pytest.mark.parametrize(
    ("action", "said", "told"),
    [
        (
            TypeText("/home/ada/" + "d" * 60 + "/note.txt"),
            "Type “/home/ada/dd…”",
            "d/note.txt” into",
        ),
        (
            TypeText("hi” && rm -rf ~\n"),
            "Type “hi” into “Save”",
            "&& rm -rf ~” into “Save” and press",
        ),
        (Search("kettle " * 12 + "to me@example.org"), "Search for “kettle…”", "me@example.org”"),
    ],
)
def test_what_is_typed_or_searched_for_is_asked_about_to_its_last_character(
    action: Action, said: str, told: str
) -> None:
    whole = asked_words(PlanStep(1, "z", "Save", action, said)).partition("That is: ")[2]
    assert told in whole
    assert asked_words(PlanStep(1, "z", "Save", action, whole)) == whole


@pytest.mark.parametrize(
    ("title", "whose", "words"),
    [
        ("note.txt", "mousepad", "“note.txt” of mousepad"),
        ("", "mousepad", "a window without a title of mousepad"),
        ("", "", "a window without a title"),
    ],
)
def test_a_window_reads_as_one_also_without_a_title(title: str, whose: str, words: str) -> None:
    assert window_words(Window("w", title, whose, Rect(0, 0, 9, 9), True, 0)) == words
