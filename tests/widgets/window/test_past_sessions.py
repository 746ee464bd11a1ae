"""Past sessions: announced, searched, opened, left again; and the one that was broken off."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import datetime

from PySide6.QtCore import Qt
from PySide6.QtGui import QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QFileDialog, QToolButton

from engine.domain.approvals import Asking
from engine.domain.events import ActionStarted, StepEnded
from engine.domain.spaces import Rect
from engine.domain.terminals import Terminal
from engine.domain.web.events import NodeEntered
from engine.language.sentences.run import TERMINAL_WORDS
from engine.record.views.fold import fold_all
from tests.support import sample_run, web_run
from tests.support.console_windows import show_past
from tests.support.shown_words import shown_text, take_offer
from tests.widgets.conftest import Heard, becomes_so
from widgets.kit.forms import Choice, SessionRow
from widgets.window.main_window import MainWindow
from widgets.window.past_sessions import GO_ON

ONE_WINDOW = True

PAST = SessionRow(
    "s-9", sample_run.GOAL, datetime(2026, 11, 21, 22, 8), "Goal reached", Terminal.GOAL_SATISFIED
)


def test_a_past_session_is_announced_and_left_again(window: MainWindow, heard: type) -> None:
    asked_back: Heard = heard()
    window.live_requested.connect(asked_back)
    run = sample_run.finished_run("s-9")
    show_past(window, PAST)
    window.show_events(run.events)
    window.show_run(run.state)
    banner = window.views.past_banner
    assert banner.isVisible()
    assert shown_text(banner) == "Viewing a past session\n2026-11-21 22:08 · Goal reached"
    (button,) = (each for each in banner.findChildren(QToolButton) if each.text() == "Back to live")
    button.setFocus()
    QTest.keyClick(button, Qt.Key.Key_Return)
    assert asked_back.count == 1
    window.leave_past()
    assert not banner.isVisible()
    assert window.views.plan.view.rows.rowCount() == 0


def test_ctrl_n_leaves_the_past_for_a_new_goal(window: MainWindow) -> None:
    window.live_requested.connect(window.leave_past)
    window.goal_bar.set_goal("what I was writing")
    show_past(window, PAST)
    run = sample_run.finished_run("s-9")
    window.show_events(run.events)
    window.show_run(run.state)
    goal = window.views.goal_bar.goal
    assert goal.text() == sample_run.GOAL and not goal.isEnabled()
    QTest.keyClick(window, Qt.Key.Key_N, Qt.KeyboardModifier.ControlModifier)
    assert not window.views.past_banner.isVisible()
    assert goal.hasFocus()
    assert goal.selectedText() == "what I was writing"


def test_a_session_broken_off_is_told_once_and_can_be_opened(
    new_window: Callable[[], MainWindow], heard: type
) -> None:
    broken = SessionRow("s-4", "Open Mousepad", datetime(2026, 11, 21, 22, 8), "Broken off")
    first = new_window()
    opened: Heard = heard()
    first.sessions.session_chosen.connect(opened)
    first.show_broken_off(broken)
    banner = first.views.message
    assert "broken off" in shown_text(banner) and "Open Mousepad" in shown_text(banner)
    (offer,) = banner.offers
    take_offer(banner, offer)
    assert opened.calls == [("s-4",)]
    assert not banner.isVisible()
    first.close()
    second = new_window()
    second.show_broken_off(broken)
    assert not second.views.message.isVisible()


def test_a_run_behind_a_past_session_can_be_stopped(window: MainWindow, heard: type) -> None:
    steered: Heard = heard()
    window.steered.connect(steered)
    past = sample_run.finished_run("s-9")
    show_past(window, PAST)
    window.show_events(past.events)
    window.show_run(past.state)
    assert not window.views.run_bar.stop.isEnabled()
    live = sample_run.pending_run("live")
    window.show_events(live.events)
    window.show_run(live.state)
    assert window.views.run_bar.stop.isEnabled()
    assert not window.views.run_bar.pause.isEnabled()
    assert "waits for you" in shown_text(window.views.past_banner)
    assert window.views.timeline.log.log.rowCount() == len(past.events)
    QTest.keyClick(window, Qt.Key.Key_F12)
    assert steered.calls == [("stop",)]


def test_the_past_has_its_own_picture_and_zones(window: MainWindow, heard: type) -> None:
    pictures, zones = heard(), heard()
    window.record.picture_wanted.connect(pictures)
    window.record.zones_wanted.connect(zones)
    run = sample_run.finished_run("s-9")
    show_past(window, PAST)
    window.show_events(run.events)
    window.show_run(run.state)
    assert pictures.calls[-1] == ("after-save",)
    assert zones.calls[-1] == ("zones-after-save",)
    window.show_frame(sample_run.draw_desktop(), 5)
    assert window.views.live.view.image is None
    window.record.came.emit("after-save", run.pictures["after-save"])
    assert window.views.live.view.image is run.pictures["after-save"]
    window.views.timeline.strip.row_chosen.emit(3)
    assert pictures.calls[-1] == ("desktop",)


def test_nothing_that_is_live_shows_over_or_as_the_past(window: MainWindow) -> None:
    """The last picture of a session may have no zones, or be gone."""
    run = sample_run.pending_run()
    frame = QImage(640, 400, QImage.Format.Format_RGB32)
    frame.fill(0)
    window.show_frame(frame, 5.0)
    window.show_zones(run.zones)
    live = window.views.live.view
    assert live.image is not None and live.layer.zones
    past = sample_run.finished_run("s-9")
    show_past(window, PAST)
    window.show_events(past.events)
    window.show_run(replace(past.state, zones_hash=""))
    assert live.image is None and not live.layer.zones
    window.leave_past()
    assert live.image is not None and live.layer.zones


def test_a_past_picture_has_the_mark_of_what_was_hit_in_it(window: MainWindow) -> None:
    run = sample_run.finished_run("s-9")
    events = [
        replace(each, event=replace(each.event, at_px=(300, 200)))
        if isinstance(each.event, ActionStarted)
        else each
        for each in run.events
    ]
    show_past(window, PAST)
    window.show_events(events)
    window.show_run(fold_all(events))
    strip, marked = window.views.timeline.strip, window.views.live.view
    ended = [row for row, each in enumerate(events) if isinstance(each.event, StepEnded)]
    strip.take(ended[0])
    assert marked._target_px == Rect(288, 188, 24, 24)
    strip.take(0)
    assert marked._target_px is None


def test_a_record_that_broke_off_asks_nothing(window: MainWindow) -> None:
    run = sample_run.pending_run("s-9")
    show_past(window, PAST)
    window.show_events(run.events)
    window.show_run(run.state)
    assert not window.views.approval.is_waiting


def test_sessions_are_listed_searched_and_opened(window: MainWindow, heard: type) -> None:
    chosen, asked = heard(), heard()
    window.sessions.session_chosen.connect(chosen)
    window.sessions_requested.connect(asked)
    other = SessionRow("s-1", "Compute 12 × 12", datetime(2026, 11, 20, 9, 0), "Stopped")
    window.sessions.show_sessions((PAST, other))
    window._actions.sessions.trigger()
    dialog = window.sessions
    assert asked.count == 1
    assert dialog.isVisible()
    QTest.keyClicks(dialog.search, "compute")
    dialog.table.setCurrentIndex(dialog.table.model().index(0, 0))
    QTest.mouseClick(dialog.open_button, Qt.MouseButton.LeftButton)
    assert chosen.calls == [("s-1",)]
    assert not dialog.isVisible()


def test_down_leads_from_the_search_into_the_list(window: MainWindow) -> None:
    window.sessions.show_sessions([PAST, replace(PAST, session_id="s-8", goal="Another goal")])
    dialog = window.sessions
    dialog.search.clear()
    dialog.open()
    dialog.search.setFocus()
    assert becomes_so(dialog.search.hasFocus)
    QTest.keyClick(dialog.search, Qt.Key.Key_Down)
    assert dialog.table.hasFocus() and dialog.table.currentIndex().row() == 0
    QTest.keyClick(dialog.table, Qt.Key.Key_Down)
    assert dialog.table.currentIndex().row() == 1
    dialog.reject()


def test_return_presses_the_button_that_has_the_keyboard(own_window: MainWindow) -> None:
    own_window.sessions.show_sessions([PAST, replace(PAST, session_id="s-2")])
    own_window._actions.sessions.trigger()
    dialog = own_window.sessions
    for button, left in ((dialog.delete_button, 1), (dialog.undo_button, 2)):
        button.setFocus()
        assert becomes_so(button.hasFocus)
        QTest.keyClick(button, Qt.Key.Key_Return)
        assert dialog.table.model().rowCount() == left
    dialog.reject()


def test_no_outcome_is_cut_short_and_the_chosen_session_is_told_in_full(
    own_window: MainWindow,
) -> None:
    rows = [
        SessionRow(str(number), "A goal " * 30, PAST.when, words, terminal, "Why it ended so.")
        for number, (terminal, words) in enumerate(TERMINAL_WORDS.items())
    ]
    own_window.sessions.show_sessions(rows)
    own_window._actions.sessions.trigger()
    table = own_window.sessions.table
    for number in range(len(rows)):
        needed = table.sizeHintForIndex(table.model().index(number, 2)).width()
        assert needed <= table.columnWidth(2)
    assert own_window.sessions.told.endswith(f"{rows[0].outcome}: Why it ended so.")
    QTest.keyClicks(own_window.sessions.search, "why it ended")
    assert table.model().rowCount() == len(rows)


def test_in_a_small_window_the_goal_has_the_room_that_the_others_do_not_need(
    own_window: MainWindow,
) -> None:
    """1280 × 800 at ``QT_FONT_DPI=144``."""
    facts = ("0:17", "6", "practice", "director", "", "")
    own_window.sessions.show_sessions([replace(PAST, facts=facts)])
    own_window._actions.sessions.trigger()
    own_window.sessions.resize(840, 480)
    table = own_window.sessions.table
    assert becomes_so(lambda: table.columnWidth(1) > 160), table.columnWidth(1)
    own_window.sessions.show_sessions([replace(PAST, facts=("",) * 6)])
    heads = [at for at in range(9) if not table.isColumnHidden(at)]
    needs = table.horizontalHeader().sectionSizeHint
    assert heads and all(table.columnWidth(at) >= needs(at) for at in heads), "a head is cut"
    assert table.horizontalScrollBar().maximum() == 0


def test_in_a_narrow_window_the_less_telling_columns_go(own_window: MainWindow) -> None:
    facts = ("0:17", "6", "browser:https://example.org", "director", "12", "$0.10")
    own_window.sessions.show_sessions([replace(PAST, facts=facts)])
    own_window._actions.sessions.trigger()
    table, head = own_window.sessions.table, own_window.sessions.table.horizontalHeader()
    shown = []
    for width_px in (1160, 900, 700, 420, 1160):
        own_window.sessions.resize(width_px, 480)
        assert becomes_so(lambda: 0 < head.length() <= table.viewport().width())
        assert table.columnWidth(1) > 80
        shown.append([at for at in range(9) if not table.isColumnHidden(at)])
    assert shown[0] == shown[-1] == [*range(9)]
    assert shown[2] != shown[0] and shown[3] == [0, 1, 2]


def test_a_long_address_pushes_no_column_out_of_sight(own_window: MainWindow) -> None:
    own_window._actions.sessions.trigger()
    own_window.sessions.resize(1160, 560)
    table, where = own_window.sessions.table, f"browser:https://example.org/{'path/' * 40}"
    own_window.sessions.show_sessions(
        [replace(PAST, facts=("0:30", "6", where, "director", "", ""))]
    )
    assert becomes_so(lambda: table.columnWidth(5) > 0 and table.horizontalHeader().length() > 600)
    assert table.horizontalScrollBar().maximum() == 0
    assert where in table.model().index(0, 5).data(Qt.ItemDataRole.ToolTipRole)


def test_a_session_is_deleted_as_the_list_closes_and_till_then_it_can_be_undone(
    window: MainWindow, heard: type
) -> None:
    let_go: Heard = heard()
    window.sessions.let_go_requested.connect(let_go)
    facts = ("2:05", "13", "practice", "director", "3", "0.0041")
    others = [replace(PAST, session_id=f"s-{number}", facts=facts) for number in (2, 1)]
    window.sessions.show_sessions((PAST, *others))
    window._actions.sessions.trigger()
    dialog = window.sessions
    dialog.search.clear()
    table, rows = dialog.table, dialog.table.model()
    assert [rows.index(1, column).data() for column in range(3, 9)] == list(facts)
    assert becomes_so(dialog.isActiveWindow)
    table.setFocus()
    table.selectRow(1)
    for _ in range(2):
        QTest.keyClick(table, Qt.Key.Key_Delete)
    assert rows.rowCount() == 1 and not let_go.count
    window.sessions.show_sessions((PAST, *others))
    assert rows.rowCount() == 1, "the list is told anew at each end of a run"
    QTest.keyClick(table, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert rows.rowCount() == 2 and dialog._chosen() == others[1]
    for _ in range(2):
        QTest.keyClick(table, Qt.Key.Key_Delete)
    assert "Undo keeps them" in dialog._empty.text() and dialog._empty.isVisible()
    for _ in range(2):
        QTest.keyClick(dialog, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert rows.rowCount() == 2 and table.hasFocus(), "the keys go on in the list"
    dialog.search.setFocus()
    QTest.keyClick(dialog.search, Qt.Key.Key_Delete)
    assert rows.rowCount() == 2, "in a field the key is the field's"
    dialog.reject()
    assert let_go.calls == [(("s-2",),)]


def test_nothing_is_deleted_while_a_session_is_running_and_it_is_said_why(
    window: MainWindow, heard: type
) -> None:
    let_go: Heard = heard()
    window.sessions.let_go_requested.connect(let_go)
    runs = replace(PAST, session_id="s-10", terminal=None, outcome="Running", is_live=True)
    window.sessions.show_sessions((runs, PAST))
    window._actions.sessions.trigger()
    dialog = window.sessions
    dialog.search.setText(PAST.outcome)
    assert becomes_so(dialog.isActiveWindow) and dialog._chosen() == PAST
    dialog.table.setFocus()
    QTest.keyClick(dialog.table, Qt.Key.Key_Delete)
    assert not dialog.delete_button.isEnabled() and dialog.open_button.isEnabled()
    assert "while a session is running" in dialog.delete_button.toolTip()
    assert dialog.table.model().rowCount() == 1
    window.sessions.show_sessions((replace(runs, is_live=False), PAST))
    assert dialog.delete_button.isEnabled()
    assert dialog.delete_button.toolTip().endswith("(Delete)")
    dialog.search.clear()
    dialog.reject()
    assert not let_go.count


def test_the_shown_session_is_exported(window: MainWindow, heard: type) -> None:
    exported: Heard = heard()
    window.sessions.export_requested.connect(exported)
    assert not window._actions.export.isEnabled()
    window.show_run(sample_run.finished_run("s-3").state)
    window._actions.export.trigger()
    assert exported.calls == [("s-3",)]


def test_a_script_that_is_chosen_stands_in_the_place_of_the_goal(window: MainWindow) -> None:
    window._actions.walk_script.trigger()
    dialog = window.findChild(QFileDialog)
    assert dialog is not None
    dialog.fileSelected.emit("/tmp/out/session-s-3.toml")
    dialog.close()
    assert window.goal_bar.goal.text() == "/tmp/out/session-s-3.toml"


BROKEN_OFF = SessionRow(
    "s-8", web_run.GOAL, datetime(2026, 11, 22, 9, 0), "Broken off", can_go_on=True
)


def test_a_session_that_broke_off_goes_on_from_its_banner(window: MainWindow, heard: type) -> None:
    asked: Heard = heard()
    window.sessions.go_on_requested.connect(asked)
    show_past(window, BROKEN_OFF)
    run = web_run.navigating_run("s-8")
    window.show_events(run.events)
    window.show_run(run.state)
    banner = window.views.past_banner
    (button,) = (each for each in banner.findChildren(QToolButton) if each.text() == "Go on")
    assert button.isVisible() and "Ctrl+Shift+G" in button.toolTip()
    take_offer(banner, "Go on")
    keys = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier
    QTest.keyClick(window, Qt.Key.Key_G, keys)
    assert asked.calls == [("s-8",), ("s-8",)]
    assert banner.isVisible(), "until it does go on, the past is shown"


def test_only_what_can_go_on_is_offered_and_one_at_a_time(window: MainWindow, heard: type) -> None:
    asked: Heard = heard()
    window.sessions.go_on_requested.connect(asked)
    keys = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier
    show_past(window, PAST)
    window.show_run(sample_run.finished_run("s-9").state)
    assert GO_ON not in window.views.past_banner.offers
    QTest.keyClick(window, Qt.Key.Key_G, keys)
    window.leave_past()
    show_past(window, BROKEN_OFF)
    window.show_run(web_run.navigating_run("s-8").state)
    window.show_run(sample_run.pending_run("live").state)
    assert "a run goes on" in shown_text(window.views.past_banner)
    assert window.views.past_banner.offers == ["Back to live"]
    assert not window._actions.run_again.isEnabled()
    QTest.keyClick(window, Qt.Key.Key_G, keys)
    assert asked.calls == []


def test_a_session_that_broke_off_goes_on_from_the_list(
    own_window: MainWindow, heard: type
) -> None:
    asked: Heard = heard()
    own_window.sessions.go_on_requested.connect(asked)
    own_window.sessions.show_sessions((PAST, BROKEN_OFF))
    own_window._actions.sessions.trigger()
    dialog = own_window.sessions
    assert becomes_so(dialog.isActiveWindow)
    assert not dialog.go_on_button.isVisible()
    dialog.table.selectRow(1)
    assert dialog.go_on_button.isVisible()
    keys = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier
    QTest.keyClick(dialog, Qt.Key.Key_G, keys)
    assert asked.calls == [("s-8",)]
    assert not dialog.isVisible()


def test_the_graph_of_a_past_run_is_that_of_the_chosen_moment(window: MainWindow) -> None:
    run = web_run.found_run("s-8")
    show_past(window, BROKEN_OFF)
    window.show_events(run.events)
    window.show_run(run.state)
    graph = window.views.graph
    assert graph.graph.current is None and graph.stages.accessibleDescription() == "Done, 5 of 5"
    visits = [row for row, each in enumerate(run.events) if isinstance(each.event, NodeEntered)]
    for row in (visits[-1], visits[2]):
        window.views.timeline.strip.row_chosen.emit(row)
        event = run.events[row].event
        assert isinstance(event, NodeEntered) and graph.graph.current is event.node
    assert graph.stages.accessibleDescription() == "Orient, 1 of 5"


def test_what_was_announced_is_not_announced_over_the_record(window: MainWindow) -> None:
    window.show_broken_off(BROKEN_OFF)
    assert window.views.message.isVisible()
    show_past(window, BROKEN_OFF)
    assert not window.views.message.isVisible()


def test_the_list_opens_on_the_newest_and_keeps_to_it(own_window: MainWindow) -> None:
    rows = [replace(PAST, session_id=f"s-{number}") for number in range(3)]
    own_window.sessions.show_sessions(rows[1:])
    own_window._actions.sessions.trigger()
    dialog = own_window.sessions
    dialog.table.selectRow(1)
    own_window.sessions.show_sessions(rows)
    assert dialog._chosen() == rows[2], "what the operator chose stays"
    dialog.reject()
    own_window._actions.sessions.trigger()
    assert dialog._chosen() == rows[0]
    newer = replace(PAST, session_id="s-new")
    own_window.sessions.show_sessions((newer, *rows))
    assert dialog._chosen() == newer


def test_a_past_session_is_put_in_place_again_and_started_by_the_operator(
    own_window: MainWindow, heard: type
) -> None:
    window = own_window
    model = Choice("model", "small-model at 127.0.0.1:8081", "Plans with this model")
    window.goal_bar.choices.offer(("practice", "screen"), ("offline", model))
    window.live_requested.connect(window.leave_past)
    started: Heard = heard()
    window.start_requested.connect(started)
    views, bar = window.views, window.goal_bar
    run = sample_run.finished_run("s-9")
    state = replace(run.state, surface="screen", thinker="offline", asking=Asking.EACH)
    views.desk.show_page(views.inspector)
    show_past(window, PAST)
    window.show_run(state)
    assert views.desk.current is views.approval, "how it ended is in sight"
    assert "This screen" in bar.summary.text()
    assert GO_ON not in views.past_banner.offers
    exported: Heard = heard()
    window.sessions.export_requested.connect(exported)
    take_offer(views.past_banner, "Export…")
    assert exported.count == 1 and views.past_banner.isVisible()
    take_offer(views.past_banner, "Run again")
    assert not views.past_banner.isVisible() and started.count == 0
    assert bar.goal.text() == sample_run.GOAL and bar.start.hasFocus()
    assert bar.choices.surface_key == "screen"
    assert bar.choices.asking.currentData() == Asking.EACH
    assert not views.message.isVisible()
    show_past(window, PAST)
    window.show_run(replace(state, thinker="small-model"))
    QTest.keyClick(window, Qt.Key.Key_R, Qt.KeyboardModifier.ControlModifier)
    assert bar.choices.thinker.currentData() == "model" and not views.message.isVisible()
    bar.choices.choose(thinker="offline")
    bar.choices.address.setText("https://other.example")
    show_past(window, PAST)
    window.show_run(replace(state, surface="browser"))
    QTest.keyClick(window, Qt.Key.Key_R, Qt.KeyboardModifier.ControlModifier)
    assert bar.choices.address.text() == "", "another site is not the past run's"
    show_past(window, PAST)
    window.show_run(replace(state, session_id="s-9", thinker="gone", mode="script"))
    QTest.keyClick(window, Qt.Key.Key_R, Qt.KeyboardModifier.ControlModifier)
    assert "Not to be chosen now: gone, script." in shown_text(views.message)
    assert bar.choices.thinker.currentData() == "offline"
    assert not window._actions.run_again.isEnabled(), "nothing past is shown"


def test_a_run_that_waits_behind_a_past_session_is_shown_as_it_is(own_window: MainWindow) -> None:
    window, waits = own_window, sample_run.pending_run("s-1")

    def back() -> None:
        window.leave_past()
        window.show_run(waits.state)

    window.live_requested.connect(back)
    window.show_run(waits.state)
    show_past(window, PAST)
    window.show_run(replace(sample_run.finished_run("s-9").state, goal="a past goal"))
    window._actions.run_again.trigger()
    assert window.views.message.isVisible()  # not while a run is under way
    assert window.goal_bar.goal.text() != "a past goal"
    assert window.goal_bar.choices.asking.currentData() == waits.state.asking
    window.show_run(sample_run.finished_run("s-1").state)
    assert not window.views.message.isVisible()
    window.show_message("Exported", "To a folder.")
    window.show_run(replace(waits.state, goal="another"))
    window.show_run(sample_run.finished_run("s-1").state)
    assert window.views.message.isVisible()
