"""Stands behind the settings dialog: reads and keeps the settings, tries endpoints out.

The dialog edits a form and tells; here it becomes settings, a key in the keyring, and a file.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from app.doctor_web import examine_web
from app.findings import Finding, Health
from app.model_key import KeyNotKept, ModelKeys, host_of
from app.settings import Settings
from app.settings_file import write_settings
from app.settings_forms import form_of, settings_of
from app.tasks import OwnedTasks
from engine.domain.errors import KnownError
from engine.domain.models import EndpointReport, FoundServer
from engine.endpoint.settings import EndpointSettings
from widgets.settings.settings_dialog import SettingsDialog
from widgets.settings.settings_form import ModelForm, SettingsForm

TryOut = Callable[[EndpointSettings], Awaitable[EndpointReport]]
TryBrowser = Callable[[Settings], Awaitable[list[Finding]]]
FindServers = Callable[[], Awaitable[tuple[FoundServer, ...]]]


class SettingsPage:
    """``on_saved`` is called with settings that were kept; they count from the next run on."""

    def __init__(
        self,
        dialog: SettingsDialog,
        path: Path,
        settings: Settings,
        *,
        tasks: OwnedTasks,
        try_out: TryOut,
        find_servers: FindServers,
        try_browser: TryBrowser = examine_web,
        keys: ModelKeys | None = None,
    ) -> None:
        self._dialog = dialog
        self._path = path
        self._settings = settings
        self._tasks = tasks
        self._try_out = try_out
        self._find_servers = find_servers
        self._try_browser = try_browser
        self._keys = keys or ModelKeys()
        self._trying: asyncio.Task[Any] | None = None
        self.on_saved: Callable[[Settings], None] = lambda settings: None
        dialog.saved.connect(lambda form: tasks.spawn(self._save(form)))
        dialog.test_requested.connect(lambda form: self._try(self._test(form)))
        dialog.find_requested.connect(lambda: self._try(self._find()))
        dialog.browser_test_requested.connect(lambda form: self._try(self._test_browser(form)))
        dialog.waiting_ended.connect(self._stop_trying)
        dialog.key_place_wanted.connect(lambda url: tasks.spawn(self._tell_key_place(url)))

    def open(self) -> None:
        """Show the dialog with what is set now."""
        if not self._dialog.isVisible():
            self._tasks.spawn(self._open())

    async def _open(self) -> None:
        model = self._settings.model
        key = await asyncio.to_thread(
            self._keys.find, model.base_url, model.api_key.get_secret_value()
        )
        self._dialog.show_form(form_of(self._settings, key))
        self._dialog.open()

    async def _save(self, form: SettingsForm) -> None:
        """The key first: where it can't be kept, nothing else is written."""
        try:
            settings = settings_of(form, self._settings)
            await asyncio.to_thread(self._keep_key, form.model)
            await asyncio.to_thread(write_settings, self._path, settings)
        except KeyNotKept as error:
            self._dialog.show_problem("new_key", f"{error.message} {error.remedy}")
        except KnownError as error:
            self._dialog.show_problem("", f"{error.message} {error.remedy}")
        except ValidationError as error:
            wrong = error.errors(include_input=False)[0]
            self._dialog.show_problem(str(wrong["loc"][-1]), f"{wrong['msg']}.")
        else:
            self._settings = settings
            self.on_saved(settings)
            self._dialog.accept()

    def _keep_key(self, form: ModelForm) -> None:
        if form.new_key and form.base_url:
            self._keys.save(form.base_url, form.new_key)
        elif form.forgets_key:
            self._keys.forget(form.base_url)

    async def _test(self, form: SettingsForm) -> None:
        """Try what stands in the form, with the key that is written there or kept."""
        model = settings_of(form, self._settings).model
        key = form.model.new_key
        if not key and not form.model.forgets_key:
            key = await asyncio.to_thread(self._known_key, form.model.base_url)
        self._dialog.show_report(await self._try_out(model.to_endpoint(key)))

    async def _test_browser(self, form: SettingsForm) -> None:
        """As the doctor does: it opens an empty page, without a window."""
        *_, last = await self._try_browser(settings_of(form, self._settings))
        words = f"{last.message[:1].upper()}{last.message[1:]}".rstrip(".")
        told = " ".join(part for part in (f"{words}.", last.remedy) if part)
        self._dialog.show_browser(told, is_good=last.health is Health.GOOD)

    def _known_key(self, base_url: str) -> str:
        return self._keys.find(base_url, self._key_in_settings(base_url)).value

    def _key_in_settings(self, base_url: str) -> str:
        """That of the file is for the host of the file only."""
        model = self._settings.model
        is_its = host_of(base_url) == host_of(model.base_url)
        return model.api_key.get_secret_value() if is_its else ""

    async def _find(self) -> None:
        self._dialog.show_servers(await self._find_servers())

    async def _tell_key_place(self, base_url: str) -> None:
        key = replace(
            await asyncio.to_thread(self._keys.find, base_url, self._key_in_settings(base_url)),
            value="",
        )
        self._dialog.show_key_place(key.place, can_forget=key.can_forget)

    def _try(self, work: Awaitable[None]) -> None:
        self._stop_trying()
        self._trying = self._tasks.spawn(self._guarded(work))

    def _stop_trying(self) -> None:
        if self._trying is not None:
            self._trying.cancel()
            self._trying = None

    async def _guarded(self, work: Awaitable[None]) -> None:
        try:
            await work
        except KnownError as error:
            self._dialog.show_problem("", f"{error.message} {error.remedy}")
        except ValidationError as error:
            wrong = error.errors(include_input=False)[0]
            self._dialog.show_problem(str(wrong["loc"][-1]), f"{wrong['msg']}.")
