"""What `make run` and `make test` install is locked by name, version and hash, and nothing else."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parents[2]
_NOT_INSTALLED = ("campaigns", "inspect")
"""Extras that `make run` leaves to those who have a cluster, or inspect_ai: nothing locks them."""
_PINNED = re.compile(
    r"(?P<name>[\w.-]+)==(?P<version>[\w.!+]+)(?: ; .+)? \\\n"
    r"(?:    --hash=sha256:[0-9a-f]{64}(?: \\)?\n)+"
)


def _locked(purpose: str) -> dict[str, set[str]]:
    """Versions by name; a package may be locked in several, for several Pythons."""
    text = (ROOT / f"packaging/lock-{purpose}.txt").read_text()
    assert _PINNED.sub("", text) == "", "each line is a name, a version or a hash"
    locked: dict[str, set[str]] = {}
    for pinned in _PINNED.finditer(text):
        locked.setdefault(canonicalize_name(pinned["name"]), set()).add(pinned["version"])
    return locked


def _project() -> dict[str, Any]:
    return tomllib.loads((ROOT / "pyproject.toml").read_text())


def _extras() -> dict[str, list[str]]:
    return dict(_project()["project"]["optional-dependencies"])


def _asked(purpose: str) -> list[Requirement]:
    told = _project()
    extras = [each for name, each in _extras().items() if name not in _NOT_INSTALLED]
    asked = [*told["project"]["dependencies"], *(each for extra in extras for each in extra)]
    asked += told["dependency-groups"]["build"]
    if purpose == "test":
        asked += told["dependency-groups"]["dev"]
    return [Requirement(each) for each in asked]


@pytest.mark.parametrize("purpose", ["run", "test"])
def test_all_that_is_asked_for_is_locked_in_a_version_that_fits(purpose: str) -> None:
    locked = _locked(purpose)
    unfit = [
        str(asked)
        for asked in _asked(purpose)
        if not any(
            asked.specifier.contains(v) for v in locked.get(canonicalize_name(asked.name), ())
        )
    ]
    assert unfit == [], "`packaging/lock` makes the lists anew"


def test_tests_run_with_the_versions_that_a_run_has() -> None:
    run, test = _locked("run"), _locked("test")
    assert {name: test.get(name) for name in run} == run


def test_the_table_of_libraries_names_each_one_in_its_locked_version() -> None:
    table = (ROOT / "docs/libraries.md").read_text()
    told = {
        canonicalize_name(name): version
        for name, version in re.findall(r"^\| `([\w-]+)` \| (\d[\w.]*) \|", table, re.M)
    }
    build = {Requirement(each).name for each in _project()["dependency-groups"]["build"]}
    asked = {canonicalize_name(each.name) for each in _asked("run")} - build
    left = [each for extra in _NOT_INSTALLED for each in _extras()[extra]]
    others = {canonicalize_name(Requirement(each).name) for each in left}
    assert set(told) == asked | others
    locked = {name: versions for name, versions in _locked("run").items() if name not in others}
    told = {name: version for name, version in told.items() if name not in others}
    assert {name: version for name, version in told.items() if version not in locked[name]} == {}


def test_a_cluster_can_be_joined_with_what_the_extra_and_the_image_of_a_worker_install() -> None:
    """Without Ray's own extra ``client`` no ``ray://`` address is taken, and no head serves one."""
    asked = Requirement(*_extras()["campaigns"])
    image = (ROOT / "packaging/Containerfile").read_text()
    (installed,) = (Requirement(each) for each in re.findall(rf"'({asked.name}\b.*?)'", image))
    assert "client" in asked.extras
    assert asked.extras <= installed.extras, "a node needs more than who joins: its dashboard"
    assert installed.specifier == asked.specifier
