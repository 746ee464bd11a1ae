"""``make run`` without a screen ends by showing the text of what was saved."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

SHOW = Path(__file__).parents[2] / "packaging" / "show-made"


def shown(out: Path) -> str:
    done = subprocess.run([SHOW, out], capture_output=True, text=True, check=True)
    return done.stdout


def test_the_texts_of_the_last_run_are_shown_and_nothing_else(tmp_path: Path) -> None:
    assert shown(tmp_path) == "", "there was no run"
    for number, session in enumerate(("new", "old")):
        (tmp_path / f"session-{session}.jsonl").touch()
        os.utime(tmp_path / f"session-{session}.jsonl", (9 - number, 9 - number))
    for place, data in (
        ("old/Practice/before.txt", b"Of another run"),
        ("new/Practice/a note.txt", b"Low water\x1b[2J at nine\nGangway: \xc3\xb6"),
        ("new/picture.png", b"\x89PNG\r\n\x00\x00"),
    ):
        file = tmp_path / "files" / place
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(data)
    assert shown(tmp_path) == "Practice/a note.txt:\nLow water[2J at nine\nGangway: ö\n"


def test_make_run_shows_them_and_keeps_the_runs_exit_code() -> None:
    [line] = [
        line
        for line in (SHOW.parents[1] / "Makefile").read_text().splitlines()
        if "unattended" in line
    ]
    assert line.strip().endswith("code=$$?; packaging/show-made out; exit $$code; \\")
