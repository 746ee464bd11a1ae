"""From clauses to one segment: plans each remaining clause until the screen will have changed.

What a clause names and is not in sight is looked for by a step that only local planning can reach,
where something may still hide it. Once it is in sight, the clause is planned as ever."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from engine.domain import conditions, errors, local_planning, plans
from engine.domain.actions import Click, FocusWindow, Scroll, TypeText, Wait
from engine.domain.conditions import Condition, TextShown, ZoneShown, condition_words
from engine.domain.zones import ACTIONABLE_ROLES, EDITABLE_ROLES, Role, State, Window, Zone
from engine.language.goals import clauses as c
from engine.language.goals.targets import read_counted
from engine.language.labels import has_words, normal, quoted
from engine.states import conditions_held, dialogs, expected, marking
from engine.thinking.offline import planning_pointing as pointing
from engine.thinking.offline import planning_saving as saving
from engine.thinking.offline import planning_windows
from engine.thinking.offline.applications import file_of, full_path
from engine.thinking.offline.desk import DIALOG_BUTTONS, Desk, NotInSight, Progress
from engine.thinking.offline.local_view import LocalView
from engine.thinking.offline.matching import EXACT, SPACELESS, gap_px, words_score
from engine.thinking.offline.planning_typing import plan_rename, plan_type

_TEXTS = frozenset({Role.LABEL, Role.HEADING, Role.CELL})
_VALUED_ROLES = EDITABLE_ROLES | _TEXTS | {Role.SLIDER, Role.STATUS, Role.PROGRESS_BAR}
_SELECTED_ROLES = frozenset({Role.TAB, Role.LIST_ITEM, Role.TREE_ITEM, Role.CELL})
_ANYWHERE = frozenset({"result", "display", "screen", "output", "answer", "text"})
_DRAWN_SECS = 10.0
_BARE_ROLES = _TEXTS - {Role.CELL} | {Role.MENU, Role.MENU_BAR, Role.STATUS}
_PLACES = _ANYWHERE | {"status bar", "title bar", "toolbar", "dialog", "window"}


def plan_expect(desk: Desk, clause: c.Expect) -> Progress:
    """A wait with a condition, which only looks: it aims at nothing, so that nothing is opened for
    it. What a wait already showed in vain fails for good."""
    if clause.what == "gone" and _zone_in_sight(desk, clause.target) is None:
        if clause.target.within and not desk.finder.has_place(clause.target):
            raise desk.not_in_sight(clause.target.within)
        if desk.steps:
            raise desk.cannot("it may still appear.")
        condition: Condition = conditions.ZoneGone("", clause.target.said)
        if conditions_held.unread_window(condition, desk.situation) is None:
            return desk.note(f"{quoted(clause.target.said)} is not in sight.")
    else:
        condition = _condition(desk, clause)
    if desk.failed and not expected.already_holds(condition, desk.situation):
        raise desk.cannot(f"it is not so that {condition_words(condition)}.")
    words = f"Check that {condition_words(condition)}"
    desk.add(None, Wait(clause.patience_secs), words, condition)
    return Progress.CHANGES if clause.patience_secs > Wait().secs else Progress.DONE


def _typed(desk: Desk, text: str) -> str:
    """What the run itself has typed and holds the text: what is waited for is no part of it."""
    steps = (*desk.request.completed, *desk.steps)
    typed = [step.action.text for step in steps if isinstance(step.action, TypeText)]
    return "\n".join(each for each in typed if normal(text) in normal(each))


def _condition(desk: Desk, clause: c.Expect) -> Condition:
    target = clause.target
    said = target.words or target.said
    match clause.what:
        case "window":
            return conditions.WindowShown(said)
        case "file":
            return conditions.FileExists(full_path(desk.situation, said, target.within))
        case "gone":
            zone = _must_see(desk, target)
            return conditions.ZoneGone(zone.zone_id, zone.label)
        case "value":
            # in the field, in the text that is called so, or in the one beside that
            value = clause.value
            if not target.within and normal(target.said) in _PLACES:
                within = "" if normal(target.said) in _ANYWHERE else target.said
                return conditions.TextShown(value, within)
            zone = _must_see(desk, target, _VALUED_ROLES)
            if clause.exact and zone.role.is_field and zone.source.tells:
                return conditions.ZoneValue(zone.zone_id, zone.label, value)
            is_text = zone.role in _TEXTS and not zone.value
            if is_text and words_score(target.words, zone.label) >= EXACT:
                zone = _beside(desk, zone) or zone
            return conditions.TextShown(value, zone.label or target.said, zone.zone_id)
        case "on" | "off":
            zone = _must_see(desk, target)
            state = _state_of(desk, zone, usable=clause.usable)
            return conditions.ZoneState(zone.zone_id, zone.label, state, clause.what == "on")
        case _ if target.roles and target.words:
            role = next(iter(target.roles)) if len(target.roles) == 1 else None
            return conditions.ZoneShown(said, role)
        case _:
            text = target.whole or said
            typed = _typed(desk, text) if clause.patience_secs > Wait().secs else ""
            return conditions.TextShown(text, target.within, typed=typed)


def _state_of(desk: Desk, zone: Zone, *, usable: bool) -> State:
    if zone.role.is_checkable:
        return State.CHECKED
    if usable:
        return State.ENABLED
    if zone.role in _SELECTED_ROLES:
        return State.SELECTED
    raise desk.cannot(f"{zone.words} is nothing that is on or off.")


def _beside(desk: Desk, label: Zone) -> Zone | None:
    """The text to the right of a mere name, or beneath it."""
    texts = [zone for zone in desk.situation.zones_in_sight if zone.label or zone.value]
    near = [
        (gap, zone) for zone in texts if zone != label and (gap := gap_px(label, zone)) is not None
    ]
    return min(near, key=lambda each: each[0], default=(0.0, None))[1]


def _must_see(desk: Desk, target: c.Target, roles: frozenset[Role] = ACTIONABLE_ROLES) -> Zone:
    """The zone that is in sight. Raises ``PlanFailed``: a check opens nothing."""
    zone = _zone_in_sight(desk, target, roles)
    if zone is None:
        raise desk.cannot(f"{quoted(target.said)} is not in sight, and a check only looks.")
    return zone


def _zone_in_sight(
    desk: Desk, target: c.Target, roles: frozenset[Role] = ACTIONABLE_ROLES
) -> Zone | None:
    """Called so in whole words, wherever text recognition may have slipped."""
    found = desk.find(target, roles)
    if found is None or not found.zone.on_screen:
        return None
    has_slipped = found.zone.label and not has_words(target.words or target.said, found.zone.label)
    return None if has_slipped and found.score < SPACELESS else found.zone


ALL_DONE = "Everything that the goal asks for is done."
NOTHING_LEFT = "Nothing is left to do but what was left out."


def plan_segment(readings: Sequence[c.Intent], request: plans.PlanRequest) -> plans.PlanSegment:
    """The next segment. A clause is over where it takes a step that the operator left out.
    Raises ``PlanFailed`` where not even one step can be planned."""
    aside = {(step.intent, step.description) for step in request.skipped if step.intent}
    over = {step.intent for step in (*request.completed, *request.skipped) if step.completes_intent}
    while left := c.remaining(readings, lambda each: each.key in over):
        segment = _plan_what_is_left(left, request)
        again = {each.intent for each in segment.steps if (each.intent, each.description) in aside}
        if not again - over:
            return segment
        over.update(again)
    desk = Desk(request, readings[-1])
    if not request.skipped and saving.go_on_to_save(desk):
        return desk.segment(finishes=True)
    reason = NOTHING_LEFT if request.skipped else ALL_DONE
    return plans.PlanSegment((), finishes=True, reason=reason, is_looked_up=True)


def _plan_what_is_left(left: Sequence[c.Intent], request: plans.PlanRequest) -> plans.PlanSegment:
    desk = Desk(request, left[0])
    if planning_windows.leave_greeting(desk):
        return desk.segment(finishes=False)
    for intent in left:
        try:
            progress = _plan_intent(desk, intent)
        except NotInSight as missing:
            return plan_seeking(desk, missing)
        is_last = intent is left[-1]
        if progress is Progress.UNFINISHED or (progress is Progress.CHANGES and not is_last):
            if not desk.steps:
                raise desk.cannot("no step towards it is known.")
            return desk.segment(finishes=False)
    nothing = NOTHING_LEFT if request.skipped else ALL_DONE
    return desk.segment(finishes=True, reason="" if desk.steps else nothing)


def _plan_intent(desk: Desk, intent: c.Intent) -> Progress:
    """One clause. What can't be planned yet, after other steps, is planned after looking again."""
    desk.intent = intent
    before = len(desk.steps)
    try:
        progress = PLANNERS[type(intent.clause)](desk, intent.clause)
    except errors.PlanFailed:
        del desk.steps[before:]
        if not desk.steps:
            raise
        return Progress.UNFINISHED
    if progress is not Progress.UNFINISHED:
        desk.complete()
    return progress


def _plan_open(desk: Desk, clause: c.Open) -> Progress:
    file = file_of(clause, desk.situation)
    return saving.plan_open_file(desk, file) if file else planning_windows.plan_open(desk, clause)


PLANNERS: Mapping[type[c.Simple], Callable[[Desk, Any], Progress]] = {
    c.Context: planning_windows.plan_context,
    c.Open: _plan_open,
    c.OpenFile: saving.plan_open_file,
    c.Point: pointing.plan_point,
    c.Named: pointing.plan_named,
    c.MenuPath: pointing.plan_menu_path,
    c.Press: pointing.plan_press,
    c.ScrollBy: pointing.plan_scroll,
    c.DragTo: pointing.plan_drag,
    c.Rename: plan_rename,
    c.Tick: pointing.plan_tick,
    c.Choose: pointing.plan_set,
    c.SetTo: pointing.plan_set,
    c.TypeIn: plan_type,
    c.Save: saving.plan_save,
    c.SaveAs: saving.plan_save_as,
    c.Close: planning_windows.plan_close,
    c.Pause: lambda desk, clause: desk.add(
        None, Wait(clause.secs), f"Wait {clause.secs:g} seconds"
    ),
    c.Expect: plan_expect,
}
"""All clauses but those that are said on the web only."""


_SEEKING = (c.Open, c.Point, c.Tick, c.SetTo, c.TypeIn, c.MenuPath)


def plan_seeking(desk: Desk, missing: NotInSight) -> plans.PlanSegment:
    """Raises ``missing`` again where looking for it is of no use, or was done already. A window of
    the same program that lies beneath is brought to the front first, a tooltip is left, and a row
    that the step before only marked is opened."""
    if (beneath := _window_beneath(desk, missing.words)) is not None:
        planning_windows.bring_to_front(desk, beneath)
        return desk.segment(finishes=False)
    if _uncover(desk):
        return desk.segment(finishes=False)
    failed = desk.request.failed
    before = [*desk.done_here, *([failed.step] if failed else ())]
    before = [each for each in before if each.action != Click(count=2)]  # that opened no marked row
    waits, sought = Wait(_DRAWN_SECS), (TextShown(missing.words), ZoneShown(missing.words))
    waited = [each.expected_change for each in before if each.action == waits]
    # the words may stand in what another thing says
    awaited = sought[sought[0] in waited or conditions_held.shows(desk.situation, sought[0])]
    is_label = read_counted(missing.words) is None  # "the fifth item" is called nothing
    step = plans.PlanStep(
        step_number=1,
        zone_id=plans.SOUGHT_ZONE_ID,
        zone_label="",
        action=Wait(0.0),
        description=f"Look for {quoted(missing.words)}",
        expected_change=sought[1],  # where it is hidden, a part is not the thing
        intent=desk.intent.key,
    )
    if is_label and awaited not in waited and _is_coming(desk, is_first=not before):
        step = replace(step, zone_id=plans.GLOBAL_ZONE_ID, action=waits, expected_change=awaited)
    elif planning_windows.open_marked(desk):
        return desk.segment(finishes=False)
    elif len(before) > len(waited) or not _may_be_sought(desk, step, is_label=is_label):
        raise missing
    return plans.PlanSegment((step, plans.look_again(2)), finishes=False)


def _is_coming(desk: Desk, *, is_first: bool) -> bool:
    """Its picture is being read still, or the program gets ready: nothing is told of its window yet
    (which may be drawn), or nothing to act upon but menus, or how far it has come, or it is only
    drawn while no window has the keyboard."""
    zones = desk.zones_in_front()
    told = [zone for zone in zones if zone.label or zone.role.is_field or zone.role.is_picture]
    has_content = any(z.role not in _BARE_ROLES for z in told)
    is_drawn = all(zone.source.is_drawn for zone in zones)
    is_splash = is_drawn and desk.situation.active_window is None  # one that was not declared
    is_busy = any(z.role is Role.PROGRESS_BAR for z in zones) or not has_content or is_splash
    return desk.situation.is_being_read or (is_first and desk.front is not None and is_busy)


def _window_beneath(desk: Desk, words: str) -> Window | None:
    """A modal dialog of the window in front that lies under it and keeps it from answering, or any
    for a button that dialogs have; else the largest window of its program beside it, where that may
    cover a part of it. None that was brought to the front for this clause."""
    front = desk.front
    if front is None or front.is_dialog or desk.failed is not None:
        return None
    tried = {s.action.title for s in desk.done_here if isinstance(s.action, FocusWindow)}
    windows = [w for w in desk.situation.windows if w.title not in ("", front.title, *tried)]
    beneath = [
        each
        for each in windows
        if dialogs.lies_over(front, each) and not each.is_dialog
        if each.bounds_px.area > front.bounds_px.area
    ]
    is_of_dialogs = normal(words) in DIALOG_BUTTONS
    under = [w for w in windows if is_of_dialogs and w.is_dialog and dialogs.lies_over(front, w)]
    holding = [each for each in dialogs.holding_up(front, desk.situation) if each in windows]
    return max(holding or under or beneath, key=lambda each: each.bounds_px.area, default=None)


def _uncover(desk: Desk) -> bool:
    """Once for a clause the pointer leaves what has a tooltip, which may cover what is meant."""
    has_failed = desk.failed is not None and not isinstance(desk.failed_action, Wait)
    tried = has_failed or any(isinstance(step.action, Scroll) for step in desk.done_here)
    leaves = None if tried or desk.situation.is_being_read else marking.leaving_hint(desk.situation)
    if leaves is not None:
        desk.add(None, leaves.action, leaves.description, leaves.expected_change)
    return leaves is not None


def _may_be_sought(desk: Desk, step: plans.PlanStep, *, is_label: bool) -> bool:
    if not is_label or not isinstance(desk.intent.clause, _SEEKING):
        return False
    goal = local_planning.LocalGoal(step.description, step, "", step.expected_change)
    situation = desk.situation
    view = LocalView(local_planning.LocalRequest(desk.request.goal, goal, situation, situation))
    return bool(view.leads() or view.openers())
