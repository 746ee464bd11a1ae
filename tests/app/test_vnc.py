"""How a VNC desktop is named, where its password is, and what is said where it can't be had."""

from __future__ import annotations

import keyring
import pytest

from app.choices import AddressUnusable, choices_said, starting_words, surface_and_mode, vnc_address
from app.doctor import Health, examine_extra
from app.extras import VNC_EXTRA
from app.secrets import Secrets
from app.vnc import build_vnc
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
        ("vnc:[fe80::1]:5902", ("fe80::1", 5902)),
        ("vnc:vnc://studio:5901", ("studio", 5901)),
    ],
)
def test_an_address_is_read_as_people_write_it(said: str, meant: tuple[str, int]) -> None:
    assert vnc_address(said) == meant


@pytest.mark.parametrize(
    "said",
    [
        *("vnc", "vnc:", "vnc:::1", "vnc:me@studio", "vnc:studio:5901/x", "vnc:studio:-1"),
        *("vnc:a b", "vnc:studio:65536", "vnc:studio::0", "vnc:studio:https", "vnc:fe80::1:5901"),
    ],
)
def test_what_is_none_is_refused_with_an_example(said: str) -> None:
    with pytest.raises(AddressUnusable) as refused:
        choices_said("x", said, "", "offline", Asking.RISKY, "", waits=False)
    assert "vnc:studio:5901" in refused.value.remedy


def test_one_server_has_one_name() -> None:
    for said in ("vnc:Studio:1", "vnc:studio::5901", "vnc:studio:5901"):
        assert surface_and_mode(said, "") == ("vnc:studio:5901", "director")
    assert surface_and_mode("vnc:[::1]:1", "explorer") == ("vnc:[::1]:5901", "explorer")
    assert starting_words("vnc:studio:5901") == "Starting the connection to studio:5901…"
    with pytest.raises(NameUnknown, match="navigator works in a browser"):
        surface_and_mode("vnc:studio:1", "navigator")


def test_its_password_is_asked_of_the_keyring_and_no_step_can_name_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    kept = KeyringOf({("pilothouse vnc", "studio:5901"): "Tr4ffic!"})
    monkeypatch.setattr(keyring.core, "_keyring_backend", kept)
    surface = build_vnc("vnc:studio:5901", Secrets({}))
    server = surface.eyes.server
    assert server.password() == "Tr4ffic!" and "Tr4ffic!" not in repr(server)
    assert server.password_remedy.endswith('keyring set "pilothouse vnc" studio:5901')
    assert build_vnc("vnc:studio:5902", Secrets({})).eyes.server.password() == ""
    with pytest.raises(SecretMissing):
        Secrets({}).reveal("studio:5901")


def test_without_the_extra_it_is_said_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    assert examine_extra(VNC_EXTRA, "").health is Health.GOOD
    monkeypatch.setattr(VNC_EXTRA, "libraries", ("vnc_not_there",))
    finding = examine_extra(VNC_EXTRA, "no VNC desktop can be a surface")
    assert finding.health is Health.LIMITED and "pilothouse[vnc]" in finding.remedy
    assert finding.message == "not installed: vnc_not_there; no VNC desktop can be a surface"
    with pytest.raises(SurfaceUnavailable, match="A VNC desktop needs the extra “vnc”"):
        check_surface("vnc:studio:1")


def test_a_run_where_no_server_is_ends_with_a_plain_sentence(command: CommandLine) -> None:
    with held_port() as port:
        ended = command.run("run", "Click “File”", "--surface", f"vnc:localhost:{port}")
    assert ended.code != 0 and "Traceback" not in ended.stderr
    said = f"{ended.said} {ended.complained}"
    assert f"localhost:{port} can't be reached: Connection refused." in said
