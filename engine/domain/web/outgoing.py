"""What a page sets off when it is acted upon: a document that it asks for, a file that it hands
out, what its scripts send in the background, a question in a dialog of the browser's. Only the
browser sees it before it happens."""

import json
import re
from collections.abc import Callable
from dataclasses import dataclass

from engine.domain.web.sites import host_of, is_same_site

_READS = re.compile(r"\s*(?:#.*\n\s*)*(?:query\b|\{)")
_WRITES = re.compile(r"\b(?:mutation|subscription)\b")
_NAMES = re.compile(r"[^\W\d]{3,}")
_MOST_CHARS = 20_000


@dataclass(frozen=True, slots=True)
class Outgoing:
    """A request for what is to be shown in place of the page, for a file, or one of the page's
    scripts; ``file_name`` is how the site names a file, ``by`` the page of the script, so far as
    it is told, and ``is_after_leaving``: another page had been asked for before.

    ``is_beacon``: it is made so that nobody learns what came of it. ``is_plain``: it is written as
    any page may write to any site, and is signed by nobody. ``question``: it is no request, but
    what the page asks, to be answered with yes."""

    url: str
    method: str = "GET"
    file_name: str = ""
    in_background: bool = False
    body: str = ""
    by: str = ""
    is_after_leaving: bool = False
    is_beacon: bool = False
    is_plain: bool = False
    question: str = ""

    @property
    def sends(self) -> bool:
        """It hands something in, rather than asks for something."""
        return self.method not in ("GET", "HEAD", "OPTIONS") and not self._only_asks

    @property
    def is_report(self) -> bool:
        """It counts what is done on the page, which does not depend on it: a beacon, and what is
        sent to another site in nobody's name."""
        is_elsewhere = not is_same_site(host_of(self.url), host_of(self.by))
        return self.is_beacon or (self.sends and self.is_plain and is_elsewhere)

    @property
    def likeness(self) -> tuple[str, str, frozenset[str]]:
        """What has the same is the same work once more: numbers and times differ."""
        names = frozenset(_NAMES.findall(self.body[:_MOST_CHARS]))
        return self.method, self.url.partition("?")[0], names

    @property
    def _only_asks(self) -> bool:
        """GraphQL says in its text whether it writes."""
        try:
            told = json.loads(self.body[:_MOST_CHARS]) if self.in_background and self.body else None
        except ValueError:
            return False
        asked = told if isinstance(told, list) else [told]
        texts = [each.get("query") if isinstance(each, dict) else None for each in asked]
        return bool(texts) and all(
            isinstance(text, str) and bool(_READS.match(text)) and not _WRITES.search(text)
            for text in texts
        )


WhyHeld = Callable[[Outgoing], str]
"""Why it is held back, completing “it …”; empty where it may go."""
