"""Stands behind the settings dialog: reads and keeps the settings, tries endpoints out.

The dialog edits a form and tells; here it becomes settings, a key in the keyring, and a file."""

import asyncio
import contextlib
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from app.doctor import Diagnosis, Health, examine_web
from app.model_files import ModelFileUnreadable, facts_of
from app.paths import models_path
from app.profiles import forecast_of_profile
from app.secrets import KeyNotKept, ModelKeys, host_of
from app.settings import forms
from app.settings.file import policy_text, write_settings, write_text
from app.settings.tables import Settings
from engine.domain.errors import KnownError, NameUnknown
from engine.domain.facts import KW_ONLY, Part, field
from engine.domain.models import EndpointReport
from engine.endpoint.request import EndpointSettings
from engine.processes.tasks import OwnedTasks
from engine.safety.policy import Rules, rules_from_text
from widgets.kit.forms import Problem, SettingsForm
from widgets.settings.settings_dialog import SettingsDialog

TryOut = Callable[[EndpointSettings], Awaitable[EndpointReport]]
TryBrowser = Callable[[Settings], Awaitable[list[Diagnosis]]]
TryPolicy = Callable[[Rules], Awaitable[str]]


class SettingsPage(Part):
    """``on_saved`` is called with settings that were kept; they count from the next run on."""

    dialog: SettingsDialog
    path: Path
    settings: Settings
    _: KW_ONLY
    tasks: OwnedTasks
    try_out: TryOut
    policy: Path
    try_policy: TryPolicy
    try_browser: TryBrowser = examine_web
    keys: ModelKeys = field(default_factory=ModelKeys)
    _policy_before = ""
    _trying: asyncio.Task[Any] | None = field(default=None, init=False)
    on_saved: Callable[[Settings], None] = field(default=lambda settings: None, init=False)

    def __post_init__(self) -> None:
        self.dialog.limits_changed.connect(self._tell_limits)
        self.dialog.saved.connect(self._take_form)
        self.dialog.test_requested.connect(self._take_test)
        self.dialog.waiting_ended.connect(self._stop_trying)

    def open(self) -> None:
        """Show the dialog with what is set now."""
        if not self.dialog.isVisible():
            self.tasks.spawn(self._open())

    async def _open(self) -> None:
        if not self.dialog.pages:  # not before: each start of the console would wait for them
            self.dialog.set_pages(forms.dialog_pages())
            model = self.dialog.model
            model.facts_wanted.connect(self._tell_facts)
            model.key_place_wanted.connect(lambda url: self.tasks.spawn(self._tell_key_place(url)))
        with contextlib.suppress(NameUnknown):  # else it is told when it is saved
            self._policy_before = ""
            self._policy_before = await asyncio.to_thread(policy_text, self.policy)
        self.dialog.policy.show_values({"text": self._policy_before})
        self.dialog.show_form(forms.form_of(self.settings))
        await self._tell_key_place(self.settings.model.base_url)
        self.dialog.open()

    def _take_form(self, form: SettingsForm) -> None:
        if problems := forms.problems_of(form, self.settings):
            self.dialog.show_problems(problems)
        else:
            self.tasks.spawn(self._save(form))

    def _take_test(self, page: str, form: SettingsForm) -> None:
        """The model may still be without a name: the trial lists those that are there."""
        problems = forms.problems_of(form, self.settings, page) if page in form.values else ()
        if page == "model":
            problems = tuple(each for each in problems if each.field == "base_url")
            if not form.values["model"]["base_url"]:
                problems = (Problem("model", "base_url", "Write the URL first."),)
        if problems:
            self.dialog.show_problems(problems)
        else:
            self._stop_trying()
            tests = {
                "model": self._test_model,
                "browser": self._test_browser,
                "policy": self._test_policy,
            }
            self._trying = self.tasks.spawn(self._guarded(tests[page](form)))

    async def _save(self, form: SettingsForm) -> None:
        """The key first: where it can't be kept, nothing else is written."""
        text = self.dialog.policy_text
        try:
            settings = forms.settings_of(form, self.settings).with_rules(self._rules())
            on_disk = await asyncio.to_thread(policy_text, self.policy)
            if text != self._policy_before != on_disk:
                raise NameUnknown(f"{self.policy} was changed meanwhile.", "Open this anew.")
            await asyncio.to_thread(self._keep_key, form, settings.model.base_url)
            await asyncio.to_thread(self._write, settings, text, on_disk)
        except KeyNotKept as error:
            self._tell(error, "model", "api_key")
        except NameUnknown as error:
            self._tell(error, "policy", "text")
        except KnownError as error:
            self._tell(error)
        else:
            self.settings = settings
            self.on_saved(settings)
            self.dialog.accept()

    def _write(self, settings: Settings, text: str, on_disk: str) -> None:
        """Both files or, where one can't be written, none."""
        if text != self._policy_before:
            write_text(self.policy, text)
        try:
            write_settings(self.path, settings)
        except KnownError:
            if text != self._policy_before:
                write_text(self.policy, on_disk)
            raise

    def _keep_key(self, form: SettingsForm, base_url: str) -> None:
        if form.new_key and base_url:
            self.keys.save(base_url, form.new_key)
        elif form.forgets_key:
            self.keys.forget(base_url)

    async def _test_model(self, form: SettingsForm) -> None:
        """Try what stands in the form, with the key that is written there or kept."""
        model = forms.settings_of(form, self.settings, "model").model
        key = form.new_key
        if not key and not form.forgets_key:
            own = self._key_in_settings(model.base_url)
            key = (await asyncio.to_thread(self.keys.find, model.base_url, own)).value
        self.dialog.model.show_report(await self.try_out(model.to_endpoint(key)))

    async def _test_browser(self, form: SettingsForm) -> None:
        """As the doctor does: it opens an empty page, without a window."""
        *_, last = await self.try_browser(forms.settings_of(form, self.settings, "browser"))
        words = f"{last.message[:1].upper()}{last.message[1:]}".rstrip(".")
        told = " ".join(part for part in (f"{words}.", last.remedy) if part)
        self.dialog.browser.show_answer(told, is_good=last.health is Health.GOOD)

    def _rules(self) -> Rules:
        """As they stand in the dialog. Raises ``NameUnknown``."""
        return rules_from_text(self.dialog.policy_text, self.policy.name)

    async def _test_policy(self, _form: SettingsForm) -> None:
        try:
            told = await self.try_policy(self._rules())
        except NameUnknown as error:
            self._tell(error, "policy", "text")
        else:
            self.dialog.policy.show_answer(told, is_good=True)

    def _key_in_settings(self, base_url: str) -> str:
        """That of the file is for the host of the file only."""
        model = self.settings.model
        is_its = host_of(base_url) == host_of(model.base_url)
        return model.api_key.get_secret_value() if is_its else ""

    async def _tell_key_place(self, base_url: str) -> None:
        own = self._key_in_settings(base_url)
        key = await asyncio.to_thread(self.keys.find, base_url, own)
        self.dialog.model.key.show_place(key.place, can_forget=key.can_forget)

    def _tell_limits(self, form: SettingsForm) -> None:
        """The limits that count by the profile that is chosen, and what it may take."""
        try:
            settings = forms.settings_of(form, self.settings, "limits")
            told = forecast_of_profile(settings)
        except (ValidationError, ModelFileUnreadable):
            return  # what is wrong is told when it is saved
        hints = {**forms.limits_hints(settings), "profile": told}
        self.dialog.limits.show_limits(forms.limits_shown(settings), hints)

    def _tell_facts(self, base_url: str, name: str) -> None:
        """What the files know of the model that is being written."""
        try:
            facts = facts_of(name, base_url)
        except ModelFileUnreadable as error:
            self.dialog.model.show_facts(f"{error.message} {error.remedy}")
            return
        own = "" if facts.source else f" Yours may stand in a file in {models_path()}."
        self.dialog.model.show_facts(f"{facts.told}{own}" if name else "")

    def _stop_trying(self) -> None:
        if self._trying is not None:
            self._trying.cancel()
            self._trying = None

    async def _guarded(self, work: Awaitable[None]) -> None:
        try:
            await work
        except KnownError as error:
            self._tell(error)

    def _tell(self, error: KnownError, page: str = "", field: str = "") -> None:
        problem = Problem(page, field, f"{error.message} {error.remedy}")
        self.dialog.show_problems((problem,))
