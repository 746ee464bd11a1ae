"""The doctor tries things for real, and says in a line how to mend each that fails. What it says
where nothing fails is in `tests/packaging/test_wheel.py`: there it is installed."""

from __future__ import annotations

import json

import pytest

from engine.domain.terminals import EXIT_CANNOT_START
from tests.app.command import CommandLine
from tests.app.test_model_command import KEY, set_up
from tests.support.scripted_endpoint import ScriptedEndpoint, in_thread

pytestmark = pytest.mark.end_to_end

SUBJECTS = ("system", "screen", "practice desktop", "recognition", "model endpoint")


def health_of(subject: str, report: str) -> str:
    """The word beside the subject in the report: good, limited or bad."""
    (line,) = [line for line in report.splitlines() if line.startswith(f"{subject}  ")]
    return line.removeprefix(subject).split()[1]


def test_what_is_missing_is_bad_and_how_to_get_it_is_said(command: CommandLine) -> None:
    command.write_settings(
        '[model]\nbase_url = "http://127.0.0.1:1/v1"\nname = "scripted"\n'
        "[perception]\ntext_recognition = false\n"
    )
    command.environment |= {"PATH": "/nowhere", "PILOTHOUSE_API_KEY": KEY}
    command.data.mkdir(parents=True)
    command.database.write_bytes(b"This is no database. " * 500)
    ended = command.run_here("doctor")
    assert ended.code == EXIT_CANNOT_START
    assert health_of("practice desktop", ended.stdout) == "bad"
    assert "apt install xvfb openbox" in ended.said
    assert health_of("record", ended.stdout) == "bad"
    assert "is not a session database" in ended.said
    assert health_of("model endpoint", ended.stdout) == "bad"
    assert "http://127.0.0.1:1/v1" in ended.said
    for subject in (*SUBJECTS, "disk"):
        assert health_of(subject, ended.stdout)
    assert "Traceback" not in ended.stdout + ended.stderr
    assert KEY not in ended.stdout + ended.stderr
    assert health_of("recognition", ended.stdout) == "limited"
    assert "text recognition is turned off" in ended.said


def test_the_endpoint_is_tried(command: CommandLine) -> None:
    command.environment["PATH"] = "/nowhere"  # no desktop is tried
    with in_thread(ScriptedEndpoint('{"greeting": "hello", "colour": "red"}')) as endpoint:
        set_up(command, endpoint, "[perception]\ntext_recognition = false\n")
        ended = command.run_here("doctor", "--json")
    told = {each["subject"]: each for each in map(json.loads, ended.stdout.splitlines())}
    assert told["model endpoint"]["health"] == "good"
    assert "scripted at" in told["model endpoint"]["message"] and "JSON schema" in ended.said
    assert KEY not in ended.stdout + ended.stderr
