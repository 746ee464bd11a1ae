"""What a thinker is told of searching, of looking around, and of the kind of page."""

from __future__ import annotations

from engine.domain.web.limits import WebLimits
from engine.domain.web.pages import WebGoal
from engine.domain.web.proposals import ActionName, WebRequest
from engine.modes.navigator.looks import look_at
from engine.modes.navigator.navigator import Navigator
from engine.modes.navigator.nodes.planner import request_of, should_avoid_search
from engine.modes.navigator.run import Work
from engine.modes.navigator.state import NavState, fresh_state
from tests.support.small_web import Part, SmallPage, SmallWeb, field_named, shop
from tests.support.stand_in_run import StandInRun
from tests.support.web_choosers import clicking, proposed

GOAL = "Find the red kettle"


def told(web: SmallWeb, **changes: object) -> WebRequest:
    """What the thinker is told where the run's state differs so from a fresh one."""
    run = StandInRun(GOAL, web, clicking())
    situation, goal = web.situation(), WebGoal(GOAL)
    assert situation.page is not None
    look = look_at(situation, situation.page, goal, room=60)
    work = Work(run, goal, WebLimits(), look=look)
    state: NavState = {**fresh_state(), **changes}  # type: ignore[typeddict-item]
    return request_of(state, work, tuple(ActionName))


def wall() -> SmallWeb:
    return SmallWeb({"/": SmallPage("Wall", "A wall.", (Part("Brick"),))}, "/")


def test_a_search_that_changed_nothing_is_told_at_once_and_avoided_at_the_second() -> None:
    said = [told(shop(), search_failures=times) for times in (0, 1, 2)]
    assert [each.search_no_change for each in said] == [False, True, True]
    assert [each.avoid_search for each in said] == [False, False, True]
    assert should_avoid_search({**fresh_state(), "search_failures": 2})


def test_the_pages_own_search_fields_are_named_and_no_other() -> None:
    parts = (
        field_named("name"),
        Part("Search", tag="input", name="words", kind="search"),
        field_named("q"),
        Part("Search tips", "/tips"),
        Part("Search the password", tag="input", name="secret", kind="password"),
    )
    web = SmallWeb({"/": SmallPage("Shop", "A shop.", parts)}, "/")
    assert told(web).search_controls == ("/#1", "/#2")


def test_two_steps_without_progress_make_it_look_around() -> None:
    exploring = [told(wall(), no_progress_steps=count).explore_mode for count in (0, 1, 2)]
    assert exploring == [False, False, True]


def test_a_page_that_lists_things_alike_is_told_from_one_that_does_not() -> None:
    assert told(SmallWeb(shop().pages, "/kettles")).is_listing
    assert not told(SmallWeb(shop().pages, "/kettles/red")).is_listing


def test_a_thinker_is_told_what_is_avoided() -> None:
    assert told(SmallWeb(shop().pages, "/kettles"), avoid=["/#0"]).avoid == ("/#0",)


async def test_searching_in_vain_twice_takes_search_away_from_the_thinker() -> None:
    run = StandInRun(GOAL, wall(), lambda _: proposed(ActionName.SEARCH, text="red kettle"))
    await Navigator()(run)
    assert [each.avoid_search for each in run.requests[:3]] == [False, False, True]
    assert [ActionName.SEARCH in each.allowed for each in run.requests[:3]] == [True, True, False]
