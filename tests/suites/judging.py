"""What a case left behind, judged by the world: files, the Practice app's own files, the screen."""

from __future__ import annotations

import configparser

from engine.domain.zones import Role, State, Zone
from tests.end_to_end.conftest import Bench
from tests.suites.desktop_cases import Case

TICKED = {State.CHECKED, State.SELECTED}
TICKABLE = frozenset(
    {
        *(Role.CHECK_BOX, Role.RADIO_BUTTON, Role.SWITCH, Role.TOGGLE_BUTTON, Role.TAB),
        Role.CHECK_MENU_ITEM,
    }
)


def prepare(bench: Bench, case: Case) -> None:
    """What must be there before."""
    for name, text in case.before.items():
        (bench.practice_folder / name).write_text(text, encoding="utf-8")


async def complaints(bench: Bench, case: Case) -> list[str]:
    """What is not as the case wants it; empty where all is."""
    return [*_about_files(bench, case), *await _about_the_screen(bench, case)]


def _about_files(bench: Bench, case: Case) -> list[str]:
    found = []
    for name, text in case.files.items():
        path = bench.practice_folder / name
        written = path.read_text(encoding="utf-8") if path.exists() else None
        if written is None or written.removesuffix("\n") != text:
            found.append(f"{name} holds {written!r}, not {text!r}")
    settings = _settings_of(bench, case)
    if settings != dict(case.settings):
        found.append(f"the settings are {settings}, not {dict(case.settings)}")
    sent = _sent_from(bench)
    if sent != ([case.sent] if case.sent else []):
        found.append(f"sent: {sent}, not {case.sent}")
    return found


def _settings_of(bench: Bench, case: Case) -> dict[str, str]:
    """What the Practice app has written of the settings that the case is about."""
    ini = configparser.ConfigParser()
    ini.read(bench.home / ".config" / "PilothousePractice" / "practice.ini")
    return {name: ini.get("General", name, fallback="(nothing)") for name in case.settings}


def _sent_from(bench: Bench) -> list[tuple[str, str, str]]:
    """To, subject and body of each message in the Practice app's outbox."""
    outbox = bench.home / ".local" / "share" / "PilothousePractice" / "outbox.txt"
    lines = outbox.read_text(encoding="utf-8").splitlines() if outbox.exists() else []
    messages = [line.split("\t") for line in lines]
    return [(to, subject, body) for _at, to, subject, body in messages]


async def _about_the_screen(bench: Bench, case: Case) -> list[str]:
    situation = await bench.perceiver.observe()
    texts = [text for zone in situation.zones_in_sight for text in (zone.label, zone.value)]
    titles = [window.title for window in situation.windows]
    found = [f"“{words}” is not shown" for words in case.shown if not _in_one(words, texts)]
    found += [f"“{words}” is shown" for words in case.hidden if _in_one(words, texts)]
    found += [f"no window “{words}”" for words in case.windows if not _in_one(words, titles)]
    found += [
        f"“{label}” is {'not ' if is_ticked else ''}ticked"
        for label, is_ticked in case.ticked.items()
        if _is_on(label, situation.zones) is not is_ticked
    ]
    return found


def _in_one(words: str, texts: list[str]) -> bool:
    return any(words in text for text in texts)


def _is_on(label: str, zones: tuple[Zone, ...]) -> bool | None:
    """Whether the only thing of this label that can be ticked is; None where there is none."""
    fitting = [each for each in zones if each.label == label and each.role in TICKABLE]
    return bool(TICKED & fitting[0].state) if len(fitting) == 1 else None
