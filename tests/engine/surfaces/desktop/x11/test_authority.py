"""A display is open to whoever has its cookie, whatever bytes that holds."""

from __future__ import annotations

import os
import socket
import subprocess
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

import pytest
import xcffib

from engine.surfaces.desktop.x11.authority import read_cookie, write_authority
from engine.surfaces.desktop.x11.x_calls import connect


@contextmanager
def display_with(cookie: bytes, authority: Path) -> Iterator[Mapping[str, str]]:
    """The environment for a bare X server that wants the cookie."""
    write_authority(authority, cookie)
    reader, writer = os.pipe()
    screen = ("-screen", "0", "640x480x24", "-nolisten", "tcp", "-noreset")
    command = ["Xvfb", *screen, "-auth", str(authority), "-displayfd", str(writer)]
    server = subprocess.Popen(command, pass_fds=[writer], stderr=subprocess.DEVNULL)
    os.close(writer)
    try:
        with os.fdopen(reader) as line:
            number = line.readline().strip()
        yield {"DISPLAY": f":{number}", "XAUTHORITY": str(authority)}
    finally:
        server.kill()
        server.wait()


@pytest.mark.parametrize("cookie", [b":" * 16, bytes(16)])
def test_a_cookie_may_hold_any_bytes(cookie: bytes, tmp_path: Path) -> None:
    with display_with(cookie, tmp_path / "authority") as environment:
        for _ in range(3):
            connect(environment).disconnect()
        with pytest.raises(xcffib.ConnectionException):
            connect({**environment, "XAUTHORITY": os.devnull})


def test_a_file_that_is_cut_off_or_missing_has_no_cookie(tmp_path: Path) -> None:
    file = tmp_path / "authority"
    assert read_cookie(file, ":7") is None
    write_authority(file, b"c" * 16, display_number="7")
    whole = file.read_bytes()

    for length in range(45):  # shorter than the first entry
        file.write_bytes(whole[:length])
        assert read_cookie(file, ":7") is None


def test_a_cookie_of_a_login_is_read_and_that_of_another_machine_is_not(tmp_path: Path) -> None:
    file, here = tmp_path / "authority", socket.gethostname().encode()

    def entry(family: int, *fields: bytes) -> bytes:
        words = b"".join(len(each).to_bytes(2) + each for each in fields)
        return family.to_bytes(2) + words

    kind = b"MIT-MAGIC-COOKIE-1"
    others = entry(256, b"elsewhere", b"7", kind, b"e" * 16) + entry(
        0, b"\x7f", b"7", kind, b"t" * 16
    )
    file.write_bytes(others + entry(256, here, b"8", kind, b"8" * 16))
    assert read_cookie(file, ":7") is None
    assert read_cookie(file, ":8") == b"8" * 16


@pytest.mark.parametrize("display", [":7", ":7.0", "unix:7"])
def test_a_cookie_is_found_by_the_displays_number(display: str, tmp_path: Path) -> None:
    file = tmp_path / "authority"
    write_authority(file, b"c" * 16, display_number="7")

    assert read_cookie(file, display) == b"c" * 16
    assert read_cookie(file, ":77") is None
