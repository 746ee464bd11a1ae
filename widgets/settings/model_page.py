"""The settings' page of the model: where it is, what it costs, and whether it answers."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QVBoxLayout, QWidget

from engine.domain.models import EndpointReport, FoundServer, Price
from widgets.kit.parts import push_button
from widgets.kit.theme import Theme
from widgets.settings.endpoint_sheet import EndpointSheet
from widgets.settings.form_fields import Amount, FieldGrid, WholeNumber, WriteOrChoose, lay_page
from widgets.settings.key_field import KeyField
from widgets.settings.settings_form import ModelForm, Problem

NOT_KNOWN = "not known"
PRICE_PARTS = ("prompt", "cached", "completion")


class ModelPage(QWidget):
    test_requested = Signal()
    find_requested = Signal()
    waiting_ended = Signal()  # nobody waits for an answer any more
    key_place_wanted = Signal(str)  # of this base URL; answered by show_key_place

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._prices: dict[str, Price] = {}
        self._asked_url = ""
        self.base_url = WriteOrChoose("http://127.0.0.1:11434/v1")
        self.name = WriteOrChoose("such as qwen2.5-7b-instruct")
        self.vision_model = WriteOrChoose("the same model")
        self.key = KeyField(theme)
        self.context_tokens = WholeNumber(1024, 2_000_000, "tokens")
        self.max_reply_tokens = WholeNumber(64, 100_000, "tokens")
        self.timeout_secs = Amount(1, 3600, "s")
        self.call_secs = Amount(1, 7200, "s")
        self.prices = {part: Amount(-1, 100_000, decimals=4) for part in PRICE_PARTS}
        self.sheet = EndpointSheet(theme)
        self.sheet.server_chosen.connect(self._take_server)
        self.test = push_button(
            theme, "Test connection", "Ask the model something small, and see what it supports"
        )
        self.search = push_button(
            theme, "Find local servers", "Try the usual ports of this machine", "search"
        )
        for button in (self.test, self.search):
            button.setAutoDefault(False)
        self.test.clicked.connect(self._test_or_cancel)
        self.search.clicked.connect(self.find_requested)
        self.grid = FieldGrid(theme)
        self._lay_out()
        self.base_url.editTextChanged.connect(lambda _text: self.sheet.clear())
        line = self.base_url.lineEdit()
        if line is not None:
            line.editingFinished.connect(self._ask_for_key_place)
        self.name.editTextChanged.connect(self._show_price)

    def show_form(self, form: ModelForm) -> None:
        self._prices = dict(form.prices)
        self._asked_url = form.base_url
        self.base_url.show_words(form.base_url)
        self.name.show_words(form.name)
        self.vision_model.show_words(form.vision_model)
        self.key.clear()
        self.key.show_place(form.key_place, can_forget=form.can_forget_key)
        self.context_tokens.setValue(form.context_tokens)
        self.max_reply_tokens.setValue(form.max_reply_tokens)
        self.timeout_secs.setValue(form.timeout_secs)
        self.call_secs.setValue(form.call_secs)
        self._show_price(form.name)
        self.sheet.clear()

    @property
    def form(self) -> ModelForm:
        return ModelForm(
            base_url=self.base_url.words.rstrip("/"),
            name=self.name.words,
            vision_model=self.vision_model.words,
            context_tokens=self.context_tokens.value(),
            max_reply_tokens=self.max_reply_tokens.value(),
            timeout_secs=self.timeout_secs.value(),
            call_secs=self.call_secs.value(),
            new_key=self.key.new_key,
            forgets_key=self.key.is_forgotten,
            prices=self._prices_now(),
        )

    @property
    def problems(self) -> tuple[Problem, ...]:
        """What the form itself can't say, since it has no half prices."""
        prompt, _, completion = (self.prices[part].value() for part in PRICE_PARTS)
        if (prompt < 0) != (completion < 0):
            return (Problem("prices", "Both prices are needed, of prompt and completion."),)
        return ()

    def show_report(self, report: EndpointReport) -> None:
        self._set_busy(False)
        self.sheet.show_report(report)
        if report.models:
            self.name.offer(report.models)
            self.vision_model.offer(report.models)
            if not self.name.words:
                self.name.show_words(report.model or report.models[0])

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
        self.base_url.show_words(server.base_url)
        self.name.offer(server.models)
        self.vision_model.offer(server.models)
        if self.name.words not in server.models:
            self.name.show_words(server.models[0] if server.models else "")
        self.sheet.clear()
        self._ask_for_key_place()
        self.name.setFocus()

    def _ask_for_key_place(self) -> None:
        if self.base_url.words != self._asked_url:
            self._asked_url = self.base_url.words
            self.key_place_wanted.emit(self._asked_url)

    def _show_price(self, name: str) -> None:
        """That of the model that is written now."""
        price = self._prices.get(name.strip())
        values = (price.prompt, price.cached, price.completion) if price else (-1.0, -1.0, -1.0)
        for part, value in zip(PRICE_PARTS, values, strict=True):
            self.prices[part].setValue(value)

    def _prices_now(self) -> Mapping[str, Price]:
        name = self.name.words
        prices = {key: price for key, price in self._prices.items() if key != name}
        prompt, cached, completion = (self.prices[part].value() for part in PRICE_PARTS)
        if name and prompt >= 0 and completion >= 0:
            prices[name] = Price(prompt, cached if cached >= 0 else prompt, completion)
        return prices

    def _lay_out(self) -> None:
        add = self.grid.add
        add("base_url", "&Base URL", self.base_url, "Of any server that speaks OpenAI’s protocol.")
        add("name", "M&odel", self.name)
        key = add("new_key", "API &key", self.key, self.key.told)
        self.key.changed.connect(lambda: key.show_hint(self.key.told))
        add(
            "vision_model",
            "Model for &pictures",
            self.vision_model,
            "Only where it is another; “none”: no model is sent pictures.",
        )
        add("context_tokens", "Conte&xt", self.context_tokens, "Prompt and reply together fit it.")
        add("max_reply_tokens", "Longest &reply", self.max_reply_tokens)
        add("timeout_secs", "Longest wai&t", self.timeout_secs, "For the next sign of life.")
        add("call_secs", "Longest call", self.call_secs, "With all its retries.")
        hint = "For a million tokens, in your own currency: prompt, prompt from the cache, reply."
        add("prices", "Prices", self._price_row(), hint)
        tools = QHBoxLayout()
        tools.setSpacing(8)
        for button in (self.test, self.search):
            tools.addWidget(button)
        tools.addStretch(1)
        lay_page(self, tools, self.sheet, self.grid)

    def _price_row(self) -> QWidget:
        row = QWidget()
        layout = QHBoxLayout(row)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(8)
        for part, amount in self.prices.items():
            amount.setSpecialValueText(NOT_KNOWN)
            amount.setAccessibleName(f"Price of a million {part} tokens")
            amount.setToolTip(f"{part.capitalize()}, for a million tokens")
            label = QLabel(part)
            label.setProperty("role", "small")
            column = QVBoxLayout()
            column.setSpacing(2)
            column.addWidget(label)
            column.addWidget(amount)
            layout.addLayout(column, 1)
        row.setFocusProxy(self.prices[PRICE_PARTS[0]])
        return row
