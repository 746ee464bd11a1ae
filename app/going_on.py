"""Going on with a session that broke off: its record says with what."""

from __future__ import annotations

from dataclasses import replace

from app.choices import BROWSER, RunChoices
from engine.domain.errors import NameUnknown
from engine.domain.masks import holds_mask
from engine.domain.web.resuming import ResumePoint
from engine.modes.navigator.resuming import state_to_go_on_from
from engine.record.store import SessionStore


def choices_to_go_on(session_id: str, *, is_unattended: bool = False) -> RunChoices:
    """Only which session: ``as_it_was`` says the rest."""
    return RunChoices(
        "", BROWSER, is_unattended=is_unattended, mode="navigator", resumes=session_id
    )


async def as_it_was(
    choices: RunChoices, store: SessionStore
) -> tuple[RunChoices, ResumePoint | None]:
    """Goal, thinker, asking and surface of the session that goes on; other choices as they are.

    The browser begins where the operator wanted it to; the navigator comes back from there to the
    page that it was on, through the gate. Raises ``NameUnknown`` or ``RecordUnavailable``.
    """
    if not choices.resumes:
        return choices, None
    point = await store.resume_point(choices.resumes)
    if point.mode != "navigator":
        raise NameUnknown(
            f"The session {point.session_id} is a director's, and only the navigator's can go on.",
            "Start a new run with the same goal.",
        )
    state_to_go_on_from(point)  # what can't go on is said before anything is started
    resumed = replace(
        choices,
        goal=point.goal,
        surface=BROWSER if holds_mask(point.surface) else point.surface,
        thinker=point.thinker,
        asking=point.asking,
        mode="navigator",
    )
    return resumed, point
