"""The logbook: 200 entries, twenty at a time, fetched as one scrolls down."""

from __future__ import annotations

import datetime

from tests.support.site.exchange import Request, Response, Routes, as_json, redirect, render
from tests.support.site.front import not_found

ENTRY_COUNT = 200
CHUNK = 20
_FIRST_DAY = datetime.date(2026, 6, 30)
_WINDS = ("light airs", "a fresh breeze", "a steady westerly", "gusts from the north", "no wind")
_EVENTS = (
    "two yachts came in before noon",
    "the crane was greased",
    "a fender was found at quay 2",
    "the ferry was late by half an hour",
    "guests asked for the way to the bakery",
    "the buoy in the channel was painted",
    "a school class watched the tide station",
)
_RARE = {
    34: ("A seal on the slipway", "A seal slept on the slipway until the flood took it."),
    58: ("Regatta of the old gaffers", "31 gaffers started; the “Margarida” won in 3:42 hours."),
    97: (
        "Lightning struck the flagpole",
        "Nobody was hurt; the flagpole is 40 centimetres shorter.",
    ),
    143: ("Message in a bottle", "Found at quay 3, written in Faroese, dated 1998."),
    181: ("The grey heron is back", "It stands on dolphin 7 again."),
}


def add_to(routes: Routes) -> None:
    routes.at("/feed")(lambda _request: redirect("/feed/"))
    routes.at("/feed/")(lambda request: render(request, "feed.html", entries=_entries(0)))
    routes.at("/feed/entries")(_more)
    routes.at("/feed/entry/{number}")(_one)


def _more(request: Request) -> Response:
    first = request.query.get("from", "0")
    return as_json(_entries(int(first) if first.isdigit() else ENTRY_COUNT))


def _one(request: Request) -> Response:
    number = request.parts["number"]
    if not number.isdigit() or not 1 <= int(number) <= ENTRY_COUNT:
        return not_found(request)
    return render(request, "feed_entry.html", entry=entry(int(number)))


def _entries(first: int) -> list[dict[str, str]]:
    return [entry(number) for number in range(first + 1, min(first + CHUNK, ENTRY_COUNT) + 1)]


def entry(number: int) -> dict[str, str]:
    """``number`` from 1, the newest; one a day."""
    day = _FIRST_DAY - datetime.timedelta(days=number - 1)
    wind, event = _WINDS[number * 3 % len(_WINDS)], _EVENTS[number * 5 % len(_EVENTS)]
    title, text = _RARE.get(number, (f"{wind.capitalize()}", f"With {wind}; {event}."))
    return {"number": str(number), "day": f"{day:%d %B %Y}", "title": title, "text": text}
