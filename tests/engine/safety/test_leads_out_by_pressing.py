"""What leads out by what keys and clicks set off: it is refused, however it is come upon."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.domain.actions import Action, Click, PressKeys, TypeText
from engine.domain.exploring.limits import Home
from engine.domain.plans import GLOBAL_ZONE_ID, Situation
from engine.domain.spaces import Rect
from engine.domain.web.pages import WebElement
from engine.domain.zones import Role, State, Window, Zone
from tests.engine.safety.test_scoped_risks import leaving, other, screen
from tests.support.small_web import shop
from tests.support.stage import zone

ON = frozenset({State.ENABLED, State.FOCUSED})


def showing(*zones: Zone, windows: tuple[Window, ...] = (), application: str = "Game") -> Situation:
    seen = screen()
    own = replace(seen.windows[0], application=application)
    return replace(seen, zones=zones, windows=(own, *windows))


@pytest.mark.parametrize(
    "keys",
    [
        ("Alt_L", "F4"),
        ("alt", "f3"),
        ("ctrl", "f2"),
        ("ctrl", "shift", "q"),
        ("ctrl", "shift", "w"),
        ("ctrl", "w"),
    ],
)
def test_other_names_and_ways_of_closing_and_changing_are_outside(keys: tuple[str, ...]) -> None:
    assert leaving(PressKeys(keys))


def test_ctrl_w_closes_what_an_entry_or_tabs_say() -> None:
    entry = zone("Close", role=Role.MENU_ITEM, shortcut="Ctrl+W")
    assert leaving(PressKeys(("ctrl", "w")), on=showing(entry)) == ""
    tabs = (zone("One", role=Role.TAB), zone("Two", at=1, role=Role.TAB))
    assert leaving(PressKeys(("ctrl", "w")), on=showing(*tabs)) == ""
    about = other("About", application="Game")
    assert leaving(PressKeys(("ctrl", "w")), on=showing(windows=(about,))) == ""


@pytest.mark.parametrize("label", ["E_xit", "Log Ou_t", "Lock Scr_een", "Sus_pend", "_Quit"])
def test_a_mark_of_a_mnemonic_hides_no_word(label: str) -> None:
    assert label in leaving(Click(), label, on=showing(zone(label)))
    assert leaving(Click(), "De_al", on=showing(zone("De_al"))) == ""


@pytest.mark.parametrize("keys", [("enter",), ("space",), ("Return",)])
def test_keys_press_nothing_that_a_click_may_not(keys: tuple[str, ...]) -> None:
    assert "Log Out" in leaving(PressKeys(keys), on=showing(zone("Log Out", state=ON)))
    assert leaving(PressKeys(keys), on=showing(zone("Deal", state=ON))) == ""


@pytest.mark.parametrize("mark", [State.FOCUSED, State.SELECTED])
def test_return_chooses_no_such_entry_of_an_open_menu(mark: State) -> None:
    menu = other("a menu", application="Game", order=-1)
    entry = zone("Quit", role=Role.MENU_ITEM, window_id="a menu", state=frozenset({mark}))
    seen = showing(entry, windows=(menu,))
    assert "“Quit”" in leaving(PressKeys(("enter",)), on=seen)
    assert "“Quit”" in leaving(TypeText("\n"), on=seen)


def test_a_letter_chooses_no_such_entry_of_an_open_menu() -> None:
    menu = other("a menu", application="Game", order=-1)
    entry = zone("Lock Screen", role=Role.MENU_ITEM, window_id="a menu")
    seen = showing(entry, windows=(menu,))
    assert "“Lock Screen”" in leaving(PressKeys(("l",)), on=seen)
    assert "“Lock Screen”" in leaving(TypeText("s"), on=seen)
    assert leaving(PressKeys(("x",)), on=seen) == ""
    assert leaving(PressKeys(("down",)), on=seen) == ""


def test_a_chord_is_what_its_entry_says() -> None:
    entry = zone("Lock Screen", role=Role.MENU_ITEM, shortcut="Ctrl+L", on_screen=False)
    assert "“Lock Screen”" in leaving(PressKeys(("ctrl", "l")), on=showing(entry))


@pytest.mark.parametrize(
    "label",
    [
        "Open file manager",
        "Open containing folder",
        "Show in File Manager",
        "Show in Files",
        "Open in Terminal",
        "Open With Other Application…",
        "Website",
        "https://example.org/help",
        "Report a bug online",
    ],
)
def test_words_that_open_another_program_are_outside(label: str) -> None:
    assert "opens another program" in leaving(Click(), label, on=showing(zone(label)))


@pytest.mark.parametrize(
    "label", ["Open", "Open…", "Show Hidden Files", "Open Recent", "View", "Contents", "Files"]
)
def test_words_of_the_program_itself_are_inside(label: str) -> None:
    assert leaving(Click(), label, on=showing(zone(label))) == ""


def test_the_last_window_is_not_closed_by_its_own_title_bar_or_an_entry() -> None:
    corner = zone("Close", bounds_px=Rect(58, 1, 5, 5))
    assert "last window" in leaving(Click(), "Close", on=showing(corner))
    for label in ("Close Window", "Close Win_dow"):
        entry = zone(label, role=Role.MENU_ITEM)
        assert "last window" in leaving(Click(), label, on=showing(entry))
    about = other("About", application="Game")
    assert leaving(Click(), "Close", on=showing(corner, windows=(about,))) == ""


def test_a_window_that_says_nothing_of_itself_is_not_clicked_through() -> None:
    nameless = other("", application="", order=-1)
    seen = showing(zone("Deal"), windows=(nameless,))
    assert "lies over" in leaving(Click(), "Deal", on=seen)


SHELL = zone("Terminal", role=Role.TEXT_AREA, state=ON)


def test_a_line_that_may_be_executed_is_not_confirmed() -> None:
    assert "it is a terminal" in leaving(TypeText("ls\n"), on=showing(SHELL))
    assert "it is a terminal" in leaving(PressKeys(("enter",)), on=showing(SHELL))
    silent = showing(zone("user@host:~$ ls", role=Role.LABEL), application="XTerm")
    assert "nobody can tell" in leaving(PressKeys(("enter",)), on=silent)
    own = Home(frozenset({"XTerm"}))
    assert leaving(TypeText("ls"), on=silent, home=own) == ""
    assert leaving(PressKeys(("left",)), on=silent, home=own) == ""


def test_what_is_written_elsewhere_is_no_command() -> None:
    editor = zone("Text", role=Role.TEXT_AREA, state=ON | {State.EDITABLE})
    assert leaving(TypeText("how to shutdown\nexit"), on=showing(editor)) == ""


def on_page(href: str) -> Situation:
    seen = shop().situation()
    assert seen.page is not None
    link = WebElement("e1", "a", "There", "link", "mid", Rect(1, 1, 9, 9), href=href)
    page = replace(seen.page, url="https://shop.example/", elements=(link,))
    shown = zone("There", role=Role.LINK, state=ON, source_key="e1", window_id="")
    return replace(seen, page=page, zones=(shown,))


@pytest.mark.parametrize("href", ["mailto:me@example.org", "tel:123", "file:///etc", "steam://x"])
@pytest.mark.parametrize("action", [Click(), PressKeys(("enter",))])
def test_links_that_no_browser_shows_are_outside(href: str, action: Action) -> None:
    home, seen = Home(frozenset(), "", "shop.example"), on_page(href)
    at = seen.zones[0].zone_id if isinstance(action, Click) else GLOBAL_ZONE_ID
    assert "another program" in leaving(action, at, on=seen, home=home)
    inside = on_page("https://shop.example/cart")
    assert leaving(action, at, on=inside, home=home) == ""
    assert leaving(action, at, on=on_page("javascript:go()"), home=home) == ""
