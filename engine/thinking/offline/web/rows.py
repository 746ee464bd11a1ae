"""What a button or link belongs to: its row, card or heading, where its own words don't say.

"Renew" stands in the row of a loan, "PDF" in that of a meeting, "Download" beside a heading.
"""

from __future__ import annotations

import re

from engine.domain.web.pages import WebElement
from engine.thinking.offline.web.matching import stems
from engine.thinking.offline.web.view import View

_HALF = 0.5
_CAPITAL = re.compile(r"(?<!^)\b[A-Z][\w'’-]*|\b\w*\d[\w.:]*")


def row_share(view: View, words: str, element: WebElement) -> float:
    """The share of the words that the element's row says, where the page says the rest; 0 where it
    does not. Names and numbers must stand in the row: they tell one from another."""
    wanted = set(stems(words))
    here = set(stems(f"{element.text} {element.aria_label} {element.context}")) & wanted
    page = set(stems(f"{view.page.title} {' '.join(view.page.headings)} {view.page.text}"))
    names = {stem for found in _CAPITAL.findall(words) for stem in stems(found)} & wanted
    if not here or not wanted <= here | page or not names <= here:
        return 0.0
    share = len(here) / len(wanted)
    return share if names or share >= _HALF else 0.0
