"""The settings are edited by keyboard, wrong entries are told at their fields, nothing is lost."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractSpinBox,
    QApplication,
    QComboBox,
    QLineEdit,
    QPlainTextEdit,
    QPushButton,
    QWidget,
)

from app.settings.forms import dialog_pages, form_of, problems_of
from app.settings.tables import Settings
from engine.domain.models import EndpointReport, ReplyForm
from tests.support.console_windows import discard
from tests.support.shown_words import shown_text
from tests.widgets.conftest import Heard, becomes_so
from widgets.kit.forms import SettingsForm
from widgets.kit.theme import Theme, ThemeChoice
from widgets.settings.settings_dialog import SettingsDialog
from widgets.window.main_window import MainWindow

URL = "http://127.0.0.1:8081/v1"
SETTINGS = Settings.model_validate(
    {
        "model": {"base_url": URL, "name": "small", "timeout_secs": 2.5},
        "limits": {"max_tokens": 50_000},
        "masking": {"patterns": ["cards"], "own_patterns": ["INV-\\d+"], "window_titles": ["Bank"]},
        "browser": {
            "executable": "/opt/chromium",
            "headless": True,
            "allowed_domains": ["example.org"],
            "blocked_domains": ["ads.example.org"],
            "allow_uploads": True,
        },
        "navigator": {"max_steps": 12, "max_auto_scrolls": 0},
    }
)
FORM = form_of(SETTINGS)
PAGES = ["model", "limits", "practice", "masking", "browser", "navigator"]


@pytest.fixture(scope="module")
def only_one(qapp: QApplication) -> Iterator[SettingsDialog]:
    """It is opened again and again, as by an operator; answered as the application does it."""
    theme = Theme(qapp, ThemeChoice.LIGHT)
    theme.dress_application()
    parent = QWidget()
    dialog = SettingsDialog(theme, parent)
    dialog.set_pages(dialog_pages())
    dialog.saved.connect(lambda form: dialog.show_problems(problems_of(form, SETTINGS)))
    yield dialog
    discard(parent)


def test_a_small_screen_with_large_letters_has_room_for_it(only_one: SettingsDialog) -> None:
    """As ``size_within_screen`` has it on 533 × 400."""
    assert only_one.minimumSizeHint().width() <= 517
    assert only_one.minimumSizeHint().height() <= 352


@pytest.fixture
def dialog(only_one: SettingsDialog) -> Iterator[SettingsDialog]:
    only_one.show_form(FORM)
    only_one.tabs.setCurrentIndex(0)
    only_one.open()
    assert becomes_so(only_one.isActiveWindow)
    yield only_one
    only_one.reject()


def saved_by(dialog: SettingsDialog) -> SettingsForm | None:
    """The form, where nothing is wrong with it."""
    told = Heard()
    dialog.saved.connect(told)
    dialog.save.click()
    [(form,)] = told.calls
    dialog.saved.disconnect(told)
    return None if problems_of(form, SETTINGS) else form


def editor(dialog: SettingsDialog, page: str, name: str) -> Any:
    return dialog.pages[page].grid.editors[name].widget


def problem(dialog: SettingsDialog, page: str, name: str) -> str:
    return dialog.pages[page].grid.fields[name].problem.text


def test_what_nobody_changed_is_saved_as_it_was(dialog: SettingsDialog) -> None:
    assert saved_by(dialog) == FORM


def test_a_larger_number_than_is_offered_is_shown_and_kept(dialog: SettingsDialog) -> None:
    limits = {"max_calls": 3_000_000_000, "max_replans": 5_000_000, "max_run_secs": math.inf}
    form = form_of(Settings.model_validate({"limits": limits | {"max_cost": 2_000_000.5}}))
    dialog.show_form(form)
    assert editor(dialog, "limits", "max_replans").text() == "5,000,000"
    assert editor(dialog, "limits", "max_cost").value() == 2_000_000.5
    assert {**dialog.pages["limits"].values} == form.values["limits"]


def test_ctrl_comma_and_the_thinker_box_ask_for_the_settings(
    window: MainWindow, heard: Callable[[], Heard]
) -> None:
    asked = heard()
    window.goal_bar.choices.setup_requested.connect(asked)
    QTest.keyClick(window, Qt.Key.Key_Comma, Qt.KeyboardModifier.ControlModifier)
    assert asked.count == 1
    window.goal_bar.choices.offer(("practice",), ("offline",))
    box = window.views.goal_bar.choices.thinker
    assert box.itemText(box.count() - 1) == "Set up a model…"
    box.setCurrentIndex(box.count() - 1)
    box.activated.emit(box.count() - 1)
    assert asked.count == 2
    assert box.currentData() == "offline"


@pytest.mark.parametrize(
    ("url", "told"),
    [
        ("127.0.0.1:8081/v1", "begins with http://"),
        ("http://", "begins with http://"),
        ("http://[::1/v1", "not a URL"),
        ("http://key:secret@host/v1", "Leave the key out"),
        ("http://host/v1/chat/completions/", "Leave out /chat/completions"),
        ("", "Where is the model?"),
    ],
)
def test_a_wrong_url_is_told_at_its_field(dialog: SettingsDialog, url: str, told: str) -> None:
    dialog.tabs.setCurrentIndex(1)
    dialog.model.base_url.setText(url)
    assert saved_by(dialog) is None
    field = dialog.model.grid.fields["base_url"]
    assert told in field.problem.text and field.isVisible()
    assert told in dialog.model.base_url.accessibleDescription()
    dialog.model.base_url.setText(URL)
    assert saved_by(dialog) is not None
    assert field.problem.text == ""


def test_all_that_is_wrong_is_told_at_once(dialog: SettingsDialog) -> None:
    dialog.model.name.setEditText("")
    editor(dialog, "model", "call_secs").setValue(1)
    editor(dialog, "model", "max_reply_tokens").setValue(5000)
    editor(dialog, "masking", "own_patterns").setPlainText("fine\n(broken")
    assert saved_by(dialog) is None
    fields = {name: dialog.pages[name].grid.fields for name in PAGES}
    wrong = [n for page in PAGES for n, field in fields[page].items() if field.problem.text]
    assert wrong == ["name", "context_tokens", "call_secs", "own_patterns"]
    assert dialog.model.name.hasFocus()
    assert dialog.tabs.currentIndex() == 0


@pytest.mark.parametrize("pattern", [".*", "x?"])
def test_a_pattern_that_matches_nothing_at_all_is_refused(
    dialog: SettingsDialog, pattern: str
) -> None:
    editor(dialog, "masking", "own_patterns").setPlainText(pattern)
    assert saved_by(dialog) is None
    assert "would mask everything" in problem(dialog, "masking", "own_patterns")
    assert dialog.tabs.currentIndex() == PAGES.index("masking")


def test_what_is_known_of_a_model_stands_below_its_name(dialog: SettingsDialog) -> None:
    asked: list[tuple[str, str]] = []
    dialog.model.facts_wanted.connect(lambda url, name: asked.append((url, name)))
    dialog.model.name.setEditText("large")
    assert asked[-1] == (URL, "large")
    dialog.model.show_facts("Context unknown.")
    assert dialog.model.name.accessibleDescription() == "Context unknown."


def test_a_ceiling_can_be_taken_away(dialog: SettingsDialog) -> None:
    assert editor(dialog, "limits", "max_cost").text() == "no ceiling"
    editor(dialog, "limits", "max_tokens").setValue(0)
    form = saved_by(dialog)
    assert form is not None
    assert form.values["limits"]["max_tokens"] == 0


def test_the_limits_that_a_chosen_profile_has_are_shown(dialog: SettingsDialog) -> None:
    """Asked for at each change; what was set by hand stays and says so."""
    asked: list[SettingsForm] = []
    dialog.limits_changed.connect(asked.append)
    profile = dialog.limits.grid.editors["profile"]
    profile.show("small")
    assert asked[-1].values["limits"]["profile"] == "small"
    values = {**asked[-1].values["limits"], "max_calls": 40}
    asked.clear()
    dialog.limits.show_limits(
        values, {"profile": "At most 40 calls.", "max_tokens": "Set by hand."}
    )
    assert not asked, "what is shown is no change of the operator's"
    assert editor(dialog, "limits", "max_calls").value() == 40
    assert "Set by hand." in editor(dialog, "limits", "max_tokens").accessibleDescription()
    assert "At most 40" in profile.widget.accessibleDescription()


def test_a_key_is_never_shown(dialog: SettingsDialog) -> None:
    place = "in the system’s keyring"
    dialog.model.key.show_place(place, can_forget=True)
    line = dialog.model.key.line
    assert line.echoMode() is QLineEdit.EchoMode.Password and line.text() == ""
    assert "Kept in the system’s keyring" in line.accessibleDescription()
    QTest.keyClicks(line, "sk-1")
    form = dialog.form
    assert form.new_key == "sk-1" and "sk-1" not in repr(form)
    dialog.show_form(FORM)
    assert dialog.form.new_key == ""


def test_forgetting_a_key_is_announced_and_a_new_one_undoes_it(dialog: SettingsDialog) -> None:
    place = "in the system’s keyring"
    dialog.model.key.show_place(place, can_forget=True)
    key = dialog.model.key
    key.forget.click()
    assert "forgotten when you save" in key.line.accessibleDescription()
    assert dialog.form.forgets_key
    QTest.keyClicks(key.line, "x")
    assert not dialog.form.forgets_key


def test_a_test_shows_what_the_endpoint_supports(
    dialog: SettingsDialog, heard: Callable[[], Heard]
) -> None:
    asked = heard()
    dialog.test_requested.connect(asked)
    dialog.model.test.click()
    assert asked.calls == [("model", FORM)]
    assert dialog.model.sheet.is_busy
    forms = (ReplyForm.JSON_SCHEMA, ReplyForm.TEXT)
    dialog.model.show_report(
        EndpointReport(URL, "small", ("small", "large"), forms, True, False, 1240.0)
    )
    assert shown_text(dialog.model.sheet).splitlines() == [
        "“small” can be used",
        "Answers; all questions together took 1.2 s",
        "Reply forms, the best first: JSON schema, plain text",
        "Replies stream in",
        "Does not see pictures: text only",
        "Lists 2 models",
    ]
    assert [dialog.model.name.itemText(row) for row in range(2)] == ["small", "large"]
    assert dialog.model.name.words == "small"
    dialog.model.base_url.setText("http://elsewhere/v1")
    assert shown_text(dialog.model.sheet) == ""


def test_a_problem_comes_with_its_remedy(dialog: SettingsDialog) -> None:
    dialog.model.test.click()
    dialog.model.show_report(
        EndpointReport(URL, "small", problem="Nothing answers there.", remedy="Start the server.")
    )
    assert shown_text(dialog.model.sheet).splitlines() == [
        "It can’t be used like this",
        "Nothing answers there.",
        "Start the server.",
    ]
    assert dialog.model.test.text() == "Test connection"


def test_every_field_has_a_name_and_can_be_reached_by_key(dialog: SettingsDialog) -> None:
    kinds = (QLineEdit, QComboBox, QAbstractSpinBox, QPlainTextEdit, QPushButton)
    for number in range(dialog.tabs.count()):
        page = dialog.tabs.widget(number)
        for kind in kinds:
            for each in page.findChildren(kind):
                is_inner = isinstance(each.parent(), QComboBox | QAbstractSpinBox)
                if is_inner:
                    continue
                assert each.accessibleName() or getattr(each, "text", str)(), each
                assert each.focusPolicy() & Qt.FocusPolicy.TabFocus, each


def test_escape_leaves_everything_as_it_was(
    dialog: SettingsDialog, heard: Callable[[], Heard]
) -> None:
    saved = heard()
    dialog.saved.connect(saved)
    dialog.model.name.setEditText("other")
    QTest.keyClick(dialog, Qt.Key.Key_Escape)
    assert not dialog.isVisible() and saved.count == 0


@pytest.mark.parametrize(
    ("field", "words", "told"),
    [
        ("allowed_domains", "example.org\nhttps://example.net/", "write only its name"),
        ("blocked_domains", "some body@example.org", "write only its name"),
        ("blocked_domains", "Example.org", "both allowed and blocked"),
        ("search_engine", "duckduckgo.com/?q={words}", "begins with http://"),
        ("search_engine", "https://duckduckgo.com/", "{words}"),
    ],
)
def test_what_is_wrong_with_the_browser_is_told_at_its_field(
    dialog: SettingsDialog, field: str, words: str, told: str
) -> None:
    dialog.browser.grid.editors[field].show(words.split("\n") if "domains" in field else words)
    assert saved_by(dialog) is None
    shown = dialog.browser.grid.fields[field]
    assert told in shown.problem.text and shown.isVisible()


def test_the_browser_is_tried_out_and_the_answer_shown(dialog: SettingsDialog) -> None:
    asked, ended = Heard(), Heard()
    dialog.test_requested.connect(asked)
    dialog.waiting_ended.connect(ended)
    dialog.tabs.setCurrentIndex(PAGES.index("browser"))
    editor(dialog, "browser", "executable").setText("/usr/bin/other")
    dialog.browser.test.click()
    assert asked.calls[0][1].values["browser"]["executable"] == "/usr/bin/other"
    assert dialog.browser.test.text() == "Cancel" and "Starting" in shown_text(dialog.browser.sheet)
    dialog.browser.show_answer("Chromium 150 opens a page.", is_good=True)
    assert shown_text(dialog.browser.sheet) == "Tried out\nChromium 150 opens a page."
    assert dialog.browser.test.text() == "Test browser"
    dialog.browser.test.click()
    dialog.reject()
    assert ended.count == 1, "nobody waits any more"
