"""Rating with an eye to the scope of an exploration: what a step would leave is told with its risk,
and the policy refuses it.

Where the step itself does not say it (``leaving_scope``), the situation does: the window of what is
pressed, what lies over it, where keys would go, which page is shown.
"""

from dataclasses import replace

from engine.domain.actions import (
    Click,
    CloseTab,
    Drag,
    FocusWindow,
    GoBack,
    Launch,
    PressKeys,
    SwitchTab,
    Wait,
)
from engine.domain.exploring.limits import ANYWHERE, Home, Scope
from engine.domain.plans import GLOBAL_ZONE_ID, SOUGHT_ZONE_ID, PlanStep, Situation
from engine.domain.ports import RiskRater
from engine.domain.risks import Risk
from engine.domain.spaces import Point
from engine.domain.web.sites import host_of, is_same_site
from engine.domain.zones import Window, Zone
from engine.language.action_words import chord_words
from engine.language.labels import going_by
from engine.safety.leads_out import (
    acts_by_keyboard,
    closes,
    closes_window,
    leaving_by_action,
    leaving_by_pressing,
    led_to_program,
    may_close_window,
)

_WAYS_HOME = (GoBack, CloseTab, SwitchTab, Wait)


class ScopedRater:
    """Implements ``RiskRater`` over another one, and ``ScopeGuard``."""

    def __init__(self, rater: RiskRater, scope: Scope = ANYWHERE) -> None:
        self._rater = rater
        self._scope = scope
        self._home: Home | None = None

    def keep_to(self, home: Home) -> None:
        self._home = home

    def rate(self, step: PlanStep, situation: Situation) -> Risk:
        """The other's, with the reason why the step would lead out."""
        risk = self._rater.rate(step, situation)
        if self._home is None:
            return risk
        return replace(risk, leaves=self._why_outside(step, situation, risk, self._home))

    def _why_outside(self, step: PlanStep, seen: Situation, risk: Risk, home: Home) -> str:
        return (
            leaving_by_action(step, home)
            or leaving_by_pressing(step, seen)
            or self._leaving_site(step, seen, risk, home)
            or self._leaving_windows(step, seen, home)
            or self._leaving_zones(step, seen)
        )

    def _leaving_site(self, step: PlanStep, seen: Situation, risk: Risk, home: Home) -> str:
        if not home.host:
            return ""
        if address := led_to_program(step, seen):
            return f"{address} is opened by another program"
        if risk.leads_to and not is_same_site(risk.leads_to, home.host):
            return f"it leads to {risk.leads_to}, which is not the site that is explored"
        shown = host_of(seen.page.url) if seen.page is not None else ""
        if not shown or is_same_site(shown, home.host) or isinstance(step.action, _WAYS_HOME):
            return ""
        return f"the page is on {shown}, which is not the site that is explored"

    def _leaving_windows(self, step: PlanStep, seen: Situation, home: Home) -> str:
        match step.action:
            case Launch() | Wait():
                return ""
            case FocusWindow(title=title):
                return self._leaving_by_focus(title, seen, home)
            case PressKeys(keys=keys) if closes_window(keys) or may_close_window(keys, seen):
                return self._leaving_by_closing(chord_words(keys), seen, home)
            case Click() if closes(seen.zone(step.zone_id), seen):
                return self._leaving_by_closing(f"“{step.zone_label}”", seen, home)
            case action if step.zone_id == GLOBAL_ZONE_ID:
                return self._leaving_by_focused(seen, home) if acts_by_keyboard(action) else ""
            case Drag(to_zone_id=end_id):
                ends = (seen.zone(step.zone_id), seen.zone(end_id))
                whys = (self._outside(zone, seen, home) for zone in ends)
                return next(filter(None, whys), "") or _dragged_out(step, seen)
            case _:
                return self._outside(seen.zone(step.zone_id), seen, home)

    def _outside(self, zone: Zone | None, seen: Situation, home: Home) -> str:
        """Why the zone is outside, or covered by what is; empty for one that is not there."""
        if zone is None or seen.page is not None:
            return self._outside_window(_page_window(seen)) if zone is not None else ""
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

    def _leaving_by_focus(self, title: str, seen: Situation, home: Home) -> str:
        """The hands bring one of these to the front."""
        told = ((number, (w.title, w.application)) for number, w in enumerate(seen.windows))
        named = [seen.windows[number] for number in going_by(title, told)]
        if not named:
            return f"there is no window “{title}” of what is explored"
        return next((why for window in named if (why := self._outside_home(window, home))), "")

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
            return self._outside_window(_page_window(seen))
        if seen.active_window is None:
            return "no window has the keyboard, so that the desktop would have the keys"
        return self._outside_home(seen.active_window, home)

    def _leaving_zones(self, step: PlanStep, seen: Situation) -> str:
        """By the operator's list of zones; keys are aimed at what has the focus."""
        if not self._scope.zones or step.zone_id == SOUGHT_ZONE_ID:
            return ""
        if isinstance(step.action, Launch | Wait | FocusWindow | GoBack | CloseTab | SwitchTab):
            return ""
        zone = seen.focused_zone if step.zone_id == GLOBAL_ZONE_ID else seen.zone(step.zone_id)
        aimed = [zone]
        if isinstance(step.action, Drag) and step.action.to_zone_id:
            aimed.append(seen.zone(step.action.to_zone_id))
        for each in aimed:
            if not self._scope.allows_zone(each.label if each is not None else ""):
                words = each.words if each is not None else "what has the keyboard"
                return f"{words} is not among the zones that are allowed"
        return ""


def _dragged_out(step: PlanStep, seen: Situation) -> str:
    """A drag by an offset must end in the window in which it began."""
    zone = seen.zone(step.zone_id)
    if not isinstance(step.action, Drag) or step.action.offset_px is None or zone is None:
        return ""
    begins, by = step.action.from_offset_px or Point(0, 0), step.action.offset_px
    centre = zone.bounds_px.center
    end = Point(centre.x + begins.x + by.x, centre.y + begins.y + by.y)
    window = seen.window_of(zone)
    is_inside = window is None or window.bounds_px.contains(end)
    return "" if is_inside else "it drags something out of the window"


def _page_window(seen: Situation) -> Window | None:
    return seen.active_window
