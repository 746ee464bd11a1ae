"""Sheets: a table of amounts with the sums beneath it, and whether these can be right.

Only what can be read for sure is judged: where any reading of the numbers, or any usual way to come
from the parts to the sum, makes it right, it is. What columns and sums are called is known in
English, German and French.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal
from enum import StrEnum
from itertools import product

from engine.language.amounts import (
    CURRENCY,
    DECIMAL_SIGNS,
    DIGITS,
    Amount,
    DecimalSign,
    looks_numeric,
    percent_in,
    read_amount,
)
from engine.language.labels import plain_text

_LEAST_ROWS = 2
_ZERO = Decimal(0)


@dataclass(frozen=True, slots=True)
class Sheet:
    """``rows`` have one text for each of ``headers``; ``sums`` are labels with their values."""

    headers: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    sums: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Wrong:
    """``what`` is the same each time; ``detail`` has the figures."""

    what: str
    detail: str


class _Unsure(Exception):
    """It can't be read for sure."""


def wrong_in(sheet: Sheet) -> tuple[Wrong, ...]:
    """What is wrong in every reading of the sheet; nothing where it can't be read for sure."""
    readings = []
    for sign in DECIMAL_SIGNS:
        try:
            readings.append(tuple(_Reading(sheet, sign).wrong()))
        except _Unsure:
            continue
    if not readings:
        return ()
    common = set.intersection(*({one.what for one in each} for each in readings))
    return tuple(one for one in readings[0] if one.what in common)


class _Reading:
    """The sheet with its numbers read in one way. Raises ``_Unsure``."""

    def __init__(self, sheet: Sheet, sign: DecimalSign) -> None:
        self._sheet = sheet
        self._sign = sign
        self._columns = [column_of(header) for header in sheet.headers]
        if self._columns.count(Column.AMOUNT) != 1:
            raise _Unsure
        self._at = self._columns.index(Column.AMOUNT)
        self._rows, inner = self._split_rows()
        self._amounts = [self._amount(row[self._at]) for row in self._rows]
        if len(self._amounts) < _LEAST_ROWS:
            raise _Unsure
        self._sums = [*inner, *sheet.sums]
        told = [self._amount(value) for _, value in self._sums if looks_numeric(value)]
        if len({one.unit for one in (*self._amounts, *told) if one.unit}) > 1:
            raise _Unsure
        most = max(one.decimals for one in self._amounts)
        self._unit = Decimal(1).scaleb(-most)
        self._slack = self._unit * (len(self._amounts) + 2) / 2

    def wrong(self) -> Iterator[Wrong]:
        yield from self._wrong_lines()
        base = sum((one.value for one in self._amounts), _ZERO)
        subtotals = [pair for pair in self._sums if sum_of(pair[0]) is Sum.SUBTOTAL]
        if len(subtotals) == 1:
            label, text = subtotals[0]
            told = self._amount(text).value
            less, more = self._changes(base)
            if not self._fits(told, {base, base - less, *(base - each for each in more)}):
                yield _wrong_sum(label, told, base)
            base = told
        yield from self._wrong_total(base)

    def _wrong_total(self, base: Decimal) -> Iterator[Wrong]:
        totals = [pair for pair in self._sums if sum_of(pair[0]) is Sum.TOTAL]
        unknown = [
            label
            for label, text in self._sums
            if sum_of(label) is Sum.NONE
            and not is_part_of_another(label)
            and (looks_numeric(text) or percent_in(text) is not None)
        ]
        if len(totals) != 1 or unknown:
            return
        label, text = totals[0]
        told = self._amount(text)
        if not told.decimals and self._is_count(told.value):
            return
        expected = self._totals(base)
        if not self._fits(told.value, expected):
            nearest = min(expected, key=lambda each: abs(each - told.value))
            yield _wrong_sum(label, told.value, nearest)

    def _totals(self, base: Decimal) -> set[Decimal]:
        """Every usual way from the subtotal: discounts come off, shipping comes on, tax may be in
        it, what is paid already may come off."""
        less, _ = self._changes(base)
        fixed = base - less + self._added(Sum.MORE, base)
        taxes = {_ZERO, self._added(Sum.TAX, base), self._added(Sum.TAX, fixed)}
        taxes.add(self._added(Sum.TAX, base - less))
        paid = {_ZERO, self._added(Sum.PAID, base)}
        return {fixed + tax - off for tax, off in product(taxes, paid)}

    def _changes(self, base: Decimal) -> tuple[Decimal, set[Decimal]]:
        """What comes off, and what may be in the amounts that is not in the subtotal."""
        less = abs(self._added(Sum.LESS, base))
        return less, {self._added(Sum.TAX, base), self._added(Sum.MORE, base)}

    def _added(self, kind: Sum, base: Decimal) -> Decimal:
        """All sums of a kind, as amounts or, where there are none, as shares of ``base``."""
        total = _ZERO
        for label, text in self._sums:
            if sum_of(label) is not kind:
                continue
            share = percent_in(text) if percent_in(text) is not None else percent_in(label)
            if looks_numeric(text):
                value = self._amount(text).value
                total += abs(value) if kind is not Sum.MORE else value
            elif share is not None:
                total += base * share
            elif text.strip():  # "free" and the like
                continue
        return total

    def _wrong_lines(self) -> Iterator[Wrong]:
        """A line that is not quantity by price, where the other lines are."""
        kinds = self._columns
        if kinds.count(Column.QUANTITY) != 1 or kinds.count(Column.PRICE) != 1:
            return
        if any(self._is_unknown_number(at) for at in range(len(kinds))):
            return
        header = self._sheet.headers[self._at]
        judged = [self._line(row) for row in self._rows]
        wrong = [
            (told, expected)
            for told, expected in judged
            if not any(abs(told - each) <= self._unit for each in expected)
        ]
        if wrong and 2 * len(wrong) <= len(judged):
            told, expected = wrong[0]
            words = f"A line's “{header}” is not its quantity by its price"
            yield Wrong(words, f"{told} instead of {min(expected)}")

    def _line(self, row: tuple[str, ...]) -> tuple[Decimal, set[Decimal]]:
        """What is told, and all that it may be."""
        cell = dict(zip(self._columns, row, strict=True))
        quantity, price = self._amount(cell[Column.QUANTITY]), self._amount(cell[Column.PRICE])
        plain = quantity.value * price.value
        expected = {plain}
        if discount := cell.get(Column.DISCOUNT, "").strip():
            expected = {
                self._changed(plain, discount, -1),
                self._changed(plain, discount, -1, quantity),
            }
        if tax := cell.get(Column.TAX, "").strip():
            expected |= {self._changed(each, tax, 1) for each in expected}
        return self._amount(row[self._at]).value, expected

    def _changed(self, value: Decimal, text: str, by: int, times: Amount | None = None) -> Decimal:
        share = percent_in(text)
        if share is not None:
            return value * (1 + by * share)
        if text in {"-", "–", "—"}:
            return value
        return value + by * abs(self._amount(text).value) * (times.value if times else 1)

    def _split_rows(self) -> tuple[list[tuple[str, ...]], list[tuple[str, str]]]:
        """Lines, and the sums that stand in the table beneath them."""
        lines: list[tuple[str, ...]] = []
        sums: list[tuple[str, str]] = []
        for row in self._sheet.rows:
            label = next((text for text in row if text.strip()), "")
            if sum_of(label) is not Sum.NONE or is_part_of_another(label):
                sums.append((label, row[self._at]))
            elif sums:  # lines again after a sum: groups of lines, which nobody here adds up
                raise _Unsure
            else:
                lines.append(row)
        return lines, sums

    def _is_unknown_number(self, at: int) -> bool:
        return self._columns[at] is Column.OTHER and all(
            looks_numeric(row[at]) for row in self._rows
        )

    def _is_count(self, value: Decimal) -> bool:
        """ "Total: 4" may be the number of lines or of pieces."""
        if value == len(self._rows):
            return True
        if Column.QUANTITY not in self._columns:
            return False
        at = self._columns.index(Column.QUANTITY)
        return value == sum((self._amount(row[at]).value for row in self._rows), _ZERO)

    def _fits(self, told: Decimal, expected: set[Decimal]) -> bool:
        return any(abs(told - each) <= self._slack for each in expected)

    def _amount(self, text: str) -> Amount:
        read = read_amount(text, self._sign)
        if read is None:
            raise _Unsure
        return read


def _wrong_sum(label: str, told: Decimal, expected: Decimal) -> Wrong:
    name = " ".join(label.split()).rstrip(":").strip()
    words = f"“{name}” is not what its parts come to"
    return Wrong(words, f"It says {told}; the parts come to {expected.normalize():f}")


class Column(StrEnum):
    AMOUNT = "amount"
    QUANTITY = "quantity"
    PRICE = "price"
    DISCOUNT = "discount"
    TAX = "tax"
    UNCOUNTED = "uncounted"
    """Numbers that nobody adds up, such as ids and dates."""
    OTHER = "other"


class Sum(StrEnum):
    TOTAL = "total"
    SUBTOTAL = "subtotal"
    LESS = "less"
    """Is taken off: a discount."""
    MORE = "more"
    """Is added: shipping, a tip."""
    TAX = "tax"
    """Is added, or in it already."""
    PAID = "paid"
    """Is taken off what is due, and not off the total."""
    NONE = "none"


def _words(text: str) -> frozenset[str]:
    return frozenset(line.strip() for line in text.replace("\n", ",").split(",") if line.strip())


_COLUMNS = {
    Column.AMOUNT: _words("""amount, line total, total, sum, cost, subtotal, sub-total, total price,
        price total, extended price, item total, betrag, gesamt, gesamtpreis, summe, kosten,
        positionspreis, montant, total ligne, montant total, coût, somme"""),
    Column.QUANTITY: _words("""quantity, qty, qty., count, pcs, pieces, units, hours, menge, anzahl,
        stück, stunden, quantité, qté, qté., nombre, heures"""),
    Column.PRICE: _words("""price, unit price, price each, each, rate, unit cost, item price, preis,
        einzelpreis, stückpreis, e-preis, stundensatz, prix, prix unitaire, p.u., pu, tarif"""),
    Column.DISCOUNT: _words("discount, rebate, rabatt, nachlass, remise, rabais, réduction"),
    Column.TAX: _words("tax, vat, gst, mwst, mwst., ust, ust., steuer, tva, taxe"),
    Column.UNCOUNTED: _words("""no, no., nr, nr., #, id, sku, code, date, due, year, month, pos,
        pos.,
        position, number, reference, art.-nr., artikelnr., datum, jahr, réf., référence, n°, date,
        phone, zip, stock, weight, plz, lager, gewicht, balance, saldo, solde, running total"""),
}
_SUMS = {
    Sum.TOTAL: _words("""total, grand total, sum, total amount, total price, total cost,
        order total,
        invoice total, cart total, overall total, amount due, total due, balance due, to pay,
        summe, gesamt, gesamtsumme, gesamtbetrag, endbetrag, endsumme, rechnungsbetrag,
        zu zahlen, zahlbetrag, somme, montant total, total général, total à payer, net à payer,
        total ttc, à payer"""),
    Sum.SUBTOTAL: _words("""subtotal, sub-total, sub total, net total, net amount, items,
        item total,
        zwischensumme, nettobetrag, nettosumme, netto, warenwert, sous-total, total ht,
        montant ht"""),
    Sum.LESS: _words("""discount, rebate, voucher, coupon, promotion, rabatt, nachlass, skonto,
        gutschein, remise, rabais, réduction, bon de réduction"""),
    Sum.MORE: _words("""shipping, shipping costs, shipping & handling, delivery, delivery fee,
        postage, handling, tip, service, service charge, fee, fees, versand, versandkosten, porto,
        lieferung, trinkgeld, gebühr, gebühren, livraison, frais de port, frais de livraison, port,
        pourboire, frais"""),
    Sum.TAX: _words("""tax, vat, gst, sales tax, taxes, mwst, mwst., ust, ust., mehrwertsteuer,
        umsatzsteuer, steuer, tva, taxe"""),
    Sum.PAID: _words("""paid, already paid, deposit, down payment, credit, anzahlung, bezahlt,
        gutschrift, acompte, payé, avoir"""),
}
_EXTRA = re.compile(rf"\s*(\([^)]*\)|(\bin )?(?<!\w)({CURRENCY})(?!\w)|[-+]?{DIGITS}\s*%|[:*])\s*")
_IS_PART = re.compile(r"\b(incl|inkl|included|including|enthalten|davon|thereof|dont|inclus)", re.I)


def column_of(header: str) -> Column:
    word = _plain(header)
    return next((column for column, words in _COLUMNS.items() if word in words), Column.OTHER)


def sum_of(label: str) -> Sum:
    """What kind of sum the label names; of one that is said to be contained in another, none."""
    if _IS_PART.search(label):
        return Sum.NONE
    word = _plain(label)
    return next((kind for kind, words in _SUMS.items() if word in words), Sum.NONE)


def is_part_of_another(label: str) -> bool:
    """ "including VAT": it is told, and changes nothing."""
    return bool(_IS_PART.search(label))


def _plain(text: str) -> str:
    return plain_text(_EXTRA.sub(" ", text.casefold()))
