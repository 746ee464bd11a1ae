"""A seat on another machine that is not to be had: told in plain words, and nothing is left."""

from __future__ import annotations

import asyncio
import errno
import json
import os
import socket
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from engine.domain.errors import ActionImpossible
from engine.processes.child_process import ChildProcess
from engine.surfaces.desktop.practice import (
    seat_desktop,
    session_folder,
    started_applications,
    supervisor,
)
from engine.surfaces.desktop.practice.seat_desktop import SeatDesktop
from engine.surfaces.desktop.practice.session_folder import display_socket
from engine.surfaces.desktop.x11 import authority
from tests.support.far_machine import (
    AFAR,
    HOST,
    READY,
    FarMachine,
    answers,
    far_machine,
    own_folders,
    refusal,
)
from tests.support.waiting import until

pytestmark = [pytest.mark.asyncio, pytest.mark.cold]


@pytest.fixture
def far(monkeypatch: pytest.MonkeyPatch) -> Iterator[FarMachine]:
    with far_machine(monkeypatch) as machine:
        yield machine


@pytest.mark.parametrize("mode", [0o777, 0o755, None])
async def test_a_folder_where_others_may_change_its_display_is_not_used(
    far: FarMachine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, mode: int | None
) -> None:
    sockets = tmp_path / "sockets"
    if mode is not None:
        sockets.mkdir()
        sockets.chmod(mode)
    monkeypatch.setattr(session_folder, "_X_SOCKETS", sockets)
    far.asked.write_text("")
    refused = await refusal()
    assert "not safe" in refused.message and f"-m 1777 {sockets}" in refused.remedy
    assert "forward" not in far.asked.read_text()


async def test_who_calls_it_off_while_it_starts_leaves_nothing(far: FarMachine) -> None:
    far.write_program("cat > /dev/null")
    before = own_folders()
    desktop = SeatDesktop(HOST, 1280, 800, has_network=False)
    starting = asyncio.ensure_future(desktop.start())
    await until(lambda: far.lines() and own_folders() != before)
    starting.cancel()
    with pytest.raises(asyncio.CancelledError):
        await starting
    assert not far.lines() and own_folders() == before


async def test_a_display_that_answers_nothing_is_given_up(
    far: FarMachine, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(seat_desktop, "_REACH_SECS", 2.0)
    name = f":{60_000 + os.getpid() % 5_000}"
    silent = display_socket(name)
    with socket.socket(socket.AF_UNIX) as server:
        server.bind(str(silent))
        server.listen()
        try:
            told = {**READY, "environment": {"DISPLAY": name, "HOME": "/home/x"}}
            far.write_program(answers(told, AFAR))
            refused = await refusal()
        finally:
            silent.unlink()
    assert "display can't be reached" in refused.message
    assert not far.lines()


async def test_no_name_is_left_of_a_display_that_was_not_forwarded(far: FarMachine) -> None:
    def links() -> set[Path]:
        return {each for each in display_socket(":0").parent.iterdir() if each.is_symlink()}

    ssh = far.near / "bin" / "ssh"
    refusing = 'case "$*" in *forward*) exit 1;; esac'
    ssh.write_text(ssh.read_text().replace("exec", f"{refusing}\nexec", 1))
    before = links()
    refused = await refusal()
    assert "can't be reached over ssh" in refused.message
    assert not links() - before


async def test_what_is_to_be_done_there_is_said_to_be_done_there(far: FarMachine) -> None:
    failed = {"event": "failed", "message": "no \x1b[1mdisplay", "remedy": "Install xvfb."}
    far.write_program(f"echo '{json.dumps(failed)}'; cat > /dev/null")
    refused = await refusal()
    assert refused.message == f"No desktop is to be had on {HOST}: no [1mdisplay"
    assert refused.remedy == f"On {HOST}: Install xvfb."


@pytest.mark.parametrize(
    ("spoiled", "said", "remedy"),
    [
        (
            "known",
            "Host key verification failed",
            "Pilothouse is there, and says its version alone",
        ),
        ("key", "Permission denied", f"ssh {HOST} "),
        ("program", "pilothouse", "pilothouse --version"),
        ("old", "what is “seat”?", "pilothouse --version"),
        ("talkative", "can't be read", "its version alone"),
        ("daemon", "refused", f"ssh {HOST} "),
        ("sockets", "display can't be reached", f"On {HOST}: Allow it in sshd_config"),
        ("ports", "display can't be reached", "AllowTcpForwarding yes"),
    ],
)
async def test_what_ssh_refuses_is_said_with_what_to_do(
    far: FarMachine, spoiled: str, said: str, remedy: str
) -> None:
    match spoiled:
        case "known":
            (far.near / "known").write_text("")
        case "key":
            (far.root / "key.pub").write_text("")
        case "program":
            far.program.unlink()
        case "old":
            far.write_program("echo 'what is “seat”?' >&2; exit 1")
        case "talkative":
            far.write_program("echo 'Welcome!'; exec cat")
        case "daemon":
            far.stop()
        case _:
            far.stop()
            kind = "StreamLocal" if spoiled == "sockets" else "Tcp"
            far.start(f"Allow{kind}Forwarding no")
    refused = await refusal()
    assert HOST in refused.message and said in refused.message
    assert remedy in refused.remedy
    assert not far.lines() and not own_folders()


@pytest.mark.parametrize(
    "told",
    [
        "echo hello; cat > /dev/null",
        "echo '[1]'; cat > /dev/null",
        "yes | tr -d '\\n'",
        answers({}, AFAR),
        answers({**READY, "environment": {"DISPLAY": 7}}, AFAR),
        answers({**READY, "sandbox": "yes"}, AFAR),
        answers({**READY, "environment": {"DISPLAY": ":7 -oX"}}, AFAR),
        answers(READY, {}),
        answers(READY, {**AFAR, "cookie": "no number"}),
        answers(READY, {**AFAR, "accessibility": "unix:path=/run/${SSH_AUTH_SOCK}"}),
        answers(READY, {**AFAR, "accessibility": "unix:path=/run/a:localhost:22"}),
        answers(READY, {**AFAR, "entries": [7]}),
        'echo \'{"event": "failed", "message": 7}\'; cat > /dev/null',
    ],
)
async def test_what_is_told_amiss_is_refused_in_plain_words(far: FarMachine, told: str) -> None:
    installed = far.program.readlink()
    far.asked.write_text("")
    far.write_program(told)
    try:
        refused = await refusal()
    finally:
        far.program.unlink()
        far.program.symlink_to(installed)
    assert f"No desktop is to be had on {HOST}" in refused.message
    assert "Traceback" not in refused.message
    assert "-M" in far.asked.read_text() and "forward" not in far.asked.read_text()


async def test_another_version_is_refused_by_its_name(far: FarMachine) -> None:
    installed = far.program.readlink()
    other = far.root / "other.py"
    other.write_text(
        "from engine.surfaces.desktop.practice import seat_desktop\nimport app.cli\n"
        "seat_desktop.version = lambda _: '0.0.1'\napp.cli.main()\n"
    )
    python, code = installed.with_name("python"), Path(__file__).parents[5]
    far.write_program(f'PYTHONPATH={code} exec {python} {other} "$@"')
    refused = await refusal()
    assert "(Pilothouse 0.0.1 is there, and " in refused.message
    assert "says its version alone" in refused.remedy


async def test_a_line_without_an_end_is_not_kept(far: FarMachine) -> None:
    far.write_program("head -c 20000000 /dev/zero | tr '\\0' x; cat > /dev/null")
    refused = await refusal()
    assert "a line of over 8,388,608 bytes" in refused.message


@pytest.mark.parametrize("full", ["folder", "authority"])
async def test_a_disk_here_that_is_full_is_told(
    far: FarMachine, monkeypatch: pytest.MonkeyPatch, full: str
) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    far.write_program(answers(READY, AFAR))
    if full == "folder":
        monkeypatch.setattr(session_folder.SessionFolder, "create", refuse)
    else:
        monkeypatch.setattr(authority, "write_authority", refuse)
    refused = await refusal()
    assert "on this machine can't be had: No space left" in refused.message
    assert not far.lines() and not own_folders()


async def test_it_is_waited_for_as_long_as_that_machine_may_take(
    far: FarMachine, monkeypatch: pytest.MonkeyPatch
) -> None:
    given_secs: dict[str, float] = {}
    call = ChildProcess.call

    async def noted(self: ChildProcess, op: str, *, timeout_secs: float, **more: Any) -> Any:
        given_secs[op] = timeout_secs
        return await call(self, op, timeout_secs=timeout_secs, **more)

    monkeypatch.setattr(ChildProcess, "call", noted)
    far.write_program(answers(READY, {}))
    await refusal()
    there_secs = supervisor.START_TIMEOUT_SECS + started_applications.START_TIMEOUT_SECS
    assert SeatDesktop._start_timeout_secs > 20 + there_secs  # of ssh's ConnectTimeout
    assert given_secs["far"] == SeatDesktop._start_timeout_secs


async def test_words_of_its_refusals_are_cut_to_what_is_for_people(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def refuse(*_: object, **__: object) -> None:
        raise ActionImpossible("\x1b[1mno\u202e" + "o" * 5_000)

    desktop = SeatDesktop(HOST, 1280, 800, has_network=False)
    monkeypatch.setattr(desktop, "_was_started", True)
    monkeypatch.setattr(desktop._supervisor, "call", refuse)
    with pytest.raises(ActionImpossible, match=r"remembered: \[1mnoooo") as refused:
        await desktop.mark_start()
    assert refused.value.message.isprintable() and len(refused.value.message) <= 400


@pytest.mark.parametrize("what", ["closed", "supervisor", "\x1b[1mscreen", "display"])
async def test_only_what_a_machine_can_lose_is_lost_by_its_word(what: str) -> None:
    desktop = SeatDesktop(HOST, 1280, 800, has_network=False)
    desktop._take_event({"event": "gone", "what": what})
    desktop._lose("session bus")
    assert await desktop.wait_gone() == ("display" if what == "display" else "session bus")
