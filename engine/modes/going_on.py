"""Where a run on a desktop goes on after it broke off: with a fresh look, and nothing whose effect
is there is done again.

What was done stands where any window of before is still there; where none is, the operator says
whether it does. A practice desktop is another one each time: there it is begun anew, which is asked
about where something can't be taken back. The action that was under way counts as done where its
effect is seen; where that can't be told, only the operator knows. Nobody there: the run ends. What
came of it is recorded, so that it counts, too, when the run breaks off once more.
"""

from dataclasses import replace

from engine.domain import conditions as c
from engine.domain.actions import Scroll, TypeText, Wait
from engine.domain.errors import NobodyToAsk
from engine.domain.events import StepEnded
from engine.domain.plans import PlanStep, Situation, StepPlace
from engine.domain.verdicts import Verdict
from engine.domain.web.resuming import ResumePoint
from engine.domain.zones import Role
from engine.session.session import Session
from engine.states.conditions_held import called_so

_DONE, _NOT_DONE, _END = "It was done: go on", "It was not done: go on", "End the run"
_ANEW, _STANDS = "Begin anew", "What was done stands: go on"


async def look_afresh(run: Session, point: ResumePoint) -> None:
    """Settle what of before counts, by what is there now. Raises ``NobodyToAsk``."""
    now = await run.looks.observe("the run went on after it broke off")
    if point.is_elsewhere:
        if deeds := "; ".join(f"“{each.description}”" for each in point.final):
            words = f"The desktop is another one. This can't be taken back and was begun: {deeds}."
            await _ask(run, words, _ANEW)
        run.steps.done_before = run.steps.not_seen_before = ()
        return
    if point.windows_ever and not point.windows_ever & {window.title for window in now.windows}:
        await _ask(run, "No window of before is there any more.", _STANDS)
    if (step := point.under_way) and not isinstance(step.action, Wait | Scroll):
        await _settle(run, point, aimed_again(step, now), now)


async def _settle(run: Session, point: ResumePoint, step: PlanStep, now: Situation) -> None:
    """Whether the action that was under way counts as done."""
    verdict, evidence = Verdict.SEEN, "it was seen when the run went on"
    is_done = await _is_there(run, point, step.expected_change, now)
    if not is_done:
        words = f"The run broke off during “{step.description}”. Nobody can see whether it was done"
        is_done = await _ask(run, f"{words}.", _DONE, _NOT_DONE) == _DONE
        verdict, evidence = Verdict.CANT_TELL, "the operator says so"
    place = StepPlace.parse(point.under_way_at)
    at = (place.segment_number, place.step_number)
    ended = StepEnded(*at, "done", verdict, local=place.local, evidence=(evidence,))
    await run.log.append(ended if is_done else replace(ended, state="failed"))
    if is_done:
        run.steps.count_as_done(step)


async def _is_there(
    run: Session, point: ResumePoint, expected: c.Condition | None, now: Situation
) -> bool:
    """By this look and what was recorded; what goes by an id of before can't be told."""
    titles = {window.title for window in now.windows}
    # Where no window is left of those, other things closed and opened them, too.
    is_another = bool(point.windows) and titles.isdisjoint(point.windows)
    match expected:
        case None | c.ZoneGone() | c.SomethingChanges():
            return False
        case c.NewWindow() | c.WindowGone() if is_another:
            return False
        case c.AnyOf(conditions=several):
            return any([await _is_there(run, point, each, now) for each in several])
        case c.NewWindow():
            return not titles.issubset(point.windows)
        case c.WindowGone(title=title):
            return title in point.windows and title not in titles
        case _:
            return await run.looks.holds(expected, now, point.since_secs)


async def _ask(run: Session, words: str, *choices: str) -> str:
    answer = await run.control.ask(words, (*choices, _END))
    if answer not in choices:
        raise NobodyToAsk(f"{words} Nobody said that it should go on.")
    return answer


def aimed_again(step: PlanStep, now: Situation) -> PlanStep:
    """The same step at the zone of its label that is in sight now, and its effect with it; a text
    goes into what takes one, and into nothing that merely names it."""
    front = now.active_window.window_id if now.active_window else ""
    shown = sorted(called_so(c.ZoneShown(step.zone_label), now), key=lambda z: z.window_id != front)
    if isinstance(step.action, TypeText):
        shown = [zone for zone in shown if zone.role not in (Role.LABEL, Role.HEADING)]
        shown.sort(key=lambda zone: not zone.is_editable)
    if not shown:
        return step
    expected, zone_id = step.expected_change, shown[0].zone_id
    if isinstance(expected, c.ZoneState | c.ZoneValue) and expected.zone_id == step.zone_id:
        expected = replace(expected, zone_id=zone_id)
    return replace(step, zone_id=zone_id, expected_change=expected)
