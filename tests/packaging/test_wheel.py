"""The wheel holds the program and its data files, and nothing else."""

from __future__ import annotations

import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

PROJECT = Path(__file__).parents[2]
PACKAGES = ("app", "widgets", "engine", "resources")


@pytest.fixture(scope="module")
def names(tmp_path_factory: pytest.TempPathFactory) -> set[str]:
    """The files of a wheel that is built from the tree, without a network."""
    folder = tmp_path_factory.mktemp("wheel")
    words = ["wheel", ".", "--no-deps", "--no-build-isolation", "-q", "-w", str(folder)]
    subprocess.run([sys.executable, "-m", "pip", *words], cwd=PROJECT, check=True)
    [wheel] = folder.glob("*.whl")
    with zipfile.ZipFile(wheel) as archive:
        return set(archive.namelist())


def test_every_file_of_the_packages_is_in_it(names: set[str]) -> None:
    files = (file for name in PACKAGES for file in (PROJECT / name).rglob("*") if file.is_file())
    wanted = {str(f.relative_to(PROJECT)) for f in files if "__pycache__" not in f.parts}
    assert wanted <= names


def test_nothing_else_is_in_it(names: set[str]) -> None:
    tops = {name.split("/")[0] for name in names}
    assert {top for top in tops if not top.endswith((".dist-info", ".data"))} == set(PACKAGES)


def test_the_desktop_entry_and_the_icon_go_where_launchers_look(names: set[str]) -> None:
    ends = ("share/applications/pilothouse.desktop", "scalable/apps/pilothouse.svg")
    assert all(any(name.endswith(end) for name in names) for end in ends)
