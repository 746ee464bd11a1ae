"""Sentences in which a program or a page finds fault, or asks for patience; and whether a page of
search results says that nothing was found."""

import re

_REFUSES = re.compile(
    r"(?i)\b(?:(?<!\b0 )(?<!\bno )(?:errors?|failed)|invalid|required|mandatory|missing|denied"
    r"|please (?:enter|fill|choose|select|correct|provide|check|give|complete|tell|use|try|pick)"
    r"|not (?:valid|accepted|available|allowed|sent|saved|possible|correct|a valid)|try again"
    r"|(?:is|are|was|already) (?:already )?(?:taken|in use|used|registered|exists?|empty|wrong)"
    r"|already (?:uses|has|exists|been used)|can(?:not|'t|’t)|could(?: not|n't|n’t)"
    r"|do(?:es)?(?: not|n't|n’t) (?:match|look|exist|seem)|too (?:short|long|small|large|many|few)"
    r"|(?:nothing|none of \w+) (?:was|were|has been|have been)|(?:was|were) not \w+ed"
    r"|we (?:still )?need|you (?:have to|need to|must|forgot)|at least|sold out|out of stock"
    r"|went wrong|(?<!\w )unknown|(?:is|are) unknown|unable|incorrect|expired|oops|sorry"
    r"|(?:don't|do not) forget|must (?:be|not|have|contain))\b"
)
_MOST_CHARS = 240


_OF_DEED = re.compile(r"(?i)\b(?:is|are|was) (?:taken|used|registered)\b(?! already)")


def refuses(line: str, *, is_done: bool = False) -> bool:
    """A sentence that finds fault; a long one is a text about something. Where all else says that
    it ``is_done``, what may tell of the deed itself finds none: "It is registered"."""
    told = _OF_DEED.sub("", line) if is_done else line
    return len(line) <= _MOST_CHARS and bool(_REFUSES.search(told))


_BUSY = re.compile(
    r"(?i)^(?:still )?(?:loading|saving|sending|working|processing|searching|connecting|signing in)"
    r"(?:\W*|\b.*(?:…|\.\.\.))$"
    r"|\b(?:please wait|one moment|just a (?:moment|second))\b"
)
_MOST_BUSY_CHARS = 60


def says_busy(line: str) -> bool:
    """A short sentence that something is still being done."""
    return len(line) <= _MOST_BUSY_CHARS and bool(_BUSY.search(line.strip()))


_NOTHING = re.compile(
    r"(?i)\b(?:no|0|zero) (?:\w+ ){0,2}(?:results?|match(?:es)?|hits|entries|items|products|pages"
    r"|posts|threads|recipes|found)\b|\bnothing\b|\b(?:not|n[o']t) (?:\w+ )?(?:found|find|match)"
    r"|\b(?:couldn|didn|doesn|don)['’]t (?:find|match|have)\b|\bfound (?:no|nothing)\b"
    r"|\bnone (?:found|match)|\bno such\b"
)
_LINE_CHARS = 160


def says_nothing_found(text: str) -> bool:
    """One of the text's short lines says so; a long one tells of something else."""
    lines = (each for each in text.splitlines() if len(each) <= _LINE_CHARS)
    return any(_NOTHING.search(each) for each in lines)
