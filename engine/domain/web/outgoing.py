"""What a page sets off when it is acted upon: a document that it asks for, a file that it hands
out. Only the browser sees it before it happens."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Outgoing:
    """A request for what is to be shown in place of the page, or for a file; ``file_name`` is how
    the site names that."""

    url: str
    method: str = "GET"
    file_name: str = ""

    @property
    def sends(self) -> bool:
        """It is a form that is handed in, rather than a page that is asked for."""
        return self.method not in ("GET", "HEAD")


WhyHeld = Callable[[Outgoing], str]
"""Why it is held back, completing “it …”; empty where it may go."""
