"""Rating with an eye to what a guest was granted: what a step would do elsewhere is told with its
risk, and the policy refuses it, whatever the operator's rules say."""

from collections.abc import Callable
from dataclasses import replace

from engine.domain import actions
from engine.domain.guests import Granted
from engine.domain.plans import PlanStep, Situation
from engine.domain.ports import RiskRater
from engine.domain.risks import Risk
from engine.domain.web.sites import is_web
from engine.domain.zones import Window
from engine.language.keys import chord_of
from engine.language.labels import quoted
from engine.safety.leads_out import leaving_to_desktop
from engine.states.conditions_held import files_of
from engine.states.file_dialogs import is_of_files, leaves, takes_file
from engine.states.spots import windows_felt

_HARMLESS_CHORDS = (("escape",), ("tab",), ("shift", "tab"), ("ctrl", "a"), ("ctrl", "l"))


class GrantedRater:
    """Implements ``RiskRater`` over another one. ``granted`` tells what is granted now."""

    def __init__(self, rater: RiskRater, granted: Callable[[], Granted]) -> None:
        self._rater, self._granted = rater, granted

    def rate(self, step: PlanStep, situation: Situation) -> Risk:
        """The other's, with the reason why the step goes beyond what is granted."""
        risk, granted = self._rater.rate(step, situation), self._granted()
        why = _why_not_named(step, situation, risk, granted)
        if not isinstance(step.action, actions.Wait | actions.TakeScreenshot):
            why = why or _why_not_there(step, situation, granted)
            why = why or _why_not_on_site(step, situation, risk, granted)
            why = why or _why_not_in_dialog(step, situation, granted)
        return replace(risk, leaves=f"{why} (granted is {granted})") if why else risk


def _why_not_there(step: PlanStep, seen: Situation, granted: Granted) -> str:
    """By the window, or the program that it starts."""
    if not granted.windows:
        return ""
    match step.action:
        case actions.Launch(application=name) | actions.FocusWindow(title=name):
            return "" if granted.names(name) else f"{quoted(name)} is not granted"
        case actions.PressKeys(keys=keys) if why := leaving_to_desktop(keys):
            return why
        case actions.Click() | actions.Drag() | actions.Scroll() if held := step.action.modifiers:
            if why := leaving_to_desktop(held):
                return why
    own = granted.of_windows(seen.windows)
    away = [each for each in windows_felt(step, seen) if each is None or each.window_id not in own]
    return "it would be felt in a window that is not granted" if away else ""


def _why_not_on_site(step: PlanStep, seen: Situation, risk: Risk, granted: Granted) -> str:
    here = seen.page.url if seen.page is not None else ""
    if isinstance(step.action, actions.Navigate):
        here = step.action.url
    led = (each for each in (here, risk.leads_to or here) if not granted.opens(each))
    return next((f"{quoted(each)} is not granted" for each in led), "")


def _why_not_named(step: PlanStep, seen: Situation, risk: Risk, granted: Granted) -> str:
    named = list(files_of(step.expected_change))
    if isinstance(step.action, actions.TypeText) and risk.hands_over == "file":
        named += step.action.text.splitlines()
    if isinstance(step.action, actions.Navigate) and not is_web(step.action.url):
        named.append(step.action.url)
    left = (each for each in named if not granted.holds(each, seen.places))
    return next((f"{quoted(each)} is not granted" for each in left), "")


def _why_not_in_dialog(step: PlanStep, seen: Situation, granted: Granted) -> str:
    felt = windows_felt(step, seen) if granted.files and seen.page is None else ()
    dialogs = (each for each in felt if each is not None and is_of_files(each, seen.zones))
    if all(_is_harmless_in(each, step, seen, granted) for each in dialogs):
        return ""
    return "in a dialog for files, only the full path of one that is granted is typed and taken"


def _is_harmless_in(window: Window, step: PlanStep, seen: Situation, granted: Granted) -> bool:
    """What else can be pressed there shows or chooses files that nobody named."""
    zone = seen.zone(step.zone_id)
    said = [each.value for each in seen.zones_in(window) if each.is_editable and each.value]
    is_named = bool(said) and all(granted.holds(each, seen.places) for each in said)
    match step.action:
        case actions.TypeText(text=text):
            return text.isprintable() and granted.holds(text, seen.places)
        case actions.PressKeys(keys=keys):
            chord, focus = chord_of(keys), seen.focused_zone
            takes = focus is not None and (focus.is_editable or takes_file(focus))
            return chord in _HARMLESS_CHORDS or (chord == ("enter",) and is_named and takes)
        case actions.Click() if zone is not None:
            return zone.is_editable or leaves(zone) or (takes_file(zone) and is_named)
    return False
