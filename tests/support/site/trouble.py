"""Addresses that answer late, wrongly, partly, endlessly, or not at all."""

from __future__ import annotations

from collections.abc import Iterator

from tests.support.site.exchange import Request, Response, Routes, redirect, render

_MEGABYTE = 1_000_000


def add_to(routes: Routes) -> None:
    routes.at("/trouble/")(lambda request: render(request, "trouble.html"))
    routes.at("/trouble/slow")(_slow)
    routes.at("/trouble/status/{code}")(_status)
    routes.at("/trouble/reset")(lambda _request: Response(resets=True))
    routes.at("/trouble/circle/{number}")(_circle)
    routes.at("/trouble/nothing")(lambda _request: Response(status=204))
    routes.at("/trouble/half")(_half)
    routes.at("/trouble/huge")(_huge)
    routes.at("/trouble/sometimes")(_sometimes)


def _slow(request: Request) -> Response:
    """Answers after ``secs``, or when the site ends."""
    request.closing.wait(float(request.query.get("secs", "2")))
    return render(request, "slow.html", secs=request.query.get("secs", "2"))


def _status(request: Request) -> Response:
    code = request.parts["code"]
    return render(request, "status.html", code=code, status=int(code) if code.isdigit() else 404)


def _circle(request: Request) -> Response:
    """A redirect that leads to another, without end."""
    number = int(request.parts["number"]) if request.parts["number"].isdigit() else 0
    return redirect(f"/trouble/circle/{number + 1}")


def _half(request: Request) -> Response:
    whole = render(request, "slow.html", secs="0")
    assert isinstance(whole.body, bytes)
    return Response(whole.body, cut_after=len(whole.body) // 2)


def _huge(request: Request) -> Response:
    """``mb`` megabytes in paragraphs, streamed; the answer stands at the top."""
    return Response(_paragraphs(int(request.query.get("mb", "50"))))


def _sometimes(request: Request) -> Response:
    """503 at the first two visits, then a page."""
    visits = sum(visit.path == request.path for visit in request.record.visits)
    if visits < 3:
        return render(request, "status.html", code="503", status=503)
    return render(request, "slow.html", secs="0")


def _paragraphs(megabytes: int) -> Iterator[bytes]:
    yield b"<!doctype html><title>Complete works</title><h1>Complete works</h1>"
    yield b'<p>The editor is Rosa Lind.</p><p><a href="/">Back</a></p>'
    line = b"<p>" + b"It blew from the west and the boat lay quiet at her rope. " * 17 + b"</p>\n"
    for _ in range(megabytes):
        yield line * (_MEGABYTE // len(line))
