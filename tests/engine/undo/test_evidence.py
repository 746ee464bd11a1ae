"""Whether a return can be claimed: that all looks as before is no evidence by itself."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.domain.actions import Action, Click, PressKeys, TypeText, Wait
from engine.domain.history import LocalActionNode
from engine.domain.plans import GLOBAL_ZONE_ID, PlanStep, Situation, StepPlace
from engine.domain.risks import Reversibility
from engine.domain.spaces import Rect
from engine.domain.verdicts import Judgement, Verdict
from engine.domain.zones import Role, State, Zone
from engine.safety.risks import WordRiskRater
from engine.states.marking import mark_of, restless_key
from engine.undo.reverter import ActionReverter
from tests.support.drawn import INK, drawn, window, zone

MAIN = window()
ASKS = window("Options", Rect(60, 60, 200, 150), order=-1, dialog=True)
BUTTON = zone("Go", Role.BUTTON, Rect(30, 200, 60, 24))
BOX = zone("Autosave", Role.CHECK_BOX, Rect(120, 200, 90, 20))
FIELD = zone("Name", Role.TEXT_FIELD, Rect(30, 40, 200, 24), State.EDITABLE, value="Bob")
MENU = zone("View", Role.MENU, Rect(30, 22, 40, 16))
ENTRY = zone("Wrap", Role.CHECK_MENU_ITEM, Rect(30, 40, 80, 20), parent="View")
PLAIN = zone("Sort", Role.MENU_ITEM, Rect(30, 60, 80, 20), parent="View")
CLOSED = (MENU, replace(ENTRY, on_screen=False), replace(PLAIN, on_screen=False))
BAR = zone("", Role.STATUS, Rect(20, 240, 320, 20))
REVERTER = ActionReverter(WordRiskRater())


def seen(*zones: Zone, windows: tuple[object, ...] = (MAIN,)) -> Situation:
    return drawn(windows, zones)  # type: ignore[arg-type]


def says(text: str) -> Zone:
    return replace(BAR, label=text)


def ticked(entry: Zone) -> Zone:
    return replace(entry, state=entry.state | {State.CHECKED})


def judged(
    before: Situation,
    after: Situation,
    now: Situation,
    action: Action | None = None,
    target: str = GLOBAL_ZONE_ID,
    *,
    is_acted: bool = False,
) -> Judgement:
    step = PlanStep(1, target, target, action or Click(), f"Click {target}")
    node = LocalActionNode(
        StepPlace(1, 1), step, mark_of(before), mark_of(after), Reversibility.fully("")
    )
    return REVERTER.judge(node, mark_of(now), is_acted=is_acted)


def test_what_was_otherwise_after_it_is_the_evidence() -> None:
    typed = seen(replace(FIELD, value="Bob and Ann"))
    told = judged(seen(FIELD), typed, seen(FIELD), TypeText(" and Ann"), "Name")
    assert told == Judgement(Verdict.SEEN, ("text field “Name” holds “Bob”, not “Bob and Ann”",))


@pytest.mark.parametrize(
    ("action", "target"), [(Click(), "Go"), (PressKeys(("ctrl", "c")), GLOBAL_ZONE_ID)]
)
def test_what_never_showed_can_not_be_seen_to_be_gone(action: Action, target: str) -> None:
    told = judged(seen(BUTTON), seen(BUTTON), seen(BUTTON), action, target)
    assert told.verdict is Verdict.CANT_TELL and "othing showed" in told.words


@pytest.mark.parametrize("target", ["Autosave", "Name"])
def test_what_tells_of_itself_and_is_in_sight_was_looked_at(target: str) -> None:
    action = Click() if target == "Autosave" else TypeText("x")
    there = seen(BOX, FIELD)
    assert judged(there, there, there, action, target).is_seen


@pytest.mark.parametrize(("action", "target"), [(Wait(1), GLOBAL_ZONE_ID), (Click(), "Name")])
def test_what_only_waits_or_puts_the_caret_somewhere_leaves_nothing_to_take_back(
    action: Action, target: str
) -> None:
    there = seen(FIELD)
    assert judged(there, there, there, action, target).is_seen


def test_that_a_menu_closed_or_is_open_again_tells_nothing_of_what_its_entry_did() -> None:
    before, after = seen(MENU, ENTRY, PLAIN), seen(*CLOSED)
    assert judged(before, after, seen(*CLOSED), target="Sort").verdict is Verdict.CANT_TELL
    assert judged(before, after, before, target="Sort").verdict is Verdict.CANT_TELL
    assert judged(before, after, before, target="Wrap").is_seen, "it was looked at again"


def test_a_tick_that_a_closed_menu_tells_of_is_evidence() -> None:
    before = seen(MENU, ENTRY, PLAIN)
    after = seen(MENU, ticked(CLOSED[1]), CLOSED[2])
    told = judged(before, after, seen(*CLOSED), target="Wrap")
    assert told == Judgement(Verdict.SEEN, ("“Wrap” is not ticked in its menu",))


def test_a_window_that_closed_takes_nothing_back_of_what_was_set_in_it() -> None:
    both, box = (ASKS, MAIN), replace(BOX, window_id=ASKS.window_id)
    before, after = seen(box, windows=both), seen(ticked(box), windows=both)
    told = judged(before, after, seen(), target="Autosave")
    assert told.verdict is Verdict.CANT_TELL and "“Options” is closed" in told.words


def test_leaving_what_was_opened_did_nothing_else() -> None:
    opened = seen(replace(BUTTON, window_id=ASKS.window_id), windows=(ASKS, MAIN))
    told = judged(opened, seen(), seen(), PressKeys(("escape",)))
    assert told.is_seen and "the window “Options” is not there" in told.evidence
    assert not judged(opened, seen(), seen(), PressKeys(("f5",))).is_seen


def test_a_menu_that_went_is_not_told_as_the_window_whose_title_it_has() -> None:
    menu = replace(window(MAIN.title, Rect(60, 60, 90, 90), order=-1), window_id="menu")
    opened = seen(windows=(menu, MAIN))
    told = judged(opened, seen(), seen(), PressKeys(("escape",)))
    assert f"one of the windows “{MAIN.title}” is not there" in told.evidence
    told = judged(seen(), opened, opened, PressKeys(("f10",)))
    assert f"the window “{MAIN.title}” is there now" not in told.evidence


def test_what_was_written_into_a_file_is_not_taken_back_by_a_picture() -> None:
    before, after = seen(replace(FIELD, value="a")), seen(replace(FIELD, value="b"))
    assert judged(before, after, before, PressKeys(("ctrl", "s"))).verdict is Verdict.CANT_TELL
    assert judged(before, after, before, PressKeys(("ctrl", "b"))).is_seen


def test_a_status_bar_tells_of_a_mode_where_something_was_done_about_it() -> None:
    """Else a message may just have passed."""
    insert, overwrite = seen(says("INS")), seen(says("OVR"))
    key = PressKeys(("insert",))
    assert judged(insert, overwrite, insert, key, is_acted=True).is_seen
    assert not judged(insert, overwrite, insert, key).is_seen


def doubts(before: Situation, after: Situation, now: Situation) -> tuple[str, ...]:
    return REVERTER.doubts(mark_of(before), mark_of(after), mark_of(now))


def test_a_status_bar_that_still_says_what_an_action_had_it_say_leaves_a_doubt() -> None:
    insert, overwrite = seen(says("INS")), seen(says("OVR"))
    assert doubts(insert, overwrite, overwrite) == ("the status bar says “OVR”, not “INS”",)
    assert doubts(insert, overwrite, insert) == ()
    assert doubts(seen(says("Ready")), seen(says("Typed")), seen(says("Undone"))) == ()


def test_where_the_caret_is_leaves_no_doubt_and_another_figure_does() -> None:
    text = zone("", Role.TEXT_AREA, Rect(30, 40, 200, 100), State.EDITABLE)
    one, two = says("Line 1, 100 %"), says("Line 2, 100 %")
    assert doubts(seen(text, one), seen(text, two), seen(text, two)) == ()
    zoomed = says("Line 1, 120 %")
    assert doubts(seen(text, one), seen(text, zoomed), seen(text, zoomed))
    assert doubts(seen(one), seen(two), seen(two)), "there is no caret"


def test_another_tick_in_a_closed_menu_leaves_a_doubt() -> None:
    other = seen(MENU, ticked(CLOSED[1]), CLOSED[2])
    assert doubts(seen(*CLOSED), other, other) == ("“Wrap” is ticked in its menu",)
    assert doubts(seen(*CLOSED), other, seen(*CLOSED)) == ()


def test_a_menu_that_was_open_is_no_state_to_return_to() -> None:
    popup = window("", Rect(20, 40, 120, 60), order=-1, active=False)
    entry = replace(ENTRY, window_id=popup.window_id)
    before = mark_of(seen(MENU, entry, windows=(MAIN, popup)))
    assert REVERTER.compare(before, mark_of(seen(MENU))).is_restored
    assert not REVERTER.compare(mark_of(seen(MENU)), before).is_restored
    came = drawn([MAIN], (MENU, BOX), (BOX.bounds_px, INK))
    assert not REVERTER.compare(before, mark_of(came)).is_restored


def test_beside_what_changes_by_itself_a_picture_is_no_evidence() -> None:
    """A button's ring comes and goes whether or not the row that it removed is back."""
    row = zone("a.txt", Role.LIST_ITEM, Rect(30, 60, 80, 20))
    before, after = seen(BUTTON, row), seen(BUTTON, replace(row, label="b.txt"))
    shaded = replace(after, frame=drawn((MAIN,), (), (BUTTON.bounds_px, INK)).frame)
    moves = frozenset({restless_key(row)})
    step = PlanStep(1, "Go", "Go", Click(), "Click Go")
    marks = [replace(mark_of(each), restless=moves) for each in (before, shaded)]
    node = LocalActionNode(StepPlace(1, 1), step, *marks, Reversibility.fully(""))
    assert REVERTER.judge(node, mark_of(after), is_acted=False).verdict is Verdict.CANT_TELL
