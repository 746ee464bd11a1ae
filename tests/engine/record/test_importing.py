"""A ``.pilothouse`` file comes back whole, or not at all and it is said why."""

from __future__ import annotations

import asyncio
import hashlib
import io
import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from PIL import Image

from engine.domain.errors import NameUnknown, RecordUnavailable
from engine.domain.performing import ReversalEnded
from engine.domain.risks import Control
from engine.domain.verdicts import Verdict
from engine.record.proof import FIRST_LINE, chained, line_of
from engine.record.reports.container import import_container, write_container
from engine.record.source import Stored
from engine.record.store import SessionStore
from tests.engine.record.runs import STARTED, frame, observed, situation, typical_run, zone


async def _written(store: SessionStore, path: Path) -> bytes:
    log = await store.start_session("one")
    picture = await store.blobs.put_picture(frame(1, 8, 8))
    zones = await store.blobs.put_zones(situation(zone("z1")))
    first, *others = typical_run()
    for event in (first, observed(picture, zones), *others):
        await log.append(event)
    await write_container(path, await Stored.of(store, "one"))
    return await asyncio.to_thread(path.read_bytes)


async def test_what_was_imported_is_what_was_exported_and_says_that_it_was(
    store: SessionStore, tmp_path: Path
) -> None:
    data = await _written(store, tmp_path / "a.pilothouse")
    other = await SessionStore.open(tmp_path / "other.db")
    session_id, words = await import_container(other, tmp_path / "a.pilothouse")
    assert session_id == "one" and words.startswith("Consistent, origin unproven")
    here, there = await store.open_session("one"), await other.open_session("one")
    assert here is not None and there is not None
    assert there.summary.origin == words and not here.summary.origin
    assert replace(there, summary=here.summary) == here
    shown = there.events[1].event
    assert await other.blobs.zones(getattr(shown, "zones_hash", "")) is not None
    await write_container(tmp_path / "b.pilothouse", await Stored.of(other, "one"))
    exported = (tmp_path / "b.pilothouse").read_bytes()
    assert line_of(origin=words)[1:-2] in exported  # whoever is given it is told so
    assert data.partition(b'{"name":"events/')[2][:-300] in exported
    with pytest.raises(RecordUnavailable, match="There is a session one already"):
        await import_container(other, tmp_path / "a.pilothouse")
    await other.close()


_HEADER = re.compile(rb'\{"name":"(.+)","sha256":".+","size":(\d+)\}\n')


def _sealed(data: bytes, change: Callable[[str, bytes], tuple[str, bytes]]) -> bytes:
    """Whoever makes a file anew can give each entry another name or content."""
    file, made, entries = io.BytesIO(data), [FIRST_LINE], 0
    file.readline()
    while found := _HEADER.fullmatch(file.readline()):
        name, content = change(found[1].decode(), file.read(int(found[2])))
        file.read(1)
        content = _chained_anew(content) if name.startswith("events/") else content
        digest = hashlib.sha256(content).hexdigest()
        made += [line_of(name=name, sha256=digest, size=len(content)), content, b"\n"]
        entries += 1
    body = b"".join(made)
    lines = re.findall(rb'^([0-9a-f]{64}) \{"seq":', body, re.M)
    whole = hashlib.sha256(body).hexdigest()
    chain = lines[-1].decode() if lines else ""
    return body + line_of(chain=chain, entries=entries, events=len(lines), sha256=whole)


def _chained_anew(lines: bytes) -> bytes:
    chain, made = "", []
    for event in (line.partition(b" ")[2] for line in lines.splitlines()):
        chain = chained(chain, event)
        made.append(chain.encode() + b" " + event + b"\n")
    return b"".join(made)


def _bomb() -> bytes:
    return _painted("PNG", 20_000)


def _painted(form: str, side: int = 8) -> bytes:
    written = io.BytesIO()
    Image.new("1", (side, side)).save(written, form)
    return written.getvalue()


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda name, data: (name, data), ""),
        (
            lambda name, data: (name.replace("manifest", "../../manifest"), data),
            "entry “../../manifest.json” is none",
        ),
        (
            lambda name, data: (name.replace("manifest", "/etc/manifest"), data),
            "entry “/etc/manifest.json” is none",
        ),
        (
            lambda name, data: (name, data.replace(b'"least_reader":1', b'"least_reader":2')),
            "A newer Pilothouse wrote it",
        ),
        (
            lambda name, data: (name, data.replace(b'"one","started_at', b'"../x","started_at')),
            "does not say what session it is",
        ),
        (
            lambda name, data: (name, data.replace(b'"one","started_at', b'"..","started_at')),
            "does not say what session it is",
        ),
        (  # as the name of a file it may be too long
            lambda name, data: (
                name,
                data.replace(b'"one","started_at', f'"{"é" * 80}","started_at'.encode()),
            ),
            "does not say what session it is",
        ),
        (
            lambda name, data: (name, b"[" * 100_000 if name.startswith("mani") else data),
            "can't be read",
        ),
        (
            lambda name, data: (name, data.replace(b'"kind":"', b'"kind":"new_')),
            "events can't be read",
        ),
        (
            lambda name, data: (
                name,
                data.replace(b'"session_id":"one","at', b'"session_id":"two","at'),
            ),
            "not those of one session",
        ),
        (
            lambda name, data: (name, _bomb() if name.startswith("pict") else data),
            "is none, or far too large",
        ),
        (
            lambda name, data: (name, _painted("GIF") if name.startswith("pict") else data),
            "Of its pictures, .* is none",
        ),
        (
            lambda name, data: (
                (re.sub(r"pictures/(\w+).*", r"texts/\1.txt", name), b"\xff")
                if name.startswith("pict")
                else (name, data)
            ),
            "Of its texts, .* is none",
        ),
        (
            lambda name, data: (name, b"[1]" if name.startswith("zones") else data),
            "Of its zones, .* is none",
        ),
        *(
            (
                lambda name, data, told=told: (
                    name,
                    re.sub(rb'"at_secs":[^,]+', b'"at_secs":' + told, data),
                ),
                "no time that can be",
            )
            for told in (b"NaN", b"-1.0", b"253402299000.0", b'"soon"')
        ),
    ],
)
async def test_what_no_session_has_is_not_taken_in(
    store: SessionStore,
    tmp_path: Path,
    change: Callable[[str, bytes], tuple[str, bytes]],
    said: str,
) -> None:
    path = tmp_path / "a.pilothouse"
    path.write_bytes(_sealed(await _written(store, path), change))
    other = await SessionStore.open(tmp_path / "other.db")
    if not said:  # sealed anew as it was, it is whole: what is refused below is the change
        await import_container(other, path)
    else:
        with pytest.raises(NameUnknown, match=said):
            await import_container(other, path)
        assert await other.sessions() == () and await other.events("one") == ()
    await other.close()


async def test_a_file_that_was_changed_or_is_none_is_not_taken_in(
    store: SessionStore, tmp_path: Path
) -> None:
    path = tmp_path / "a.pilothouse"
    data = await _written(store, path)
    other = await SessionStore.open(tmp_path / "other.db")
    for bad, said in (
        (data.replace(b"to plan", b"to play"), "Event 2 was changed"),
        (data.replace(b"pilothouse-session 1", b"pilothouse-session 2"), "a version that this"),
        (b"PK\x03\x04" + data, "is no .pilothouse file"),
    ):
        path.write_bytes(bad)
        with pytest.raises(NameUnknown, match=said):
            await import_container(other, path)
    with pytest.raises(NameUnknown, match="can't be read"):
        await import_container(other, tmp_path / "none")
    assert await other.sessions() == ()
    await other.close()


async def _with_another_picture(store: SessionStore, path: Path) -> str:
    """A file that gives the name of a picture to another one; and that name."""
    made, names = io.BytesIO(), list[str]()
    Image.new("RGB", (8, 8), "red").save(made, "WEBP", lossless=True)

    def change(name: str, data: bytes) -> tuple[str, bytes]:
        names.extend([name.partition(".")[0].partition("/")[2]] if "pictures" in name else [])
        return name, made.getvalue() if "pictures" in name else data

    data = _sealed(await _written(store, path), change)
    await asyncio.to_thread(path.write_bytes, data)
    return names[0]


async def _record_it(store: SessionStore) -> None:
    log = await store.start_session("mine")
    await log.append(observed(await store.blobs.put_picture(frame(1, 8, 8))))


async def test_what_is_recorded_never_rests_on_what_was_imported(
    store: SessionStore, tmp_path: Path
) -> None:
    path = tmp_path / "a.pilothouse"
    name = await _with_another_picture(store, path)
    other = await SessionStore.open(tmp_path / "other.db")
    await _record_it(other)
    with pytest.raises(RecordUnavailable, match="Something else was recorded here") as refused:
        await import_container(other, path)
    assert "--database" in refused.value.remedy and len(await other.sessions()) == 1
    await other.close()
    other = await SessionStore.open(tmp_path / "another.db")
    await import_container(other, path)
    assert await other.blobs.picture(name) != await store.blobs.picture(name)
    await _record_it(other)
    assert await other.blobs.picture(name) == await store.blobs.picture(name)
    await other.close()


async def test_nobody_goes_on_with_what_was_recorded_elsewhere(
    store: SessionStore, tmp_path: Path
) -> None:
    log = await store.start_session("one")
    await log.append(STARTED)
    await write_container(tmp_path / "a.pilothouse", await Stored.of(store, "one"))
    other = await SessionStore.open(tmp_path / "other.db")
    await import_container(other, tmp_path / "a.pilothouse")
    with pytest.raises(RecordUnavailable, match="recorded elsewhere"):
        await other.continue_session("one")
    await other.close()


async def test_that_it_was_taken_back_elsewhere_is_no_proof_that_it_can_be_here(
    store: SessionStore, tmp_path: Path
) -> None:
    log = await store.start_session("one")
    button = Control("an editor", "button", "Bold", "")
    await log.append(STARTED)
    await log.append(ReversalEnded(1, 1, 1, Verdict.SEEN, ("1.1",), (), controls=(button,)))
    assert await store.returned() == {button}
    await write_container(tmp_path / "a.pilothouse", await Stored.of(store, "one"))
    other = await SessionStore.open(tmp_path / "other.db")
    await import_container(other, tmp_path / "a.pilothouse")
    assert await other.returned() == set()
    await other.close()
