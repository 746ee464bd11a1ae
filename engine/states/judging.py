"""Judging what a step brought about: seen, contradicted, or can't tell, with the evidence.

Evidence of an effect is new: what stood there before the action is none, unless the step asks for
a state, which counts where it holds. What was expected and is not seen is contradicted only by an
observation that excludes it; where something else changed, nobody can tell."""

from dataclasses import replace
from pathlib import PurePosixPath

from engine.domain import conditions as c
from engine.domain.actions import Click, Launch, PressKeys, TypeText, Wait
from engine.domain.performing import Looks
from engine.domain.plans import PlanStep
from engine.domain.spaces import Rect
from engine.domain.verdicts import Judgement, cant_tell, contradicted, seen
from engine.domain.zones import Role, State, fits_mask
from engine.language.labels import has_words, quoted
from engine.language.typed_texts import Likeness, count_of, likeness
from engine.states import conditions_held as held
from engine.states import dialogs, marking, spots
from engine.states import differences as diff

_NOTHING = "nothing changed: no window, no text, not the picture"


def judge(step: PlanStep, looks: Looks) -> Judgement:
    """What became of the step's expected change, or of the step where it expects none."""
    condition = step.expected_change
    if (
        condition is not None
        and held.is_untold(condition, looks.now)
        and not held.holds(condition, looks)
    ):
        return cant_tell("nobody can look at the windows and files of that machine")
    match step.action:
        case Wait(secs=secs) if condition is None:
            return seen(f"{secs:g} seconds passed")
        case Wait(secs=secs) if condition is not None:
            if secs <= Wait().secs and (window := held.unread_window(condition, looks.now)):
                return cant_tell(f"not all is read of what {quoted(window.name)} draws")
            return _checked(condition, looks)
        case Launch(application=name):
            return _started(step, name, looks)
        case _:
            now, aside = dialogs.without_asides(step, looks.before, looks.now)
            judged = _judge(step, condition, replace(looks, now=now))
            if judged.is_seen or not aside:
                return judged
            return cant_tell(f"{quoted(aside)} came up, which may be for another reason")


def _judge(step: PlanStep, condition: c.Condition | None, looks: Looks) -> Judgement:
    match condition:
        case c.AnyOf(conditions=either) if other := held.other_file(
            either, looks.before, looks.now
        ):
            return contradicted(f"the title {quoted(other)} names another file")
        case c.AnyOf(conditions=conditions):
            return _best([_judge(step, each, looks) for each in conditions])
        case None | c.SomethingChanges():
            return _changed(step, condition, _still(looks, step))
        case c.ZoneValue():
            return _holds_value(condition, looks)
        case c.FileSaved() | c.FileExists():
            found, more = _file(condition, looks), dialogs.asks_on(step, looks.before, looks.now)
            if more is None or not found.is_contradicted:
                return found
            return cant_tell(*found.evidence, f"{quoted(more.name)} came up, to be filled in")
        case c.TextShown():
            words, looks = quoted(condition.text), _still(looks, step)
            if (place := held.newly_told(condition, looks.before, looks.now)) is not None:
                return seen(f"{words} stands in {place.words}")
            if any(held.places_of(condition, looks.now)):
                return cant_tell(f"{words} stood there before")
            return _instead(step, condition, looks)
        case _ if held.holds(condition, looks):
            return seen(_stands(condition, looks))
        case _:
            return _excluded(condition, looks) or _instead(step, condition, looks)


def _still(looks: Looks, step: PlanStep) -> Looks:
    """Without what changed by itself before, where it tells something else now: that bears no
    effect, but of the step's zone and of what has the keyboard."""
    both, restless = (looks.before, looks.now), looks.before.restless
    told = [{(z.zone_id, z.own_label, z.value) for z in each.zones} for each in both]
    kept = {known for known, *_ in told[0] & told[1]} | {step.zone_id}
    kept |= {each.zone_id for each in looks.before.zones if State.FOCUSED in each.state}
    zones = [
        tuple(z for z in each.zones if z.zone_id in kept or marking.restless_key(z) not in restless)
        for each in both
    ]
    before, now = (replace(each, zones=own) for each, own in zip(both, zones, strict=True))
    return replace(looks, before=before, now=now) if restless else looks


def _best(judged: list[Judgement]) -> Judgement:
    """Of several effects: one that is seen, else one that may be, else what excludes all."""
    best = min(judged, key=lambda one: (not one.is_seen, one.is_contradicted))
    if not best.is_contradicted:
        return best
    return contradicted(*dict.fromkeys(words for one in judged for words in one.evidence))


# --- kinds of effects


def _checked(condition: c.Condition, looks: Looks) -> Judgement:
    """A check only looks: what it asks for is there, or it is not, or nothing tells of it."""
    if not held.holds(condition, looks):
        return _excluded(condition, looks) or contradicted("nothing in sight shows that")
    match condition:
        case c.TextShown(text=text):
            place = next(held.places_of(condition, looks.now))
            return seen(f"{quoted(text)} stands in {held.where_of(place, looks.now)}")
        case c.ZoneShown():
            zone = next(held.called_so(condition, looks.now))
            return seen(f"{held.where_of(zone, looks.now)} is in sight")
        case c.AnyOf(conditions=conditions):
            return _best([_checked(each, looks) for each in conditions])
        case c.FileSaved() | c.FileExists():
            return _file(condition, looks)
        case _:
            return seen(_stands(condition, looks))


def _started(step: PlanStep, name: str, looks: Looks) -> Judgement:
    """A new, usable window of a process that began since, or of the program that was running and
    was handed the start; a title that merely holds the name is none."""
    new = [w for w in looks.now.windows_since(looks.before) if not w.is_splash]
    for window in new:
        title = quoted(window.name)
        if window.started_at_secs >= looks.since_secs - _CLOCK_SECS:
            return seen(f"the window {title} of a process that was started then came up")
        if has_words(name, window.application):
            return seen(f"the window {title} of {window.application} came up")
    if new:
        titles = ", ".join(quoted(window.name) for window in new)
        return cant_tell(f"{titles} came up, which does not tell that it belongs to {name}")
    if (told := _told(step, looks)) or _changed_pixels(looks, None) > spots.CARET_PIXELS:
        return cant_tell(f"no new window of {name} came up", *told)
    return contradicted(f"no window of {name} came up", _NOTHING)


_CLOCK_SECS = 0.05
"""The kernel tells starts of processes in ticks of its clock."""


def _changed(step: PlanStep, condition: c.Condition | None, looks: Looks) -> Judgement:
    """That anything changes at all, but what the pointer itself brings about. A picture alone also
    changes by what a program does just then by itself."""
    zone = looks.before.zone(step.zone_id)
    if isinstance(step.action, Click) and zone is not None and diff.is_in_menu(zone, looks.before):
        return diff.behind_menu(zone, *marking.without_hints(looks.before, looks.now))
    told = _told(step, looks)
    if told and (terminal := diff.terminal_taking_line(step, looks.before)) is not None:
        typed = step.action.text.rstrip() if isinstance(step.action, TypeText) else ""
        return diff.of_line_taken(terminal, looks.now, typed)
    if told:
        both = tuple(marking.without_hints(looks.before, looks.now))
        is_marked = condition == c.SomethingChanges(opens=True) and diff.only_marks(*both)
        return (
            cant_tell(*told, "it is only marked")
            if is_marked
            else diff.seen_or_refused(told, *both)
        )
    if zone is not None and zone.source.tells and not zone.is_enabled:
        return contradicted(f"{zone.words} is greyed out")
    pixels = _changed_pixels(looks, spots.pointed_at(step, zone))
    if condition is None and pixels <= spots.CARET_PIXELS and not spots.spots_of(step.action):
        return cant_tell("nothing was expected that shows")
    if pixels > spots.CARET_PIXELS:
        share = pixels / (looks.now.frame.width * looks.now.frame.height)
        return cant_tell(f"the picture changed ({share:.1%} of it), and nothing tells by what")
    if pixels or _changed_pixels(looks, None):
        return cant_tell("only its own look changed" if zone else "the picture changed a little")
    return contradicted(_NOTHING) if condition is not None else cant_tell(_NOTHING)


def _holds_value(condition: c.ZoneValue, looks: Looks) -> Judgement:
    zone, was = looks.now.zone(condition.zone_id), looks.before.zone(condition.zone_id)
    if zone is None or not zone.source.tells:
        return cant_tell(f"{quoted(condition.label)} is not in sight any more")
    told = f"{zone.words} holds {quoted(zone.value)}"
    if zone.hidden_digest:
        told = f"{told}, part of which is masked"
        if not ((fits := fits_mask(zone.value, condition.text)) or condition.contains):
            return contradicted(told)  # by what of it is legible
        return seen(told) if fits and held.holds(condition, looks) else cant_tell(told)
    if zone.role is Role.COMBO_BOX and condition.contains:
        # what is chosen is the whole of it: "Red" is not "Dark Red", and may be "Red (default)"
        told = f"{zone.words} shows {quoted(zone.value or zone.label)}"
        if held.has_chosen(zone, condition.text):
            return seen(told)
        is_other = zone.value and not has_words(condition.text, zone.value)
        return contradicted(told) if is_other else cant_tell(told)
    if condition.contains:
        # once more than before; a value that did not change excludes it, but an empty one may be
        # that of something that never tells its text
        before = was.value if was is not None else ""
        if count_of(condition.text, zone.value) > count_of(condition.text, before):
            return seen(told)
        if zone.value != before:
            return cant_tell(f"{told}: the program made that of it")
        if not zone.value or zone.is_cut:
            return cant_tell(f"{zone.words} does not tell all that it holds")
        return contradicted(f"{told}, as before")
    match likeness(condition.text, zone.value):
        case Likeness.SAME:
            return seen(told)
        case Likeness.REWRITTEN:
            return cant_tell(f"{told}: the program made that of it")
        case _ if zone.is_cut:
            return cant_tell(f"{told}, and more")
        case _:
            return contradicted(told)


def _file(condition: c.FileSaved | c.FileExists, looks: Looks) -> Judgement:
    path, text = condition.path, condition.text
    now, was = looks.files[path], looks.files_before.get(path)
    if now.instead and now != was and now.modified_at_secs >= looks.since_secs - held.COARSE_SECS:
        # an ending of the program's own: the same file where none was asked for
        came = f"the file {(its := PurePosixPath(path)).with_name(now.instead)} was written"
        if its.suffix:
            return contradicted(f"there is no file {its}", f"{came}: the program added its ending")
        return seen(came) if held.holds_text(now, text) else cant_tell(f"{came} in its own form")
    if not now.exists:
        other = [f"there is {now.instead}"] if now.instead else []
        return contradicted(f"there is no file {path}", *other)
    if not held.holds_text(now, text):
        is_own = now != was and (now.is_packed or now.text is None)
        told = f"the file {path} holds something else"
        return cant_tell(f"{told}, in a form of its own") if is_own else contradicted(told)
    if isinstance(condition, c.FileExists):
        return seen(f"the file {path} is there")
    if was is not None and not was.exists:
        return seen(f"the file {path} is there, and was not before")
    if (was is None and held.holds(condition, looks)) or (was is not None and was != now):
        return seen(f"the file {path} was written")
    return contradicted(f"the file {path} is as old as before")


# --- what excludes an effect, and what came instead


def _excluded(condition: c.Condition, looks: Looks) -> Judgement | None:
    """What the windows or the zone itself tell against it."""
    match condition:
        case c.WindowGone(title=title):
            return contradicted(f"the window {quoted(title)} is still there")
        case c.WindowActive() if looks.now.active_window is not None:
            return contradicted(f"{quoted(looks.now.active_window.title)} is in front")
        case c.ZoneState(zone_id=zone_id, state=state) if state is not State.FOCUSED:
            zone = looks.now.zone(zone_id)
            if zone is None or not (zone.on_screen and zone.source.tells and zone.tells(state)):
                return cant_tell(f"nothing in sight tells whether {quoted(condition.label)} is so")
            is_not = "is" if state in zone.state else "is not"
            told = f"{zone.words} {is_not} {state}"
            if not held.tells_state(zone, state, looks.now):
                return None
            if diff.may_be_ticked(zone, looks.before, looks.now):
                return cant_tell(f"{told} by what it tells, and it looks otherwise")
            return contradicted(told)
        case _:
            return None


def _instead(step: PlanStep, condition: c.Condition, looks: Looks) -> Judgement:
    """It did not come, and nothing excludes it: what came instead, if anything did."""
    words = f"it was not seen that {c.condition_words(condition)}"
    zone = looks.before.zone(step.zone_id)
    if told := _told(step, looks):
        return cant_tell(words, *told)
    if spots.looks_otherwise(step, zone, looks.before.frame, looks.now.frame):
        return cant_tell(words, "the picture changed")
    is_blind = isinstance(step.action, TypeText) and (zone or looks.before.focused_zone) is None
    return cant_tell(words, "nothing tells what took it") if is_blind else contradicted(_NOTHING)


def _stands(condition: c.Condition, looks: Looks) -> str:
    """The condition as an observation, with whether it was so before."""
    before = looks.before
    is_of_change = isinstance(condition, c.NewWindow | c.WindowGone | c.ZoneGone)
    was_so = not is_of_change and held.holds(condition, Looks(before, before))
    match condition:
        case c.NewWindow():
            new = looks.now.windows_since(looks.before)[0]
            return f"the window {quoted(new.name)} came up"
        case c.WindowShown(title=title):
            called = [w for w in looks.now.windows if held.is_called(w, title)]
            return f"the window {quoted(called[0].name)} is there" + (", as before" * was_so)
        case c.ZoneState(label=label, state=state, present=present):
            how = "is" if present else "is not"
            return f"{quoted(label)} {how} {state}" + (", as before" * was_so)
        case _:
            return c.condition_words(condition) + (", as before" * was_so)


def _told(step: PlanStep, looks: Looks) -> tuple[str, ...]:
    keys, at = isinstance(step.action, PressKeys), bool(spots.spots_of(step.action))
    both = marking.without_hints(looks.before, looks.now)
    told = diff.told_differences(*both, counts_focus=keys, counts_figures=not at)
    return told[: diff.MOST_EVIDENCE]


def _changed_pixels(looks: Looks, besides: Rect | None) -> int:
    return spots.changed_pixels(looks.before.frame, looks.now.frame, besides=besides)
