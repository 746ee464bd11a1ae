"""Behind the settings dialog: what is saved is kept, what is tried out is answered."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import keyring
import pytest
from keyring.backends import fail
from PySide6.QtWidgets import QApplication, QWidget

from app.doctor import Diagnosis, Health, examine_web
from app.secrets import KEYS_SERVICE, ModelKeys
from app.settings.file import read_settings
from app.settings.forms import thinker_choices
from app.settings.model import ModelSettings
from app.settings.page import SettingsPage, TryOut
from app.settings.tables import Settings
from engine.domain.errors import KnownError
from engine.domain.models import EndpointReport
from engine.endpoint.openai_model import try_out
from engine.endpoint.request import EndpointSettings
from engine.processes.tasks import OwnedTasks
from engine.safety.policy import Rules
from tests.app.test_secrets import KeyringOf
from tests.support.console_windows import discard
from tests.support.scripted_endpoint import ScriptedEndpoint
from tests.support.shown_words import shown_text
from tests.support.waiting import until
from tests.widgets.conftest import qapp as qapp
from widgets.kit.forms import Choice
from widgets.kit.theme import Theme, ThemeChoice
from widgets.settings.settings_dialog import SettingsDialog

URL = "http://127.0.0.1:8081/v1"


class Endpoints:
    """Stands for what is out there: each trial waits until it is let go."""

    def __init__(self) -> None:
        self.tried: list[EndpointSettings] = []
        self.cancelled = 0
        self.may_answer = asyncio.Event()
        self.may_answer.set()
        self.error: KnownError | None = None

    async def try_out(self, settings: EndpointSettings) -> EndpointReport:
        self.tried.append(settings)
        try:
            await self.may_answer.wait()
        except asyncio.CancelledError:
            self.cancelled += 1
            raise
        if self.error is not None:
            raise self.error
        return EndpointReport(settings.base_url, settings.model, ("small", "large"))


class Desk:
    """A dialog and what stands behind it."""

    def __init__(self, path: Path, settings: Settings, try_out: TryOut | None = None) -> None:
        self.parent = QWidget()
        theme = Theme(QApplication.instance(), ThemeChoice.LIGHT)  # type: ignore[arg-type]
        self.dialog = SettingsDialog(theme, self.parent)
        self.path = path
        self.tasks = OwnedTasks()
        self.endpoints = Endpoints()
        self.saved: list[Settings] = []
        self.page = SettingsPage(
            self.dialog,
            path,
            settings,
            tasks=self.tasks,
            try_out=try_out or self.endpoints.try_out,
            try_browser=self.try_browser,
            policy=path.with_name("policy.toml"),
            try_policy=self.try_policy,
            keys=ModelKeys({}),
        )
        self.page.on_saved = self.saved.append

    async def try_policy(self, rules: Rules) -> str:
        return f"{len(rules)} tried"

    async def try_browser(self, settings: Settings) -> list[Diagnosis]:
        """As the doctor would say it of this program."""
        program = settings.browser.executable
        if not program:
            return [Diagnosis("browser", Health.GOOD, "Chromium 150 at /usr/bin/chromium opens it")]
        return [Diagnosis("browser", Health.LIMITED, f"“{program}” is not there.", "Install one.")]

    async def opened(self) -> SettingsDialog:
        self.page.open()
        await until(self.dialog.isVisible)
        return self.dialog


def edit(dialog: SettingsDialog, page: str, name: str, value: object) -> None:
    dialog.pages[page].grid.editors[name].show(value)


@pytest.fixture
def held() -> Iterator[dict[tuple[str, str], str]]:
    """What the keyring holds."""
    before = keyring.get_keyring()
    held: dict[tuple[str, str], str] = {}
    keyring.set_keyring(KeyringOf(held))
    yield held
    keyring.set_keyring(before)


@pytest.fixture
def nobody_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("INTERACTIVE_PROMPTS", "0")


@pytest.fixture
async def desk(
    qapp: QApplication, tmp_path: Path, held: dict[tuple[str, str], str]
) -> AsyncIterator[Desk]:
    desk = Desk(tmp_path / "settings.toml", Settings())
    yield desk
    desk.dialog.close()
    await desk.tasks.close(cancel=True)
    discard(desk.parent)


async def test_what_is_saved_is_in_the_file_and_the_key_in_the_keyring(
    desk: Desk, held: dict[tuple[str, str], str]
) -> None:
    dialog = await desk.opened()
    dialog.model.base_url.setText(URL + "/")
    dialog.model.name.setEditText("small")
    dialog.model.key.line.setText("sk-new")
    edit(dialog, "limits", "max_tokens", 50_000)
    edit(dialog, "masking", "patterns", ("keys", "cards"))
    edit(dialog, "masking", "window_titles", ("Bank", "", " KeePass "))
    dialog.save.click()
    await until(lambda: desk.saved)
    assert not dialog.isVisible()
    kept = read_settings(desk.path)
    assert kept == desk.saved[0]
    assert (kept.model.base_url, kept.model.name) == (URL, "small")
    assert kept.limits.max_tokens == 50_000
    assert kept.masking.patterns == ("keys", "cards")
    assert kept.masking.window_titles == ("Bank", "KeePass")
    assert held == {(KEYS_SERVICE, "127.0.0.1:8081"): "sk-new"}
    assert "sk-new" not in desk.path.read_text()


async def test_it_says_where_the_key_is_and_forgets_it_when_asked(
    desk: Desk, held: dict[tuple[str, str], str]
) -> None:
    held[KEYS_SERVICE, "127.0.0.1:8081"] = "sk-kept"
    dialog = await desk.opened()
    dialog.model.base_url.setText(URL)
    dialog.model.name.setEditText("small")
    dialog.model.base_url.editingFinished.emit()
    await until(lambda: "in the system’s keyring" in dialog.model.key.told)
    dialog.model.key.forget.click()
    dialog.save.click()
    await until(lambda: desk.saved)
    assert held == {}


async def test_without_a_keyring_the_key_field_says_so_and_nothing_is_written(desk: Desk) -> None:
    keyring.set_keyring(fail.Keyring())
    dialog = await desk.opened()
    dialog.model.base_url.setText(URL)
    dialog.model.name.setEditText("small")
    dialog.model.key.line.setText("sk-new")
    dialog.save.click()
    field = dialog.model.grid.fields["api_key"]
    await until(lambda: field.problem.text)
    assert "no keyring" in field.problem.text and "PILOTHOUSE_API_KEY" in field.problem.text
    assert dialog.isVisible() and dialog.save.isEnabled()
    assert not desk.path.exists() and not desk.saved


async def test_what_is_tried_out_is_what_is_written_now(
    desk: Desk, held: dict[tuple[str, str], str]
) -> None:
    held[KEYS_SERVICE, "127.0.0.1:8081"] = "sk-kept"
    dialog = await desk.opened()
    dialog.model.base_url.setText(URL)
    dialog.model.test.click()
    await until(lambda: "Which model?" in shown_text(dialog.model.sheet))
    [tried] = desk.endpoints.tried
    assert (tried.base_url, tried.key) == (URL, "sk-kept")
    assert dialog.model.name.words == "small"
    dialog.model.key.line.setText("sk-typed")
    dialog.model.test.click()
    await until(lambda: len(desk.endpoints.tried) == 2)
    assert desk.endpoints.tried[1].key == "sk-typed"


@pytest.mark.parametrize("how", ["button", "close"])
async def test_a_trial_that_nobody_waits_for_is_cancelled(desk: Desk, how: str) -> None:
    desk.endpoints.may_answer.clear()
    dialog = await desk.opened()
    dialog.model.base_url.setText(URL)
    dialog.model.test.click()
    await until(lambda: desk.endpoints.tried)
    assert dialog.model.test.text() == "Cancel"
    dialog.model.test.click() if how == "button" else dialog.reject()
    await until(lambda: desk.endpoints.cancelled)
    assert dialog.model.test.text() == "Test connection"
    assert not dialog.model.sheet.is_busy


async def test_an_error_of_a_trial_is_shown(desk: Desk) -> None:
    desk.endpoints.error = KnownError("It went wrong.", "Try again.")
    dialog = await desk.opened()
    dialog.model.base_url.setText(URL)
    dialog.model.test.click()
    await until(lambda: dialog.problem.text)
    assert dialog.problem.text == "It went wrong. Try again."
    assert not dialog.model.sheet.is_busy


async def test_a_real_endpoint_is_tried_out_and_reported(desk: Desk) -> None:
    page_of_its_own = Desk(desk.path, Settings(), try_out=try_out)
    dialog = await page_of_its_own.opened()
    async with ScriptedEndpoint('{"greeting": "hello"}', models=("tiny", "large")) as endpoint:
        dialog.model.base_url.setText(endpoint.base_url)
        dialog.model.test.click()
        await until(lambda: not dialog.model.sheet.is_busy)
        assert "It lists 2 models; the first is filled in." in shown_text(dialog.model.sheet)
        dialog.model.test.click()
        await until(lambda: not dialog.model.sheet.is_busy)
        assert "“tiny” can be used" in shown_text(dialog.model.sheet)
        assert "JSON schema" in shown_text(dialog.model.sheet)
    dialog.model.test.click()
    await until(lambda: not dialog.model.sheet.is_busy)
    assert "can’t be used" in shown_text(dialog.model.sheet)
    dialog.close()
    await page_of_its_own.tasks.close(cancel=True)


async def test_the_key_of_the_file_does_not_go_to_another_host(
    qapp: QApplication, tmp_path: Path
) -> None:
    model = ModelSettings.model_validate({"base_url": URL, "name": "small", "api_key": "sk-file"})
    desk = Desk(tmp_path / "settings.toml", Settings(model=model))
    dialog = await desk.opened()
    dialog.model.test.click()
    await until(lambda: desk.endpoints.tried)
    assert desk.endpoints.tried[-1].key == "sk-file"
    await until(lambda: dialog.model.test.text() == "Test connection")
    dialog.model.base_url.setText("http://elsewhere.example/v1")
    dialog.model.test.click()
    await until(lambda: len(desk.endpoints.tried) == 2)
    assert desk.endpoints.tried[-1].key == ""
    dialog.save.click()
    await until(lambda: desk.saved)
    assert desk.saved[-1].model.api_key.get_secret_value() == ""
    await desk.tasks.close(cancel=True)


def test_the_model_that_is_set_up_is_a_thinker() -> None:
    assert thinker_choices(Settings()) == ("offline",)
    model = ModelSettings(base_url=URL, name="qwen")
    _, choice = thinker_choices(Settings(model=model))
    assert isinstance(choice, Choice)
    assert (choice.key, choice.words) == ("model", "qwen at 127.0.0.1:8081")


async def test_the_browser_and_the_navigator_are_kept_and_the_comments_stay(desk: Desk) -> None:
    own = "[browser] # mine\nwidth = 1440 # wide\n\n[navigator]\nmax_steps = 9 # few\n"
    own += "may_be_conservative = false\nobserve_screenshot_mode = 'never'\n"
    desk.path.write_text(own)
    other = Desk(desk.path, read_settings(desk.path))
    dialog = await other.opened()
    assert dialog.form.values["navigator"]["max_steps"] == 9
    edit(dialog, "browser", "headless", True)
    edit(dialog, "browser", "allowed_domains", ("Example.org", "", " docs.example.net "))
    edit(dialog, "browser", "allow_downloads", False)
    edit(dialog, "browser", "downloads_folder", "~/papers")
    edit(dialog, "navigator", "max_repeats", 5)
    dialog.save.click()
    await until(lambda: other.saved)
    kept = read_settings(other.path)
    assert kept == other.saved[0]
    assert kept.browser.headless is True and kept.browser.width == 1440
    assert kept.browser.allowed_domains == ("example.org", "docs.example.net")
    assert not kept.browser.allow_downloads and kept.browser.downloads_folder == "~/papers"
    assert (kept.navigator.max_steps, kept.navigator.max_repeats) == (9, 5)
    assert not kept.navigator.may_be_conservative, "what has no field in the dialog stays"
    assert kept.navigator.observe_screenshot_mode == "never"
    written = other.path.read_text()
    assert "# mine" in written and "width = 1440 # wide" in written and "# few" in written
    assert "recursion_limit" not in written, "what is at its default stays out"


async def test_whether_questions_are_asked_is_kept_and_the_environment_counts_first(
    nobody_answers: None, desk: Desk
) -> None:
    dialog = await desk.opened()
    field = dialog.pages["navigator"].grid.fields["ask_questions"]
    assert "INTERACTIVE_PROMPTS in the environment" in field.editor.accessibleDescription()
    asks = dialog.form.values["navigator"]["ask_questions"]
    assert asks, "the setting itself is as it was kept"
    edit(dialog, "navigator", "ask_questions", False)
    dialog.save.click()
    await until(lambda: desk.saved)
    assert not read_settings(desk.path).navigator.ask_questions
    assert desk.path.read_text().split() == ["[navigator]", "ask_questions", "=", "false"]


async def test_what_was_not_said_stays_unsaid(desk: Desk) -> None:
    """A ceiling of calls that nobody set gives way to the mode's own (``limits_of``)."""
    dialog = await desk.opened()
    edit(dialog, "limits", "max_tokens", 9_000)
    dialog.save.click()
    await until(lambda: desk.saved)
    assert desk.saved[0].limits.model_fields_set == {"max_tokens"}


async def test_what_only_the_file_could_say_is_set_in_the_dialog_too(desk: Desk) -> None:
    told = {"temperature": "default", "max_retries": 5, "max_concurrent": 1, "picture_max_px": 900}
    told |= {"picture_format": "jpeg", "picture_marks": False, "proxy": "http://127.0.0.1:3128"}
    dialog = await desk.opened()
    for name, value in told.items():
        edit(dialog, "model", name, value)
    dialog.save.click()
    await until(lambda: desk.saved)
    assert read_settings(desk.path).model == ModelSettings.model_validate(told)


async def test_it_says_which_browser_was_found(desk: Desk) -> None:
    dialog = await desk.opened()
    dialog.browser.test.click()
    await until(
        lambda: "Chromium 150 at /usr/bin/chromium opens it." in shown_text(dialog.browser.sheet)
    )
    edit(dialog, "browser", "executable", "/usr/bin/nobody")
    dialog.browser.test.click()
    await until(lambda: "is not there. Install one." in shown_text(dialog.browser.sheet))


@pytest.mark.end_to_end
async def test_the_browser_is_really_started(desk: Desk) -> None:
    desk.page.try_browser = examine_web
    dialog = await desk.opened()
    dialog.browser.test.click()
    await until(lambda: dialog.browser.test.text() == "Test browser")
    assert "opens a page." in shown_text(dialog.browser.sheet)
