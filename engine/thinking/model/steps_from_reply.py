"""From a model's reply to steps of the domain: the one place where the two meet.

What a step should bring about is the model's word where that can be checked, else the rule's. One
that can't be checked, or that holds already, is dropped, and nothing is made up in its place."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace

from engine.domain import actions, conditions, errors, local_planning, risks
from engine.domain.actions import Action
from engine.domain.plans import GLOBAL_ZONE_ID, PlanStep, ShownPicture, Situation, look_again
from engine.domain.web.sites import full_url
from engine.domain.zones import Window, Zone
from engine.language.action_words import action_words, thing_words, zone_words
from engine.language.amounts import numbers_in
from engine.language.keys import MODIFIERS
from engine.language.labels import normal, plain
from engine.states import conditions_held, expected, spots
from engine.thinking.model import replies
from engine.thinking.model.places import Strokes, label_from, places_from, zone_named


def expected_change(
    said: replies.StepReply, action: Action, zone: Zone | None, situation: Situation
) -> conditions.Condition | None:
    """The change to wait for and to judge by; None where nothing needs to be seen."""
    wanted = said_change(said, zone, situation)
    if isinstance(action, actions.Wait) and wanted is not None:
        return wanted  # where it is so already, there is nothing to wait for
    if isinstance(action, actions.Scroll) and action.until:
        return conditions.TextShown(action.until)
    if spots.spots_of(action) or actions.half_of(action):  # what that does is its own affair
        return None if wanted is None or _holds_now(wanted, situation) else wanted
    is_mere_echo = isinstance(action, actions.TypeText) and wanted == conditions.TextShown(
        action.text
    )
    if wanted is None or is_mere_echo or _holds_now(wanted, situation):
        is_at_focus = zone is None and not said.zone_id
        return expected.by_rule(action, situation.focused_zone if is_at_focus else zone, situation)
    return wanted


def said_change(
    said: replies.StepReply, zone: Zone | None, situation: Situation
) -> conditions.Condition | None:
    """What the model expects, as a condition that can be settled; None where that can't be."""
    kind, text = said.expected
    match kind:
        case "window":  # its title is a guess; that something opens at all is none
            return expected.after_launching(text) if text else conditions.NewWindow()
        case "closed":
            window = window_named(text, situation)
            return conditions.WindowGone(window.window_id, window.title) if window else None
        case "text":
            return conditions.TextShown(text) if text else None
        case "gone":
            gone = zone_named(text, situation) if text else zone
            shown = gone is not None and gone.on_screen
            return conditions.ZoneGone(gone.zone_id, gone.label) if gone and shown else None
        case "file" if text.startswith("/"):
            is_waited_for = said.action == "wait"  # by whom it was written since is no matter
            return (conditions.FileExists if is_waited_for else conditions.FileSaved)(text)
        case _:
            return None


def _holds_now(condition: conditions.Condition, situation: Situation) -> bool:
    texts = (e for e in conditions.either(condition) if isinstance(e, conditions.TextShown))
    is_said = any(conditions_held.shows(situation, each) for each in texts)
    return is_said or expected.already_holds(condition, situation)


def window_named(text: str, situation: Situation) -> Window | None:
    """The one window of that title; without a title the one in front."""
    if not text:
        return situation.active_window
    wanted = plain(text)
    found = [
        window
        for window in situation.windows
        if wanted and (wanted in plain(window.title) or wanted == plain(window.application))
    ]
    return found[0] if len(found) == 1 else None


_DESCRIPTION_CHARS = 160
_NOTCHES = 5
_MAX_NOTCHES = 50
_WAIT_SECS, _MAX_WAIT_SECS = 3.0, 30.0
_WAIT_FOR_SECS, _MAX_WAIT_FOR_SECS = 30.0, 600.0
_MAX_HOLD_SECS = 10.0
_HOLD = re.compile(r"(?i)\bhold\D*(?P<secs>\d+(\.\d+)?)")
_UNTIL = re.compile(r"(?is)\buntil\b\s*:?(?P<words>.+)")
_TO_END = re.compile(r"\b(end|bottom|top|beginning|start)\b")
_WITHOUT_ZONE = ("press", "launch", "focus_window", "go_back", "wait")


def steps_from(
    said: Sequence[replies.StepReply], situation: Situation, shown: ShownPicture | None = None
) -> tuple[PlanStep, ...]:
    """The steps, numbered from 1; ``shown`` is the picture in which places may be named."""
    return tuple(step_from(step, situation, number, shown) for number, step in enumerate(said, 1))


def step_from(
    said: replies.StepReply,
    situation: Situation,
    number: int = 1,
    shown: ShownPicture | None = None,
) -> PlanStep:
    """One step. What is not in sight keeps its name as zone_id: it is looked for locally. Raises
    ``ValueError`` for places that are none."""
    if said.action == "replan":
        return look_again(number)
    name = "" if said.action in _WITHOUT_ZONE else said.zone_id.strip()
    zone = zone_named(name, situation) if name else None
    strokes: Strokes = ()
    if said.at and said.action in replies.POINTING:
        zone, strokes = places_from(said.at, zone, bool(name), situation, shown)
    label = zone.label if zone else label_from(name)
    action = action_of(said, situation, strokes)
    if isinstance(action, actions.Search) and zone is None:
        zone = next((each for each in situation.zones if _is_search(each, situation)), None)
    return PlanStep(
        step_number=number,
        zone_id=zone.zone_id if zone else name or GLOBAL_ZONE_ID,
        zone_label=label,
        action=action,
        description=_description(said, action, zone, label, situation),
        expected_change=expected_change(said, action, zone, situation),
        asked_by=said.asked_by,
    )


def action_of(said: replies.StepReply, situation: Situation, strokes: Strokes = ()) -> Action:
    """What is done, and at which places; what a drag ends at is looked up on the screen."""
    text = said.text
    match said.action:
        case "click" | "double_click" | "right_click":
            return _click(said, strokes)
        case "type":
            return actions.TypeText(text)
        case "set_text":
            return actions.TypeText(text, replace=True)
        case "hold" if not (strokes or said.zone_id):
            return actions.PressKeys(said.chord, half="down")
        case "hold" | "release":
            return replace(_click(said, strokes), half="down" if said.action == "hold" else "up")
        case "press":
            return actions.PressKeys(said.chord)
        case "scroll":
            at = strokes[0][0] if strokes else None
            return replace(_scroll(text), at=at, modifiers=_modifiers(said))
        case "drag" if strokes:
            return actions.Drag(strokes=strokes, modifiers=_modifiers(said))
        case "drag":
            end = zone_named(text, situation)
            end_id = end.zone_id if end else text.strip()
            return actions.Drag(to_zone_id=end_id, modifiers=_modifiers(said))
        case "launch" | "navigate" if situation.page is not None:
            return actions.Navigate(full_url(text.strip(), situation.page.url))
        case "search":
            return actions.Search(text.strip())
        case "go_back":
            return actions.GoBack()
        case "go_forward":
            return actions.GoForward()
        case "switch_tab" | "focus_window" if situation.page is not None:
            return actions.SwitchTab(text.strip())
        case "launch":
            return actions.Launch(text.strip())
        case "focus_window":
            return actions.FocusWindow(text.strip())
        case "wait":
            waits_for = bool(said.expected[0])
            secs = _number_in(text, _WAIT_FOR_SECS if waits_for else _WAIT_SECS)
            return actions.Wait(min(secs, _MAX_WAIT_FOR_SECS if waits_for else _MAX_WAIT_SECS))
        case _:  # it moves no hand
            return actions.Replan()


def _is_search(zone: Zone, situation: Situation) -> bool:
    element = situation.element_of(zone)
    return element is not None and "search" in (
        element.input_type,
        element.role.removesuffix("box"),
    )


def _click(said: replies.StepReply, strokes: Strokes) -> actions.Click:
    hold = _HOLD.search(said.text)
    return actions.Click(
        button="right" if said.action == "right_click" else "left",
        count=2 if said.action == "double_click" else 1,
        modifiers=_modifiers(said),
        at=strokes[0][0] if strokes else None,
        hold_secs=min(float(hold["secs"]), _MAX_HOLD_SECS) if hold else 0.0,
    )


def _modifiers(said: replies.StepReply) -> tuple[str, ...]:
    """The keys that are held meanwhile; what holds nothing is left out."""
    return tuple(key for key in said.chord if key in MODIFIERS)


def _scroll(text: str) -> actions.Scroll:
    """ "down", "up 3", "right": by notches; "down to the end", "down until Total"."""
    until = _UNTIL.search(text)
    direction = (text[: until.start()] if until else text).casefold()
    to_end = until is None and _TO_END.search(direction) is not None
    notches = min(int(_number_in(direction, _NOTCHES)), _MAX_NOTCHES)
    is_back = any(word in direction for word in ("up", "left", "-", "top", "begin"))
    notches = -notches if is_back else notches
    is_across = "left" in direction or "right" in direction
    return actions.Scroll(
        0 if is_across else notches,
        notches if is_across else 0,
        to_end=to_end,
        until=until["words"].strip(" \"'“”") if until else "",
    )


def _number_in(text: str, otherwise: float) -> float:
    found = numbers_in(text)
    return float(abs(found[0])) if found else otherwise


def _description(
    said: replies.StepReply, action: Action, zone: Zone | None, label: str, situation: Situation
) -> str:
    """The model's own words in one line, or ours where it has none."""
    words = " ".join(said.description.split())
    if words:
        return words if len(words) <= _DESCRIPTION_CHARS else f"{words[:_DESCRIPTION_CHARS]}…"
    end = zone_named(said.text, situation) if isinstance(action, actions.Drag) else None
    thing = zone_words(zone) if zone is not None else thing_words(label)
    return action_words(action, thing, end=zone_words(end) if end else "")


_NAME_WORDS = 4
_OPTION_CHARS = 120


def proposal_from(
    reply: replies.ProposalReply, request: local_planning.LocalRequest
) -> local_planning.LocalProposal:
    """The next action. Raises ``PlanFailed`` where the model has none."""
    if not reply.steps:
        raise errors.PlanFailed(sentence(reply.reason) or "The model knows nothing left to try.")
    return local_planning.LocalProposal(
        step_from(reply.steps[0], request.situation, shown=request.shown),
        tuple(_options(reply.options)),
        tries=request.hint.name if request.hint else "",
        distance=reply.distance if isinstance(reply, replies.FirstProposalReply) else None,
    )


def assessment_from(reply: replies.AssessmentReply) -> local_planning.Assessment:
    return local_planning.Assessment(
        reply.distance, reply.is_reached, reply.is_reachable, sentence(reply.why)
    )


def undo_way_from(reply: replies.UndoReply, now: Situation) -> risks.UndoWay | None:
    """The way; None where the reply has no steps. What moves no hand is left out."""
    left_out = replies.MOVES_NOTHING | replies.HOLDING
    steps = steps_from([step for step in reply.steps if step.action not in left_out], now)
    if not steps:
        return None
    described = ", then ".join(step.description for step in steps)
    return risks.UndoWay(sentence(reply.words) or described, steps)


def _options(said: Iterable[str]) -> Iterable[local_planning.ExplorationOption]:
    """At most three, under names that differ."""
    names: set[str] = set()
    for words in filter(None, map(sentence, said)):
        name = "_".join(normal(words).split()[:_NAME_WORDS])
        if name not in names and len(names) < replies.MAX_OPTIONS:
            names.add(name)
            yield local_planning.ExplorationOption(name, words[:_OPTION_CHARS])


def sentence(text: str) -> str:
    return " ".join(text.split())
