"""One zone for each thing, out of what several sources saw of it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.domain.spaces import Rect
from engine.domain.zones import Role, Source, Zone
from engine.perception.fusion import fused, with_fused
from tests.support.drawn import drawn, window, zone

BOX = Rect(40, 40, 80, 26)


def seen(
    source: Source, label: str, role: Role = Role.BUTTON, box: Rect = BOX, sure: float = 0.8
) -> Zone:
    plain = zone(label, role, box)
    return replace(plain, zone_id=f"{source.name} {label}", source=source, confidence=sure)


def facts(*zones: Zone) -> list[tuple[str, Role, Source]]:
    return [(one.label, one.role, one.source) for one in fused(zones)]


def test_what_an_application_tells_wins_over_what_is_drawn_there() -> None:
    told = zone("Save", Role.BUTTON, BOX)
    text = seen(Source.TEXT, "Sove", Role.LABEL, BOX.grown(-6))
    assert fused([told, text]) == (told,)


@pytest.mark.parametrize("first", [True, False])
def test_a_drawn_word_gives_a_name_to_what_is_told_without_one(first: bool) -> None:
    told = replace(zone("", Role.BUTTON, BOX), zone_id="button_7")
    text = seen(Source.TEXT, "Save", Role.LABEL, Rect(60, 46, 36, 14))
    [one] = fused([told, text] if first else [text, told])
    assert (one.label, one.role, one.source) == ("Save", Role.BUTTON, Source.ACCESSIBILITY)
    assert (one.zone_id, one.bounds_px) == ("button_7", BOX)


def test_a_name_from_elsewhere_is_no_surer_than_who_gave_it_and_is_not_the_sources_own() -> None:
    told = replace(zone("", Role.BUTTON, BOX), zone_id="button_7")
    [read] = fused([told, seen(Source.TEXT, "Save", Role.LABEL, sure=0.86)])
    assert (read.confidence, read.named_by, read.own_label) == (0.86, Source.TEXT, "")
    shape = replace(seen(Source.SHAPE, "", Role.ICON, sure=0.9), state=frozenset())
    model = seen(Source.VISION, "Settings", sure=0.7)
    [named] = fused([shape, model])
    assert (named.source, named.named_by, named.confidence) == (Source.SHAPE, Source.VISION, 0.7)
    assert named.is_enabled == model.is_enabled


def test_what_a_masked_name_hides_is_told_apart_from_what_another_one_hides() -> None:
    told = replace(zone("", Role.BUTTON, BOX), zone_id="button_7")
    hidden = replace(seen(Source.TEXT, "•••", Role.LABEL), is_secret=True, hidden_digest="a1")
    [one] = fused([told, hidden])
    assert (one.label, one.is_secret, one.hidden_digest) == ("•••", True, "a1")


def test_of_a_drawn_shape_and_what_a_model_saw_the_surer_words_stay() -> None:
    shape = seen(Source.SHAPE, "", Role.ICON, sure=0.5)
    model = seen(Source.VISION, "Settings", Role.BUTTON, BOX.grown(3), sure=0.7)
    assert facts(shape, model) == [("Settings", Role.BUTTON, Source.VISION)]
    read = seen(Source.SHAPE, "Setup", sure=0.97)
    assert facts(read, model) == [("Setup", Role.BUTTON, Source.SHAPE)]


def test_the_browsers_word_comes_after_that_of_accessibility() -> None:
    page = seen(Source.DOM, "Send form", Role.LINK)
    told = zone("Send", Role.BUTTON, BOX)
    assert facts(page, told) == [("Send", Role.BUTTON, Source.ACCESSIBILITY)]
    assert facts(page, seen(Source.TEXT, "Send forn", Role.LABEL)) == [
        ("Send form", Role.LINK, Source.DOM)
    ]


@pytest.mark.parametrize("role", [Role.CANVAS, Role.GROUP, Role.IMAGE, Role.TEXT_AREA])
def test_a_frame_is_never_one_with_what_it_holds(role: Role) -> None:
    frame = zone("", role, BOX.grown(4))
    things = [frame, seen(Source.SHAPE, "Red circle", Role.ICON)]
    assert fused(things) == tuple(things)


def test_zones_of_one_source_are_never_joined_and_neither_are_those_of_two_windows() -> None:
    twins = [zone("One", Role.BUTTON, BOX), zone("Other", Role.BUTTON, BOX)]
    assert fused(twins) == tuple(twins)
    below = replace(seen(Source.TEXT, "Save", Role.LABEL), window_id="another")
    assert len(fused([twins[0], below])) == 2


def test_a_word_over_the_middle_of_a_large_thing_is_not_swallowed() -> None:
    row = zone("Row 1", Role.LIST_ITEM, Rect(20, 20, 600, 120))
    assert len(fused([row, seen(Source.TEXT, "Delete", Role.LABEL)])) == 2


def test_a_secret_is_never_unmasked_by_another_source() -> None:
    told = replace(zone("", Role.BUTTON, BOX), is_secret=True)
    [one] = fused([told, seen(Source.TEXT, "hunter2", Role.LABEL)])
    assert one.is_secret and one.label == ""


def test_a_situation_without_doubles_is_the_same_object() -> None:
    plain = drawn([window()], [zone("Save", Role.BUTTON, BOX)])
    assert with_fused(plain) is plain


def test_two_thousand_zones_are_fused() -> None:
    told = [
        zone(f"{n}", Role.BUTTON, Rect(10 + 40 * (n % 40), 10 + 30 * (n // 40), 36, 24))
        for n in range(1000)
    ]
    texts = [seen(Source.TEXT, one.label, Role.LABEL, one.bounds_px.grown(-3)) for one in told]
    assert fused([*told, *texts]) == tuple(told)
