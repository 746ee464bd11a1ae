"""The front page, the error page, and where pages tell of clicks."""

from __future__ import annotations

from tests.support.site.exchange import Request, Response, Routes, redirect, render


def add_to(routes: Routes) -> None:
    routes.at("/")(_front)
    routes.at("/favicon.ico")(_nothing)
    routes.at("/press", "POST")(_press)
    routes.at("/consent", "POST")(_consent)
    routes.at("/about")(_about)


def not_found(request: Request) -> Response:
    return render(request, "not_found.html", status=404)


def _front(request: Request) -> Response:
    return render(request, "front.html")


def _about(request: Request) -> Response:
    return render(request, "about.html")


def _nothing(request: Request) -> Response:
    return Response(status=204)


def _press(request: Request) -> Response:
    """A page's script says what was clicked; nothing comes of it."""
    request.record.presses.append(request.fields.get("what", ""))
    return Response(status=204)


def _consent(request: Request) -> Response:
    request.visitor.has_consented = True
    back = request.fields.get("back", "/shop/")
    return redirect(back if back.startswith("/") else "/shop/")
