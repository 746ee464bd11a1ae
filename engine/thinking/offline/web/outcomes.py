"""What a chooser answers where nothing is left to do for a part."""

from __future__ import annotations

from dataclasses import dataclass

from engine.domain.web.proposals import WebProposal


@dataclass(frozen=True, slots=True)
class Met:
    """The part is done; ``text`` is what the page shows of it, verbatim where it is an answer."""

    text: str = ""


Chosen = WebProposal | Met
