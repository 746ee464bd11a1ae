"""Tasks for a strong model over programs of other kinds: what KDE makes, what FLTK draws, and a
terminal that tells its text."""

from __future__ import annotations

from engine.domain.terminals import Terminal
from tests.end_to_end.conftest import Bench
from tests.suites.strong_case import StrongCase, answered, nothing_done, saved

Case = StrongCase[Bench]
BILL = ("Bill 2027-118", "12 ropes at 21.70: 260.40", "2 buoys at 29.00: 58.00", "Total: 318.40")
TIDES = """<html><head><title>Tides</title></head><body><h1>High water</h1>
<table border="1"><tr><td>Friday</td><td>05:50</td></tr><tr><td>Saturday</td><td>06:40</td></tr>
<tr><td>Sunday</td><td>07:25</td></tr></table></body></html>
"""
SIGHTINGS = "".join(
    f"{day} May: {'two whales off the pier' if day in (4, 9, 23) else 'all quiet'}\n"
    for day in range(1, 31)
)


def pdf(*lines: str) -> str:
    """A file of one page with these lines, which is text itself."""
    shown = "".join(f"({line}) Tj 0 -30 Td " for line in lines)
    page = f"BT /F1 20 Tf 72 760 Td {shown}ET"
    parts = (
        "<< /Type /Catalog /Pages 2 0 R >>",
        "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
        "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R"
        " /Resources << /Font << /F1 5 0 R >> >> >>",
        f"<< /Length {len(page)} >>\nstream\n{page}\nendstream",
        "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
    )
    told, places = "%PDF-1.4\n", []
    for number, part in enumerate(parts, 1):
        places.append(len(told))
        told += f"{number} 0 obj\n{part}\nendobj\n"
    table = "".join(f"{place:010} 00000 n \n" for place in places)
    return (
        f"{told}xref\n0 6\n0000000000 65535 f \n{table}"
        f"trailer << /Size 6 /Root 1 0 R >>\nstartxref\n{len(told)}\n%%EOF\n"
    )


CASES: tuple[Case, ...] = (
    Case(
        "bill",
        "Look in Okular what the bill in bill.pdf in the practice folder comes to in all, and write"
        " that amount alone into total.txt in the practice folder with L3afpad",
        saved("total.txt", "318.40", absent="Total"),
        needs=("okular", "l3afpad"),
        files={"bill.pdf": pdf(*BILL)},
    ),
    Case(
        "no-change",
        "With Okular make the two buoys in bill.pdf in the practice folder three, and the total"
        " 347.40, in the text of the bill itself",
        nothing_done,
        needs=("okular",),
        files={"bill.pdf": pdf(*BILL)},
        ends=Terminal.GOAL_FAILED,
    ),
    Case(
        "grep",
        "How many lines of log.txt in the practice folder speak of whales, as grep counts them in"
        " LXTerminal?",
        answered("3"),
        needs=("lxterminal",),
        files={"log.txt": SIGHTINGS},
    ),
    Case(
        "tides",
        "Open tides.html in the practice folder with Dillo: when is high water on Sunday?",
        answered("07:25"),
        needs=("dillo",),
        files={"tides.html": TIDES},
    ),
)
