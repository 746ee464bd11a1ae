"""Rating with an eye to where a run is kept: to the scope of an exploration, or to what a guest was
granted. What a step would leave is told with its risk, and the policy refuses it, whatever the
operator's rules say.

Where the step itself does not say it, the situation does: the window of what is pressed, what lies
over it, where keys would go, which page is shown."""

from collections.abc import Callable
from dataclasses import replace

from engine.domain import actions, ports, risks, spaces
from engine.domain.exploring.limits import ANYWHERE, Home, Scope
from engine.domain.guests import Granted
from engine.domain.plans import GLOBAL_ZONE_ID, SOUGHT_ZONE_ID, PlanStep, Situation
from engine.domain.web.sites import host_of, is_same_site, is_web
from engine.domain.zones import Window, Zone
from engine.language import action_words, labels
from engine.language.keys import chord_of
from engine.safety import leads_out
from engine.states.conditions_held import files_of
from engine.states.dialogs import is_of_files, leaves, takes_file
from engine.states.spots import windows_felt

_WAYS_HOME = (actions.GoBack, actions.CloseTab, actions.SwitchTab, actions.Wait)


class ScopedRater:
    """Implements ``RiskRater`` over another one, and ``ScopeGuard``."""

    def __init__(self, rater: ports.RiskRater, scope: Scope = ANYWHERE) -> None:
        self._rater = rater
        self._scope = scope
        self._home: Home | None = None

    def keep_to(self, home: Home) -> None:
        self._home = home

    def rate(self, step: PlanStep, situation: Situation) -> risks.Risk:
        """The other's, with the reason why the step would lead out."""
        risk = self._rater.rate(step, situation)
        if self._home is None:
            return risk
        return replace(risk, leaves=self._why_outside(step, situation, risk, self._home))

    def _why_outside(self, step: PlanStep, seen: Situation, risk: risks.Risk, home: Home) -> str:
        return (
            leads_out.leaving_by_action(step, home)
            or leads_out.leaving_by_pressing(step, seen)
            or self._leaving_site(step, seen, risk, home)
            or self._leaving_windows(step, seen, home)
            or self._leaving_zones(step, seen)
        )

    def _leaving_site(self, step: PlanStep, seen: Situation, risk: risks.Risk, home: Home) -> str:
        if not home.host:
            return ""
        if address := leads_out.led_to_program(step, seen):
            return f"{address} is opened by another program"
        if risk.leads_to and not is_same_site(risk.leads_to, home.host):
            return f"it leads to {risk.leads_to}, which is not the site that is explored"
        shown = host_of(seen.page.url) if seen.page is not None else ""
        if not shown or is_same_site(shown, home.host) or isinstance(step.action, _WAYS_HOME):
            return ""
        return f"the page is on {shown}, which is not the site that is explored"

    def _leaving_windows(self, step: PlanStep, seen: Situation, home: Home) -> str:
        match step.action:
            case actions.Launch() | actions.Wait():
                return ""
            case actions.FocusWindow(title=title):
                # the hands bring one of these to the front
                told = ((number, (w.title, w.application)) for number, w in enumerate(seen.windows))
                named = [seen.windows[number] for number in labels.going_by(title, told)]
                if not named:
                    return f"there is no window “{title}” of what is explored"
                return next(filter(None, (self._outside_home(each, home) for each in named)), "")
            case actions.PressKeys(keys=keys) if leads_out.closes_window(keys, seen):
                return self._leaving_by_closing(action_words.chord_words(keys), seen, home)
            case actions.Click() if leads_out.closes(seen.zone(step.zone_id), seen):
                return self._leaving_by_closing(f"“{step.zone_label}”", seen, home)
            case actions.PressKeys() | actions.TypeText() if step.zone_id == GLOBAL_ZONE_ID:
                return self._leaving_by_focused(seen, home)
            case _ if step.zone_id == GLOBAL_ZONE_ID:
                return ""
            case actions.Drag(to_zone_id=end_id):
                ends = (seen.zone(step.zone_id), seen.zone(end_id))
                whys = (self._outside(zone, seen, home) for zone in ends)
                return next(filter(None, whys), "") or _dragged_out(step, seen)
            case _:
                return self._outside(seen.zone(step.zone_id), seen, home)

    def _outside(self, zone: Zone | None, seen: Situation, home: Home) -> str:
        """Why the zone is outside, or covered by what is; empty for one that is not there."""
        if zone is None or seen.page is not None:
            return self._outside_window(seen.active_window) if zone is not None else ""
        window = seen.window_of(zone)
        if window is None:
            return f"{zone.words} belongs to no window of what is explored"
        if why := self._outside_home(window, home):
            return why
        if not window.bounds_px.contains(zone.bounds_px.center):
            return f"{zone.words} belongs to the frame of the window “{window.title}”"
        top = seen.window_at(zone.bounds_px.center)
        if top is not None and top.application != window.application:
            return f"the window “{top.title}” lies over {zone.words}"
        return ""

    def _outside_home(self, window: Window, home: Home) -> str:
        if not self._scope.windows:
            is_home = not home.applications or window.application in home.applications
            return "" if is_home else f"the window “{window.title}” is another program's"
        return self._outside_window(window)

    def _outside_window(self, window: Window | None) -> str:
        """By the operator's list alone."""
        if not self._scope.windows or window is None:
            return ""
        if self._scope.allows_window(window):
            return ""
        return f"the window “{window.title}” is not among those that are allowed"

    def _leaving_by_closing(self, what: str, seen: Situation, home: Home) -> str:
        """The last window of a program stays: closing it would end what is explored."""
        if seen.page is not None:
            return f"{what} closes the browser or its page"
        if why := self._leaving_by_focused(seen, home):
            return why
        own = [w for w in seen.windows if not self._outside_home(w, home)]
        return "" if len(own) > 1 else f"{what} closes the last window of what is explored"

    def _leaving_by_focused(self, seen: Situation, home: Home) -> str:
        """Keys go to the window that has the keyboard."""
        if seen.page is not None:
            return self._outside_window(seen.active_window)
        if seen.active_window is None:
            return "no window has the keyboard, so that the desktop would have the keys"
        return self._outside_home(seen.active_window, home)

    def _leaving_zones(self, step: PlanStep, seen: Situation) -> str:
        """By the operator's list of zones; keys are aimed at what has the focus."""
        if not self._scope.zones or step.zone_id == SOUGHT_ZONE_ID:
            return ""
        if isinstance(step.action, (*_WAYS_HOME, actions.Launch, actions.FocusWindow)):
            return ""
        zone = seen.focused_zone if step.zone_id == GLOBAL_ZONE_ID else seen.zone(step.zone_id)
        aimed = [zone]
        if isinstance(step.action, actions.Drag) and step.action.to_zone_id:
            aimed.append(seen.zone(step.action.to_zone_id))
        for each in aimed:
            if not self._scope.allows_zone(each.label if each is not None else ""):
                words = each.words if each is not None else "what has the keyboard"
                return f"{words} is not among the zones that are allowed"
        return ""


def _dragged_out(step: PlanStep, seen: Situation) -> str:
    """A drag by an offset must end in the window in which it began."""
    zone = seen.zone(step.zone_id)
    if not isinstance(step.action, actions.Drag) or step.action.offset_px is None or zone is None:
        return ""
    begins, by = step.action.from_offset_px or spaces.Point(0, 0), step.action.offset_px
    centre = zone.bounds_px.center
    end = spaces.Point(centre.x + begins.x + by.x, centre.y + begins.y + by.y)
    window = seen.window_of(zone)
    is_inside = window is None or window.bounds_px.contains(end)
    return "" if is_inside else "it drags something out of the window"


_HARMLESS_CHORDS = (("escape",), ("tab",), ("shift", "tab"), ("ctrl", "a"), ("ctrl", "l"))


class GrantedRater:
    """Implements ``RiskRater`` over another one. ``granted`` tells what is granted now."""

    def __init__(self, rater: ports.RiskRater, granted: Callable[[], Granted]) -> None:
        self._rater, self._granted = rater, granted

    def rate(self, step: PlanStep, situation: Situation) -> risks.Risk:
        """The other's, with the reason why the step goes beyond what is granted."""
        risk, granted = self._rater.rate(step, situation), self._granted()
        named = list(files_of(step.expected_change))
        if isinstance(step.action, actions.TypeText) and risk.hands_over == "file":
            named += step.action.text.splitlines()
        if isinstance(step.action, actions.Navigate) and not is_web(step.action.url):
            named.append(step.action.url)
        left = (each for each in named if not granted.holds(each, situation.places))
        why = next((f"{labels.quoted(each)} is not granted" for each in left), "")
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
            return "" if granted.names(name) else f"{labels.quoted(name)} is not granted"
        case actions.PressKeys(keys=keys) if why := leads_out.leaving_to_desktop(keys):
            return why
        case actions.Click() | actions.Drag() | actions.Scroll() if held := step.action.modifiers:
            if why := leads_out.leaving_to_desktop(held):
                return why
    own = granted.of_windows(seen.windows)
    away = [each for each in windows_felt(step, seen) if each is None or each.window_id not in own]
    return "it would be felt in a window that is not granted" if away else ""


def _why_not_on_site(step: PlanStep, seen: Situation, risk: risks.Risk, granted: Granted) -> str:
    here = seen.page.url if seen.page is not None else ""
    if isinstance(step.action, actions.Navigate):
        here = step.action.url
    led = (each for each in (here, risk.leads_to or here) if not granted.opens(each))
    return next((f"{labels.quoted(each)} is not granted" for each in led), "")


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
