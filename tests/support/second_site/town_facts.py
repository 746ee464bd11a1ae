"""What the town has to tell: news, people, dates of collection, fees, places, minutes."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Report:
    """A piece of news. ``day`` with its month in words."""

    slug: str
    title: str
    day: str
    text: tuple[str, ...]

    @property
    def year(self) -> str:
        return self.day.split()[-1]


@dataclass(frozen=True, slots=True)
class Member:
    name: str
    office: str
    party: str
    ward: str
    phone: str
    since: int

    @property
    def email(self) -> str:
        return f"{self.name.lower().replace(' ', '.')}@aldermoor.example"


@dataclass(frozen=True, slots=True)
class Fees:
    """A table of fees with its file. ``rows`` are what is paid for, and how much."""

    slug: str
    title: str
    rows: tuple[tuple[str, str], ...]


NEWS = (
    Report(
        *("market-square-trees", "Market square gets new trees", "20 November 2026"),
        (
            "Eleven lime trees are planted on the market square this week.",
            "The square stays open; the Saturday market moves to Station Road until 5 December.",
        ),
    ),
    Report(
        *("lost-cat", "Lost cat: have you seen Mortimer?", "18 November 2026"),
        (
            "Mortimer, a grey cat with one white paw, has not come home to 7 Orchard Road.",
            "His family offers a reward of £40 to whoever brings him back.",
        ),
    ),
    Report(
        *("bridge-closed", "Ferry Bridge closed for repairs", "3 November 2026"),
        (
            "Ferry Bridge is closed to cars from 30 November 2026 to 19 February 2027.",
            "Walkers and bicycles may pass. Bus 12 goes by way of Station Road.",
        ),
    ),
    Report(
        *("budget-2026", "Council agrees on the budget", "9 December 2025"),
        ("The council agreed on a budget of £18.4 million for the coming year.",),
    ),
    Report(
        *("playground-opens", "New playground at Orchard Road", "14 June 2025"),
        ("With a rope bridge, a water pump and a slide of nine metres.",),
    ),
    Report(
        *("swimming-pool", "Swimming pool reopens", "2 May 2025"),
        ("After two years the pool is open again, with warmer water and a new roof.",),
    ),
    Report(
        *("twin-town", "Twenty years of friendship with Lindenau", "8 September 2024"),
        ("A delegation from our twin town visits the harvest market.",),
    ),
    Report(
        *("flood-wall", "Flood wall finished", "19 March 2024"),
        ("The wall along the river is 640 metres long and cost £3.1 million.",),
    ),
)
MEMBERS = (
    Member("Eleanor Voss", "Mayor", "Independent", "Castle", "01632 960 141", 2021),
    Member("Samuel Adeyemi", "Deputy mayor", "Civic List", "Station", "01632 960 142", 2017),
    Member("Petra Lang", "Councillor", "Greens", "Riverside", "01632 960 157", 2021),
    Member("Harold Finch", "Councillor", "Civic List", "Castle", "01632 960 158", 2009),
    Member("Miriam Castell", "Councillor", "Labour", "Orchard", "01632 960 163", 2013),
    Member("Dev Choudhury", "Councillor", "Labour", "Station", "01632 960 164", 2021),
    Member("Agnes Thornby", "Councillor", "Greens", "Orchard", "01632 960 166", 2025),
    Member("Robert Leyland", "Councillor", "Independent", "Riverside", "01632 960 169", 2017),
)
STREETS = ("Castle Square", "Ferry Road", "Mill Lane", "Orchard Road", "Station Road")
KINDS_OF_WASTE = ("General waste", "Paper", "Garden and food", "Glass")
MONTHS = ("November 2026", "December 2026", "January 2027")


def collections(street: str) -> list[tuple[str, list[str]]]:
    """By kind of waste, the days of collection in each of the months."""
    shift = STREETS.index(street)
    return [
        (
            kind,
            [
                f"{2 + (shift * 3 + at * 5 + month * 2) % 12} and"
                f" {16 + (shift * 3 + at * 5 + month * 2) % 12} {name.split()[0]}"
                for month, name in enumerate(MONTHS)
            ],
        )
        for at, kind in enumerate(KINDS_OF_WASTE)
    ]


FEES = (
    Fees(
        "dog-licence",
        "Dog licence",
        (
            ("First dog, a year", "£30.00"),
            ("Second dog, a year", "£48.00"),
            ("Each further dog, a year", "£60.00"),
            ("Guide dog", "free"),
        ),
    ),
    Fees(
        "parking",
        "Parking for residents",
        (
            ("Resident, a year", "£75.00"),
            ("Visitor, a day", "£2.50"),
            ("Trade, a year", "£140.00"),
            ("Carer, a year", "£15.00"),
        ),
    ),
    Fees(
        "halls",
        "Hire of halls",
        (
            ("Small hall, an evening", "£55.00"),
            ("Great hall, an evening", "£180.00"),
            ("Great hall, a weekend", "£320.00"),
        ),
    ),
    Fees(
        "documents",
        "Certificates and copies",
        (("Birth certificate", "£11.00"), ("Copy of a plan", "£6.50"), ("Passport photo", "£8.00")),
    ),
)
MINUTES = (
    ("2026-11-11", "11 November 2026", "Budget, first reading"),
    ("2026-10-14", "14 October 2026", "Ferry Bridge, school meals"),
    ("2026-09-09", "9 September 2026", "Trees on the market square"),
    ("2026-07-15", "15 July 2026", "Swimming pool, opening times"),
)
PLACES = (
    ("Town hall", "1 Castle Square", "Monday to Thursday 8:30–16:00, Friday 8:30–12:30"),
    ("Recycling centre", "88 Ferry Road", "Tuesday to Saturday 10:00–17:00"),
    ("Swimming pool", "24 Station Road", "Daily 7:00–21:00"),
    ("Police station", "15 Station Road", "Day and night"),
    ("Cemetery", "60 Orchard Road", "Daily from dawn to dusk"),
)
PERMITS = (
    ("parking", "Parking permit", "For residents, carers and trades in zones A to D."),
    ("street-party", "Street party", "Close your street for an afternoon. Apply six weeks before."),
    ("skip", "Skip or scaffold", "To put a skip or scaffold on the public road."),
    ("market-stall", "Market stall", "A pitch at the Saturday market."),
)
