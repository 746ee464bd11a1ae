"""Values as their fields take them, and what says something about a person."""

from __future__ import annotations

import pytest

from engine.domain.web.personal import asks_for, personal_kind
from engine.thinking.offline.web.field_values import as_taken
from tests.support.web_requests import element


@pytest.mark.parametrize(
    ("input_type", "said", "taken"),
    [
        ("date", "4 August 2026", "2026-08-04"),
        ("date", "August 4th, 2026", "2026-08-04"),
        ("date", "04.08.2026", "2026-08-04"),
        ("date", "4/8/2026", "4/8/2026"),
        ("date", "31 February 2026", "31 February 2026"),
        ("time", "3 pm", "15:00"),
        ("time", "9:30", "09:30"),
        ("number", "3 persons", "3"),
        ("text", "4 August 2026", "4 August 2026"),
    ],
)
def test_a_value_is_put_as_its_field_wants_it(input_type: str, said: str, taken: str) -> None:
    assert as_taken(element("1", "Day", "textbox", input_type=input_type), said) == taken


@pytest.mark.parametrize(
    ("name", "value", "kind"),
    [
        ("e-mail", "ada@b.org", "e-mail"),
        ("", "ada@b.org", "e-mail"),
        ("full name", "Ada Byron", "name"),
        ("phone", "0123 456", "phone"),
        ("name of the boat", "Pim", ""),
        ("message", "The gate squeaks", ""),
        ("newsletter", "off", ""),
    ],
)
def test_what_tells_of_a_person_is_known_by_its_name_and_shape(
    name: str, value: str, kind: str
) -> None:
    assert personal_kind(name, value) == kind


def test_a_field_asks_by_its_label_or_its_type() -> None:
    assert asks_for("name", "What shall we call you?")
    assert asks_for("e-mail", "", input_type="email")
    assert not asks_for("e-mail", "Search plants and pages")
