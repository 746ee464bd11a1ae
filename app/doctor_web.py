"""What ``pilothouse doctor`` finds of the web: the extra, and a browser that opens a page."""

from __future__ import annotations

import asyncio
import os

from app.diagnoses import Diagnosis, Health
from app.secrets import Secrets
from app.settings.tables import Settings
from app.web_extra import LIBRARIES, REMEDY, missing_libraries
from app.wiring import build_perceiver, build_surface
from engine.domain.errors import KnownError
from engine.processes.environment import child_environment

_ANSWER_SECS = 30.0
_EXTRA, _BROWSER = "web extra", "browser"


async def examine_web(settings: Settings) -> list[Diagnosis]:
    """Neither is needed by whoever works on desktops only, so nothing of it is bad."""
    missing = missing_libraries()
    if missing:
        words = f"not installed: {', '.join(missing)}; the navigator can't run"
        return [Diagnosis(_EXTRA, Health.LIMITED, words, REMEDY)]
    extra = Diagnosis(_EXTRA, Health.GOOD, f"{', '.join(LIBRARIES)} are there")
    try:
        async with asyncio.timeout(_ANSWER_SECS):
            return [extra, Diagnosis(_BROWSER, Health.GOOD, await _opened(settings))]
    except KnownError as error:
        return [extra, Diagnosis(_BROWSER, Health.LIMITED, error.message, error.remedy)]
    except TimeoutError:
        words = f"it opened no page within {_ANSWER_SECS:.0f} s"
        return [extra, Diagnosis(_BROWSER, Health.LIMITED, words, "Try to start it by hand.")]


async def _opened(settings: Settings) -> str:
    """What was found, once it has opened an empty page and told what is on it."""
    from engine.surfaces.browser.installed_browsers import find_browser  # part of the extra

    secrets = Secrets()
    found = await asyncio.to_thread(find_browser, settings.browser.executable, os.environ)
    browser = settings.browser.model_copy(update={"headless": True, "profile_folder": ""})
    quiet = settings.model_copy(update={"browser": browser})
    surface = build_surface("browser", quiet, secrets)
    perceiver = build_perceiver(surface, secrets, quiet)
    try:
        await surface.start()
        await perceiver.observe()
    finally:
        await perceiver.close()
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
