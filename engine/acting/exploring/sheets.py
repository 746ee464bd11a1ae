"""Sheets: a table of amounts with the sums beneath it, and whether its total can be right.

Only what can be read for sure is judged: where any reading of the numbers, and any way to take or
leave what else is told beside the total (a discount, shipping, a tax), makes it right, it is. What
columns and sums are called is known in English, German and French.
"""

import re
from dataclasses import dataclass
from decimal import Decimal

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

_LEAST_ROWS, _MOST_PARTS = 2, 8
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


def wrong_in(sheet: Sheet) -> Wrong | None:
    """The total that is wrong in every reading of the sheet; None where it may be right."""
    readings = []
    for sign in DECIMAL_SIGNS:
        try:
            readings.append(_wrong_total(sheet, sign))
        except _Unsure:
            continue
    return readings[0] if readings and all(readings) else None


def _wrong_total(sheet: Sheet, sign: DecimalSign) -> Wrong | None:
    """With the numbers read in one way. Raises ``_Unsure``."""
    at = [at for at, header in enumerate(sheet.headers) if is_amount_column(header)]
    if len(at) != 1:
        raise _Unsure
    lines, inner = _split_rows(sheet.rows, at[0])
    amounts = [_amount(line[at[0]], sign) for line in lines]
    sums = [*inner, *sheet.sums]
    totals = [pair for pair in sums if _is_total(pair[0])]
    parts = [pair for pair in sums if pair not in totals]
    if len(amounts) < _LEAST_ROWS or len(parts) > _MOST_PARTS:
        raise _Unsure
    told = [_amount(value, sign) for _, value in sums if looks_numeric(value)]
    if len({one.unit for one in (*amounts, *told) if one.unit}) > 1:
        raise _Unsure
    if len(totals) != 1:
        return None
    label, total = totals[0][0], _amount(totals[0][1], sign)
    if not total.decimals and total.value in _counts(lines, sign):
        return None
    expected = _expected([one.value for one in amounts], parts, sign)
    unit = Decimal(1).scaleb(-max(one.decimals for one in amounts))
    slack = unit * (len(amounts) + 2) / 2
    if any(abs(total.value - each) <= slack for each in expected):
        return None
    nearest = min(expected, key=lambda each: abs(each - total.value)).normalize()
    name = " ".join(label.split()).rstrip(":").strip()
    words = f"It says {total.value}; the parts come to {nearest:f}"
    return Wrong(f"“{name}” is not what its parts come to", words)


def _split_rows(
    rows: tuple[tuple[str, ...], ...], at: int
) -> tuple[list[tuple[str, ...]], list[tuple[str, str]]]:
    """Lines, and the sums that stand in the table beneath them."""
    lines: list[tuple[str, ...]] = []
    sums: list[tuple[str, str]] = []
    for row in rows:
        label = next((text for text in row if text.strip()), "")
        if is_sum(label):
            sums.append((label, row[at]))
        elif sums:  # lines again after a sum: groups of lines, which nobody here adds up
            raise _Unsure
        else:
            lines.append(row)
    return lines, sums


def _counts(lines: list[tuple[str, ...]], sign: DecimalSign) -> set[Decimal]:
    """ "Total: 4" may be the number of lines, or what another column comes to."""
    counts = {Decimal(len(lines))}
    for column in zip(*lines, strict=True):
        if all(looks_numeric(text) for text in column):
            counts.add(sum((_amount(text, sign).value for text in column), _ZERO))
    return counts


def _expected(
    amounts: list[Decimal], parts: list[tuple[str, str]], sign: DecimalSign
) -> set[Decimal]:
    """All that the amounts may come to: each part, be it an amount or a share, comes off, comes on,
    or is in it already."""
    expected = {sum(amounts, _ZERO)}
    for label, text in parts:
        said = percent_in(text)
        share = said if said is not None else percent_in(label)
        if looks_numeric(text):
            value = _amount(text, sign).value
            expected |= {each + by * value for each in expected for by in (-1, 1)}
        elif share is not None:
            expected |= {each * (1 + by * share) for each in expected for by in (-1, 1)}
    return expected


def _amount(text: str, sign: DecimalSign) -> Amount:
    read = read_amount(text, sign)
    if read is None:
        raise _Unsure
    return read


def _words(text: str) -> frozenset[str]:
    return frozenset(line.strip() for line in text.replace("\n", ",").split(",") if line.strip())


_AMOUNTS = _words("""amount, line total, total, sum, cost, subtotal, sub-total, total price,
    price total, extended price, item total, betrag, gesamt, gesamtpreis, summe, kosten,
    positionspreis, montant, total ligne, montant total, coût, somme""")
_TOTALS = _words("""total, grand total, sum, total amount, total price, total cost, order total,
    invoice total, cart total, overall total, amount due, total due, balance due, to pay, summe,
    gesamt, gesamtsumme, gesamtbetrag, endbetrag, endsumme, rechnungsbetrag, zu zahlen, zahlbetrag,
    somme, montant total, total général, total à payer, net à payer, total ttc, à payer""")
_PARTS = _words("""subtotal, sub-total, sub total, net total, net amount, items, item total,
    zwischensumme, nettobetrag, nettosumme, netto, warenwert, sous-total, total ht, montant ht,
    discount, rebate, voucher, coupon, promotion, rabatt, nachlass, skonto, gutschein, remise,
    rabais, réduction, bon de réduction, shipping, shipping costs, shipping & handling, delivery,
    delivery fee, postage, handling, tip, service, service charge, fee, fees, versand,
    versandkosten, porto, lieferung, trinkgeld, gebühr, gebühren, livraison, frais de port,
    frais de livraison, port, pourboire, frais, tax, vat, gst, sales tax, taxes, mwst, mwst., ust,
    ust., mehrwertsteuer, umsatzsteuer, steuer, tva, taxe, paid, already paid, deposit,
    down payment, credit, anzahlung, bezahlt, gutschrift, acompte, payé, avoir""")
_EXTRA = re.compile(rf"\s*(\([^)]*\)|(\bin )?(?<!\w)({CURRENCY})(?!\w)|[-+]?{DIGITS}\s*%|[:*])\s*")
_IS_PART = re.compile(r"\b(incl|inkl|included|including|enthalten|davon|thereof|dont|inclus)", re.I)


def is_amount_column(header: str) -> bool:
    return _plain(header) in _AMOUNTS


def is_sum(label: str) -> bool:
    """A total, or what is told beside it: "Subtotal", "including VAT"."""
    return _is_total(label) or bool(_IS_PART.search(label)) or _plain(label) in _PARTS


def _is_total(label: str) -> bool:
    return not _IS_PART.search(label) and _plain(label) in _TOTALS


def _plain(text: str) -> str:
    return plain_text(_EXTRA.sub(" ", text.casefold()))
