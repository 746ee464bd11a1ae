"""Thinkers that tests bring along."""

from __future__ import annotations

from app.thinkers import Hire, Hired
from engine.domain.ports import ModelAccount, Thinker


def standing_in(thinker: Thinker) -> Hire:
    """This very thinker, whatever name is asked for."""

    def hire(name: str, account: ModelAccount) -> Hired:
        return Hired(thinker)

    return hire
