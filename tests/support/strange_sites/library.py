"""A tool library: hire by the day, search, a listing in pages that can be ordered, and hours."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from html import escape

_PER_PAGE = 5


@dataclass(frozen=True, slots=True)
class Tool:
    name: str
    cost: float
    rating: float
    weight: str
    added: str

    @property
    def slug(self) -> str:
        return self.name.casefold().replace(" ", "-")


TOOLS = (
    Tool("Hedge trimmer", 6.5, 4.1, "3.8 kg", "12 March 2024"),
    Tool("Jigsaw", 4, 4.6, "2.4 kg", "2 May 2023"),
    Tool("Wallpaper steamer", 5.5, 3.9, "4 kg", "18 January 2024"),
    Tool("Post hole digger", 3.25, 4.3, "5.1 kg", "9 June 2022"),
    Tool("Belt sander", 7, 4.4, "3 kg", "30 August 2023"),
    Tool("Tile cutter", 8, 4.7, "9 kg", "14 April 2025"),
    Tool("Extension ladder", 5, 4.2, "14 kg", "1 February 2022"),
    Tool("Mitre saw", 9.75, 4.5, "11 kg", "22 July 2024"),
    Tool("Carpet cleaner", 14, 4, "17 kg", "3 November 2023"),
    Tool("Hand drill", 2.2, 3.7, "1.1 kg", "27 May 2021"),
    Tool("Cement mixer", 19, 4.8, "48 kg", "5 September 2022"),
    Tool("Leaf blower", 6, 3.5, "4.4 kg", "11 October 2025"),
)
_ORDERS = {
    "cost": lambda tool: tool.cost,
    "cost-down": lambda tool: -tool.cost,
    "rating": lambda tool: -tool.rating,
}
_LATE = (
    "<h1>Late returns</h1><p>Keep a tool past its day and each further day is charged at half "
    "the usual cost. Tell us early and nobody minds.</p>"
)
_VISIT = """<h1>Visit us</h1>
<p>We are behind the old fire station, next to the bakery.</p>
<h2>When we are open</h2>
<table><tr><td>Tuesday to Friday</td><td>10:00 to 18:30</td></tr>
<tr><td>Saturday</td><td>9:00 to 13:00</td></tr></table>
<dl><dt>Call us</dt><dd>020 7946 0018</dd><dt>Write to us</dt><dd>desk@larchlane.example</dd>
<dt>Find us at</dt><dd>4 Larch Lane, Brindle BR2 6TH</dd></dl>
<p>Parking is free after five.</p>"""
_HELP = """<h1>Help</h1><p>What people ask us most.</p>
<ul><li><a href="/help/late-returns">Late returns</a></li>
<li><a href="/help/getting-it-home">Getting it home</a></li>
<li><a href="/help/joining">Joining the library</a></li></ul>"""
_HOME_DELIVERY = """<h1>Getting it home</h1>
<p>Most tools fit on a bicycle. For the rest there is the van.</p>
<table><tr><th>Distance</th><th>Delivery</th></tr>
<tr><td>Up to 3 miles</td><td>£7.00</td></tr><tr><td>Further</td><td>£12.00</td></tr></table>
<p>Delivery takes 2 days.</p>"""
_JOINING = """<h1>Joining the library</h1>
<p>Membership is £15 a year. Bring something with your address on it. You must be 18 or older.</p>
"""


def page(path: str, query: Mapping[str, str]) -> str:
    """The page at the address; empty where there is none."""
    named = next((tool for tool in TOOLS if path == f"/tools/{tool.slug}"), None)
    if named is not None:
        return _frame(named.name, _about(named))
    match path:
        case "/":
            return _frame("", _front())
        case "/tools":
            return _frame("Our tools", _listing(query))
        case "/look":
            return _frame("Looking for tools", _results(query.get("q", "")))
        case "/visit":
            return _frame("Visit us", _VISIT)
        case "/help":
            return _frame("Help", _HELP)
        case "/help/late-returns":
            return _frame("Late returns", _LATE)
        case "/help/getting-it-home":
            return _frame("Getting it home", _HOME_DELIVERY)
        case "/help/joining":
            return _frame("Joining the library", _JOINING)
    return ""


def _frame(title: str, body: str) -> str:
    whole = f"{title} | Larch Lane Tool Library" if title else "Larch Lane Tool Library"
    return f"""<!doctype html><html lang="en"><meta charset="utf-8"><title>{whole}</title>
<header><a href="/">Larch Lane</a><nav><a href="/tools">Our tools</a> <a href="/visit">Visit us</a>
<a href="/help">Help</a></nav><form action="/look"><input name="q" type="search"
placeholder="What do you need?"><button>Look</button></form></header><main>{body}</main>
<footer><p>Larch Lane Tool Library is run by its borrowers.</p></footer></html>"""


def _front() -> str:
    cards = "".join(_card(TOOLS[at]) for at in (0, 8, 5))
    return (
        "<h1>Borrow it, don't buy it</h1><p>From the cheapest hand tool to the best machines: hire "
        "by the day, newest tools every month. Opening times and directions are under Visit us."
        f"</p><h2>Popular this week</h2>{cards}"
    )


def _card(tool: Tool) -> str:
    return (
        f'<article><h3><a href="/tools/{tool.slug}">{tool.name}</a></h3>'
        f"<p>£{tool.cost:.2f} a day</p><p>Rated {tool.rating} out of 5</p></article>"
    )


def _listing(query: Mapping[str, str]) -> str:
    order, number = query.get("order", ""), int(query.get("p", "1"))
    tools = sorted(TOOLS, key=_ORDERS[order]) if order in _ORDERS else list(TOOLS)
    shown = tools[_PER_PAGE * (number - 1) : _PER_PAGE * number]
    keep = f"&order={order}" if order else ""
    further = (
        f'<a href="/tools?p={number + 1}{keep}">Next tools</a>'
        if len(tools) > _PER_PAGE * number
        else ""
    )
    return (
        '<h1>Our tools</h1><p>Order by <a href="/tools?order=cost">Cost, low to high</a> '
        '<a href="/tools?order=cost-down">Cost, high to low</a> '
        '<a href="/tools?order=rating">Rating</a></p>'
        f"{''.join(map(_card, shown))}<p>{further}</p>"
    )


def _results(asked: str) -> str:
    found = [tool for tool in TOOLS if asked.casefold().rstrip("s") in tool.name.casefold()]
    if not found:
        return f"<h1>Looking for tools</h1><p>Sorry, nothing here is called “{escape(asked)}”.</p>"
    told = f"{len(found)} found for “{escape(asked)}”"
    return f"<h1>Looking for tools</h1><p>{told}</p>{''.join(map(_card, found))}"


def _about(tool: Tool) -> str:
    return f"""<h1>{tool.name}</h1><p>Kept in good order by volunteers.</p>
<dl><dt>Cost per day</dt><dd>£{tool.cost:.2f}</dd><dt>Deposit</dt><dd>£{10 * tool.cost:.0f}</dd>
<dt>Weight</dt><dd>{tool.weight}</dd><dt>Added</dt><dd>{tool.added}</dd></dl>"""
