"""Which zones a model is told of first."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.domain.plans import Situation
from engine.domain.spaces import Frame, Rect
from engine.domain.zones import Role, State
from engine.thinking.model.ranking import cut_to_budget, ranked, relevance_of
from tests.engine.thinking.offline.screens import editor, practice, save_dialog
from tests.support.situations import Screen


def labels(seen: Situation, words: str) -> list[str]:
    return [zone.label or zone.value for zone in ranked(seen, words)]


def test_what_is_called_like_the_goal_comes_first() -> None:
    assert labels(practice(), "Show the form")[0] == "Form"


def test_a_typing_slip_is_no_hindrance() -> None:
    assert labels(practice(), "Click Nottes please")[0] == "Notes"


def test_words_that_stand_in_a_value_count_too() -> None:
    here = Screen()
    here.window("List")
    here.zone("", Role.LIST_ITEM, value="Bread")
    here.zone("", Role.LIST_ITEM, value="Milk")
    assert labels(here.situation(), "Take the milk")[0] == "Milk"


def test_the_dialog_in_front_goes_before_the_window_behind() -> None:
    seen = save_dialog()
    order = [zone.window_id for zone in ranked(seen, "anything else")]
    front = seen.active_window
    assert front is not None
    assert order == sorted(order, key=lambda window_id: window_id != front.window_id)


def test_a_button_behind_goes_after_a_text_in_front() -> None:
    here = Screen()
    here.window("Front")
    here.zone("Loading", Role.LABEL)
    here.window("Behind", active=False)
    here.zone("Reply")
    assert labels(here.situation(), "anything else") == ["Loading", "Reply"]


def test_what_has_the_keyboard_goes_before_what_has_not() -> None:
    assert labels(save_dialog(), "anything else")[0] == "Name"


def test_what_can_be_acted_upon_goes_before_texts() -> None:
    here = Screen()
    here.window("Mail")
    here.zone("Welcome", Role.LABEL)
    here.zone("Reply")
    assert labels(here.situation(), "anything") == ["Reply", "Welcome"]


def test_an_entry_of_a_closed_menu_is_told_only_if_the_goal_is_about_it() -> None:
    assert "Save As…" in labels(editor(), "Save it as note.txt")
    assert "Save As…" not in labels(editor(), "Find the word")


def test_a_verb_alone_does_not_bring_in_a_hidden_entry() -> None:
    assert "Open…" not in labels(editor(), "Open Galculator")


def test_bars_and_frames_that_say_nothing_are_left_out() -> None:
    here = Screen()
    here.window("Mail")
    here.zone("", Role.GROUP)
    here.zone("Mail", Role.WINDOW)
    here.zone("", Role.SCROLL_BAR)
    here.zone("", Role.BUTTON)
    assert [zone.role for zone in ranked(here.situation(), "x")] == [Role.BUTTON]


def test_the_same_situation_is_ranked_the_same() -> None:
    assert ranked(practice(), "settings") == ranked(practice(), "settings")


def test_a_disabled_button_goes_behind_one_that_works() -> None:
    here = Screen()
    here.window("Mail", active=True)
    here.zone("Undo", Role.BUTTON, enabled=False)
    here.zone("Redo", Role.BUTTON, State.ENABLED)
    assert labels(here.situation(), "x") == ["Redo", "Undo"]


def test_relevance_is_the_share_of_the_labels_words() -> None:
    assert relevance_of("save it as note.txt", "Save") == 1.0
    assert relevance_of("save it", "Save all") == 0.5
    assert relevance_of("open the file", "Send") == 0.0


@pytest.mark.parametrize("flag", ["is_navigation", "is_fixed"])
def test_what_leads_elsewhere_goes_behind_unless_the_goal_names_it(flag: str) -> None:
    here = Screen()
    here.window("Mail")
    here.zone("Archive", Role.BUTTON)
    here.zone("Reply", Role.BUTTON)
    seen = here.situation()
    aside = replace(seen, zones=(replace(seen.zones[0], **{flag: True}), seen.zones[1]))
    assert labels(seen, "anything") == ["Archive", "Reply"]
    assert labels(aside, "anything") == ["Reply", "Archive"]
    assert labels(aside, "Archive it") == ["Archive", "Reply"]


def test_what_leads_elsewhere_still_goes_before_texts() -> None:
    here = Screen()
    here.window("Mail")
    here.zone("Loading", Role.LABEL)
    here.zone("Archive")
    seen = here.situation()
    aside = replace(seen, zones=(seen.zones[0], replace(seen.zones[1], is_navigation=True)))
    assert labels(aside, "anything") == ["Archive", "Loading"]


def test_the_eleventh_entry_of_a_list_goes_behind_a_button() -> None:
    here = Screen()
    here.window("Mail")
    for number in range(20):
        here.zone(f"Message {number}", Role.LIST_ITEM)
    here.zone("Reply")
    order = labels(here.situation(), "anything")
    assert order[9:12] == ["Message 9", "Reply", "Message 10"]
    assert labels(here.situation(), "message 17")[0] == "Message 17"


def tall(*bottom: str) -> Situation:
    """A window with twenty buttons in its upper half, and these below."""
    here = Screen()
    here.window("Tall")
    for number in range(20):
        here.zone(f"Tool {number}", bounds=Rect(number * 35, 10, 30, 20))
    for number, label in enumerate(bottom):
        here.zone(label, bounds=Rect(number * 100, 560, 90, 20))
    seen = here.situation()
    return replace(seen, frame=Frame(1, 0.0, 800, 600, b""))


def test_a_cut_keeps_what_stands_below_a_long_bar() -> None:
    kept, left_out = cut_to_budget(tall("Buy", "Leave"), "the cheapest", 10, lambda zone: 1)
    assert [zone.label for zone in kept][-2:] == ["Buy", "Leave"]
    assert (len(kept), left_out) == (10, 12)


def test_a_cut_keeps_first_what_the_goal_names() -> None:
    kept, _ = cut_to_budget(tall("Buy", "Leave"), "take tool 17", 1, lambda zone: 1)
    assert [zone.label for zone in kept] == ["Tool 17"]
