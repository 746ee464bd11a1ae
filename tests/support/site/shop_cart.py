"""Cart and checkout: two pages of questions, a review, and "Place order" at the end."""

from __future__ import annotations

from tests.support.site.exchange import Request, Response, Routes, Visitor, redirect, render
from tests.support.site.front import not_found
from tests.support.site.goods import BY_SLUG, Product, money
from tests.support.site.record import Order

DELIVERIES = {
    "Standard": (490, "three to five working days"),
    "Express": (1490, "the next working day"),
    "Collect at the harbour": (0, "ready after two hours"),
}
PAYMENTS = ("Invoice", "Bank transfer", "Cash on collection")


def add_to(routes: Routes) -> None:
    routes.at("/shop/cart")(_cart)
    routes.at("/shop/cart/add", "POST")(_add)
    routes.at("/shop/cart/change", "POST")(_change)
    routes.at("/shop/cart/remove", "POST")(_remove)
    routes.at("/shop/checkout")(lambda _request: redirect("/shop/checkout/address"))
    routes.at("/shop/checkout/address")(_address)
    routes.at("/shop/checkout/address", "POST")(_take_address)
    routes.at("/shop/checkout/delivery")(_delivery)
    routes.at("/shop/checkout/delivery", "POST")(_take_delivery)
    routes.at("/shop/checkout/review")(_review)
    routes.at("/shop/checkout/order", "POST")(_order)
    routes.at("/shop/thanks")(_thanks)


def _cart(request: Request) -> Response:
    lines = _lines(request.visitor)
    return render(request, "shop_cart.html", lines=lines, total=money(_goods_cents(lines)))


def _add(request: Request) -> Response:
    product = BY_SLUG.get(request.fields.get("product", ""))
    if product is None:
        return not_found(request)
    cart, count = request.visitor.cart, _count(request)
    cart[product.slug] = min(cart.get(product.slug, 0) + max(count, 1), product.stock)
    return redirect("/shop/cart")


def _change(request: Request) -> Response:
    product = BY_SLUG.get(request.fields.get("product", ""))
    if product is not None and product.slug in request.visitor.cart:
        request.visitor.cart[product.slug] = min(_count(request), product.stock)
        if not request.visitor.cart[product.slug]:
            del request.visitor.cart[product.slug]
    return redirect("/shop/cart")


def _remove(request: Request) -> Response:
    request.visitor.cart.pop(request.fields.get("product", ""), None)
    return redirect("/shop/cart")


def _address(request: Request) -> Response:
    return _address_page(request, {})


def _address_page(request: Request, errors: dict[str, str]) -> Response:
    if not request.visitor.cart:
        return redirect("/shop/cart")
    given = request.visitor.checkout
    return render(request, "shop_address.html", given=given, errors=errors)


def _take_address(request: Request) -> Response:
    names = {"name": "your name", "street": "street and number", "town": "postcode and town"}
    for name in names:
        request.visitor.checkout[name] = request.fields.get(name, "").strip()
    errors = {
        name: f"Please enter {words}."
        for name, words in names.items()
        if not request.visitor.checkout[name]
    }
    return _address_page(request, errors) if errors else redirect("/shop/checkout/delivery")


def _delivery(request: Request) -> Response:
    if not request.visitor.checkout.get("name"):
        return redirect("/shop/checkout/address")
    return render(
        request,
        "shop_delivery.html",
        given=request.visitor.checkout,
        deliveries=[(name, money(cents), when) for name, (cents, when) in DELIVERIES.items()],
        payments=PAYMENTS,
    )


def _take_delivery(request: Request) -> Response:
    given = request.visitor.checkout
    given["delivery"] = request.fields.get("delivery", "Standard")
    given["payment"] = request.fields.get("payment", PAYMENTS[0])
    return redirect("/shop/checkout/review")


def _review(request: Request) -> Response:
    if "delivery" not in request.visitor.checkout:
        return redirect("/shop/checkout/delivery")
    lines = _lines(request.visitor)
    return render(
        request,
        "shop_review.html",
        lines=lines,
        given=request.visitor.checkout,
        freight=money(DELIVERIES[request.visitor.checkout["delivery"]][0]),
        total=_total(request.visitor),
    )


def _order(request: Request) -> Response:
    visitor, given = request.visitor, request.visitor.checkout
    if not visitor.cart or "delivery" not in given:
        return redirect("/shop/cart")
    fields = {name: given[name] for name in ("name", "street", "town", "delivery", "payment")}
    request.record.orders.append(
        Order(lines=tuple(visitor.cart.items()), total=_total(visitor), **fields)
    )
    visitor.cart.clear()
    return redirect("/shop/thanks")


def _thanks(request: Request) -> Response:
    number = f"HL-{20400 + len(request.record.orders)}"
    return render(request, "shop_thanks.html", number=number)


def _lines(visitor: Visitor) -> list[tuple[Product, int, str]]:
    return [
        (BY_SLUG[slug], count, money(BY_SLUG[slug].price_cents * count))
        for slug, count in visitor.cart.items()
    ]


def _goods_cents(lines: list[tuple[Product, int, str]]) -> int:
    return sum(product.price_cents * count for product, count, _ in lines)


def _total(visitor: Visitor) -> str:
    return money(_goods_cents(_lines(visitor)) + DELIVERIES[visitor.checkout["delivery"]][0])


def _count(request: Request) -> int:
    given = request.fields.get("quantity", "1")
    return int(given) if given.isdigit() else 1
