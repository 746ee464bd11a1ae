"""Both Practice apps, the bundled and the tests', do what their users (people and agents) are told,
and leave proof in files."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TypeVar

import pytest

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtCore import QDeadlineTimer, QEvent, QModelIndex, QPoint, QSettings, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QApplication,
    QCheckBox,
    QComboBox,
    QDialog,
    QFileDialog,
    QLabel,
    QLineEdit,
    QListWidget,
    QMenu,
    QMessageBox,
    QPlainTextEdit,
    QPushButton,
    QRadioButton,
    QWidget,
)

from app.practice_app.pages import NotePage
from app.practice_app.window import PracticeWindow, saved
from tests.practice_app.main_window import MainWindow
from tests.practice_app.message_page import Outbox
from tests.practice_app.settings import Settings, SettingsStore
from tests.practice_app.theme import Theme

WidgetT = TypeVar("WidgetT", bound=QWidget)
DialogT = TypeVar("DialogT", bound=QDialog)
Key = Qt.Key
Ctrl = Qt.KeyboardModifier.ControlModifier
Shift = Qt.KeyboardModifier.ShiftModifier
PATIENCE_MSECS = 60_000


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory) -> QApplication:
    # File dialogs remember their columns in the user's own settings, which are not ours to touch.
    elsewhere = str(tmp_path_factory.mktemp("qt_settings"))
    QSettings.setPath(QSettings.Format.NativeFormat, QSettings.Scope.UserScope, elsewhere)
    running = QApplication.instance()
    app = running if isinstance(running, QApplication) else QApplication(["practice"])
    app.setStyle("Fusion")
    return app


@pytest.fixture
def ini(tmp_path: Path) -> Path:
    return tmp_path / "practice.ini"


@pytest.fixture
def outbox(tmp_path: Path) -> Path:
    return tmp_path / "data" / "outbox.txt"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    folder = tmp_path / "files"
    folder.mkdir()
    for name in ("one.txt", "two.txt", "three.txt"):
        (folder / name).write_text(name)
    return folder


@pytest.fixture
def window(app: QApplication, ini: Path, outbox: Path, folder: Path) -> Iterator[MainWindow]:
    window = MainWindow(store_in(ini), Outbox(outbox), folder)
    window.show()
    assert QTest.qWaitForWindowActive(window, PATIENCE_MSECS)
    yield window
    window.notes.editor.document().setModified(False)
    window.close()
    window.deleteLater()
    app.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)


def store_in(ini: Path) -> SettingsStore:
    return SettingsStore(QSettings(str(ini), QSettings.Format.IniFormat))


def find(parent: QWidget, kind: type[WidgetT], name: str) -> WidgetT:
    found = [w for w in parent.findChildren(kind) if w.accessibleName() == name]
    assert len(found) == 1, f"{len(found)} widgets named {name!r}"
    return found[0]


@pytest.fixture
def bundled(app: QApplication, ini: Path, folder: Path) -> Iterator[PracticeWindow]:
    """What comes with Pilothouse, without what the tests put into it."""
    window = PracticeWindow(QSettings(str(ini), QSettings.Format.IniFormat), folder)
    window.show()
    assert QTest.qWaitForWindowActive(window, PATIENCE_MSECS)
    yield window
    window.close()
    window.deleteLater()
    app.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)


def text_of(parent: QWidget, object_name: str) -> str:
    label = parent.findChild(QLabel, object_name)
    assert isinstance(label, QLabel)
    return label.text()


def show_page(window: MainWindow | PracticeWindow, title: str) -> QWidget:
    titles = [window.tabs.tabText(index).replace("&", "") for index in range(window.tabs.count())]
    window.tabs.setCurrentIndex(titles.index(title))
    return window.tabs.currentWidget()


def choose(window: MainWindow | PracticeWindow, menu: str, entry: str) -> None:
    found = find(window, QMenu, f"{menu} menu")
    action = next(a for a in found.actions() if a.text().replace("&", "") == entry)
    assert action.isEnabled()
    action.trigger()


def happens(condition: Callable[[], bool]) -> bool:
    """Let Qt work until the condition holds (PySide6 has no `QTest.qWaitFor`)."""
    deadline = QDeadlineTimer(PATIENCE_MSECS)
    while not condition():
        if deadline.hasExpired():
            return False
        QTest.qWait(5)
    return True


def dialog(kind: type[DialogT], title: str) -> DialogT:
    def shown() -> list[DialogT]:
        tops = QApplication.topLevelWidgets()
        return [
            w for w in tops if isinstance(w, kind) and w.isVisible() and w.windowTitle() == title
        ]

    assert happens(lambda: bool(shown())), f"no dialog {title!r}"
    return shown()[0]


def click(widget: QWidget) -> None:
    QTest.mouseClick(widget, Qt.MouseButton.LeftButton)


def fill_file_dialog(opened: QFileDialog, name: str) -> None:
    field = find(opened, QLineEdit, "File name")
    field.setText(name)  # typed keys would open Qt's list of completions over the field
    QTest.keyClick(field, Key.Key_Return)


class TestSettings:
    def test_apply_writes_the_ini_file_before_the_dialog_closes(
        self, window: MainWindow, ini: Path
    ) -> None:
        choose(window, "Tools", "Settings…")
        settings = dialog(QDialog, "Settings")
        find(settings, QCheckBox, "Autosave").click()
        find(settings, QComboBox, "Theme").setCurrentText("Dark")
        click(find(settings, QPushButton, "Apply"))

        assert settings.isVisible()
        assert {"autosave=true", "theme=Dark"} <= set(ini.read_text().splitlines())
        assert not find(settings, QPushButton, "Apply").isEnabled()

    def test_cancel_writes_nothing(self, window: MainWindow, ini: Path) -> None:
        choose(window, "Tools", "Settings…")
        settings = dialog(QDialog, "Settings")
        find(settings, QCheckBox, "Autosave").click()
        click(find(settings, QPushButton, "Cancel"))

        assert store_in(ini).load() == Settings()

    def test_what_was_saved_is_shown_the_next_time(self, window: MainWindow, ini: Path) -> None:
        choose(window, "Tools", "Settings…")
        settings = dialog(QDialog, "Settings")
        find(settings, QCheckBox, "Show line numbers").click()
        click(find(settings, QPushButton, "OK"))

        assert store_in(ini).load() == Settings(show_line_numbers=True)
        assert find(window, QWidget, "Line numbers").isVisible()

    def test_a_damaged_entry_counts_as_the_default(self, ini: Path) -> None:
        ini.write_text("[General]\ntheme=Pink\nautosave_minutes=soon\nautosave=true\n")

        assert store_in(ini).load() == Settings(autosave=True, theme=Theme.SYSTEM)

    def test_export_is_a_dead_end_without_a_destination(self, window: MainWindow) -> None:
        choose(window, "Tools", "Export…")
        export = dialog(QDialog, "Export")
        button = find(export, QPushButton, "Export")

        assert not button.isEnabled()
        find(export, QLineEdit, "Destination").setText("note.html")
        assert button.isEnabled()
        click(find(export, QPushButton, "Cancel"))
        assert not export.isVisible()


class TestNotes:
    def test_save_as_writes_the_file_and_names_it_in_the_title(
        self, window: MainWindow, folder: Path
    ) -> None:
        QTest.keyClicks(window.notes.editor, "Calm sea")
        assert window.isWindowModified()
        QTest.keyClick(window, Key.Key_S, Ctrl | Shift)
        fill_file_dialog(dialog(QFileDialog, "Save note as"), "log.txt")

        assert (folder / "log.txt").read_text() == "Calm sea"
        assert window.windowTitle() == "log.txt[*] — Practice"
        assert not window.isWindowModified()

    def test_a_path_that_cannot_be_written_is_told(self, window: MainWindow, folder: Path) -> None:
        QTest.keyClicks(window.notes.editor, "Calm sea")
        QTest.keyClick(window, Key.Key_S, Ctrl)
        fill_file_dialog(dialog(QFileDialog, "Save note as"), str(folder / "missing" / "log.txt"))
        box = dialog(QMessageBox, "“log.txt” could not be saved")

        assert "No such file or directory" in box.text()
        box.reject()
        assert window.isWindowModified()

    def test_closing_with_changes_asks_and_cancel_keeps_them(self, window: MainWindow) -> None:
        QTest.keyClicks(window.notes.editor, "Calm sea")
        window.close()
        box = dialog(QMessageBox, "Unsaved changes")
        click(box.button(QMessageBox.StandardButton.Cancel))

        assert window.isVisible()
        assert window.notes.text == "Calm sea"

    def test_closing_goes_on_after_discard(self, window: MainWindow) -> None:
        QTest.keyClicks(window.notes.editor, "Calm sea")
        window.close()
        box = dialog(QMessageBox, "Unsaved changes")
        click(box.button(QMessageBox.StandardButton.Discard))

        assert not window.isVisible()


class TestBatch:
    def test_ctrl_o_opens_add_files_and_the_files_are_processed(self, window: MainWindow) -> None:
        page = show_page(window, "Batch")
        process = find(page, QPushButton, "Process")
        assert not process.isEnabled()
        QTest.keyClick(window, Key.Key_O, Ctrl)
        fill_file_dialog(dialog(QFileDialog, "Add Files"), '"one.txt" "two.txt" "three.txt"')
        assert find(page, QListWidget, "Files to process").count() == 3
        click(process)

        assert happens(lambda: text_of(page, "batch_result") == "3 files processed")
        assert process.isEnabled()

    def test_ctrl_o_opens_a_note_on_the_notes_page(self, window: MainWindow) -> None:
        QTest.keyClick(window, Key.Key_O, Ctrl)
        opened = dialog(QFileDialog, "Open note")
        fill_file_dialog(opened, "two.txt")

        assert window.notes.text == "two.txt"

    def test_the_button_opens_a_menu_with_the_right_entry_one_level_down(
        self, window: MainWindow
    ) -> None:
        page = show_page(window, "Batch")
        click(find(page, QPushButton, "Add Files"))
        menu = find(page, QMenu, "Add Files menu")
        deeper = find(page, QMenu, "More")

        assert menu.isVisible()
        assert not any("disk" in action.text() for action in menu.actions())
        menu.close()
        next(a for a in deeper.actions() if a.text() == "From &disk…").trigger()
        dialog(QFileDialog, "Add Files").reject()


class TestForm:
    def test_each_step_is_left_only_when_it_is_right(self, window: MainWindow) -> None:
        page = show_page(window, "Form")
        onwards = find(page, QPushButton, "Next")
        click(onwards)
        assert text_of(page, "form_message") == "Enter your name."
        find(page, QLineEdit, "Name").setText("Ada")
        find(page, QLineEdit, "E-mail").setText("ada")
        click(onwards)
        assert "e-mail" in text_of(page, "form_message")
        find(page, QLineEdit, "E-mail").setText("ada@example.org")
        click(onwards)
        assert text_of(page, "form_step").startswith("Step 2 of 3")
        click(onwards)
        assert text_of(page, "form_message") == "Choose a plan."
        find(page, QRadioButton, "Pro").click()
        find(page, QComboBox, "Country").setCurrentText("Norway")
        click(onwards)
        assert "Pro plan in Norway" in text_of(page, "form_summary")
        find(page, QLineEdit, "Password").setText("long enough")
        click(find(page, QPushButton, "Finish"))
        assert text_of(page, "form_message") == "Agree before you finish."
        find(page, QCheckBox, "I agree").click()
        click(find(page, QPushButton, "Finish"))

        assert text_of(page, "form_result") == "Registered: Ada"

    def test_starting_again_forgets_everything(self, window: MainWindow) -> None:
        page = show_page(window, "Form")
        find(page, QLineEdit, "Name").setText("Ada")
        find(page, QRadioButton, "Plus").setChecked(True)
        find(page, QPushButton, "Start again").click()

        assert find(page, QLineEdit, "Name").text() == ""
        assert not find(page, QRadioButton, "Plus").isChecked()


def rename(items: QListWidget, name: str) -> None:
    """The current item, by keys."""
    items.setFocus()
    QTest.keyClick(items, Key.Key_F2)
    editor = items.findChild(QLineEdit)
    assert isinstance(editor, QLineEdit)
    editor.setText(name)
    QTest.keyClick(editor, Key.Key_Return)
    assert happens(lambda: items.findChild(QLineEdit) is None)


class TestList:
    def test_a_move_a_rename_and_a_deletion_are_told(self, window: MainWindow) -> None:
        page = show_page(window, "List")
        items = find(page, QListWidget, "Items")
        items.model().moveRow(QModelIndex(), 0, QModelIndex(), 3)
        assert text_of(page, "list_status") == "Moved “Alpha” to position 3"
        rename(items, "Anchor")
        assert text_of(page, "list_status") == "Renamed “Alpha” to “Anchor”"
        rename(items, " ")
        assert items.item(2).text() == "Anchor"
        QTest.keyClick(items, Key.Key_Delete)
        assert text_of(page, "list_status") == "Deleted “Anchor”"

    def test_alt_and_arrows_move_the_item(self, window: MainWindow) -> None:
        page = show_page(window, "List")
        items = find(page, QListWidget, "Items")
        items.setFocus()
        QTest.keyClick(items, Key.Key_Down, Qt.KeyboardModifier.AltModifier)

        assert [items.item(row).text() for row in range(3)] == ["Bravo", "Alpha", "Charlie"]


class TestCanvas:
    def test_a_click_selects_a_drag_moves_and_the_label_can_keep_silent(
        self, window: MainWindow
    ) -> None:
        page = show_page(window, "Canvas")
        canvas = find(page, QWidget, "Canvas")
        left = Qt.MouseButton.LeftButton
        start, end = QPoint(120, 104), QPoint(200, 180)
        QTest.mousePress(canvas, left, pos=start)
        QTest.mouseMove(canvas, end)
        QTest.mouseRelease(canvas, left, pos=end)
        assert text_of(page, "canvas_selection") == "Selected: Red circle"
        assert text_of(window, "status") == "Moved Red circle"
        QTest.mouseClick(canvas, left, pos=start)
        assert text_of(page, "canvas_selection") == "Selected: nothing"
        find(page, QCheckBox, "Tell what is selected").click()

        label = page.findChild(QLabel, "canvas_selection")
        assert isinstance(label, QLabel)
        assert not label.isVisible()


class TestMessage:
    def test_send_appends_one_line_to_the_outbox(self, window: MainWindow, outbox: Path) -> None:
        page = show_page(window, "Message")
        for subject in ("First", "Second"):
            find(page, QLineEdit, "To").setText("bo@example.org")
            find(page, QLineEdit, "Subject").setText(subject)
            find(page, QPlainTextEdit, "Body").setPlainText("Hello,\nall is well.")
            click(find(page, QPushButton, "Send"))

        lines = [line.split("\t")[1:] for line in outbox.read_text().splitlines()]
        assert lines == [
            ["bo@example.org", "First", "Hello,\\nall is well."],
            ["bo@example.org", "Second", "Hello,\\nall is well."],
        ]
        assert text_of(page, "send_outcome") == "Sent. This can't be taken back."

    def test_nothing_is_sent_to_nobody(self, window: MainWindow, outbox: Path) -> None:
        page = show_page(window, "Message")
        click(find(page, QPushButton, "Send"))

        assert not outbox.exists()
        assert text_of(page, "send_outcome").startswith("Not sent")


class TestBundled:
    def test_the_examples_of_the_console_can_be_done(
        self, bundled: PracticeWindow, ini: Path
    ) -> None:
        click(find(show_page(bundled, "List"), QPushButton, "Add"))
        assert text_of(bundled, "status") == "Added “Item 1”"
        choose(bundled, "Tools", "Settings…")
        settings = dialog(QDialog, "Settings")
        assert not find(settings, QPushButton, "Apply").isEnabled()
        find(settings, QCheckBox, "Autosave").click()
        assert find(settings, QPushButton, "Apply").isEnabled()
        click(find(settings, QPushButton, "OK"))

        assert "autosave=true" in ini.read_text().splitlines()
        assert saved(QSettings(str(ini), QSettings.Format.IniFormat)) == (True, 5)

    def test_a_note_is_kept_once_and_a_failure_is_told(
        self, bundled: PracticeWindow, folder: Path
    ) -> None:
        page = show_page(bundled, "Note")
        assert isinstance(page, NotePage)
        page.save()
        assert not (folder / "note.txt").exists()
        (folder / "note.txt").mkdir()
        QTest.keyClicks(find(page, QPlainTextEdit, "Note text"), "Calm sea")
        page.save()
        assert text_of(page, "note_status") == "Not saved: Is a directory"
        (folder / "note.txt").rmdir()
        page.save()

        assert (folder / "note.txt").read_text() == "Calm sea"
        assert text_of(bundled, "status") == "Saved note.txt"


@pytest.mark.parametrize("which", ["window", "bundled"])
def test_every_control_has_an_accessible_name(which: str, request: pytest.FixtureRequest) -> None:
    window = request.getfixturevalue(which)
    kinds = (
        QPushButton,
        QLineEdit,
        QComboBox,
        QCheckBox,
        QRadioButton,
        QListWidget,
        QPlainTextEdit,
    )
    inner = "qt_"  # parts that Qt makes for itself, such as the field inside a spin box
    nameless = [
        control
        for kind in kinds
        for control in window.findChildren(kind)
        if not control.accessibleName() and not control.objectName().startswith(inner)
    ]

    assert nameless == []
