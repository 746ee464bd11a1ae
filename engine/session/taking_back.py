"""Taking back what was performed, newest first, each action verified before the next.

An action counts as undone only when the state before it was seen again, and something tells that
what it did does not stand any more. Where the state now already is one of the states before,
nothing has to be done: the history unwinds to there. What can't be told leaves it too, as that."""

import asyncio
import contextlib
import functools
import time
from collections.abc import Iterator
from typing import Literal

from engine.domain import actions, errors, performing, zones
from engine.domain.events import ControlChanged, WarningRaised
from engine.domain.facts import Frozen, replace
from engine.domain.history import LocalActionNode, Reversal
from engine.domain.local_planning import DoAgain, DoStep, Force, ForceRevert, TakeOver
from engine.domain.plans import PlanSegment, PlanStep, ReplanKind, StepPlace
from engine.domain.risks import Comparison, Degree, Returned, StateMark, UndoRequest, UndoWay
from engine.domain.verdicts import Judgement, cant_tell, contradicted, seen
from engine.language.folding import secrets_in
from engine.language.labels import quoted
from engine.session.context import RunContext, RunPart
from engine.session.looking import Looking, known_again, note_moving
from engine.session.steps import StepRunner
from engine.session.thinker_calls import ThinkerCalls
from engine.states.marking import told_otherwise
from engine.states.reaching import click_towards
from engine.states.spots import control_upon

_MAX_WAYS = 6
_LATE_SECS = 0.6
"""How long an application may take to tell that it is back: Qt announces some 100 ms late."""
_MESSAGE_SECS = 2.0
"""How long, when all was tried, a message may stand before it passes, and a window take to go."""
_LOOK_AGAIN_SECS = 0.1
_MOST_EVIDENCE = 5
_ENDED = "the program that it was done in has ended, which takes back nothing that it kept"


class _Found(Frozen):
    """The nodes before whose oldest all was as it is now, the newest first, and whether that tells
    of each that it is taken back. ``doubts`` differ all the same; ``rest`` does, and is none."""

    nodes: tuple[LocalActionNode, ...]
    judgements: tuple[Judgement, ...]
    doubts: tuple[str, ...]
    rest: tuple[str, ...] = ()

    @property
    def is_seen(self) -> bool:
        return not self.doubts and all(each.is_seen for each in self.judgements)

    @property
    def untold(self) -> list[LocalActionNode]:
        """Those of which it can't be told."""
        judged = zip(self.nodes, self.judgements, strict=True)
        return [node for node, one in judged if self.doubts or not one.is_seen]

    @property
    def evidence(self) -> tuple[str, ...]:
        """Of what is seen, or else why it can't be told."""
        open_ones = [each for each in self.judgements if not each.is_seen]
        told = open_ones or self.judgements
        evidence = self.doubts or tuple(words for each in told for words in each.evidence)
        return (*evidence, f"still different: {'; '.join(self.rest)}") if self.rest else evidence


class _Stuck(Frozen):
    """What still differs, and why no way led back."""

    comparison: Comparison
    why: str


class TakingBack(RunPart):
    """One run's way back."""

    def __init__(
        self, context: RunContext, *, looks: Looking, calls: ThinkerCalls, steps: StepRunner
    ) -> None:
        super().__init__(context)
        self._history = context.history
        self._reverter = context.reverter
        self._to_do_again: list[PlanStep] = []
        self._looks = looks
        self._calls = calls
        self._steps = steps
        self._ways: list[str] = []
        self._goes_on = ""

    async def heed(self) -> None:
        """Do what the operator forced between two steps, and wait until they let the run go on. A
        step that was weighed and is not done is ended. Going back pauses the run: what it would do
        next is what was just taken back."""
        await self._steps.abandon()
        while (forced := self._control.take_forced()) is not None:
            await self._carry_out(forced)
            await self._control.boundary()

    async def take_back(
        self, node: LocalActionNode, place: StepPlace, by: Literal["rule", "operator"]
    ) -> Reversal:
        """Go back to the state before the node, action by action; stop where it can't be done."""
        depth = self._history.depth_of(node)
        names = tuple(str(each.place) for each in self._history.since(depth)[::-1])
        with self._control.let_through() if by == "operator" else contextlib.nullcontext():
            started = time.perf_counter()
            await self._log.append(performing.ReversalStarted(*place.numbers, names, by))
            self._ways, self._goes_on = [], ""
            reversal = await self._go_back(node, place)
            await self._record(reversal, place, round((time.perf_counter() - started) * 1000, 3))
        return reversal

    async def _carry_out(self, forced: Force) -> None:
        match forced:
            case ForceRevert():
                await self._revert(forced)
            case TakeOver():
                await self._control.unless_cancelled(self._context.surface.lease.until_back())
            case DoStep() | DoAgain() if self._context.settings.mode == "explorer":
                await self._log.append(WarningRaised("An exploration is not joined by hand."))
            case DoStep(step=step):
                self._to_do_again.clear()
                await self._do_by_hand(step)
            case DoAgain() if self._to_do_again:
                step = self._to_do_again.pop()
                await self._do_by_hand(
                    step, is_operators=not secrets_in(getattr(step.action, "text", ""))
                )
            case DoAgain():
                await self._log.append(WarningRaised("There is nothing to do again."))
            case _:
                await self._log.append(WarningRaised("There is no local plan now to decide upon."))

    async def _do_by_hand(self, step: PlanStep, *, is_operators: bool = True) -> None:
        """Paused or not, on what is there now. Where a secret was to go once, it is not done again
        as their own: something else may take it now."""
        with self._control.let_through():
            await self._looks.observe("you act")
            step = replace(step, step_number=1)
            segment = PlanSegment((step,), finishes=False)
            await self._steps.adopt(segment, ReplanKind.BY_HAND)
            await self._steps.perform(step, is_operators=is_operators)

    async def _revert(self, forced: ForceRevert) -> None:
        chosen = StepPlace.parse(forced.place) if forced.place else None
        node = self._history.at(chosen) if chosen else self._history.peek_last()
        if node is None:
            await self._log.append(WarningRaised("There is nothing to take back."))
            return
        place = self._history.next_local(node.place)
        reversal = await self.take_back(node, place, "operator")
        self._to_do_again += [each.step for each in reversal.left]
        if self._context.settings.mode != "manual":  # there nothing would go on by itself
            self._control.pause()
            await self._log.append(ControlChanged("paused", "reverting"))

    async def _go_back(self, target: LocalActionNode, place: StepPlace) -> Reversal:
        left: list[LocalActionNode] = []
        evidence: dict[bool, list[str]] = {True: [], False: []}
        while self._history.stands(target):
            found = await self._left(self._history.stack[-1], target, place)
            if isinstance(found, _Stuck):
                judged = contradicted(*found.comparison.differences)
                return Reversal(judged, tuple(left), found.comparison, found.why)
            left += self._history.pop_from(found.nodes[-1], untold=found.untold)
            evidence[found.is_seen] += found.evidence
        is_told = not any(node.is_untold for node in left)
        told = tuple(dict.fromkeys(evidence[is_told]))[:_MOST_EVIDENCE]
        judged = seen(*told) if is_told else cant_tell(*told)
        return Reversal(judged, tuple(left), Comparison(Returned.RESTORED))

    async def _left(
        self, newest: LocalActionNode, target: LocalActionNode, place: StepPlace
    ) -> _Found | _Stuck:
        found = await self._found(newest, target)
        if found is not None and found.is_seen:
            return found
        if found is None and newest.reversibility.degree is Degree.IRREVERSIBLE:
            return _Stuck(Comparison(Returned.NOT_RESTORED), newest.reversibility.how)
        return await self._undo(newest, target, place)

    async def _found(self, node: LocalActionNode, target: LocalActionNode) -> _Found | None:
        """The node, or the nearest of its ancestors, before which all was as it is now.

        Beyond the target only where the state that the target led to was left: leaving a dialog
        leads to before the menu that it was opened from; but a page that was shown once before is
        not taken back by being there again."""
        mark = await self._mark()
        origin = self._history.origin_of(node, functools.partial(self._is, mark, of=node))
        if origin is None:
            return None
        depth = self._history.depth_of
        if depth(origin) < depth(target) and self._is(mark, target.after):
            return None
        nodes = tuple(self._history.since(depth(origin)))[::-1]
        judged = tuple(self._reverter.judge(one, mark, is_acted=bool(self._ways)) for one in nodes)
        beyond = self._history.stack[depth(origin) : depth(target)]
        has_ended = any(isinstance(one.step.action, actions.Launch) for one in beyond)
        if untold := _ENDED if has_ended else self._goes_on:
            judged = (cant_tell(untold),) * len(nodes)
        doubts = self._reverter.doubts(origin.before, nodes[0].after, mark)
        rest = self._reverter.compare(origin.before, mark, node).differences
        return _Found(nodes, judged, doubts, rest)

    def _is(self, now: StateMark, then: StateMark, of: LocalActionNode | None = None) -> bool:
        return self._reverter.compare(then, now, of).is_restored

    async def _undo(
        self, node: LocalActionNode, target: LocalActionNode, place: StepPlace
    ) -> _Found | _Stuck:
        """Try way after way until the state before the node, or before one of its ancestors, is
        seen again: where that is, and else what still differs and why."""
        tried: set[tuple[str, str]] = set()
        comparison, why = self._reverter.compare(node.before, await self._mark()), ""
        found, has_watched = await self._found(node, target), False
        for at in range(_MAX_WAYS):
            is_open = (found is None or found.doubts) and not has_watched
            if is_open and (at or await self._moved_since(node)):
                self._goes_on = await note_moving(self._history, self._looks, self._reverter)
                found, has_watched = await self._found(node, target), True
            if found is not None and found.is_seen:
                return found
            way = await self._next_way(node, found, tried, place)
            if way is None:
                why = why or _no_way(node)
                break
            tried.add((known_again(await self._mark(), node), way.words))
            self._ways.append(way.words)
            refusal = await self._walk(way, place)
            found = await self._came_to(node, target, _LATE_SECS)
            if refusal is not None:
                return found or _Stuck(comparison, refusal)
            if found is None:
                comparison = self._reverter.compare(node.before, await self._mark())
                why = f"After “{way.words}”: {'; '.join(comparison.differences)}."
        if self._ways and (found is None or found.doubts):
            found = await self._came_to(node, target, _MESSAGE_SECS)
        return found or _Stuck(comparison, why)

    async def _next_way(
        self,
        node: LocalActionNode,
        found: _Found | None,
        tried: set[tuple[str, str]],
        place: StepPlace,
    ) -> UndoWay | None:
        """Where all is as before, no more than a look that shows more; nobody is asked then."""
        is_drawn = node.step.zone_label and node.before.zone(node.step.zone_id) is None
        now = await self._looks.look() if is_drawn else self._looks.seen
        state = known_again(await self._mark(), node)
        ways = self._reverter.ways(node, now, only_looks=found is not None and not found.doubts)
        for way in ways if found is not None else (*self._menu_again(node), *ways):
            if (state, way.words) not in tried:
                return way
        if found is not None:
            return None
        request = UndoRequest(node.step, node.before, node.after)
        try:
            way_of_thinker = await self._calls.undo(request, now, place)
        except errors.BudgetExhausted:
            return None  # what was found out so far is told; the next call ends the run
        if way_of_thinker is None or (state, way_of_thinker.words) in tried:
            return None
        return way_of_thinker

    def _menu_again(self, node: LocalActionNode) -> Iterator[UndoWay]:
        """The menu, closed now, of whose entries one was ticked is opened where it was, by the
        other button of the mouse, or, where it is only drawn, by the clicks that had opened it:
        what the entry tells there is looked at."""
        entry, at = node.before.zone(node.step.zone_id), self._history.depth_of(node)
        opener = self._history.stack[max(at - 1, 0)].step
        is_so = entry is not None and entry.role is zones.Role.CHECK_MENU_ITEM
        is_open = any(zone.role.is_menu_entry for zone in self._looks.seen.zones_in_sight)
        if is_so and not is_open and getattr(opener.action, "button", "") == "right":
            words = f"{opener.description} again"
            again = replace(opener, description=f"Take back: {words}", expected_change=None)
            yield UndoWay(words, (again,))
        if click := click_towards(node, self._history.stack[:at], self._looks.seen):
            words = f"open {quoted(click.zone_label)} again"
            words = f"{words} and look" if words in self._ways else words
            again = replace(click, description=f"Take back: {words}", expected_change=None)
            yield UndoWay(words, (again,))

    async def _walk(self, way: UndoWay, place: StepPlace) -> str | None:
        """Perform the way's steps through the gate; why it was refused, where it was."""
        for step in way.steps:
            try:
                performed = await self._steps.undo(step, place)
            except errors.ActionImpossible:
                break  # the next way is judged by what is there now
            if isinstance(performed, performing.StepOverruled):
                return "The operator decided something else before it was done."
            if not isinstance(performed, performing.Performed):
                return getattr(performed, "why", "") or "The operator did not want it."
        return None

    async def _came_to(
        self, node: LocalActionNode, target: LocalActionNode, patience_secs: float
    ) -> _Found | None:
        """What is seen to be as before; looked at again where a program may tell late."""
        give_up_at = time.monotonic() + patience_secs
        while True:
            await self._looks.glance()
            found = await self._found(node, target)
            if (found is not None and found.is_seen) or time.monotonic() >= give_up_at:
                return found
            await asyncio.sleep(_LOOK_AGAIN_SECS)

    async def _moved_since(self, node: LocalActionNode) -> bool:
        await self._looks.glance()
        return bool(told_otherwise(node.after, await self._mark()))

    async def _mark(self) -> StateMark:
        return await self._reverter.mark(self._looks.last or await self._looks.glance())

    async def _record(self, reversal: Reversal, place: StepPlace, took_ms: float) -> None:
        frame = self._looks.seen.frame
        upon = (control_upon(node.step, node.before) for node in reversal.undone)
        controls = tuple(dict.fromkeys(control for control in upon if control is not None))
        self._context.returned.update(controls)
        await self._log.append(
            performing.ReversalEnded(
                *place.numbers,
                reversal.judged.verdict,
                tuple(str(node.place) for node in reversal.undone),
                tuple(self._ways),
                reversal.judged.evidence,
                reversal.why,
                await self._context.blobs.put_picture(frame),
                took_ms,
                controls,
                tuple(str(node.place) for node in reversal.untold),
            )
        )


def _no_way(node: LocalActionNode) -> str:
    page = node.before.page
    if page is not None and zones.holds_mask(page.url):
        return (
            "No way is known to take it back: the page of before can't be opened again, since a "
            "part of its address is hidden."
        )
    return "No way is known to take it back."
