"""What leads out of what is explored: by keys, words and addresses, and by what is shown."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.domain.actions import (
    Action,
    Click,
    Drag,
    FocusWindow,
    GoBack,
    Launch,
    Navigate,
    PressKeys,
    Search,
    TypeText,
    Wait,
)
from engine.domain.exploring.limits import Home, Scope
from engine.domain.plans import GLOBAL_ZONE_ID, PlanStep, Situation
from engine.domain.spaces import Point, Rect
from engine.domain.zones import State, Window
from engine.safety.risks import WordRiskRater
from engine.safety.scoped_risks import ScopedRater
from tests.support.small_web import shop
from tests.support.stage import situation, zone

HOME = Home(frozenset({"Game"}), "Game")


def screen(*others: Window) -> Situation:
    """The game's window with a button and a field, and a panel without a window of its own."""
    seen = situation(
        zone("New game"),
        zone("Name", at=1, state=frozenset({State.ENABLED, State.FOCUSED})),
        zone("Applications", at=2, window_id=""),
        zone("Frame", window_id="Window", bounds_px=Rect(30, 46, 8, 8)),
    )
    window = replace(seen.windows[0], application="Game", bounds_px=Rect(0, 0, 64, 40))
    return replace(seen, windows=(window, *others))


def other(title: str = "Files", **changes: object) -> Window:
    facts: dict[str, object] = {
        "window_id": title,
        "title": title,
        "application": title,
        "bounds_px": Rect(0, 0, 64, 40),
        "is_active": False,
        "order": 5,
        **changes,
    }
    return Window(**facts)  # type: ignore[arg-type]


def leaving(
    action: Action,
    zone_id: str = GLOBAL_ZONE_ID,
    *,
    on: Situation | None = None,
    home: Home = HOME,
    scope: Scope | None = None,
) -> str:
    seen = on or screen()
    rater = ScopedRater(WordRiskRater(), scope or Scope())
    rater.keep_to(home)
    found = seen.zone(zone_id)
    label = found.label if found is not None else ""
    return rater.rate(PlanStep(1, zone_id, label, action, "x"), seen).leaves


@pytest.mark.parametrize(
    "keys",
    [
        ("super",),
        ("super", "l"),
        ("Super_L",),
        ("ctrl", "alt", "l"),
        ("alt", "ctrl", "delete"),
        ("Control_L", "Alt_L", "BackSpace"),
        ("ctrl", "alt", "f1"),
        ("alt", "tab"),
        ("alt", "shift", "tab"),
        ("alt", "escape"),
        ("alt", "space"),
        ("alt", "f2"),
        ("ctrl", "escape"),
        ("ctrl", "q"),
        ("print",),
        ("XF86ScreenSaver",),
        ("alt", "f4"),
    ],
)
def test_chords_of_the_desktop_are_outside(keys: tuple[str, ...]) -> None:
    assert leaving(PressKeys(keys))


@pytest.mark.parametrize(
    "keys",
    [
        ("a",),
        ("enter",),
        ("f2",),
        ("escape",),
        ("ctrl", "n"),
        ("alt", "f"),
        ("ctrl", "tab"),
        ("shift", "tab"),
        ("ctrl", "shift", "s"),
        ("left",),
        ("alt", "left"),
    ],
)
def test_keys_of_an_application_are_inside(keys: tuple[str, ...]) -> None:
    assert leaving(PressKeys(keys)) == ""


def test_a_second_window_may_be_closed_by_keys_and_the_last_may_not() -> None:
    about = other("About", application="Game")
    assert leaving(PressKeys(("alt", "F4")), on=screen(about)) == ""
    assert "last window" in leaving(PressKeys(("alt", "F4")), on=screen(other()))


@pytest.mark.parametrize(
    "label",
    [
        "Log Out",
        "Log out…",
        "_Shut Down",
        "Lock Screen",
        "Suspend",
        "Reboot",
        "Quit",
        "Exit",
        "Power Off…",
        "Switch User",
        "Restart the computer",
        "Sign out",
        "Hibernate",
    ],
)
def test_words_that_end_a_session_or_the_program_are_outside(label: str) -> None:
    seen = replace(screen(), zones=(zone(label),))
    assert leaving(Click(), label, on=seen)


@pytest.mark.parametrize("label", ["Restart", "Close", "Block", "New game", "Exit full screen"])
def test_words_of_an_ordinary_program_are_inside(label: str) -> None:
    assert leaving(Click(), label, on=replace(screen(), zones=(zone(label),))) == ""


def test_what_belongs_to_no_window_or_to_its_frame_is_outside() -> None:
    assert leaving(Click(), "New game") == ""
    assert "belongs to no window" in leaving(Click(), "Applications")
    assert "belongs to the frame" in leaving(Click(), "Frame")


def test_what_another_window_lies_over_is_not_clicked() -> None:
    assert leaving(Click(), "New game", on=screen(other(order=5))) == ""
    above = other(order=-1)
    assert "the window “Files” lies over button “New game”" in leaving(
        Click(), "New game", on=screen(above)
    )
    menu = other("a menu", application="Game", order=-1)
    assert leaving(Click(), "New game", on=screen(menu)) == ""


def test_another_program_is_neither_clicked_nor_brought_to_the_front() -> None:
    seen = screen(other())
    seen = replace(seen, zones=(*seen.zones, zone("Trash", window_id="Files")))
    assert "another program's" in leaving(Click(), "Trash", on=seen)
    assert "another program's" in leaving(FocusWindow("Files"), on=seen)
    assert leaving(FocusWindow("Window"), on=seen) == ""
    assert "no window “Mail”" in leaving(FocusWindow("Mail"), on=seen)
    like_ours = replace(other(), application="Window lister")
    assert leaving(FocusWindow("Window"), on=screen(like_ours)) == "", "a title counts first"


def test_keys_go_nowhere_else() -> None:
    seen = screen()
    behind = replace(seen.windows[0], is_active=False)
    elsewhere = replace(seen, windows=(behind, other(is_active=True, order=0)))
    assert "another program's" in leaving(TypeText("x"), on=elsewhere)
    nowhere = replace(seen, windows=(behind,))
    assert "no window has the keyboard" in leaving(PressKeys(("a",)), on=nowhere)
    assert leaving(TypeText("x")) == ""


def test_drags_end_in_the_window_in_which_they_began() -> None:
    assert leaving(Drag(offset_px=Point(20, 10)), "New game") == ""
    assert "out of the window" in leaving(Drag(offset_px=Point(200, 10)), "New game")
    assert "no window" in leaving(Drag(to_zone_id="Applications"), "New game")


def test_only_the_program_that_is_explored_is_started() -> None:
    assert leaving(Launch("game")) == ""
    assert "another program: Terminal" in leaving(Launch("Terminal"))
    assert leaving(Wait(1)) == ""


def test_the_operators_lists_narrow_further() -> None:
    named = Scope(windows=("win",))
    assert leaving(Click(), "New game", scope=named) == ""
    assert "not among those that are allowed" in leaving(
        Click(), "New game", scope=Scope(windows=("About",))
    )
    assert leaving(Click(), "New game", scope=Scope(zones=("GAME",))) == ""
    assert "not among the zones" in leaving(Click(), "Name", scope=Scope(zones=("game",)))
    assert "not among the zones" in leaving(PressKeys(("a",)), scope=Scope(zones=("game",)))
    assert leaving(PressKeys(("a",)), scope=Scope(zones=("name",))) == ""


def test_another_window_counts_where_the_operator_names_it() -> None:
    seen = screen(other(order=-1))
    seen = replace(seen, zones=(zone("Open", window_id="Files"),))
    assert leaving(Click(), "Open", on=seen, scope=Scope(windows=("files",))) == ""


def test_a_browser_stays_on_its_site() -> None:
    web = shop()
    home = Home(frozenset(), "", "shop.example")
    seen = web.situation()
    assert seen.page is not None
    seen = replace(seen, page=replace(seen.page, url="https://shop.example/"))
    assert leaving(Navigate("https://www.shop.example/cart"), on=seen, home=home) == ""
    assert "not the site" in leaving(Navigate("https://other.example"), on=seen, home=home)
    assert "not the site" in leaving(Navigate("file:///etc/passwd"), on=seen, home=home)
    assert "search engine" in leaving(Search("x"), on=seen, home=home)
    assert "closes the browser or its page" in leaving(PressKeys(("alt", "f4")), on=seen, home=home)
    away = replace(seen, page=replace(seen.page, url="https://other.example/"))
    assert "the page is on other.example" in leaving(PressKeys(("a",)), on=away, home=home)
    assert leaving(GoBack(), on=away, home=home) == ""


def test_nothing_is_outside_before_it_is_known_what_is_explored() -> None:
    rater = ScopedRater(WordRiskRater())
    step = PlanStep(1, GLOBAL_ZONE_ID, "", Launch("Game"), "Start the game")
    assert rater.rate(step, screen()).leaves == ""
