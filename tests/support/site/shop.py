"""The chandler's shop: listing, filters, search, products. The cart is in ``shop_cart``."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from urllib.parse import urlencode

from tests.support.site import shop_cart
from tests.support.site.exchange import Request, Response, Routes, redirect, render
from tests.support.site.front import not_found
from tests.support.site.goods import BY_SLUG, CATEGORIES, GOODS, Product, companions, money

PAGE_SIZE = 12
SORTS = {
    "featured": "Featured",
    "price": "Price: low to high",
    "price-desc": "Price: high to low",
    "rating": "Best rated",
}


def add_to(routes: Routes) -> None:
    routes.at("/shop")(lambda _request: redirect("/shop/"))
    routes.at("/shop/")(_listing)
    routes.at("/shop/search")(_search)
    routes.at("/shop/product/{slug}")(_product)
    routes.at("/shop/freight/{slug}")(_freight)
    routes.at("/shop/picture/{slug}")(_picture)
    shop_cart.add_to(routes)


def _listing(request: Request) -> Response:
    return _goods_page(request, GOODS, "All products")


def _search(request: Request) -> Response:
    words = request.query.get("q", "").strip()
    request.record.searches.append(("shop", words))
    found = [each for each in GOODS if _fits(each, words)]
    return _goods_page(request, found, f"Results for “{words}”", words)


def _goods_page(
    request: Request, goods: Sequence[Product], heading: str, words: str = ""
) -> Response:
    chosen = _filtered(goods, request.query)
    page_count = max(1, -(-len(chosen) // PAGE_SIZE))
    asked = request.query.get("page", "1")
    page = min(max(int(asked) if asked.isdigit() else 1, 1), page_count)
    first = (page - 1) * PAGE_SIZE

    def link(**changed: str) -> str:
        query = {**request.query, "page": "", **changed}
        return f"{request.path}?{urlencode({k: v for k, v in query.items() if v})}"

    return render(
        request,
        "shop_listing.html",
        goods=chosen[first : first + PAGE_SIZE],
        found_count=len(chosen),
        page=page,
        page_count=page_count,
        heading=request.query.get("category") or heading,
        words=words,
        categories=CATEGORIES,
        brands=sorted({each.brand for each in GOODS}),
        sorts=SORTS,
        query=request.query,
        link=link,
    )


def _product(request: Request) -> Response:
    product = BY_SLUG.get(request.parts["slug"])
    if product is None:
        return not_found(request)
    return render(request, "shop_product.html", product=product, picks=companions(product))


def _freight(request: Request) -> Response:
    """What sending it costs, in a frame of its own."""
    product = BY_SLUG.get(request.parts["slug"])
    if product is None:
        return not_found(request)
    country = request.query.get("country", "")
    base = {"Portugal": 490, "Spain": 690, "France": 790, "Norway": 1490}.get(country, 0)
    cost = money(base + 60 * (product.weight_grams // 1000)) if base else ""
    return render(request, "shop_freight.html", product=product, country=country, cost=cost)


def _picture(request: Request) -> Response:
    """A drawing of its own for each product, so that no file need be kept."""
    slug = request.parts["slug"].removesuffix(".svg")
    number = sum(ord(letter) * place for place, letter in enumerate(slug, 1))
    hue, turn, size = number % 360, number % 90, 40 + number % 30
    svg = (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 200 150">'
        f'<rect width="200" height="150" fill="hsl({hue} 32% 88%)"/>'
        f'<path d="M0 118q50-16 100 0t100 0v32H0z" fill="hsl(205 40% 62%)"/>'
        f'<g transform="rotate({turn} 100 72)" fill="none" stroke="hsl({hue} 45% 34%)"'
        f' stroke-width="7"><circle cx="100" cy="72" r="{size * 0.55:.0f}"/>'
        f'<path d="M100 {72 - size}v{2 * size}M{100 - size} 72h{2 * size}"/></g></svg>'
    )
    return Response(svg.encode(), media_type="image/svg+xml")


def _fits(product: Product, words: str) -> bool:
    """Every word begins a word of it; a plural finds its singular."""
    told = f"{product.name} {product.category} {product.brand} {product.material} {product.blurb}"
    have = [each.strip(",.;:()") for each in told.lower().split()]
    return bool(words) and all(
        any(each.startswith((word, word.removesuffix("s"))) for each in have)
        for word in words.lower().split()
    )


def _filtered(goods: Sequence[Product], query: Mapping[str, str]) -> list[Product]:
    highest = query.get("max", "")
    chosen = [
        each
        for each in goods
        if query.get("category", "") in ("", each.category)
        and query.get("brand", "") in ("", each.brand)
        and (not highest.isdigit() or each.price_cents <= 100 * int(highest))
    ]
    match query.get("sort", ""):
        case "price":
            chosen.sort(key=lambda each: each.price_cents)
        case "price-desc":
            chosen.sort(key=lambda each: -each.price_cents)
        case "rating":
            chosen.sort(key=lambda each: -each.rating)
    return chosen
