"""Explorations of real applications and pages, put together as ``pilothouse run`` does it."""

from __future__ import annotations

import time
from collections.abc import Callable, Coroutine, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from app.choices import MODEL, OFFLINE, RunChoices
from app.live_surface import record_notes
from app.secrets import Secrets
from app.settings.tables import Settings
from app.thinkers import Thinkers
from app.wiring import build_mode, build_perceiver, build_session, build_surface
from engine.domain.approvals import Asking
from engine.domain.events import Recorded
from engine.domain.exploring.limits import CompletionReason
from engine.domain.terminals import Outcome
from engine.processes.tasks import OwnedTasks
from engine.record.store import SessionStore
from engine.record.views.exploring.explore_view import ExploreView, GroupView
from engine.record.views.fold import fold_all
from engine.safety.gate import NobodyThere
from engine.session.session import Session
from tests.support.thinker_sources import without_a_model

Watcher = Callable[[Session, Recorded], Coroutine[Any, Any, None] | None]
"""Told of each event as it is recorded, such as an operator; what it begins goes on beside."""


def nobody_watches(session: Session, recorded: Recorded) -> None: ...


@dataclass(frozen=True, slots=True)
class Exploration:
    """One that ended. ``secs`` are from the first iteration's groups to the end, without the start
    of the surface and of the application; ``view`` is what terminal and reports show."""

    outcome: Outcome
    view: ExploreView
    secs: float

    @property
    def reason(self) -> CompletionReason:
        return CompletionReason(self.outcome.reason)

    @property
    def successful(self) -> tuple[GroupView, ...]:
        return tuple(each for each in self.view.groups if each.has_succeeded)

    @property
    def successful_iterations(self) -> tuple[int, ...]:
        """The iterations of which some group was successful."""
        return tuple(sorted({each.iteration for each in self.successful}))


async def explore(
    goal: str,
    surface_name: str,
    folder: Path,
    *,
    explorer: Mapping[str, Any] | None = None,
    limits: Mapping[str, Any] | None = None,
    thinkers: Thinkers | None = None,
    watcher: Watcher = nobody_watches,
) -> Exploration:
    """By the offline thinker where there are no ``thinkers``, with nobody to ask. ``explorer`` and
    ``limits`` are tables of the settings file; the record goes into ``folder``."""
    settings = Settings.model_validate(
        {
            "explorer": {"seed": 1, "max_actions": 40, **(explorer or {})},
            "limits": dict(limits or {}),
            "browser": {"headless": True, "downloads_folder": str(folder / "downloads")},
        }
    )
    choices = RunChoices(
        goal,
        surface=surface_name,
        thinker=MODEL if thinkers else OFFLINE,
        asking=Asking.NEVER,
        mode="explorer",
        is_interactive=False,
    )
    tasks, secrets = OwnedTasks(), Secrets({})
    surface = build_surface(choices.surface, settings, secrets)
    perceiver = build_perceiver(surface, secrets, settings)
    store = await SessionStore.open(folder / "sessions.db")
    try:
        await surface.start()
        session, log = await build_session(
            choices,
            settings=settings,
            surface=surface,
            perceiver=perceiver,
            approver=NobodyThere(),
            store=store,
            thinkers=thinkers or without_a_model(),
        )

        def watched(recorded: Recorded) -> None:
            if (begun := watcher(session, recorded)) is not None:
                tasks.spawn(begun)

        log.subscribe(watched)
        surface.on_lost = lambda message: tasks.spawn(session.surface_lost(message))
        record_notes(surface, session, tasks, perceiver.masked)
        outcome = await session.run(build_mode(choices, settings, surface, perceiver))
        ended_at_secs = time.time()
        await tasks.close()
        recorded = await store.events(log.session_id)
    finally:
        await tasks.close()
        await perceiver.close()
        await surface.close()
        await store.close()
    return _told(outcome, recorded, ended_at_secs)


def _told(outcome: Outcome, recorded: tuple[Recorded, ...], ended_at_secs: float) -> Exploration:
    view = fold_all(recorded).explore
    assert view is not None, outcome
    began_secs = (each.at_secs for each in recorded if each.event.kind == "groups_proposed")
    return Exploration(outcome, view, ended_at_secs - next(began_secs, ended_at_secs))
