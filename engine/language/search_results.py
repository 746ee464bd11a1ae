"""Whether a page of search results says that nothing was found."""

from __future__ import annotations

import re

_NOTHING = re.compile(
    r"\b(?:no|0|zero) (?:\w+ ){0,2}(?:results?|match(?:es)?|hits|entries|items|products|pages"
    r"|posts|threads|recipes|found)\b|\bnothing\b|\b(?:not|n[o']t) (?:\w+ )?(?:found|find|match)"
    r"|\b(?:couldn|didn|doesn|don)['’]t (?:find|match|have)\b|\bfound (?:no|nothing)\b"
    r"|\bnone (?:found|match)|\bno such\b",
    re.IGNORECASE,
)
_LINE_CHARS = 160


def says_nothing_found(text: str) -> bool:
    """One of the text's short lines says so; a long one tells of something else."""
    lines = (each for each in text.splitlines() if len(each) <= _LINE_CHARS)
    return any(_NOTHING.search(each) for each in lines)
