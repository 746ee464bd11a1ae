"""What a program has not taken in yet is never much, so that STOP stops what is seen."""

from __future__ import annotations

import random
import threading
from collections.abc import Sequence

import pytest

from engine.domain.errors import MayHaveLanded
from engine.surfaces.desktop.input import pacing
from engine.surfaces.desktop.input.pacing import Pace
from engine.surfaces.desktop.input.releaser import Releaser
from engine.surfaces.desktop.input.typist import Typist
from engine.surfaces.desktop.x11.windows import XPings
from tests.support.bare_desktop import BareDesktop
from tests.support.slow_window import SlowWindow
from tests.support.waiting import BOUND_SECS

KEY_SECS = 0.06
TEXT = "so slow a one"
PAINTS, ANSWERS = frozenset({"paints"}), frozenset({"answers"})


def worked_secs(frame_secs: float, key_secs: float, *, is_told: bool, bursts: int = 40) -> float:
    """The longest that such a program works on what it was sent at once."""
    pace, longest = Pace(), 0.0
    for _ in range(bursts):
        work = pace.keys * key_secs
        longest = max(longest, work)
        pace.note(pace.keys, 0.001 + work if is_told else None, frame_secs + work)
    return longest


@pytest.mark.parametrize("is_told", [True, False])
@pytest.mark.parametrize("frame_secs", [0.004, 0.02, 0.1])
@pytest.mark.parametrize("key_secs", [0.0001, 0.001, 0.004, 0.02])
def test_no_burst_is_more_than_a_program_works_on_in_50_ms(
    key_secs: float, frame_secs: float, is_told: bool
) -> None:
    """Also where what comes on top takes long, as on a busy machine."""
    assert worked_secs(frame_secs, key_secs, is_told=is_told) <= 0.05


@pytest.mark.parametrize("is_told", [True, False])
@pytest.mark.parametrize("key_secs", [0.06, 0.2])
def test_where_one_key_takes_as_long_two_are_tried_now_and_then(
    key_secs: float, is_told: bool
) -> None:
    pace, sent = Pace(), []
    for _ in range(200):
        sent.append(pace.keys)
        work = 0.004 + pace.keys * key_secs
        pace.note(pace.keys, work if is_told else None, work)
    assert set(sent) == {1, 2} and sent.count(2) <= 10


def test_what_comes_on_top_by_turns_is_not_taken_for_time_to_work_in() -> None:
    """A machine that is busy makes each burst take as long again as others need for it."""
    chance, pace, ahead_secs = random.Random(7), Pace(), []
    for _ in range(300):
        work = pace.keys * 0.02
        ahead_secs.append(work)
        late = chance.expovariate(1 / 0.03)
        pace.note(pace.keys, work + late / 2, 0.02 + work + late)
    assert max(ahead_secs) <= 0.05


@pytest.mark.parametrize("is_told", [True, False])
@pytest.mark.parametrize("frame_secs", [0.004, 0.016, 0.1])
def test_a_quick_program_soon_gets_many_keys_at_once_however_slow_its_picture(
    frame_secs: float, is_told: bool
) -> None:
    pace, typed, bursts = Pace(), 0, 0
    while typed < 1_000:
        typed, bursts = typed + pace.keys, bursts + 1
        pace.note(pace.keys, 0.001 if is_told else None, frame_secs + pace.keys * 0.00005)
    assert bursts <= 30


def test_a_program_that_becomes_slow_gets_fewer_at_once() -> None:
    pace = Pace()
    for key_secs in [0.0001] * 10 + [0.02] * 20:
        pace.note(pace.keys, None, 0.004 + pace.keys * key_secs)
    assert pace.keys <= 2


def test_a_program_that_tells_of_itself_late_is_paced_from_then_on() -> None:
    pace = Pace()
    pace.note(pacing._BLIND_KEYS, None, 0.004 + pacing._BLIND_KEYS * 0.02)
    assert pace.keys == 1


def test_an_answer_on_behalf_of_a_busy_process_is_no_proof() -> None:
    """A browser's window answers at once, whatever its page is at."""
    pace = Pace()
    for _ in range(20):
        pace.note(pace.keys, 0.001, 0.016 + pace.keys * 0.05)
    assert pace.keys <= 2


@pytest.mark.parametrize(
    ("tells", "for_another", "text", "key_secs"),
    [
        pytest.param(ANSWERS, False, TEXT, KEY_SECS, id="answers"),
        pytest.param(PAINTS, False, TEXT, KEY_SECS, id="paints"),
        pytest.param(PAINTS | ANSWERS, False, TEXT, KEY_SECS, id="both"),
        pytest.param(PAINTS | ANSWERS, True, TEXT, KEY_SECS, id="paints, and answers for another"),
        pytest.param(PAINTS | ANSWERS, True, "starved", 0.4, id="is starved, and answers so"),
    ],
)
def test_a_real_window_is_never_far_behind(
    desktop: BareDesktop, tells: frozenset[str], for_another: bool, text: str, key_secs: float
) -> None:
    typist = Typist(
        desktop.display, Releaser(desktop.environment).spare_keycodes, check_keyboard=lambda: None
    )
    sent, taken, behind = 0, 0, [0]

    def take() -> None:
        nonlocal taken
        taken += 1
        behind.append(sent - taken)

    begin = typist._pacer.begin

    def counted() -> int:
        nonlocal sent
        keys = begin()
        sent = min(sent + keys, len(text))
        return keys

    typist._pacer.begin = counted  # type: ignore[method-assign]
    window = SlowWindow(
        desktop.environment,
        key_secs=key_secs,
        tells=tells,
        answers_for_another=for_another,
        on_key=take,
    )
    with window:
        typist.type(text)
    assert taken >= len(text) - 4, "typing is at its end when the program nearly is"
    assert max(behind) <= 4


def test_a_program_that_is_stopped_gets_no_more_once_it_goes_on(desktop: BareDesktop) -> None:
    spare_keycodes = Releaser(desktop.environment).spare_keycodes
    typist = Typist(desktop.display, spare_keycodes, check_keyboard=lambda: None)
    taken, goes_on = 0, threading.Event()

    def take() -> None:
        nonlocal taken
        taken += 1
        if taken == 6:
            goes_on.wait()

    unanswered = typist._pacer._pings.unanswered

    def until_it_is_stopped(xids: Sequence[int], secs: float) -> frozenset[int]:
        """What goes on is only slow; what has stopped need not be waited for as long."""
        if secs < pacing._HANGS_SECS:
            return unanswered(xids, secs)
        while (left := unanswered(xids, 0.6)) and taken < 6:
            continue
        return left

    typist._pacer._pings.unanswered = until_it_is_stopped  # type: ignore[method-assign]
    window = SlowWindow(desktop.environment, key_secs=0.02, tells=ANSWERS, on_key=take)
    with window:
        try:
            with pytest.raises(MayHaveLanded, match="does not answer"):
                typist.type("a text of a hundred characters " * 3)
            at_its_stop = taken
        finally:
            goes_on.set()
        assert not XPings(desktop.display).unanswered([window.number], BOUND_SECS)
    assert at_its_stop == 6
    assert taken <= 6 + 4, "what was under way when it was stopped, and nothing more"
