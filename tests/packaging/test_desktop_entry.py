"""The desktop entry of an installed Pilothouse starts what is installed, under an icon of ours."""

from __future__ import annotations

import configparser
import tomllib
from pathlib import Path

PROJECT = Path(__file__).parents[2]


def entry() -> configparser.SectionProxy:
    parser = configparser.ConfigParser(interpolation=None)
    parser.optionxform = str  # type: ignore[assignment]
    parser.read(PROJECT / "packaging" / "pilothouse.desktop", "utf-8")
    return parser["Desktop Entry"]


def test_it_starts_a_script_that_the_package_installs() -> None:
    project = tomllib.loads((PROJECT / "pyproject.toml").read_text("utf-8"))["project"]
    assert entry()["Exec"] in project["scripts"]
    assert entry()["TryExec"] == entry()["Exec"]


def test_its_icon_is_in_the_family() -> None:
    assert (PROJECT / "resources" / "icons" / f"{entry()['Icon']}.svg").is_file()
