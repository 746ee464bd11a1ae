"""Who stands behind the ports in a run on the web.

This module imports the extra ``web``: it is imported only where a browser run is asked for, and
``app.web_extra.require_web`` was asked before."""

from app.choices import RunChoices, start_address
from app.live_surface import LiveSurface
from app.settings.tables import Settings
from engine.acting.web.page_executor import WebExecutor
from engine.domain import errors, ports, risks
from engine.domain.limits import Limits
from engine.perception.perceiver import SurfacePerceiver
from engine.safety.web.page_risks import WebRiskRater
from engine.safety.web.setting_off import SettingOff
from engine.surfaces.browser.surface import BrowserSurface
from engine.undo.web.page_reverter import WebReverter


def build_doing(
    choices: RunChoices,
    settings: Settings,
    surface: LiveSurface,
    perceiver: SurfacePerceiver,
    limits: Limits,
    named: str,
    returned: set[risks.Control],
) -> tuple[ports.StepExecutor, ports.Reverter, ports.RiskRater]:
    """Who performs a step, takes it back, and rates its risk. ``named`` is the surface that the
    operator named: a run that goes on begins where it had come to, which they did not choose."""
    if not isinstance(surface, BrowserSurface):
        raise errors.BugError(f"a run on the web was given the surface {surface.name}")
    rater = WebRiskRater(
        goal=choices.goal,
        start_url=start_address(named),
        search_address=settings.browser.search_engine,
        returned=returned,
    )
    against = SettingOff(rater, choices.goal).against
    executor = WebExecutor(
        surface, perceiver, limits, rater, masked=perceiver.masked, against=against
    )
    return executor, WebReverter(rater), rater
