"""A run from start to end, for the console, the command line and whoever else wants one.

``Runner`` brings it up (parts, surface, session), drives it to its end and tells its viewer of
each step on the way. Before that, ``as_it_was`` fills in what the record knows of a session that
goes on; afterwards ``export_session`` writes it out."""

import asyncio
import gc
import importlib
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Protocol

from app import home_files, live_surface, web_extra, wiring
from app.choices import BROWSER, LAST, OFFLINE, RunChoices, is_browser, is_practice_desktop
from app.settings.tables import Settings
from app.thinkers import Thinkers
from engine.domain import errors, events, ports, terminals, zones
from engine.domain.facts import Part, field, replace, same
from engine.domain.web.resuming import ResumePoint
from engine.language.grave_words import class_of_label, class_of_words
from engine.perception.perceiver import SurfacePerceiver
from engine.processes.tasks import OwnedTasks
from engine.record.sessions import OpenedSession
from engine.record.source import Stored, export_jsonl, export_made
from engine.record.store import SessionStore
from engine.safety.instructions import instructions_in
from engine.session.session import Session, achieved_words

_OF_WEB = ("app.web_parts", "engine.thinking.offline.web.steps")
_OF_NAVIGATOR = ("engine.modes.navigator.navigator",)
_OF_MODEL = ("engine.endpoint.openai_model", "engine.thinking.model.thinker")
_OF_MODEL_ON_WEB = ("engine.thinking.model.web.thinker",)


class Viewer(Protocol):
    """Who wants the run: it brings up the surface, as it shows that too, and shows the rest."""

    files: Callable[[], home_files.HomeFiles | None]
    """Of a practice desktop, while that is up."""

    async def bring_up(
        self, choices: RunChoices, session_id: str
    ) -> tuple[live_surface.LiveSurface, SurfacePerceiver]:
        """A surface that is started, with fresh hands. Raises ``KnownError``."""

    async def begin(self, session: Session, before: OpenedSession | None) -> None:
        """The session is there; ``before`` is what was recorded of one that goes on."""

    def take(self, recorded: events.Recorded) -> None: ...

    def end(self, outcome: terminals.Outcome) -> None:
        """The run is over; its end may not have been recorded."""


class Runner(Part):
    """Drives one run after the other, each from start to end. ``session`` is that of the run that
    is under way, or of the last one."""

    store: SessionStore
    approver: ports.Approver
    viewer: Viewer
    tasks: OwnedTasks
    session: Session | None = field(default=None, init=False)

    async def run(
        self, choices: RunChoices, point: ResumePoint | None, settings: Settings, thinkers: Thinkers
    ) -> terminals.Outcome:
        """``point`` is where a session goes on. Raises ``KnownError`` where it can't start."""
        before = await self.store.open_session(choices.resumes) if point else None
        session_id = choices.resumes or wiring.new_session_id()
        loading = asyncio.create_task(load_parts(missing_parts(choices)))
        try:
            surface, perceiver = await self.viewer.bring_up(choices, session_id)
        finally:
            await loading
        mode = wiring.build_mode(choices, settings, surface, perceiver, point)
        session, log = await wiring.build_session(
            choices,
            settings=settings,
            surface=surface,
            perceiver=perceiver,
            approver=self.approver,
            store=self.store,
            thinkers=thinkers,
            session_id=session_id,
            resumed=point,
        )
        live_surface.record_notes(surface, session, self.tasks, perceiver.masked)
        kept = (self.store.kept_folder(session_id), log, perceiver.masked)
        session.before_end = lambda: home_files.record_made(self.viewer.files(), *kept)
        self.session = session
        await self.viewer.begin(session, before)
        log.subscribe(self.viewer.take)
        outcome = await session.run(mode)
        self.viewer.end(outcome)
        return outcome

    @property
    def is_running(self) -> bool:
        """There is a run that has begun and not ended."""
        return self.session is not None and not self.session.is_over


async def as_it_was(
    choices: RunChoices, store: SessionStore
) -> tuple[RunChoices, ResumePoint | None]:
    """Goal, thinker, asking and surface of the session that goes on; other choices as they are. The
    browser begins where the operator wanted it to; the navigator comes back from there to the page
    that it was on, through the gate. Raises ``NameUnknown`` or ``RecordUnavailable``."""
    if not choices.resumes:
        return choices, None
    session_id = choices.resumes
    if session_id == LAST:
        broken = (each.session_id for each in await store.sessions() if each.can_go_on)
        if not (session_id := next(broken, "")):
            raise errors.NameUnknown(
                "No session broke off.", "pilothouse sessions lists those there are."
            )
    point = await store.resume_point(session_id)
    if point.mode == "navigator":
        from engine.modes.navigator.attempts import state_to_go_on_from

        state_to_go_on_from(point)  # what can't go on is said before anything is started
    resumed = replace(
        choices,
        **same(point, choices, but=["surface"]),
        resumes=session_id,
        surface=BROWSER if zones.holds_mask(point.surface) else point.surface,
    )
    return resumed, replace(point, is_elsewhere=is_practice_desktop(point.surface))


def going_on_words(point: ResumePoint) -> str:
    """What was done before it broke off, and what was under way."""
    under_way = point.under_way
    words = f" Under way was “{under_way.description}”." if under_way is not None else ""
    return f"Going on with “{point.goal}”. {achieved_words(point.completed)}{words}"


def missing_parts(choices: RunChoices) -> tuple[str, ...]:
    """Modules that this run needs and that are not imported yet: together they take a second, for
    which they would hold the console's window. Raises ``SurfaceUnavailable`` where what they
    import is not installed."""
    names: tuple[str, ...] = ()
    is_web, has_model = is_browser(choices.surface), choices.thinker != OFFLINE
    if is_web:
        web_extra.require_web()
        names += _OF_WEB
    if choices.mode == "navigator":
        names += _OF_NAVIGATOR
    if has_model:
        names += _OF_MODEL
    if is_web and has_model:
        names += _OF_MODEL_ON_WEB
    return tuple(name for name in names if name not in sys.modules)


async def load_parts(names: tuple[str, ...]) -> None:
    """Import them, and make the patterns that steps are weighed by, away from the loop's thread."""
    weighing = (class_of_words, class_of_label, instructions_in)
    await asyncio.to_thread(lambda: [weigh("none of them") for weigh in weighing])
    if names:
        await asyncio.to_thread(lambda: [importlib.import_module(name) for name in names])
    if names or not gc.get_freeze_count():
        gc.freeze()  # they stay: looking them over again and again would hold the window, too


async def export_session(store: SessionStore, session_id: str, folder: Path) -> tuple[Path, ...]:
    """The file of its events, beside which pictures, texts and the files that it made are, and the
    reports. Raises ``RecordUnavailable``."""
    from engine.record.reports.formats import write_reports  # slow to import

    source = await Stored.of(store, session_id)
    target = folder / f"session-{session_id}.jsonl"
    await export_jsonl(target, source)
    reports = await write_reports(source, folder)
    return (target, *reports, *await export_made(source, folder))
