"""One zone, told completely with its piece of the picture; and the numbers on all of them."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtGui import QColor

from engine.domain.spaces import Rect
from engine.domain.zones import Role, Source, State, Zone
from engine.geometry.marks import BADGE_HEIGHT_PX
from tests.support import sample_run, zone_scenes
from tests.support.shown_words import facts_text
from widgets.kit.theme import Theme
from widgets.picture.live_view import LiveView
from widgets.picture.zone_layer import acting_words, state_words, zone_facts
from widgets.picture.zone_overlay import MOST_MARKS, PictureGeometry, drawable_zones, marks_in_view
from widgets.window.main_window import MainWindow

ON = frozenset({State.ENABLED})
SAVE = Zone(
    "button-save",
    "Save",
    Role.BUTTON,
    sample_run.SAVE_BUTTON,
    ON,
    window_id="w-2",
    parent_id="bar",
    shortcut="ctrl+s",
)
BAR = Zone("bar", "Actions", Role.GROUP, Rect(740, 540, 240, 60), ON)


def told(zone: Zone, **around: object) -> dict[str, str]:
    facts = zone_facts(zone, **around)  # type: ignore[arg-type]
    return {fact.label: fact.value for fact in facts if fact.value}


def test_all_that_is_known_of_a_zone_is_told() -> None:
    facts = told(SAVE, zones=(SAVE, BAR), windows=(zone_scenes.DIALOG, zone_scenes.EDITOR))
    assert facts["Inside"] == "group “Actions”"
    assert facts["Window"] == "“Save As” of Mousepad"
    assert facts["Shortcut"] == "ctrl+s"
    assert facts["Seen by"] == "accessibility, 100 % sure"
    assert facts["Acting"] == "the agent can act upon it"
    assert (facts["Zone"], facts["Parent’s id"], facts["Window’s id"]) == (
        "button-save",
        "bar",
        "w-2",
    )
    assert "Now" not in facts and "Masked" not in facts
    assert "not in the picture any more" in told(SAVE, is_there=False)["Now"]
    assert "dots" in told(replace(SAVE, is_secret=True))["Masked"]


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"state": frozenset()}, "disabled"),
        ({"on_screen": False}, "something must be opened first"),
        ({"role": Role.LABEL}, "there to be read"),
        ({"role": Role.LABEL, "source": Source.TEXT, "state": frozenset()}, "can be clicked"),
        ({"source": Source.SHAPE, "state": frozenset()}, "the agent can act upon it"),
    ],
)
def test_it_is_said_whether_the_agent_can_act_upon_it(changes: dict, words: str) -> None:
    assert words in acting_words(replace(SAVE, **changes))


def test_what_a_picture_cannot_tell_is_not_called_disabled() -> None:
    assert state_words(replace(SAVE, source=Source.TEXT, state=frozenset())) == "not known"


def test_the_zone_page_follows_the_zone_and_its_place_in_the_picture(window: MainWindow) -> None:
    page = window.views.inspector.zone_sheet
    window.show_frame(sample_run.draw_desktop(with_dialog=True), 10)
    window.show_zones(sample_run.zones())
    window.views.live.view.zone_pinned.emit(SAVE)
    assert page.isVisible() and page.crop.isVisible()
    assert "Label: Save" in facts_text(page) and "Masked:" not in facts_text(page)
    before = page.crop.grab().toImage()
    window.show_frame(sample_run.draw_desktop(), 10)
    assert page.crop.grab().toImage() != before, "the dialog is gone from its place"
    before = page.crop.grab().toImage()
    window.show_zones((replace(SAVE, bounds_px=sample_run.NAME_FIELD),))
    assert page.crop.grab().toImage() != before, "it has moved"
    window.show_zones(())
    assert "not in the picture any more" in facts_text(page)
    window.views.inspector.clear()
    assert not page.crop.isVisible()


def test_a_zone_out_of_sight_has_no_piece_of_the_picture(window: MainWindow) -> None:
    window.show_frame(sample_run.draw_desktop(), 10)
    page = window.views.inspector.zone_sheet
    window.views.live.view.zone_pinned.emit(replace(SAVE, on_screen=False))
    assert page.isVisible() and not page.crop.isVisible()


def test_numbers_go_in_reading_order_over_what_can_be_acted_upon() -> None:
    heading = Zone("heading", "Save As", Role.HEADING, Rect(560, 190, 160, 20), ON)
    zones = drawable_zones((*sample_run.zones(), heading))
    geometry = PictureGeometry(1280, 800, 960, 600)
    marks = marks_in_view(zones, geometry)
    assert [mark.number for mark in marks] == list(range(1, len(marks) + 1))
    assert {mark.zone_id for mark in marks} == {z.zone_id for z in zones} - {"heading"}
    order = [mark.zone_id for mark in marks]
    assert order.index("menu-file") < order.index("menu-edit") < order.index("button-save")
    [save] = [mark for mark in marks if mark.zone_id == "button-save"]
    assert save.zone_px == sample_run.SAVE_BUTTON
    painted = geometry.widget_from_frame(save.badge_px).height()
    assert BADGE_HEIGHT_PX <= painted < BADGE_HEIGHT_PX + 1, "as high as it must be to be read"


def test_of_very_many_zones_the_first_are_numbered() -> None:
    zones = sample_run.many_zones(500, 1280, 800)
    assert len(marks_in_view(zones, PictureGeometry(1280, 800, 1280, 800))) == MOST_MARKS


def test_numbers_are_painted_once_for_many_frames(theme: Theme) -> None:
    view = LiveView(theme)
    view.resize(1280, 800)
    view.show()
    view.show_frame(sample_run.draw_desktop(with_dialog=True))
    view.show_zones(sample_run.zones())
    plain = view.grab().toImage()
    view.change_look(with_marks=True)
    numbered = view.grab().toImage()
    marks = marks_in_view(drawable_zones(sample_run.zones()), view.in_view)
    badge = marks[-1].badge_px
    assert numbered.pixelColor(badge.x + 2, badge.y + 2) == QColor(*marks[-1].colour)
    assert plain.pixelColor(badge.x + 2, badge.y + 2) != QColor(*marks[-1].colour)
    overlay = view.layer.pixmap
    view.show_frame(sample_run.draw_desktop())
    view.grab()
    assert view.layer.pixmap is overlay
    view.change_look(with_boxes=False)
    only_numbers = view.grab().toImage()
    assert only_numbers.pixelColor(badge.x + 2, badge.y + 2) == QColor(*marks[-1].colour)
    view.close()


def test_windows_and_groups_are_neither_drawn_nor_pointed_at(theme: Theme) -> None:
    view = LiveView(theme)
    view.show_zones((BAR, SAVE))
    assert view.layer.zones == (SAVE,)
    assert view.layer.under(BAR.bounds_px.center) in (None, SAVE)
