"""The invoice behind the Invoices page: its lines, and what they come to."""

from __future__ import annotations

from dataclasses import dataclass, replace
from decimal import Decimal
from enum import IntEnum

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
