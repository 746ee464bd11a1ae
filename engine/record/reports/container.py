"""``.pilothouse``: one file that holds a session, and from which can be told that it is as it was.

Its form stands in ``proof``. The chain over the events is that of the database, made as each event
was written; only for events of before the database had one it is made here.

Such a file comes back into the store verified whole first, then with its chain, so that it can be
told there, too, that nothing in it was changed. What is proved is what the file proves: that all
bytes are those over which its head was made, and by whom, if it is signed. That a picture's name is
the hash of its pixels it can't prove, as a picture keeps less than was hashed: so no recording
relies on what was imported. Nothing becomes a path: an entry is known by its name's form and is
stored under its hash."""

import asyncio
import contextlib
import hashlib
import io
import json
import os
import re
import zlib
from collections.abc import AsyncIterator, Callable, Iterable, Iterator
from pathlib import Path
from typing import BinaryIO

from PIL import Image
from sqlite_utils import Database

from engine.domain.errors import NameUnknown, RecordUnavailable
from engine.domain.facts import Frozen
from engine.record import codec, pictures, sessions, tables
from engine.record.proof import FIRST_LINE, Altered, fields_of, line_of, verify
from engine.record.source import NO_PICTURE, PICTURE_FIELDS, TEXT_FIELDS, Source, writing_to
from engine.record.store import SessionStore

LEAST_READER = 1
_BLOB_FIELDS = (*TEXT_FIELDS, *PICTURE_FIELDS, "zones_hash")
_NAMED = re.compile(rf'"({"|".join(_BLOB_FIELDS)})":"([0-9a-f]{{32}})"')
_NO_KEY = "Make one: openssl genpkey -algorithm ed25519 -out key.pem"


class Entry(Frozen):
    name: str
    data: bytes


async def write_container(path: Path, source: Source, key_file: Path | None = None) -> Path:
    """Replaces what was there; ``key_file``: an Ed25519 PEM. Raises ``RecordUnavailable``."""
    sign = _signer(key_file) if key_file is not None else None
    part = path.with_name(f".{path.name}.part")
    chain, events, entries, whole = "", 0, 0, hashlib.sha256(FIRST_LINE)
    with writing_to(path), contextlib.ExitStack() as ending:
        ending.callback(part.unlink, missing_ok=True)
        with os.fdopen(os.open(part, os.O_CREAT | os.O_WRONLY | os.O_TRUNC, 0o600), "wb") as file:
            file.write(FIRST_LINE)
            async for entry in _entries(source):
                digest = hashlib.sha256(entry.data).hexdigest()
                header = line_of(name=entry.name, sha256=digest, size=len(entry.data))
                for each in (header, entry.data, b"\n"):
                    whole.update(each)
                    await asyncio.to_thread(file.write, each)
                entries += 1
                if entry.name.startswith("events/"):
                    lines = entry.data.splitlines()
                    chain, events = lines[-1].partition(b" ")[0].decode(), events + len(lines)
            head = line_of(chain=chain, entries=entries, events=events, sha256=whole.hexdigest())
            file.write(head)
            if sign is not None:
                file.write(sign(head))
            file.flush()
            os.fsync(file.fileno())
        part.replace(path)
    return path


async def _entries(source: Source) -> AsyncIterator[Entry]:
    """Memory stays flat: of what was told already only the hashes are kept that it named."""
    number, named = 0, dict[str, str]()
    async for page in source.chained_lines():
        if not number:
            yield _manifest(source.summary, json.loads(page[0][1])["event"])
        number += 1
        lines = b"".join(chain.encode() + b" " + line + b"\n" for chain, line in page)
        yield Entry(f"events/{number:05d}.jsonl", lines)
        named |= _named_in(lines.decode())
    for blob_hash, field in named.items():
        if (entry := await _entry_of(source, blob_hash, field)) is not None:
            yield entry


def _named_in(lines: str) -> dict[str, str]:
    return {each: field for field, each in _NAMED.findall(lines)}


async def named_in(source: Source, line: str) -> list[Entry]:
    """What that event names, for ``take_named``."""
    found = [await _entry_of(source, *each) for each in _named_in(line).items()]
    return [entry for entry in found if entry is not None]


def take_named(db: Database, entries: Iterable[Entry]) -> None:
    """Raises ``Altered``."""
    with db.atomic():
        for each in entries:
            _, _, kind, name, ending = _parts_of(each)
            tables.insert_blob(db, _blob_of(kind, name, ending, each.data), is_imported=True)


def _manifest(summary: sessions.SessionSummary, begun: dict[str, object]) -> Entry:
    about = line_of(
        format_version=1,
        least_reader=LEAST_READER,
        session_id=summary.session_id,
        goal=summary.goal,
        asking=begun.get("asking", ""),
        policy=begun.get("policy", ()),
        pilothouse_version=summary.pilothouse_version,
        started_at_secs=summary.started_at_secs,
        terminal=summary.terminal,
        **({"origin": summary.origin} if summary.origin else {}),
    )
    return Entry("manifest.json", about)


async def _entry_of(source: Source, blob_hash: str, field: str) -> Entry | None:
    """What an event names in that field; None for what the source does not hold or tell."""
    if field == "zones_hash":
        zones = await source.zones(blob_hash)
        return Entry(f"zones/{blob_hash}.json", codec.zones_to_json(zones)) if zones else None
    if field in TEXT_FIELDS:
        text = await source.text(blob_hash)
        return Entry(f"texts/{blob_hash}.txt", text.encode()) if text is not None else None
    picture = await source.picture(blob_hash)
    name = f"pictures/{blob_hash}.{picture.format}" if picture else ""
    return Entry(name, picture.data) if picture else None


def _signer(key_file: Path) -> Callable[[bytes], bytes]:
    """Raises ``RecordUnavailable`` for what is no such key."""
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
    from cryptography.hazmat.primitives.serialization import load_pem_private_key

    why = f"The key {key_file} can't be read: {{why}}."
    with RecordUnavailable.instead_of((OSError, TypeError, ValueError), why, _NO_KEY):
        key = load_pem_private_key(key_file.read_bytes(), None)
    if not isinstance(key, Ed25519PrivateKey):
        raise RecordUnavailable(f"{key_file} is no Ed25519 key.", _NO_KEY)
    public = key.public_key().public_bytes_raw().hex()
    return lambda head: line_of(key=public, signature=key.sign(head).hex())


_NAME = re.compile(
    r"(manifest)\.json|(events)/\d{5,9}\.jsonl"
    r"|(texts|zones|pictures)/([0-9a-f]{32})\.(txt|json|webp|png|jpeg)"
)
_MISFITS = (ArithmeticError, LookupError, RecursionError, TypeError, ValueError)
_ANOTHER = "Ask whoever made it for another one."


async def import_container(store: SessionStore, path: Path, told: str = "") -> tuple[str, str]:
    """The session's id, and who signed it, if anybody. In one commit, or none of it. It takes the
    place of what was ``told`` of that session. Raises ``NameUnknown`` for what is no whole
    container, and ``RecordUnavailable`` where its session is there already or can't be kept."""
    return await store.bring_in(lambda db: _read(db, path, told))


def _read(db: Database, path: Path, told: str) -> tuple[str, str]:
    refused = NameUnknown.on_refusal(f"{path} can't be read", "Name another file.")
    try:
        with refused, path.open("rb") as file:
            words = verify(file)
            file.seek(len(FIRST_LINE))
            with db.atomic():
                for table in ("events", "sessions"):
                    db.execute(f"DELETE FROM {table} WHERE session_id = ?", (told,))
                return _taken_in(db, _entries_in(file), words), words
    except Altered as error:
        raise NameUnknown(f"{path} was not imported. {error}", _ANOTHER) from None


def _entries_in(file: BinaryIO) -> Iterator[Entry]:
    while "name" in (header := json.loads(file.readline())):
        yield Entry(str(header["name"]), file.read(header["size"]))
        file.read(1)


def _taken_in(db: Database, entries: Iterator[Entry], origin: str) -> str:
    session_id = ""
    for entry in entries:
        manifest, events, *_ = _parts_of(entry)
        if bool(manifest) == bool(session_id):
            raise Altered("It does not begin with what session it is.")
        if manifest:
            session_id = _begin(db, entry.data, origin)
        elif events:
            _take_events(db, session_id, entry.data)
        else:
            take_named(db, [entry])
    return session_id


def _parts_of(entry: Entry) -> tuple[str, ...]:
    if (found := _NAME.fullmatch(entry.name)) is None:
        raise Altered(f"Its entry “{entry.name}” is none that a session has.")
    return found.groups()


def _begin(db: Database, manifest: bytes, origin: str) -> str:
    """The session's id. Raises ``Altered``."""
    about = fields_of(manifest, 0)
    session_id, least = about.get("session_id"), about.get("least_reader")
    if not isinstance(least, int) or least > LEAST_READER:
        raise Altered(f"A newer Pilothouse wrote it (format {least}); update this one.")
    if not isinstance(session_id, str) or not re.fullmatch(r"(?!\.)[\w.-]{1,80}", session_id, re.A):
        raise Altered("It does not say what session it is.")
    tables.insert_session(db, session_id, tables.secs_of(about.get("started_at_secs"), 0.0), origin)
    return session_id


def _take_events(db: Database, session_id: str, lines: bytes) -> None:
    """As if recorded here; the chain must come out as it was told."""
    rows, chain = [], b""
    for line in lines.splitlines():
        chain, _, told = line.partition(b" ")
        try:
            body = told.partition(b',"event":')[2][:-1].decode()
            if (at_secs := tables.secs_of(json.loads(told)["at_secs"], -1.0)) < 0:
                raise ValueError("it has no time that can be")
            rows.append(tables.EventRow(session_id, at_secs, codec.event_from_json(body), body))
        except (*_MISFITS, RecordUnavailable) as error:
            raise Altered(f"One of its events can't be read: {error}") from None
    count = tables.insert_of(db, session_id, rows)[-1].seq if rows else 0
    if tables.chain_at(db, session_id, count) != chain.decode():
        raise Altered("Its events are not those of one session as it is recorded.")


def _blob_of(kind: str, blob_hash: str, ending: str, data: bytes) -> tables.BlobRow:
    """Raises ``Altered`` for what its name does not fit."""
    try:
        if kind == "pictures":
            with Image.open(io.BytesIO(data), formats=(ending,)) as picture:
                return tables.BlobRow(blob_hash, ending, picture.width, picture.height, data)
        file_format = pictures.TEXT_FORMAT if kind == "texts" else pictures.ZONES_FORMAT
        _ = data.decode() if kind == "texts" else codec.zones_from_json(data)
        return tables.BlobRow(blob_hash, file_format, 0, 0, zlib.compress(data))
    except (*NO_PICTURE, RecordUnavailable):
        raise Altered(f"Of its {kind}, “{blob_hash}” is none, or far too large.") from None
