"""Who stands behind the ports in an exploration, on a desktop and in a browser."""

from __future__ import annotations

from app.live_surface import LiveSurface
from engine.acting.exploring.judge import LocalStateJudge
from engine.acting.exploring.watching import SurfaceFaultWatch
from engine.domain.exploring.faults import RegressionScript
from engine.domain.exploring.limits import ExploreLimits
from engine.domain.exploring.ports import FaultWatch, StateJudge
from engine.domain.ports import RiskRater
from engine.modes.explorer.explorer import Explorer
from engine.modes.explorer.replaying import Replayer
from engine.perception.perceiver import SurfacePerceiver
from engine.safety.policy import Layer, ScopeLayer
from engine.safety.scoped_risks import ScopedRater


def build_explorer(
    limits: ExploreLimits, surface: LiveSurface, perceiver: SurfacePerceiver
) -> Explorer:
    """What is run in the session."""
    judge, watch = _senses(surface, perceiver)
    return Explorer(limits, judge=judge, watch=watch)


def build_replayer(
    script: RegressionScript, surface: LiveSurface, perceiver: SurfacePerceiver
) -> Replayer:
    """As ``build_explorer``, but along a path that is known."""
    judge, watch = _senses(surface, perceiver)
    return Replayer(script, judge=judge, watch=watch)


def _senses(surface: LiveSurface, perceiver: SurfacePerceiver) -> tuple[StateJudge, FaultWatch]:
    return LocalStateJudge(surface, perceiver), SurfaceFaultWatch(surface, masked=perceiver.masked)


def scoped(rater: RiskRater, limits: ExploreLimits) -> ScopedRater:
    """It tells the policy of what would lead out of what is explored."""
    return ScopedRater(rater, limits.scope)


def explorer_layers() -> list[Layer]:
    return [ScopeLayer()]
