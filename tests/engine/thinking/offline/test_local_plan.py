"""Local planning without a model: what is near, what is looked into, what is left alone."""

from __future__ import annotations

import pytest

from engine.domain.actions import Click
from engine.domain.conditions import Condition, SomethingChanges, WindowShown, ZoneShown
from engine.domain.errors import PlanFailed
from engine.domain.local_planning import LocalGoal, LocalProposal, LocalRequest, TriedStep
from engine.domain.plans import PlanStep, Situation
from engine.domain.zones import Role, State, Zone
from engine.thinking.offline.local_view import relation
from engine.thinking.offline.thinker import assess, propose
from tests.support.stage import situation, zone

SETTINGS = WindowShown("Settings", exact=True)


def request(seen: Situation, goal: Condition | None = SETTINGS, *tried: TriedStep) -> LocalRequest:
    step = PlanStep(1, "nowhere", "", Click(), "Open it")
    local = LocalGoal("the goal", step, "not there", goal)
    return LocalRequest("a goal", local, seen, seen, tried=tried)


def menu(label: str, at: int = 0) -> Zone:
    return zone(label, Role.MENU, at=at)


def entry(label: str, of: str, *, shown: bool = True, at: int = 0) -> Zone:
    return zone(label, Role.MENU_ITEM, parent_id=of, on_screen=shown, at=at)


def clicked(proposal: LocalProposal) -> str:
    return proposal.step.zone_label


def tried(label: str, before: float, after: float, *, reverted: bool = False) -> TriedStep:
    return TriedStep(PlanStep(1, label, label, Click(), label), before, after, reverted)


def test_what_is_called_the_same_is_nearest() -> None:
    there = assess(request(situation(zone("Settings"), zone("Send"))))
    elsewhere = assess(request(situation(zone("Send"))))
    assert there.distance == 8.0 > elsewhere.distance


def test_a_closed_menu_before_it_costs_one() -> None:
    closed = situation(menu("Tools"), entry("Settings…", "Tools", shown=False))
    assert assess(request(closed)).distance == 7.0
    assert clicked(propose(request(closed))) == "Tools"


def test_with_the_menu_open_the_entry_comes_next() -> None:
    opened = situation(menu("Tools"), entry("Settings…", "Tools", at=1))
    assert assess(request(opened)).distance == 8.0
    assert clicked(propose(request(opened))) == "Settings…"


@pytest.mark.parametrize("label", ["Preferences", "Options…", "Configuration"])
def test_another_word_of_the_same_meaning_is_a_lead(label: str) -> None:
    seen = situation(zone("Send"), zone(label, at=1))
    assert clicked(propose(request(seen))) == label
    assert 6 <= assess(request(seen)).distance < 8


def test_what_led_nowhere_is_not_tried_again() -> None:
    seen = situation(zone("Guide to settings…"), zone("Preferences…", at=1))
    assert clicked(propose(request(seen))) == "Guide to settings…"
    again = request(seen, SETTINGS, tried("Guide to settings…", 7.4, 1.0, reverted=True))
    assert clicked(propose(again)) == "Preferences…"


def test_unknown_menus_and_pages_are_looked_into_menus_first() -> None:
    seen = situation(zone("Notes", Role.TAB), menu("Extras", at=1))
    assert clicked(propose(request(seen))) == "Extras"
    assert assess(request(seen)).distance == 2.0


def test_a_page_that_is_shown_hides_nothing() -> None:
    shown = frozenset({State.ENABLED, State.SELECTED})
    seen = situation(zone("Notes", Role.TAB, state=shown), zone("Batch", Role.TAB, at=1))
    assert clicked(propose(request(seen))) == "Batch"


def test_a_menu_whose_entries_are_known_and_strange_is_left_alone() -> None:
    seen = situation(menu("File"), entry("Quit", "File", shown=False))
    with pytest.raises(PlanFailed, match="everything was looked into"):
        propose(request(seen))
    assert assess(request(seen)).distance == 1.0


def test_an_open_menu_that_has_nothing_to_do_with_it_is_astray() -> None:
    seen = situation(menu("File"), entry("Quit", "File", at=1))
    assert assess(request(seen)).distance == 0.0


def test_only_what_a_click_would_reach_counts() -> None:
    """Behind an open menu the button is in sight, but a click there closes the menu only."""
    seen = situation(zone("Settings"), menu("File", at=1), entry("Quit", "File", at=2))
    assert assess(request(seen)).distance == 0.0


def test_what_does_something_at_once_and_is_called_otherwise_is_left_alone() -> None:
    seen = situation(zone("Process"), zone("Delete settings", at=1))
    with pytest.raises(PlanFailed):
        propose(request(seen))


def test_a_button_may_open_a_menu_so_looking_inside_is_an_option() -> None:
    proposal = propose(request(situation(zone("Settings"))))
    assert [option.name for option in proposal.options] == ["look_inside"]
    assert proposal.distance == 8.0


def test_a_goal_without_words_can_not_be_looked_for() -> None:
    with pytest.raises(PlanFailed, match="nothing that could be looked for"):
        propose(request(situation(zone("Settings")), SomethingChanges()))


def test_without_a_window_it_is_farthest() -> None:
    assert assess(request(situation(titles=()))).distance == 0.0


def test_a_zone_can_be_the_goal() -> None:
    seen = situation(menu("Edit"), entry("Find and Replace…", "Edit", shown=False))
    assert clicked(propose(request(seen, ZoneShown("Find and Replace")))) == "Edit"


@pytest.mark.parametrize(
    ("words", "label", "least", "most"),
    [
        ("Settings", "Settings…", 1.0, 1.0),
        ("Settings", "Preferences", 0.8, 0.8),
        ("Settings", "Preferences of view", 0.5, 0.6),
        ("Add Files", "Insert documents", 0.8, 0.8),
        ("Add Files", "Browse…", 0.3, 0.45),
        ("Settings", "Send", 0.0, 0.0),
    ],
)
def test_relations(words: str, label: str, least: float, most: float) -> None:
    assert least <= round(relation(words, label), 3) <= most
