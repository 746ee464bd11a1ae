"""Pictures and zone lists: kept exactly, once, and never behind the event that names them."""

from __future__ import annotations

import asyncio
import io
import sqlite3

import pytest
from PIL import Image

from engine.domain.errors import RecordUnavailable
from engine.domain.events import Recorded, SituationObserved, WarningRaised
from engine.domain.spaces import Frame, Rect
from engine.domain.zones import State
from engine.record import pictures
from engine.record.source import opened_picture
from engine.record.store import SessionStore
from tests.engine.record.runs import frame, observed, situation, zone


def _rgb(source: Frame) -> bytes:
    image = Image.frombytes("RGB", (source.width, source.height), source.pixels, "raw", "BGRX")
    return image.tobytes()


async def _decoded(store: SessionStore, picture_hash: str) -> Image.Image:
    picture = await store.blobs.picture(picture_hash)
    assert picture is not None
    image = Image.open(io.BytesIO(picture.data))
    assert image.format == "WEBP"
    assert image.size == (picture.width, picture.height)
    return image.convert("RGB")


async def _recorded(store: SessionStore) -> None:
    """Return when all that was put before is on disk: an event is written after it."""
    log = await store.start_session("barrier")
    await log.append(WarningRaised("after the pictures"))


@pytest.mark.parametrize("as_view", [False, True])
async def test_picture_comes_back_pixel_for_pixel(store: SessionStore, as_view: bool) -> None:
    source = frame(7)
    assert isinstance(source.pixels, bytes)
    if as_view:
        source = Frame(7, 0.0, source.width, source.height, memoryview(source.pixels))
    picture_hash = await store.blobs.put_picture(source)
    await _recorded(store)

    image = await _decoded(store, picture_hash)
    assert image.size == (source.width, source.height)
    assert image.tobytes() == _rgb(source)


async def test_crop_is_that_part_of_the_frame(store: SessionStore) -> None:
    source = frame(3)
    part_px = Rect(10, 5, 20, 12)
    picture_hash = await store.blobs.put_picture(source, part_px)
    await _recorded(store)

    whole = Image.frombytes("RGB", (source.width, source.height), _rgb(source))
    image = await _decoded(store, picture_hash)
    assert image.tobytes() == whole.crop((10, 5, 30, 17)).tobytes()


async def test_crop_over_the_edge_is_cut_and_one_outside_is_no_picture(store: SessionStore) -> None:
    cut = await store.blobs.put_picture(frame(), Rect(-5, 30, 15, 100))
    outside = await store.blobs.put_picture(frame(), Rect(1000, 1000, 10, 10))
    await _recorded(store)
    assert (await _decoded(store, cut)).size == (10, 10)
    assert outside == ""


async def test_equal_pictures_are_stored_once(store: SessionStore) -> None:
    hashes = await asyncio.gather(
        *(store.blobs.put_picture(frame(seed)) for seed in (1, 1, 2, 1, 2))
    )
    await _recorded(store)
    other_program = sqlite3.connect(store.path)
    [(count,)] = other_program.execute("SELECT count(*) FROM blobs").fetchall()
    other_program.close()
    assert len(set(hashes)) == count == 2


async def test_same_bytes_in_another_shape_are_another_picture(store: SessionStore) -> None:
    wide = frame(1, 40, 20)
    tall = Frame(1, 0.0, 20, 40, wide.pixels)
    assert await store.blobs.put_picture(wide) != await store.blobs.put_picture(tall)


async def test_picture_of_an_earlier_run_is_not_encoded_again(
    store: SessionStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    picture_hash = await store.blobs.put_picture(frame(1))
    await _recorded(store)
    await store.close()

    def encoded_again(_hash: str, _part: object) -> None:
        raise ZeroDivisionError("a bug in the encoder")

    monkeypatch.setattr(pictures, "_encoded_picture", encoded_again)
    again = await SessionStore.open(store.path)
    assert await again.blobs.put_picture(frame(1)) == picture_hash
    log = await again.start_session("again")
    await log.append(observed(picture_hash))
    assert await again.blobs.picture(picture_hash) is not None

    new = await again.blobs.put_picture(frame(2))
    with pytest.raises(ZeroDivisionError):
        await log.append(observed(new))
    await again.close()


async def test_two_programs_may_store_the_same_picture(
    store: SessionStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Both found that it was not there, and both write it."""
    monkeypatch.setattr(pictures, "has_blob", lambda _db, _hash: False)
    other = await SessionStore.open(store.path)
    for each, session_id in ((store, "one"), (other, "two")):
        picture_hash = await each.blobs.put_picture(frame(1))
        await (await each.start_session(session_id)).append(observed(picture_hash))
    assert (
        await store.blobs.picture(picture_hash)
        == await other.blobs.picture(picture_hash)
        is not None
    )
    await other.close()


async def test_event_is_never_on_disk_before_its_pictures(store: SessionStore) -> None:
    """Big pictures take long to encode; each event is looked at the moment it is on disk."""
    log = await store.start_session("one")
    other_program = sqlite3.connect(store.path)
    missing: list[str] = []
    seen: list[int] = []

    def look(recorded: Recorded) -> None:
        seen.append(recorded.seq)
        if isinstance(recorded.event, SituationObserved):
            for blob_hash in (recorded.event.picture_hash, recorded.event.zones_hash):
                query = "SELECT 1 FROM blobs WHERE hash = ?"
                if not other_program.execute(query, (blob_hash,)).fetchall():
                    missing.append(blob_hash)

    log.subscribe(look)

    async def observe(seed: int) -> None:
        picture_hash = await store.blobs.put_picture(frame(seed, 600, 400))
        zones_hash = await store.blobs.put_zones(situation(zone(f"z{seed}")))
        await log.append(observed(picture_hash, zones_hash))

    await asyncio.gather(
        *(observe(seed % 5) for seed in range(12)),
        *(log.append(WarningRaised(str(turn))) for turn in range(12)),
    )
    other_program.close()
    assert seen == list(range(1, 25))
    assert missing == []


async def test_event_that_names_a_lost_picture_is_refused_and_others_are_not(
    store: SessionStore,
) -> None:
    log = await store.start_session("one")
    too_wide = Frame(0, 0.0, 17_000, 1, bytes(17_000 * 4))
    lost = await store.blobs.put_picture(too_wide)
    kept = await store.blobs.put_picture(frame())

    naming, other, plain = await asyncio.gather(
        log.append(observed(lost)),
        log.append(observed(kept)),
        log.append(WarningRaised("goes on")),
        return_exceptions=True,
    )
    assert isinstance(naming, RecordUnavailable)
    assert "17000 × 1 pixels can't be stored" in naming.message
    assert isinstance(other, Recorded)
    assert isinstance(plain, Recorded)
    assert [each.seq for each in await store.events("one")] == [1, 2]


async def test_zones_come_back(store: SessionStore) -> None:
    zones = (zone("a", State.ENABLED, State.CHECKED), zone("b"))
    zones_hash = await store.blobs.put_zones(situation(*zones))
    assert await store.blobs.put_zones(situation(*zones)) == zones_hash
    await _recorded(store)
    assert await store.blobs.zones(zones_hash) == zones


async def test_unknown_hashes_and_those_of_the_other_sort_give_nothing(store: SessionStore) -> None:
    picture_hash = await store.blobs.put_picture(frame())
    zones_hash = await store.blobs.put_zones(situation(zone("a")))
    await _recorded(store)
    assert await store.blobs.picture("f" * 32) is None
    assert await store.blobs.zones("f" * 32) is None
    assert await store.blobs.picture(zones_hash) is None
    assert await store.blobs.zones(picture_hash) is None


@pytest.mark.parametrize("kind", ["PNG", "JPEG", "WEBP"])
def test_what_is_damaged_or_far_too_large_is_no_picture(kind: str) -> None:
    file = io.BytesIO()
    Image.new("RGB", (90, 60), (200, 30, 40)).save(file, kind, quality=95)
    opened = opened_picture(file.getvalue())
    assert opened is not None and opened.size == (90, 60)
    red, green, blue = opened.getpixel((45, 30))  # type: ignore[misc]
    assert abs(red - 200) < 8 and abs(green - 30) < 8 and abs(blue - 40) < 8
    for damaged in (b"", b"GIF89a", file.getvalue()[:20]):
        assert opened_picture(damaged) is None
    bomb = io.BytesIO()
    Image.new("1", (20_000, 20_000)).save(bomb, "PNG")
    assert opened_picture(bomb.getvalue()) is None
