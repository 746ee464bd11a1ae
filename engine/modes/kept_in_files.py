"""What was typed, and stands in a file that the run named, where it did not stand before.

A program may tell nothing of its document, or close the window that something was typed into. The
file that was opened or saved tells what came of that, be it among other things or packed."""

import re
from itertools import product

from engine.domain.actions import TypeText
from engine.domain.conditions import FileExists
from engine.domain.plans import PlanStep
from engine.domain.zones import Role
from engine.language.labels import has_words
from engine.session.session import Session

_PATH = re.compile(r"/.*[^/\n]")
_TELLING = re.compile(r"(?s)(?=.*[^\W\d_]).{4,}")
"""A file may hold less than that for other reasons."""
_DOCUMENTS = frozenset({Role.TEXT_AREA, Role.CANVAS})


class KeptInFiles:
    """Of one run: each path and text that were typed, and whether the file held it by then."""

    def __init__(self) -> None:
        self._held: dict[tuple[str, str], bool] = {}

    async def note(self, run: Session) -> None:
        """After each step: a text that stands in the file already tells nothing later."""
        steps = () if run.looks.seen.page is not None else run.steps.completed
        typed = {step.action.text for step in steps if isinstance(step.action, TypeText)}
        for path, text in product(
            filter(_PATH.fullmatch, typed), filter(_TELLING.fullmatch, typed)
        ):
            if (path, text) not in self._held and not has_words(text, path):
                self._held[path, text] = await self._holds(run, path, text)

    async def has_come(self, run: Session, step: PlanStep) -> bool:
        """What the step typed has come into such a file since. A field that does not tell what it
        took may be another than the one that was meant, but not a document, or one that closed."""
        before = next((node.before for node in run.history.stack if node.step == step), None)
        zone = before.zone(step.zone_id) if before is not None else None
        is_field = zone is not None and zone.role not in _DOCUMENTS
        if not isinstance(step.action, TypeText) or (is_field and step in run.steps.done_not_seen):
            return False
        text = step.action.text
        return any([await self.is_new(run, path, text) for path, its in self._held if its == text])

    async def is_new(self, run: Session, path: str, text: str) -> bool:
        """The file holds the typed text, and did not by then."""
        return self._held.get((path, text)) is False and await self._holds(run, path, text)

    async def _holds(self, run: Session, path: str, text: str) -> bool:
        return await run.looks.holds(FileExists(path, text, contains=True), run.looks.seen)
