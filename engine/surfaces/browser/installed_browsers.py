"""Finds an installed browser that Playwright can drive: Chromium, Chrome or Edge."""

import os
import shutil
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from engine.domain.errors import SurfaceUnavailable

_REMEDY = (
    "Install one, for example with: apt install chromium"
    " (Google Chrome and Microsoft Edge work too), or name its program in the settings."
)
_NAMES = (
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
    "chrome",
    "microsoft-edge",
    "microsoft-edge-stable",
    "msedge",
)
_USUAL_PATHS = tuple(
    Path(path)
    for path in (
        "/usr/lib/chromium/chromium",
        "/snap/bin/chromium",
        "/opt/google/chrome/chrome",
        "/opt/microsoft/msedge/msedge",
        "/var/lib/flatpak/exports/bin/org.chromium.Chromium",
    )
)


@dataclass(frozen=True, slots=True)
class InstalledBrowser:
    """``name`` is what people call it: Chromium, Chrome or Edge."""

    path: Path
    name: str


def find_browser(
    executable: str, environment: Mapping[str, str], *, usual_paths: Sequence[Path] = _USUAL_PATHS
) -> InstalledBrowser:
    """The one that is named, else the first that is installed. Raises ``SurfaceUnavailable``."""
    search_path = environment.get("PATH", os.defpath)
    if executable:
        named = shutil.which(str(Path(executable).expanduser()), path=search_path)
        if named is None:
            raise SurfaceUnavailable(
                f"The browser “{executable}” is not there, or is no program.", _REMEDY
            )
        return _called(Path(named))
    for name in _NAMES:
        found = shutil.which(name, path=search_path)
        if found is not None:
            return _called(Path(found))
    for path in usual_paths:
        if os.access(path, os.X_OK):
            return _called(path)
    raise SurfaceUnavailable("No browser is installed that Pilothouse can drive.", _REMEDY)


def _called(path: Path) -> InstalledBrowser:
    words = path.name.lower()
    if "edge" in words:
        return InstalledBrowser(path, "Edge")
    return InstalledBrowser(path, "Chrome" if "chrome" in words else "Chromium")
