"""Puts these applications among the installed ones, as a person would: by desktop entries.

A practice desktop's sandbox shows programs Pilothouse and Python's libraries, no tests. So what is
installed is a copy, in a folder of libraries that Python is told of."""

from __future__ import annotations

import contextlib
import functools
import os
import shlex
import shutil
import sys
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

_HERE = Path(__file__).parent
_BUNDLED = "pilothouse-practice.desktop"
_FAULTS = """\
[Desktop Entry]
Type=Application
Name=Practice with faults
GenericName=Faulty application
Keywords=faults;faulty;bugs;
"""
_DISGUISED = "[Desktop Entry]\nType=Application\nName=Disguised\n"
_START = """\
import runpy, sys
sys.path.append({code!r})
runpy.run_module("tests.practice_app", run_name="__main__", alter_sys=True)
"""


@contextlib.contextmanager
def practice_installed() -> Iterator[None]:
    """Desktops that are made until the end have the tests' Practice in the bundled one's place, and
    beside it the ones with faults and with other labels."""
    data = str(_installation().parent)
    with pytest.MonkeyPatch.context() as patch:
        shared = os.environ.get("XDG_DATA_DIRS") or "/usr/local/share:/usr/share"
        patch.setenv("XDG_DATA_DIRS", f"{data}:{shared}")
        patch.setenv("PYTHONPATH", str(_installation()), prepend=os.pathsep)
        yield


def practice_command(*options: str) -> tuple[str, ...]:
    """What starts it on such a desktop."""
    return (sys.executable, str(_installation() / "practice" / "start.py"), *options)


@functools.cache
def _lasting() -> TemporaryDirectory[str]:
    """It is deleted when this process ends."""
    return TemporaryDirectory(prefix="installed-")


@functools.cache
def _installation() -> Path:
    """The folder of libraries; beside it are the desktop entries."""
    libraries = Path(_lasting().name) / "site-packages"
    copy = libraries / "practice"
    unneeded = shutil.ignore_patterns("__pycache__", "installed.py")
    shutil.copytree(_HERE, copy / "tests" / "practice_app", ignore=unneeded)
    code = str(_HERE.parents[1])
    (copy / "start.py").write_text(_START.format(code=code), encoding="utf-8")
    entries = libraries.parent / "applications"
    entries.mkdir()
    bundled = (files("resources") / "applications" / _BUNDLED).read_text(encoding="utf-8")
    words = "".join(line for line in bundled.splitlines(True) if not line.startswith("Exec="))
    start = shlex.join((sys.executable, str(copy / "start.py")))
    for name, entry, option in (
        (_BUNDLED, words, ""),
        ("practice-faults.desktop", _FAULTS, "--faults"),
        ("practice-disguised.desktop", _DISGUISED, "--disguised"),
    ):
        (entries / name).write_text(f"{entry}Exec={start} {option}\n", encoding="utf-8")
    return libraries
