"""The environment that programs on the practice desktop get: the console's, made a stranger's.

What ties a program to the operator's own desktop would let it open windows there, and secrets
have no business on a desktop that an agent uses; both are left out by name.
"""

from __future__ import annotations

import os
import re
from collections.abc import Mapping

from engine.surfaces.desktop.practice.ending_processes import MARKER
from engine.surfaces.desktop.practice.session_folder import SessionFolder

_PERSONAL = re.compile(
    r"""WAYLAND_.* | XAUTHORITY | SESSION_MANAGER | DESKTOP_.* | PWD | OLDPWD
    | XDG_(CURRENT_DESKTOP | ACTIVATION_TOKEN | SESSION_.* | SEAT.* | VTNR | MENU_PREFIX)
    | DBUS_.* | NO_AT_BRIDGE | AT_SPI_.* | GTK_.* | GDK_.* | XMODIFIERS
    | QT_(IM_MODULE.* | QPA_.* | PLUGIN_PATH | STYLE_OVERRIDE | .*SCALE.* | .*DPI.*)
    | SSH_A.* | GPG_AGENT_INFO""",
    re.VERBOSE,
)
_OF_GAMES = ("/usr/local/games", "/usr/games")
"""Where Debian keeps games; an administrator's PATH leaves these folders out."""
_SECRET = re.compile(r"(^|_)KEY(_|$)|APIKEY|TOKEN|SECRET|PASSW|CREDENTIAL", re.I)


def desktop_environment(inherited: Mapping[str, str], folder: SessionFolder) -> dict[str, str]:
    """``inherited`` as a program on the desktop may have it; DISPLAY joins when it is known."""
    kept = {
        name: value
        for name, value in inherited.items()
        if not _PERSONAL.fullmatch(name) and not _SECRET.search(name)
    }
    if not any(kept.get(name) for name in ("LC_ALL", "LANG")):
        kept["LANG"] = "C.UTF-8"
    return kept | {
        "PATH": _with_games(kept.get("PATH", os.defpath)),
        MARKER: folder.desktop_id,
        "DBUS_SESSION_BUS_ADDRESS": f"unix:path={folder.runtime / 'bus'}",
        "XAUTHORITY": str(folder.authority),
        "HOME": str(folder.home),
        "TMPDIR": str(folder.temporary),
        "XDG_CONFIG_HOME": str(folder.home / ".config"),
        "XDG_DATA_HOME": str(folder.home / ".local" / "share"),
        "XDG_STATE_HOME": str(folder.home / ".local" / "state"),
        "XDG_CACHE_HOME": str(folder.home / ".cache"),
        "XDG_RUNTIME_DIR": str(folder.runtime),
        "XDG_SESSION_TYPE": "x11",
        "GDK_BACKEND": "x11",
        "QT_QPA_PLATFORM": "xcb",
        "QT_ASSUME_STDERR_HAS_CONSOLE": "1",  # else its errors may go to the journal
        "GTK_THEME": "Adwaita",
        "GSETTINGS_BACKEND": "memory",
        "GVFS_DISABLE_FUSE": "1",  # a mount inside the folder would keep it from being deleted
        "GNOME_ACCESSIBILITY": "1",
        "QT_ACCESSIBILITY": "1",
        "QT_LINUX_ACCESSIBILITY_ALWAYS_ON": "1",
    }


def _with_games(path: str) -> str:
    """Desktop entries of games name their programs without a folder."""
    known = path.split(os.pathsep)
    return os.pathsep.join([*known, *(folder for folder in _OF_GAMES if folder not in known)])
