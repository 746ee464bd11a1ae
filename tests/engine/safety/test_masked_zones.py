"""A zone with something masked in it can be aimed at, judged and taken back, as far as it shows."""

from __future__ import annotations

from dataclasses import replace

from engine.domain.actions import Click, TypeText
from engine.domain.conditions import SomethingChanges, ZoneValue
from engine.domain.history import LocalActionNode
from engine.domain.performing import Looks
from engine.domain.plans import PlanStep, Situation, StepPlace
from engine.domain.risks import Degree, Returned, Reversibility
from engine.domain.zones import COVERED, MASK, Role, State, Zone
from engine.safety.gate import ZoneTargetGuard
from engine.states.conditions_held import holds
from engine.states.marking import mark_of
from engine.undo.comparing import compare
from engine.undo.putting_back import put_choices_back, put_texts_back
from tests.support.stage import Stage, situation, zone

STEP = PlanStep(1, "To", "To", Click(), "Click To")


def masked(digest: str, *, value: str = MASK) -> Zone:
    states = frozenset({State.ENABLED, State.EDITABLE})
    return zone(
        "To", Role.TEXT_FIELD, state=states, value=value, is_secret=True, hidden_digest=digest
    )


def plain(value: str) -> Zone:
    return replace(masked(""), value=value, is_secret=False)


async def change(before: Situation, now: Situation) -> str | None:
    stage = Stage(now)
    guard = ZoneTargetGuard(stage, stage)
    target = guard.target_of(STEP, before)
    assert target is not None
    return await guard.change_of(target)


async def test_a_masked_target_may_be_hit_while_the_same_is_hidden_in_it() -> None:
    assert await change(situation(masked("a")), situation(masked("a"), shade=200)) is None


async def test_a_masked_target_that_hides_something_else_is_asked_about_again() -> None:
    words = await change(situation(masked("a")), situation(masked("b")))
    assert words == "text field “To” holds something else"


async def test_what_was_covered_of_a_target_does_not_count_as_changed() -> None:
    """A row of a list is known, and an address in it is not."""
    row, after = plain("row"), situation(plain("row"))
    covered = bytes([COVERED] * 4)
    pixels = bytearray(after.frame.pixels)
    for y in range(row.bounds_px.y, row.bounds_px.y + 4):
        at = (y * after.frame.width + row.bounds_px.x) * 4
        pixels[at : at + 8 * 4] = covered * 8
    before = replace(after, frame=replace(after.frame, change_count=-1, pixels=bytes(pixels)))
    assert await change(before, after) is None
    pixels[0 : 64 * 8 * 4] = bytes([200, 200, 200, 255]) * (64 * 8)
    other = replace(before, frame=replace(before.frame, pixels=bytes(pixels)))
    assert await change(other, after) == "text field “To” looks different"


def judged(before: Zone, now: Zone, text: str, *, contains: bool = False) -> bool:
    value = ZoneValue("To", "To", text, contains=contains)
    return holds(value, Looks(situation(before), situation(now)))


def test_a_typed_address_that_is_masked_is_judged_by_what_still_shows() -> None:
    assert judged(plain(""), masked("a"), "jo@example.org")
    assert judged(plain(""), masked("a", value=f"To {MASK}"), "jo@example.org", contains=True)
    assert not judged(masked("a"), masked("a"), "jo@example.org"), "nothing came of it"
    assert not judged(plain(""), masked("a", value=f"cc {MASK}"), "jo@example.org")


def test_another_hidden_text_is_a_change() -> None:
    one, other = situation(masked("a")), situation(masked("b"))
    same = replace(one, frame=replace(one.frame, change_count=-5))
    assert holds(SomethingChanges(), Looks(one, other))
    assert not holds(SomethingChanges(), Looks(one, same))


def test_dots_are_never_typed_in_place_of_a_masked_text() -> None:
    before, after = situation(masked("a")), situation(plain("hello"))
    back = Reversibility(Degree.REVERSIBLE, "how")
    node = LocalActionNode(StepPlace(1, 1), STEP, mark_of(before), mark_of(after), back)
    ways = list(put_texts_back(node, after))
    assert [way.words for way in ways] == ["undo in text field “To”"]
    typed = [step.action for way in ways for step in way.steps]
    assert not any(isinstance(action, TypeText) for action in typed)


def test_a_masked_choice_is_not_put_back_by_typing_dots() -> None:
    was = replace(masked("a"), role=Role.SPIN_BOX)
    before, after = situation(was), situation(replace(was, value="7", is_secret=False))
    back = Reversibility(Degree.REVERSIBLE, "how")
    node = LocalActionNode(StepPlace(1, 1), STEP, mark_of(before), mark_of(after), back)
    assert not any(f"put {MASK} back" in way.words for way in put_choices_back(node, after))


def test_a_state_with_another_hidden_text_is_not_the_same() -> None:
    one, other = mark_of(situation(masked("a"))), mark_of(situation(masked("b")))
    found = compare(one, other)
    assert found.returned is Returned.NOT_RESTORED
    assert found.differences == ("text field “To” holds another text",)
