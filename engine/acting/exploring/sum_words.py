"""What columns and sums are called, in English, German and French."""

from __future__ import annotations

import re
from enum import StrEnum

from engine.language.amounts import CURRENCY


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
_EXTRA = re.compile(
    rf"\s*(\([^)]*\)|(\bin )?(?<!\w)({CURRENCY})(?!\w)|[-+]?\d+([.,]\d+)?\s*%|[:*])\s*"
)
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
    return " ".join(_EXTRA.sub(" ", text.casefold()).split())
