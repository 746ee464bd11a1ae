"""Claiming that the goal is reached: what speaks against it, and what bears it.

Nothing is claimed past a dialog or an alert that nothing of the run explains, nor where what was
seen is not so any more. A planner may name the parts of the goal. A part is *seen* by what it is
said to be shown by, *contradicted* by an observation that excludes it, and else nobody can tell. A
text that stood there before the run is no evidence that something was done; a file, a window or
what a field holds is, whenever it came to be so. What no program tells is read in the picture."""

from collections.abc import Iterator, Sequence

from engine.domain import conditions as c
from engine.domain import facts
from engine.domain.actions import Launch, TypeText
from engine.domain.performing import StepDone
from engine.domain.plans import GoalPart, PlanSegment, PlanStep, Situation
from engine.domain.terminals import DONE_NOT_SEEN, Outcome, Terminal
from engine.domain.verdicts import sentence_of
from engine.domain.zones import Role
from engine.language.labels import has_words
from engine.language.sentences.figures import count_words
from engine.modes.kept_in_files import KeptInFiles
from engine.modes.looking_again import gone_with_its_window, looked_again, parts_looked_again
from engine.modes.past_steps import PastSteps
from engine.session.looking import Looking
from engine.session.session import Session
from engine.states import conditions_held as held
from engine.states import dialogs

_SPOKEN = "dialog_in_the_way"
_MOST_PLACES = 3


class Objection(facts.Frozen):
    """Why the goal is not claimed though all steps are done. ``is_report``: what came up says
    itself that something failed, and asks nobody. ``is_notice``: it asks nobody either, and finds
    no fault that anybody could read."""

    words: str
    reason: str = "not_so_any_more"
    is_report: bool = False
    is_notice: bool = False


class Claim:
    """The claim of one run. ``edited`` are steps as planned, and as the operator had them done."""

    def __init__(self, past: PastSteps) -> None:
        self.edited: list[tuple[PlanStep, PlanStep]] = []
        self._past = past
        self._first: Situation | None = None
        self._known: set[str] = set()
        """The windows that were there before the run, and what was in sight in them."""
        self._parts = WeighedParts()
        self._beside = ""
        """What a dialog tells that stands beside the goal, and not in its way."""
        self.files = KeptInFiles()

    def begin(self, first: Situation) -> None:
        """What was there before the run."""
        self._first = first
        self._known = {window.window_id for window in first.windows}
        self._known |= {zone.zone_id for zone in first.zones_in_sight}

    async def objection(self, run: Session, segment: PlanSegment) -> Objection | None:
        """What speaks against the claim that the goal is reached: a dialog that came up in the run
        and that nothing of it explains, what was seen and is not so any more, or a part of the goal
        that is not so."""
        now = await run.looks.look_at_rest()
        if (late := await run.steps.heed_late()) is not None:  # its page goes on only then
            if not isinstance(late, StepDone):
                return Objection(f"“{late.step.description}” {getattr(late, 'why', '')}".strip())
            now = await run.looks.look_at_rest()
        self._beside = ""
        if (spoken := self._spoken(run, now)) is not None:
            if not (spoken.is_notice and not segment.parts and await _is_written(run, self.files)):
                return spoken
            self._beside = sentence_of((f"the file holds what was typed, and {spoken.words}",))
        first = None if segment.answer else self._first
        self._parts = await weigh_parts(segment.parts, run.looks, now, first)
        if self._parts.excluded:
            return Objection("; ".join(self._parts.excluded))
        last = run.history.completed[-1:]  # what it began with was there before it went on
        is_known = self._known.issuperset(window.window_id for window in now.windows)
        if is_known and any(isinstance(step.action, Launch) for step in last):
            return Objection(f"no window of what was started is left: “{last[0].description}”")
        for condition in run.steps.lasting:
            is_about = getattr(condition, "zone_id", "")
            if is_about and not held.tells_of(condition, now.zone(is_about), now):
                continue  # what can't be looked at tells nothing
            if not await run.looks.holds(condition, now):
                words = c.condition_words(condition)
                return Objection(f"it was seen that {words}, and it is not so any more")
        for wanted in _files_not_seen(run, now):
            if not await run.looks.holds(c.FileExists(wanted.path), now):
                return Objection(f"there is no file {wanted.path}")
        if (unseen := _last_not_seen(run)) and held.is_so_elsewhere(unseen, now) is False:
            words = c.condition_words(unseen)
            return Objection(f"it can be read now, and it is not so that {words}")
        return None

    def _spoken(self, run: Session, now: Situation) -> Objection | None:
        """What came up in the run and says something."""
        steps, acted_in = run.steps.completed, run.steps.acted_in
        dialog = dialogs.dialog_in_the_way(self._known, now, steps, run.goal, acted_in)
        if dialog is not None:
            words = f"a dialog came up: “{dialogs.said_by(dialog, now)}”"
            is_report = dialogs.only_reports(dialog, now)
            is_notice = not is_report and dialogs.only_tells(dialog, now)
            return Objection(words, _SPOKEN, is_report, is_notice)
        alert = dialogs.new_alert(self._known, now)
        looked_for = [step.expected_change for step in run.steps.completed]
        is_meant = any(
            isinstance(each, c.TextShown) and has_words(each.text, alert) for each in looked_for
        )
        if alert and not is_meant:
            words = f"a message came up: “{alert}”"
            return Objection(words, _SPOKEN, not dialogs.asks(alert))
        if refusal := dialogs.terminals_refusal(run.steps.completed, now):
            return Objection(f"the terminal says: “{refusal}”", _SPOKEN, is_report=True)
        return None

    async def reached(self, run: Session, segment: PlanSegment) -> Outcome:
        """The plan is done. The goal is reached if nothing of it was skipped, and seen to be if
        each of its parts was; where the plan names none, if the effect of each step was. What the
        operator changed is told: that is what was reached, and not what was said."""
        answer, skipped = segment.answer, self._past.skipped
        reason, message = "nothing_left_to_do", segment.reason
        if segment.steps or skipped:  # who planned took what was skipped as done
            reason = "plan_finished"
            left_out = f", {len(skipped)} skipped" if skipped else ""
            message = f"Done in {count_words(len(run.steps.completed), 'step')}{left_out}."
        told = [
            answer if answer.endswith(_ENDS) or not answer else f"{answer}.",  # as it is written
            message if not message or message.endswith(_ENDS) else sentence_of((message,)),
            *(f"Seen: {words}." for words in self._parts.seen),
            self._beside,
        ]
        if self.edited:
            both = (
                f"{done.description} (planned: {step.description})" for step, done in self.edited
            )
            told.append(f"Changed by the operator: {'; '.join(both)}.")
        message = " ".join(filter(None, told))
        if skipped:
            words = f"{message} Left out by the operator: {_descriptions(skipped)}."
            return Outcome(Terminal.GOAL_FAILED, "steps_skipped", words, answer)
        if hidden := self._parts.not_seen:
            parts = [each for each in segment.parts if each.words in hidden]
            told_again = await parts_looked_again(run, parts)
            hidden = tuple(words for words in hidden if words not in told_again)
            message += "".join(f" Looked at again: {each}." for each in told_again.values())
        if hidden:
            words = f"{message} Nobody could see: {'; '.join(hidden)}."
            return Outcome(Terminal.GOAL_SATISFIED, DONE_NOT_SEEN, words, answer)
        if not segment.parts and (not_seen := await _not_borne(run, self.files)):
            again = await looked_again(run, not_seen)
            not_seen = [step for step in not_seen if step not in again]
            if again:
                message = f"{message} Looked at again: {'; '.join(again.values())}."
        if not segment.parts and not_seen:
            words = f"{message} Nobody could see what came of: {_descriptions(not_seen)}."
            return Outcome(Terminal.GOAL_SATISFIED, DONE_NOT_SEEN, words, answer)
        return Outcome(Terminal.GOAL_SATISFIED, reason, message, answer)


def _last_not_seen(run: Session) -> c.Condition | None:
    """What the last step was to bring about, where that was not seen."""
    last, not_seen = run.history.completed[-1:], run.steps.done_not_seen[-1:]
    return last[0].expected_change if last and last == not_seen else None


def _files_not_seen(run: Session, now: Situation) -> Iterator[c.FileSaved]:
    """Those that were to be saved, and may have been written since."""
    for step in run.steps.done_not_seen:
        if isinstance(step.expected_change, c.FileSaved) and not held.is_untold(
            step.expected_change, now
        ):
            yield step.expected_change


_ENDS = (".", "!", "?", "…")


async def _is_written(run: Session, files: KeptInFiles) -> bool:
    """The last step was seen to have written a file, that holds each text which was typed for it,
    and of all that was done before it was seen what came of it: nothing is left to be told."""
    steps = run.steps.completed
    saved = steps[-1].expected_change if steps else None
    if not isinstance(saved, c.FileSaved) or await _not_borne(run, files):
        return False
    its = steps[-1].intent
    texts = [e.action.text for e in steps if isinstance(e.action, TypeText) and e.intent != its]
    wanted = [c.FileExists(saved.path, text, contains=True) for text in texts]
    return bool(wanted) and all([await run.looks.holds(e, run.looks.seen) for e in wanted])


async def _not_borne(run: Session, files: KeptInFiles) -> Sequence[PlanStep]:
    """The steps whose effect nobody saw. What was typed was, where a file that was saved afterwards
    holds just that, however little the program tells of its document, or that of it anew."""
    steps = [*run.steps.done_not_seen, *gone_with_its_window(run)]
    if (unseen := _last_not_seen(run)) and held.is_so_elsewhere(unseen, run.looks.seen):
        steps = steps[:-1]
    written = [
        each
        for each in _files_not_seen(run, run.looks.seen)
        if await run.looks.holds(c.FileExists(each.path, each.text), run.looks.seen)
        or await files.is_new(run, each.path, each.text or "")
    ]
    steps = [each for each in steps if each.expected_change not in written]
    steps = [each for each in steps if not await files.has_come(run, each)]
    saved = [each for each in run.steps.completed if isinstance(each.expected_change, c.FileSaved)]
    if not saved or not any(isinstance(step.action, TypeText) for step in steps):
        return steps
    typed = "".join(
        step.action.text
        for step in run.steps.completed
        if isinstance(step.action, TypeText) and step.intent != saved[-1].intent
    )
    path = getattr(saved[-1].expected_change, "path", "")
    if not typed or not await run.looks.holds(c.FileExists(path, typed), run.looks.seen):
        return steps
    return [step for step in steps if not isinstance(step.action, TypeText)]


def _descriptions(steps: Sequence[PlanStep]) -> str:
    return "; ".join(step.description for step in steps)


class WeighedParts(facts.Frozen):
    """``seen`` and ``excluded`` are sentences; of ``not_seen`` the parts' own words."""

    seen: tuple[str, ...] = ()
    excluded: tuple[str, ...] = ()
    not_seen: tuple[str, ...] = ()


async def weigh_parts(
    parts: Sequence[GoalPart],
    looks: Looking,
    now: Situation,
    first: Situation | None,
    named_on: Situation | None = None,
) -> WeighedParts:
    """Look for each part in ``now``, which was seen last. ``first`` is what was there before the
    run; None where what stands there already counts, as the evidence of an answer does. A text of
    the page on which they were named may be gone again by now, as a notice is after seconds."""
    seen, excluded, not_seen = list[str](), list[str](), list[str]()
    was_cut = first is not None and any(zone.is_cut for zone in first.zones)
    whole = await looks.read_whole(now, {zone.zone_id for zone in now.zones_in_sight})
    for part in parts:
        wanted = part.shown_by
        if wanted is None or (first is not None and _stood_there(wanted, first)):
            not_seen.append(part.words)
            continue
        words, drawn = f"{part.words}: {c.condition_words(wanted)}", _drawn(wanted, whole)
        if drawn and _is_left_unticked(wanted, whole):
            not_seen.append(part.words)
        elif drawn and await _is_read(wanted, drawn, looks, now, first):
            seen.append(f"{words}, as read in the picture")
        elif not drawn and (
            await looks.holds(wanted, now)
            or (held.shows(whole, wanted) and not (was_cut and _is_of_any_zone(wanted)))
            or _can_be_read(wanted, now)
            or (named_on is not None and _can_be_read(wanted, named_on))
        ):
            is_none = _is_inside_a_word(wanted, whole) or _is_left_unticked(wanted, whole)
            (not_seen if is_none else seen).append(part.words if is_none else words)
        elif held.is_excluded(wanted, whole) and not (
            isinstance(wanted, c.ZoneValue)  # it may be painted in a field that tells no text
            and await _is_read(wanted, [wanted.zone_id], looks, now, None)
        ):
            excluded.append(f"{part.words}: it is not so that {c.condition_words(wanted)}")
        else:
            not_seen.append(part.words)
    return WeighedParts(tuple(seen), tuple(excluded), tuple(not_seen))


def _drawn(wanted: c.Condition, now: Situation) -> list[str]:
    """The zones that bear it, where no program tells that: a reader of pictures or a model saw it
    there, or nothing is told of what is in the zone. Empty where it is told, or nowhere."""
    match wanted:
        case c.TextShown(zone_id=zone_id) if not _can_be_read(wanted, now):
            places = list(held.places_of(wanted, now))
            is_told = any((each.named_by or each.source).tells for each in places)
            found = [each.zone_id for each in places] or [zone_id] * bool(zone_id)
            return [] if is_told else found[:_MOST_PLACES]
        case c.ZoneValue(zone_id=zone_id) if (zone := now.zone(zone_id)) is not None:
            return [] if zone.source.tells else [zone_id]
    return []


async def _is_read(
    wanted: c.Condition, ids: Sequence[str], looks: Looking, now: Situation, first: Situation | None
) -> bool:
    """Surely, in the picture of one of these zones, and not at all in that of before the run."""
    text = getattr(wanted, "text", "")
    before = (await looks.read_whole(first, ids, drawn="")).zones if first is not None else ()
    old = [zone.zone_id for zone in before if zone.is_cut or has_words(text, zone.value)]
    zones = (await looks.read_whole(now, ids, drawn=text)).zones
    new = (zone for zone in zones if zone.zone_id in ids and zone.zone_id not in old)
    return any(has_words(text, zone.value) for zone in new)


def _stood_there(wanted: c.Condition, first: Situation) -> bool:
    return _is_of_any_zone(wanted) and (held.shows(first, wanted) or _can_be_read(wanted, first))


def _is_of_any_zone(wanted: c.Condition) -> bool:
    return isinstance(wanted, c.TextShown) and not wanted.zone_id


def _can_be_read(wanted: c.Condition, now: Situation) -> bool:
    """A text stands on the web page, in view or not."""
    if not isinstance(wanted, c.TextShown) or wanted.zone_id or now.page is None:
        return False
    return has_words(wanted.text, now.page.reading)


def _is_inside_a_word(wanted: c.Condition, now: Situation) -> bool:
    """A piece of something longer ("42" in "1428") bears nothing, nor does what is masked."""
    if not isinstance(wanted, c.ZoneValue) or not wanted.contains:
        return False
    zone = now.zone(wanted.zone_id)
    if zone is not None and zone.role is Role.COMBO_BOX and held.has_chosen(zone, wanted.text):
        return False
    return zone is None or not has_words(wanted.text, zone.value)


def _is_left_unticked(wanted: c.Condition, now: Situation) -> bool:
    """A text that only names what can be ticked, and is not: it stands there either way."""
    places = list(held.places_of(wanted, now)) if isinstance(wanted, c.TextShown) else []
    return bool(places) and all(z.role.is_checkable and not z.is_checked for z in places)
