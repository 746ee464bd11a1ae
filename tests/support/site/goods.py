"""What the chandler sells: 42 products in eight categories."""

from __future__ import annotations

import csv
import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Product:
    """``price_cents`` in euros; ``stock`` pieces; ``rating`` of five; ``weight_grams``."""

    name: str
    category: str
    brand: str
    price_cents: int
    stock: int
    rating: float
    weight_grams: int
    material: str
    blurb: str

    @property
    def slug(self) -> str:
        return re.sub(r"[^a-z0-9]+", "-", self.name.lower()).strip("-")

    @property
    def price(self) -> str:
        return money(self.price_cents)

    @property
    def weight(self) -> str:
        grams = self.weight_grams
        return f"{grams / 1000:g} kg" if grams >= 1000 else f"{grams} g"

    @property
    def number(self) -> str:
        return f"CH-{1000 + 7 * GOODS.index(self)}"

    @property
    def warranty(self) -> str:
        years = 1 + GOODS.index(self) % 5
        return f"{years} year{'s' if years > 1 else ''}"


def money(cents: int) -> str:
    return f"€{cents / 100:,.2f}"


CATEGORIES = (
    *("Anchoring", "Ropes", "Safety", "Navigation"),
    *("Deck hardware", "Lighting", "Maintenance", "Clothing"),
)


def _read() -> tuple[Product, ...]:
    with (Path(__file__).parent / "goods.csv").open(encoding="utf-8", newline="") as file:
        return tuple(_product(row) for row in csv.DictReader(file, delimiter=";"))


def _product(row: Mapping[str, str]) -> Product:
    kinds = {"price_cents": int, "stock": int, "rating": float, "weight_grams": int}
    return Product(**{name: kinds.get(name, str)(value) for name, value in row.items()})


GOODS = _read()
BY_SLUG = {product.slug: product for product in GOODS}


def companions(product: Product) -> tuple[Product, ...]:
    """Three that go with it: the next ones in its category, then those after them."""
    at = GOODS.index(product)
    turned = (*GOODS[at + 1 :], *GOODS[:at])
    near = [each for each in turned if each.category == product.category]
    return (*near, *(each for each in turned if each.category != product.category))[:3]
