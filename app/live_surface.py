"""What the application needs of a surface beyond the engine's port: a live picture, fresh hands,
and word of what goes wrong."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Protocol, runtime_checkable

from engine.domain.exploring.ports import ExplorableSurface
from engine.domain.frames import Frame
from engine.domain.sandboxes import Sandbox
from engine.domain.surface_ports import Eyes
from engine.domain.web.events import BrowserNoted
from engine.processes.tasks import OwnedTasks
from engine.session.session import Session


class LiveEyes(Eyes, Protocol):
    async def next_live_frame(
        self, after_count: int, period_secs: float, patience_secs: float
    ) -> Frame | None:
        """The next picture newer than ``after_count``, at most one each ``period_secs``; None
        where none came within ``patience_secs``. Raises ``SurfaceSilent`` where nobody answers.

        Its pixels stay untouched until the second picture after it; the caller may write on them
        where they are a memoryview.
        """
        ...


class LiveSurface(ExplorableSurface, Protocol):
    """``on_lost`` is told of a surface that goes away, in words; ``on_resized`` its new size in
    pixels."""

    on_lost: Callable[[str], object]
    on_resized: Callable[[int, int], object]

    @property
    def eyes(self) -> LiveEyes: ...

    @property
    def sandbox(self) -> Sandbox | None:
        """Where it is a desktop of Pilothouse's own: what its programs run in."""
        ...

    async def renew_hands(self) -> None:
        """New hands after STOP, for the next run."""
        ...

    async def give_keyboard_back(self) -> None:
        """From a window of Pilothouse's own to where the keyboard was before."""
        ...


@runtime_checkable
class NotingSurface(Protocol):
    """One that tells what it did by itself or refused: a browser."""

    on_note: Callable[[BrowserNoted], object]


def record_notes(
    surface: LiveSurface, session: Session, tasks: OwnedTasks, masked: Callable[[str], str]
) -> None:
    """What the surface notes while the run goes on becomes a part of its record, ``masked`` as
    what it shows is: a page may say a secret back in a dialog."""

    def take(note: BrowserNoted) -> None:
        if session.is_under_way:
            known = replace(note, message=masked(note.message), path=masked(note.path))
            tasks.spawn(session.log.append(known))

    if isinstance(surface, NotingSurface):
        surface.on_note = take
