"""The console asks what is to be written of a session, where, and how much is hidden; it does so
as the time before."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from typing import get_args

import pytest
from PySide6.QtCore import QSettings, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from app.choices import replay_choices
from app.console import Console
from app.past_sessions import EXPORT_FIELDS
from app.session_files_cli import Kind
from app.settings.tables import Settings
from engine.domain.approvals import Asking
from engine.record.store import SessionStore
from tests.engine.record.runs import frame, observed, typical_run
from tests.support.console_windows import discard
from tests.support.explored_run import explored_run
from tests.support.shown_words import shown_text
from tests.support.waiting import until, until_so
from tests.widgets.conftest import qapp as qapp
from widgets.kit.forms import Values
from widgets.window.export_dialog import ExportDialog
from widgets.window.main_window import MainWindow


@pytest.fixture
async def window(qapp: QApplication, tmp_path: Path) -> AsyncIterator[MainWindow]:
    """Of a console whose store has one session, ``alpha``, with a picture."""
    store = await SessionStore.open(tmp_path / "sessions.db")
    log = await store.start_session("alpha")
    picture = await store.blobs.put_picture(frame(1, 300, 200))
    for event in [typical_run()[0], observed(picture), *typical_run()[1:]]:
        await log.append(event)
    memory = QSettings(str(tmp_path / "console.ini"), QSettings.Format.IniFormat)
    window = MainWindow(settings=memory)
    window.show()
    console = Console(window, store, Settings())
    yield window
    await console.close()
    await store.close()
    discard(window)


def dialog_of(window: MainWindow) -> ExportDialog:
    window.sessions.export_requested.emit("alpha")
    return window.findChildren(ExportDialog)[-1]


async def test_a_finding_is_put_in_place_to_be_walked_again(
    window: MainWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of a past exploration: nothing starts before Start is pressed."""
    monkeypatch.chdir(tmp_path)
    run = explored_run("beta")
    store = await SessionStore.open(tmp_path / "sessions.db")
    log = await store.start_session("beta")
    for recorded in run.events:
        await log.append(recorded.event)
    await store.close()
    window.sessions.session_chosen.emit("beta")
    views = window.views
    await until(lambda: views.past_banner.isVisible() and bool(views.findings.list.rows.rowCount()))
    views.findings.list.setCurrentIndex(views.findings.list.rows.index(1, 0))
    views.plan_pages.show_page(views.findings)
    QTest.mouseClick(views.findings.walk, Qt.MouseButton.LeftButton)
    goal, choices = window.goal_bar.goal, window.goal_bar.choices
    await until(lambda: goal.text().endswith(".toml"))
    assert views.past_banner.isHidden() and window.focusWidget() is window.goal_bar.start
    assert choices.mode.currentText() == "Director"
    assert choices.surface.currentData() == run.state.surface.partition(":")[0]
    walked = replay_choices(Path(goal.text()), "", Asking.NEVER, waits=True)
    assert walked.replays is not None and walked.replays.fault is not None


def test_every_format_can_be_chosen() -> None:
    (kind,) = [each for each in EXPORT_FIELDS if each.name == "kind"]
    assert {key for key, _ in kind.choices} == set(get_args(Kind))


async def test_what_was_chosen_is_written_and_asked_so_again(
    window: MainWindow, tmp_path: Path
) -> None:
    dialog = dialog_of(window)
    assert dialog.form.values["kind"] == "html"
    folder = tmp_path / "told" / "elsewhere"
    dialog.form.show_values({"kind": "md", "folder": str(folder), "typed": True})
    QTest.keyClick(dialog, Qt.Key.Key_Return)
    banner = window.views.message
    await until(lambda: shown_text(banner).startswith("Exported\n"))
    written = (folder / "session-alpha.md").read_text("utf-8")
    assert "héllo" not in written and "Bold" in written
    assert str(folder) in shown_text(banner) and "It still shows" in shown_text(banner)
    assert banner.offers == ["Open folder"]
    window._memory.remember_flag("any", True)
    window._memory.settings.sync()
    mode = (tmp_path / "console.ini").stat().st_mode
    assert not mode & 0o077, "what was to be hidden is nobody else's to read"
    again = dialog_of(window)
    assert again.form.values["kind"] == "md" and again.form.values["typed"] is True


async def test_the_key_of_each_label_leads_to_what_it_names(window: MainWindow) -> None:
    dialog = dialog_of(window)
    QApplication.processEvents()
    for spec in EXPORT_FIELDS[:4] + EXPORT_FIELDS[5:]:  # but for the second of those in a row
        key = spec.label[spec.label.index("&") + 1]
        QTest.keyClick(dialog, key.casefold(), Qt.KeyboardModifier.AltModifier)
        focused, editor = dialog.focusWidget(), dialog.form.editors[spec.name].widget
        assert focused is not None
        assert focused is editor or editor.isAncestorOf(focused), spec.label
        assert dialog.form.values["typed"] is False, "it is led to, and not ticked"


async def test_a_part_of_a_run_is_written_as_a_script_and_put_in_place_at_once(
    window: MainWindow, tmp_path: Path
) -> None:
    dialog = dialog_of(window)
    dialog.form.show_values({"kind": "script", "folder": str(tmp_path), "steps": "1.1"})
    QTest.keyClick(dialog, Qt.Key.Key_Return)
    banner = window.views.message
    await until(lambda: shown_text(banner).startswith("Exported\n"))
    assert (tmp_path / "session-alpha.toml").read_text("utf-8").count("[[steps]]") == 1
    [again] = [each for each in banner._bar.actions() if each.text() == "Do it again"]
    again.trigger()
    assert window.goal_bar.goal.text() == str(tmp_path / "session-alpha.toml")
    assert dialog_of(window).form.values["steps"] == "", "those were of that session"


async def test_on_a_small_screen_its_buttons_stay_in_sight(window: MainWindow) -> None:
    dialog = dialog_of(window)
    dialog.resize(560, 300)
    QApplication.processEvents()
    assert dialog.height() == 300, "what does not fit scrolls"
    assert dialog.export_button.geometry().bottom() < 300
    assert dialog.form.editors["kind"].widget.hasFocus()


async def test_what_came_of_an_export_from_the_list_of_sessions_is_in_sight(
    window: MainWindow, tmp_path: Path
) -> None:
    listed, banner = window.sessions, window.views.message
    window.sessions_requested.emit()
    await until(lambda: bool(listed._all))
    listed.open()
    QTest.mouseClick(listed.export_button, Qt.MouseButton.LeftButton)
    window.findChildren(ExportDialog)[-1].reject()
    assert listed.isVisible(), "where nothing was exported it stays"
    QTest.mouseClick(listed.export_button, Qt.MouseButton.LeftButton)
    dialog = window.findChildren(ExportDialog)[-1]
    dialog.form.show_values({"kind": "md", "folder": str(tmp_path / "told")})
    dialog.accept()
    assert listed.isHidden()
    await until(lambda: shown_text(banner).startswith("Exported\n"))
    assert (tmp_path / "told" / "session-alpha.md").exists()


@pytest.mark.parametrize(
    ("values", "told"),
    [({"patterns": ("[",)}, "“[” is no pattern"), ({"folder": "~nobody-here/out"}, "~nobody-here")],
)
async def test_what_went_wrong_is_said_and_nothing_written(
    window: MainWindow, tmp_path: Path, values: Values, told: str
) -> None:
    dialog = dialog_of(window)
    dialog.form.show_values({"folder": str(tmp_path), **values})
    dialog.accept()
    banner = window.views.message
    await until(lambda: "That did not work" in shown_text(banner))
    assert told in shown_text(banner)
    dialog_of(window).reject()
    assert not (tmp_path / "session-alpha.html").exists()


async def test_what_can_not_be_read_of_the_time_before_is_as_if_it_were_not_there(
    window: MainWindow, tmp_path: Path
) -> None:
    memory = QSettings(str(tmp_path / "console.ini"), QSettings.Format.IniFormat)
    memory.setValue("export", "{torn")
    memory.sync()
    window._memory.settings.sync()
    dialog = dialog_of(window)
    assert dialog.form.values["kind"] == "html"
    dialog.reject()


async def test_what_was_deleted_in_the_list_of_sessions_is_gone_and_left_where_it_is_shown(
    window: MainWindow, tmp_path: Path
) -> None:
    window.sessions.session_chosen.emit("alpha")
    await until(lambda: window.shows_past("alpha"))
    window.sessions.let_go_requested.emit(("alpha",))
    await until(lambda: not window.shows_past("alpha"))
    store = await SessionStore.open(tmp_path / "sessions.db")

    async def is_gone() -> bool:
        return not await store.sessions()

    await until_so(is_gone)
    await store.close()


async def test_what_can_not_be_deleted_stays_in_sight(window: MainWindow, tmp_path: Path) -> None:
    window.sessions.session_chosen.emit("alpha")
    await until(lambda: window.shows_past("alpha"))
    other = await SessionStore.open(tmp_path / "sessions.db")
    log = await other.start_session("theirs")
    await log.append(typical_run()[0])
    window.sessions.let_go_requested.emit(("alpha",))
    await until(lambda: "Nothing is deleted while" in shown_text(window.views.message))
    assert window.shows_past("alpha")
    window.sessions_requested.emit()
    await until(lambda: len(window.sessions._all) == 2)
    assert [each.is_live for each in window.sessions._all] == [True, False]
    await other.close()
