"""A permit to park, asked for in three steps; the server keeps the draft between them."""

from __future__ import annotations

from tests.support.second_site.pages import missing, render, take, visitor_of
from tests.support.site.exchange import Request, Response, Routes, redirect

_BASE = "/town/permits/parking/apply"
TYPES = ("Resident", "Visitor", "Carer", "Trade")
ZONES = ("Zone A: Castle", "Zone B: Station", "Zone C: Riverside", "Zone D: Orchard")
_NAMES = ("type", "zone", "start", "plate", "name", "email", "electric")


def add_to(routes: Routes) -> None:
    routes.at(_BASE)(lambda _request: redirect(f"{_BASE}/1"))
    routes.at(f"{_BASE}/{{step}}")(lambda request: _step(request, {}))
    routes.at(f"{_BASE}/{{step}}", "POST")(_sent)


def _step(request: Request, errors: dict[str, str]) -> Response:
    draft = visitor_of(request).drafts
    step = request.parts["step"]
    if step not in ("1", "2", "3"):
        return redirect(f"{_BASE}/1")
    return render(
        *(request, f"town_permit_{step}.html"),
        status=422 if errors else 200,
        types=TYPES,
        zones=ZONES,
        fields=draft | dict(request.fields),
        errors=errors,
    )


def _sent(request: Request) -> Response:
    fields, draft = request.fields, visitor_of(request).drafts
    match request.parts["step"]:
        case "1":
            errors = missing(
                fields,
                type="Choose a type of permit.",
                zone="Choose a zone.",
                start="Enter the first day.",
            )
        case "2":
            errors = missing(
                fields,
                plate="Enter the number plate.",
                name="Enter your name.",
                email="Enter your e-mail address.",
            )
        case _:
            errors = missing(fields, correct="Confirm that your details are correct.")
    if errors:
        return _step(request, errors)
    draft.update(fields)
    if request.parts["step"] != "3":
        return redirect(f"{_BASE}/{int(request.parts['step']) + 1}")
    take(request, "parking permit", **{name: draft.get(name, "") for name in _NAMES})
    draft.clear()
    visitor_of(request).flash = "Your application was received. You hear from us within 10 days."
    return redirect("/town/sent")
