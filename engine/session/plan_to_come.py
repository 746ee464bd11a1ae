"""The steps to come of the plan that is under way: taken one by one, stopped before, and revised by
the operator until they begin; and whether the places that a step touches are still those that it
was planned on.

A plan is made on one picture, and its later steps are done on others. A place in a zone of which
its application tells is where the zone is; all else is known by its picture, which must be the same
there, but for what the plan's own steps have done at places of that zone."""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import replace

from engine.domain import performing, steering
from engine.domain.actions import PressKeys, TypeText
from engine.domain.errors import ActionImpossible, PlaceChanged
from engine.domain.events import ControlChanged, StepEnded, WarningRaised
from engine.domain.plans import GLOBAL_ZONE_ID, PlanSegment, PlanStep, Situation, StepPlace
from engine.domain.risks import Degree, RiskClass
from engine.domain.verdicts import Verdict
from engine.language.sentences.run import breakpoint_words
from engine.session.context import RunContext, RunPart
from engine.session.control import Control
from engine.session.looking import Looking
from engine.states import spots
from engine.states.spots import as_hit, windows_felt

_GRAVE = (RiskClass.IRREVERSIBLE, RiskClass.LEAVES_MACHINE)


class PlanToCome(RunPart):
    """One run's. A segment is begun, and its steps are taken; what was taken has begun."""

    def __init__(self, context: RunContext, looks: Looking) -> None:
        super().__init__(context)
        self._looks = looks
        self._segment_number = 0
        self._steps: list[PlanStep] = []
        self._names: dict[int, str] = {}
        self._left_out: frozenset[int] = frozenset()
        self._planned: frozenset[int] = frozenset()
        self._put_aside: list[PlanStep] = []
        self._breakpoints: tuple[steering.Breakpoint, ...] = ()
        self._begun: PlanStep | None = None
        self._stopped_at: StepPlace | None = None

    async def begin(self, segment_number: int, segment: PlanSegment) -> None:
        before = {str(StepPlace(self._segment_number, one.step_number)): one for one in self._steps}
        self._segment_number, self._steps = segment_number, list(segment.steps)
        self._names = {step.step_number: step.description for step in self._steps}
        self._left_out, self._begun = frozenset(), None
        self._planned = frozenset(self._names)
        await self._take_stops_along(before)

    def take_put_aside(self) -> tuple[PlanStep, ...]:
        """The steps that the operator struck out or left out, each told once; what they had put in
        themselves was no part of what was wanted."""
        aside, self._put_aside = tuple(self._put_aside), []
        return aside

    async def next_step(self) -> PlanStep | None:
        """The next to perform, once the run may go on; None where none is left. Where the operator
        forced something meanwhile, it has not begun: performing it gives way."""
        while self._steps:
            await self._control.boundary()
            if not self._steps or self._control.forced is not None:
                break
            step = self._steps[0]
            if step.step_number in self._left_out:
                self._steps.pop(0)
                if step.step_number in self._planned:
                    self._put_aside.append(step)
                at = (self._segment_number, step.step_number)
                await self._log.append(StepEnded(*at, "skipped", None, "left out by you"))
            elif not await self._stops_before(step):
                self._begun = self._steps.pop(0)
                return self._begun
        return self._steps[0] if self._steps else None

    async def take_those_done(
        self, is_done: Callable[[PlanStep], Awaitable[bool]]
    ) -> tuple[PlanStep, ...]:
        """Those that the operator did meanwhile, begun or to come; they come no more."""
        begun = [self._begun] if self._begun is not None else []
        done = [step for step in (*begun, *self._steps) if await is_done(step)]
        self._steps = [step for step in self._steps if step not in done]
        for step in done:
            place = (self._segment_number, step.step_number)
            await self._log.append(StepEnded(*place, "done", Verdict.SEEN, "done by you"))
        return tuple(done)

    async def revise(self, revision: performing.Revision) -> None:
        """Raises ``ActionImpossible`` where a step of it has begun, or its plan is over."""
        now = [step.step_number for step in self._steps]
        if revision.segment_number != self._segment_number or not set(now) <= set(
            revision.based_on
        ):
            raise ActionImpossible("That plan is over: it was planned anew meanwhile.")
        begun = [number for number in revision.based_on if number not in now]
        if begun:
            name = self._names.get(begun[0], str(begun[0]))
            raise ActionImpossible(f"“{name}” has begun, so that nothing was changed.")
        kept = {step.step_number for step in revision.steps}
        gone = self._planned - kept
        self._put_aside += [step for step in self._steps if step.step_number in gone]
        self._steps = list(revision.steps)
        self._names |= {step.step_number: step.description for step in revision.steps}
        self._left_out = frozenset(revision.left_out)
        await self._log.append(performing.PlanRevised(revision))

    async def break_at(self, breakpoints: tuple[steering.Breakpoint, ...]) -> None:
        self._breakpoints = breakpoints
        await self._log.append(performing.BreakpointsSet(breakpoints))

    async def stop_on_fall(self, before: float | None, now: float) -> None:
        """A local plan is so near its goal now: where that fell, the run pauses, if wanted."""
        one = steering.BreakOnFall()
        is_running = self._control.state is Control.RUNNING
        if before is not None and now < before and one in self._breakpoints and is_running:
            await self._pause_before(breakpoint_words(one))
            await self._control.boundary()

    async def _take_stops_along(self, before: Mapping[str, PlanStep]) -> None:
        """Stops at steps of the plan ``before`` that did not come are at the same steps now. Where
        such a step is gone that is said, and where it was to run to it, it pauses here instead."""
        stops, gone = list[steering.Breakpoint](), list[steering.BreakAtStep]()
        for one in self._breakpoints:
            if isinstance(one, steering.BreakAtStep) and (step := before.get(one.place)):
                what = (step.action, step.zone_label)
                same = [each for each in self._steps if (each.action, each.zone_label) == what]
                at = (StepPlace(self._segment_number, each.step_number) for each in same[:1])
                stops += [replace(one, place=str(place)) for place in at]
                gone += [one] * (not same)
            elif not getattr(one, "once", False):
                stops.append(one)
        if tuple(stops) != self._breakpoints:
            await self.break_at(tuple(stops))
        for one in gone:
            words = f"“{before[one.place].description}”, to stop before, is planned no more."
            await self._log.append(WarningRaised(words))
        if self._steps and any(one.once for one in gone):
            await self._pause_before("a plan without the step to run to")

    async def _pause_before(self, why: str) -> None:
        self._control.pause()
        await self._log.append(ControlChanged("paused", f"stop before {why}"))

    async def _stops_before(self, step: PlanStep) -> bool:
        """Pause before it where the operator wants that; not twice at the same step."""
        place = StepPlace(self._segment_number, step.step_number)
        if place == self._stopped_at or self._control.state is not Control.RUNNING:
            return False
        why = await self._why_stop(step, place)
        if why:
            self._stopped_at = place
            await self._pause_before(why)
            kept = tuple(one for one in self._breakpoints if not getattr(one, "once", False))
            if kept != self._breakpoints:
                await self.break_at(kept)
        return bool(why)

    async def _why_stop(self, step: PlanStep, place: StepPlace) -> str:
        for one in self._breakpoints:
            if await self._is_met(one, step, place):
                return breakpoint_words(one)
        return ""

    async def _is_met(self, one: steering.Breakpoint, step: PlanStep, place: StepPlace) -> bool:
        match one:
            case steering.BreakAtStep(place=at):
                return at == str(place)
            case steering.BreakAtAction(action=kind):
                return kind == step.action.kind
            case steering.BreakInWindow(title=title):
                seen, words = await self._looks.glance(), title.casefold()
                hits, at_focus = as_hit(step, seen), isinstance(step.action, PressKeys | TypeText)
                ends = {getattr(hit.action, "to_zone_id", "") for hit in hits}
                touched = ends | {hit.zone_id for hit in hits}
                if at_focus and step.zone_id == GLOBAL_ZONE_ID and seen.focused_zone is not None:
                    touched.add(seen.focused_zone.zone_id)
                names = [each.label for each in seen.zones if each.zone_id in touched]
                names += [step.zone_label, *(it.title for it in windows_felt(step, seen) if it)]
                return any(words in name.casefold() for name in names)
            case steering.BreakBeforeGrave():
                seen = self._looks.seen
                risks = [self._context.rater.rate(each, seen) for each in as_hit(step, seen)]
                return any(
                    it.degree is Degree.IRREVERSIBLE or it.risk_class in _GRAVE for it in risks
                )
            case steering.BreakOnFall():
                return False


class PlannedPlaces:
    """Of the steps of one segment."""

    def __init__(self, planned_on: Situation | None = None) -> None:
        self._planned_on = planned_on
        self._touched: set[str] = set()

    def touched(self, step: PlanStep) -> None:
        """It is about to be done: what looks different in its zone afterwards is its own doing."""
        if spots.spots_of(step.action):
            self._touched.add(step.zone_id)

    def check(self, step: PlanStep, now: Situation) -> None:
        """Raises ``PlaceChanged``."""
        strokes, before = spots.strokes_px(step, now), self._planned_on
        if not strokes:
            return
        for at in spots.points_along(strokes):
            if not now.frame.bounds_px.contains(at):
                raise PlaceChanged(f"{at.x}, {at.y} is outside of the screen.")
            if before is None:
                continue
            was, window = before.window_at(at), now.window_at(at)
            if (was and was.window_id) != (window and window.window_id):
                name = f"the window “{window.title}”" if window is not None else "no window"
                raise PlaceChanged(f"At {at.x}, {at.y} is {name}, which was not there before.")
        is_own = step.zone_id in self._touched
        if before is None or is_own or not spots.is_known_by_picture(now.zone(step.zone_id)):
            return
        for place in spots.places_px(step, now):
            if spots.has_changed(before.frame, now.frame, place):
                where = f"{place.center.x}, {place.center.y}"
                raise PlaceChanged(f"At {where} it looks different from what was planned on.")
