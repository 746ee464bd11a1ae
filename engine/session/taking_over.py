"""The operator's own hands on the surface: the lease is theirs, and what they do goes straight on.

What they did is told afterwards as steps: with the zone where it was seen to be what they pressed,
with the text where it is seen to stand. While a secret field has the keyboard no picture is kept.
"""

import asyncio
import contextlib
import time
from collections import deque
from dataclasses import replace

from engine.domain import conditions, history, local_planning, performing, scripts
from engine.domain.actions import Click, Drag, PressKeys, Scroll, TypeText
from engine.domain.errors import ActionImpossible, KnownError, SurfaceLost
from engine.domain.events import ControlChanged, StepEnded, StepStarted, WarningRaised
from engine.domain.leases import DirectInput
from engine.domain.plans import PlanSegment, PlanStep, ReplanKind, Situation, StepPlace
from engine.domain.risks import Degree, Reversibility
from engine.domain.spaces import Point, Spot
from engine.domain.verdicts import Verdict
from engine.domain.zones import Role, Zone
from engine.language.action_words import own_step, zone_words
from engine.language.sentences.figures import count_words
from engine.session.context import RunContext, RunPart
from engine.session.looking import Looking
from engine.session.plan_to_come import PlanToCome
from engine.session.steps import StepRunner
from engine.states.conditions_held import shows

IDLE_SECS = 120.0
_QUIET_SECS, _TYPING_SECS = 0.4, 1.5
"""So long nothing comes before it is looked; and before what is being typed counts as all of it."""
_LOOKS_FOR_TEXT = 3
"""So often, as a program may tell late what was typed."""
_AIMING_SECS = 0.05
_MOST_PIECES = 256
_STILL_PX = 6
_ONLY_YOU = Reversibility(Degree.IRREVERSIBLE, "You did it with your own hands; take it back so.")


class TakingOver(RunPart):
    """One run's."""

    def __init__(
        self, context: RunContext, looks: Looking, steps: StepRunner, to_come: PlanToCome
    ) -> None:
        super().__init__(context)
        self._lease = context.surface.lease
        self._looks = looks
        self._steps = steps
        self._to_come = to_come
        self._pieces: deque[DirectInput] = deque()
        self._has_piece = asyncio.Event()
        self._has_news = asyncio.Event()
        self._last_at_secs = 0.0
        self._notes = Notes()
        self._ends = ""
        self._is_over = False
        self._driving: asyncio.Task[None] | None = None
        self.idle_secs = IDLE_SECS

    async def begin(self) -> None:
        """What the agent does ends where it can. Raises ``ActionImpossible``."""
        if self._context.settings.mode == "explorer":
            raise ActionImpossible("An exploration is not joined by hand.")
        if self._control.is_ending or self._is_over:
            raise ActionImpossible("The run is ending.")
        self._lease.take_over()
        goes_on = self._control.take_over()
        self._control.force(local_planning.TakeOver())
        self._ends, self._pieces = "", deque()
        self._driving = asyncio.create_task(self._drive(goes_on=goes_on))
        await self._log.append(ControlChanged("taken over"))

    def put(self, piece: DirectInput) -> None:
        """Send it on, after what came before. A move takes the place of one that still waits."""
        if self._driving is None:
            return
        if self._pieces and piece.action is None and self._pieces[-1].action is None:
            self._pieces[-1] = piece
        elif len(self._pieces) < _MOST_PIECES:
            self._pieces.append(piece)
        self._has_piece.set()

    async def end(self, why: str = "") -> None:
        """The operator hands back; or it ends, as the run does, and for good."""
        self._is_over = self._is_over or bool(why)
        if self._driving is not None:
            self._ends = why or "handed back by you"
            self._has_piece.set()
            await asyncio.wait([self._driving])

    async def _drive(self, *, goes_on: bool) -> None:
        since_secs, before = time.time(), self._looks.last
        telling = asyncio.create_task(self._tell_when_quiet())
        try:
            before = before or await self._looks.glance()
            await self._steps.let_go()
            await self._send_on()
        except TimeoutError:
            goes_on, secs = False, count_words(round(self.idle_secs), "second")
            self._ends = f"handed back, as nothing came for {secs}"
        except KnownError as error:  # the surface went away, or STOP
            goes_on, self._ends = False, error.message
        finally:
            self._ends = self._ends or "broken off"
            self._has_news.set()  # what is being recorded is recorded whole
            await asyncio.gather(telling, return_exceptions=True)
            try:
                with contextlib.suppress(KnownError):  # the run meets it, too
                    await self._context.surface.hands.let_go()
                    await self._tell(is_last=True)
                    if before is not None:
                        await self._compare(before, since_secs)
            finally:  # whatever comes up, the wheel is given back
                self._driving = None
                self._control.hand_back(goes_on=goes_on)
                self._lease.hand_back()
        with contextlib.suppress(KnownError):
            if not self._control.is_ending:
                told = ControlChanged("running" if goes_on else "paused", self._ends)
                await self._log.append(told)

    async def _send_on(self) -> None:
        """Until it ends. Raises ``TimeoutError`` where nothing comes, and what the hands raise."""
        while not self._ends:
            async with asyncio.timeout(self.idle_secs):
                await self._has_piece.wait()
            self._has_piece.clear()
            while self._pieces and not self._ends:
                piece = self._pieces.popleft()
                aimed = await self._aimed_at(piece)
                try:
                    await self._context.surface.hands.direct(piece)
                except ActionImpossible as error:
                    await self._log.append(WarningRaised(error.message))
                    continue
                self._notes.take(piece, aimed, self._looks.seen)
                self._last_at_secs = time.monotonic()
                self._has_news.set()

    async def _aimed_at(self, piece: DirectInput) -> Zone | None:
        """The zone that is pressed, where it is still as it was seen."""
        if piece.at is None or not isinstance(piece.action, Click) or piece.action.half != "down":
            return None
        seen = self._looks.seen
        there = (
            each
            for each in seen.zones_in_sight
            if each.is_actionable and each.bounds_px.contains(piece.at)
        )
        zone = min(there, key=lambda each: each.bounds_px.area, default=None)
        if zone is None:
            return None
        target = self._context.guard.target_of(own_step(Click(), zone), seen)
        with contextlib.suppress(TimeoutError, KnownError):
            async with asyncio.timeout(_AIMING_SECS):
                is_same = target and await self._context.guard.change_of(target) is None
                return zone if is_same else None
        return None

    async def _tell_when_quiet(self) -> None:
        while not self._ends:
            await self._has_news.wait()
            left_secs = self._last_at_secs + _QUIET_SECS - time.monotonic()
            if left_secs > 0:
                await asyncio.sleep(left_secs)
                continue
            self._has_news.clear()
            with contextlib.suppress(SurfaceLost):  # whoever sends it input tells of it
                await self._tell()

    async def _tell(self, *, is_last: bool = False) -> None:
        """Look, and record what was done since."""
        before = self._looks.seen
        now = await self._looks.glance()
        for _ in range(_LOOKS_FOR_TEXT):
            if not any(_is_unseen(each, now) for each in self._notes.steps):
                break
            await asyncio.sleep(_QUIET_SECS)
            now = await self._looks.glance()
        is_typing = time.monotonic() < self._last_at_secs + _TYPING_SECS
        notes = self._notes.taken(keeps_text=is_typing and not is_last)
        if self._notes.steps:
            self._has_news.set()
        if not notes:
            return
        steps = tuple(
            replace(_as_seen(step, before, now, is_last=step is notes[-1]), step_number=number)
            for number, step in enumerate(notes, 1)
        )
        await self._steps.adopt(PlanSegment(steps, finishes=False), ReplanKind.BY_HAND, before)
        hides = any(_hides(each) for each in (before.focused_zone, now.focused_zone))
        picture_hash = "" if hides else await self._context.blobs.put_picture(now.frame)
        segment, words = self._steps.segment_number, "with your own hands"
        for step in steps:
            number = step.step_number
            await self._log.append(StepStarted(segment, number))
            trace = scripts.checked(step, before, "")
            ended = StepEnded(segment, number, "done", Verdict.CANT_TELL, words, picture_hash)
            await self._log.append(replace(ended, trace=trace))
        for step in steps[:-1]:
            self._steps.count_as_done(step)
        mark = self._context.reverter.mark
        self._context.history.stack.append(
            history.LocalActionNode(
                StepPlace(segment, len(steps)),
                steps[-1],
                await mark(before),
                await mark(now),
                _ONLY_YOU,
                is_done=True,
                verdict=Verdict.CANT_TELL,
            )
        )

    async def _compare(self, before: Situation, since_secs: float) -> None:
        """What of the plan is there by now, and was not: it is not done again."""
        for step in await self._to_come.take_those_done(
            lambda step: self._has_come(step, before, since_secs)
        ):
            self._steps.count_as_done(step)

    async def _has_come(self, step: PlanStep, before: Situation, since_secs: float) -> bool:
        wanted = step.expected_change
        if wanted is None or not conditions.tells_itself(wanted) or shows(before, wanted):
            return False
        looks = performing.Looks(before, self._looks.seen, since_secs)
        return await self._context.executor.has_come(wanted, looks)


class Notes:
    """What was done since it was told last, as steps."""

    def __init__(self) -> None:
        self.steps: list[PlanStep] = []
        self._down: tuple[Click, Point, Zone | None] | None = None

    def taken(self, *, keeps_text: bool) -> list[PlanStep]:
        """All of them, once; but for a text at the end that may go on."""
        is_open = keeps_text and self.steps and isinstance(self.steps[-1].action, TypeText)
        kept = [self.steps[-1]] if is_open else []
        taken, self.steps = self.steps[: len(self.steps) - len(kept)], kept
        return taken

    def take(self, piece: DirectInput, zone: Zone | None, seen: Situation) -> None:
        last = self.steps[-1] if self.steps else None
        match piece:
            case DirectInput(Point() as at, Click(half="down") as click):
                self._down = replace(click, half=""), at, zone
            case DirectInput(Point() as at, Click()) if self._down is not None:
                down, self._down = self._down, None
                self._press(*down, at, seen)
            case DirectInput(Point() as at, Scroll(down=turned, right=right)):
                if last is not None and isinstance(last.action, Scroll):
                    self.steps.pop()
                    turned, right = turned + last.action.down, right + last.action.right
                if turned or right:
                    spot = Spot.of(at, seen.frame.bounds_px)
                    self.steps.append(own_step(Scroll(turned, right, at=spot)))
            case DirectInput(_, TypeText(text=text)):
                if last is not None and isinstance(last.action, TypeText):
                    self.steps.pop()
                    text = last.action.text + text
                self.steps.append(own_step(TypeText(text)))
            case DirectInput(_, PressKeys(keys=("backspace",))) if last and isinstance(
                last.action, TypeText
            ):
                self.steps[-1] = own_step(TypeText(last.action.text[:-1]))
            case DirectInput(_, PressKeys() as keys):
                self.steps.append(own_step(keys))

    def _press(
        self, click: Click, start: Point, zone: Zone | None, end: Point, seen: Situation
    ) -> None:
        moved = Point(end.x - start.x, end.y - start.y)
        spots = tuple(Spot.of(each, seen.frame.bounds_px) for each in (start, end))
        if max(abs(moved.x), abs(moved.y)) > _STILL_PX:
            drag = Drag(offset_px=moved) if zone else Drag(strokes=(spots,))
            self.steps.append(own_step(replace(drag, modifiers=click.modifiers), zone))
        elif click.count > 1 and self.steps and isinstance(self.steps[-1].action, Click):
            self.steps[-1] = own_step(replace(self.steps[-1].action, count=2), zone)
        else:
            self.steps.append(own_step(replace(click, at=None if zone else spots[0]), zone))


def _hides(zone: Zone | None) -> bool:
    return zone is not None and (zone.is_secret or zone.role is Role.PASSWORD_FIELD)


def _is_unseen(step: PlanStep, now: Situation) -> bool:
    """It may still be seen to stand, where the keyboard is in a field that tells its text."""
    zone, action = now.focused_zone, step.action
    if not isinstance(action, TypeText) or zone is None or _hides(zone):
        return False
    return zone.is_editable and action.text not in zone.value


def _as_seen(step: PlanStep, before: Situation, now: Situation, *, is_last: bool) -> PlanStep:
    """A text where it is seen to stand, and else how long it was: into which field, where nothing
    came after it that may have gone to another."""
    if not isinstance(step.action, TypeText):
        return step
    text, was = step.action.text, before.focused_zone
    focused = (now.focused_zone, now.zone(was.zone_id) if was is not None else None)
    fields = {each.zone_id: each for each in focused if each is not None and each.is_editable}
    if text and not any(map(_hides, fields.values())):
        for zone in fields.values():
            if text in zone.value:
                return own_step(step.action, zone)
    field = next(iter(fields.values())) if is_last and len(fields) == 1 else None
    into = f" into {zone_words(field)}" if field is not None else ""
    words = f"Type {count_words(len(text), 'character')}{into}, not recorded"
    return replace(own_step(TypeText(""), field), description=words)
