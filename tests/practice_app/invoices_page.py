"""The Invoices page, which only "Practice with faults" has: three planted faults for testers.

Everything else on it is right. The faults are such as people make: two options that wait for each
other, a row that is looked for where it stood before, a message that comes back."""

from __future__ import annotations

import os
import sys
import threading
from dataclasses import dataclass, replace
from decimal import Decimal
from enum import IntEnum

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QAbstractItemView,
    QCheckBox,
    QFormLayout,
    QHBoxLayout,
    QHeaderView,
    QLineEdit,
    QMessageBox,
    QPushButton,
    QTableWidget,
    QTableWidgetItem,
)

from app.practice_app.pages import SPACE_PX, named
from tests.practice_app.controls import Page, in_line, label_for, page_layout, telling_label

DISCOUNT = Decimal("0.10")
_CENT = Decimal("0.01")


class Column(IntEnum):
    """The columns of the table, from left to right."""

    CUSTOMER = 0
    ITEM = 1
    QUANTITY = 2
    PRICE = 3
    AMOUNT = 4


@dataclass(frozen=True, slots=True)
class Line:
    """One line of the invoice; ``price`` is for one."""

    customer: str
    item: str
    quantity: int
    price: Decimal
    is_paid: bool = False

    @property
    def amount(self) -> Decimal:
        return self.quantity * self.price

    def one_more(self) -> Line:
        return replace(self, quantity=self.quantity + 1)

    def texts(self) -> tuple[str, ...]:
        """As the columns show it."""
        return (
            self.customer,
            self.item,
            str(self.quantity),
            f"{self.price:.2f}",
            f"{self.amount:.2f}",
        )

    def key(self, column: Column) -> tuple[object, ...]:
        """By what lines are put in order."""
        keys: dict[Column, object] = {
            Column.CUSTOMER: self.customer,
            Column.ITEM: self.item,
            Column.QUANTITY: self.quantity,
            Column.PRICE: self.price,
            Column.AMOUNT: self.amount,
        }
        return (keys[column], self.item)


FIRST_LINES = (
    Line("Marten", "Lamp", 2, Decimal("45.00")),
    Line("Adler", "Desk", 1, Decimal("310.00")),
    Line("Marten", "Chair", 4, Decimal("89.50"), is_paid=True),
    Line("Birke", "Shelf", 3, Decimal("64.00")),
)


@dataclass(frozen=True, slots=True)
class Sums:
    """What the lines come to. ``total`` is ``subtotal`` less ``discount``."""

    subtotal: Decimal
    discount: Decimal
    total: Decimal


def sums_of(lines: list[Line], *, with_discount: bool) -> Sums:
    subtotal = sum((line.amount for line in lines), Decimal(0))
    discount = (subtotal * DISCOUNT).quantize(_CENT) if with_discount else Decimal(0)
    return Sums(subtotal, discount, subtotal - discount)


_HEADERS = ("Customer", "Item", "Quantity", "Price", "Amount")


class InvoicesPage(Page):
    """A table of lines, two options of what is shown, a discount, and what it all comes to."""

    def __init__(self) -> None:
        super().__init__()
        self._lines = list(FIRST_LINES)
        self._sorted_by: Column | None = None
        self._table = named(QTableWidget(0, len(_HEADERS)), "Lines")
        self._table.setHorizontalHeaderLabels(_HEADERS)
        self._table.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self._table.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self._table.verticalHeader().hide()
        stretch = QHeaderView.ResizeMode.Stretch
        self._table.horizontalHeader().setSectionResizeMode(stretch)
        self._more = named(QPushButton("&One more"), "One more")
        self._take_out = named(QPushButton("&Take out the last"), "Take out the last")
        self._check = named(QPushButton("Chec&k"), "Check")
        self._by_customer = named(QCheckBox("By c&ustomer"), "By customer")
        self._open_only = named(QCheckBox("&Open ones only"), "Open ones only")
        self._discount = named(QCheckBox("&Discount of 10 %"), "Discount of 10 %")
        self._fields = {
            name: named(QLineEdit(), name) for name in ("Subtotal", "Discount", "Total")
        }
        self._status = telling_label("invoices_status", "Nothing changed yet")
        self._lay_out()
        self._connect()
        self._show_lines()
        self._show_sums(sums_of(self._shown(), with_discount=False))
        self._table.selectRow(0)

    def _lay_out(self) -> None:
        layout = page_layout(
            self, "Invoices", "A click on the head of a column puts the lines in order."
        )
        layout.addWidget(self._table, 1)
        layout.addLayout(in_line(QHBoxLayout(), self._more, self._take_out, self._check, None))
        options = (self._by_customer, self._open_only, self._discount)
        layout.addLayout(in_line(QHBoxLayout(), *options, None))
        form = QFormLayout()
        form.setHorizontalSpacing(2 * SPACE_PX)
        for name, field in self._fields.items():
            field.setReadOnly(True)
            field.setAlignment(Qt.AlignmentFlag.AlignRight)
            field.setMaximumWidth(20 * SPACE_PX)
            form.addRow(label_for(field, name), field)
        layout.addLayout(form)
        layout.addWidget(self._status)

    def _connect(self) -> None:
        self._table.horizontalHeader().setSectionsClickable(True)
        self._table.horizontalHeader().sectionClicked.connect(self._sort)
        self._more.clicked.connect(self._add_one)
        self._take_out.clicked.connect(self._take_out_last)
        self._check.clicked.connect(self._tell_check)
        self._by_customer.toggled.connect(lambda: self._choose())
        self._open_only.toggled.connect(lambda: self._choose())
        self._discount.toggled.connect(lambda: self._work_out("Discount changed"))

    def _shown(self) -> list[Line]:
        lines = [line for line in self._lines if not (self._open_only.isChecked() and line.is_paid)]
        if self._sorted_by is not None:
            column = self._sorted_by
            lines.sort(key=lambda line: line.key(column))
        if self._by_customer.isChecked():
            lines.sort(key=lambda line: line.customer)
        return lines

    def _show_lines(self) -> None:
        lines = self._shown()
        self._table.setRowCount(len(lines))
        for row, line in enumerate(lines):
            for column, text in enumerate(line.texts()):
                item = QTableWidgetItem(text)
                if column >= Column.QUANTITY:
                    item.setTextAlignment(
                        Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
                    )
                self._table.setItem(row, column, item)
        self._take_out.setEnabled(bool(lines))
        self._more.setEnabled(bool(lines))

    def _show_sums(self, sums: Sums) -> None:
        for name, value in (
            ("Subtotal", sums.subtotal),
            ("Discount", sums.discount),
            ("Total", sums.total),
        ):
            self._fields[name].setText(f"{value:.2f}")

    def _work_out(self, said: str) -> None:
        self._show_sums(sums_of(self._shown(), with_discount=self._discount.isChecked()))
        self._tell(said)

    def _tell(self, said: str) -> None:
        self._status.setText(said)
        self.said.emit(said)

    def _sort(self, column: int) -> None:
        self._sorted_by = Column(column)
        self._show_lines()
        self._tell(f"In order of {_HEADERS[column]}")

    def _choose(self) -> None:
        # The planted hang: each of the two waits for the other to have been applied.
        if self._by_customer.isChecked() and self._open_only.isChecked():
            threading.Event().wait()
        self._show_lines()
        self._work_out("Shown as chosen")

    def _add_one(self) -> None:
        row = max(0, self._table.currentRow())
        line = self._shown()[row]
        self._lines[self._lines.index(line)] = line.one_more()
        self._show_lines()
        self._table.selectRow(row)
        self._work_out("One more")

    def _take_out_last(self) -> None:
        last = self._shown()[-1]
        if self._sorted_by is not None and last != self._lines[-1]:
            # The planted crash: the line is looked for where it stood before the sorting.
            sys.stderr.write("Assertion failed: lines.last() == shown.last()\n")
            sys.stderr.flush()
            os.abort()
        self._lines.remove(last)
        self._show_lines()
        self._work_out("Took out the last line")

    def _tell_check(self) -> None:
        box = QMessageBox(
            QMessageBox.Icon.Information,
            "Check",
            "Each line has a customer and a price.",
            QMessageBox.StandardButton.Ok,
            self,
        )
        box.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        # The planted endless dialog: that the check has been read starts the next check.
        box.finished.connect(self._tell_check)
        box.open()
