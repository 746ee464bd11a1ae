"""Pages that behave badly in the browser, one that never changes, and one behind a password."""

from __future__ import annotations

from tests.support.site.exchange import Page, Request, Response, Routes, redirect, render

PASSWORD = "spinnaker-9"
USER = "ada"


def add_to(routes: Routes) -> None:
    for name in ("alerts", "popups", "blank", "renaming", "leaving", "many"):
        routes.at(f"/storms/{name}")(_page(f"storm_{name}.html"))
    routes.at("/still/")(_page("still.html"))
    routes.at("/members")(lambda _request: redirect("/members/"))
    routes.at("/members/")(_members)
    routes.at("/members/login", "POST")(_login)
    routes.at("/members/logout", "POST")(_logout)


def _page(template: str) -> Page:
    def page(request: Request) -> Response:
        return render(request, template, query=request.query)

    return page


def _members(request: Request) -> Response:
    return render(request, "members.html" if request.visitor.user else "login.html", error="")


def _login(request: Request) -> Response:
    if request.fields.get("user") == USER and request.fields.get("password") == PASSWORD:
        request.visitor.user = USER
        request.record.logins.append(USER)
        return redirect("/members/")
    return render(request, "login.html", error="The name or the password is wrong.", status=403)


def _logout(request: Request) -> Response:
    request.visitor.user = ""
    return redirect("/members/")
