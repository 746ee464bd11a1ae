"""The events of a long run are there as they came, and few of them are held as they are."""

from __future__ import annotations

import asyncio
import gc
import random
from functools import lru_cache

import pytest

from engine.domain.events import Recorded
from engine.record.store import SessionStore
from engine.record.views import vector
from engine.record.views.fold import STATES_EVERY
from engine.record.views.vector import PackedEvents
from tests.engine.record.runs import long_run, recorded_run, typical_run

BLOCK = PackedEvents.WIDTH
FEW = 3
HELD = (FEW + 1) * BLOCK
"""With the block that is not full yet."""


@pytest.fixture(autouse=True)
def few_are_held(monkeypatch: pytest.MonkeyPatch) -> None:
    assert vector._unsealed.cache_parameters()["maxsize"] * BLOCK == 8_192
    monkeypatch.setattr(vector, "_unsealed", lru_cache(FEW)(vector._unsealed.__wrapped__))


def alive() -> int:
    """So many events there are in this process."""
    gc.collect()
    return sum(type(each) is Recorded for each in gc.get_objects())


@pytest.mark.parametrize("count", [0, 1, BLOCK - 1, BLOCK, BLOCK + 1, 700])
def test_each_event_is_told_as_it_came(count: int) -> None:
    recorded = recorded_run(*typical_run(), *long_run(30))[:count]
    events = PackedEvents(recorded)
    assert events == recorded == tuple(events) and len(events) == count
    assert events == PackedEvents(recorded) and events != (*recorded, None)
    assert events[10:-3] == recorded[10:-3]
    chance = random.Random(3)
    for at in (chance.randrange(-count, count) for _ in range(100 if count else 0)):
        assert events[at] == recorded[at]
    for beyond in (count, -count - 1):
        with pytest.raises(IndexError):
            events[beyond]
    events.clear()
    assert len(events) == 0 and not events
    events.extend(recorded[:3])
    assert tuple(events) == recorded[:3]


def test_few_are_held_however_many_there_are() -> None:
    before = alive()
    events = PackedEvents(each for each in recorded_run(*long_run(60)))
    assert len(events) > 4 * HELD and alive() - before <= HELD
    assert sum(each.seq > 0 for each in events) == len(events)
    assert alive() - before <= HELD, "looked at, they are not held either"


async def test_of_a_session_that_is_opened_few_are_held(store: SessionStore) -> None:
    log = await store.start_session("one")
    await asyncio.gather(*(log.append(event) for event in long_run(60)))
    before = alive()
    opened = await store.open_session("one")
    assert opened is not None and len(opened.events) > 4 * HELD
    assert alive() - before <= HELD + STATES_EVERY, "with the part that was read last"
    assert tuple(opened.events) == await store.events("one")
