"""What the application needs of a surface beyond the engine's port: a live picture, what of it is
covered, fresh hands, and word of what goes wrong."""

from collections.abc import Callable
from dataclasses import replace
from typing import Protocol, runtime_checkable

from engine.domain.actions import TypeText
from engine.domain.events import ActionEnded, ActionStarted, Recorded
from engine.domain.exploring.ports import ExplorableSurface
from engine.domain.plans import PlanStep, Situation
from engine.domain.spaces import Frame, Rect
from engine.domain.surface_ports import Eyes, Sandbox
from engine.domain.web.events import BrowserNoted
from engine.perception.perceiver import SurfacePerceiver
from engine.processes.tasks import OwnedTasks
from engine.session.session import Session


class LiveEyes(Eyes, Protocol):
    async def next_live_frame(
        self, after_count: int, period_secs: float, patience_secs: float
    ) -> Frame | None:
        """The next picture newer than ``after_count``, at most one each ``period_secs``; None
        where none came within ``patience_secs``. Raises ``SurfaceSilent`` where nobody answers.

        Its pixels stay untouched until the second picture after it; the caller may write on them
        where they are a memoryview."""


class LiveSurface(ExplorableSurface, Protocol):
    """``on_lost`` is told why a surface goes away, ``on_resized`` its new size in pixels."""

    on_lost: Callable[[str], object]
    on_resized: Callable[[int, int], object]

    @property
    def eyes(self) -> LiveEyes: ...

    @property
    def sandbox(self) -> Sandbox | None:
        """Where it is a desktop of Pilothouse's own: what its programs run in."""

    async def renew_hands(self) -> None:
        """New hands after STOP, for the next run."""

    async def give_keyboard_back(self) -> None:
        """From a window of Pilothouse's own to where the keyboard was before."""


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
            session.crash = known.message if known.what == "page_crashed" else session.crash
            tasks.spawn(session.log.append(known))

    if isinstance(surface, NotingSurface):
        surface.on_note = take


class Covers:
    """``places_px``: beforehand where a secret is about to be typed, until the first look after
    it; then where the look found it."""

    def __init__(self, perceiver: SurfacePerceiver) -> None:
        self._perceiver = perceiver
        self._typing_px: tuple[Rect, ...] = ()
        self._situation: Situation | None = None
        self.places_px: tuple[Rect, ...] = ()

    def take(self, told: Recorded | Situation) -> None:
        """What is recorded, and each look."""
        match told:
            case Situation():
                self._situation = told
                self.places_px = (*self._perceiver.secret_px, *self._typing_px)
            case Recorded(event=ActionStarted(step=PlanStep(action=TypeText(text=text)) as step)):
                if "{{secret:" in text and self._situation is not None:
                    self._typing_px = self.places_px = (place_of_typing(step, self._situation),)
            case Recorded(event=ActionEnded()):
                self._typing_px = ()


def place_of_typing(step: PlanStep, situation: Situation) -> Rect:
    """Where what the step types will stand: its zone, or else what has the keyboard: a zone, a
    window; where even that is not known, the whole picture."""
    zone = situation.zone(step.zone_id) or situation.focused_zone
    if zone is not None:
        return zone.bounds_px
    window = situation.active_window
    return window.bounds_px if window is not None else situation.frame.bounds_px
