"""How a machine with a seat is named, and what goes with it."""

from __future__ import annotations

from pathlib import Path

import pytest

from app.choices import AddressUnusable, is_practice_desktop, seat_said, surface_and_mode
from app.home_files import check_given
from app.wiring import check_surface
from engine.domain.errors import NameUnknown, SurfaceUnavailable
from tests.app.command import CommandLine


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        ("seat:studio", "studio"),
        ("seat: studio ", "studio"),
        ("seat:me@studio.example.org", "me@studio.example.org"),
        ("seat:10.0.0.7", "10.0.0.7"),
        ("seats:studio", ""),
        ("practice", ""),
        ("vnc:studio:1", ""),
        ("seat:me@studio/screen", "me@studio"),
        ("seat:studio/display:7", "studio"),
    ],
)
def test_a_machine_is_called_as_ssh_knows_it(said: str, meant: str) -> None:
    assert seat_said(said) == (meant, said.partition("/")[2])
    is_practice = said == "practice" or bool(meant and "/" not in said)
    assert is_practice_desktop(said) == is_practice


@pytest.mark.parametrize(
    "said",
    [
        *("seat", "seat:", "seat:-oProxyCommand=x", "seat:me@-studio", "seat:a b", "seat:a;b"),
        *(
            "seat:studio/own",
            "seat:studio/display",
            "seat:/screen",
            "seat:studio:22",
            "seat:$(x)",
            "seat:@studio",
            "seat:stüdio",
        ),
    ],
)
def test_what_is_none_is_refused_with_an_example(said: str) -> None:
    with pytest.raises(AddressUnusable) as refused:
        surface_and_mode(said, "")
    assert "seat:studio" in refused.value.remedy


def test_it_is_directed_and_no_browser_and_nothing_is_brought_up_to_look_at_its_name() -> None:
    assert surface_and_mode("seat:studio", "") == ("seat:studio", "director")
    with pytest.raises(NameUnknown, match="navigator works in a browser"):
        surface_and_mode("seat:studio", "navigator")
    check_surface("seat:nobody-has-this-name")
    check_surface("seat:nobody-has-this-name/screen")


def test_files_of_this_machine_can_be_given_to_it(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("x")
    check_given([tmp_path / "a.txt"], "seat:studio")
    with pytest.raises(NameUnknown, match="only to a practice desktop"):
        check_given([tmp_path / "a.txt"], "seat:studio/screen")


def test_without_ssh_it_is_said_what_to_install(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(SurfaceUnavailable, match="needs ssh, which is not installed"):
        check_surface("seat:studio")


def test_a_pilothouse_of_another_version_is_told_so_and_nothing_starts(
    command: CommandLine,
) -> None:
    done = command.run("seat", "0.0.1", "{}")
    assert done.code == 3
    assert "and 0.0.1 asks" in done.stderr
