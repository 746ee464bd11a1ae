"""How pages of this site are made, and what the site keeps of one browser."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from tests.support.site.exchange import Request, Response

_FOLDER = Path(__file__).parent
_TYPES = {".css": "text/css; charset=utf-8", ".js": "text/javascript; charset=utf-8"}


@dataclass(slots=True)
class Visitor:
    """``holds`` are slugs of books, ``renewed`` and ``holds`` what came about on this visit;
    ``drafts`` the fields of forms of several steps; ``flash`` is said once, on the next page."""

    has_consented: bool = False
    renewed: list[str] = field(default_factory=list)
    holds: list[str] = field(default_factory=lambda: ["night-ferry", "the-weather-house"])
    drafts: dict[str, str] = field(default_factory=dict)
    flash: str = ""

    def told(self) -> str:
        """What is to be said on this page, and no more on the next."""
        words, self.flash = self.flash, ""
        return words


def visitor_of(request: Request) -> Visitor:
    visitor: Any = request.visitor
    assert isinstance(visitor, Visitor)
    return visitor


def render(request: Request, template: str, *, status: int = 200, **values: Any) -> Response:
    """A page made from a template; what its frame needs is added."""
    visitor = visitor_of(request)
    common = {
        "path": request.path,
        "has_consented": visitor.has_consented,
        "flash": visitor.told(),
        "query": request.query,
    }
    text = _templates().get_template(template).render(**(common | values))
    return Response(text.encode(), status)


def not_found(request: Request) -> Response:
    part = "library" if request.path.startswith("/library") else "town"
    return render(request, "not_found.html", status=404, part=part)


def take(request: Request, form: str, **fields: str) -> None:
    """Keep a form that was filled in as it should be."""
    request.record.forms.append({"form": form, **fields})


def hand_out(request: Request, name: str, title: str, lines: tuple[str, ...]) -> Response:
    """A file to be saved, counted once it was handed out whole."""
    downloads = request.record.downloads
    return Response(
        pdf(title, lines),
        media_type="application/pdf",
        headers={"Content-Disposition": f'attachment; filename="{name}"'},
        whole=lambda: downloads.append(name),
    )


def pdf(title: str, lines: tuple[str, ...]) -> bytes:
    """A PDF of one page, without a table of its objects: readers find them by themselves."""
    shown = " ".join(f"({line}) Tj T*" for line in (title, "", *lines))
    stream = f"BT /F1 13 Tf 17 TL 60 760 Td {shown} ET".encode("latin-1", "replace")
    return b"".join(
        (
            b"%PDF-1.4\n1 0 obj\n<< /Type /Catalog /Pages 2 0 R >>\nendobj\n",
            b"2 0 obj\n<< /Type /Pages /Kids [3 0 R] /Count 1 >>\nendobj\n",
            b"3 0 obj\n<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R",
            b" /Resources << /Font << /F1 5 0 R >> >> >>\nendobj\n",
            b"4 0 obj\n<< /Length %d >>\nstream\n%s\nendstream\nendobj\n" % (len(stream), stream),
            b"5 0 obj\n<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>\nendobj\n",
            b"trailer\n<< /Size 6 /Root 1 0 R >>\n%%EOF\n",
        )
    )


def static_file(name: str) -> Response | None:
    path = _FOLDER / "static" / name
    if path.suffix not in _TYPES or not path.is_file():
        return None
    return Response(path.read_bytes(), media_type=_TYPES[path.suffix])


def missing(fields: Mapping[str, str], **needed: str) -> dict[str, str]:
    """What to say of needed fields that are empty, by the fields' names."""
    found = {name: words for name, words in needed.items() if not fields.get(name, "").strip()}
    if "email" in needed and "email" not in found and "@" not in fields["email"]:
        found["email"] = "This is not an e-mail address."
    return found


@cache
def _templates() -> Environment:
    return Environment(
        loader=FileSystemLoader(_FOLDER / "templates"),
        undefined=StrictUndefined,
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
    )
