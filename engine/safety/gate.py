"""The gate: every action passes it. It rules by policy and waits for the operator where asked.

Behind it stand the hands, which do only what it let through last, and that once: a path to them
that forgot the gate ends in an error of ours, and nothing is done.

What was approved is what is hit: a decision is bound to a digest of the action and the picture
of its target; before the hands move, the target's own place and picture are looked at again: where
it is, what it looks like, and whether it is still that."""

import asyncio
import itertools
import time
from typing import Literal

import xxhash

from engine.domain import actions, events, facts, performing, ports, spaces, surface_ports
from engine.domain.approvals import (
    ApprovalRequest,
    Approve,
    DecidedHow,
    Decision,
    Grant,
    PolicyAnswer,
    Reject,
    Withdraw,
)
from engine.domain.errors import BugError
from engine.domain.plans import GLOBAL_ZONE_ID, PlanStep, Situation, StepPlace
from engine.domain.zones import Role, Source, Zone
from engine.states.spots import changed_share, crop_of, has_changed, places_px, strokes_px


class NobodyThere:
    """Implements the ``Approver`` port by denying: silence is not consent."""

    async def decide(self, request: ApprovalRequest) -> Decision:
        return request.decided(Reject("nobody could be asked"), DecidedHow.NOBODY, "nobody")

    async def answer(self, question_id: str, question: str, choices: tuple[str, ...]) -> str:
        return ""


class Grants:
    """What the operator said yes to beforehand, until number, time or their word ends it."""

    def __init__(self, log: ports.EventLog) -> None:
        self._log = log
        self._given: dict[str, Grant] = {}
        self._used: dict[str, int] = {}
        self._given_at_secs: dict[str, float] = {}

    async def give(self, grant: Grant) -> None:
        self._given[grant.grant_id], self._used[grant.grant_id] = grant, 0
        self._given_at_secs[grant.grant_id] = time.monotonic()
        await self._log.append(performing.GrantGiven(grant))

    async def use(self, request: ApprovalRequest, place: StepPlace) -> str:
        """The grant that covers it, used once more; empty where none does."""
        for grant_id, grant in list(self._given.items()):
            if grant.secs and time.monotonic() > self._given_at_secs[grant_id] + grant.secs:
                await self.end(grant_id, "its time is over")
            elif _covers(grant, request, place):
                self._used[grant_id] += 1
                if self._used[grant_id] == grant.most:
                    await self.end(grant_id, "used up")
                return grant_id
        return ""

    async def end(
        self, grant_id: str, why: Literal["used up", "its time is over", "revoked"]
    ) -> None:
        if self._given.pop(grant_id, None) is not None:
            await self._log.append(performing.GrantEnded(grant_id, why))


def _covers(grant: Grant, request: ApprovalRequest, place: StepPlace) -> bool:
    is_here = bool(request.where) and grant.where == request.where
    is_now = grant.segment_number in (0, place.segment_number)
    is_alike = grant.action == request.step.action.kind
    return is_here and is_now and is_alike and request.may_be_granted


class Gate:
    """Turns a request into a decision; both are recorded before the action is performed."""

    def __init__(self, approver: ports.Approver, log: ports.EventLog) -> None:
        self._approver = approver
        self._log = log
        self._numbers = itertools.count(1)
        self._granted: tuple[int | str, str] | None = None
        self._grants = Grants(log)
        self._open: tuple[str, actions.Action] | None = None

    async def decide(self, request: ApprovalRequest, place: StepPlace) -> Decision:
        """The policy's decision, or the operator's. An answer to something else counts as no."""
        unasked: ApprovalRequest | None = request
        ruling = request.ruling
        match ruling.answer:
            case PolicyAnswer.ALLOW:
                decision = request.decided(Approve(), DecidedHow.POLICY, ruling.layer)
            case PolicyAnswer.DENY:
                decision = request.decided(Reject(ruling.why), DecidedHow.POLICY, ruling.layer)
            case PolicyAnswer.ASK if (who := self._granted_by(request, place)) is not None:
                decision = _by_grant(request, who)
            case PolicyAnswer.ASK if grant_id := await self._grants.use(request, place):
                decision = facts.replace(_by_grant(request, "operator"), verdict=Approve())
                decision = facts.replace(decision, grant_id=grant_id)
            case PolicyAnswer.ASK:
                unasked = None
                at = (place.segment_number, place.step_number)
                await self._log.append(events.ApprovalAsked(*at, request, place.local))
                decision = await self._asked(request, place)
                if decision.digest != request.digest:
                    other = Reject("the answer was to another question")
                    decision = facts.replace(decision, verdict=other)
        if decision.how is DecidedHow.OPERATOR and decision.verdict == Approve(whole_group=True):
            self._granted = (request.group or place.segment_number, decision.who)
        await self._record(decision, place, unasked)
        match decision.verdict:
            case Approve(grant=Grant() as grant) if _covers(grant, request, place):
                await self._grants.give(grant)
        is_let = isinstance(decision.verdict, Approve)
        self._open = (request.step.zone_id, request.step.action) if is_let else None
        return decision

    def take(self, step: PlanStep) -> bool:
        """Whether the last decision let exactly this action upon this zone through; only once."""
        is_let, self._open = self._open == (step.zone_id, step.action), None
        return is_let

    def _granted_by(self, request: ApprovalRequest, place: StepPlace) -> str | None:
        """Who approved this action with the whole of its group; None where it must be asked for
        by itself. A group is one segment, or what the request calls so."""
        if self._granted is None or not request.may_be_granted:
            return None
        group, who = self._granted
        return who if group == (request.group or place.segment_number) else None

    async def revoke(self, grant_id: str) -> None:
        """What it let through already goes on."""
        await self._grants.end(grant_id, "revoked")

    async def _asked(self, request: ApprovalRequest, place: StepPlace) -> Decision:
        """The operator's decision; where the run ends meanwhile, the question is withdrawn."""
        try:
            return await self._approver.decide(request)
        except asyncio.CancelledError:
            withdrawn = request.decided(Withdraw(), DecidedHow.WITHDRAWN, "the run")
            await self._record(withdrawn, place)
            raise

    async def _record(
        self, decision: Decision, place: StepPlace, unasked: ApprovalRequest | None = None
    ) -> None:
        at = (place.segment_number, place.step_number)
        await self._log.append(events.ApprovalDecided(*at, decision, place.local, unasked))

    async def answer(self, question: str, choices: tuple[str, ...]) -> str:
        """The operator's choice; empty where nobody answers. Both are recorded."""
        question_id = f"question-{next(self._numbers)}"
        await self._log.append(events.QuestionAsked(question_id, question, choices))
        answer = await self._approver.answer(question_id, question, choices)
        by = "operator" if answer else "nobody"
        await self._log.append(events.QuestionAnswered(question_id, answer, by))
        return answer


class BehindGate:
    """Implements ``StepExecutor``: the hands, to which only what the gate let through comes."""

    def __init__(self, gate: Gate, executor: ports.StepExecutor) -> None:
        self._gate = gate
        self._executor = executor
        self.has_effect_already = executor.has_effect_already
        self.has_come = executor.has_come
        self.wait_for_zone = executor.wait_for_zone
        self.forget_held, self.held_late = executor.forget_held, executor.held_late

    async def perform(self, step: PlanStep, before: Situation) -> performing.Performed:
        """As the port has it; raises ``BugError`` where the gate did not let it through."""
        if not self._gate.take(step):
            raise BugError(f"“{step.description}” came to the hands, and not through the gate")
        return await self._executor.perform(step, before)


def _by_grant(request: ApprovalRequest, who: str) -> Decision:
    """The operator's, given with the first of the group and recorded for each."""
    return request.decided(Approve(whole_group=True), DecidedHow.OPERATOR, who)


_MOVED_PIXELS = 2
_CHANGED_SHARE = 0.04
"""A caret or a hover changes less of a zone than this; another label or button changes more."""


class ZoneTargetGuard(facts.Part):
    """Implements the ``TargetGuard`` port over a surface's eyes. Where a target is masked its
    picture is covered; ``perceiver`` is asked then whether it is still the same thing that is
    hidden there."""

    surface: surface_ports.Surface
    perceiver: ports.Perceiver

    def target_of(self, step: PlanStep, situation: Situation) -> performing.Target | None:
        """The step's zone now, or the places that it touches; None for what has none."""
        zone, places = situation.zone(step.zone_id), places_px(step, situation)
        if zone is None and places:
            # what stands for a place of which nothing is known but how it looks
            start = strokes_px(step, situation)[0][0]
            window, at = situation.window_at(start), spaces.Rect(start.x, start.y, 1, 1)
            its = window.window_id if window is not None else ""
            zone = Zone(GLOBAL_ZONE_ID, "", Role.OTHER, at, source=Source.SHAPE, window_id=its)
        return performing.Target(zone, situation.frame, places) if zone is not None else None

    def end_of(self, step: PlanStep, situation: Situation) -> performing.Target | None:
        if not isinstance(step.action, actions.Drag):
            return None
        zone = situation.zone(step.action.to_zone_id)
        return performing.Target(zone, situation.frame) if zone is not None else None

    def digest_of(self, step: PlanStep, situation: Situation) -> str:
        """Names the action, its targets and their pictures; for keys, where they would go."""
        digest = xxhash.xxh3_128(repr((step.zone_id, step.action)).encode())
        targets = [self.target_of(step, situation), self.end_of(step, situation)]
        for target in filter(None, targets):
            digest.update(repr(_essence(target.zone)).encode())
            digest.update(crop_of(target.frame, target.mark_px).tobytes())
        window, focused = situation.active_window, situation.focused_zone
        digest.update(repr((window and window.window_id, focused and focused.zone_id)).encode())
        return digest.hexdigest()

    async def change_of(self, target: performing.Target) -> str | None:
        """What is different about the target now, in words; None where nothing is. Costs the zone's
        own extents and one capture: some milliseconds, not a reading of the whole tree, unless it
        is masked."""
        eyes = self.surface.eyes
        is_zone = target.zone.zone_id != GLOBAL_ZONE_ID
        if is_zone and (words := await self._how_moved(target)):
            return words
        if await eyes.change_count() == target.frame.change_count:
            return None
        if target.zone.is_secret:
            seen = (await self.perceiver.observe()).zone(target.zone.zone_id)
            if seen is None or not seen.on_screen:
                return f"{target.zone.words} is gone"
            is_same = _essence(seen) == _essence(target.zone)
            return None if is_same else f"{target.zone.words} holds something else"
        now = await eyes.capture()
        if (now.width, now.height) != (target.frame.width, target.frame.height):
            return "the display changed its size"
        if target.places_px:
            changed = (each for each in target.places_px if has_changed(target.frame, now, each))
            at = next((each.center for each in changed), None)
            return f"it looks different at {at.x}, {at.y}" if at is not None else None
        if changed_share(target.frame, now, target.zone.bounds_px) > _CHANGED_SHARE:
            return f"{target.zone.words} looks different"
        return None

    async def _how_moved(self, target: performing.Target) -> str:
        bounds = await self.surface.eyes.bounds_of(target.zone)
        if bounds is None and target.zone.source is Source.ACCESSIBILITY:
            # some programs tell of a row anew, as another, at each look
            seen = (await self.perceiver.observe()).zone(target.zone.zone_id)
            if seen is not None and seen.on_screen and _essence(seen) == _essence(target.zone):
                bounds = seen.bounds_px
        if bounds is None:
            return f"{target.zone.words} is gone"
        planned, clipped = target.zone.bounds_px, bounds.intersection(target.frame.bounds_px)
        has_moved = max(abs(clipped.x - planned.x), abs(clipped.y - planned.y)) > _MOVED_PIXELS
        return f"{target.zone.words} has moved" if has_moved else ""


def _essence(zone: Zone) -> object:
    if zone.role is Role.PASSWORD_FIELD:  # whose digest also tells how it looks
        return zone.label, zone.role
    return zone.label, zone.role, zone.hidden_digest
