"""What the model costs: three amounts, of the model whose name is written above them."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtWidgets import QLabel, QWidget

from widgets.kit.form_fields import Amount
from widgets.kit.forms import FieldSpec
from widgets.kit.laying import lay_column, lay_row

PARTS = ("prompt", "cached", "completion")
NOT_KNOWN = FieldSpec("", most=100_000, decimals=4, none="", none_is="not known")
Prices = Mapping[str, Mapping[str, object]]
"""By model and part; a part that is not known is missing."""


class PriceRow(QWidget):
    def __init__(self) -> None:
        super().__init__()
        self._prices: Prices = {}
        self._model = ""
        self.amounts = {part: Amount(NOT_KNOWN) for part in PARTS}
        layout = lay_row(of=self, margins=0, spacing=8)
        for part, amount in self.amounts.items():
            amount.setAccessibleName(f"Price of a million {part} tokens")
            amount.setToolTip(f"{part.capitalize()}, for a million tokens")
            label = QLabel(part)
            label.setProperty("role", "small")
            column = lay_column(label, amount, spacing=2)
            layout.addLayout(column, 1)
        self.setFocusProxy(self.amounts[PARTS[0]])
        self.show_model("")

    def show_prices(self, prices: Prices) -> None:
        self._prices = prices
        self.show_model(self._model)

    def show_model(self, name: str) -> None:
        self._model = name.strip()
        known = self._prices.get(self._model, {})
        for part, amount in self.amounts.items():
            amount.show_amount(known.get(part, ""))

    @property
    def prices(self) -> Prices:
        others = {name: price for name, price in self._prices.items() if name != self._model}
        told = {part: each.amount for part, each in self.amounts.items() if each.amount != ""}
        return others | {self._model: told} if self._model and told else others
