"""Why is this not a zone? Plain reasons, and the answer at the place."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QContextMenuEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu

from engine.domain.places import (
    LookVerdict,
    NotKept,
    PlaceFacts,
    SourceLook,
    ToldThing,
    nearest_zone,
    zones_at,
)
from engine.domain.spaces import Point, Rect, SightLag
from engine.domain.zones import Role, Source, State, Zone
from tests.support import sample_run, zone_scenes
from tests.support.gallery import SESSIONS
from tests.support.shown_words import facts_text
from tests.widgets.conftest import Heard
from widgets.picture.why_words import place_answer
from widgets.picture.zone_filter import DEFAULT_FILTER, ZoneFilter
from widgets.picture.zone_layer import PictureCard, ZoneLook
from widgets.window.main_window import MainWindow

ONE_WINDOW = True

HERE = Point(50, 50)
SAVE = Zone("save", "Save", Role.BUTTON, Rect(40, 40, 60, 20), frozenset({State.ENABLED}))
BAR = Zone("bar", "Tools", Role.GROUP, Rect(0, 30, 300, 40), frozenset({State.ENABLED}))
EMPTY = PlaceFacts(HERE, window=zone_scenes.EDITOR, told_count=6)


def answer(facts: PlaceFacts, look: ZoneLook = ZoneLook(), lag: SightLag = SightLag()) -> str:  # noqa: B008
    title, lines = place_answer(facts, look, lag)
    return "\n".join((title, *lines)).replace("\u00a0", " ")


def read(verdict: LookVerdict, **more: object) -> PlaceFacts:
    look = SourceLook(Source.TEXT, verdict, **more)  # type: ignore[arg-type]
    return replace(EMPTY, looks=(look,), told_count=0)


@pytest.mark.parametrize(
    ("facts", "words"),
    [
        (EMPTY, "The window here is “note.txt” of Mousepad."),
        (EMPTY, "Accessibility tells of 6 zones in it, but of none at this place."),
        (replace(EMPTY, told_count=0), "Its application tells nothing of it"),
        (replace(EMPTY, window=None), "No window lies here, and only windows are looked into."),
        (replace(EMPTY, is_title_bar=True), "This is the frame of the window “note.txt”"),
        (
            replace(EMPTY, things=(ToldThing(Role.GROUP, NotKept.CONTAINER),)),
            "one thing (group) that is told of, but it only holds other things",
        ),
        (read(LookVerdict.OFF), "Text recognition is switched off in the settings."),
        (read(LookVerdict.FAILED, detail="No models."), "Text recognition has failed. No models."),
        (read(LookVerdict.WAITING), "The window has only just come"),
        (read(LookVerdict.GOING_ON), "Text recognition is still at work on this window."),
        (read(LookVerdict.NOTHING), "Text recognition has found nothing at this place."),
        (read(LookVerdict.UNSURE, sureness=0.41), "is only 41 % sure of it, which is too little"),
        (replace(EMPTY, is_masked=True), "Something here is masked"),
        (replace(EMPTY, is_stale=True), "The last look yielded nothing"),
        (replace(EMPTY, is_record=True), "nothing is known of it but its zones"),
        (replace(EMPTY, zones=(BAR,)), "It lies inside of group “Tools”."),
        (
            replace(EMPTY, zones=(replace(SAVE, on_screen=False),)),
            "Button “Save” would be here once something is opened.",
        ),
        (
            replace(EMPTY, point=Point(20, 100), nearest=SAVE),
            "The nearest zone is button “Save”, 46 pixels above and to the right.",
        ),
        (
            replace(EMPTY, nearest=replace(SAVE, bounds_px=Rect(52, 50, 3, 3))),
            "2 pixels to the right, and only 3 × 3 pixels large.",
        ),
    ],
)
def test_a_place_without_a_zone_is_explained(facts: PlaceFacts, words: str) -> None:
    told = answer(facts)
    assert told.startswith("No zone here") and words in told


def test_told_windows_are_not_said_to_be_unread_for_want_of_anything() -> None:
    needless = (SourceLook(Source.TEXT, LookVerdict.NOT_NEEDED),)
    told = answer(replace(EMPTY, looks=needless))
    assert "Text recognition leaves the window out, since accessibility tells of it." in told
    assert "Text recognition" not in answer(replace(EMPTY, looks=needless, told_count=0))


def test_a_zone_is_said_to_be_one_with_what_it_lies_in() -> None:
    told = answer(replace(EMPTY, zones=(SAVE, BAR)))
    assert told.startswith("This is a zone: button “Save”")
    assert "seen by accessibility, 100 % sure" in told and "inside of group “Tools”" in told
    off = answer(replace(EMPTY, zones=(SAVE,)), ZoneLook(with_boxes=False))
    assert "turn them on (Ctrl+Shift+Z)" in off


def test_a_hidden_zone_names_the_choice_that_hides_it() -> None:
    look = ZoneLook(zone_filter=ZoneFilter(DEFAULT_FILTER.hidden | {Source.ACCESSIBILITY}))
    told = answer(replace(EMPTY, zones=(SAVE, BAR)), look)
    assert told.startswith("There is a zone, but your filter hides it")
    assert "since “Accessibility” is unticked." in told and "Ctrl+Shift+F" in told


def test_the_console_itself_comes_before_everything_else() -> None:
    told = answer(replace(EMPTY, zones=(SAVE,), is_own=True))
    assert told.startswith("The console itself lies here")


def test_a_picture_that_is_newer_than_its_zones_makes_the_answer_doubtful() -> None:
    told = answer(EMPTY, lag=SightLag(unlooked_since_secs=3.0))
    assert "The picture has changed since the zones were looked up" in told


# -- in the window -------------------------------------------------------------------------------


@pytest.fixture
def asked(window: MainWindow) -> Iterator[MainWindow]:
    """A window whose questions are answered as the application would."""
    window.show_frame(sample_run.draw_desktop(with_dialog=True), 10)
    window.show_zones(sample_run.zones())

    def tell(point: Point) -> None:
        zones = window.views.live.view.layer.zones
        here, near = zones_at(point, zones), nearest_zone(point, zones)
        window.picture_controls.show_facts(PlaceFacts(point, here, near, zone_scenes.EDITOR))

    window.picture_controls.facts_wanted.connect(tell)
    yield window
    window.picture_controls.facts_wanted.disconnect(tell)


def card_of(window: MainWindow) -> PictureCard:
    [card] = window.views.live.view.findChildren(PictureCard)
    return card


def test_escape_ends_the_question_and_arrows_go_to_zones(asked: MainWindow) -> None:
    view, card = asked.views.live.view, card_of(asked)
    view.setFocus()
    asked.picture_controls.ask_at(Point(1230, 400))
    assert card.isVisible() and card.accessibleName().startswith("No zone here")
    QTest.keyClick(view, Qt.Key.Key_Escape)
    assert card.isHidden() and view.asked_at is None
    asked.picture_controls.ask_at(HERE)
    QTest.keyClick(view, Qt.Key.Key_Right)
    assert view.layer.hovered is not None and view.asked_at is None
    assert card.isVisible() and not card.accessibleName().startswith("No zone here")


def test_a_place_is_asked_about_by_shift_f1(asked: MainWindow) -> None:
    view = asked.views.live.view
    view.setFocus()
    QTest.keyClick(asked, Qt.Key.Key_F1, Qt.KeyboardModifier.ShiftModifier)
    assert view.asked_at is not None and card_of(asked).isVisible() and view.hasFocus()


def test_the_answer_follows_what_becomes_known(asked: MainWindow) -> None:
    asked.picture_controls.ask_at(sample_run.SAVE_BUTTON.center)
    assert card_of(asked).accessibleName().startswith("This is a zone")
    asked.show_zones(())
    assert card_of(asked).accessibleName().startswith("No zone here")


def test_the_answer_follows_the_filter(own_window: MainWindow) -> None:
    own_window.show_frame(sample_run.draw_desktop(with_dialog=True), 10)
    own_window.show_zones(sample_run.zones())
    controls, there = own_window.picture_controls, sample_run.SAVE_BUTTON.center
    facts = PlaceFacts(there, zones_at(there, sample_run.zones()))
    controls.facts_wanted.connect(lambda point: controls.show_facts(facts))
    controls.ask_at(there)
    assert card_of(own_window).accessibleName().startswith("This is a zone")
    own_window.views.live.tools.menu.choices[Source.ACCESSIBILITY].trigger()
    assert (
        card_of(own_window).accessibleName().startswith("There is a zone, but your filter hides it")
    )


def test_the_right_button_does_not_drag_the_picture(asked: MainWindow) -> None:
    view = asked.views.live.view
    view.set_fit(False)
    for button, moves in ((Qt.MouseButton.RightButton, False), (Qt.MouseButton.LeftButton, True)):
        before = view.in_view.pan_px
        QTest.mousePress(view, button, pos=QPoint(120, 600))
        QTest.mouseMove(view, QPoint(90, 590))
        QTest.qWait(10)
        QTest.mouseMove(view, QPoint(40, 560))
        QTest.qWait(10)
        QTest.mouseRelease(view, button, pos=QPoint(40, 560))
        assert (view.in_view.pan_px != before) is moves


def test_a_click_ends_the_question(asked: MainWindow) -> None:
    view = asked.views.live.view
    asked.picture_controls.ask_at(HERE)
    QTest.mouseClick(view, Qt.MouseButton.LeftButton, pos=QPoint(30, 300))
    assert view.asked_at is None and card_of(asked).isHidden()


def test_nothing_but_the_place_is_painted_anew(asked: MainWindow) -> None:
    view = asked.views.live.view
    overlay = view.layer.pixmap
    view.grab()
    overlay = view.layer.pixmap
    asked.picture_controls.ask_at(HERE)
    view.grab()
    assert overlay is not None and view.layer.pixmap is overlay


def test_without_a_picture_there_is_nothing_to_ask(window: MainWindow, heard: type) -> None:
    wanted: Heard = heard()
    window.picture_controls.facts_wanted.connect(wanted)
    window._actions.why.trigger()
    assert wanted.count == 0 and card_of(window).isHidden()


def test_a_picture_of_the_past_is_answered_from_its_zones(asked: MainWindow, heard: type) -> None:
    asked.show_past(SESSIONS[0])
    wanted: Heard = heard()
    asked.picture_controls.facts_wanted.connect(wanted)
    asked.picture_controls.ask_at(Point(1230, 400))
    assert wanted.count == 0
    assert "picture from the record" in card_of(asked).accessibleName()


def test_the_context_menu_asks_about_the_place_that_was_pressed(
    asked: MainWindow, qapp: QApplication
) -> None:
    view = asked.views.live.view
    place = Point(1230, 400)
    spot = view.in_view.widget_from_frame(Rect(place.x, place.y, 1, 1)).center().toPoint()
    reason = QContextMenuEvent.Reason.Mouse
    qapp.sendEvent(view, QContextMenuEvent(reason, spot, view.mapToGlobal(spot)))
    menu = QApplication.activePopupWidget()
    assert isinstance(menu, QMenu)
    ask = next(one for one in menu.actions() if "Why is this not a zone?" in plain(one.text()))
    ask.trigger()
    menu.close()
    asked_at = asked.views.live.view.asked_at
    assert asked_at is not None and abs(asked_at.x - place.x) <= 1


def test_the_context_menu_inspects_the_zone_below_it(asked: MainWindow) -> None:
    menu = asked.picture_controls.menu.menu_for(sample_run.SAVE_BUTTON.center)
    words = [plain(action.text()) for action in menu.actions()]
    assert words[0] == "Inspect button “Save”" and "What is known" in words[1]
    menu.actions()[0].trigger()
    assert "Save" in facts_text(asked.views.inspector.zone_sheet)


def plain(text: str) -> str:
    return text.replace("&", "")
