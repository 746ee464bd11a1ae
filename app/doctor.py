"""``pilothouse doctor``: tries each thing that a run needs, and says in a line how to mend it.

It does not ask whether a library is installed but uses it: it starts a practice desktop, reads
its accessibility tree, and moves the pointer there; of the web it tries the extra, and a browser
that opens a page."""

import asyncio
import json
import os
import platform
import shutil
import time
from collections.abc import Awaitable, Callable
from enum import StrEnum
from functools import partial
from pathlib import Path

import numpy as np
from PIL import Image, ImageDraw
from rich.console import Console
from rich.table import Table

from app import terminal, web_extra, wiring
from app.live_surface import LiveSurface
from app.secrets import ModelKeys, Secrets
from app.settings.model import ModelSettings
from app.settings.tables import Settings
from engine.domain import actions, errors, spaces, terminals
from engine.domain.facts import Frozen, asdict
from engine.language.sentences.figures import count_words
from engine.perception.drawn.text_reader import RecognitionUnavailable, TextReader
from engine.processes.descendants import child_environment
from engine.record.store import SessionStore
from engine.surfaces.desktop.vnc_desktop import ExistingDisplay, require_viewer


class Health(StrEnum):
    GOOD = "good"
    LIMITED = "limited"
    BAD = "bad"


class Diagnosis(Frozen):
    subject: str
    health: Health
    message: str
    remedy: str = ""


_BROWSER_SECS = 30.0
_EXTRA, _BROWSER = "web extra", "browser"


async def examine_web(settings: Settings) -> list[Diagnosis]:
    """Neither is needed by whoever works on desktops only, so nothing of it is bad."""
    missing = web_extra.missing_libraries()
    if missing:
        words = f"not installed: {', '.join(missing)}; the navigator can't run"
        return [Diagnosis(_EXTRA, Health.LIMITED, words, web_extra.REMEDY)]
    extra = Diagnosis(_EXTRA, Health.GOOD, f"{', '.join(web_extra.LIBRARIES)} are there")
    return [extra, await _tried(_BROWSER, lambda: _opened(settings), Health.LIMITED, _BROWSER_SECS)]


async def _opened(settings: Settings) -> str:
    """What was found, once it has opened an empty page and told what is on it."""
    from engine.surfaces.browser.launching import find_browser  # part of the extra

    secrets = Secrets()
    found = await asyncio.to_thread(find_browser, settings.browser.executable, os.environ)
    browser = settings.browser.model_copy(update={"headless": True, "profile_folder": ""})
    quiet = settings.model_copy(update={"browser": browser})
    surface = wiring.build_surface("browser", quiet, secrets)
    try:
        await surface.start()
        await _look(surface, secrets, quiet)
    finally:
        await surface.close()
    return f"{await _version(str(found.path)) or found.name} at {found.path} opens a page"


async def _version(path: str) -> str:
    """As the program says it; empty where it does not."""
    process = await asyncio.create_subprocess_exec(
        path,
        "--version",
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.DEVNULL,
        stdin=asyncio.subprocess.DEVNULL,
        env=child_environment(),
    )
    said, _ = await process.communicate()
    return " ".join(said.decode(errors="replace").split()[:2])


_ENOUGH_DISK_BYTES = 1_000_000_000
_ANSWER_SECS = 75.0
_WORD = "Pilothouse"
_MARKS = {
    Health.GOOD: "[green]✓ good[/green]",
    Health.LIMITED: "[yellow]! limited[/yellow]",
    Health.BAD: "[red]✗ bad[/red]",
}


async def examine(settings: Settings, database: Path) -> list[Diagnosis]:
    """All findings, in the order in which a run needs the things."""
    findings = [_system()]
    findings += [await _tried("screen", _screen, Health.LIMITED)]
    findings += await _practice_desktop(settings)
    findings += await examine_web(settings)
    findings += [await _tried("VNC viewer", _viewer, Health.LIMITED)]
    read = partial(_read_aloud, settings.perception.text_recognition)
    findings += [await _tried("recognition", read, Health.LIMITED)]
    findings += [await _model_endpoint(settings.model, ModelKeys())]
    findings += [await _tried("record", lambda: _sessions_in(database)), _disk(database)]
    return findings


def run_doctor(
    settings: Settings, database: Path, console: Console, *, as_json: bool = False
) -> int:
    """Print the findings; 0 where nothing is bad."""
    findings = asyncio.run(examine(settings, database))
    table = Table(show_header=False, box=None, padding=(0, 2, 0, 0))
    for finding in findings:
        words = terminal.in_markup(finding.message)
        if finding.remedy:
            words += f" [bold]{terminal.in_markup(finding.remedy)}[/bold]"
        table.add_row(finding.subject, _MARKS[finding.health], words)
        if as_json:
            print(json.dumps(asdict(finding)))
    if not as_json:
        console.print(table)
    is_bad = any(finding.health is Health.BAD for finding in findings)
    return terminals.EXIT_CANNOT_START if is_bad else 0


def _system() -> Diagnosis:
    python, system = platform.python_version(), platform.system()
    if system == "Linux":
        return Diagnosis("system", Health.GOOD, f"Linux, Python {python}")
    return Diagnosis(
        "system",
        Health.BAD,
        f"{system}: eyes, hands and accessibility exist for Linux on X11 only so far.",
        "Run Pilothouse on Linux, for example in a virtual machine.",
    )


async def _screen() -> str:
    """The operator's own screen, for the console and for --surface screen."""
    await ExistingDisplay(None).start()
    return f"the display {os.environ['DISPLAY']} answers"


async def _practice_desktop(settings: Settings) -> list[Diagnosis]:
    """Display, window manager, accessibility bus and input of a real practice desktop."""
    secrets = Secrets()
    surface = wiring.build_surface("practice", settings, secrets)
    try:
        words = "display and window manager come up"
        begun = await _tried("practice desktop", surface.start, words=words)
        if begun.health is Health.BAD:
            return [begun]
        sandbox = surface.sandbox
        assert sandbox is not None, "a practice desktop says what it runs in"
        health = Health.GOOD if sandbox.is_used else Health.LIMITED
        look = partial(_look, surface, secrets, settings)
        touch = partial(surface.hands.perform, actions.Click(), spaces.Point(1, 1))
        return [
            begun,
            Diagnosis("sandbox", health, sandbox.words, sandbox.remedy),
            await _tried("accessibility", look, words="the bus answers, applications can be read"),
            await _tried("input", touch, words="clicks and keys reach the display"),
            await _applications(surface),
        ]
    finally:
        await surface.close()


async def _viewer() -> str:
    """Needed by nobody who works on this machine only."""
    require_viewer()
    return "TigerVNC's is there"


async def _look(surface: LiveSurface, secrets: Secrets, settings: Settings) -> None:
    perceiver = wiring.build_perceiver(surface, secrets, settings)
    try:
        await perceiver.observe()
    finally:
        await perceiver.close()


async def _applications(surface: LiveSurface) -> Diagnosis:
    names = [application.name for application in await surface.applications()]
    health = Health.GOOD if len(names) > 1 else Health.LIMITED
    remedy = "" if len(names) > 1 else "Install some: apt-get install mousepad galculator thunar."
    return Diagnosis("applications", health, f"{len(names)} can be launched", remedy)


async def _read_aloud(is_on: bool) -> str:
    """Has a drawn word read, as a run would do. Raises ``RecognitionUnavailable``."""
    if not is_on:
        off = "text recognition is turned off; of what tells nothing, only boxes are found"
        remedy = "Turn it on in the settings file: [perception] text_recognition = true."
        raise RecognitionUnavailable(off, remedy)
    image = Image.new("RGB", (240, 80), "white")
    ImageDraw.Draw(image).text((20, 24), _WORD, fill="black", font_size=20)
    picture = np.array(image)
    started = time.perf_counter()
    reader = TextReader()
    try:
        places = await reader.find(picture)
        lines = [np.ascontiguousarray(picture[p.slices]) for p in places]
        texts = [read.text for read in await reader.read(lines)]
        took = f"in {time.perf_counter() - started:.1f} s, its start included"
    finally:
        await reader.close()
    if texts != [_WORD]:
        words = f"“{' '.join(texts)}” was read {took} where “{_WORD}” stands"
        raise RecognitionUnavailable(words, "Install rapidocr anew.")
    return f"a drawn word was read {took}"


async def _model_endpoint(model: ModelSettings, keys: ModelKeys) -> Diagnosis:
    """Asks the model that is set up some tiny questions."""
    if not model.is_set_up:
        why = "none is set up; the offline thinker plans without one"
        remedy = "Set one up in the console (Ctrl+,) or in the settings file."
        return Diagnosis("model endpoint", Health.LIMITED, why, remedy)
    in_settings = model.api_key.get_secret_value()
    key = await asyncio.to_thread(keys.find, model.base_url, in_settings)
    from engine.endpoint.openai_model import try_out

    report = await try_out(model.to_endpoint(key.value))
    name = f"{model.name} at {model.base_url}"
    if report.problem:
        return Diagnosis("model endpoint", Health.BAD, f"{name}: {report.problem}", report.remedy)
    forms = ", ".join(report.forms)
    can = [*(["streams"] if report.can_stream else []), *(["pictures"] if report.can_see else [])]
    return Diagnosis("model endpoint", Health.GOOD, f"{name} answers in {'; '.join([forms, *can])}")


async def _sessions_in(database: Path) -> str:
    async with await SessionStore.open(database) as store:
        count = len(await store.sessions())
    return f"{count_words(count, 'session')} in {database}"


def _disk(database: Path) -> Diagnosis:
    free = shutil.disk_usage(_existing(database)).free
    words = f"{free / 1e9:.1f} GB free for the record"
    if free >= _ENOUGH_DISK_BYTES:
        return Diagnosis("disk", Health.GOOD, words)
    return Diagnosis("disk", Health.BAD, words, "Make room: a long run needs about 1 GB.")


def _existing(path: Path) -> Path:
    return path if path.exists() else _existing(path.parent)


async def _tried(
    subject: str,
    attempt: Callable[[], Awaitable[str | None]],
    otherwise: Health = Health.BAD,
    secs: float = _ANSWER_SECS,
    words: str = "",
) -> Diagnosis:
    """It is good with these ``words``, or with those that the attempt gives."""
    try:
        async with asyncio.timeout(secs):
            return Diagnosis(subject, Health.GOOD, await attempt() or words)
    except errors.KnownError as error:
        return Diagnosis(subject, otherwise, error.message, error.remedy)
    except TimeoutError:
        return Diagnosis(subject, otherwise, f"no answer within {secs:.0f} s")
