"""Things of one name that where they stand tells apart: what stands elsewhere is not taken."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.domain.errors import PlanFailed
from engine.domain.web.pages import Page, Table
from engine.domain.web.proposals import ActionName as A
from engine.domain.web.proposals import WebProposal
from engine.thinking.offline.web.steps import choose
from tests.engine.thinking.offline.web.test_steps import asked, button, done
from tests.support.web_choosers import proposed
from tests.support.web_requests import element, page

TWINS = page(
    element("1", "PDF", href="/a", places=("Dog licence", "Fees")),
    element("2", "PDF", href="/b", places=("Halls", "Fees"), context="See also Parking. PDF"),
    element("3", "PDF", href="/c", places=("Halls for youth clubs", "Fees")),
    element("4", "Halls", href="/halls", places=("Contents",)),
    button("5", "Save", places=("Address",)),
    button("6", "Save", places=("Address",)),
    button("7", "Remove", context="Peas Remove"),
    button("8", "Remove", context="Beans, go well with Corn Remove"),
    element("9", "Mail", "checkbox", input_type="checkbox", places=("Orders",)),
    element("10", "Mail", "checkbox", input_type="checkbox", places=("News",)),
    element("11", "City", "textbox", places=("Billing",)),
    element("12", "City", "textbox", places=("Delivery",)),
    title="Council",
    headings=("Fees", "Dog licence", "Parking", "Halls", "Halls for youth clubs"),
    tables=(Table("Crops", (), (("Corn", ""), ("Peas", "Remove"))),),
    text="Pool\nClosed\nLibrary\nOpen\nTotal: 3\nOrder 2\nTotal: 5",
    text_places=(("Pool",), ("Pool",), *[("Library",)] * 3, ("Order 2",), ("Order 2",)),
)


def choose_of(goal: str, seen: Page = TWINS, *, looked: bool = False) -> WebProposal:
    looks = (done(proposed(A.SCREENSHOT, reason=f"Step 1, look: {at}")) for at in range(4))
    return choose(asked(goal, seen, *(looks if looked else ())))


@pytest.mark.parametrize(
    ("goal", "agent_id"),
    [
        ("download PDF in the 'Halls' section", "2"),
        ("click PDF in the 'Dog licence' section", "1"),
        ("open PDF in the youth clubs section", "3"),
        ("click Halls in the Contents section", "4"),
        ("click Remove in the row of Peas", "7"),
        ("tick Mail in the News section", "10"),
        ("type 'Oslo' into City in the Delivery section", "12"),
        ("set City in the Billing section to 'Oslo'", "11"),
        ("in the Delivery section, type 'Oslo' into City", "12"),
    ],
)
def test_the_one_that_stands_there_is_taken(goal: str, agent_id: str) -> None:
    assert choose_of(goal).agent_id == agent_id


@pytest.mark.parametrize(
    "goal",
    [
        "download PDF in the 'Parking' section",  # another's text speaks of it
        "download PDF in the 'Swimming' section",
        "click Save in the Dog licence section",
        "click Remove in the row of Corn",
        "tick Mail in the Fees section",
        "type 'Oslo' into City in the Halls section",
    ],
)
def test_what_stands_elsewhere_is_not_taken_for_it(goal: str) -> None:
    assert choose_of(goal).action is A.SCREENSHOT
    with pytest.raises(PlanFailed, match="is not on this page"):
        choose_of(goal, looked=True)


def test_of_two_places_alike_none_is_guessed() -> None:
    assert choose_of("click Save in the Address section").action is A.ASK_USER


@pytest.mark.parametrize(
    ("goal", "agent_id"),
    [
        ("click Edit", "1"),
        ("click edit", "2"),
        ("click the button Log in", "4"),
        ("click the link Log in", "3"),
        ("click the button Help", "5"),  # where no button is called so
    ],
)
def test_the_spelling_and_the_role_that_were_said_win(goal: str, agent_id: str) -> None:
    assert choose_of(goal, NAMESAKES).agent_id == agent_id


def test_those_alike_are_told_by_what_they_are() -> None:
    asks = choose_of("click Log in", NAMESAKES)
    assert asks.choices == ("the link “Log in”", "the button “Log in”")


def test_a_label_that_begins_with_a_determiner_is_meant_whole() -> None:
    both = page(button("1", "Global Settings"), button("2", "Your Settings"))
    assert choose_of("click Your Settings", both).agent_id == "2"
    assert choose_of("click your Settings", both).action is A.ASK_USER


def test_what_is_covered_is_no_choice() -> None:
    lies_under = replace(NAMESAKES.elements[3], is_covered=True)
    seen = page(*NAMESAKES.elements[:3], lies_under)
    assert choose_of("click Log in", seen).agent_id == "3"


def test_the_second_part_of_a_path_is_looked_for_first_among_what_came_with_the_first() -> None:
    seen = page(*NAMESAKES.elements, button("6", "Account"))
    first = done(proposed(A.CLICK, "6", reason="Step 1, way: click “Account”"))
    goal = "click Account > Log in"
    assert choose(asked(goal, seen, first, came=frozenset({"4"}))).agent_id == "4"
    assert choose(asked(goal, seen, first, came=frozenset({"5"}))).action is A.ASK_USER


def test_an_entry_of_a_list_that_was_opened_is_none_of_what_stood_there_before() -> None:
    seen = page(button("1", "Crossing"), button("2", "Noon"), button("3", "Noon"))
    first = done(WebProposal(A.CLICK, "1", reason="Step 1, way: click “Crossing”"))
    goal = "set Crossing to Noon"
    assert choose(asked(goal, seen, first, came=frozenset({"3"}))).agent_id == "3"


def test_a_path_begins_anew_on_a_page_that_had_to_be_loaded_again() -> None:
    """Before its first part, and behind it, when the menu that it opened is gone."""
    seen = page(*NAMESAKES.elements, button("6", "Account"))
    first = done(proposed(A.CLICK, "6", reason="Step 1, way: click “Account”"))
    again = done(proposed(A.NAVIGATE, text=seen.url, reason="Step 1, way: go to the page"))
    goal = "click Account > Log in"
    for attempts in ((again,), (first, again)):
        assert choose(asked(goal, seen, *attempts)).agent_id == "6"
    assert choose(asked(goal, seen, again, first, came=frozenset({"4"}))).agent_id == "4"


NAMESAKES = page(
    element("1", "Edit", href="/page"),
    element("2", "edit", href="/section"),
    element("3", "Log in", href="/log-in"),
    button("4", "Log in"),
    element("5", "Help", href="/help"),
)


def test_what_is_farther_down_may_be_called_just_so() -> None:
    cut = page(*TWINS.elements, unread_count=3)
    assert choose_of("click PDF in the youth clubs section", cut).action is A.SCREENSHOT


def test_only_the_dialog_that_is_named_is_closed() -> None:
    seen = page(button("1", "Close", dialog="Cookies"))
    assert choose_of("close the Cookies dialog", seen).agent_id == "1"
    with pytest.raises(PlanFailed, match="nothing here to close"):
        choose_of("close the Terms dialog", seen)
    nameless = page(button("1", "Close", dialog="dialog"))
    assert choose_of("close the Cookies dialog", nameless).agent_id == "1"


@pytest.mark.parametrize(
    ("check", "is_so"),
    [
        ("'Closed' is shown in the Pool section", True),
        ("'Closed' is shown in the Library section", False),
        ("'Closed' in the Library section is not shown", True),
        ("'Closed' in the Pool section is not shown", False),
        ("'Closed' is not shown in the Pool section", False),
        ("'Closed' in the Gym section is not shown", False),
    ],
)
def test_a_check_looks_where_it_is_told_to(check: str, is_so: bool) -> None:
    if is_so:
        assert choose_of(f"check that {check}").action is A.DONE
    else:
        with pytest.raises(PlanFailed):
            choose_of(f"check that {check}", looked=True)


def test_a_value_is_read_where_it_is_asked_for() -> None:
    assert choose_of("read the Total of Order 2").text == "5"
    assert choose_of("read the Total of Library").text == "3"
    text = TWINS.text.replace("Total: 3", "Free")
    with pytest.raises(PlanFailed, match="is not on this page"):
        choose_of("read the Total of Pool", replace(TWINS, text=text), looked=True)


def test_a_dialog_that_lies_over_the_page_hides_nothing_from_a_deed_upon_a_thing() -> None:
    seen = page(
        button("1", "Only necessary", dialog="Cookies"),
        button("2", "Add to cart", context="Anchor light €64 Add to cart"),
        button("3", "Add to cart", context="Brass lamp €99 Add to cart"),
    )
    assert choose_of("click Add to cart in the row of 'Brass lamp'", seen).agent_id == "3"


def test_a_field_goes_before_cells_that_are_called_by_their_column_where_no_row_is_said() -> None:
    row = page(
        element("1", "Nights", "textbox"),
        element("2", "Nights", "gridcell", context="Ann 2", value="2"),
        element("3", "Nights", "gridcell", context="Tom 1", value="1"),
        tables=(Table("", ("Name", "Nights"), (("Ann", "2"), ("Tom", "1"))),),
    )
    assert choose_of("set Nights to 3", row).agent_id == "1"
    assert choose_of("type '3' into Nights in the row of 'Tom'", row).agent_id == "3"


@pytest.mark.parametrize(
    ("typed_in", "form", "is_sure"),
    [("u", "in", True), ("u", "", False), ("s", "in", False)],
    ids=["it sends that", "it sends nothing", "something else was typed"],
)
def test_the_button_that_sends_what_was_typed_last_goes_before_a_link_of_its_name(
    typed_in: str, form: str, *, is_sure: bool
) -> None:
    seen = page(
        element("m", "Login", "link", tag="a", href="/login"),
        element("s", "Find", "textbox", tag="input", form="find"),
        element("u", "User", "textbox", tag="input", form="in"),
        element("b", "Login", "button", tag="button", form=form, is_submit=True),
    )
    typed = proposed(A.TYPE, reason="Step 1, done: fill in", agent_id=typed_in, text="x")
    chosen = choose(asked("type 'x' into User, click Login", seen, done(typed)))
    assert (chosen.agent_id == "b") is is_sure
    assert chosen.action is (A.CLICK if is_sure else A.ASK_USER)
