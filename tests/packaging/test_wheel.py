"""The wheel holds the program and its data files, and nothing else; installed, it is one package,
and its command and the children that it starts find what is inside."""

from __future__ import annotations

import subprocess
import sys
import venv
import zipfile
from pathlib import Path

import pytest

from tests.app.command import CommandLine
from tests.app.test_doctor import SUBJECTS, health_of

PROJECT = Path(__file__).parents[2]
PACKAGES = ("app", "widgets", "engine", "resources")


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Built from the tree, without a network."""
    folder = tmp_path_factory.mktemp("wheel")
    words = ["wheel", ".", "--no-deps", "--no-build-isolation", "-q", "-w", str(folder)]
    subprocess.run([sys.executable, "-m", "pip", *words], cwd=PROJECT, check=True)
    [wheel] = folder.glob("*.whl")
    return wheel


@pytest.fixture(scope="module")
def names(wheel: Path) -> set[str]:
    with zipfile.ZipFile(wheel) as archive:
        return set(archive.namelist())


@pytest.fixture(scope="module")
def environment(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """One of its own with the wheel in it; what the wheel depends on is that of the tests."""
    folder = tmp_path_factory.mktemp("environment")
    venv.create(folder)
    python = str(folder / "bin/python")
    words = ["install", "-q", "--no-compile", "--no-deps", "--no-index", str(wheel)]
    subprocess.run([sys.executable, "-m", "pip", "--python", python, *words], check=True)
    return folder


def packages_of(environment: Path) -> Path:
    [folder] = environment.glob("lib/python*/site-packages")
    return folder


def test_every_file_of_the_packages_is_in_it(names: set[str]) -> None:
    files = (file for name in PACKAGES for file in (PROJECT / name).rglob("*") if file.is_file())
    wanted = {str(f.relative_to(PROJECT)) for f in files if "__pycache__" not in f.parts}
    assert {f"pilothouse/{name}" for name in wanted} <= names


def test_nothing_else_is_in_it(names: set[str]) -> None:
    inside = {name.split("/")[1] for name in names if name.startswith("pilothouse/")}
    assert inside == {"__init__.py", "__main__.py", *PACKAGES}


def test_the_desktop_entry_and_the_icon_go_where_launchers_look(names: set[str]) -> None:
    ends = ("share/applications/pilothouse.desktop", "scalable/apps/pilothouse.svg")
    assert all(any(name.endswith(end) for name in names) for end in ends)


def test_one_name_lies_in_site_packages(environment: Path) -> None:
    installed = {path.name for path in packages_of(environment).iterdir()}
    assert {name for name in installed if not name.endswith(".dist-info")} == {"pilothouse"}


def test_the_command_and_its_children_find_what_is_inside(
    environment: Path, tmp_path: Path
) -> None:
    """Where all is there the doctor finds nothing bad: it brings up a desktop, reads and clicks
    there, and reads a drawn word, each in a child process. It is spared the browser, which is none
    of ours."""
    command = CommandLine(tmp_path, folder=tmp_path)
    command.write_settings('[browser]\nexecutable = "/nowhere"\n')
    command.environment["PYTHONPATH"] = ""
    shared = [path for path in sys.path if path.endswith("site-packages")]
    (packages_of(environment) / "tests_own.pth").write_text("\n".join(shared))
    command.program = (str(environment / "bin/pilothouse"),)

    assert command.run("--version").stdout.startswith("pilothouse ")
    ended = command.run("doctor")  # also what its children and native libraries say
    assert ended.code == 0, ended
    assert ended.stderr == ""
    for subject in (*SUBJECTS, "accessibility", "input", "applications", "record", "disk"):
        assert health_of(subject, ended.stdout) in ("good", "limited")
    good = ("practice desktop", "accessibility", "input", "applications", "recognition", "record")
    for subject in good:
        assert health_of(subject, ended.stdout) == "good"
    assert health_of("screen", ended.stdout) == "limited"
    assert "0 sessions" in ended.said
    assert max(map(len, ended.stdout.splitlines())) <= 80
    where = "import pilothouse, sys; sys.argv = ['', '--version']\ntry: pilothouse.main()\n"
    where += "except SystemExit: import engine; print(engine.__file__)"
    python = [str(environment / "bin/python"), "-c", where]
    found = subprocess.run(python, cwd=tmp_path, capture_output=True, text=True, check=True).stdout
    assert str(packages_of(environment) / "pilothouse/engine") in found
