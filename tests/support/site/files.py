"""Downloads: some at once, one behind a question, one that breaks off."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Callable
from dataclasses import dataclass

from tests.support.site.exchange import Request, Response, Routes, redirect, render
from tests.support.site.front import not_found

_EPOCH = (2026, 1, 1, 0, 0, 0)


@dataclass(frozen=True, slots=True)
class Offer:
    """A file to be had. ``make`` gives its bytes, the same each time."""

    name: str
    title: str
    about: str
    media_type: str
    make: Callable[[], bytes]
    asks_first: bool = False
    breaks_off: bool = False

    @property
    def size(self) -> str:
        return f"{max(1, len(self.make()) // 1000)} kB"


def add_to(routes: Routes) -> None:
    routes.at("/files")(lambda _request: redirect("/files/"))
    routes.at("/files/")(_all)
    routes.at("/files/confirm/{name}")(_confirm)
    routes.at("/files/confirm/{name}", "POST")(_confirmed)
    routes.at("/files/get/{name}")(_get)


def _all(request: Request) -> Response:
    return render(request, "files.html", offers=OFFERS)


def _confirm(request: Request) -> Response:
    offer = _BY_NAME.get(request.parts["name"])
    return render(request, "files_confirm.html", offer=offer) if offer else not_found(request)


def _confirmed(request: Request) -> Response:
    offer = _BY_NAME.get(request.parts["name"])
    return _handed_out(request, offer) if offer else not_found(request)


def _get(request: Request) -> Response:
    offer = _BY_NAME.get(request.parts["name"])
    if offer is None:
        return not_found(request)
    if offer.asks_first:
        return redirect(f"/files/confirm/{offer.name}")
    return _handed_out(request, offer)


def _handed_out(request: Request, offer: Offer) -> Response:
    downloads = request.record.downloads
    return Response(
        offer.make(),
        media_type=offer.media_type,
        headers={"Content-Disposition": f'attachment; filename="{offer.name}"'},
        cut_after=400 if offer.breaks_off else None,
        whole=(lambda: None) if offer.breaks_off else (lambda: downloads.append(offer.name)),
    )


def _tide_table() -> bytes:
    lines = ["Tide table, Lee Shore, July 2026", ""]
    for day in range(1, 32):
        minutes = 50 * day
        high = f"{minutes // 60 % 24:02d}:{minutes % 60:02d}"
        lines.append(f"{day:2d} July  high water {high}  {3.1 + (day % 14) / 10:.1f} m")
    return "\n".join(lines).encode()


def _text_of_rules() -> bytes:
    rules = ("Five knots at most.", "Ask before you pump the bilge.", "Halyards must not rattle.")
    return "\n".join(f"{number}. {rule}" for number, rule in enumerate(rules, 1)).encode()


def _pdf(title: str, lines: tuple[str, ...]) -> bytes:
    """A PDF of one page, by hand."""
    shown = " ".join(f"({line}) Tj T*" for line in (title, "", *lines))
    stream = f"BT /F1 14 Tf 18 TL 60 760 Td {shown} ET".encode()
    objects = (
        b"<< /Type /Catalog /Pages 2 0 R >>",
        b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
        b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R"
        b" /Resources << /Font << /F1 5 0 R >> >> >>",
        b"<< /Length %d >>\nstream\n%s\nendstream" % (len(stream), stream),
        b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
    )
    body, places = b"%PDF-1.4\n", []
    for number, each in enumerate(objects, 1):
        places.append(len(body))
        body += b"%d 0 obj\n%s\nendobj\n" % (number, each)
    table = b"".join(b"%010d 00000 n \n" % place for place in places)
    trailer = b"trailer\n<< /Size 6 /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF\n" % len(body)
    return body + b"xref\n0 6\n0000000000 65535 f \n" + table + trailer


def _plan() -> bytes:
    return _pdf("Harbour plan", ("Quay 1 to 3: guests", "Quay 4: office, chandler", "Depth 2.8 m"))


def _prices() -> bytes:
    return _pdf("Price list 2026", ("Up to 8 m: 19 a night", "Up to 12 m: 28 a night"))


def _charts() -> bytes:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for name in ("approach", "harbour", "bay"):
            grid = "\n".join(f"{x * 0.01:.2f};{(x * 37) % 90 / 10:.1f}" for x in range(900))
            archive.writestr(zipfile.ZipInfo(f"{name}.csv", _EPOCH), grid)
    return packed.getvalue()


def _archive() -> bytes:
    return bytes(range(256)) * 400


_PDF, _ZIP, _TEXT = "application/pdf", "application/zip", "text/plain; charset=utf-8"
OFFERS = (
    Offer(
        "tide-table-july-2026.txt",
        "Tide table for July 2026",
        "High waters of every day.",
        _TEXT,
        _tide_table,
    ),
    Offer("harbour-plan.pdf", "Harbour plan", "Quays and depths.", _PDF, _plan),
    Offer("price-list-2026.pdf", "Price list 2026", "Berths, power, laundry.", _PDF, _prices),
    Offer(
        "harbour-rules.txt",
        "Harbour rules",
        "Please read them before you come.",
        _TEXT,
        _text_of_rules,
    ),
    Offer(
        "depth-soundings.zip",
        "Depth soundings",
        "For chart plotters, not for navigation: you are asked to agree.",
        _ZIP,
        _charts,
        asks_first=True,
    ),
    Offer(
        "webcam-archive.zip",
        "Webcam archive",
        "Pictures of the last month.",
        _ZIP,
        _archive,
        breaks_off=True,
    ),
)
_BY_NAME = {offer.name: offer for offer in OFFERS}
