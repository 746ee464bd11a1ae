"""Which hosts a text names and how they are compared, in any script."""

from __future__ import annotations

import pytest

from engine.domain.web.sites import host_of, hosts_named_in, is_same_site, is_web


@pytest.mark.parametrize(
    ("text", "host"),
    [
        ("log in at bäbank.example, then go on", "xn--bbank-gra.example"),
        ("open my_bank.example", "my_bank.example"),
        ("open x-bank.example", "x-bank.example"),
        ("open xn--bbank-gra.example", "xn--bbank-gra.example"),
        ("open b\N{CYRILLIC SMALL LETTER A}nk.example", "xn--bnk-6cd.example"),
        ("open BANK.Example.", "bank.example"),
        ("打开bank.example，然后登录", "bank.example"),
        ("bank.example에서 열기", "bank.example"),
        ("打开 https://中国bank.example/a", "xn--bank-zf5fw08b.example"),
        ("open https://例え。テスト/a", "xn--r8jz45g.xn--zckzah"),
    ],
)
def test_a_name_in_any_script_is_read_whole(text: str, host: str) -> None:
    assert hosts_named_in(text) == {host}
    assert host == "bank.example" or not is_same_site(host, "bank.example")


@pytest.mark.parametrize("text", ["read list.txt", "Ende. Anfang", "3.14", "büro.txt"])
def test_what_is_no_host_is_not_named(text: str) -> None:
    assert hosts_named_in(text) == frozenset()


def test_an_address_has_the_same_host_however_its_name_is_written() -> None:
    written = ("https://bäbank.example/a", "BÄBANK.example", "http://xn--bbank-gra.example:80")
    assert {host_of(each) for each in written} == {"xn--bbank-gra.example"}
    assert host_of("https://ｂank.example") == "bank.example"


def test_what_can_not_be_read_as_an_address_has_no_host() -> None:
    assert host_of("http://[broken") == ""
    assert is_web("http://[broken") and not is_web("file://[broken")
