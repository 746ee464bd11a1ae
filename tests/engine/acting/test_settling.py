"""Settling waits for the expected change and for quiet, not for a fixed time."""

from __future__ import annotations

import itertools
import time
from dataclasses import replace
from pathlib import Path

import pytest

from engine.acting.executor import Executor
from engine.acting.settling import Settler, UnrestFilter
from engine.domain.actions import Launch, PressKeys, TypeText, Wait
from engine.domain.conditions import (
    AnyOf,
    Condition,
    FileSaved,
    SomethingChanges,
    TextShown,
    WindowShown,
    ZoneValue,
)
from engine.domain.errors import PlanFailed
from engine.domain.performing import Looks
from engine.domain.plans import GLOBAL_ZONE_ID, PlanStep, Situation
from engine.domain.spaces import PictureChange, Rect
from engine.domain.surface_ports import FileFacts
from engine.domain.zones import Role, State
from engine.surfaces.files import read_file_facts
from engine.thinking.offline.applications import full_path
from tests.support.stage import QUICK, Stage, situation, zone

PICTURE = Rect(0, 0, 1280, 800)


def change(box: Rect, at_secs: float = 0.0) -> PictureChange:
    return PictureChange(at_secs, 1, box)


def test_a_caret_in_one_place_is_told_apart_after_three_times() -> None:
    unrest = UnrestFilter(PICTURE)
    caret = change(Rect(320, 240, 2, 18))
    assert [unrest.is_unrest(caret) for _ in range(4)] == [True, True, False, False]


def test_large_changes_always_count() -> None:
    unrest = UnrestFilter(PICTURE)
    window = change(Rect(100, 100, 600, 400))
    assert all(unrest.is_unrest(window) for _ in range(10))


def test_small_changes_in_other_places_count() -> None:
    unrest = UnrestFilter(PICTURE)
    places = [change(Rect(32 * n, 300, 10, 10)) for n in range(10)]
    assert all(unrest.is_unrest(place) for place in places)


def looks(before: Situation, since_secs: float = 0.0) -> Looks:
    return Looks(before, before, since_secs)


def waiting(condition: Condition | None) -> PlanStep:
    return PlanStep(1, GLOBAL_ZONE_ID, "", Wait(), "Wait", condition)


async def test_it_returns_when_the_expected_text_has_come() -> None:
    stage = Stage(situation())
    waits = 0

    def waited() -> None:
        nonlocal waits
        waits += 1
        if waits == 30:
            stage.now = situation(zone("Saved", Role.LABEL))

    stage.waited = waited  # type: ignore[method-assign]
    settler = Settler(stage, stage)
    before = stage.now
    settled = await settler.settle(
        settler.watch(), waiting(TextShown("saved")), looks(before), bound_secs=60
    )
    assert settled.judged.is_seen
    assert settled.situation is stage.now


@pytest.mark.parametrize("came", [False, True])
async def test_a_program_that_failed_at_once_is_not_waited_for_unless_a_window_came(
    came: bool,
) -> None:
    stage = Stage(situation(titles=("Files",)))
    stage.failed = "the program ended at once with exit code 3: “no display”"
    clock = itertools.count()
    settler = Settler(stage, stage, clock=lambda: float(next(clock)))
    launch = PlanStep(1, GLOBAL_ZONE_ID, "", Launch("Notes"), "Start Notes", WindowShown("Notes"))
    before = stage.now
    stage.now = situation(titles=("Notes starts", "Files") if came else ("Files",))
    settled = await settler.settle(settler.watch(), launch, looks(before), bound_secs=1000)
    assert (stage.failed in settled.judged.evidence) is not came
    assert came or next(clock) < 500


@pytest.mark.parametrize("has_keyboard", [True, False])
async def test_the_window_that_comes_after_one_without_the_keyboard_is_waited_for(
    has_keyboard: bool,
) -> None:
    """As of a large program whose first window tells its name while it loads."""
    stage, still = Stage(situation(titles=())), _Still()

    async def observe(**_patience: float) -> Situation:
        if still.now_secs > 10:
            return situation(
                zone("File", window_id="Untitled - Writer"), titles=("Untitled - Writer",)
            )
        loading = situation(zone("Office", window_id="Office"), titles=("Office",))
        windows = tuple(replace(each, is_active=has_keyboard) for each in loading.windows)
        return replace(loading, windows=windows)

    stage.observe = observe  # type: ignore[method-assign]
    settler = Settler(stage, stage, clock=lambda: still.now_secs)
    step = PlanStep(1, GLOBAL_ZONE_ID, "", Launch("Writer"), "Start Writer", WindowShown("Writer"))
    settled = await settler.settle(still, step, looks(stage.now, 1), bound_secs=30)
    shown = [window.title for window in settled.situation.windows]
    assert shown == (["Office"] if has_keyboard else ["Untitled - Writer"])


async def test_the_last_words_of_a_program_are_masked_before_they_are_cut() -> None:
    stage = Stage(situation())
    long = "x" * 365
    stage.failed = f"exit code 1: “{long} hunter2”"
    settler = Settler(stage, stage)
    launch = PlanStep(1, GLOBAL_ZONE_ID, "", Launch("Notes"), "Start Notes", WindowShown("Notes"))
    settled = await settler.settle(settler.watch(), launch, looks(stage.now), bound_secs=60)
    words = settled.judged.evidence[-1]
    assert "hunter" not in words and "••••" in words


async def test_a_launcher_has_not_failed_where_what_is_expected_is_there() -> None:
    """It may have handed over to the program that was running, of which no new window came."""
    stage = Stage(situation(titles=("Notes",)))
    stage.failed = "the program ended at once with exit code 3"
    clock = itertools.count()
    settler = Settler(stage, stage, clock=lambda: float(next(clock)))
    launch = PlanStep(1, GLOBAL_ZONE_ID, "", Launch("Notes"), "Start Notes", WindowShown("Notes"))
    settled = await settler.settle(settler.watch(), launch, looks(stage.now), bound_secs=1000)
    assert stage.failed not in settled.judged.evidence
    assert next(clock) < 500


async def test_at_the_bound_it_says_that_the_change_did_not_come() -> None:
    stage = Stage(situation(zone("Draft", Role.LABEL)))
    settler = Settler(stage, stage)
    settled = await settler.settle(
        settler.watch(), waiting(TextShown("saved")), looks(stage.now), bound_secs=0.2
    )
    assert settled.judged.is_contradicted


async def test_without_an_expectation_it_waits_for_quiet_only() -> None:
    stage = Stage(situation())
    settler = Settler(stage, stage)
    settled = await settler.settle(settler.watch(), waiting(None), looks(stage.now), bound_secs=60)
    assert settled.is_quiet


async def test_a_picture_that_never_rests_does_not_hide_the_change() -> None:
    stage = Stage(situation(zone("Saved", Role.LABEL)))
    film = _Film()
    settler = Settler(stage, stage, clock=lambda: film.now_secs)
    settled = await settler.settle(
        film, waiting(TextShown("saved")), looks(situation()), bound_secs=30
    )
    assert settled.judged.is_seen and not settled.is_quiet
    assert film.now_secs < 5


class _Film:
    """Everything changes all the time; its clock goes on with each picture."""

    def __init__(self) -> None:
        self.now_secs = 0.0

    async def next(self, timeout_secs: float) -> PictureChange | None:
        self.now_secs += min(timeout_secs, 0.05)
        return change(PICTURE, self.now_secs)

    def close(self) -> None: ...


async def test_what_a_still_picture_does_not_show_waits_for_no_quiet_anew() -> None:
    """A program tells of it late, or its file is written late: no change of the picture says so."""
    stage = Stage(situation())
    still = _Still()

    async def observe(**_patience: float) -> Situation:
        told = [zone("Saved", Role.LABEL)] if still.now_secs > 0.2 else []
        return situation(*told)

    stage.observe = observe  # type: ignore[method-assign]
    settler = Settler(stage, stage, clock=lambda: still.now_secs)
    settled = await settler.settle(
        still, waiting(TextShown("saved")), looks(stage.now), bound_secs=30
    )
    assert settled.judged.is_seen and settled.is_quiet
    assert still.waits == [0.15, 0.15], "nothing was done, so it is looked at once"


@pytest.mark.parametrize("told_at_secs", [0.0, 0.2])
async def test_what_a_program_tells_a_moment_after_its_picture_is_seen_of_what_expects_nothing(
    told_at_secs: float,
) -> None:
    """And nothing is waited for where it is told at once."""
    stage, still = Stage(situation()), _Still()

    async def observe(**_patience: float) -> Situation:
        told = [zone("Address", Role.TEXT_FIELD)] if still.now_secs >= told_at_secs else []
        return situation(*told)

    stage.observe = observe  # type: ignore[method-assign]
    settler = Settler(stage, stage, clock=lambda: still.now_secs)
    step = PlanStep(1, GLOBAL_ZONE_ID, "", PressKeys(("ctrl", "l")), "Go to an address")
    settled = await settler.settle(still, step, looks(stage.now), bound_secs=3)
    assert settled.judged.is_seen
    assert still.waits == ([0.1, 0.15] if told_at_secs else [0.1])


@pytest.mark.parametrize("is_told", [True, False])
async def test_texts_that_are_being_read_are_waited_for_where_nothing_else_tells_the_change(
    is_told: bool,
) -> None:
    title = "Saved" if is_told else "Draft"
    shown = situation(zone("Done", Role.LABEL, window_id=title), titles=(title,))
    stage = Stage(replace(shown, is_being_read=True))
    step = PlanStep(1, GLOBAL_ZONE_ID, "", PressKeys(("ctrl", "s")), "Save", WindowShown("Saved"))
    settled = await Settler(stage, stage).settle(
        _Still(), step, looks(situation(titles=("Draft",))), bound_secs=0.1
    )
    assert settled.judged.is_seen is is_told
    assert stage.waited_for_texts_secs[:2] == ([0.0] if is_told else [0.0, 0.4])


async def test_that_nothing_changed_for_a_moment_is_no_quiet() -> None:
    """At the bound less time is left than what counts as quiet."""
    stage, film = Stage(situation()), _Paced()
    settler = Settler(stage, stage, clock=lambda: film.now_secs)
    settled = await settler.settle(
        film, waiting(TextShown("saved")), looks(situation()), bound_secs=1.05
    )
    assert film.moments and not settled.is_quiet


class _Paced(_Film):
    """It changes in each tenth of a second, and in no shorter time."""

    def __init__(self) -> None:
        super().__init__()
        self.moments: list[None] = []

    async def next(self, timeout_secs: float) -> PictureChange | None:
        self.now_secs += timeout_secs
        if timeout_secs > 0.09:
            return change(PICTURE, self.now_secs)
        self.moments.append(None)
        return None


class _Still:
    """Nothing changes; its clock goes on with each wait."""

    def __init__(self) -> None:
        self.waits: list[float] = []

    @property
    def now_secs(self) -> float:
        return sum(self.waits)

    async def next(self, timeout_secs: float) -> PictureChange | None:
        self.waits.append(timeout_secs)
        return None

    def close(self) -> None: ...


@pytest.mark.parametrize("is_handed_in", [False, True])
async def test_a_field_that_makes_something_else_of_a_text_is_not_waited_for_to_the_bound(
    is_handed_in: bool,
) -> None:
    stage = Stage(situation(zone("Display", Role.TEXT_FIELD, value="0")))
    settler, before = Settler(stage, stage), stage.now
    stage.now = situation(zone("Display", Role.TEXT_FIELD, value="504.6"))
    held = ZoneValue("Display", "Display", "12*37.5+3*18.2=", contains=True)
    wanted = AnyOf((held, TextShown("12*37.5+3*18.2="))) if is_handed_in else held
    step = PlanStep(1, "Display", "Display", TypeText("12*37.5+3*18.2="), "Type", wanted)
    began = time.monotonic()
    settled = await settler.settle(settler.watch(), step, looks(before), bound_secs=60)
    assert "the program made that of it" in str(settled.judged)
    assert time.monotonic() - began < 30


async def test_a_line_typed_where_nothing_tells_of_it_is_not_waited_for_to_the_bound() -> None:
    """A terminal that only draws shows that something came, and never what."""
    stage = Stage(situation())
    line = PlanStep(1, GLOBAL_ZONE_ID, "", TypeText("ls\n"), "List it", SomethingChanges())
    before, stage.now = stage.now, situation(zone("drawn", Role.LABEL))
    clock = itertools.count(0, 0.1)
    settler = Settler(stage, stage, clock=lambda: next(clock))
    settled = await settler.settle(settler.watch(), line, looks(before), bound_secs=300)
    assert next(clock) < 20, settled.judged.words


async def test_a_plain_wait_takes_its_time() -> None:
    stage = Stage(situation())
    executor = Executor(stage, Settler(stage, stage), QUICK)
    started = time.monotonic()
    step = PlanStep(1, GLOBAL_ZONE_ID, "", Wait(0.3), "Wait")
    await executor.perform(step, stage.now)
    assert time.monotonic() - started >= 0.3


async def test_a_file_that_was_pasted_late_with_its_old_time_has_come() -> None:
    stage = Stage(situation())
    executor = Executor(stage, Settler(stage, stage), QUICK)
    step = PlanStep(1, GLOBAL_ZONE_ID, "", PressKeys(("ctrl", "v")), "Paste", FileSaved("/b"))
    failed = await executor.perform(step, stage.now)
    stage.files["/b"] = FileFacts(True, 1, 50.0, "b")
    since_secs = time.time()
    assert not failed.succeeded
    assert await executor.has_effect_already(step, looks(stage.now, since_secs))


@pytest.mark.parametrize("name", ["a" * 300, "a\0b", "folder/file", "file/below"])
def test_a_path_that_no_file_can_have_is_that_of_no_file(tmp_path: Path, name: str) -> None:
    (tmp_path / "file").touch()
    assert read_file_facts(tmp_path, f"~/{name}") == FileFacts(exists=False)
    assert read_file_facts(tmp_path, "~").exists


def test_a_file_to_which_a_program_added_an_ending_is_told_of(tmp_path: Path) -> None:
    (tmp_path / "note.txt.odt").write_text("Hello")
    facts = read_file_facts(tmp_path, "~/note.txt")
    assert (facts.exists, facts.instead, facts.text) == (False, "note.txt.odt", "Hello")


def test_a_name_that_is_too_long_is_told_before_anything_is_done() -> None:
    here = situation()
    with pytest.raises(PlanFailed, match="too long"):
        full_path(here, f"{'a' * 300}.txt", "/tmp")


@pytest.mark.parametrize(
    ("role", "is_focused", "is_clicked"),
    [
        (Role.TEXT_AREA, True, False),
        (Role.CANVAS, True, False),
        (Role.TEXT_AREA, False, True),
        (Role.TEXT_FIELD, True, True),
    ],
)
async def test_what_has_the_keyboard_is_typed_into_without_a_click_in_its_middle(
    role: Role, is_focused: bool, is_clicked: bool
) -> None:
    focus = {State.FOCUSED} if is_focused else set()
    stage = Stage(situation(zone("Page", role, state=frozenset({State.ENABLED, *focus}))))
    executor = Executor(stage, Settler(stage, stage), QUICK)
    await executor.perform(PlanStep(1, "Page", "Page", TypeText("a"), "Type"), stage.now)
    assert [at is not None for _, at in stage.done] == [is_clicked]
