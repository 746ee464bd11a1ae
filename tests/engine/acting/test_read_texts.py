"""Texts that were read come late or not at all: no effect is judged, no state known by them."""

from __future__ import annotations

from dataclasses import replace

from engine.domain.actions import Click
from engine.domain.conditions import SomethingChanges, TextShown
from engine.domain.performing import Looks
from engine.domain.plans import GLOBAL_ZONE_ID, PlanStep
from engine.domain.spaces import Rect
from engine.domain.verdicts import Verdict
from engine.domain.zones import Role, Source, Zone
from engine.states.conditions_held import holds
from engine.states.judging import judge
from engine.states.marking import is_same_state, mark_of
from tests.support.drawn import INK, drawn, window, zone

READ = replace(zone("Score: 12", Role.LABEL, Rect(60, 60, 80, 20)), source=Source.TEXT)
BEFORE = drawn([window()], [])
NOW = replace(BEFORE, zones=(READ,))


def test_a_text_that_was_read_late_is_no_change() -> None:
    assert not holds(SomethingChanges(), Looks(BEFORE, NOW))
    told = replace(BEFORE, zones=(replace(READ, source=Source.ACCESSIBILITY),))
    assert holds(SomethingChanges(), Looks(BEFORE, told))


def test_a_text_that_was_expected_is_seen() -> None:
    assert holds(TextShown("score: 12"), Looks(BEFORE, NOW))


def test_a_text_that_was_only_read_late_is_no_effect_of_a_step() -> None:
    """It looks as before there; where that looks otherwise, it came."""
    step = PlanStep(1, GLOBAL_ZONE_ID, "", Click(), "Play", TextShown("score: 12"))
    painted = replace(drawn([window()], [], (READ.bounds_px, INK)), zones=(READ,))
    for now, verdict in ((NOW, Verdict.CANT_TELL), (painted, Verdict.SEEN)):
        assert judge(step, Looks(BEFORE, now)).verdict is verdict


def test_a_state_is_the_same_whether_it_was_read_or_not() -> None:
    assert is_same_state(mark_of(BEFORE), mark_of(NOW))


def test_what_the_text_stands_for_is_compared_by_its_picture() -> None:
    changed = drawn([window()], [], (Rect(60, 60, 80, 20), INK))
    assert holds(SomethingChanges(), Looks(BEFORE, changed))


FIGURE = Rect(60, 60, 8, 14)
ZERO = replace(zone("0", Role.LABEL, FIGURE), source=Source.TEXT)
SEVEN = replace(ZERO, label="7")


def differs(before: tuple[Zone, ...], now: tuple[Zone, ...], *, is_painted: bool) -> bool:
    first = drawn([window()], before)
    then = drawn([window()], now, (FIGURE, INK)) if is_painted else replace(first, zones=now)
    return holds(SomethingChanges(), Looks(first, then))


def test_another_figure_in_a_display_is_a_change_though_smaller_than_a_caret() -> None:
    assert differs((ZERO,), (SEVEN,), is_painted=True)
    assert not differs((ZERO,), (ZERO,), is_painted=True), "a caret blinks over it"
    assert not differs((ZERO,), (SEVEN,), is_painted=False), "it was only read otherwise"
    assert not differs((), (SEVEN,), is_painted=True), "nobody had read it before"


def test_a_figure_in_another_window_or_beside_is_none_of_it() -> None:
    beside = replace(SEVEN, bounds_px=Rect(160, 60, 8, 14))
    assert not differs((ZERO,), (beside,), is_painted=True)
    elsewhere = replace(SEVEN, window_id="another")
    assert not differs((ZERO,), (elsewhere,), is_painted=True)
