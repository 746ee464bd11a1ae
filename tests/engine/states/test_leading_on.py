"""A press in a page that only leads to the next one, and one that may have done something."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.domain.spaces import Rect
from engine.domain.web.pages import Answer, Page, WebElement
from engine.states.web.forms import only_leads

HERE = Page("http://site/", "Site")
SENT = Answer(1, "POST", "/machines", 200, is_of_typed=False)


def button(label: str, *, dialog: str = "") -> WebElement:
    return WebElement(label, "button", label, "button", "top", Rect(0, 0, 9, 9), dialog=dialog)


@pytest.mark.parametrize(
    ("label", "only"), [("New machine", True), ("Retire", False), ("Publish new", False)]
)
def test_a_press_only_leads_where_it_opens_and_nothing_went_out(label: str, *, only: bool) -> None:
    assert only_leads(button(label), HERE, HERE) is only
    assert not only_leads(button(label), HERE, replace(HERE, answers=(SENT,)))
    assert not only_leads(button(label), HERE, replace(HERE, url="http://site/new"))


@pytest.mark.parametrize(
    ("labels", "pressed", "only"),
    [
        (("By hand", "By rules", "Cancel"), "By hand", True),
        (("Archive it", "Cancel"), "Archive it", False),  # it may be the deed
        (("Cancel", "Next"), "Next", True),
        (("Cancel", "Skip this step"), "Skip this step", True),
        (("OK", "Cancel"), "OK", False),
        (("Delete", "Sell"), "Delete", False),
    ],
)
def test_a_step_of_a_dialog_only_leads_where_it_chooses_or_goes_on(
    labels: tuple[str, ...], pressed: str, *, only: bool
) -> None:
    page = replace(HERE, elements=tuple(button(each, dialog="Set it up") for each in labels))
    assert only_leads(button(pressed, dialog="Set it up"), page, page) is only
