"""Choosing another zone for a step by its words and the keyboard."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from engine.domain.zones import Zone
from tests.support.console_windows import discard
from tests.support.stage import zone
from tests.widgets.conftest import Heard, becomes_so
from widgets.decision.step_editor import ZonePicker

SAVE, SEND, PRINT = (zone(label) for label in ("Save", "Send", "Print"))
OTHER_SEND = replace(SEND, zone_id="another")


@pytest.fixture
def picker(qapp: QApplication) -> Iterator[ZonePicker]:
    picker = ZonePicker()
    picker.show_zones((SAVE, SEND, PRINT, OTHER_SEND), SAVE.zone_id)
    picker.show()
    picker.activateWindow()
    assert becomes_so(picker.isActiveWindow)
    picker.setFocus()
    yield picker
    discard(picker)


@pytest.mark.parametrize(
    ("typed", "keys", "chosen"),
    [
        ("prin", (), PRINT),
        ("s", (Qt.Key.Key_Down, Qt.Key.Key_Down), SEND),
        ("send", (Qt.Key.Key_Down, Qt.Key.Key_Down), OTHER_SEND),
        ("", (Qt.Key.Key_Down,), SEND),
    ],
)
def test_what_is_lit_in_the_list_is_what_the_step_gets(
    picker: ZonePicker, heard: type, typed: str, keys: tuple[Qt.Key, ...], chosen: Zone
) -> None:
    told: Heard = heard()
    picker.zone_chosen.connect(told)
    assert picker.currentText().startswith("Save ")
    QTest.keyClicks(picker, typed)
    assert told.count == 0, "searching alone chooses nothing"
    for key in (*keys, Qt.Key.Key_Return):
        QTest.keyClick(QApplication.activePopupWidget() or picker, key)
    assert picker.currentText().startswith(f"{chosen.label} ")
    assert told.calls == [(chosen,)] and QApplication.activePopupWidget() is None


def test_nothing_is_chosen_where_nothing_fits(picker: ZonePicker, heard: type) -> None:
    told: Heard = heard()
    picker.zone_chosen.connect(told)
    QTest.keyClicks(picker, "nowhere")
    QTest.keyClick(picker, Qt.Key.Key_Return)
    assert {each for (each,) in told.calls} <= {SAVE}
    assert picker.currentText().startswith("Save ")


def test_a_zone_that_is_not_there_is_none_of_those_that_are(picker: ZonePicker) -> None:
    picker.show_zones((SEND, PRINT), SAVE.zone_id)
    assert picker.currentText() == "" and picker.currentIndex() == -1
