"""The command line, with a home of its own for each test."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.app.command import CommandLine


@pytest.fixture
def command(tmp_path: Path) -> CommandLine:
    home = tmp_path / "home"
    home.mkdir()
    return CommandLine(home)
