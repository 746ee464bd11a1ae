"""The library's catalogue: a list that a script draws, pages of books, holds in a dialog."""

from __future__ import annotations

from tests.support.second_site.books import (
    BOOKS,
    BRANCHES,
    BY_SLUG,
    PAGE_SIZE,
    SORTS,
    Book,
    look_through,
)
from tests.support.second_site.pages import missing, not_found, render, take, visitor_of
from tests.support.site.exchange import Request, Response, Routes, as_json, redirect

HOURS = {
    "Central": ("9:30–19:00", "9:30–17:00", "Closed", "12 Castle Square", "01632 960 300"),
    "Mill Lane": ("11:00–18:00", "Closed", "Closed", "3 Mill Lane", "01632 960 311"),
    "Harbour Street": (
        "10:00–18:30",
        "10:00–14:00",
        "Closed",
        "41 Harbour Street",
        "01632 960 322",
    ),
}
"""By branch: on weekdays, on Saturday, on Sunday, the address, the telephone."""


def add_to(routes: Routes) -> None:
    routes.at("/library")(lambda _request: redirect("/library/"))
    routes.at("/library/")(_home)
    routes.at("/library/catalogue")(_catalogue)
    routes.at("/library/api/books")(_list)
    routes.at("/library/book/{slug}")(_book)
    routes.at("/library/api/copies/{slug}")(_copies)
    routes.at("/library/api/hold/{slug}", "POST")(_hold)
    routes.at("/library/hours")(_hours)
    routes.at("/library/rules")(lambda request: render(request, "library_text.html", kind="rules"))
    routes.at("/library/privacy")(
        lambda request: render(request, "library_text.html", kind="privacy")
    )
    routes.at("/library/consent", "POST")(_consent)


def _home(request: Request) -> Response:
    return render(request, "library_home.html", new=sorted(BOOKS, key=lambda b: -b.year)[:4])


def _catalogue(request: Request) -> Response:
    return render(
        request,
        "library_catalogue.html",
        sorts=SORTS,
        formats=sorted({book.format for book in BOOKS}),
        languages=sorted({book.language for book in BOOKS}),
        subjects=sorted({book.subject for book in BOOKS}),
    )


def _list(request: Request) -> Response:
    found = look_through(request.query)
    page = max(1, int(request.query.get("page") or 1))
    shown = found[(page - 1) * PAGE_SIZE : page * PAGE_SIZE]
    return as_json(
        {
            "total": len(found),
            "page": page,
            "pages": max(1, -(-len(found) // PAGE_SIZE)),
            "books": [_card(book) for book in shown],
        }
    )


def _card(book: Book) -> dict[str, object]:
    return {
        "slug": book.slug,
        "title": book.title,
        "author": book.author,
        "facts": f"{book.format} · {book.year} · {book.language} · {book.extent}",
        "rating": book.rating,
        "available": book.is_available,
    }


def _book(request: Request) -> Response:
    book = BY_SLUG.get(request.parts["slug"])
    if book is None:
        return not_found(request)
    alike = [each for each in BOOKS if each.author == book.author and each is not book]
    return render(
        request,
        "library_book.html",
        book=book,
        alike=alike,
        branches=BRANCHES,
        is_held=book.slug in visitor_of(request).holds,
    )


def _copies(request: Request) -> Response:
    book = BY_SLUG.get(request.parts["slug"])
    if book is None:
        return not_found(request)
    return as_json(
        [
            {
                "branch": branch,
                "mark": book.shelf_mark(branch),
                "status": f"{count} on the shelf" if count else "On loan until 8 December 2026",
            }
            for branch, count in book.copies.items()
        ]
    )


def _hold(request: Request) -> Response:
    book = BY_SLUG.get(request.parts["slug"])
    if book is None:
        return not_found(request)
    fields = request.fields
    errors = missing(
        fields,
        card="Please enter the number of your library card.",
        branch="Please choose a branch.",
    )
    if "card" not in errors and len(fields["card"].replace(" ", "")) != 8:
        errors["card"] = "A card number has eight digits."
    if errors:
        return as_json({"errors": errors})
    visitor_of(request).holds.append(book.slug)
    take(
        request,
        "hold",
        book=book.slug,
        card=fields["card"].replace(" ", ""),
        branch=fields["branch"],
        notify=fields.get("notify", ""),
    )
    return as_json({"message": f"Your hold on {book.title} is placed."})


def _hours(request: Request) -> Response:
    return render(request, "library_hours.html", hours=HOURS)


def _consent(request: Request) -> Response:
    visitor_of(request).has_consented = True
    return Response(status=204)
