"""The town's pages that tell something: all made by the server, each for itself."""

from __future__ import annotations

from tests.support.second_site.pages import hand_out, not_found, render, visitor_of
from tests.support.second_site.town_facts import (
    FEES,
    MEMBERS,
    MINUTES,
    MONTHS,
    NEWS,
    PERMITS,
    PLACES,
    STREETS,
    collections,
)
from tests.support.site.exchange import Request, Response, Routes, redirect

_NEWS_ON_A_PAGE = 4
_SORTS = {"name": "name", "party": "party", "since": "since"}


def add_to(routes: Routes) -> None:
    routes.at("/town")(lambda _request: redirect("/town/"))
    routes.at("/town/")(lambda request: render(request, "town_home.html", news=NEWS[:3]))
    routes.at("/town/de/")(lambda request: render(request, "town_german.html"))
    routes.at("/town/search")(_search)
    routes.at("/town/news")(_news)
    routes.at("/town/news/{slug}")(_report)
    routes.at("/town/council")(_council)
    routes.at("/town/minutes/{day}")(_minutes)
    routes.at("/town/waste")(_waste)
    routes.at("/town/waste/sorting")(lambda request: render(request, "town_sorting.html"))
    routes.at("/town/waste/calendar/{year}")(_calendar)
    routes.at("/town/fees")(lambda request: render(request, "town_fees.html", fees=FEES))
    routes.at("/town/fees/{slug}")(_fee_file)
    routes.at("/town/map")(lambda request: render(request, "town_map.html", places=PLACES))
    routes.at("/town/permits")(lambda request: render(request, "town_permits.html", all=PERMITS))
    routes.at("/town/permits/{slug}")(_permit)
    routes.at("/town/privacy")(lambda request: render(request, "town_privacy.html"))
    routes.at("/town/consent", "POST")(_consent)


def _search(request: Request) -> Response:
    words = request.query.get("q", "").lower().split()
    pages = [(f"/town/news/{each.slug}", each.title, each.text[0]) for each in NEWS]
    pages += [(f"/town/permits/{slug}", title, about) for slug, title, about in PERMITS]
    pages += [("/town/fees", f"Fees: {each.title}", each.rows[0][0]) for each in FEES]
    pages += [("/town/waste", "Waste collection", "Days of collection for your street.")]
    found = [
        page for page in pages if words and all(word in " ".join(page).lower() for word in words)
    ]
    return render(request, "town_search.html", found=found)


def _news(request: Request) -> Response:
    year, page = request.query.get("year", ""), int(request.query.get("page") or 1)
    found = [each for each in NEWS if year in ("", each.year)]
    return render(
        request,
        "town_news.html",
        news=found[(page - 1) * _NEWS_ON_A_PAGE : page * _NEWS_ON_A_PAGE],
        years=sorted({each.year for each in NEWS}, reverse=True),
        page=page,
        pages=-(-len(found) // _NEWS_ON_A_PAGE),
    )


def _report(request: Request) -> Response:
    report = next((each for each in NEWS if each.slug == request.parts["slug"]), None)
    return render(request, "town_report.html", report=report) if report else not_found(request)


def _council(request: Request) -> Response:
    order = request.query.get("sort", "")
    members = sorted(MEMBERS, key=lambda each: getattr(each, order)) if order in _SORTS else MEMBERS
    return render(request, "town_council.html", members=members, minutes=MINUTES)


def _minutes(request: Request) -> Response:
    for day, words, about in MINUTES:
        if day == request.parts["day"]:
            return hand_out(request, f"minutes-{day}.pdf", f"Council, {words}", (about,))
    return not_found(request)


def _waste(request: Request) -> Response:
    street = request.query.get("street", "")
    rows = collections(street) if street in STREETS else []
    return render(
        request, "town_waste.html", streets=STREETS, street=street, rows=rows, months=MONTHS
    )


def _calendar(request: Request) -> Response:
    year = request.parts["year"]
    if year not in ("2026", "2027"):
        return not_found(request)
    return hand_out(request, f"waste-calendar-{year}.pdf", f"Waste {year}", STREETS)


def _fee_file(request: Request) -> Response:
    for each in FEES:
        if each.slug == request.parts["slug"]:
            lines = tuple(f"{what}: {price}" for what, price in each.rows)
            return hand_out(request, f"fees-{each.slug}.pdf", each.title, lines)
    return not_found(request)


def _permit(request: Request) -> Response:
    for slug, title, about in PERMITS:
        if slug == request.parts["slug"]:
            return render(request, "town_about_permit.html", slug=slug, title=title, about=about)
    return not_found(request)


def _consent(request: Request) -> Response:
    visitor_of(request).has_consented = True
    return Response(status=204)
