"""Performing in a browser: what is tried, in which order, what never twice, what is an effect."""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from dataclasses import replace

import pytest

from engine.acting.web.page_executor import WebExecutor
from engine.acting.web.page_settling import WebSettler
from engine.domain.actions import (
    Action,
    Click,
    CloseTab,
    Navigate,
    Scroll,
    SwitchTab,
    TakeScreenshot,
    TypeText,
)
from engine.domain.conditions import SomethingChanges, TextShown
from engine.domain.errors import ActionImpossible, HeldBack, TargetLost
from engine.domain.limits import Limits
from engine.domain.performing import Looks, Performed
from engine.domain.plans import GLOBAL_ZONE_ID, PlanStep, Situation
from engine.domain.spaces import Rect
from engine.domain.verdicts import Verdict, cant_tell
from engine.domain.web.outgoing import Outgoing
from engine.domain.web.pages import Download, Tab
from engine.domain.zones import Role, State
from engine.safety.web.page_risks import WebRiskRater
from engine.states.web.changes import Baseline
from tests.engine.acting.web.pages import WebPage
from tests.engine.acting.web.standin import Browser, changed

LONG = {"full_height_px": 3000, "scroll_y_px": 1000}


def seen() -> Situation:
    here = WebPage("https://shop.example/")
    here.add("Details", Role.LINK, agent_id="link", href="https://shop.example/details")
    here.add("Place order", agent_id="order", is_submit=True, form="checkout")
    here.add("Add to cart", agent_id="add")
    here.add("More", agent_id="more-1")
    here.add("More", agent_id="more-2")
    here.add("Name", Role.TEXT_FIELD, agent_id="name")
    here.add("Password", Role.PASSWORD_FIELD, agent_id="password")
    return here.situation(**LONG)


def executor(browser: Browser, masked: Callable[[str], str] = str) -> WebExecutor:
    settler = WebSettler(browser, browser, navigation_secs=0.05, late_secs=0.01)  # type: ignore[arg-type]
    limits = Limits(settle_secs=0.05)
    return WebExecutor(browser, browser, limits, WebRiskRater(), settler=settler, masked=masked)  # type: ignore[arg-type]


async def performed(
    browser: Browser, action: Action, zone_id: str = GLOBAL_ZONE_ID, **facts: object
) -> Performed:
    step = PlanStep(1, zone_id, zone_id, action, "does something", **facts)  # type: ignore[arg-type]
    return await executor(browser).perform(step, browser.now)


def hows(browser: Browser) -> list[str]:
    return [how or kind for kind, _, how in browser.told]


async def test_a_click_that_leads_elsewhere_is_confirmed_with_the_new_address() -> None:
    browser = Browser(seen())
    browser.reacts = lambda told: changed(browser.now, url="https://shop.example/details")
    done = await performed(browser, Click(), "link")
    assert done.judged.verdict is Verdict.SEEN
    assert "The address changed to https://shop.example/details" in done.judged.words
    assert browser.told == [("click", "e-link", "pointer")]


async def test_a_lost_target_is_sought_down_and_up_then_clicked_by_script_then_by_text() -> None:
    browser = Browser(seen())
    browser.lost = dict.fromkeys(("pointer", "script", "text"), "It is gone.")  # type: ignore[arg-type]
    before = browser.now
    browser.scrolled = lambda y_px: changed(before, scroll_y_px=y_px)
    with pytest.raises(TargetLost, match="It is gone"):
        await performed(browser, Click(), "link")
    sought = ["pointer", "scroll_to", "pointer", "scroll_to", "pointer", "script", "text"]
    assert hows(browser) == sought


async def test_what_lies_over_an_element_is_told_as_it_may_be_known() -> None:
    def masked(words: str) -> str:
        return words.replace("spinnaker-9", "•••")

    browser = Browser(seen())
    browser.lost = {"pointer": "It is covered: “spinnaker-9” lies over it."}
    step = PlanStep(1, "link", "Details", Click(), "Click Details")
    done = await executor(browser, masked).perform(step, browser.now)
    assert "“•••” lies over it" in done.judged.words and "spinnaker" not in done.judged.words
    with pytest.raises(TargetLost, match="“•••” lies over it") as lost:
        step = PlanStep(1, "order", "Place order", Click(), "Click it")
        await executor(browser, masked).perform(step, browser.now)
    assert "spinnaker" not in str(lost.value)


async def test_what_is_found_again_after_scrolling_is_clicked_there() -> None:
    browser = Browser(seen())
    before = browser.now
    browser.lost = {"pointer": "Something lies over it."}

    def scrolled(y_px: int) -> Situation:
        browser.lost = {}
        return changed(before, scroll_y_px=y_px)

    browser.scrolled = scrolled
    browser.reacts = lambda told: (
        changed(browser.now, dom_hash="other", text="Sold") if told[0] == "click" else None
    )
    done = await performed(browser, Click(), "link")
    assert done.judged.verdict is Verdict.SEEN
    assert hows(browser) == ["pointer", "scroll_to", "pointer"]
    assert "Something lies over it" in done.judged.words


async def test_another_thing_under_the_same_name_is_not_clicked_after_scrolling() -> None:
    browser = Browser(seen())
    browser.lost = {"pointer": "gone", "script": "gone", "text": "gone"}
    other = WebPage("https://shop.example/")
    other.add("Delete", agent_id="link")
    browser.scrolled = lambda y_px: other.situation(full_height_px=3000, scroll_y_px=y_px)
    with pytest.raises(TargetLost):
        await performed(browser, Click(), "link")
    assert hows(browser).count("pointer") == 1


async def test_a_link_to_which_nothing_reacts_is_clicked_by_script_and_by_text() -> None:
    browser = Browser(seen())
    done = await performed(browser, Click(), "link")
    assert done.judged.verdict is Verdict.CONTRADICTED
    assert hows(browser) == ["pointer", "script", "text"]
    assert "Neither the address nor the page changed" in done.judged.words


@pytest.mark.parametrize("zone_id", ["order", "add"])
async def test_what_may_have_landed_and_must_not_happen_twice_is_touched_once(zone_id: str) -> None:
    browser = Browser(seen())
    done = await performed(browser, Click(), zone_id)
    assert done.judged.verdict is Verdict.CANT_TELL
    assert not done.may_repeat
    assert hows(browser) == ["pointer"]


async def test_an_order_that_is_covered_is_never_clicked_through_what_covers_it() -> None:
    browser = Browser(seen())
    browser.lost = {"pointer": "A dialog lies over it."}
    with pytest.raises(TargetLost):
        await performed(browser, Click(), "order")
    assert set(hows(browser)) <= {"pointer", "scroll_to"}


async def test_one_of_several_that_say_the_same_is_not_clicked_by_its_text() -> None:
    browser = Browser(seen())
    browser.lost = {"pointer": "gone", "script": "gone", "text": "gone"}
    with pytest.raises(TargetLost):
        await performed(browser, Click(), "more-1")
    assert "text" not in hows(browser)


async def test_a_fallback_that_reacts_is_confirmed_and_says_what_was_tried() -> None:
    browser = Browser(seen())
    browser.lost = {"pointer": "“Details” is covered by a banner."}
    browser.reacts = lambda told: (
        changed(browser.now, dom_hash="other", text="Sold") if told[2] == "script" else None
    )
    done = await performed(browser, Click(), "link")
    assert done.judged.verdict is Verdict.SEEN
    assert "tried: by the mouse (“Details” is covered by a banner)" in done.judged.words
    assert done.judged.words.endswith("by the page's own click.")


async def test_a_download_and_a_new_tab_are_effects() -> None:
    browser = Browser(seen())
    file = Download("report.pdf", "https://shop.example/report.pdf", state="saved")
    browser.reacts = lambda told: changed(browser.now, downloads=(file,))
    assert (await performed(browser, Click(), "link")).judged.words.startswith(
        "The file “report.pdf”"
    )
    browser = Browser(seen())
    page = browser.now.page
    assert page is not None
    tab = Tab("tab-2", "Map", "https://map.example/")
    browser.reacts = lambda told: changed(browser.now, tabs=(*page.tabs, tab))
    assert (await performed(browser, Click(), "link")).judged.words == "A new tab opened: “Map”."


async def test_what_was_expected_counts_before_what_merely_changed() -> None:
    browser = Browser(seen())
    browser.reacts = lambda told: changed(browser.now, dom_hash="other")
    done = await performed(browser, Click(), "link", expected_change=TextShown("Thank you"))
    assert done.judged == cant_tell(
        "it was not seen that the text “Thank you” is shown", "the page changed"
    )


async def test_what_was_expected_and_came_is_what_is_told_to_be_seen() -> None:
    browser = Browser(seen())
    here = WebPage("https://shop.example/")
    here.add("Details", Role.LINK, agent_id="link")
    here.add("Thank you", Role.STATUS, agent_id="said")
    browser.reacts = lambda told: changed(here.situation(**LONG), dom_hash="other")
    done = await performed(browser, Click(), "link", expected_change=TextShown("Thank you"))
    assert done.judged.is_seen
    assert done.judged.words.startswith("The text “Thank you” is shown")
    assert "the page changed" not in done.judged.words


async def test_that_something_changes_is_told_by_the_page_and_not_by_its_picture() -> None:
    browser = Browser(seen())
    browser.reacts = lambda told: seen()
    done = await performed(browser, Click(), "add", expected_change=SomethingChanges())
    assert done.judged.verdict is Verdict.CONTRADICTED


async def test_text_that_arrives_is_confirmed_and_a_password_is_not_looked_at() -> None:
    browser = Browser(seen())
    browser.reacts = lambda told: changed(browser.now, dom_hash="with name")
    assert (await performed(browser, TypeText("Ada"), "name")).judged.verdict is Verdict.SEEN
    browser = Browser(seen())
    done = await performed(browser, TypeText("{{secret:shop}}"), "password")
    assert done.judged.verdict is Verdict.CANT_TELL


async def test_typed_text_that_does_not_show_is_not_typed_again() -> None:
    browser = Browser(seen())
    done = await performed(browser, TypeText("Ada"), "name")
    assert hows(browser) == ["pointer"]
    assert not done.may_repeat


async def test_a_page_that_does_not_load_is_no_effect() -> None:
    browser = Browser(seen())
    browser.reacts = lambda told: changed(
        browser.now, url="https://down.example/", trouble="the server does not answer"
    )
    done = await performed(browser, Navigate("https://down.example/"))
    assert done.judged.verdict is Verdict.CONTRADICTED
    assert done.judged.words == "The page did not load: the server does not answer."


async def test_pictures_need_no_hands() -> None:
    browser = Browser(seen())
    done = await performed(browser, TakeScreenshot())
    assert done.judged.verdict is Verdict.SEEN
    assert browser.told == []


class Fetching(Browser):
    """It is busy for so many looks, and says so in one way or another."""

    async def observe(self) -> Situation:
        self.looks = getattr(self, "looks", 0) + 1
        return self.now if self.looks < 20 else changed(seen(), dom_hash="all of it")


@pytest.mark.parametrize("sign", [{"text": "Books\nLoading. Please wait…"}, {"is_busy": True}])
async def test_who_looks_for_what_is_not_there_yet_waits_for_a_page_that_says_it_is_busy(
    sign: dict[str, object],
) -> None:
    browser = Fetching(changed(seen(), **sign))  # type: ignore[arg-type]
    settler = WebSettler(browser, browser, late_secs=0.01)  # type: ignore[arg-type]
    limits = Limits(settle_secs=0.05)
    patient = WebExecutor(browser, browser, limits, WebRiskRater(), settler=settler)  # type: ignore[arg-type]
    step = PlanStep(1, GLOBAL_ZONE_ID, "", TakeScreenshot(), "Look again")
    done = await patient.perform(step, browser.now)
    assert done.situation.page is not None and done.situation.page.dom_hash == "all of it"


async def test_scrolling_at_the_end_says_so() -> None:
    browser = Browser(changed(seen(), full_height_px=600, scroll_y_px=0))
    done = await performed(browser, Scroll(down=3))
    assert done.judged.verdict is Verdict.CONTRADICTED
    assert done.judged.words == "The page did not scroll: this is its end."


async def test_tabs_are_switched_and_closed_by_the_hands() -> None:
    browser = Browser(seen())
    assert (await performed(browser, SwitchTab("tab-1"))).judged.verdict is Verdict.SEEN
    await performed(browser, CloseTab("tab-1"))
    assert [kind for kind, _, _ in browser.told] == ["switch_tab", "close_tab"]


async def test_an_effect_that_comes_late_is_seen_before_a_retry() -> None:
    before = seen()
    step = PlanStep(1, "link", "Details", Click(), "Click Details")
    browser = Browser(before)
    ran = executor(browser)
    now = changed(before, url="https://shop.example/details")
    assert await ran.has_effect_already(step, Looks(before, now))
    assert not await ran.has_effect_already(step, Looks(before, before))


async def test_an_element_out_of_view_is_scrolled_to() -> None:
    here = WebPage("https://shop.example/")
    here.add("Imprint", Role.LINK, agent_id="far", shown=False, at=Rect(10, 2400, 90, 20))
    browser = Browser(here.situation(full_height_px=3000))
    in_sight = WebPage("https://shop.example/")
    in_sight.add("Imprint", Role.LINK, agent_id="far", at=Rect(10, 300, 90, 20))
    places: list[int] = []

    def scrolled(y_px: int) -> Situation:
        places.append(y_px)
        return in_sight.situation(full_height_px=3000, scroll_y_px=y_px)

    browser.scrolled = scrolled
    step = PlanStep(1, "far", "Imprint", Click(), "Click Imprint")
    now = await executor(browser).wait_for_zone(step, browser.now)
    zone = now.zone("far")
    assert zone is not None
    assert zone.on_screen
    assert places == [2110]


@pytest.mark.parametrize("knows_id", [False, True])
async def test_what_a_plan_knew_by_name_alone_is_not_waited_for_once_something_is_called_so(
    knows_id: bool,
) -> None:
    """But where it is known, the other thing that is called so is none of it."""
    here = WebPage("https://shop.example/")
    here.add("More", agent_id="covered", shown=False)
    here.add("More", agent_id="more")
    browser, ticks = Browser(here.situation()), iter(range(10_000))
    settler = WebSettler(browser, browser, clock=lambda: float(next(ticks)))  # type: ignore[arg-type]
    ran = WebExecutor(browser, browser, Limits(settle_secs=50), WebRiskRater(), settler=settler)  # type: ignore[arg-type]
    step = PlanStep(1, "covered" if knows_id else "More", "More", Click(), "Click More")
    await ran.wait_for_zone(step, browser.now)
    assert (next(ticks) > 50) is knows_id


async def test_what_does_not_come_to_a_page_that_rests_is_waited_for_to_the_bound_alone() -> None:
    ticks = iter(range(10_000))
    browser = Browser(seen())
    browser.rests_in_secs = 1.1
    settler = WebSettler(browser, browser, clock=lambda: next(ticks) / 10)  # type: ignore[arg-type]
    settled = await settler.settle(
        Baseline(seen(), await browser.page_state()), Looks(seen(), seen()), TextShown("Thanks"),
        bound_secs=3, counts_scrolling=False,
    )  # fmt: skip
    assert settled.has_come is False
    assert 30 <= next(ticks) < 60


async def test_the_keyboard_in_a_field_is_what_a_click_there_does() -> None:
    browser = Browser(seen())
    here = WebPage("https://shop.example/")
    here.add("Name", Role.TEXT_FIELD, State.FOCUSED, agent_id="name")
    browser.reacts = lambda told: here.situation(**LONG)
    done = await performed(browser, Click(), "name")
    assert done.judged.verdict is Verdict.SEEN
    assert done.judged.words.startswith("Text field “Name” has the keyboard")


async def test_what_stands_under_the_id_by_now_is_not_clicked_when_it_is_another_thing() -> None:
    browser = Browser(seen())
    other = WebPage("https://shop.example/")
    other.add("Place order", agent_id="link", is_submit=True, form="checkout")
    step = PlanStep(1, "link", "Details", Click(), "Click Details")
    before = browser.now
    browser.now = other.situation(full_height_px=600)
    browser.lost = {"pointer": "It is gone."}
    with pytest.raises(TargetLost):
        await executor(browser).perform(step, before)
    assert not {"script", "text"} & set(hows(browser))


async def test_of_a_page_that_does_not_answer_nobody_can_tell_what_came_of_it() -> None:
    browser = Browser(seen())
    browser.reacts = lambda told: changed(
        browser.now, is_silent=True, trouble="The page does not answer.", dom_hash=""
    )
    result = await performed(browser, Click(), "add")
    assert result.judged.verdict is Verdict.CANT_TELL and "does not answer" in result.judged.words


async def test_what_the_page_may_not_set_off_with_it_is_raised_and_not_tried_again() -> None:
    browser = Browser(seen())
    sent = Outgoing("https://shop.example/cart", "POST")

    def reacts(told: object) -> None:
        browser.sets_off(sent)

    browser.reacts = reacts
    step = PlanStep(1, "add", "Add to cart", Click(), "Click it")
    asked: list[Outgoing] = []

    def against(step: PlanStep, before: Situation) -> Callable[[Outgoing], str]:
        return lambda out: asked.append(out) or "sends a form"  # type: ignore[func-returns-value]

    holding = WebExecutor(
        browser, browser, Limits(settle_secs=0.05), WebRiskRater(), against=against
    )  # type: ignore[arg-type]
    with pytest.raises(HeldBack, match="sends a form"):
        await holding.perform(step, browser.now)
    assert asked == [sent] and len(browser.told) == 1


async def test_all_that_a_yes_would_let_on_is_asked_about() -> None:
    browser, whys = Browser(seen()), iter(("sends a form", "deletes something", "sends a form"))

    def reacts(told: Action) -> None:
        for _ in range(3):
            browser.sets_off(Outgoing("https://a.example", "POST"))

    browser.reacts = reacts
    holding = WebExecutor(
        browser,
        browser,
        Limits(settle_secs=0.05),
        WebRiskRater(),
        against=lambda step, before: lambda out: next(whys),
    )  # type: ignore[arg-type]
    with pytest.raises(HeldBack, match=r"^sends a form and it deletes something$"):
        await holding.perform(PlanStep(1, "add", "Add to cart", Click(), ""), browser.now)


@pytest.mark.parametrize(
    ("again", "waits", "touches"),
    [
        (PlanStep(1, "add", "Add to cart", Click(), "", has_risk_of="sends a form"), True, 1),
        (PlanStep(1, "add", "Add to cart", Click(), "", has_risk_of="sends a form"), False, 2),
        (PlanStep(1, "add", "Add to cart", Click(), ""), True, 2),
        (PlanStep(1, "add", "Add to cart", Click(), "", has_risk_of="deletes"), True, 2),
        (PlanStep(1, "more-1", "More", Click(), "", has_risk_of="sends a form"), True, 2),
    ],
)
async def test_only_what_was_held_back_of_the_same_step_goes_on_without_touching_again(
    again: PlanStep, waits: bool, touches: int
) -> None:
    browser = Browser(seen())
    browser.reacts = lambda told: browser.sets_off(Outgoing("https://a.example"))  # type: ignore[func-returns-value]
    whys = iter(("sends a form", ""))

    def against(step: PlanStep, before: Situation) -> Callable[[Outgoing], str]:
        why = next(whys)
        return lambda out: why

    holding = WebExecutor(
        browser, browser, Limits(settle_secs=0.05), WebRiskRater(), against=against
    )  # type: ignore[arg-type]
    with pytest.raises(HeldBack):
        await holding.perform(PlanStep(1, "add", "Add to cart", Click(), ""), browser.now)
    browser.waits = waits
    await holding.perform(again, browser.now)
    assert len(browser.told) == touches


@pytest.mark.parametrize("is_there", [True, False])
async def test_what_came_after_the_step_goes_on_without_touching_again_be_it_given_up(
    is_there: bool,
) -> None:
    browser = Browser(seen())
    holding = WebExecutor(browser, browser, Limits(settle_secs=0.05), WebRiskRater())  # type: ignore[arg-type]
    step = PlanStep(1, "add", "Add to cart", Click(), "")
    await holding.perform(step, browser.now)
    assert holding.held_late(step) is None
    browser.late = ["sends data", "deletes something"]
    await holding.perform(PlanStep(2, GLOBAL_ZONE_ID, "", TakeScreenshot(), ""), browser.now)
    held = holding.held_late(step)
    assert held is not None and str(held) == "sends data and it deletes something"
    browser.waits, going_on = is_there, replace(step, has_risk_of=str(held))
    with contextlib.nullcontext() if is_there else pytest.raises(ActionImpossible):
        await holding.perform(going_on, browser.now)
    assert len(browser.told) == 1


async def test_a_return_that_shows_nothing_is_not_told_and_none_that_failed() -> None:
    here = WebPage("https://shop.example/")
    here.add("Name", Role.TEXT_FIELD, agent_id="name", value="Ann")
    result = await performed(Browser(here.situation()), TypeText("Ann\n", replace=True), "name")
    assert result.judged.verdict is Verdict.CANT_TELL


async def test_what_hangs_is_waited_for_once() -> None:
    """A sign that something is being fetched, and a document that was loading already."""
    ticks = iter(range(10_000))
    busy, loading = changed(seen(), is_busy=True), changed(seen(), is_loading=True)

    async def waits(settler: WebSettler, now: Situation, *, is_patient: bool = False) -> int:
        began = next(ticks)
        await settler.settle(
            Baseline(now, ("", "")), Looks(now, now), None, bound_secs=1, counts_scrolling=False,
            is_patient=is_patient,
        )  # fmt: skip
        return next(ticks) - began

    for shown, is_patient in ((busy, True), (loading, False)):
        browser = Browser(shown)
        browser.rests = is_patient
        settler = WebSettler(
            browser, browser, navigation_secs=200, late_secs=1, clock=lambda: float(next(ticks))
        )  # type: ignore[arg-type]
        first = await waits(settler, changed(shown, is_loading=False), is_patient=is_patient)
        assert first > 200 > 50 > await waits(settler, shown, is_patient=is_patient)
    browser.rests = True  # but for a picture that never comes, say
    settler = WebSettler(
        browser, browser, navigation_secs=200, late_secs=1, clock=lambda: float(next(ticks))
    )  # type: ignore[arg-type]
    assert await waits(settler, seen()) < 50
