"""What takes place at the library, and who signs up for it."""

from __future__ import annotations

from dataclasses import dataclass

from tests.support.second_site.pages import hand_out, missing, not_found, render, take, visitor_of
from tests.support.site.exchange import Request, Response, Routes, redirect


@dataclass(frozen=True, slots=True)
class Occasion:
    """``day`` with its month in words; ``seats`` are those left."""

    slug: str
    title: str
    day: str
    hour: str
    place: str
    audience: str
    about: str
    seats: int

    @property
    def month(self) -> str:
        return self.day.split()[1]


EVENTS = (
    Occasion(
        *("bicycle-repair-cafe", "Repair café: bicycles", "29 November 2026", "14:00"),
        *("Mill Lane", "Everyone", "Bring your bicycle; we bring tools, oil and patience.", 9),
    ),
    Occasion(
        *("wine-tasting", "Wine tasting with Lucia Ferro", "27 November 2026", "19:30"),
        *("Central", "Adults", "Six wines from the coast, with bread and stories.", 0),
    ),
    Occasion(
        *("puppet-theatre", "Puppet theatre: The Hedgehog Post", "5 December 2026", "15:00"),
        *("Central", "Children", "For children from four years, forty minutes.", 14),
    ),
    Occasion(
        *("gingerbread-workshop", "Gingerbread workshop", "12 December 2026", "10:30"),
        *("Harbour Street", "Children", "We bake and decorate. Aprons are there.", 6),
    ),
    Occasion(
        *("reading-solheim", "Reading: Margit Solheim", "10 December 2026", "19:00"),
        *("Central", "Adults", "The author reads from The Lantern Keepers.", 31),
    ),
    Occasion(
        *("tax-return-help", "Help with your tax return", "14 January 2027", "16:00"),
        *("Mill Lane", "Adults", "Volunteers look at your papers with you.", 5),
    ),
    Occasion(
        *("winter-birds", "Winter birds: a walk", "16 January 2027", "9:00"),
        *("Harbour Street", "Everyone", "With field glasses and warm shoes.", 18),
    ),
)
_BY_SLUG = {each.slug: each for each in EVENTS}
AUDIENCES = ("Everyone", "Children", "Adults")
MONTHS = ("November", "December", "January")


def add_to(routes: Routes) -> None:
    routes.at("/library/events")(_all)
    routes.at("/library/events/programme")(_programme)
    routes.at("/library/events/{slug}")(_one)
    routes.at("/library/events/{slug}", "POST")(_sign_up)


def _all(request: Request) -> Response:
    audience, month = request.query.get("audience", ""), request.query.get("month", "")
    shown = [
        each
        for each in EVENTS
        if audience in ("", each.audience) and (not month or each.month == month)
    ]
    return render(request, "library_events.html", events=shown, audiences=AUDIENCES, months=MONTHS)


def _programme(request: Request) -> Response:
    lines = tuple(f"{each.day}, {each.hour}: {each.title}" for each in EVENTS)
    return hand_out(request, "library-programme-winter.pdf", "Programme", lines)


def _one(request: Request) -> Response:
    event = _BY_SLUG.get(request.parts["slug"])
    if event is None:
        return not_found(request)
    return render(request, "library_event.html", event=event, errors={}, fields={})


def _sign_up(request: Request) -> Response:
    event, fields = _BY_SLUG.get(request.parts["slug"]), request.fields
    if event is None or not event.seats:
        return not_found(request)
    errors = missing(
        fields,
        name="Please tell us your name.",
        email="Please tell us your e-mail address.",
        seats="Please choose how many seats you need.",
    )
    if errors:
        return render(
            request, "library_event.html", status=422, event=event, errors=errors, fields=fields
        )
    take(
        *(request, "sign-up"),
        event=event.slug,
        name=fields["name"],
        email=fields["email"],
        seats=fields["seats"],
        reminder=fields.get("reminder", ""),
    )
    visitor_of(request).flash = f"You are signed up for “{event.title}”."
    return redirect(f"/library/events/{event.slug}")
