"""Going on with a session that broke off: its record says with what."""

from __future__ import annotations

from dataclasses import replace

from app.choices import BROWSER, RunChoices
from engine.domain.errors import NameUnknown
from engine.domain.web.resuming import ResumePoint
from engine.record.store import SessionStore


def choices_to_go_on(session_id: str, *, is_unattended: bool = False) -> RunChoices:
    """Only which session: ``as_it_was`` says the rest."""
    return RunChoices(
        "", BROWSER, is_unattended=is_unattended, mode="navigator", resumes=session_id
    )


async def as_it_was(
    choices: RunChoices, store: SessionStore
) -> tuple[RunChoices, ResumePoint | None]:
    """Goal, thinker and asking of the session that goes on, at the page that it was on; other
    choices as they are. Raises ``NameUnknown`` or ``RecordUnavailable``."""
    if not choices.resumes:
        return choices, None
    point = await store.resume_point(choices.resumes)
    if point.mode != "navigator":
        raise NameUnknown(
            f"The session {point.session_id} is a director's, and only the navigator's can go on.",
            "Start a new run with the same goal.",
        )
    resumed = replace(
        choices,
        goal=point.goal,
        surface=f"{BROWSER}:{point.url}" if point.url else BROWSER,
        thinker=point.thinker,
        asking=point.asking,
        mode="navigator",
    )
    return resumed, point
