"""A ``.pilothouse`` file: whole it is told to be so; whatever is changed in it is noticed."""

from __future__ import annotations

import io
import json
import os
import random
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat
from sqlite_utils import Database

from engine.domain.errors import RecordUnavailable
from engine.domain.events import WarningRaised
from engine.record import proof
from engine.record.proof import Altered, verify
from engine.record.reports.container import write_container
from engine.record.source import Stored
from engine.record.store import SessionStore
from tests.engine.record.runs import ENDED, STARTED, frame, long_run, observed

DOCS = Path(__file__).parents[4] / "docs" / "verify_pilothouse.py"
CHANGES = int(os.environ.get("PILOTHOUSE_TEST_CHANGES", "200"))


async def small(store: SessionStore, path: Path, key: Path | None = None) -> bytes:
    log = await store.start_session("one")
    picture = await store.blobs.put_picture(frame(1, 8, 8))
    for event in (STARTED, observed(picture), WarningRaised("a\u2028b"), ENDED):
        await log.append(event)
    await write_container(path, await Stored.of(store, "one"), key)
    return held(path)


def held(path: Path) -> bytes:
    return path.read_bytes()


def verifier_said(path: Path) -> tuple[int, str]:
    """Code and words of the one in the documents, which sees nothing of ours."""
    run = [sys.executable, "-I", str(DOCS), str(path)]
    said = subprocess.run(run, capture_output=True, text=True, cwd=path.parent, check=False)
    return said.returncode, said.stdout + said.stderr


def told(data: bytes | bytearray) -> str:
    try:
        return verify(io.BytesIO(data))
    except Altered as error:
        return f"ALTERED {error}"


def key_in(folder: Path) -> Path:
    pem = Ed25519PrivateKey.generate().private_bytes(
        Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()
    )
    (folder / "key.pem").write_bytes(pem)
    return folder / "key.pem"


@pytest.mark.parametrize("is_signed", [False, True])
async def test_every_byte_that_is_changed_is_noticed(
    store: SessionStore, tmp_path: Path, *, is_signed: bool
) -> None:
    data = await small(store, tmp_path / "a.pilothouse", key_in(tmp_path) if is_signed else None)
    whole = told(data)
    assert whole.startswith("Signed by" if is_signed else "Consistent, origin unproven")
    assert whole.endswith("4 events, 3 entries.")
    for at in range(len(data)):
        for bit in (0x01, 0x20, 0x80):  # 0x20: another case of a letter
            flipped = data[:at] + bytes([data[at] ^ bit]) + data[at + 1 :]
            assert told(flipped).startswith("ALTERED"), (at, bit, data[max(0, at - 40) : at + 40])
    assert told(data + b"\n").startswith("ALTERED") and told(data[:-1]).startswith("ALTERED")


async def test_random_bytes_of_a_large_one_that_are_changed_are_noticed(
    store: SessionStore, tmp_path: Path
) -> None:
    log = await store.start_session("one")
    pictures = [await store.blobs.put_picture(frame(seed, 320, 200)) for seed in range(4)]
    for event in (*map(observed, pictures), *long_run(20)):
        await log.append(event)
    await write_container(tmp_path / "a.pilothouse", await Stored.of(store, "one"))
    data = bytearray(held(tmp_path / "a.pilothouse"))
    assert len(data) > 100_000 and told(data).startswith("Consistent")
    chance = random.Random(19)
    for _ in range(CHANGES):
        at, bit = chance.randrange(len(data)), 1 << chance.randrange(8)
        data[at] ^= bit
        assert told(data).startswith("ALTERED"), at
        data[at] ^= bit


async def test_the_first_event_that_is_not_as_it_was_is_named(
    store: SessionStore, tmp_path: Path
) -> None:
    data = await small(store, tmp_path / "a.pilothouse")
    lines = data.splitlines(keepends=True)
    at = next(n for n, line in enumerate(lines) if b'"seq":2,' in line)
    removed = lines[:at] + lines[at + 1 :]
    swapped = [*lines[:at], lines[at + 1], lines[at], *lines[at + 2 :]]
    doubled = [*lines[:at], lines[at], *lines[at:]]
    changed = [*lines[:at], lines[at].replace(b"to plan", b"to play"), *lines[at + 1 :]]
    for those, number in ((removed, 2), (swapped, 2), (doubled, 3), (changed, 2)):
        assert f"Event {number} was changed" in told(b"".join(those))


async def test_the_manifest_tells_by_what_it_was_recorded_and_under_which_policy(
    store: SessionStore, tmp_path: Path
) -> None:
    log = await store.start_session("one")
    await log.append(replace(STARTED, policy=("Deny type (policy.toml:3)",)))
    await write_container(tmp_path / "a", await Stored.of(store, "one"))
    told = json.loads(held(tmp_path / "a").splitlines()[2])
    assert (told["format_version"], told["least_reader"]) == (1, 1)
    assert (told["asking"], told["policy"]) == ("each", ["Deny type (policy.toml:3)"])
    assert told["pilothouse_version"] == STARTED.pilothouse_version


async def test_the_chain_is_that_of_the_database_made_as_it_was_written(
    store: SessionStore, tmp_path: Path
) -> None:
    await small(store, tmp_path / "a.pilothouse")
    with Database(store.path) as db:
        assert len({row["chain"] for row in db["events"].rows}) == 4
        body = "replace(body, 'to plan', 'to play')"
        db.execute(f"UPDATE events SET body = {body} WHERE seq = 2")
        db.conn.commit()
    await write_container(tmp_path / "b.pilothouse", await Stored.of(store, "one"))
    assert "Event 2 was changed" in told((tmp_path / "b.pilothouse").read_bytes())
    with Database(store.path) as db:  # as one of before there was a chain
        db.execute("UPDATE events SET chain = ''")
        db.conn.commit()
    await write_container(tmp_path / "c.pilothouse", await Stored.of(store, "one"))
    assert "Consistent" in told((tmp_path / "c.pilothouse").read_bytes())


async def test_a_signature_of_another_is_another_name_and_a_wrong_key_is_told(
    store: SessionStore, tmp_path: Path
) -> None:
    data = await small(store, tmp_path / "a.pilothouse", key_in(tmp_path))
    await write_container(tmp_path / "b", await Stored.of(store, "one"), key_in(tmp_path))
    other = (tmp_path / "b").read_bytes()
    assert told(data) != told(other)
    mixed = [*data.splitlines(keepends=True)[:-1], other.splitlines(keepends=True)[-1]]
    assert told(b"".join(mixed)).startswith("Signed by")  # the same content, by the other
    (tmp_path / "none.pem").write_text("no key")
    with pytest.raises(RecordUnavailable, match="can't be read"):
        await write_container(tmp_path / "c", await Stored.of(store, "one"), tmp_path / "none.pem")
    assert not (tmp_path / "c").exists()


async def test_the_verifier_in_the_documents_needs_nothing_of_ours(
    store: SessionStore, tmp_path: Path
) -> None:
    assert held(DOCS) == held(Path(proof.__file__))
    assert len(held(DOCS).splitlines()) <= 100, "it can be read before it is trusted"
    path = tmp_path / "a.pilothouse"
    data = await small(store, path)
    code, words = verifier_said(path)
    assert code == 0 and words.startswith("Consistent, origin unproven")
    path.write_bytes(data.replace(b"to plan", b"to play"))
    code, words = verifier_said(path)
    assert code == 1 and "Event 2 was changed" in words
