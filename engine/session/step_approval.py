"""The approval of one step: aim, rate, tell whose wish it is, rule, ask the operator, and see that
nothing changed since.

An approval holds for the target as it was seen. If that changed in between, the gate is passed
again. What the operator forces before the hands move comes before their yes."""

import contextlib
import uuid
from collections.abc import Iterator

from engine.domain import approvals, performing, verdicts, zones
from engine.domain.actions import Click, Drag, Launch, Navigate, PressKeys, TypeText
from engine.domain.conditions import TextShown, ZoneValue
from engine.domain.errors import ActionImpossible, GreyedOut, NobodyToAsk, ZoneNotInSight
from engine.domain.facts import replace, same
from engine.domain.performing import Passed, StepOverruled, StepRejected, StepSkipped, Weighed
from engine.domain.plans import GLOBAL_ZONE_ID, SOUGHT_ZONE_ID, PlanStep, Situation, StepPlace
from engine.domain.risks import Risk, Touched
from engine.domain.web.sites import host_of
from engine.language.action_words import window_words
from engine.language.folding import secrets_in
from engine.language.labels import plain
from engine.session import looking, plan_to_come, step_ends
from engine.session.context import RunContext
from engine.states.meant import thing_meant
from engine.states.spots import as_hit, windows_felt

_MAX_ASKED_AGAIN = 5
_MOST_UNTOLD = 3


class StepApproval:
    """Weighs steps and has them confirmed, for one run."""

    def __init__(self, context: RunContext, looks: looking.Looking) -> None:
        self._context = context
        self._looks = looks
        self._places = plan_to_come.PlannedPlaces()
        self._done_to: tuple[Situation | None, str] = (None, "")
        self._done = step_ends.DoneSteps(context.history, context.settings.resumed)

    def plan_on(self, situation: Situation | None) -> None:
        """The steps that come were planned on it."""
        self._places = plan_to_come.PlannedPlaces(situation)

    @contextlib.contextmanager
    def planned_by_itself(self) -> Iterator[None]:
        """A step in between was planned on what was seen last."""
        before = self._places
        self.plan_on(self._looks.last)
        try:
            yield
        finally:
            self._places = before

    async def weigh(
        self,
        step: PlanStep,
        *,
        is_operators: bool = False,
        theirs: frozenset[str] | None = None,
        again: bool = False,
        touched_on: Situation | None = None,
    ) -> Weighed:
        """Aim the step, rate it, ask whose wish it is, and what the policy says; nobody is asked.

        What the operator put in the step's place, or does themselves, is their own wish, whatever
        the screen says; of secrets, those are that they wrote there (``theirs``: the step's own,
        where nothing else is said). A harmless one of theirs is let through, but not ``again``:
        what they meant has changed since. ``touched_on``: it was touched there, and what it set off
        waits. Raises ``ActionImpossible``."""
        context = self._context
        if touched_on is None:
            situation, target = await self._aim(step)
        else:
            situation, target = touched_on, context.guard.target_of(step, touched_on)
        step = _looked_for_at_focus(_with_end(step, situation), situation)
        settings, felt = context.settings, as_hit(step, situation)
        goal = settings.wish or settings.goal
        risks = [context.rater.rate(each, situation) for each in felt]
        risk = max(risks, key=lambda it: it.risk_class.rank)
        leaves = next((each.leaves for each in risks if each.leaves), "")
        risk = replace(risk, touched=_touched(step, situation, risk), leaves=leaves)
        suspicions = (context.provenance.suspicion_of(it, goal, situation) for it in felt)
        suspicion = next(filter(None, suspicions), "")
        if is_operators:
            suspicion = ""
            if theirs is None or _secrets_of(step) <= theirs:
                risk = replace(risk, withheld="")
        ruling = context.policy.rule(step, risk, suspicion)
        is_harmless = risk.risk_class.is_harmless and not again
        if is_operators and is_harmless and ruling.answer is approvals.PolicyAnswer.ASK:
            ruling = replace(ruling, answer=approvals.PolicyAnswer.ALLOW, layer=approvals.OWN_STEP)
        waits = touched_on is not None
        return Weighed(step, situation, target, risk, suspicion, ruling, is_operators, waits)

    async def confirm(
        self, weighed: Weighed, place: StepPlace, *, asked_again_because: str = ""
    ) -> Passed | StepSkipped | StepRejected | StepOverruled:
        """Ask until the answer holds for what is there now. Raises ``ActionImpossible``."""
        theirs = _secrets_of(weighed.step) if weighed.is_operators else frozenset[str]()
        for _ in range(_MAX_ASKED_AGAIN):
            step = weighed.step
            request = await self._request(weighed, place, asked_again_because)
            decision = await self._context.control.decide(request, place)
            if decision is None:
                return StepOverruled(step)
            match decision.verdict:
                case approvals.Edit(step=edited):
                    theirs |= _secrets_of(edited) - _secrets_of(step)
                    step = replace(edited, step_number=step.step_number, asked_by="")
                    weighed = await self.weigh(step, is_operators=True, theirs=theirs)
                    weighed = _allowed_by_edit(weighed)
                case approvals.Approve():
                    await self._context.control.boundary()
                    change = None if weighed.waits else await self._change_since(weighed)
                    self._context.control.raise_if_ended()
                    if self._context.control.forced is not None:
                        return StepOverruled(step)
                    if change is None:
                        is_seen = (
                            decision.how is approvals.DecidedHow.OPERATOR and not decision.grant_id
                        )
                        if is_seen or weighed.is_operators:
                            self._context.provenance.accept(step, weighed.situation)
                        self._places.touched(step)
                        self._done_to = (weighed.situation, request.about)
                        return Passed(step, weighed.situation, weighed.risk, weighed.is_operators)
                    asked_again_because = f"since the approval {change}"
                    await self._looks.look_at_rest()  # one that still moves would be asked for long
                    weighed = await self.weigh(
                        step, is_operators=weighed.is_operators, theirs=theirs, again=True
                    )
                case _:
                    return _turned_back(step, decision, weighed)
        if (page := weighed.situation.page) is not None and page.is_silent:
            raise ActionImpossible("The page does not answer.", "Open an address.")
        raise ActionImpossible(f"“{step.zone_label}” keeps changing while it is approved.")

    async def _request(
        self, weighed: Weighed, place: StepPlace, asked_again_because: str
    ) -> approvals.ApprovalRequest:
        target, ruling, crop_hash = weighed.target, weighed.ruling, ""
        if target is not None and ruling.answer is approvals.PolicyAnswer.ASK:
            crop_hash = await self._context.blobs.put_picture(target.frame, target.crop_px)
        request = approvals.ApprovalRequest(
            request_id=f"{place}-{uuid.uuid4().hex[:8]}",
            **same(weighed, approvals.ApprovalRequest),
            digest=self._context.guard.digest_of(weighed.step, weighed.situation),
            crop_hash=crop_hash,
            target_px=target.mark_px if target else None,
            crop_px=target.crop_px if target else None,
            asked_again_because=asked_again_because,
            window=_windows(weighed.step, weighed.situation),
            about=self._thing(weighed.step, weighed.situation),
        )
        untold = [f"“{each.description}”" for each in self._done.done_not_seen[-_MOST_UNTOLD:]]
        if not (untold and request.is_grave):
            return request
        why = f"nobody could tell what came of {', '.join(untold)} before it; {weighed.risk.why}"
        return replace(request, risk=replace(weighed.risk, why=why))

    def _thing(self, step: PlanStep, situation: Situation) -> str:
        """What the step before was done to is meant where that brought what is pressed now."""
        before, asked_of = self._done_to
        is_old = before is None or before.zone(step.zone_id) is not None
        return thing_meant(step, situation, "" if is_old else asked_of)

    async def _change_since(self, weighed: Weighed) -> str | None:
        """What is different from what was asked about, in words: the target, a drag's end, or
        for keys and typing without a zone, where they would go."""
        step, situation, target = weighed.step, weighed.situation, weighed.target
        if target is not None:
            guard = self._context.guard
            end = guard.end_of(step, situation)
            return await guard.change_of(target) or (await guard.change_of(end) if end else None)
        if not isinstance(step.action, PressKeys | TypeText) or await self._looks.is_unchanged():
            return None
        # where keys would go now, if that is elsewhere than before, or was not known then
        now = await self._looks.glance_quickly()
        was, window = situation.active_window, now.active_window
        if window is None:
            return f"the window “{was.title}” is in front no more" if was is not None else None
        if was is None or was.window_id != window.window_id:
            return f"the window “{window.title}” came to the front"
        had, zone = situation.focused_zone, now.focused_zone
        if zone is not None and (had is None or had.zone_id != zone.zone_id):
            return f"the focus moved to {zone.words}"
        return None

    async def _aim(self, step: PlanStep) -> tuple[Situation, performing.Target | None]:
        """The situation and the step's target in it; waits for a zone that is not there yet."""
        situation = self._looks.seen
        if step.zone_id == GLOBAL_ZONE_ID:
            self._places.check(step, situation)
            return situation, self._context.guard.target_of(step, situation)
        if step.zone_id == SOUGHT_ZONE_ID:
            raise ZoneNotInSight(f"{step.description}: it is not in sight yet.")
        if not _is_in_sight(step, situation):
            situation = await self._context.executor.wait_for_zone(step, situation)
            self._looks.last = situation
            if not _is_in_sight(step, situation):
                raise ZoneNotInSight(f"“{step.zone_label or step.zone_id}” is not in sight.")
        if _greyed_entry(step, situation):  # some menus tell a moment late
            situation = await self._looks.look_at_rest()
            if entry := _greyed_entry(step, situation):
                raise GreyedOut(verdicts.sentence_of((f"{entry.words} is greyed out",)))
        self._places.check(step, situation)
        return situation, self._context.guard.target_of(step, situation)


def _touched(step: PlanStep, situation: Situation, risk: Risk) -> Touched:
    """An address is felt where it leads, and a step that leads from one site to another in both."""
    zone = situation.zone(step.zone_id)
    role = str(zone.role) if zone is not None else ""
    if situation.page is not None:
        here = () if isinstance(step.action, Navigate) else (host_of(situation.page.url),)
        leads_to = (risk.leads_to,) if risk.leads_to else ()
        return Touched(role, sites=tuple(dict.fromkeys((*here, *leads_to))))
    if isinstance(step.action, Launch):
        return Touched(role, (step.action.application,))
    programs = (window.application if window else "" for window in windows_felt(step, situation))
    return Touched(role, tuple(dict.fromkeys(programs)))


def _windows(step: PlanStep, situation: Situation) -> str:
    if isinstance(step.action, Launch | Navigate):
        return ""
    site = host_of(situation.page.url) if situation.page is not None else ""
    felt = (window_words(window, site) for window in windows_felt(step, situation) if window)
    return ", ".join(dict.fromkeys(felt))


def _secrets_of(step: PlanStep) -> frozenset[str]:
    return frozenset(secrets_in(getattr(step.action, "text", "")))


def _allowed_by_edit(weighed: Weighed) -> Weighed:
    """The operator's own step needs no second yes; what the policy denies stays denied."""
    if weighed.ruling.answer is not approvals.PolicyAnswer.ASK:
        return weighed
    ruling = replace(weighed.ruling, answer=approvals.PolicyAnswer.ALLOW, layer=approvals.OWN_EDIT)
    return replace(weighed, ruling=ruling)


def _with_end(step: PlanStep, situation: Situation) -> PlanStep:
    """A drag whose end was given by its label ends on the zone that is called so now."""
    match step.action:
        case Drag(to_zone_id=end) if end and situation.zone(end) is None:
            called = [z for z in situation.zones_in_sight if plain(z.label) == plain(end)]
            if len(called) == 1:
                return replace(step, action=replace(step.action, to_zone_id=called[0].zone_id))
    return step


def _looked_for_at_focus(step: PlanStep, situation: Situation) -> PlanStep:
    """What is typed where the keyboard is will stand there, wherever that was at the planning."""
    wanted, focused, action = step.expected_change, situation.focused_zone, step.action
    if not isinstance(action, TypeText) or step.zone_id != GLOBAL_ZONE_ID or focused is None:
        return step
    if not isinstance(wanted, ZoneValue | TextShown) or wanted.zone_id == focused.zone_id:
        return step
    if wanted.text != action.text or focused.is_secret or not focused.role.is_field:
        return step  # a button, or a list that goes to what begins so, holds no text
    there = ZoneValue(focused.zone_id, focused.label, action.text, contains=True)
    return replace(step, expected_change=there)


def _greyed_entry(step: PlanStep, situation: Situation) -> zones.Zone | None:
    zone = situation.zone(step.zone_id)
    is_greyed = zone is not None and zone.source.tells and not zone.is_enabled
    is_chosen = isinstance(step.action, Click) and zone is not None and zone.role.is_of_menu
    return zone if is_greyed and is_chosen else None


def _is_in_sight(step: PlanStep, situation: Situation) -> bool:
    zone = situation.zone(step.zone_id)
    return zone is not None and zone.on_screen


def _turned_back(
    step: PlanStep, decision: approvals.Decision, weighed: Weighed
) -> StepSkipped | StepRejected:
    """What a decision against the step makes of it. Raises ``NobodyToAsk``."""
    match decision.verdict:
        case approvals.Skip():
            return StepSkipped(step)
        case approvals.Reject(why=why) if decision.how is not approvals.DecidedHow.NOBODY:
            return StepRejected(step, f"{decision.who} said no" + (f": {why}" if why else ""))
        case approvals.Withdraw():
            return StepRejected(step, "the question was withdrawn")
        case _:
            why, remedy = weighed.suspicion, "or have such steps left out (--ask never)"
            if not why and weighed.ruling.layer == f"ask {approvals.Asking.EACH}":
                remedy = "or ask less (--ask risky)"
            elif not why and weighed.ruling.layer.startswith("ask "):
                why = verdicts.sentence_of((weighed.ruling.why,))
            elif not why:
                why, remedy = weighed.ruling.why, f"or change the rule at {weighed.ruling.layer}"
            raise NobodyToAsk(
                f"“{step.description}” needs a yes, and nobody could be asked. {why}".strip(),
                f"Sit before the console or a terminal, {remedy}.",
            )
