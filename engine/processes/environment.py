"""What every child process is given: the command that runs it, where it is a module of ours, and
which variables of our own environment, those of this list and no others.

Our own may hold keys, tokens and ways into the person's session, under any name; so nothing is
handed on because nobody thought of it. What a child needs beyond that, its starter adds where it
starts it.
"""

import os
import re
import shutil
import sys
from collections.abc import Mapping
from pathlib import Path

from engine.domain.errors import SurfaceUnavailable

_FOR_EVERYBODY = re.compile(
    r"""PATH | HOME | USER | LOGNAME | SHELL | TERM | COLORTERM | TMPDIR | TMP | TEMP
    | LANG | LANGUAGE | LC_\w+ | LOCPATH | LOCALE_ARCHIVE | TZ | TZDIR
    | LD_LIBRARY_PATH | LD_PRELOAD | PYTHON[A-Z]+ | VIRTUAL_ENV | JAVA_HOME | NIX_LD\w*
    | XDG_DATA_DIRS | XDG_CONFIG_DIRS | GI_TYPELIB_PATH | GIO_\w+ | GSETTINGS_SCHEMA_DIR
    | FONTCONFIG_\w+ | FREETYPE_PROPERTIES | LIBGL_\w+ | MESA_\w+ | GALLIUM_\w+ | EGL_\w+
    | OMP_\w+ | SSL_CERT_FILE | SSL_CERT_DIR | NODE_EXTRA_CA_CERTS | PLAYWRIGHT_\w+
    | PILOTHOUSE_DESKTOP""",
    re.VERBOSE,
)
"""The system, the language, libraries, fonts; and the mark of the desktop it runs on."""
_FOR_THE_NETWORK = re.compile(r"(https?|ftp|all|no)_proxy", re.IGNORECASE)
_FOR_THE_SCREEN = re.compile(
    r"""DISPLAY | WAYLAND_DISPLAY | XAUTHORITY | ICEAUTHORITY | SESSION_MANAGER | DESKTOP_\w+
    | DBUS_SESSION_BUS_ADDRESS | XDG_\w+ | GTK_\w+ | GDK_\w+ | QT_\w+ | XCURSOR_\w+ | XMODIFIERS
    | GNOME_\w+ | KDE_\w+ | NO_AT_BRIDGE | AT_SPI_\w+""",
    re.VERBOSE,
)
"""The person's own session, for what shows there."""
_RUN_MODULE = str(Path(__file__).with_name("run_module.py"))
_SECRET = re.compile(r"(^|_)KEY(_|$)|APIKEY|TOKEN|SECRET|PASSW|CREDENTIAL", re.IGNORECASE)


def python_module(module: str, *arguments: str) -> tuple[str, ...]:
    """The command that runs a module of Pilothouse by this interpreter."""
    return (sys.executable, "-P", _RUN_MODULE, module, *arguments)


def require_programs(what: str, packages: Mapping[str, str]) -> None:
    """``packages`` has the program's name and its package in Debian. Raises ``SurfaceUnavailable``
    with what is missing and what to install."""
    missing = [program for program in packages if shutil.which(program) is None]
    if missing:
        wanted = dict.fromkeys(packages[program] for program in missing)
        verb = "is" if len(missing) == 1 else "are"
        raise SurfaceUnavailable(
            f"{what} needs {', '.join(missing)}, which {verb} not installed.",
            f"On Debian: sudo apt install {' '.join(wanted)}",
        )


def child_environment(
    inherited: Mapping[str, str] | None = None,
    *,
    on_screen: bool = False,
    with_network: bool = False,
) -> dict[str, str]:
    """What a child may have of ``inherited``, our own where nothing is given.

    ``on_screen``: it shows itself in the person's session, or reads it. ``with_network``: it needs
    the proxies, whose addresses may hold a password.
    """
    lists = [_FOR_EVERYBODY]
    lists += [_FOR_THE_SCREEN] if on_screen else []
    lists += [_FOR_THE_NETWORK] if with_network else []
    return {
        name: value
        for name, value in (os.environ if inherited is None else inherited).items()
        if any(each.fullmatch(name) for each in lists) and not _SECRET.search(name)
    }
