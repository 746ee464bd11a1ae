"""Words by which pages say that something arrived, and that it was not accepted.

They are looked for in what is new on a page after something was sent, and nowhere else: the same
words stand in many a text that is about other things.
"""

from __future__ import annotations

import re

_DONE = (
    r"submitted|received|sent|saved|added|created|updated|changed|deleted|removed|subscribed"
    r"|registered|completed|placed|booked|reserved|cancell?ed|accepted|posted|published|recorded"
    r"|delivered|signed (?:in|up|out)|logged (?:in|out)|confirmed|noted(?: down)?|stored|filed"
)
_CONFIRMS = re.compile(
    r"\b(?:thank you|thanks|many thanks|success(?:ful(?:ly)?)?|confirmation\b|congratulations"
    r"|(?:order|booking|reference|ticket|case|ref)\.? ?(?:number|no\b|id\b|code)"
    r"|added to|(?:signed|logged) in as|in your (?:cart|basket|bag|trolley)|all (?:set|done)"
    r"|it(?:'|’)s done"
    r"|welcome (?:to|aboard|back|,)|see you (?:on|at|soon|then)|has reached us|on its way"
    r"|we(?:'ve|’ve| have) (?:got|received|noted|saved|booked|recorded|sent)"
    r"|we(?:'ll|’ll| will) (?:be in touch|get back|reply|answer|write|call|contact|see you)"
    r"|you(?:'re|’re| are) (?:now )?(?:in|registered|subscribed|booked|signed up|a member|done)"
    rf"|(?:has|have|was|were|is|are|been|now) (?:been |now )?(?:{_DONE})"
    rf"|(?:{_DONE})(?=[.!]?\s*$))",
    re.IGNORECASE,
)
_REFUSES = re.compile(
    r"\b(?:errors?|invalid|required|mandatory|missing|must (?:be|not|have|contain)|failed|denied"
    r"|please (?:enter|fill|choose|select|correct|provide|check|give|complete|tell|use|try|pick)"
    r"|not (?:valid|accepted|available|allowed|sent|saved|possible|correct|a valid)|try again"
    r"|(?:is|are|was|already) (?:already )?(?:taken|in use|used|registered|exists?|empty|wrong)"
    r"|already (?:uses|has|exists|been used)|can(?:not|'t|’t)|could(?: not|n't|n’t)"
    r"|do(?:es)?(?: not|n't|n’t) (?:match|look|exist|seem)|too (?:short|long|small|large|many|few)"
    r"|we (?:still )?need|you (?:have to|need to|must|forgot)|at least|sold out|out of stock"
    r"|went wrong|unknown|unable|incorrect|expired|oops|sorry|(?:don't|do not) forget)\b",
    re.IGNORECASE,
)
_MOST_CHARS = 240


def confirms(line: str) -> bool:
    return bool(_CONFIRMS.search(line)) and not refuses(line)


def refuses(line: str) -> bool:
    """A sentence that finds fault; a long one is a text about something."""
    return len(line) <= _MOST_CHARS and bool(_REFUSES.search(line))
