"""Task suites on the practice desktop: one run a case, then a look at what it left."""

from __future__ import annotations

import configparser

import pytest

from engine.approval.nobody import NobodyThere
from engine.domain.approvals import Asking
from engine.domain.zones import Role, State, Zone
from tests.end_to_end.conftest import Bench
from tests.suites.desktop_cases import GALCULATOR, MOUSEPAD, PRACTICE, STRANGERS, THUNAR, Case
from tests.support.stage import ScriptedApprover

pytestmark = [pytest.mark.end_to_end, pytest.mark.suite]

TICKED = {State.CHECKED, State.SELECTED}
TICKABLE = frozenset(
    {
        *(Role.CHECK_BOX, Role.RADIO_BUTTON, Role.SWITCH, Role.TOGGLE_BUTTON, Role.TAB),
        Role.CHECK_MENU_ITEM,
    }
)


def cases(table: tuple[Case, ...]) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("case", [pytest.param(case, id=case.name) for case in table])


@cases(MOUSEPAD)
async def test_mousepad(bench: Bench, case: Case) -> None:
    await carry_out(bench, case)


@cases(GALCULATOR)
async def test_galculator(bench: Bench, case: Case) -> None:
    await carry_out(bench, case)


@cases(THUNAR)
async def test_thunar(bench: Bench, case: Case) -> None:
    await carry_out(bench, case)


@cases(PRACTICE)
async def test_practice_app(bench: Bench, case: Case) -> None:
    await carry_out(bench, case)


@cases(STRANGERS)
async def test_applications_that_nobody_tuned_it_for(bench: Bench, case: Case) -> None:
    await carry_out(bench, case)


async def carry_out(bench: Bench, case: Case) -> None:
    for name, text in case.before.items():
        (bench.practice_folder / name).write_text(text, encoding="utf-8")
    outcome, _ = await bench.run(
        case.goal,
        asking=Asking.RISKY if case.approves else Asking.NEVER,
        approver=ScriptedApprover() if case.approves else NobodyThere(),
    )
    assert outcome.terminal is case.terminal, outcome.message
    assert await bench.suspicions() == []
    for name, text in case.files.items():
        written = (bench.practice_folder / name).read_text(encoding="utf-8")
        assert written.removesuffix("\n") == text
    assert settings_of(bench, case) == dict(case.settings)
    assert sent_from(bench) == ([case.sent] if case.sent else [])
    await stands_on_the_screen(bench, case)


def settings_of(bench: Bench, case: Case) -> dict[str, str]:
    """What the Practice app has written of the settings that the case is about."""
    ini = configparser.ConfigParser()
    ini.read(bench.home / ".config" / "PilothousePractice" / "practice.ini")
    return {name: ini["General"][name] for name in case.settings}


def sent_from(bench: Bench) -> list[tuple[str, str, str]]:
    """To, subject and body of each message in the Practice app's outbox."""
    outbox = bench.home / ".local" / "share" / "PilothousePractice" / "outbox.txt"
    lines = outbox.read_text(encoding="utf-8").splitlines() if outbox.exists() else []
    messages = [line.split("\t") for line in lines]
    return [(to, subject, body) for _at, to, subject, body in messages]


async def stands_on_the_screen(bench: Bench, case: Case) -> None:
    situation = await bench.perceiver.observe()
    texts = [text for zone in situation.zones_in_sight for text in (zone.label, zone.value)]
    for words in case.shown:
        assert any(words in text for text in texts), texts
    for words in case.hidden:
        assert not any(words in text for text in texts), texts
    titles = [window.title for window in situation.windows]
    for words in case.windows:
        assert any(words in title for title in titles), titles
    for label, is_ticked in case.ticked.items():
        assert is_on(label, situation.zones) is is_ticked, label


def is_on(label: str, zones: tuple[Zone, ...]) -> bool:
    """Whether the only thing of this label that can be ticked is."""
    (zone,) = [each for each in zones if each.label == label and each.role in TICKABLE]
    return bool(TICKED & zone.state)
