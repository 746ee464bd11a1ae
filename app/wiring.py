"""The composition root: says who stands behind each port of the engine."""

import os
import re
import uuid
from functools import partial
from importlib.metadata import version
from importlib.resources import as_file, files
from pathlib import Path

from app import choices as run_choices
from app.choices import OFFLINE, RunChoices, is_browser, seat_said, start_address, vnc_server
from app.live_surface import LiveSurface
from app.paths import downloads_path, endpoints_path
from app.secrets import VNC_SERVICE, ModelKeys, Secrets, kept_in_keyring
from app.settings.tables import Settings
from app.thinkers import Thinkers
from app.web_extra import require_web
from engine.acting.executor import Executor
from engine.acting.exploring.judge import LocalStateJudge
from engine.acting.exploring.watching import SurfaceFaultWatch
from engine.acting.settling import Settler
from engine.domain.errors import NameUnknown
from engine.domain.exploring.limits import ExploreLimits
from engine.domain.facts import replace, same
from engine.domain.guests import Seat
from engine.domain.limits import UNUSED, Limits
from engine.domain.ports import Approver
from engine.domain.scripts import wish_of
from engine.domain.web.resuming import ResumePoint
from engine.endpoint.request import FormMemory
from engine.modes.director import Director
from engine.modes.explorer.explorer import Explorer
from engine.modes.guest import Guest, Manual
from engine.modes.script import ScriptWalk
from engine.perception.drawn.shared_texts import SHARED_AT
from engine.perception.drawn.text_reader import TextReader
from engine.perception.drawn.zones import DrawnZones
from engine.perception.perceiver import SurfacePerceiver
from engine.perception.vision.reading import PictureTexts
from engine.perception.vision.shown import ShownPictures
from engine.processes.descendants import python_module
from engine.record.store import SessionStore
from engine.record.writer import SessionLog
from engine.safety import policy
from engine.safety.gate import BehindGate, Gate, ZoneTargetGuard
from engine.safety.provenance import ScreenProvenance
from engine.safety.risks import WordRiskRater
from engine.safety.scoped_risks import GrantedRater, ScopedRater
from engine.session.account import RunAccount
from engine.session.context import RunContext, RunSettings
from engine.session.control import RunControl
from engine.session.session import Mode, Session
from engine.surfaces.desktop import applications
from engine.surfaces.desktop.practice.practice_desktop import PracticeDesktop
from engine.surfaces.desktop.practice.seat_desktop import SeatDesktop, SeatScreen
from engine.surfaces.desktop.surface import DesktopSurface, DisplayHost
from engine.surfaces.desktop.terminals import NOBODY, own_processes
from engine.surfaces.desktop.vnc_desktop import ExistingDisplay, VncDesktop, require_viewer
from engine.undo.reverter import ActionReverter

PILOTHOUSE_VERSION = version("pilothouse")
_DISPLAY = re.compile(r"display:(:?\d+(\.\d+)?)$")


def build_surface(
    name: str,
    settings: Settings,
    secrets: Secrets,
    *,
    session_id: str = "",
    has_display: bool = False,
) -> LiveSurface:
    """One of ``SURFACES_SAID``. Raises ``NameUnknown`` for others, ``SurfaceUnavailable`` where
    what it needs is not installed. ``has_display``: a browser may show a window of its own there,
    if the settings don't say. What it downloads is kept for the session."""
    if is_browser(name):
        require_web()
        from engine.surfaces.browser.surface import BrowserSurface

        address, kept_in = start_address(name), downloads_path(session_id or new_session_id())
        its = settings.browser.to_surface(address, kept_in, has_display=has_display)
        return BrowserSurface(name, its, secrets=secrets)
    return build_desktop(name, settings, secrets)


def check_surface(name: str) -> None:
    """Raises ``NameUnknown`` where there is none of that name, ``SurfaceUnavailable`` where what it
    needs is not installed; nothing is brought up."""
    if is_browser(name):
        require_web()
    else:
        build_desktop(name, Settings(), Secrets())


def build_desktop(name: str, settings: Settings, secrets: Secrets) -> DesktopSurface:
    """On ``screen`` and ``display:N`` the console's windows are kept out of the agent's reach."""
    host: DisplayHost
    server, (machine, screen), asked = vnc_server(name), seat_said(name), settings.practice
    if name == "practice":
        host = PracticeDesktop(width=asked.width, height=asked.height, has_network=asked.network)
    elif screen:
        host = SeatScreen(machine, screen)
    elif machine:
        host = SeatDesktop(machine, asked.width, asked.height, has_network=asked.network)
    elif name == "screen":
        host = ExistingDisplay(None)
    elif found := _DISPLAY.match(name):
        host = ExistingDisplay(":" + found[1].removeprefix(":"))
    elif server is not None:
        require_viewer()
        host = VncDesktop(*server, partial(kept_in_keyring, VNC_SERVICE), VNC_SERVICE)
    else:
        no_such = f"There is no surface called “{name}”."
        raise NameUnknown(no_such, f"The surfaces are: {run_choices.SURFACES_SAID}.")
    return DesktopSurface(
        name,
        host,
        catalogue_for=catalogue_of,
        secrets=secrets,
        is_practice=run_choices.is_practice_desktop(name),
        own=own_processes() if isinstance(host, ExistingDisplay) else NOBODY,
    )


def build_thinkers(settings: Settings) -> Thinkers:
    """Those that the settings know; what is found out of an endpoint is remembered in a file."""
    return Thinkers(settings.model_in_profile, FormMemory(endpoints_path()), ModelKeys())


def build_perceiver(
    surface: LiveSurface, secrets: Secrets, settings: Settings, reader: TextReader | None = None
) -> SurfacePerceiver:
    """Close it after its last look. A page tells itself what is on it: nothing is looked for in
    its picture. Without a ``reader`` it has its own."""
    if not settings.perception.text_recognition:
        reader = None
    elif reader is None:
        reader = TextReader(shared_at=os.environ.get(SHARED_AT, ""))
    drawn = None if is_browser(surface.name) else DrawnZones(reader)
    return SurfacePerceiver(
        surface,
        masked=secrets.masked,
        rules=settings.masking.to_rules(),
        drawn=drawn,
        texts=PictureTexts(reader),
    )


async def build_session(
    choices: RunChoices,
    *,
    settings: Settings,
    surface: LiveSurface,
    perceiver: SurfacePerceiver,
    approver: Approver,
    store: SessionStore,
    thinkers: Thinkers,
    session_id: str = "",
    resumed: ResumePoint | None = None,
) -> tuple[Session, SessionLog]:
    """A session ready to run on a started surface; ``resumed``: one that goes on."""
    limits = resumed.limits if resumed is not None else limits_of(choices, settings)
    exploring = explore_limits(settings, resumed)
    used = resumed.used if resumed is not None else UNUSED
    log = await (
        store.continue_session(resumed.session_id, resumed.event_count)
        if resumed is not None
        else store.start_session(session_id or new_session_id())
    )
    account = RunAccount(limits, used, log=log, blobs=store.blobs)
    made = await thinkers.for_run(
        choices.thinker,
        account,
        mode=choices.mode,
        seed=exploring.seed,
        withheld=perceiver.withheld,
        is_web=is_browser(surface.name),
    )
    seat = choices.seat or Seat()
    perceiver.start_run(choices.goal, made.vision, lambda: seat.granted)
    named = resumed.surface if resumed is not None else surface.name
    returned = await store.returned()
    if is_browser(surface.name):
        from app.web_parts import build_doing

        doing = build_doing(choices, settings, surface, perceiver, limits, named, returned)
        executor, reverter, rater = doing
    else:
        words = WordRiskRater(goal=choices.goal, returned=returned)
        executor = Executor(surface, Settler(surface, perceiver), limits)
        reverter, rater = ActionReverter(words), words
    scoped = ScopedRater(rater, exploring.scope)
    if choices.mode == "explorer":
        rater = scoped
    if choices.seat is not None:
        rater = GrantedRater(rater, lambda: seat.granted)
    wish, mode = wish_of(choices.replays) if choices.replays is not None else "", choices.mode
    said = (choices.goal, choices.asking, limits, PILOTHOUSE_VERSION, mode, resumed)
    rules = tuple(f"{rule.words} ({at})" for at, rule in settings.rules)
    run = RunSettings(*said, wish, seat.granted.said, rules)
    gate = Gate(approver, log)
    pictures = settings.model.to_picture() if choices.shows_pictures else made.pictures
    context = RunContext(
        run,
        surface=surface,
        perceiver=perceiver,
        **same(made, RunContext, but=["pictures", "no_pictures"]),
        executor=BehindGate(gate, executor),
        reverter=reverter,
        guard=ZoneTargetGuard(surface, perceiver),
        rater=rater,
        provenance=ScreenProvenance(),
        policy=build_policy(choices, settings, is_practice=surface.is_practice),
        control=RunControl(account.clock, gate),
        account=account,
        log=log,
        blobs=store.blobs,
        keep_to=scoped.keep_to,
        explorable=surface if choices.mode == "explorer" else None,
        pictures=ShownPictures(pictures, perceiver.withheld) if pictures else None,
        no_pictures="" if choices.shows_pictures else made.no_pictures,
        returned=returned,
    )
    return Session(context), log


def limits_of(choices: RunChoices, settings: Settings) -> Limits:
    """The settings' own; the navigator asks its thinker at each step, and may ask once more for a
    reply that can't be used, so its ceiling of calls lies above that of its steps. Exploring
    without a model costs nothing: its actions are the ceiling. That the screen changed is no
    failure to who directs, unless the profile or a number of one's own says so."""
    directs = choices.mode == "director" and choices.thinker != OFFLINE
    said = settings.limits
    for _, words in said.doubts():
        raise NameUnknown(words, "Say --max-cost, or max_run_secs in the settings.")
    limits = said.to_limits(with_model=directs)
    is_own = said.profile != "auto" or "max_replans" in said.model_fields_set
    if choices.mode == "director" and not is_own:
        limits = replace(limits, counts_adaptive=False)
    if "max_calls" in said.model_fields_set or said.profile != "auto":
        return limits
    if choices.mode == "explorer" and choices.thinker == OFFLINE:
        return replace(limits, max_calls=0)
    if choices.mode != "navigator":
        return limits
    return replace(limits, max_calls=max(limits.max_calls, 2 * settings.navigator.max_steps))


def explore_limits(settings: Settings, resumed: ResumePoint | None) -> ExploreLimits:
    """An exploration that goes on has those that it had."""
    before = resumed.explored if resumed is not None else None
    return before.limits if before is not None else settings.explorer.to_limits()


def build_mode(
    choices: RunChoices,
    settings: Settings,
    surface: LiveSurface,
    perceiver: SurfacePerceiver,
    resumed: ResumePoint | None = None,
) -> Mode:
    """What is run in the session."""
    if choices.mode == "manual":
        return Manual()
    if (script := choices.replays) is not None:
        watch = SurfaceFaultWatch(surface, masked=perceiver.masked) if script.fault else None
        return ScriptWalk(script, watch=watch, has_planner=choices.thinker != OFFLINE)
    if choices.mode == "explorer":
        judge = LocalStateJudge(surface, perceiver)
        watch = SurfaceFaultWatch(surface, masked=perceiver.masked)
        return Explorer(explore_limits(settings, resumed), judge=judge, watch=watch)
    if choices.mode == "guest" and choices.seat is not None:
        choices.seat.lease = surface.lease
        return Guest(choices.seat)
    if choices.mode == "navigator":
        from engine.modes.navigator.navigator import Navigator  # slow: it loads langgraph

        return Navigator(settings.navigator.to_limits())
    return Director()


def build_policy(
    choices: RunChoices, settings: Settings, *, is_practice: bool
) -> policy.LayeredPolicy:
    is_elsewhere = choices.is_unattended and not is_practice
    bounds, sites = policy.BoundsLayer(is_elsewhere), settings.browser
    if is_browser(choices.surface):
        bounds = policy.BoundsLayer(
            is_elsewhere, sites.allowed_domains, sites.blocked_domains, sites.allow_uploads
        )
    asking = policy.AskingLayer(choices.asking, settings.rules)
    return policy.LayeredPolicy([bounds, asking])


def has_display() -> bool:
    """Whether a program that is started here could show a window."""
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


def new_session_id() -> str:
    return uuid.uuid4().hex[:12]


def catalogue_of(host: DisplayHost) -> applications.ApplicationCatalogue:
    """What is installed, and, on this machine, our own application to practise in."""
    if isinstance(host, SeatDesktop):
        return applications.ApplicationCatalogue((), extra=host.entries)
    folder = Path(host.places.get("practice folder", host.home))
    entry = files("resources") / "applications" / "pilothouse-practice.desktop"
    with as_file(entry) as path:
        argv = python_module("app.practice_app", "--folder", str(folder))
        own = applications.bundled_entry(path, argv=argv, environment=host.environment, cwd=folder)
    folders = applications.application_folders(host.environment)
    return applications.ApplicationCatalogue(folders, extra=(own,), environment=host.environment)
