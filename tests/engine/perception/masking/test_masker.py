"""What must not be known is neither in the zones nor in the picture; all else stays as it was."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from engine.domain.spaces import Frame, Rect
from engine.domain.surface_ports import AccessibleNode, AccessibleTree
from engine.domain.zones import COVERED, MASK, Role, Window, Zone
from engine.perception.accessibility import zones_of
from engine.perception.masking.masker import MaskedLook, Masker
from engine.perception.masking.rules import MaskRules
from tests.engine.perception.test_perceiver import node

SCREEN = Rect(0, 0, 200, 150)
FIELD, BUTTON = Rect(10, 60, 80, 16), Rect(10, 100, 60, 16)
PAPER = 240


def frame() -> Frame:
    pixels = np.full((SCREEN.height, SCREEN.width, 4), PAPER, np.uint8)
    return Frame(1, 0.0, SCREEN.width, SCREEN.height, pixels.tobytes())


def window(title: str, bounds: Rect, order: int, application: str = "app") -> Window:
    return Window(f"id {title}", title, application, bounds, order == 0, order)


def field(text: str, role: Role = Role.TEXT_FIELD, **changes: object) -> AccessibleNode:
    return node("/field", role, "To", text=text, bounds_px=FIELD, **changes)


def button(name: str = "Send") -> AccessibleNode:
    return node("/button", Role.BUTTON, name, bounds_px=BUTTON)


def looked(
    rules: MaskRules, *nodes: AccessibleNode, windows: tuple[Window, ...] = ()
) -> MaskedLook:
    tree = AccessibleTree(nodes, windows)
    masker = Masker(rules, lambda text: text)
    return masker.look(tuple(zones_of(tree, SCREEN)), tree, frame())


def is_covered(look: MaskedLook, place: Rect) -> bool:
    return bool((part_of(look, place) == COVERED).all())


def is_open(look: MaskedLook, place: Rect) -> bool:
    return bool((part_of(look, place) == PAPER).all())


def part_of(look: MaskedLook, place: Rect) -> np.ndarray:
    shown = look.covered(frame())
    pixels = np.frombuffer(shown.pixels, np.uint8).reshape(SCREEN.height, SCREEN.width, 4)
    return pixels[place.y : place.bottom, place.x : place.right]


def test_an_e_mail_address_is_in_no_text_and_its_place_is_covered() -> None:
    look = looked(MaskRules(), field("jo@example.org"), button())
    to, send = look.zones
    assert (to.label, to.value, to.is_secret) == ("To", MASK, True)
    assert is_covered(look, FIELD) and is_open(look, BUTTON) and not send.is_secret


def test_without_a_reason_the_picture_is_the_very_same() -> None:
    look = looked(MaskRules(), field("nothing"), button())
    shown = frame()
    assert look.covered(shown) is shown and not any(z.is_secret for z in look.zones)


def test_a_title_is_masked_with_the_bar_in_which_it_stands() -> None:
    mail = window("Inbox of jo@example.org", Rect(0, 50, 200, 100), 0)
    look = looked(MaskRules(), windows=(mail,))
    assert look.windows[0].title == f"Inbox of {MASK}"
    assert is_covered(look, Rect(0, 20, 200, 30)) and is_open(look, Rect(0, 50, 200, 100))


def test_what_lies_over_a_masked_zone_is_not_covered() -> None:
    below = window("Mail", Rect(0, 40, 200, 110), 1)
    above = window("Save", Rect(50, 40, 100, 60), 0)
    look = looked(
        MaskRules(), field("jo@example.org", window_key="id Mail"), windows=(above, below)
    )
    assert is_covered(look, Rect(10, 60, 40, 16)) and is_open(look, Rect(50, 60, 40, 16))


def test_a_password_field_is_covered_and_keeps_its_name() -> None:
    look = looked(MaskRules(patterns=()), field("", Role.PASSWORD_FIELD), button())
    assert is_covered(look, FIELD) and look.zones[0].label == "To"
    assert look.zones[0].is_secret and is_open(look, BUTTON)


def test_a_role_that_was_chosen_is_masked_text_and_picture() -> None:
    rules = MaskRules(roles=frozenset({Role.BUTTON}), patterns=())
    look = looked(rules, field("open"), button())
    assert [zone.label for zone in look.zones] == ["To", MASK] and look.zones[0].value == "open"
    assert is_covered(look, BUTTON) and is_open(look, FIELD)


def test_a_region_is_covered_and_what_stands_in_it_even_in_part_is_masked() -> None:
    rules = MaskRules(regions_px=(Rect(0, 0, 30, 80),))
    look = looked(rules, field("plain"), button())
    assert is_covered(look, Rect(0, 0, 30, 80)) and is_open(look, Rect(30, 0, 170, 150))
    assert look.zones[0].value == MASK and look.zones[1].label == "Send"


def test_a_window_with_the_word_in_its_title_is_masked_with_its_popups_and_no_other() -> None:
    bank = window("My Bank - account 7", Rect(0, 50, 100, 80), 1, "browser")
    popup = window("", Rect(0, 130, 40, 20), 0, "browser")
    other = window("Notes", Rect(100, 50, 100, 80), 2)
    inside = node("/a", Role.LABEL, "Balance 12", bounds_px=FIELD, window_key=bank.window_id)
    outside = node(
        "/b", Role.LABEL, "A note", bounds_px=Rect(110, 60, 40, 9), window_key="id Notes"
    )
    look = looked(MaskRules(window_titles=("bank",)), inside, outside, windows=(popup, bank, other))
    assert [zone.label for zone in look.zones] == [MASK, "A note"]
    assert [one.title for one in look.windows] == ["", f"bank {MASK}", "Notes"]
    assert is_covered(look, bank.bounds_px) and is_covered(look, popup.bounds_px)
    assert is_open(look, Rect(108, 50, 92, 80))


def test_other_hidden_texts_are_told_apart_without_telling_them() -> None:
    masker = Masker(MaskRules(), lambda text: text)

    def seen(text: str) -> Zone:
        tree = AccessibleTree((field(text),), ())
        return masker.look(tuple(zones_of(tree, SCREEN)), tree, frame()).zones[0]

    assert seen("a@example.org") == seen("a@example.org")
    one, other = seen("a@example.org"), seen("b@example.org")
    assert one.value == other.value and one.hidden_digest != other.hidden_digest


def test_a_secret_is_masked_even_where_the_goal_says_it() -> None:
    masker = Masker(MaskRules().exempting("type hunter2"), lambda t: t.replace("hunter2", MASK))
    assert masker.text("it is hunter2") == f"it is {MASK}"


def dots(count: int) -> Callable[[np.ndarray], None]:
    def paint(pixels: np.ndarray) -> None:
        for number in range(count):
            x = FIELD.x + 8 + 7 * number
            pixels[FIELD.y + 6 : FIELD.y + 11, x : x + 5] = 0

    return paint


def caret(pixels: np.ndarray) -> None:
    pixels[FIELD.y + 5 : FIELD.y + 12, FIELD.x + 40 : FIELD.x + 41] = 0


def nothing(pixels: np.ndarray) -> None: ...


@pytest.mark.parametrize(
    ("first", "second", "differs"),
    [(nothing, dots(4), True), (dots(4), dots(5), True), (nothing, caret, False)],
)
def test_that_a_password_was_typed_can_be_seen_though_it_is_covered(
    first: Callable[[np.ndarray], None], second: Callable[[np.ndarray], None], differs: bool
) -> None:
    masker = Masker(MaskRules(), lambda text: text)
    tree = AccessibleTree((field("", Role.PASSWORD_FIELD),), ())

    def digest(paint: Callable[[np.ndarray], None]) -> str:
        pixels = np.full((SCREEN.height, SCREEN.width, 4), PAPER, np.uint8)
        paint(pixels)
        seen = Frame(1, 0.0, SCREEN.width, SCREEN.height, pixels.tobytes())
        return masker.look(tuple(zones_of(tree, SCREEN)), tree, seen).zones[0].hidden_digest

    assert (digest(first) != digest(second)) is differs


def test_the_operator_may_see_what_is_masked_by_a_rule_and_not_a_secret_that_was_typed() -> None:
    assert looked(MaskRules(), field("jo@example.org"), button()).secret_px == ()
    tree = AccessibleTree((field("hunter2"), button()), ())
    masker = Masker(MaskRules(), lambda text: text.replace("hunter2", MASK))
    look = masker.look(tuple(zones_of(tree, SCREEN)), tree, frame())
    assert look.secret_px == (FIELD,)
