"""One step after the other: which element is meant, when a step is done, and what is refused."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from engine.domain.actions import (
    Action,
    Click,
    Drag,
    Navigate,
    PressKeys,
    Scroll,
    TakeScreenshot,
    TypeText,
    Wait,
)
from engine.domain.errors import PlanFailed
from engine.domain.plans import GLOBAL_ZONE_ID, PlanStep
from engine.domain.spaces import Rect
from engine.domain.web.pages import Answer, Download, Page, Stage, Table, WebElement, WebGoal
from engine.domain.web.proposals import (
    DOWN,
    MOVED_ON,
    TO_END,
    ActionName,
    Attempt,
    WebProposal,
    WebRequest,
)
from engine.domain.zones import Role, Source, State, Zone
from engine.language.goals.web import read_web_goal
from engine.thinking.offline.web.steps import choose
from tests.support.web_choosers import proposed
from tests.support.web_requests import SITE, element, page, request

A = ActionName


def asked(goal: str, seen: Page, *attempts: Attempt, **facts: Any) -> WebRequest:
    read: WebGoal = read_web_goal(goal)
    told = {"stage": Stage.VERIFY, "attempts": attempts, **facts}
    return request(read, seen, zones=_zones(seen), **told)


def _zones(seen: Page) -> tuple[Zone, ...]:
    roles = {"link": Role.LINK, "button": Role.BUTTON, "checkbox": Role.CHECK_BOX}
    return tuple(
        Zone(
            f"zone-{each.agent_id}",
            each.text,
            roles.get(each.role, Role.TEXT_FIELD),
            each.bounds_px,
            frozenset({State.CHECKED} if each.value == "on" else set()),
            source=Source.DOM,
            source_key=each.agent_id,
        )
        for each in seen.elements
    )


def done(proposal: WebProposal, *, why: str = "", refused: bool = False) -> Attempt:
    words = f"Click “{proposal.agent_id}”"
    return Attempt(proposal, words, f"{SITE}/", not why, why, is_refused=refused)


def button(agent_id: str, text: str, **facts: Any) -> WebElement:
    return element(agent_id, text, "button", **facts)


ROWS = page(
    button("1", "Edit", context="Nora Vik Oslo Edit Delete"),
    button("2", "Delete", context="Nora Vik Oslo Edit Delete"),
    button("3", "Edit", context="Nora Vikander Rome Edit Delete"),
    button("4", "Delete", context="Nora Vikander Rome Edit Delete"),
    button("5", "New supplier"),
    tables=(
        Table(
            "Suppliers",
            ("Name", "City", ""),
            (("Nora Vik", "Oslo", "Edit Delete"), ("Nora Vikander", "Rome", "Edit Delete")),
        ),
    ),
)


@pytest.mark.parametrize(
    ("goal", "agent_id"),
    [
        ("click New supplier", "5"),
        ("click New", "5"),
        ("click Delete in the row of 'Nora Vik'", "2"),
        ("click Edit in the row of Nora Vikander", "3"),
        ("in the row of Rome, click Delete", "4"),
        ("click the second Edit", "3"),
        ("click the last Delete button", "4"),
        ("click the only New supplier", "5"),
    ],
)
def test_what_is_pointed_at_is_clicked(goal: str, agent_id: str) -> None:
    proposal = choose(asked(goal, ROWS))
    assert (proposal.action, proposal.agent_id) == (A.CLICK, agent_id)
    assert proposal.asked_by == "goal"


BOXES = page(
    button("1", "Pack", context="Ann Lee Pack"),
    element("2", "", "checkbox", tag="input", input_type="checkbox", context="Ann Lee Pack"),
    element("3", "", "checkbox", tag="input", input_type="checkbox", context="Tom Reed Pack"),
    element("4", "Search", "textbox", tag="input"),
    button("5", "Box"),
    tables=(Table("Crew", ("", "Name", ""), (("", "Ann Lee", "Pack"), ("", "Tom Reed", "Pack"))),),
)


@pytest.mark.parametrize(
    ("goal", "agent_id"),
    [
        ("tick the box in the row of 'Tom Reed'", "3"),
        ("tick the checkbox in the row of 'Ann Lee'", "2"),
        ("click Box", "5"),
        ("click Pack in the row of 'Ann Lee'", "1"),
        ("type 'Ann' into the Search box", "4"),
    ],
)
def test_a_box_without_a_name_is_the_one_of_its_row(goal: str, agent_id: str) -> None:
    assert choose(asked(goal, BOXES)).agent_id == agent_id


DRAWN = page(
    button("1", "Fast", context="Mode Fast Slow"),
    button("2", "Slow", context="Mode Fast Slow"),
    element("3", "Choose…", "", context="Bread * Choose…"),
    button("4", "Replace / Remove"),
    button("5", "Replace"),
)


@pytest.mark.parametrize(
    ("goal", "agent_id"),
    [
        ("choose Slow in Mode", "2"),
        ("choose Rye in Bread", "3"),
        ("click Replace / Remove", "4"),
        ("click Replace > Slow", "5"),
    ],
)
def test_what_is_drawn_by_script_goes_by_its_group_and_a_label_before_a_path(
    goal: str, agent_id: str
) -> None:
    assert choose(asked(goal, DRAWN)).agent_id == agent_id


@pytest.mark.parametrize(("risk", "is_over"), [("asks “Strike off Ida?”", True), ("", False)])
def test_a_yes_to_what_the_browser_asked_is_no_click_any_more(risk: str, *, is_over: bool) -> None:
    seen = page(button("1", "Strike off"))
    first = choose(asked("click Strike off, click OK", seen))
    step = PlanStep(1, "1", "Strike off", Click(), "Click “Strike off”", has_risk_of=risk)
    looked = PlanStep(2, GLOBAL_ZONE_ID, "", TakeScreenshot(), "Take a picture of the page")
    for words in ("click OK", "click OK in the dialog"):
        asking = asked(f"click Strike off, {words}", seen, done(first), completed=(step, looked))
        assert choose(asking).action is (A.DONE if is_over else A.SCREENSHOT)


def test_of_two_alike_none_is_taken_unasked() -> None:
    asking = choose(asked("click Edit", ROWS))
    assert asking.action is A.ASK_USER and len(asking.choices) == 2
    answers = {asking.text: asking.choices[1]}
    assert choose(asked("click Edit", ROWS, answers=answers)).agent_id == "3"
    with pytest.raises(PlanFailed, match="not the only one"):
        choose(asked("click the only Edit", ROWS))


def test_a_dialog_goes_before_what_is_behind_it() -> None:
    seen = page(button("1", "Save"), button("2", "Save", dialog="New member"))
    assert choose(asked("click Save", seen)).agent_id == "2"
    assert choose(asked("click Save in the 'New member' dialog", seen)).agent_id == "2"
    assert choose(asked("click Save in the dialog", seen)).agent_id == "2"


def test_the_clauses_are_done_in_order_and_none_is_left_out() -> None:
    seen = page(
        element("1", "Name", "textbox", form="f"),
        element("2", "Town", "textbox", form="f"),
        element("3", "Street", "textbox", form="f"),
        button("4", "Save", form="f", is_submit=True),
    )
    goal = "fill in the form: name 'A', town 'B', street 'C', and save it"
    attempts: list[Attempt] = []
    for agent_id in ("1", "2", "3", "4"):
        proposal = choose(asked(goal, seen, *attempts))
        assert proposal.agent_id == agent_id
        attempts.append(done(proposal))
    assert choose(asked(goal, seen, *attempts)).action is A.DONE


def test_what_is_so_already_is_not_done_again() -> None:
    seen = page(
        element("1", "Name", "textbox", value="Nora"),
        element("2", "City", "combobox", value="Oslo", options=("Oslo", "Rome")),
        element("3", "Water", "checkbox", value="on"),
    )
    goal = "type 'Nora' into Name, choose Oslo in City and tick Water"
    assert choose(asked(goal, seen)).action is A.DONE
    untick = choose(asked("untick Water", seen))
    assert (untick.action, untick.agent_id) == (A.CLICK, "3")


@pytest.mark.parametrize(("goal", "turned"), [("turn on Lamp", "off"), ("turn off Lamp", "on")])
def test_what_tells_not_whether_it_is_on_is_asked_about(goal: str, turned: str) -> None:
    seen = page(button("1", "Lamp"))
    question = choose(asked(goal, seen))
    assert question.action is A.ASK_USER and f"might turn it {turned}" in question.text
    leave, click = question.choices
    assert choose(asked(goal, seen, answers={question.text: click})).agent_id == "1"
    with pytest.raises(PlanFailed, match="left as it is"):
        choose(asked(goal, seen, answers={question.text: leave}))


def test_a_field_without_any_name_goes_by_what_stands_in_it() -> None:
    bare = element("2", "", "textbox", value="Untitled")
    seen = page(element("1", "Find", "textbox", value="Untitled"), bare)
    assert choose(asked("type 'Tide' into Untitled", seen)).agent_id == "2"
    sought = choose(asked("type 'Tide' into Title", page(bare)))
    assert "“Title” is not on the page yet" in sought.reason


def test_values_go_in_as_their_fields_take_them() -> None:
    seen = page(
        element("1", "First day", "textbox", input_type="date"),
        element("2", "City", "combobox", options=("Pick…", "Oslo (NO)", "Rome (IT)")),
        element("3", "Photo", "button", accepts_files=True),
        element("4", "Count", "textbox", input_type="number"),
    )
    for said, taken in (("1,234", "1234"), ("1.5", "1.5"), ("1,5 kg", "1.5"), ("-2", "-2")):
        assert choose(asked(f"enter '{said}' into Count", seen)).typed == taken
    assert choose(asked("enter '4 May 2026' into First day", seen)).typed == "2026-05-04"
    assert choose(asked("choose Rome in City", seen)).typed == "Rome (IT)"
    assert choose(asked("upload 'a.png' into Photo", seen)).typed == "a.png"
    with pytest.raises(PlanFailed, match="It offers"):
        choose(asked("choose Paris in City", seen))


def test_return_is_pressed_where_something_was_typed() -> None:
    seen = page(element("1", "Filter", "textbox", value="x"))
    goal = "type 'x' into Filter, press Return"
    empty = page(element("1", "Filter", "textbox"))
    typed = choose(asked(goal, empty))
    pressed = choose(asked(goal, seen, done(typed)))
    assert (pressed.action, pressed.agent_id, pressed.submits) == (A.TYPE, "1", True)


def test_a_field_to_search_with_is_waited_for() -> None:
    bare = page(button("1", "Cart"))
    looked = choose(asked("search for kelp", bare))
    assert looked.action is A.SCREENSHOT
    with pytest.raises(PlanFailed, match="no field to search for “kelp” with"):
        choose(asked("search for kelp", bare, done(looked)))


def test_what_is_not_there_is_waited_for_and_then_said() -> None:
    seen = page(button("1", "Cancel"))
    looked = choose(asked("click Save", seen))
    assert looked.action is A.SCREENSHOT
    with pytest.raises(PlanFailed, match=r"“Save” is not on this page.*“Cancel”"):
        choose(asked("click Save", seen, done(looked)))


def test_what_fails_twice_is_not_tried_for_ever_and_nothing_else_instead() -> None:
    seen = page(button("1", "Save"), button("2", "Save as template"))
    first = choose(asked("click Save", seen))
    again = choose(asked("click Save", seen, done(first, why="nothing changed")))
    assert first.agent_id == again.agent_id == "1"
    twice = (done(first, why="nothing changed"), done(again, why="nothing changed"))
    with pytest.raises(PlanFailed, match="nothing changed"):
        choose(asked("click Save", seen, *twice))


def test_what_a_bar_repeats_is_no_other_thing() -> None:
    seen = page(
        element("1", "Help", href="/h", is_navigation=True), element("2", "Help", href="/g")
    )
    assert choose(asked("open Help", seen)).agent_id == "2"


def test_what_was_only_typed_into_a_list_in_vain_is_not_taken_for_chosen() -> None:
    grade = element("1", "Grade", "combobox", tag="input", value="Durian")
    wanted = "choose Durian in Grade"
    assert choose(asked(wanted, page(grade))).action is A.DONE
    first = choose(asked(wanted, page(element("1", "Grade", "combobox", tag="input"))))
    assert first.acts == TypeText("Durian", replace=True, chooses=True)
    again = choose(asked(wanted, page(grade), done(first, why="It has no choice “Durian”.")))
    assert again.acts == first.acts


@pytest.mark.parametrize("is_read_only", [True, False])
def test_a_field_for_reading_only_is_chosen_from_and_not_what_else_is_called_so(
    *, is_read_only: bool
) -> None:
    seen = page(button("1", "Yard"), element("2", "Yard", "textbox", tag="input"))
    zones = [*_zones(seen)]
    zones[1] = replace(zones[1], state=frozenset([State.EDITABLE][is_read_only:]))
    goal = read_web_goal("choose North yard in Yard")
    chosen = choose(request(goal, seen, zones=tuple(zones), stage=Stage.VERIFY))
    assert (chosen.acts == TypeText("North yard", replace=True, chooses=True)) is is_read_only
    assert chosen.agent_id == "2" or not is_read_only


def test_what_only_holds_another_of_its_name_is_not_asked_about() -> None:
    outer = element("1", "Delivery", "", tag="div", bounds_px=Rect(0, 0, 90, 40))
    tab = element("2", "Delivery", "tab", tag="div", bounds_px=Rect(0, 10, 90, 20))
    assert choose(asked("click Delivery", page(outer, tab))).agent_id == "2"


def test_what_covers_the_page_goes_with_the_least_consent() -> None:
    seen = page(
        button("1", "Save", is_covered=True),
        button("2", "Accept all", is_fixed=True),
        button("3", "Reject all", is_fixed=True),
    )
    assert choose(asked("click Save", seen)).agent_id == "3"
    free = page(button("1", "Save"), *seen.elements[1:])
    assert choose(asked("click Save", free)).agent_id == "1"


@pytest.mark.parametrize(
    "labels",
    [
        ("Alle akzeptieren", "Alle ablehnen"),
        ("Tout accepter", "Continuer sans accepter"),
        ("Accept all cookies", "Only necessary"),
        ("I agree", "Maybe later"),
        ("Accept", "×"),
        ("接受", "拒绝"),
    ],
)
def test_in_each_language_the_least_is_consented_to(labels: tuple[str, str]) -> None:
    yes, no = (button(f"{at}", label, is_fixed=True) for at, label in enumerate(labels, 2))
    seen = page(button("1", "Save", is_covered=True), yes, no)
    assert choose(asked("click Save", seen)).agent_id == "3"


def test_after_a_no_the_goal_is_given_up() -> None:
    proposal = choose(asked("click Borrow", seen := page(button("1", "Borrow"))))
    no = Attempt(proposal, "Click “Borrow”", f"{SITE}/", False, "operator said no: later", True)
    with pytest.raises(PlanFailed, match="was refused: Click “Borrow”"):
        choose(asked("click Borrow", seen, no, avoid=("1",)))


def test_checks_are_made_on_the_page() -> None:
    seen = page(element("1", "Name", "textbox", value="Nora"), text="It was saved.\nTotal: 12")
    assert choose(asked("check that 'It was saved' is shown", seen)).action is A.DONE
    assert choose(asked("check that Name is Nora", seen)).action is A.DONE
    looks = [done(proposed(A.SCREENSHOT, reason="Step 1, look: see"))] * 3
    for goal in ("check that 'deleted' is shown", "check that Name is Ida"):
        assert choose(asked(goal, seen)).action is A.SCREENSHOT
        with pytest.raises(PlanFailed, match="is not"):
            choose(asked(goal, seen, *looks))


def test_a_download_is_done_when_the_file_was_saved() -> None:
    link = element("1", "Download", context="House rules Download")
    other = element("2", "Download", context="Fees Download")
    goal = "download the House rules"
    click = choose(asked(goal, page(link, other)))
    assert click.agent_id == "1"
    url = f"{SITE}/rules.pdf"
    saved = Download("rules.pdf", url, "/tmp/rules.pdf", 9, "saved", came_of="1")
    others = (replace(saved, came_of="2"), replace(saved, came_of=""))  # another link's, the page's
    assert (
        choose(asked(goal, page(link, other, downloads=(saved, *others)), done(click))).action
        is A.DONE
    )
    of_others = asked(goal, page(link, other, downloads=others), done(click))
    assert choose(of_others).action is A.SCREENSHOT
    failed = Download("rules.pdf", SITE, state="failed", why="it broke off", came_of="1")
    with pytest.raises(PlanFailed, match="it broke off"):
        choose(asked(goal, page(link, other, downloads=(failed,)), done(click)))


def test_a_page_that_can_not_be_used_is_loaded_once_more_and_then_said() -> None:
    seen = page(button("1", "Save"), status=500)
    again = choose(asked("click Save", seen))
    assert again.acts == Navigate(f"{SITE}/")
    with pytest.raises(PlanFailed, match="the server answered with 500"):
        choose(asked("click Save", seen, done(again)))


def test_a_page_that_is_gone_once_its_server_took_what_was_sent_is_no_fault() -> None:
    """As where deleting leads back to what was deleted; its own answer was another."""
    taken, refused = Answer(1, "POST", "/delete", 302), Answer(1, "POST", "/delete", 404)
    seen = replace(page(button("1", "Next")), status=404, answers=(taken,))
    assert choose(asked("click Next", seen, sent="Delete")).acts == Click()
    with pytest.raises(PlanFailed, match="was not taken: the server answered with 404"):
        choose(asked("click Next", replace(seen, answers=(refused,)), sent="Delete"))


def test_what_became_of_what_was_sent_nobody_can_tell_of_a_page_that_does_not_answer() -> None:
    silent = replace(page(button("1", "Next")), is_silent=True, trouble="The page does not answer.")
    with pytest.raises(PlanFailed, match="Nobody can tell whether what was sent was taken"):
        choose(asked("click Next", silent, sent="Save"))


def test_what_the_page_finds_fault_with_ends_the_goal() -> None:
    seen = page(button("1", "Save"))
    with pytest.raises(PlanFailed, match="Please enter a name"):
        choose(asked("click Save, click Next", seen, complaints=("Please enter a name",)))


@pytest.mark.parametrize(
    ("goal", "seen"),
    [
        ("check that 'Salt Roads' is shown", "“Salt Roads” stands in the text “Salt Roads | 400”"),
        ("check that '400' is shown in the row of 'Salt Roads'", "stands in the text"),
        ("check that Phone is '55'", "“Phone” is “55”"),
        ("check that Store is greyed out", "“Store” is greyed out"),
        ("check that 'Low Tide' is gone", "“Low Tide” is not on the page"),
    ],
)
def test_a_check_only_looks_and_says_where(goal: str, seen: str) -> None:
    told = choose(asked(goal, _STOCK))
    assert told.action is A.DONE and len(told.checked) == 1 and seen in told.checked[0]


@pytest.mark.parametrize(
    "goal",
    [
        "check that 'Salt Road' is shown",
        "check that 'saved' is shown",
        "check that '400' is shown in the row of 'The Ferry'",
        "check that Phone is '5'",
        "check that 'Salt Roads' is gone",
    ],
)
def test_a_check_wants_whole_words_and_does_nothing_to_find_them(goal: str) -> None:
    assert choose(asked(goal, _STOCK)).action is A.SCREENSHOT


_STOCK = page(
    element("phone", "Phone", "textbox", tag="input", value="55"),
    element("store", "Store", "button", tag="button", is_disabled=True),
    text="Salt Roads | 400\nThe Ferry | 210\nUnsaved",
)


_LOOKED = tuple(done(proposed(A.SCREENSHOT, reason=f"Step 1, look: {at}")) for at in range(4))
DIALOGS = page(
    element("1", "Close", "button", dialog="Report"),
    text="Ann | Saved\nBob | Lost\nDone",
    dialogs=(("Report", "Done"),),
)


@pytest.mark.parametrize(
    ("place", "is_so"),
    [
        ("'Saved' is shown in the row of Ann", True),
        ("'Saved' is shown in the row of Bob", False),
        ("'Done' is shown in the dialog", True),
        ("'Saved' is shown in the dialog", False),
        ("'Done' is shown in the dialog 'Report'", True),
        ("'Done' is shown in the dialog 'Settings'", False),
    ],
)
def test_a_check_heeds_the_place_that_is_said(place: str, is_so: bool) -> None:
    wanted = asked(f"check that {place}", DIALOGS)
    if is_so:
        assert choose(wanted).action is A.DONE
        return
    with pytest.raises(PlanFailed, match="is not shown"):
        choose(replace(wanted, attempts=_LOOKED))


def test_a_field_that_can_only_be_read_is_tried_once() -> None:
    seen = page(element("1", "Weeks", "textbox"))  # its zone is not editable
    asking = choose(asked("set Weeks to 4", seen))
    assert (asking.action, asking.agent_id) == (A.TYPE, "1")
    with pytest.raises(PlanFailed, match="can only be read"):
        choose(asked("set Weeks to 4", seen, done(asking, why="“Weeks” can only be read.")))


def test_where_a_view_brings_nothing_new_the_end_of_the_page_may() -> None:
    """All that lies below is known already; of a large page only what is near the view is."""
    tall = page(element("1", "Other"), full_height_px=9000)
    look = done(proposed(A.SCREENSHOT, reason="Step 1, look: at it"))
    view = choose(asked("click Deep", tall, look))
    assert (view.action, view.acts) == (A.SCROLL, DOWN)
    moved = {"state_change": MOVED_ON}
    end = choose(asked("click Deep", tall, look, done(view), **moved))
    assert end.acts == TO_END
    assert choose(asked("click Deep", tall, look, done(view))).acts == DOWN  # more came
    assert choose(asked("click Deep", tall, look, done(view), done(end))).acts == TO_END
    large = replace(tall, unread_count=9)
    assert choose(asked("click Deep", large, look, done(view), **moved)).acts == DOWN
    with pytest.raises(PlanFailed, match="is not on this page"):
        choose(asked("click Deep", tall, look, done(view), done(end, why="nothing changed")))


SHEET = page(button("1", "Save"), button("2", "Row 3"), element("3", "Log", "textbox"))
TEXT = Zone("text-4", "Milk", Role.LABEL, Rect(10, 200, 40, 20), source=Source.DOM)


@pytest.mark.parametrize(
    ("goal", "expected"),
    [
        ("press Ctrl+S", [(A.DO, "", PressKeys(("ctrl", "s")))]),
        ("press the Tab key 2 times", [(A.DO, "", PressKeys(("tab",)))] * 2),
        ("double-click Row 3", [(A.DO, "2", Click(count=2))]),
        ("right-click Row 3", [(A.DO, "2", Click("right"))]),
        ("right-click Milk", [(A.DO, "text-4", Click("right"))]),
        ("drag Save to Row 3", [(A.DO, "1", Drag("zone-2"))]),
        ("scroll down in Log", [(A.SCROLL, "3", Scroll(down=5))]),
        ("scroll right", [(A.SCROLL, "", Scroll(right=7))]),
        ("wait 5 seconds", [(A.SCREENSHOT, "", Wait(5.0))]),
    ],
)
def test_what_is_done_as_on_a_desktop_is_planned_so(
    goal: str, expected: list[tuple[ActionName, str, Action]]
) -> None:
    attempts: list[Attempt] = []
    for action, agent_id, acts in expected:
        asking = asked(goal, SHEET, *attempts)
        seen = replace(asking.situation, zones=(*asking.situation.zones, TEXT))
        proposal = choose(replace(asking, situation=seen))
        assert (proposal.action, proposal.agent_id, proposal.acts) == (action, agent_id, acts)
        attempts.append(done(proposal))
    assert choose(asked(goal, SHEET, *attempts)).action is A.DONE


def test_the_end_of_a_page_is_scrolled_to_at_once_unless_it_is_there() -> None:
    tall = page(button("1", "Save"), full_height_px=9000)
    assert choose(asked("scroll to the bottom", tall)).acts == TO_END
    assert choose(asked("scroll to the top", tall)).action is A.DONE
    low = replace(tall, scroll_y_px=9000)
    assert choose(asked("scroll to the bottom", low)).action is A.DONE
    assert choose(asked("scroll to the top", low)).acts == Scroll(down=-1000, to_end=True)
