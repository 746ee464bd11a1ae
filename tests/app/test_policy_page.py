"""The policy's file in the settings: refused by its line, kept as it is written, tried before."""

from __future__ import annotations

import errno
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QPlainTextEdit

from app.policy_trial import try_over_all
from app.settings import file as file_module
from app.settings.tables import Settings
from engine.record.store import SessionStore
from engine.safety.policy import rules_from_text
from tests.app.test_settings_page import Desk, edit
from tests.engine.record.runs import typical_run
from tests.support.console_windows import discard
from tests.support.shown_words import shown_text
from tests.support.waiting import until
from tests.widgets.conftest import qapp as qapp

LOWERS = '# mine\n\n[[rules]]\nanswer = "allow"\nrisk = "leaves the machine"\n'
NARROWS = '# mine\n\n[[rules]]\nanswer = "deny"\nkind = "click"\n'


@pytest.fixture
async def desk(qapp: QApplication, tmp_path: Path) -> AsyncIterator[Desk]:
    desk = Desk(tmp_path / "settings.toml", Settings())
    yield desk
    await desk.tasks.close(cancel=True)
    discard(desk.dialog, desk.parent)


async def test_a_rule_that_lowers_the_floor_is_refused_with_its_line_and_nothing_is_saved(
    desk: Desk, tmp_path: Path
) -> None:
    dialog = await desk.opened()
    text = dialog.policy.grid.editors["text"].widget
    assert isinstance(text, QPlainTextEdit)
    dialog.tabs.setCurrentIndex(dialog.tabs.count() - 1)
    text.setPlainText(LOWERS)
    QTest.mouseClick(dialog.policy.test, Qt.MouseButton.LeftButton)
    await until(lambda: "policy.toml:3: " in shown_text(dialog))
    assert "no rule allows what can’t be taken back" in shown_text(dialog)
    QTest.mouseClick(dialog.save, Qt.MouseButton.LeftButton)
    await until(lambda: "policy.toml:3: " in shown_text(dialog) and dialog.save.isEnabled())
    assert dialog.isVisible() and not desk.saved and not (tmp_path / "policy.toml").exists()

    text.setPlainText(NARROWS)
    assert "policy.toml:3: " not in shown_text(dialog), "what was wrong with it is not any more"
    QTest.mouseClick(dialog.policy.test, Qt.MouseButton.LeftButton)
    await until(lambda: "1 tried" in shown_text(dialog))
    assert "policy.toml:3" not in shown_text(dialog)
    text.setPlainText(f"{NARROWS}# more")
    assert "1 tried" not in shown_text(dialog), "that was found of other rules"
    text.setPlainText(NARROWS)
    QTest.mouseClick(dialog.save, Qt.MouseButton.LeftButton)
    await until(lambda: bool(desk.saved))
    assert (tmp_path / "policy.toml").read_text() == NARROWS
    assert [at for at, _ in desk.saved[0].rules] == ["policy.toml:3"]


async def test_a_file_that_nobody_changed_here_is_not_written_over(
    desk: Desk, tmp_path: Path
) -> None:
    file = tmp_path / "policy.toml"
    file.write_text(NARROWS)
    dialog = await desk.opened()
    assert dialog.policy_text == NARROWS
    file.write_text(f"{NARROWS}# by another editor\n")
    dialog.save.click()
    await until(lambda: bool(desk.saved))
    assert "another editor" in file.read_text()


async def test_what_another_editor_wrote_meanwhile_is_not_lost(desk: Desk, tmp_path: Path) -> None:
    file = tmp_path / "policy.toml"
    file.write_text(NARROWS)
    dialog = await desk.opened()
    dialog.policy.show_values({"text": f"{NARROWS}# here\n"})
    file.write_text(f"{NARROWS}# by another editor\n")
    dialog.save.click()
    await until(lambda: bool(desk.saved) or "changed meanwhile" in shown_text(dialog))
    assert not desk.saved and "another editor" in file.read_text()


@pytest.mark.parametrize("name", ["policy.toml", "settings.toml"])
async def test_where_one_file_can_not_be_written_neither_is(
    desk: Desk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    """Else it stood on the disk, and was not in force."""
    policy, settings = tmp_path / "policy.toml", tmp_path / "settings.toml"
    policy.write_text(NARROWS)
    dialog = await desk.opened()
    dialog.policy.show_values({"text": f"{NARROWS}# here\n"})
    edit(dialog, "browser", "downloads_folder", "~/papers")

    def write(path: Path, data: bytes) -> None:
        if path.name == name:
            raise OSError(errno.ENOSPC, "No space left on device")
        path.write_bytes(data)

    monkeypatch.setattr(file_module, "write_whole", write)
    dialog.save.click()
    await until(lambda: bool(desk.saved) or "No space left" in shown_text(dialog))
    assert not desk.saved and policy.read_text() == NARROWS
    assert not settings.exists() or "papers" not in settings.read_text()


async def test_a_policy_that_can_not_be_read_does_not_become_none(
    desk: Desk, tmp_path: Path
) -> None:
    file = tmp_path / "policy.toml"
    file.write_bytes(b"# \xff\n" + NARROWS.encode())
    dialog = await desk.opened()
    dialog.save.click()
    await until(lambda: bool(desk.saved) or "can't be read" in shown_text(dialog))
    assert not desk.saved and NARROWS.encode() in file.read_bytes()


async def test_rules_are_tried_over_all_that_was_recorded(tmp_path: Path) -> None:
    store = await SessionStore.open(tmp_path / "sessions.db")
    log = await store.start_session("alpha")
    for event in typical_run():
        await log.append(event)
    told = await try_over_all(store, rules_from_text(NARROWS, "policy.toml"))
    await store.close()
    assert "in 1 session; " in told.splitlines()[0] and " would be otherwise." in told
    assert "deny 0 → " in told.splitlines()[1]
