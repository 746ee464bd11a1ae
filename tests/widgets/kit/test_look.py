"""The look is legible: contrast of every pair in use, all icons drawn, all placeholders filled."""

from __future__ import annotations

import re
from dataclasses import asdict
from importlib.resources import files
from typing import get_args

import pytest
import shiboken6
from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QColor
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QApplication,
    QComboBox,
    QLineEdit,
    QPlainTextEdit,
    QPushButton,
    QTabBar,
)

from app import progress
from engine.domain.approvals import Asking
from engine.domain.events import ControlChanged, Event
from engine.domain.plans import ReplanKind
from engine.domain.risks import Degree, RiskClass
from engine.domain.terminals import Terminal
from engine.domain.verdicts import Phase, StepState
from engine.geometry.marks import brightness
from engine.language.sentences import figures
from engine.language.sentences import local as local_words
from engine.language.sentences import run as words
from engine.language.sentences.run import told
from tests.engine.record.runs import recorded_run, typical_run
from tests.support import sample_run
from tests.widgets.conftest import becomes_so
from widgets.inspector.facts import event_facts
from widgets.kit import marks
from widgets.kit.fact_sheet import action_form, as_json
from widgets.kit.marks import event_mark
from widgets.kit.theme import Theme, ThemeChoice, load_palette, render_icon, style_sheet
from widgets.picture.zone_layer import zone_facts
from widgets.timeline.time_scale import LONGEST_GAP_SECS, TimeScale
from widgets.window.main_window import MainWindow

LEAST_CONTRAST = 4.5
GROUNDS_OF = {
    "text": "window panel raised field hover accent_soft good_soft warn_soft bad_soft",
    "text_quiet": "window panel raised field selection accent_soft good_soft warn_soft bad_soft",
    "text_faint": "panel raised field window",
    "accent": "panel raised field accent_soft",
    "on_accent": "accent accent_hover waiting",
    "waiting": "panel raised window",
    "good": "panel raised good_soft window",
    "warn": "panel raised warn_soft window",
    "bad": "panel raised bad_soft window",
    "driving": "panel window",
    "on_driving": "driving",
    "on_stop": "stop stop_hover",
    "on_primary": "primary primary_hover",
    "on_selection": "selection",
    "on_stage": "stage",
    "on_stage_quiet": "stage",
    "on_tooltip": "tooltip",
    "on_tooltip_quiet": "tooltip",
    "zone_halo": "zone_line",
    "on_mark": "mark",
}
"""Each colour of words or lines, with all that it stands on."""
PAIRS = [(front, back) for front, grounds in GROUNDS_OF.items() for back in grounds.split()]


@pytest.mark.parametrize("is_dark", [False, True])
@pytest.mark.parametrize("front, back", PAIRS)
def test_words_stand_out_from_their_ground(front: str, back: str, is_dark: bool) -> None:
    palette = load_palette(is_dark=is_dark)
    assert contrast(palette.colour(front), palette.colour(back)) >= LEAST_CONTRAST


def contrast(first: QColor, second: QColor) -> float:
    """After WCAG 2.1, from 1 to 21."""
    darker, lighter = sorted(brightness(one.getRgb()[:3]) for one in (first, second))
    return (lighter + 0.05) / (darker + 0.05)


def test_contrast_is_computed_as_the_guideline_says() -> None:
    assert contrast(QColor("black"), QColor("white")) == pytest.approx(21, rel=0.001)
    assert contrast(QColor("#777777"), QColor("white")) == pytest.approx(4.48, abs=0.01)


def test_each_mark_stands_for_an_event_that_there_is() -> None:
    kinds = {each.__dataclass_fields__["kind"].default for each in get_args(Event)}
    assert set(marks._MARKS) <= kinds and set(progress._LINES) <= kinds


@pytest.mark.parametrize("is_dark", [False, True])
def test_the_style_sheet_has_no_colour_of_its_own(qapp: QApplication, is_dark: bool) -> None:
    template = files("resources").joinpath("themes/console.qss").read_text(encoding="utf-8")
    assert not re.search(r"#[0-9a-fA-F]{6}\b", template)
    assert "$" not in style_sheet(load_palette(is_dark=is_dark), qapp.font())


def test_every_mark_has_an_icon_and_a_colour(qapp: QApplication) -> None:
    theme = Theme(qapp, ThemeChoice.LIGHT)
    tables = (
        (marks.STATE_MARKS, StepState),
        (marks.RISK_MARKS, RiskClass),
        (marks.SEGMENT_MARKS, ReplanKind),
        (marks.TERMINAL_MARKS, Terminal),
        (marks.DEGREE_MARKS, Degree),
        (marks.DECISION_MARKS, local_words.DECISION_WORDS),
        (marks.RESULT_MARKS, local_words.RESULT_WORDS),
        (marks.RETURNED_MARKS, local_words.RETURNED_WORDS),
    )
    for table, names in tables:
        assert set(table) == set(names)
        for mark in table.values():
            pixmap = theme.pixmap(mark.icon, mark.tone, 16, 2.0)
            assert pixmap.width() == 32


def test_every_state_has_a_shape_of_its_own() -> None:
    shapes = [mark.icon for mark in marks.STATE_MARKS.values()]
    assert len(set(shapes)) == len(shapes)
    for table in (marks.RISK_MARKS, marks.DEGREE_MARKS, marks.DECISION_MARKS):
        shapes = [mark.icon for mark in table.values()]
        assert len(set(shapes)) == len(shapes)


def test_every_name_of_the_domain_has_words() -> None:
    for table, names in (
        (words.STATE_WORDS, StepState),
        (words.PHASE_WORDS, Phase),
        (words.TERMINAL_WORDS, Terminal),
        (words.SEGMENT_WORDS, ReplanKind),
        (words.ASKING_WORDS, Asking),
        (local_words.DECISION_HINTS, local_words.DECISION_WORDS),
    ):
        assert set(table) == set(names)


def test_every_icon_draws_something(qapp: QApplication) -> None:
    folder = files("resources").joinpath("icons")
    names = [entry.name for entry in folder.iterdir() if entry.name.endswith(".svg")]
    assert len(names) > 35
    for name in names:
        image = render_icon(name.removesuffix(".svg"), "#ff0000", 24, 1.0).toImage()
        inked = sum(
            image.pixelColor(x, y).alpha() > 0 for x in range(0, 24, 1) for y in range(0, 24, 1)
        )
        assert inked > 8, name


def test_the_theme_follows_the_choice(qapp: QApplication) -> None:
    theme = Theme(qapp, ThemeChoice.LIGHT)
    changes: list[bool] = []
    theme.changed.connect(lambda: changes.append(theme.palette.is_dark))
    theme.choose(ThemeChoice.DARK)
    theme.choose(ThemeChoice.DARK)
    theme.choose(ThemeChoice.LIGHT)
    assert changes == [True, False]
    assert qapp.palette().window().color() == theme.palette.colour("panel")


def test_the_theme_changes_everywhere_though_a_dialog_with_its_buttons_is_gone(
    qapp: QApplication,
) -> None:
    theme = Theme(qapp, ThemeChoice.LIGHT)
    gone, kept = QPushButton(), QPushButton()
    theme.dress(gone, "done")
    theme.dress(kept, "done")
    before, changes = kept.icon().cacheKey(), []
    theme.changed.connect(lambda: changes.append(theme.palette.is_dark))
    shiboken6.delete(gone)
    theme.choose(ThemeChoice.DARK)
    assert kept.icon().cacheKey() != before and changes == [True]
    theme.choose(ThemeChoice.LIGHT)


@pytest.mark.parametrize("choice", [ThemeChoice.LIGHT, ThemeChoice.DARK])
def test_what_stands_in_an_empty_field_can_be_read(qapp: QApplication, choice: ThemeChoice) -> None:
    theme = Theme(qapp, choice)
    theme.dress_application()
    for field in (QLineEdit(), QPlainTextEdit()):
        field.setPlaceholderText("such as qwen2.5")
        field.ensurePolished()
        front, back = field.palette().placeholderText().color(), theme.palette.colour("field")
        assert front.alpha() == 255 and contrast(front, back) >= LEAST_CONTRAST
    theme.choose(ThemeChoice.LIGHT)


def test_a_tab_with_the_keyboard_has_a_frame(window: MainWindow) -> None:
    bar = QTabBar(window)
    bar.addTab("Plan")
    bar.show()
    bar.setFocus()
    edge = QColor(bar.grab().toImage().pixel(bar.width() // 2, 0))
    assert edge == window._theme.palette.colour("focus")


def test_every_event_has_words_and_facts() -> None:
    runs = (sample_run.finished_run(), sample_run.failed_run(), sample_run.asking_run())
    events = [each for run in runs for each in run.events] + list(recorded_run(*typical_run()))
    assert {type(each.event) for each in events} == set(get_args(Event))
    for recorded in events:
        text = told(recorded.event)
        assert text.kind and text.summary and event_mark(recorded.event).icon
        facts = event_facts(recorded, sample_run.STARTED_AT)
        assert sum(bool(fact.value) for fact in facts) >= 4
        assert f'"seq": {recorded.seq}' in as_json(recorded)


def test_a_pause_after_going_back_is_told_as_such() -> None:
    assert told(ControlChanged("paused", "reverting")).summary == "paused, after going back"
    assert told(ControlChanged("paused")).summary == "paused, by the operator"


def test_a_zone_is_copied_with_its_states_in_order() -> None:
    zone = next(zone for zone in sample_run.zones() if zone.zone_id == "field-name")
    assert asdict(zone)["value"] == "note.txt"
    assert '"editable",\n    "enabled",\n    "focused"' in as_json(zone)
    facts = {fact.label: fact.value for fact in zone_facts(zone)}
    assert facts["State"] == "editable, enabled, focused"
    assert facts["Place"] == "420, 236  440 × 34"


def test_the_technical_form_leaves_out_defaults() -> None:
    forms = [action_form(step.action) for step in sample_run.SECOND_STEPS]
    assert forms[1] == "press(keys=('ctrl', 's'))"
    assert forms[2] == "type(text='note.txt', replace=True)"
    assert forms[3] == "click()"


def test_a_long_wait_is_shortened_on_the_timeline() -> None:
    scale = TimeScale()
    for at_secs in (100.0, 101.0, 221.0, 229.0):
        scale.append(at_secs)
    assert [*scale.breaks] == [2, 3]
    assert scale.span == 10.0
    assert scale.place(2) == pytest.approx((1 + LONGEST_GAP_SECS) / 10)
    assert scale.row_near(0.0) == 0
    assert scale.row_near(1.0) == 3


def test_times_are_written_as_people_read_them() -> None:
    assert figures.clock_words(3723) == "1:02:03"
    assert figures.span_words(999) == "999 ms"
    assert figures.span_words(2140) == "2.1 s"


@pytest.mark.parametrize("name", ["surface", "thinker", "asking"])
def test_a_list_of_choices_shows_its_last_row_whole(window: MainWindow, name: str) -> None:
    window.goal_bar.choices.offer(("practice", "screen"), ("offline", "small-model"))
    window.activateWindow()
    box: QComboBox = getattr(window.views.goal_bar.choices, name)
    QTest.mouseClick(box, Qt.MouseButton.LeftButton)
    view = box.view()

    def last() -> QRect:
        return view.visualRect(view.model().index(box.count() - 1, 0))

    assert becomes_so(view.isVisible)
    assert becomes_so(lambda: last().bottom() < view.viewport().height())
    assert last().height() >= 24, "rows are high enough to be hit"
    box.hidePopup()
