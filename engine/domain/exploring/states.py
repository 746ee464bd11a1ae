"""States of the surface, as exploring tells them apart, and whether one progressed from another."""

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True, slots=True)
class SeenState:
    """``state_id`` is equal for looks that show the same: a digest of the windows and of what is in
    them, without texts and places that change by themselves. ``title`` is for people."""

    state_id: str
    title: str


@dataclass(frozen=True, slots=True)
class Progression:
    """Whether the state progressed, with the figures behind the verdict.

    ``structure``, ``text`` and ``picture`` are the shares, 0 to 1, of zones that came, went or
    changed their state, of texts that changed, and of the picture that changed, each without what
    moves by itself (blinking, clocks, animation); ``noise`` is the share of the picture that was
    left out for that. ``is_sure`` is false where local comparison can't tell: then a model may be
    asked, and ``judged_by`` says who decided.
    """

    has_progressed: bool
    structure: float
    text: float
    picture: float
    noise: float
    why: str
    is_sure: bool = True
    judged_by: Literal["local", "model"] = "local"
