"""What came of each step of a run, in its order, as it is told to whoever plans next; and where a
run on a desktop goes on after it broke off.

The list only grows: what is taken back is told as taken back, and not struck out. Nothing that was
only done is called worked.

It goes on with a fresh look, and nothing whose effect is there is done again. What was done stands
where any window of before is still there; where none is, the operator says whether it does. A
practice desktop is another one each time: there it is begun anew, which is asked about where
something can't be taken back. The action that was under way counts as done where its effect is
seen; where that can't be told, only the operator knows. Nobody there: the run ends. What came of it
is recorded, so that it counts, too, when the run breaks off once more."""

from collections.abc import Sequence
from dataclasses import replace

from engine.domain import actions, errors, events, performing, verdicts, zones
from engine.domain import conditions as c
from engine.domain.plans import Came, PastStep, PlanSegment, PlanStep, Situation, StepPlace
from engine.domain.web.resuming import ResumePoint
from engine.language.action_words import action_words, thing_words
from engine.language.labels import shortened
from engine.session.session import Session
from engine.states.conditions_held import called_so, is_called
from engine.states.expected import by_rule

_REASON_CHARS = 120


class PastSteps:
    """The past of one run."""

    def __init__(self) -> None:
        self.entries: list[PastStep] = []
        self.skipped: list[PlanStep] = []
        self._standing: list[PlanStep] = []

    def note(self, run: Session, result: performing.StepResult) -> None:
        """What came of a step, and of what was done or taken back on its way."""
        judged = {id(result.step): result.judged} if isinstance(result, performing.StepDone) else {}
        self._compare(run, judged)
        match result:
            case performing.StepFailed(step=step, why=why):
                self.add(Came.FAILED, step, why)
            case performing.StepRejected(step=step, why=why):
                self.add(Came.REJECTED, step, why)
            case performing.StepSkipped(step=step):
                self.leave_out(step)

    def leave_out(self, step: PlanStep) -> None:
        self.skipped.append(step)
        self.add(Came.SKIPPED, step)

    def planned(self, segment: PlanSegment) -> None:
        """The reason for what comes, in short; one that is given again is not told again."""
        reason = shortened(segment.reason, _REASON_CHARS)
        last = next((it for it in reversed(self.entries) if it.came is Came.PLANNED), None)
        if reason and segment.steps and (last is None or last.words != reason):
            self.entries.append(PastStep(Came.PLANNED, reason))

    def cut_off(self, steps: Sequence[str], why: str) -> None:
        """They were planned for another screen than the one that came, or than was seen."""
        if steps:
            self.entries.append(PastStep(Came.CUT_OFF, "; ".join(steps), why))

    def told(self, run: Session) -> tuple[PastStep, ...]:
        """All of it, with what the operator did or took back since the last step."""
        self._compare(run, {})
        return tuple(self.entries)

    def _compare(self, run: Session, judged: dict[int, verdicts.Judgement]) -> None:
        """Add what stands now and did not, and what stood and does not any more. A step is known by
        itself, since the same may be done twice."""
        now = run.steps.completed
        gone = [step for step in self._standing if not _holds(now, step)]
        asked_of = [node.step for node in run.history.stack]  # of what it set off later
        for step in gone:
            left = Came.UNTOLD if _holds(run.history.untold, step) else Came.TAKEN_BACK
            self.add(Came.NOT_SEEN if _holds(asked_of, step) else left, step)
        not_seen = run.steps.done_not_seen
        for step in now:
            if _holds(self._standing, step):
                continue
            came = Came.NOT_SEEN if _holds(not_seen, step) else Came.DONE
            told = judged.get(id(step))
            self.add(came, step, told.words if told is not None else "")
        self._standing = list(now)

    def add(self, came: Came, step: PlanStep, why: str = "") -> None:
        self.entries.append(PastStep(came, _words(step), why))


def _holds(steps: Sequence[PlanStep], step: PlanStep) -> bool:
    return any(one is step for one in steps)


def _words(step: PlanStep) -> str:
    """The step's own words, and what was typed where they do not say it."""
    action = step.action
    if not isinstance(action, actions.TypeText) or action.text.strip() in step.description:
        return step.description
    return f"{step.description} ({action_words(action, thing_words(step.zone_label))})"


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
    if (step := point.under_way) and not isinstance(step.action, actions.Wait | actions.Scroll):
        await _settle(run, point, aimed_again(step, now), now)


async def _settle(run: Session, point: ResumePoint, step: PlanStep, now: Situation) -> None:
    """Whether the action that was under way counts as done: by what is there, by the record where
    the hands brought it to its end and no look could tell, else by the operator."""
    verdict, evidence = verdicts.Verdict.SEEN, "it was seen when the run went on"
    is_done = await _is_there(run, point, step.expected_change, now)
    if is_done is None and point.last_done is not None:
        is_done, verdict, evidence = True, verdicts.Verdict.CANT_TELL, "the hands ended it"
    if not is_done:
        is_done = await ask_whether_done(run, step.description)
        verdict, evidence = verdicts.Verdict.CANT_TELL, "the operator says so"
    place = StepPlace.parse(point.under_way_at)
    at = (place.segment_number, place.step_number)
    ended = events.StepEnded(*at, "done", verdict, local=place.local, evidence=(evidence,))
    await run.log.append(ended if is_done else replace(ended, state="failed"))
    if is_done:
        run.steps.count_as_done(step)


async def _is_there(
    run: Session, point: ResumePoint, expected: c.Condition | None, now: Situation
) -> bool | None:
    """By this look and what was recorded; None for what goes by an id of before."""
    titles = {window.title for window in now.windows}
    # Where no window is left of those, other things closed and opened them, too.
    is_another = bool(point.windows) and titles.isdisjoint(point.windows)
    match expected:
        case None | c.ZoneGone() | c.SomethingChanges():
            return None
        case c.NewWindow() | c.WindowGone() if is_another:
            return None
        case c.AnyOf(conditions=several):
            told = [await _is_there(run, point, each, now) for each in several]
            return any(told) or (None if None in told else False)
        case c.NewWindow():
            return not titles.issubset(point.windows)
        case c.WindowGone(title=title):
            return title in point.windows and title not in titles
        case _:
            return await run.looks.holds(expected, now, point.since_secs)


async def ask_whether_done(run: Session, description: str) -> bool:
    """What was under way when the run broke off. Raises ``NobodyToAsk``."""
    words = f"The run broke off during “{description}”. Nobody can see whether it was done."
    return await _ask(run, words, _DONE, _NOT_DONE) == _DONE


async def _ask(run: Session, words: str, *choices: str) -> str:
    answer = await run.control.ask(words, (*choices, _END))
    if answer not in choices:
        raise errors.NobodyToAsk(f"{words} Nobody said that it should go on.")
    return answer


def with_its_window(step: PlanStep, now: Situation) -> PlanStep:
    """What closes a window that was still to come when it was planned closes the one of now."""
    expected = step.expected_change
    if not isinstance(expected, c.WindowGone) or expected.window_id:
        return step
    called = [window for window in now.windows if is_called(window, expected.title)]
    meant = min(called, key=lambda window: window.order, default=None)
    rule = by_rule(step.action, now.zone(step.zone_id), now)
    gone = c.WindowGone(meant.window_id, meant.title) if meant is not None else rule
    return replace(step, expected_change=gone)


def aimed_again(step: PlanStep, now: Situation) -> PlanStep:
    """The same step at the zone of its label that is in sight now, one that can be used before what
    is drawn beside it or names it, and its effect with it, or what such a zone is known to do; a
    text goes into what takes one, and into nothing that merely names it."""
    front = now.active_window.window_id if now.active_window else ""
    called = called_so(c.ZoneShown(step.zone_label), now)
    shown = sorted(called, key=lambda zone: (zone.window_id != front, _is_by_the_way(zone)))
    if isinstance(step.action, actions.TypeText):
        shown = [zone for zone in shown if zone.role not in (zones.Role.LABEL, zones.Role.HEADING)]
        shown.sort(key=lambda zone: not zone.is_editable)
    if not shown:
        return step
    expected, zone_id = step.expected_change, shown[0].zone_id
    if expected == by_rule(step.action, None, now):  # nothing was known of it then
        expected = by_rule(step.action, shown[0], now)
    elif isinstance(expected, c.ZoneState | c.ZoneValue) and expected.zone_id == step.zone_id:
        expected = replace(expected, zone_id=zone_id)
    return replace(step, zone_id=zone_id, expected_change=expected)


def _is_by_the_way(zone: zones.Zone) -> bool:
    return zone.role is zones.Role.ICON or not zone.role.is_actionable
