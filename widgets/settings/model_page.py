"""The settings' page of the model: where it is, what it costs, and whether it answers."""

from __future__ import annotations

from typing import cast

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout

from engine.domain.models import EndpointReport, FoundServer
from widgets.kit.form_fields import Editor, WriteOrChoose
from widgets.kit.forms import PageSpec, Values
from widgets.kit.parts import push_button
from widgets.kit.theme import Theme
from widgets.settings.endpoint_sheet import EndpointSheet
from widgets.settings.form_page import FormPage
from widgets.settings.key_field import KeyField
from widgets.settings.price_row import PriceRow


class ModelPage(FormPage):
    test_requested = Signal()
    find_requested = Signal()
    waiting_ended = Signal()  # nobody waits for an answer any more
    key_place_wanted = Signal(str)  # of this base URL; answered by show_key_place

    def __init__(self, theme: Theme, spec: PageSpec) -> None:
        key, prices = KeyField(theme), PriceRow()
        own = {
            "api_key": Editor(key, lambda _: None, lambda: None),
            "prices": Editor(prices, prices.show_prices, lambda: prices.prices),
        }
        super().__init__(theme, spec, own)
        self.key, self.prices = key, prices
        self._asked_url = ""
        self.sheet = EndpointSheet(theme)
        self.sheet.server_chosen.connect(self._take_server)
        self.test = push_button(
            theme, "Test connection", "Ask the model something small, and see what it supports"
        )
        self.search = push_button(
            theme, "Find local servers", "Try the usual ports of this machine", "search"
        )
        tools = QHBoxLayout()
        tools.setSpacing(8)
        for button in (self.test, self.search):
            button.setAutoDefault(False)
            tools.addWidget(button)
        tools.addStretch(1)
        self.test.clicked.connect(self._test_or_cancel)
        self.search.clicked.connect(self.find_requested)
        self.tools.addLayout(tools)
        self.tools.addWidget(self.sheet)
        self.base_url, self.name, self.vision_model = (
            cast(WriteOrChoose, self.grid.editors[name].widget)
            for name in ("base_url", "name", "vision_model")
        )
        key_field = self.grid.fields["api_key"]
        key.changed.connect(lambda: key_field.show_hint(key.told))
        key_field.show_hint(key.told)
        self.base_url.editTextChanged.connect(lambda _text: self.sheet.clear())
        line = self.base_url.lineEdit()
        if line is not None:
            line.editingFinished.connect(self._ask_for_key_place)
        self.name.editTextChanged.connect(self.prices.show_model)

    def show_values(self, values: Values) -> None:
        self._asked_url = str(values["base_url"])
        self.key.clear()
        super().show_values(values)
        self.sheet.clear()

    def show_report(self, report: EndpointReport) -> None:
        self._set_busy(False)
        self.sheet.show_report(report)
        if report.models:
            self.name.offer(report.models)
            self.vision_model.offer(report.models)
            if not self.name.words:
                self.name.setEditText(report.model or report.models[0])

    def show_servers(self, servers: tuple[FoundServer, ...]) -> None:
        self._set_busy(False)
        self.base_url.offer(tuple(server.base_url for server in servers))
        self.sheet.show_servers(servers)

    def show_key_place(self, place: str, *, can_forget: bool) -> None:
        self.key.show_place(place, can_forget=can_forget)

    def show_busy(self, words: str) -> None:
        self._set_busy(True)
        self.sheet.show_busy(words)

    def stop_waiting(self) -> None:
        """Nothing is tried any more; what was found stays."""
        if self.sheet.is_busy:
            self.sheet.clear()
            self.waiting_ended.emit()
        self._set_busy(False)

    # -- inside ----------------------------------------------------------------------------------

    def _test_or_cancel(self) -> None:
        if self.sheet.is_busy:
            self.stop_waiting()
        else:
            self.test_requested.emit()

    def _set_busy(self, is_busy: bool) -> None:
        """Of the two buttons one stays, to give it up."""
        self.test.setText("Cancel" if is_busy else "Test connection")
        self.test.setAccessibleName(self.test.text())
        if is_busy and self.search.hasFocus():
            self.test.setFocus()
        self.search.setEnabled(not is_busy)

    def _take_server(self, server: FoundServer) -> None:
        """Its models become the choices; the first is taken where ours is not among them."""
        self.base_url.setEditText(server.base_url)
        self.name.offer(server.models)
        self.vision_model.offer(server.models)
        if self.name.words not in server.models:
            self.name.setEditText(server.models[0] if server.models else "")
        self.sheet.clear()
        self._ask_for_key_place()
        self.name.setFocus()

    def _ask_for_key_place(self) -> None:
        if self.base_url.words != self._asked_url:
            self._asked_url = self.base_url.words
            self.key_place_wanted.emit(self._asked_url)
