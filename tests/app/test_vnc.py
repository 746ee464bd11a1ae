"""How a VNC desktop is named, where its password is, and what is said where it can't be had."""

from __future__ import annotations

from pathlib import Path

import keyring
import pytest

from app.choices import AddressUnusable, choices_said, surface_and_mode, vnc_server
from app.secrets import Secrets, kept_in_keyring
from app.wiring import check_surface
from engine.domain.approvals import Asking
from engine.domain.errors import NameUnknown, SecretMissing, SurfaceUnavailable
from tests.app.command import CommandLine
from tests.app.test_secrets import KeyringOf
from tests.support.closed_port import held_port


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        ("vnc:studio:5901", ("studio", 5901)),
        ("vnc:studio::5901", ("studio", 5901)),
        ("vnc:studio:1", ("studio", 5901)),
        ("vnc:studio:99", ("studio", 5999)),
        ("vnc:studio:100", ("studio", 100)),
        ("vnc:studio::80", ("studio", 80)),
        ("vnc:Studio.example.org", ("studio.example.org", 5900)),
        ("vnc:10.0.0.7:0", ("10.0.0.7", 5900)),
        ("vnc:[FE80::1]:5902", ("[fe80::1]", 5902)),
        ("vnc://studio:5901", ("studio", 5901)),
        ("vncs:studio", None),
        ("practice", None),
        ("display:1", None),
    ],
)
def test_an_address_is_read_as_people_write_it(said: str, meant: tuple[str, int] | None) -> None:
    assert vnc_server(said) == meant


@pytest.mark.parametrize(
    "said",
    [
        *("vnc", "vnc:", "vnc:::1", "vnc:me@studio", "vnc:studio:5901/x", "vnc:studio:-1"),
        *("vnc:a b", "vnc:studio:65536", "vnc:studio::0", "vnc:studio:https", "vnc:fe80::1:5901"),
        "vnc:-via:5901",
    ],
)
def test_what_is_none_is_refused_with_an_example(said: str) -> None:
    with pytest.raises(AddressUnusable) as refused:
        choices_said("x", said, "", "offline", Asking.RISKY, "", waits=False)
    assert "studio:5901" in refused.value.remedy


def test_it_is_directed_and_explored_and_no_browser() -> None:
    assert surface_and_mode("vnc:studio:1", "") == ("vnc:studio:1", "director")
    assert surface_and_mode("vnc:studio:1", "explorer") == ("vnc:studio:1", "explorer")
    with pytest.raises(NameUnknown, match="navigator works in a browser"):
        surface_and_mode("vnc:studio:1", "navigator")


def test_its_password_is_asked_of_the_keyring_and_no_step_can_name_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    kept = KeyringOf({("pilothouse vnc", "studio:5901"): "Tr4ffic!"})
    monkeypatch.setattr(keyring.core, "_keyring_backend", kept)
    assert kept_in_keyring("pilothouse vnc", "studio:5901") == "Tr4ffic!"
    assert kept_in_keyring("pilothouse vnc", "studio:5902") == ""
    with pytest.raises(SecretMissing):
        Secrets({}).reveal("studio:5901")


def test_without_the_viewer_it_is_said_what_to_install(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    check_surface("vnc:studio:1")
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(
        SurfaceUnavailable, match="needs xtigervncviewer, which is not installed"
    ) as no:
        check_surface("vnc:studio:1")
    assert no.value.remedy == "On Debian: sudo apt install tigervnc-viewer"


def test_a_run_where_no_server_is_ends_with_a_plain_sentence(command: CommandLine) -> None:
    with held_port() as port:
        ended = command.run("run", "Click “File”", "--surface", f"vnc:localhost:{port}")
    assert ended.code != 0 and "Traceback" not in ended.complained
    said = " ".join(f"{ended.said} {ended.complained}".split())
    assert f"The VNC server at localhost:{port} can't be had: " in said
    assert "Connection refused" in said
