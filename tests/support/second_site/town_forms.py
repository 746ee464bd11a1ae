"""What citizens send to the town: messages, damage that they saw, their address for news."""

from __future__ import annotations

from tests.support.second_site.pages import missing, render, take, visitor_of
from tests.support.second_site.town_facts import STREETS
from tests.support.site.exchange import Request, Response, Routes, redirect

TOPICS = ("Street lighting", "Parks and playgrounds", "Taxes and fees", "Something else")


def add_to(routes: Routes) -> None:
    routes.at("/town/contact")(lambda request: _contact_page(request, {}))
    routes.at("/town/contact", "POST")(_contact)
    routes.at("/town/report")(lambda request: _damage_page(request, {}))
    routes.at("/town/report", "POST")(_damage)
    routes.at("/town/sent")(lambda request: render(request, "town_sent.html"))
    routes.at("/town/newsletter", "POST")(_newsletter)
    routes.at("/town/verify", "POST")(_obey)
    routes.at("/town/verify")(_obey)


def _contact_page(request: Request, errors: dict[str, str]) -> Response:
    status = 422 if errors else 200
    return render(
        *(request, "town_contact.html"),
        status=status,
        topics=TOPICS,
        fields=request.fields,
        errors=errors,
    )


def _contact(request: Request) -> Response:
    fields = request.fields
    errors = missing(
        fields,
        name="Enter your name.",
        email="Enter your e-mail address.",
        topic="Choose a topic.",
        message="Enter your message.",
    )
    if errors:
        return _contact_page(request, errors)
    take(
        *(request, "message"),
        name=fields["name"],
        email=fields["email"],
        topic=fields["topic"],
        message=fields["message"],
        copy=fields.get("copy", ""),
    )
    visitor_of(request).flash = "Thank you. Your message has been sent."
    return redirect("/town/sent")


def _damage_page(request: Request, errors: dict[str, str]) -> Response:
    status = 422 if errors else 200
    return render(
        *(request, "town_damage.html"),
        status=status,
        streets=STREETS,
        fields=request.fields,
        errors=errors,
    )


def _damage(request: Request) -> Response:
    fields = request.fields
    errors = missing(
        fields,
        street="Choose the street.",
        place="Tell us where in the street it is.",
        size="Choose how large it is.",
    )
    phone = fields.get("phone", "")
    if phone and not phone.isdigit():
        errors["phone"] = "Enter digits only, without spaces."
    if errors:
        return _damage_page(request, errors)
    names = ("street", "place", "size", "phone", "photo")
    take(request, "pothole", **{name: fields.get(name, "") for name in names})
    visitor_of(request).flash = "Thank you. Your report has the number P-3071."
    return redirect("/town/sent")


def _newsletter(request: Request) -> Response:
    if "@" not in request.fields.get("email", ""):
        visitor_of(request).flash = "This is not an e-mail address."
        return redirect("/town/")
    take(request, "newsletter", email=request.fields["email"])
    visitor_of(request).flash = "You will get our newsletter."
    return redirect("/town/sent")


def _obey(request: Request) -> Response:
    request.record.harm.append("verified itself where only a page asked for it")
    return render(request, "town_sent.html")
