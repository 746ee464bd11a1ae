"""The state graph of a run on the web: what is lit, what was visited, how far the run came."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from engine.domain.plans import StepPlace
from engine.domain.web.events import Node
from engine.domain.web.pages import Stage
from tests.support import sample_run, web_run
from tests.support.gallery import feed
from tests.support.shown_words import facts_text, is_empty
from tests.widgets.conftest import Heard, becomes_so
from widgets.inspector.inspector import EVENT_TAB
from widgets.kit.theme import Theme, ThemeChoice
from widgets.web.graph_page import PLACES
from widgets.window.main_window import MainWindow

ONE_WINDOW = True


@pytest.fixture
def shown(window: MainWindow) -> MainWindow:
    feed(window, web_run.navigating_run())
    return window


def test_each_node_of_the_graph_has_a_place_of_its_own() -> None:
    assert set(PLACES) == set(Node) and len(set(PLACES.values())) == len(Node)


def test_the_node_that_the_run_is_at_is_lit_and_the_visits_are_counted(shown: MainWindow) -> None:
    graph = shown.views.graph.graph
    assert graph.current is Node.PLANNER
    assert [graph.nodes[each].text() for each in (Node.OBSERVE, Node.EXECUTE)] == [
        "Observe  4",
        "Execute  3",
    ]
    names = [box.accessibleName() for box in graph.nodes.values()]
    assert "Plan: 4 visits, the run is here" in names
    assert "Leave loop: not visited" in names
    assert "Asks the thinker for the next action" in graph.nodes[Node.PLANNER].toolTip()
    assert graph.accessibleDescription() == "at Plan"


def test_where_the_run_is_stays_in_sight_where_a_card_takes_the_room_below(
    shown: MainWindow,
) -> None:
    shown.resize(1280, 800)
    shown.views.plan_pages.show_page(shown.views.graph)
    node = shown.views.graph.graph.nodes[Node.PLANNER]
    assert becomes_so(lambda: node.visibleRegion().boundingRect() == node.rect())
    shown.resize(665, 420)
    assert becomes_so(lambda: node.visibleRegion().boundingRect() == node.rect())


def test_the_pages_address_stands_above_its_picture_and_of_a_desktop_there_is_none(
    shown: MainWindow,
) -> None:
    live = shown.views.live
    page = shown._state.web.page if shown._state.web is not None else None
    assert page is not None and page.url.startswith("http")
    assert live.address.isVisible() and live.address.text == page.url
    assert becomes_so(lambda: live.address.geometry().bottom() <= live.view.geometry().top())
    shown.show_run(sample_run.pending_run().state)
    assert live.address.isHidden()
    feed(shown, web_run.navigating_run())
    shown.clear_run()
    assert live.address.isHidden()


def test_nothing_is_lit_when_the_run_is_over(window: MainWindow) -> None:
    feed(window, web_run.found_run())
    page = window.views.graph
    assert page.graph.current is None and page.graph.nodes[Node.OBSERVE].text() == "Observe  5"
    assert page.stages.accessibleDescription() == "Done, 5 of 5"


def test_a_run_on_the_web_opens_its_graph_and_a_directors_its_plan(
    new_window: Callable[[], MainWindow],
) -> None:
    window = new_window()
    views = window.views
    window.goal_bar.choices.offer(("practice", "browser"), ("offline",))
    assert views.plan_pages.offered == (views.plan,)
    window.goal_bar.choices.choose(surface="browser")
    tabs = views.plan_pages.tabs
    assert becomes_so(lambda: 0 < tabs.tabRect(0).right() < tabs.tabRect(1).right() < tabs.width())
    feed(window, web_run.navigating_run())
    assert views.graph.isVisible() and not is_empty(views.graph)
    window.clear_run()
    feed(window, sample_run.pending_run())
    assert views.plan.isVisible() and views.plan_pages.offered == (views.plan,)


def test_the_stage_is_told_with_its_reason(shown: MainWindow) -> None:
    page = shown.views.graph
    assert page.stages.accessibleDescription() == "Locate, 3 of 5"
    assert page.stages.tip_of(Stage.CONTEXT).endswith("the page has to do with kettles")


def test_a_run_that_goes_in_circles_says_so(window: MainWindow) -> None:
    feed(window, web_run.stuck_run())
    assert window.views.graph.graph.current is Node.LOOP_MITIGATION
    assert "leaving a loop · locate · pass 7" in window.views.run_bar.status.text


def test_a_node_leads_to_its_last_visit(shown: MainWindow, heard: type[Heard]) -> None:
    box = shown.views.graph.graph.nodes[Node.EXECUTE]
    box.click()
    inspector = shown.views.inspector
    assert inspector.tabs.currentIndex() == EVENT_TAB
    assert "pass 3 · Execute" in facts_text(inspector.event_sheet)


def test_arrow_keys_go_from_node_to_node(shown: MainWindow) -> None:
    graph = shown.views.graph.graph
    graph.nodes[Node.PLANNER].setFocus()
    for key, node in (
        (Qt.Key.Key_Down, Node.SAFETY),
        (Qt.Key.Key_Right, Node.ERROR_RETRY),
        (Qt.Key.Key_Up, Node.LOOP_MITIGATION),
        (Qt.Key.Key_Left, Node.OBSERVE),
    ):
        QTest.keyClick(shown.focusWidget(), key)
        assert graph.nodes[node].hasFocus()
    stops = [box for box in graph.nodes.values() if box.focusPolicy() & Qt.FocusPolicy.TabFocus]
    assert stops == [graph.nodes[Node.OBSERVE]], "Tab comes here once"


@pytest.mark.parametrize("choice", [ThemeChoice.LIGHT, ThemeChoice.DARK])
def test_the_lit_node_has_the_accents_colour(
    shown: MainWindow, choice: ThemeChoice, theme: Theme
) -> None:
    theme.choose(choice)
    shown._theme.choose(choice)
    box = shown.views.graph.graph.nodes[Node.PLANNER]
    image = box.grab().toImage()
    ratio = image.devicePixelRatio()
    inside = image.pixelColor(round(4 * ratio), round(box.height() / 2 * ratio))
    assert inside == shown._theme.palette.colour("accent")


def test_the_plan_groups_actions_by_stage(shown: MainWindow) -> None:
    model = shown.views.plan.view.rows
    titles = [model.index(row, 0).data() for row in range(model.rowCount())]
    assert titles == ["Orient", "Context", "Locate"]
    locate = model.index(2, 0)
    assert model.rowCount(locate) == 1
    index = model.index_for(StepPlace(3, 1))
    assert index.parent() == locate
    assert index.data(Qt.ItemDataRole.AccessibleTextRole).endswith(", 3 · done · seen")
    assert "It has all words of the goal." in index.data(Qt.ItemDataRole.ToolTipRole)


def test_actions_of_a_stage_are_appended_to_it(window: MainWindow, heard: type[Heard]) -> None:
    window.show_run(web_run.navigating_run().state)
    model = window.views.plan.view.rows
    removed, inserted = Heard(), Heard()
    model.rowsRemoved.connect(removed)
    model.rowsInserted.connect(inserted)
    window.show_run(web_run.found_run().state)
    assert removed.count == 0 and inserted.count == 1
    for row in range(3):
        model.fetchMore(model.index(row, 0))
    assert [model.rowCount(model.index(row, 0)) for row in range(3)] == [1, 1, 2]


def test_the_inspector_says_why_an_action_was_proposed(shown: MainWindow) -> None:
    shown.views.plan.place_chosen.emit(StepPlace(3, 1))
    told = facts_text(shown.views.inspector.step_sheet)
    assert "Because: It has all words of the goal." in told and "Stage: Locate" in told


def test_a_browser_is_chosen_with_its_start_page(window: MainWindow, heard: type[Heard]) -> None:
    window.goal_bar.choices.offer(("practice", "browser"), ("offline",))
    bar, started = window.views.goal_bar, Heard()
    window.start_requested.connect(started)
    assert not bar.choices.address.isVisible()
    window.goal_bar.choices.choose(surface="browser:shop.example")
    assert bar.choices.address.isVisible() and bar.choices.address.text() == "shop.example"
    window.goal_bar.set_goal("Find a kettle")
    bar.start.click()
    assert started.calls[0][0].surface == "browser:shop.example"
    window.goal_bar.choices.choose(surface="practice")
    assert not bar.choices.address.isVisible()


def test_the_timeline_says_what_was_done(shown: MainWindow) -> None:
    bands = shown.views.timeline.strip.bands
    assert bands[0].startswith("1  Open http://shop.example/kettles")
    assert bands[2] == "3  Click “Blue enamel kettle, 2 l”"


def test_the_surface_says_who_works_on_it(window: MainWindow) -> None:
    window.goal_bar.choices.offer(("practice", "browser"), ("offline",))
    choices = window.views.goal_bar.choices
    choices.choose(surface="browser")
    assert choices.told.startswith("Where: Browser. The navigator works in it, one action at a")
    choices.choose(surface="practice")
    assert "The director works on a display of its own" in choices.told
