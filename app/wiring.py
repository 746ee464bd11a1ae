"""The composition root: says who stands behind each port of the engine."""

from __future__ import annotations

import re
import sys
import uuid
from dataclasses import dataclass
from importlib.metadata import version
from importlib.resources import as_file, files
from pathlib import Path

from app.secrets import Secrets
from app.settings import Settings
from engine.approval.gate import Gate
from engine.approval.policy import (
    AskingLayer,
    Layer,
    LayeredPolicy,
    PracticeOnlyLayer,
    SuspicionLayer,
)
from engine.domain.approvals import Asking
from engine.domain.errors import NameUnknown
from engine.domain.ports import Approver, Thinker
from engine.execution.executor import Executor
from engine.execution.reverter import ActionReverter
from engine.execution.risks import WordRiskRater
from engine.execution.settling import Settler
from engine.execution.target import ZoneTargetGuard
from engine.perception.perceiver import SurfacePerceiver
from engine.perception.vision import VisionZones
from engine.record.event_log import SessionLog
from engine.record.store import SessionStore
from engine.session.assembly import Parts, assemble
from engine.session.session import RunSettings, Session
from engine.surfaces.desktop.applications import (
    ApplicationCatalogue,
    LaunchEntry,
    application_folders,
    bundled_entry,
)
from engine.surfaces.desktop.existing_display import ExistingDisplay
from engine.surfaces.desktop.practice_desktop import PracticeDesktop
from engine.surfaces.desktop.surface import DesktopSurface, DisplayHost
from engine.thinking.offline.thinker import OfflineThinker

PILOTHOUSE_VERSION = version("pilothouse")
_DISPLAY = re.compile(r"display:(:?\d+(\.\d+)?)$")


@dataclass(frozen=True, slots=True)
class RunChoices:
    """What the operator chose: the goal and the three combos of the console's goal bar."""

    goal: str
    surface: str = "practice"
    thinker: str = "offline"
    asking: Asking = Asking.RISKY
    is_unattended: bool = False


def build_surface(name: str, settings: Settings, secrets: Secrets) -> DesktopSurface:
    """``practice``, ``screen`` or ``display:N``. Raises ``NameUnknown`` for others."""
    host: DisplayHost
    if name == "practice":
        host = PracticeDesktop(width=settings.practice.width, height=settings.practice.height)
    elif name == "screen":
        host = ExistingDisplay(None)
    elif found := _DISPLAY.match(name):
        host = ExistingDisplay(":" + found[1].removeprefix(":"))
    else:
        raise NameUnknown(
            f"There is no surface called “{name}”.",
            "The surfaces are: practice, screen, and display:N, such as display:1.",
        )
    return DesktopSurface(
        name,
        host,
        catalogue_for=catalogue_of,
        secrets=secrets,
        is_practice=name == "practice",
    )


def build_thinker(name: str) -> Thinker:
    """Raises ``NameUnknown``."""
    if name == "offline":
        return OfflineThinker()
    raise NameUnknown(
        f"There is no thinker called “{name}”.", "The thinker is: offline (plans without a model)."
    )


def build_perceiver(
    surface: DesktopSurface, secrets: Secrets, settings: Settings
) -> SurfacePerceiver:
    return SurfacePerceiver(surface, masked=secrets.masked, rules=settings.masking.to_rules())


async def build_session(
    choices: RunChoices,
    *,
    settings: Settings,
    surface: DesktopSurface,
    perceiver: SurfacePerceiver,
    approver: Approver,
    store: SessionStore,
    thinker: Thinker | None = None,
    vision: VisionZones | None = None,
) -> tuple[Session, SessionLog]:
    """A session that is ready to run on a surface that has been started.

    ``thinker`` takes the place of the one that was chosen by name. ``vision`` is asked where local
    perception falls short.
    """
    perceiver.start_run(choices.goal, vision)
    thinker = thinker or build_thinker(choices.thinker)
    limits, rater = settings.limits.to_limits(), WordRiskRater()
    log = await store.start_session(new_session_id())
    parts = Parts(
        surface=surface,
        perceiver=perceiver,
        thinker=thinker,
        executor=Executor(surface, Settler(surface, perceiver), limits),
        reverter=ActionReverter(rater),
        guard=ZoneTargetGuard(surface, perceiver),
        rater=rater,
        policy=build_policy(choices, is_practice=surface.is_practice),
        gate=Gate(approver, log),
        log=log,
        blobs=store.blobs,
    )
    run = RunSettings(choices.goal, choices.asking, limits, PILOTHOUSE_VERSION)
    return assemble(run, parts), log


def build_policy(choices: RunChoices, *, is_practice: bool) -> LayeredPolicy:
    layers: list[Layer] = [SuspicionLayer(choices.asking), AskingLayer(choices.asking)]
    if choices.is_unattended:
        layers.insert(0, PracticeOnlyLayer(is_practice=is_practice))
    return LayeredPolicy(layers)


def new_session_id() -> str:
    return uuid.uuid4().hex[:12]


def catalogue_of(host: DisplayHost) -> ApplicationCatalogue:
    return ApplicationCatalogue(
        application_folders(host.environment),
        extra=(_practice_app(host),),
        environment=host.environment,
    )


def _practice_app(host: DisplayHost) -> LaunchEntry:
    folder = Path(host.places.get("practice folder", host.home))
    entry = files("resources") / "applications" / "pilothouse-practice.desktop"
    with as_file(entry) as path:
        return bundled_entry(
            path,
            argv=[sys.executable, "-m", "app.practice_app", "--folder", str(folder)],
            environment=host.environment,
            cwd=folder,
        )
