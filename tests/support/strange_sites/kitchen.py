"""A kitchen's notebook: recipes in numbered pages and a talk board, without search or order."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

_PER_PAGE = 4


@dataclass(frozen=True, slots=True)
class Recipe:
    name: str
    time: str
    stars: float
    written: str
    serves: int = 4

    @property
    def slug(self) -> str:
        return re.sub(r"\W+", "-", self.name.casefold())


RECIPES = (
    Recipe("Leek and potato soup", "35 min", 4.4, "3 May 2025"),
    Recipe("Sesame noodles", "15 min", 4.7, "21 June 2025", 2),
    Recipe("Braised short ribs", "3 h 20 min", 4.9, "11 January 2025", 6),
    Recipe("Courgette fritters", "25 min", 4.2, "30 July 2025"),
    Recipe("Slow roast tomatoes", "2 h", 4.5, "8 August 2024"),
    Recipe("Chickpea curry", "40 min", 4.6, "19 February 2025"),
    Recipe("Herb omelette", "10 min", 4.1, "2 March 2025", 1),
    Recipe("Plum crumble", "55 min", 4.8, "14 September 2025", 6),
    Recipe("Miso aubergine", "30 min", 4.3, "6 October 2024", 2),
    Recipe("Flatbread", "20 min", 4.0, "27 April 2025", 8),
)
THREADS = (
    ("Which pan for eggs?", "Mirela", 14, "4 September 2025"),
    ("My sourdough is flat", "Odhran", 31, "12 September 2025"),
    ("Keeping herbs fresh", "Tamsin", 6, "28 August 2025"),
)


def page(path: str, query: Mapping[str, str]) -> str:
    """The page at the address; empty where there is none."""
    plain = path.rstrip("/")
    for recipe in RECIPES:
        if plain == f"/r/{recipe.slug}":
            return _frame(recipe.name, _about(recipe))
    for at, thread in enumerate(THREADS, 1):
        if plain == f"/talk/{at}":
            return _frame(thread[0], _thread(*thread))
    match plain.split("/")[1:]:
        case []:
            return _frame("", _front())
        case ["recipes"]:
            return _frame("Recipes", _listing(1))
        case ["recipes", number] if number.isdigit():
            return _frame(f"Recipes, sheet {number}", _listing(int(number)))
        case ["talk"]:
            return _frame("Table talk", _talk())
        case ["about"]:
            return _frame("Who cooks here", _ABOUT)
    return ""


_ABOUT = """<h1>Who cooks here</h1>
<p>Supper Notes began in 2019 as letters between two sisters. Ines Okafor writes most of the
recipes; her sister Bea takes the pictures. Both answer mail on Sundays.</p>
<p>Ring us <b>0131 496 0733</b></p><p>Mail <b>hello@suppernotes.example</b></p>"""


def _frame(title: str, body: str) -> str:
    whole = f"{title} · Supper Notes" if title else "Supper Notes: what we eat in the evening"
    return f"""<!doctype html><html lang="en"><meta charset="utf-8"><title>{whole}</title>
<nav><a href="/">Supper Notes</a> <a href="/recipes/">Recipes</a> <a href="/talk/">Table talk</a>
<a href="/about/">Who cooks here</a></nav>{body}<hr><small>Cook it, then tell us.</small></html>"""


def _front() -> str:
    items = "".join(_row(each) for each in (RECIPES[2], RECIPES[4], RECIPES[5]))
    return (
        "<h1>What we eat in the evening</h1><p>Quick suppers, slow Sundays, the best rated recipes "
        "and the newest ones.</p>"
        f"<h2>From the archive</h2><ul>{items}</ul>"
    )


def _row(recipe: Recipe) -> str:
    return (
        f'<li><a href="/r/{recipe.slug}/">{recipe.name}</a> <span>{recipe.time}</span> '
        f"<span>★ {recipe.stars}</span> <span>serves {recipe.serves}</span> "
        f"<span>{recipe.written}</span></li>"
    )


def _listing(number: int) -> str:
    rows = "".join(map(_row, RECIPES[_PER_PAGE * (number - 1) : _PER_PAGE * number]))
    count = -(-len(RECIPES) // _PER_PAGE)
    pages = " ".join(
        f"<b>{at}</b>" if at == number else f'<a href="/recipes/{at}/">{at}</a>'
        for at in range(1, count + 1)
    )
    return f"<h1>Recipes</h1><ul>{rows}</ul><p>{pages}</p>"


def _talk() -> str:
    rows = "".join(
        f'<tr><td><a href="/talk/{at}/">{name}</a></td><td>{who}</td><td>{replies}</td>'
        f"<td>{last}</td></tr>"
        for at, (name, who, replies, last) in enumerate(THREADS, 1)
    )
    return (
        "<h1>Table talk</h1><table><tr><th>Subject</th><th>Begun by</th><th>Answers</th>"
        f"<th>Last word</th></tr>{rows}</table>"
    )


def _thread(name: str, who: str, replies: int, last: str) -> str:
    return (
        f"<h1>{name}</h1><p>Begun by {who}</p><article><p>Has anybody been through this before? "
        f"I have tried most things.</p></article><p>{replies} answers so far.</p>"
    )


def _about(recipe: Recipe) -> str:
    return f"""<h1>{recipe.name}</h1><p>Written on {recipe.written}.</p>
<p>Ready in {recipe.time}</p><p>For {recipe.serves}</p>
<h2>You need</h2><ul><li>salt</li><li>olive oil</li></ul>
<h2>How it goes</h2><ol><li>Get everything out.</li><li>Cook it with patience.</li></ol>
<h2>Per plate</h2><table><tr><td>Calories</td><td>410</td></tr>
<tr><td>Protein</td><td>19 g</td></tr></table>"""
