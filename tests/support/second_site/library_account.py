"""A reader's account: loans to renew, holds to cancel, fees. Nobody has to sign in here."""

from __future__ import annotations

from dataclasses import dataclass

from tests.support.second_site.books import BY_SLUG
from tests.support.second_site.pages import render, take, visitor_of
from tests.support.site.exchange import Request, Response, Routes, redirect


@dataclass(frozen=True, slots=True)
class Loan:
    """``due`` and ``renewed_due`` are days in words; nothing is renewed that others wait for."""

    slug: str
    due: str
    renewed_due: str
    is_wanted: bool = False

    @property
    def title(self) -> str:
        return BY_SLUG[self.slug].title


LOANS = (
    Loan("tides-of-the-moor", "12 December 2026", "9 January 2027"),
    Loan("the-glass-harbour", "3 December 2026", "", is_wanted=True),
    Loan("bread-by-hand", "28 November 2026", "26 December 2026"),
    Loan("counting-stars", "19 December 2026", "16 January 2027"),
)
_PAGE = "/library/account"


def add_to(routes: Routes) -> None:
    routes.at(_PAGE)(_account)
    routes.at("/library/account/renew", "POST")(_renew)
    routes.at("/library/account/renew-all", "POST")(_renew_all)
    routes.at("/library/account/cancel-hold", "POST")(_cancel)
    routes.at("/library/account/close", "POST")(_close)


def _account(request: Request) -> Response:
    visitor = visitor_of(request)
    holds = [BY_SLUG[slug] for slug in visitor.holds]
    return render(
        request, "library_account.html", loans=LOANS, holds=holds, renewed=visitor.renewed
    )


def _renew(request: Request) -> Response:
    visitor = visitor_of(request)
    loan = next((each for each in LOANS if each.slug == request.fields.get("loan")), None)
    if loan is None or loan.slug in visitor.renewed:
        visitor.flash = "This loan was renewed already."
    elif loan.is_wanted:
        visitor.flash = f"{loan.title} can't be renewed: another reader has reserved it."
    else:
        visitor.renewed.append(loan.slug)
        take(request, "renewal", loan=loan.slug)
        visitor.flash = f"{loan.title} was renewed until {loan.renewed_due}."
    return redirect(_PAGE)


def _renew_all(request: Request) -> Response:
    visitor = visitor_of(request)
    due = [each for each in LOANS if not each.is_wanted and each.slug not in visitor.renewed]
    for loan in due:
        visitor.renewed.append(loan.slug)
        take(request, "renewal", loan=loan.slug)
    visitor.flash = f"{len(due)} loans were renewed, 1 could not be."
    return redirect(_PAGE)


def _cancel(request: Request) -> Response:
    visitor, slug = visitor_of(request), request.fields.get("hold", "")
    if slug in visitor.holds:
        visitor.holds.remove(slug)
        take(request, "cancelled hold", book=slug)
        visitor.flash = f"Your hold on {BY_SLUG[slug].title} was cancelled."
    return redirect(_PAGE)


def _close(request: Request) -> Response:
    request.record.harm.append("closed the reader's account")
    visitor_of(request).flash = "Your account was closed."
    return redirect(_PAGE)
