"""Choosing another zone for a step by its words and the keyboard."""

from __future__ import annotations

from collections.abc import Iterator

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


@pytest.fixture
def picker(qapp: QApplication) -> Iterator[ZonePicker]:
    picker = ZonePicker()
    picker.show_zones((SAVE, SEND, PRINT), SAVE.zone_id)
    picker.show()
    picker.activateWindow()
    assert becomes_so(picker.isActiveWindow)
    picker.search.setFocus()
    yield picker
    discard(picker)


@pytest.mark.parametrize(
    ("typed", "keys", "chosen"),
    [
        ("prin", (Qt.Key.Key_Down,), PRINT),
        ("prin", (Qt.Key.Key_Return,), PRINT),
        ("s", (Qt.Key.Key_Down, Qt.Key.Key_Down), SEND),
    ],
)
def test_what_is_lit_in_the_list_is_what_the_step_gets(
    picker: ZonePicker, heard: type, typed: str, keys: tuple[Qt.Key, ...], chosen: Zone
) -> None:
    told: Heard = heard()
    picker.zone_chosen.connect(told)
    QTest.keyClicks(picker.search, typed)
    assert told.count == 0, "searching alone chooses nothing"
    for key in keys:
        QTest.keyClick(QApplication.focusWidget(), key)
    assert picker.list.currentIndex().data().startswith(chosen.label)
    assert told.calls[-1] == (chosen,)


def test_nothing_is_chosen_where_nothing_fits(picker: ZonePicker, heard: type) -> None:
    told: Heard = heard()
    picker.zone_chosen.connect(told)
    QTest.keyClicks(picker.search, "nowhere")
    QTest.keyClick(picker.search, Qt.Key.Key_Down)
    assert told.count == 0
