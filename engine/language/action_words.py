"""Actions in an operator's words: "Click “Save”". The one table of them: plans, the approval card,
prompts and reports all read so, and who compares what was said compares the same words."""

import re
import sys

from engine.domain import actions, conditions, spaces
from engine.domain.plans import GLOBAL_ZONE_ID, REPLAN_WORDS, PlanStep
from engine.domain.zones import Window, Zone
from engine.language.folding import disguise_of, shown
from engine.language.keys import SIGNS
from engine.language.labels import shortened

_QUOTED = re.compile("“(.*?)…?”")


def thing_words(label: str) -> str:
    """“Save”; empty where it has no label. What is hidden in it is told with it."""
    if not label.strip():
        return ""
    disguise = disguise_of(label)
    return f"“{shown(shortened(label))}”" + (f" (which {disguise})" if disguise else "")


def zone_words(zone: Zone) -> str:
    """“Save”, or "the text area" where it has no label."""
    return thing_words(zone.label) or f"the {zone.role}"


def window_words(window: Window, site: str = "") -> str:
    """“note.txt” of mousepad; of a page, whose ``site`` it is."""
    title, whose = thing_words(window.title), site or window.application
    title = title or "a window without a title"
    return f"{title} of {whose}" if whose else title


def chord_words(keys: tuple[str, ...]) -> str:
    """ "Ctrl+S", as it is printed on keys."""
    named = (SIGNS.get(key) or key.replace("_", " ") for key in keys)
    return "+".join(key.upper() if len(key) == 1 else key.title() for key in named)


def action_words(action: actions.Action, thing: str = "", *, end: str = "", tab: str = "") -> str:
    """What is done and to what: ``thing`` and a drag's ``end`` in ``zone_words`` or
    ``thing_words``; ``tab`` is the title of a tab that is switched to."""
    on = f" {thing}" if thing else ""
    match action:
        case actions.Click(half="down"):
            return f"Hold the button down{_held(action.modifiers)}{_spot(action.at, thing) or on}"
        case actions.Click(half="up"):
            where = _spot(action.at, thing) or (f" at{on}" if on else "")
            return f"Let go of what is held down{where}"
        case actions.Click(button="right"):
            return f"Right-click{_held(action.modifiers)}{_spot(action.at, thing) or on}"
        case actions.Click(count=count):
            held = f" and hold for {action.hold_secs:g} s" if action.hold_secs else ""
            how = "Double-click" if count > 1 else "Click"
            return f"{how}{_held(action.modifiers)}{_spot(action.at, thing) or on}{held}"
        case actions.TypeText(text=text, chooses=True):
            return f"Choose “{typed_words(text)}”" + (f" in{on}" if on else "")
        case actions.TypeText(text=text):
            sends = " and press Return" if text.endswith("\n") else ""
            return f"Type “{typed_words(text)}”" + (f" into{on}" if on else "") + sends
        case actions.PressKeys(keys=keys):
            return f"{'Hold' if action.half else 'Press'} {chord_words(keys)}"
        case actions.Scroll():
            how_far = " to the end" if action.to_end else ""
            how_far = f" until “{shortened(action.until)}” is in sight" if action.until else how_far
            where = f" in{on}" if on else ""
            return f"Scroll {_way(action)}{_held(action.modifiers)}{where}{how_far}"
        case actions.Drag(strokes=strokes) if strokes:
            if len(strokes) > 1:
                return f"Draw {len(strokes)} strokes{_held(action.modifiers)} in {_area(thing)}"
            way = f"{_share(strokes[0][0])} to {_share(strokes[0][-1])}"
            return f"Drag{_held(action.modifiers)} from {way} of {_area(thing)}"
        case actions.Drag():
            return f"Drag{on}" + (f" to {end}" if end else "")
        case actions.Launch(application=application):
            return f"Launch {application}"
        case actions.FocusWindow(title=title):
            return f"Bring “{shortened(title)}” to the front"
        case actions.Wait(secs=secs):
            return f"Wait up to {secs:g} second{'' if secs == 1 else 's'}"
        case actions.Replan():
            return REPLAN_WORDS
        case actions.Navigate(url=url):
            return f"Open {url}"  # whole: its end may be what matters
        case actions.Search(words=words):
            return f"Search for “{shortened(words)}”" + (f" with{on}" if on else "")
        case actions.GoBack():
            return "Go back a page"
        case actions.GoForward():
            return "Go forward a page"
        case actions.SwitchTab():
            return f"Switch to the tab “{shortened(tab)}”" if tab else "Switch to another tab"
        case actions.CloseTab():
            return "Close the tab"
        case actions.ScrollTo():
            return f"Scroll to{on}" if on else "Scroll to another place of the page"
        case actions.TakeScreenshot():
            return "Take a picture of the page"


def own_step(action: actions.Action, zone: Zone | None = None, end: Zone | None = None) -> PlanStep:
    """The operator's own step, upon the zone or without one; ``end`` is a drag's."""
    thing = zone_words(zone) if zone is not None else ""
    words = action_words(action, thing, end=zone_words(end) if end is not None else "")
    expected = conditions.NewWindow() if isinstance(action, actions.Launch) else None
    zone_id, label = (zone.zone_id, zone.label) if zone is not None else (GLOBAL_ZONE_ID, "")
    return PlanStep(1, zone_id, label, action, words, expected)


def asked_words(step: PlanStep) -> str:
    """What a person is asked about: the step's own words, which may be a model's, and what is
    really done where they don't say to what, or with which text, and that whole."""
    done, said = action_words(step.action, thing_words(step.zone_label)), step.description
    text = getattr(step.action, "text", getattr(step.action, "words", ""))
    whole = typed_words(text, sys.maxsize)  # with quotes of its own it is no part between quotes
    done = done.replace(typed_words(text), whole)
    parts = [whole, *(_QUOTED.findall(done.replace(whole, "")) or [done.partition(" ")[2]])]
    is_said = all(part.casefold() in shown(said).casefold() for part in parts)
    return said if is_said else f"{said}\nThat is: {done}"


def typed_words(text: str, most_chars: int = 60) -> str:
    """Where it is spaces alone, each of them is shown."""
    spoken = " ⏎ ".join(text.splitlines()).strip() or "␣" * text.count(" ")
    return shortened(spoken, most_chars)


def _held(modifiers: tuple[str, ...]) -> str:
    return f" with {chord_words(modifiers)}" if modifiers else ""


def _share(spot: spaces.Spot) -> str:
    return f"{spot.x:.0%}, {spot.y:.0%}"


def _area(thing: str) -> str:
    return thing or "the screen"


def _spot(at: spaces.Spot | None, thing: str) -> str:
    return f" at {_share(at)} of {_area(thing)}" if at is not None else ""


def _way(action: actions.Scroll) -> str:
    if action.down:
        return "down" if action.down > 0 else "up"
    return "right" if action.right > 0 else "left"


_PAIRS = (
    *(("next", "back"), ("next", "previous"), ("forward", "back"), ("forward", "backward")),
    *(("move up", "move down"), ("up", "down"), ("zoom in", "zoom out"), ("expand", "collapse")),
    *(("show", "hide"), ("increase", "decrease"), ("undo", "redo"), ("+", "-")),
    *(("expand all", "collapse all"), ("maximize", "restore")),
    *(("play", "pause"), ("start", "stop"), ("enable", "disable"), ("lock", "unlock")),
    ("connect", "disconnect"),
)


def counterparts(label: str) -> tuple[str, ...]:
    """The labels that undo what one does, as ``labels.plain`` has them: "stop", for "start", and
    "previous month", for "next month"."""
    both = (*_PAIRS, *((other, one) for one, other in _PAIRS))
    turned = (f" {label} ".replace(f" {one} ", f" {other} ").strip() for one, other in both)
    return tuple(dict.fromkeys(each for each in turned if each != label))
