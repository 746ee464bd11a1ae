"""What `packaging/set-up` does where packages of Debian's are missing, with commands that only say
what they were asked for."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest

REPOSITORY = Path(__file__).parents[2]


def set_up(folder: Path, lacks: str, *, is_root: bool, can_be_had: bool) -> tuple[int, str, str]:
    """On a machine that has all packages but one: how it ended, what was said, what was asked of
    apt-get."""
    shutil.copytree(REPOSITORY / "packaging", folder / "packaging")
    shutil.copy(REPOSITORY / "pyproject.toml", folder)
    python, commands = folder / ".venv" / "bin" / "python", folder / "commands"
    for command, script in {
        python: "true",
        commands
        / "dpkg-query": f'shift 2; for p; do [ $p = {lacks} ] || echo "installed $p "; done',
        commands / "id": f"echo {0 if is_root else 1000}",
        commands / "sudo": "false",
        commands
        / "apt-get": f'echo "$*" >>{folder}/asked; [ $1 = update ] || {str(can_be_had).lower()}',
    }.items():
        command.parent.mkdir(parents=True, exist_ok=True)
        command.write_text(f"#!/bin/sh\n{script}\n", encoding="utf-8")
        command.chmod(0o755)
    ended = subprocess.run(
        ["sh", folder / "packaging" / "set-up", "test"],
        env=os.environ | {"PATH": f"{commands}:/usr/bin:/bin"},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )
    asked = folder / "asked"
    return ended.returncode, ended.stderr, asked.read_text("utf-8") if asked.exists() else ""


@pytest.mark.parametrize(
    ("lacks", "is_root", "can_be_had", "code", "told"),
    [
        ("chromium", False, True, 3, "only root can install them"),
        ("chromium", True, True, 0, "Installing system packages: chromium"),
        ("chromium-headless-shell", False, True, 0, ""),
        ("chromium-headless-shell", True, True, 0, ""),
        ("chromium-headless-shell", True, False, 0, "Done without"),
    ],
)
def test_what_is_needed_is_asked_for_and_what_is_only_welcome_is_done_without(
    tmp_path: Path, lacks: str, is_root: bool, can_be_had: bool, code: int, told: str
) -> None:
    ended, said, asked = set_up(tmp_path, lacks, is_root=is_root, can_be_had=can_be_had)
    assert (ended, told in said) == (code, True), said
    assert (lacks in asked) is is_root
