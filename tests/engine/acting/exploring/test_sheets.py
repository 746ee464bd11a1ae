"""Sums that are not what their parts come to are found; whatever can be right stays silent."""

from __future__ import annotations

import pytest

from engine.acting.exploring.sheets import Sheet, wrong_in
from engine.acting.exploring.watching import sheets_on_page

ITEMS = ("Item", "Quantity", "Price", "Amount")
LAMPS = (("Lamp", "2", "45.00", "90.00"), ("Desk", "1", "310.00", "310.00"))
POSTEN = ("Artikel", "Menge", "Einzelpreis", "Betrag")
LAMPEN = (("Lampe", "2", "1.045,00 €", "2.090,00 €"), ("Tisch", "1", "310,50 €", "310,50 €"))


def sheet(
    headers: tuple[str, ...], rows: tuple[tuple[str, ...], ...], **sums: str
) -> tuple[str, ...]:
    wrong = wrong_in(Sheet(headers, rows, tuple(sums.items())))
    return (wrong.what,) if wrong is not None else ()


def total(name: str = "Total") -> tuple[str, ...]:
    return (f"“{name}” is not what its parts come to",)


def in_table(headers: tuple[str, ...], *rows: tuple[str, ...]) -> tuple[str, ...]:
    return sheet(headers, rows)


WRONG = {
    "a plain total": (sheet(ITEMS, LAMPS, Total="390.00"), total()),
    "a total in the last row": (
        in_table(("What", "Cost"), ("Rent", "800"), ("Food", "350"), ("Total", "1,250")),
        total(),
    ),
    "decimal commas and points between": (
        sheet(POSTEN, LAMPEN, Gesamtbetrag="2.400,00 €"),
        total("Gesamtbetrag"),
    ),
    "French, spaces between": (
        sheet(
            ("Désignation", "Qté", "Prix unitaire", "Montant"),
            (("Lampe", "2", "1 045,00", "2 090,00"), ("Table", "1", "310,50", "310,50")),
            **{"Total TTC": "2 410,50"},
        ),
        total("Total TTC"),
    ),
    "tax of another rate": (
        sheet(ITEMS, LAMPS, Subtotal="400.00", **{"VAT 19 %": "76.00", "Total": "484.00"}),
        total(),
    ),
    "a subtotal that is old": (
        sheet(ITEMS, LAMPS, Subtotal="310.00", Shipping="5.00", Total="315.00"),
        total(),
    ),
    "a cent too much for rounding": (
        sheet(("What", "Sum"), (("a", "$0.10"), ("b", "$0.20")), Total="$0.33"),
        total(),
    ),
    "money back in brackets": (
        sheet(("What", "Amount"), (("Sale", "100.00"), ("Return", "(30.00)")), Total="130.00"),
        total(),
    ),
}
RIGHT = {
    "a plain total": sheet(ITEMS, LAMPS, Total="400.00"),
    "a total in the last row": in_table(
        ("What", "Cost"), ("Rent", "800"), ("Food", "350"), ("Total", "1,150")
    ),
    "decimal commas": sheet(POSTEN, LAMPEN, Gesamtbetrag="2.400,50 €"),
    "French": sheet(
        ("Désignation", "Montant"), (("a", "1 045,00"), ("b", "310,50")), Somme="1 355,50"
    ),
    "a discount as an amount": sheet(
        ITEMS, LAMPS, Subtotal="400.00", Discount="40.00", Total="360.00"
    ),
    "a discount with its sign": sheet(ITEMS, LAMPS, Discount="-40.00", Total="360.00"),
    "a discount as a share": sheet(ITEMS, LAMPS, Discount="10 %", Total="360.00"),
    "tax on top": sheet(ITEMS, LAMPS, **{"VAT (19 %)": "76.00", "Grand total": "476.00"}),
    "tax within": sheet(ITEMS, LAMPS, **{"incl. VAT 19 %": "63.87", "Total": "400.00"}),
    "tax as a share, after a discount": sheet(
        ITEMS, LAMPS, Discount="10 %", **{"Tax 20 %": "", "Total": "432.00"}
    ),
    "net subtotal of gross lines": sheet(
        ITEMS, LAMPS, Zwischensumme="336.13", MwSt="63.87", Gesamtsumme="400.00"
    ),
    "what is paid comes off": sheet(
        ITEMS, LAMPS, **{"Already paid": "100.00", "Amount due": "300.00"}
    ),
    "free shipping": sheet(ITEMS, LAMPS, Shipping="free", Total="400.00"),
    "the total counts the lines": sheet(ITEMS, LAMPS, Total="2"),
    "the total counts the pieces": sheet(ITEMS, LAMPS, Total="3"),
    "thousands that could be decimals": sheet(
        ("What", "Amount"), (("a", "1.000"), ("b", "2.000")), Total="3.000"
    ),
    "thousands in one reading, parts of a whole in the other": sheet(
        ("What", "Amount"), (("a", "1.500"), ("b", "2")), Total="1.502"
    ),
    "rounded lines": sheet(
        ("What", "Amount"), (("a", "3.33"), ("b", "3.33"), ("c", "3.33")), Total="10.00"
    ),
    "a charge that nobody knows": sheet(ITEMS, LAMPS, Environment="12.00", Total="412.00"),
    "two currencies": sheet(("What", "Amount"), (("a", "$10"), ("b", "€10")), Total="$30"),
    "groups with sums between": in_table(
        ("What", "Cost"), ("a", "1"), ("Subtotal", "1"), ("b", "2"), ("Total", "9")
    ),
    "an empty cell": sheet(("What", "Cost"), (("a", "1.00"), ("b", "")), Total="3.00"),
    "running balances": in_table(
        ("Date", "Balance"), ("1 May", "100.00"), ("2 May", "80.00"), ("Total", "80.00")
    ),
    "two columns of amounts": in_table(
        ("What", "Amount", "Total"), ("a", "1.00", "1.19"), ("b", "2.00", "2.38")
    ),
    "lines with a discount each": sheet(
        ("Item", "Qty", "Price", "Discount", "Total"),
        (("a", "2", "10.00", "10 %", "18.00"), ("b", "1", "5.00", "-", "5.00")),
        **{"Grand total": "23.00"},
    ),
    "prices for a hundred": sheet(
        ITEMS, (("a", "200", "5.00", "10.00"), ("b", "300", "4.00", "12.00")), Total="22.00"
    ),
    "a single line": sheet(ITEMS, LAMPS[:1], Total="95.00"),
    "years and codes": in_table(("Year", "Sum"), ("2023", "x"), ("2024", "y"), ("Total", "z")),
    "a total of something else": sheet(ITEMS, LAMPS, **{"Total users": "12"}),
}


@pytest.mark.parametrize("name", WRONG)
def test_what_is_wrong_is_told(name: str) -> None:
    found, expected = WRONG[name]
    assert found == expected


@pytest.mark.parametrize("name", RIGHT)
def test_what_can_be_right_stays_silent(name: str) -> None:
    assert RIGHT[name] == ()


PAGE = """Your basket
Item | Qty | Price | Total
Lamp | 2 | $45.00 | $90.00
Desk | 1 | $310.00 | $310.00
Subtotal | $400.00
Shipping: $4.90
Total
{total}
Check out"""


@pytest.mark.parametrize(("told", "is_wrong"), [("$404.90", False), ("$414.90", True)])
def test_a_pages_text_is_read_in_rows(told: str, is_wrong: bool) -> None:
    (sheet,) = sheets_on_page(PAGE.format(total=told))
    assert bool(wrong_in(sheet)) == is_wrong


def test_a_text_that_was_cut_tells_nothing_of_its_last_table() -> None:
    cut = PAGE.partition("Shipping")[0].strip() + "…"
    assert list(sheets_on_page(cut)) == []
