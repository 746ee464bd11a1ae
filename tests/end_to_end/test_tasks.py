"""Goals on real applications, judged by what the file system and the screen hold afterwards."""

from __future__ import annotations

import asyncio
import base64
import configparser
import contextlib
import sqlite3
import subprocess
import zlib
from pathlib import Path

import pytest

from engine.domain.approvals import Asking
from engine.domain.plans import ReplanKind
from engine.domain.terminals import Terminal
from engine.domain.verdicts import StepState
from tests.end_to_end.conftest import Bench
from tests.support.stage import ScriptedApprover
from tests.support.waiting import until, until_so

pytestmark = [pytest.mark.end_to_end, pytest.mark.asyncio(loop_scope="session")]

MOUSEPAD_GOAL = (
    "Open Mousepad, type 'Hello from the pilothouse' and save it as note.txt in the practice folder"
)

LOOKS_AT_REST = 5
_PIECE_BYTES = 6


async def holds(file: Path, text: str) -> None:
    """Wait until an application has written it."""
    await until(lambda: file.exists() and file.read_text() == text)


async def shows(bench: Bench, *labels: str) -> None:
    """Wait until one of these is the label or the value of something in sight."""

    async def is_there() -> bool:
        zones = (await bench.perceiver.observe()).zones_in_sight
        return any({zone.label, zone.value.strip()} & set(labels) for zone in zones)

    await until_so(is_there)


async def labels(bench: Bench) -> set[str]:
    return {zone.label for zone in (await bench.perceiver.observe()).zones_in_sight}


async def labels_at_rest(bench: Bench) -> set[str]:
    """Those of a window that has come up: some looks in a row show the same."""
    seen: list[set[str]] = []

    async def is_at_rest() -> bool:
        await asyncio.sleep(0.1)  # between two looks
        seen.append(await labels(bench))
        last = seen[-LOOKS_AT_REST:]
        return bool(seen[-1]) and len(last) == LOOKS_AT_REST and all(x == seen[-1] for x in last)

    await until_so(is_at_rest)
    return seen[-1]


async def test_mousepad_from_goal_to_saved_file_in_three_segments(bench: Bench) -> None:
    outcome, state = await bench.run(MOUSEPAD_GOAL)
    assert outcome.terminal is Terminal.GOAL_SATISFIED, outcome.message
    await holds(bench.practice_folder / "note.txt", "Hello from the pilothouse")
    assert [segment.replan_kind for segment in state.segments] == [
        ReplanKind.INITIAL,
        ReplanKind.ADAPTIVE,
        ReplanKind.ADAPTIVE,
    ]
    assert sum(view.step.is_replan for segment in state.segments for view in segment.steps) == 2


async def test_any_unicode_arrives_in_the_file(bench: Bench) -> None:
    text = "é ß < > \\ | @ € 你好 🙂 Ω — “x”"
    outcome, _ = await bench.run(
        f"Open Mousepad, type '{text}' and save it as text.txt in the practice folder"
    )
    assert outcome.terminal is Terminal.GOAL_SATISFIED, outcome.message
    await holds(bench.practice_folder / "text.txt", text)


async def test_practice_settings_are_found_behind_a_closed_menu(bench: Bench) -> None:
    outcome, _ = await bench.run(
        "In the Practice app, open Settings and turn on Autosave, then click OK"
    )
    assert outcome.terminal is Terminal.GOAL_SATISFIED, outcome.message
    await until(lambda: autosaves(bench))


def autosaves(bench: Bench) -> bool:
    """By what the Practice app has written."""
    settings = configparser.ConfigParser()
    settings.read(bench.home / ".config" / "PilothousePractice" / "practice.ini")
    return settings.get("General", "autosave", fallback="") == "true"


async def test_what_a_dialog_hides_is_looked_for_and_dead_ends_are_left(bench: Bench) -> None:
    """Nobody said where Autosave is: pages and menus are looked into until it is found."""
    goal = "In the Practice app, turn on Autosave, then click OK"
    outcome, state = await bench.run(goal)
    assert outcome.terminal is Terminal.GOAL_SATISFIED, outcome
    await until(lambda: autosaves(bench))
    [plan] = [step.local for segment in state.segments for step in segment.steps if step.local]
    assert plan.result == "reached"
    taken_back = [each for each in plan.states if each.is_revert]
    assert all(each.returned in ("restored", "already back") for each in taken_back)


async def test_what_is_nowhere_leaves_the_window_as_it_was(bench: Bench) -> None:
    await bench.run("Open the Practice app")
    before = await labels_at_rest(bench)
    outcome, _ = await bench.run("In the Practice app, click the button Frobnicate")
    assert outcome.terminal is Terminal.GOAL_FAILED
    assert "Frobnicate” is not in sight" in outcome.message

    async def is_as_before() -> bool:
        return await labels(bench) == before

    await until_so(is_as_before)


async def test_an_item_is_renamed_in_the_field_that_opens_over_it(bench: Bench) -> None:
    outcome, _ = await bench.run("In the Practice app, on the List tab, rename Bravo to Zulu")
    assert outcome.terminal is Terminal.GOAL_SATISFIED, outcome.message
    await shows(bench, "Renamed “Bravo” to “Zulu”")


async def test_the_way_through_a_buttons_menu_is_found(bench: Bench) -> None:
    (bench.practice_folder / "b.txt").write_text("b")
    outcome, _ = await bench.run(
        "In the Practice app, click the Batch tab, click 'Add Files', click More > 'From disk…',"
        " type 'b.txt' into File name and press Enter"
    )
    assert outcome.terminal is Terminal.GOAL_SATISFIED, outcome.message
    await shows(bench, "b.txt")

    async def is_alone() -> bool:
        return [each.title for each in (await bench.perceiver.observe()).windows] == ["Practice"]

    await until_so(is_alone)


async def test_an_existing_file_is_replaced_only_where_the_goal_says_so(bench: Bench) -> None:
    note = bench.practice_folder / "note.txt"
    note.write_text("precious")
    outcome, _ = await bench.run(MOUSEPAD_GOAL)
    assert outcome.terminal is Terminal.GOAL_FAILED
    assert note.read_text() == "precious"


async def test_replacing_is_irreversible_and_the_operator_is_asked(bench: Bench) -> None:
    note = bench.practice_folder / "note.txt"
    note.write_text("old")
    approver = ScriptedApprover()
    outcome, _ = await bench.run(
        f"{MOUSEPAD_GOAL}, replacing it", asking=Asking.RISKY, approver=approver
    )
    assert outcome.terminal is Terminal.GOAL_SATISFIED, outcome.message
    await holds(note, "Hello from the pilothouse")
    assert len(approver.asked) == 1 and "Replace" in approver.asked[0].step.description


async def test_a_path_that_cannot_be_written_fails_with_a_reason(bench: Bench) -> None:
    outcome, _ = await bench.run("Open Mousepad, type 'x' and save it as note.txt in /proc/nowhere")
    assert outcome.terminal is not Terminal.GOAL_SATISFIED
    assert outcome.message


async def test_an_application_that_is_not_installed(bench: Bench) -> None:
    outcome, state = await bench.run("Open Foobarius")
    assert outcome.terminal is Terminal.GOAL_FAILED
    assert "Foobarius" in outcome.message
    assert not any(view.state is StepState.DONE for s in state.segments for view in s.steps)


async def test_sending_is_denied_where_nobody_is_asked(bench: Bench) -> None:
    outcome, _ = await bench.run(
        "Open the Practice app, click the Message tab, type 'ada@example.org' into To,"
        " type 'Hi' into Subject, type 'Hello' into Body and click Send"
    )
    assert outcome.terminal is not Terminal.GOAL_SATISFIED
    outbox = bench.home / ".local" / "share" / "PilothousePractice" / "outbox.txt"
    assert not outbox.exists()
    assert "leaves the machine" in outcome.message


def pieces_of(secret: str) -> set[bytes]:
    """What of it, as it is, backwards or in base64, would tell a part of it."""
    plain = secret.encode()
    whole = (plain, secret[::-1].encode(), base64.b64encode(plain))
    return {
        text[at : at + _PIECE_BYTES].lower()
        for text in whole
        for at in range(len(text) - _PIECE_BYTES + 1)
    }


async def test_a_secret_arrives_and_is_recorded_nowhere(bench: Bench) -> None:
    outcome, _ = await bench.run(
        "Open Mousepad, type '{{secret:token}}' and save it as token.txt in the practice folder"
    )
    assert outcome.terminal is Terminal.GOAL_SATISFIED, outcome.message
    await holds(bench.practice_folder / "token.txt", "s3cret-Wörd")
    path = bench.store.path
    await bench.store.close()
    with contextlib.closing(sqlite3.connect(path)) as database:
        bodies = [row[0].encode() for row in database.execute("select body from events")]
        blobs = [row[0] for row in database.execute("select data from blobs")]
    texts = [zlib.decompress(blob) for blob in blobs if blob[:1] == b"x"]
    assert bodies and texts
    files = [file.read_bytes() for file in path.parent.iterdir() if file.is_file()]
    written = b"\0".join((*bodies, *texts, *files)).lower()
    assert [piece for piece in pieces_of("s3cret-Wörd") if piece in written] == []


async def test_a_display_that_grows_in_mid_run_is_seen_and_asked_about_anew(
    resizable_bench: Bench,
) -> None:
    bench, approver = resizable_bench, ScriptedApprover()
    sizes: list[tuple[int, int]] = []
    bench.surface.on_resized = lambda width, height: sizes.append((width, height))

    def while_asked(request: object) -> None:
        if len(approver.asked) == 3:
            environment = dict(bench.surface.environment)
            subprocess.run(["xrandr", "--fb", "1500x900"], env=environment, check=False)

    approver.while_asked = while_asked
    outcome, _ = await bench.run(MOUSEPAD_GOAL, asking=Asking.EACH, approver=approver)
    assert outcome.terminal is Terminal.GOAL_SATISFIED, outcome.message
    assert sizes and sizes[-1] != (1280, 800)
    assert any(request.asked_again_because for request in approver.asked)
    await holds(bench.practice_folder / "note.txt", "Hello from the pilothouse")
