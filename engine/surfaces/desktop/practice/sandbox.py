"""The sandbox of a practice desktop: what runs there sees a read-only system, the desktop's own
home, temporary folders, processes and display, and no network unless it is asked for.

One sandbox holds the whole desktop, the session bus and the window manager included: a program that
has them start another one does not get out, and all of them agree on how processes are numbered.
The X server stays outside and is reached by its one socket. It is bubblewrap's work
(https://github.com/containers/bubblewrap), which needs no root, but namespaces that some machines
forbid; so it is really tried once, and what it says then is told."""

import ctypes
import os
import platform
import pwd
import shutil
import stat
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from engine.domain.surface_ports import Sandbox
from engine.surfaces.desktop.practice.session_folder import SessionFolder, display_socket

_PROGRAM = "bwrap"
_TRY_SECS = 20.0
_SYSTEM = ("/usr", "/etc", "/opt", "/nix", "/gnu", "/var/cache/fontconfig", "/sys/devices/system")
_OFTEN_LINKS = ("/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32")
_LIBRARIES = ("site-packages", "dist-packages")
_ROOMS = ("app", "engine", "resources", "widgets")
_NAMESPACES = ("mnt", "pid", "ipc", "net")
_INSTEAD_OF_ROOT = 1000
_KEYCTL = {
    "x86_64": 250,
    "aarch64": 219,
    "riscv64": 219,
    "i686": 288,
    "armv7l": 311,
    "ppc64le": 271,
}
"""The system call's number; the C library has no name for it."""
_JOIN_SESSION_KEYRING = 1
_CODE = Path(__file__).parents[4]


def command_prefix(folder: SessionFolder, display: str, *, has_network: bool) -> list[str]:
    """The words before a command that put it into the desktop's sandbox."""
    home = Path.home()
    own = (folder.home, folder.runtime, folder.temporary, folder.start, folder.log)
    read_only = (folder.authority, folder.window_manager_settings, display_socket(display))
    return [
        *(_PROGRAM, "--unshare-user", "--unshare-pid", "--unshare-ipc", "--unshare-cgroup-try"),
        *(() if has_network else ("--unshare-net",)),
        *("--uid", str(_user_id()), "--gid", str(_user_id())),
        *("--cap-drop", "ALL", "--die-with-parent", "--new-session"),
        *_words("--ro-bind-try", _SYSTEM),
        *_linked_folders(),
        *_hidden_settings(Path("/etc")),
        *(("--tmpfs", str(home)) if any(map(home.is_relative_to, _SYSTEM)) else ()),
        *_users(folder),
        *("--proc", "/proc", "--ro-bind", "/proc/sys", "/proc/sys", "--dev", "/dev"),
        *(word for path in ("/run", "/tmp", "/var/tmp") for word in ("--tmpfs", path)),
        *_words("--ro-bind-try", _own_code()),
        *(_words("--ro-bind-try", _name_servers()) if has_network else ()),
        *_words("--bind", map(str, own)),
        *_words("--ro-bind", map(str, read_only)),
        *("--remount-ro", "/", "--chdir", str(folder.home), "--"),
    ]


def try_out(prefix: Sequence[str], *, has_network: bool) -> Sandbox:
    """Really start something in it."""
    if shutil.which(_PROGRAM) is None:
        return Sandbox.missing("bubblewrap is not installed", "On Debian: apt install bubblewrap")
    try:
        tried = subprocess.run(
            [*prefix, "true"], capture_output=True, text=True, timeout=_TRY_SECS, check=False
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        return Sandbox.missing(f"bubblewrap can't be started ({error})")
    if tried.returncode:
        return Sandbox.missing(*_why(tried.stderr.strip().removeprefix("bwrap: ")))
    return Sandbox(is_used=True, has_network=has_network)


def leave_keyring() -> None:
    """The kernel's own keyring of the person's session (tickets, keys of disks) belongs to every
    process that was started in it, whatever namespace it is in; from now on it is an empty one.
    https://man7.org/linux/man-pages/man7/session-keyring.7.html"""
    if (number := _KEYCTL.get(platform.machine())) is not None:
        ctypes.CDLL(None).syscall(number, _JOIN_SESSION_KEYRING, None)


def namespace_ids() -> dict[str, str]:
    """Those of this process that a sandbox has of its own."""
    return {name: str(Path(f"/proc/self/ns/{name}").readlink()) for name in _NAMESPACES}


def _words(option: str, paths: Sequence[str] | Iterator[str]) -> list[str]:
    return [word for path in paths for word in (option, path, path)]


def _linked_folders() -> Iterator[str]:
    """Links into /usr on most systems, folders on others."""
    for path in _OFTEN_LINKS:
        if Path(path).is_symlink():
            yield from ("--symlink", str(Path(path).readlink()), path)
        else:
            yield from ("--ro-bind-try", path, path)


def _hidden_settings(folder: Path) -> Iterator[str]:
    """What not everybody on the machine may read, such as keys and password hashes."""
    for entry in os.scandir(folder):
        if entry.is_symlink():
            continue
        if entry.is_dir():
            is_open = entry.stat().st_mode & stat.S_IROTH and os.access(entry.path, os.R_OK)
            yield from _hidden_settings(Path(entry.path)) if is_open else ("--tmpfs", entry.path)
        elif not entry.stat().st_mode & stat.S_IROTH:
            yield from ("--ro-bind", os.devnull, entry.path)


def _user_id() -> int:
    """The person's own; root is another in there, since programs act otherwise for root."""
    return os.getuid() or _INSTEAD_OF_ROOT


def _users(folder: SessionFolder) -> Iterator[str]:
    """Nobody but the person, who lives in the desktop's home: some programs look it up."""
    number, shell = _user_id(), os.environ.get("SHELL", "/bin/sh")
    name = pwd.getpwuid(os.getuid()).pw_name if os.getuid() else "practice"
    users = f"{name}:x:{number}:{number}::{folder.home}:{shell}\n"
    for path, text in {"passwd": users, "group": f"{name}:x:{number}:\n"}.items():
        (folder.root / path).write_text(text)
        yield from ("--ro-bind", str(folder.root / path), f"/etc/{path}")


def _own_code() -> Iterator[str]:
    """Pilothouse, its Python and its libraries; no folder that holds the person's home."""
    for room in _ROOMS:
        yield str(_CODE / room)
    libraries = (each for each in sys.path if Path(each).name in _LIBRARIES)
    for place in dict.fromkeys((sys.prefix, sys.base_prefix, sys.exec_prefix, *libraries)):
        if not Path(place).is_relative_to("/usr") and not Path.home().is_relative_to(place):
            yield place


def _name_servers() -> Iterator[str]:
    """The file is often a link to one that a service writes."""
    real = os.path.realpath("/etc/resolv.conf")
    if not real.startswith("/etc/"):
        yield real


def _why(said: str) -> tuple[str, str]:
    """Why bubblewrap could not start, by what it said, and what to do."""
    said = said.partition(", likely")[0]
    if not any(words in said for words in ("namespace", "uid map", "newroot")):
        return f"bubblewrap failed: {said}", ""
    if "max_" in said:
        name = "user.max_user_namespaces"
        return f"no more user namespaces may be opened ({name})", f"Raise it: sysctl {name}=10000"
    if _kernel_says("kernel/unprivileged_userns_clone") == "0":
        name = "kernel.unprivileged_userns_clone"
        return f"user namespaces are closed ({name}=0)", f"Set it: sysctl {name}=1"
    if _kernel_says("kernel/apparmor_restrict_unprivileged_userns") == "1":
        name = "kernel.apparmor_restrict_unprivileged_userns"
        return (
            f"AppArmor closes user namespaces ({name}=1)",
            f"Install an AppArmor profile for {_PROGRAM}, or: sysctl {name}=0",
        )
    if "Seccomp:\t2" in Path("/proc/self/status").read_text():
        return (
            f"a filter of system calls refuses it, as containers have one ({said})",
            "Start the container with one that allows user namespaces.",
        )
    return f"the system refuses it ({said})", ""


def _kernel_says(name: str) -> str:
    try:
        return (Path("/proc/sys") / name).read_text().strip()
    except OSError:
        return ""
