"""The berth request: three steps with checks, a review, and "Send request" at the end."""

from __future__ import annotations

import datetime
import re
from collections.abc import Mapping

from tests.support.site.exchange import Request, Response, Routes, redirect, render

STEPS = (
    ("name", "email", "phone"),
    ("boat", "type", "length", "power", "extras"),
    ("arrival", "nights", "remarks", "agreed"),
)
TYPES = ("Sailing yacht", "Motor yacht", "Catamaran", "Fishing boat", "Rowing boat")
POWERS = ("None", "16 A", "32 A")
EXTRAS = ("Water", "Wi-Fi", "Laundry")
_TITLES = ("You", "Your boat", "Your stay")


def add_to(routes: Routes) -> None:
    routes.at("/form")(lambda _request: redirect("/form/"))
    routes.at("/form/")(lambda _request: redirect("/form/1"))
    routes.at("/form/review")(_review)
    routes.at("/form/send", "POST")(_send)
    routes.at("/form/sent")(_sent)
    routes.at("/form/{step}")(_step)
    routes.at("/form/{step}", "POST")(_take_step)


def _step(request: Request) -> Response:
    return _page(request, {})


def _page(request: Request, errors: Mapping[str, str]) -> Response:
    number = _number(request)
    return render(
        request,
        f"form_{number}.html",
        number=number,
        titles=_TITLES,
        given=request.visitor.form,
        errors=errors,
        types=TYPES,
        powers=POWERS,
        extras=EXTRAS,
    )


def _take_step(request: Request) -> Response:
    number, given = _number(request), request.visitor.form
    for name in STEPS[number - 1]:
        given[name] = request.fields.get(name, "").strip()
    errors = {name: said for name in STEPS[number - 1] if (said := _complaint(name, given[name]))}
    if errors:
        return _page(request, errors)
    return redirect(f"/form/{number + 1}" if number < len(STEPS) else "/form/review")


def _review(request: Request) -> Response:
    if not request.visitor.form.get("agreed"):
        return redirect("/form/1")
    return render(request, "form_review.html", given=request.visitor.form, titles=_TITLES)


def _send(request: Request) -> Response:
    if not request.visitor.form.get("agreed"):
        return redirect("/form/1")
    request.record.forms.append(dict(request.visitor.form))
    request.visitor.form.clear()
    return redirect("/form/sent")


def _sent(request: Request) -> Response:
    number = f"B-{310 + len(request.record.forms)}"
    return render(request, "form_sent.html", number=number)


def _number(request: Request) -> int:
    return {"1": 1, "2": 2, "3": 3}.get(request.parts["step"], 1)


def _complaint(name: str, value: str) -> str:
    """What is wrong with the value, in words; empty where nothing is."""
    checks = {
        "name": (bool(value), "Please enter your name."),
        "email": (
            bool(re.fullmatch(r"[^@\s]+@[^@\s]+\.\w+", value)),
            "Please enter an e-mail address like name@example.org.",
        ),
        "boat": (bool(value), "Please enter the name of your boat."),
        "type": (value in TYPES, "Please choose a type of boat."),
        "length": (
            value.replace(".", "", 1).isdigit() and 2 <= float(value) <= 30,
            "The length must be between 2 and 30 metres.",
        ),
        "arrival": (_is_date(value), "Please choose the day of your arrival."),
        "nights": (value.isdigit() and 1 <= int(value) <= 60, "Between 1 and 60 nights, please."),
        "agreed": (bool(value), "Please agree to the harbour rules."),
    }
    is_good, words = checks.get(name, (True, ""))
    return "" if is_good else words


def _is_date(value: str) -> bool:
    try:
        datetime.date.fromisoformat(value)
    except ValueError:
        return False
    return True
