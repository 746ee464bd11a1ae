"""A ``.pilothouse`` file back into the store: verified whole first, then taken in with its chain,
so that it can be told there, too, that nothing in it was changed.

What is proved is what the file proves: that all bytes are those over which its head was made, and
by whom, if it is signed. That a picture's name is the hash of its pixels it can't prove, as a
picture keeps less than was hashed: so no recording relies on what was imported. Nothing becomes a
path: an entry is known by its name's form and is stored under its hash.
"""

import io
import json
import re
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO

from PIL import Image
from sqlite_utils import Database

from engine.domain.errors import NameUnknown, RecordUnavailable
from engine.record import tables
from engine.record.codec import event_from_json, zones_from_json
from engine.record.pictures import TEXT_FORMAT, ZONES_FORMAT
from engine.record.proof import FIRST_LINE, Altered, fields_of, verify
from engine.record.reports.container import LEAST_READER, Entry
from engine.record.source import NO_PICTURE
from engine.record.store import SessionStore

_NAME = re.compile(
    r"(manifest)\.json|(events)/\d{5,9}\.jsonl"
    r"|(texts|zones|pictures)/([0-9a-f]{32})\.(txt|json|webp|png|jpeg)"
)
_MISFITS = (ArithmeticError, LookupError, RecursionError, TypeError, ValueError)
_ANOTHER = "Ask whoever made it for another one."


async def import_container(store: SessionStore, path: Path) -> tuple[str, str]:
    """The session's id, and who signed it, if anybody. In one commit, or none of it. Raises
    ``NameUnknown`` for what is no whole container, and ``RecordUnavailable`` where its session is
    there already or can't be kept."""
    return await store.bring_in(lambda db: _read(db, path))


def _read(db: Database, path: Path) -> tuple[str, str]:
    try:
        with path.open("rb") as file:
            words = verify(file)
            file.seek(len(FIRST_LINE))
            with db.atomic():
                return _taken_in(db, _entries(file), words), words
    except Altered as error:
        raise NameUnknown(f"{path} was not imported. {error}", _ANOTHER) from None
    except OSError as error:
        raise NameUnknown(
            f"{path} can't be read: {error.strerror}.", "Name another file."
        ) from None


def _entries(file: BinaryIO) -> Iterator[Entry]:
    while "name" in (header := json.loads(file.readline())):
        yield Entry(str(header["name"]), file.read(header["size"]))
        file.read(1)


def _taken_in(db: Database, entries: Iterator[Entry], origin: str) -> str:
    session_id = ""
    for entry in entries:
        if (found := _NAME.fullmatch(entry.name)) is None:
            raise Altered(f"Its entry “{entry.name}” is none that a session has.")
        manifest, events, kind, name, ending = found.groups()
        if bool(manifest) == bool(session_id):
            raise Altered("It does not begin with what session it is.")
        if manifest:
            session_id = _begin(db, entry.data, origin)
        elif events:
            _take_events(db, session_id, entry.data)
        else:
            tables.insert_blob(db, _blob_of(kind, name, ending, entry.data), is_imported=True)
    return session_id


def _begin(db: Database, manifest: bytes, origin: str) -> str:
    """The session's id. Raises ``Altered``."""
    about = fields_of(manifest, 0)
    session_id, least = about.get("session_id"), about.get("least_reader")
    if not isinstance(least, int) or least > LEAST_READER:
        raise Altered(f"A newer Pilothouse wrote it (format {least}); update this one.")
    if not isinstance(session_id, str) or not re.fullmatch(r"[\w.-]{1,80}", session_id, re.A):
        raise Altered("It does not say what session it is.")
    tables.insert_session(db, session_id, tables.secs_of(about.get("started_at_secs"), 0.0), origin)
    return session_id


def _take_events(db: Database, session_id: str, lines: bytes) -> None:
    """As if they were recorded here: the chain over them comes out as it was told, or it is not
    this session that they are of."""
    rows, chain = [], b""
    for line in lines.splitlines():
        chain, _, told = line.partition(b" ")
        try:
            body = told.partition(b',"event":')[2][:-1].decode()
            if (at_secs := tables.secs_of(json.loads(told)["at_secs"], -1.0)) < 0:
                raise ValueError("it has no time that can be")
            rows.append(tables.EventRow(session_id, at_secs, event_from_json(body), body))
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
        file_format = TEXT_FORMAT if kind == "texts" else ZONES_FORMAT
        _ = data.decode() if kind == "texts" else zones_from_json(data)
        return tables.BlobRow(blob_hash, file_format, 0, 0, zlib.compress(data))
    except (*NO_PICTURE, RecordUnavailable):
        raise Altered(f"Of its {kind}, “{blob_hash}” is none, or far too large.") from None
