"""``.pilothouse``: one file that holds a session, and from which can be told that it is as it was.

Its form stands in ``proof``. The chain over the events is that of the database, made as each event
was written; only for events of before the database had one it is made here.
"""

import asyncio
import contextlib
import hashlib
import json
import os
import re
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass
from pathlib import Path

from engine.domain.errors import RecordUnavailable
from engine.record.codec import zones_to_json
from engine.record.proof import FIRST_LINE, line_of
from engine.record.sessions import SessionSummary
from engine.record.source import PICTURE_FIELDS, TEXT_FIELDS, Source, writing_to

LEAST_READER = 1
_BLOB_FIELDS = (*TEXT_FIELDS, *PICTURE_FIELDS, "zones_hash")
_NAMED = re.compile(rf'"({"|".join(_BLOB_FIELDS)})":"([0-9a-f]{{32}})"')
_NO_KEY = "Make one: openssl genpkey -algorithm ed25519 -out key.pem"


@dataclass(frozen=True, slots=True)
class Entry:
    name: str
    data: bytes


async def write_container(path: Path, source: Source, key_file: Path | None = None) -> Path:
    """What was there is replaced; ``key_file`` holds the operator's Ed25519 key, as PEM. Raises
    ``RecordUnavailable``."""
    sign = _signer(key_file) if key_file is not None else None
    part = path.with_name(f".{path.name}.part")
    chain, events, entries, whole = "", 0, 0, hashlib.sha256(FIRST_LINE)
    with writing_to(path), contextlib.ExitStack() as ending:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
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
        named |= {each: field for field, each in _NAMED.findall(lines.decode())}
    for blob_hash, field in named.items():
        if (entry := await _entry_of(source, blob_hash, field)) is not None:
            yield entry


def _manifest(summary: SessionSummary, begun: dict[str, object]) -> Entry:
    about = line_of(
        format_version=1,
        least_reader=LEAST_READER,
        session_id=summary.session_id,
        goal=summary.goal,
        asking=begun.get("asking", ""),
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
        return Entry(f"zones/{blob_hash}.json", zones_to_json(zones)) if zones else None
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

    try:
        key = load_pem_private_key(key_file.read_bytes(), None)
    except (OSError, TypeError, ValueError) as error:
        raise RecordUnavailable(f"The key {key_file} can't be read: {error}.", _NO_KEY) from None
    if not isinstance(key, Ed25519PrivateKey):
        raise RecordUnavailable(f"{key_file} is no Ed25519 key.", _NO_KEY)
    public = key.public_key().public_bytes_raw().hex()
    return lambda head: line_of(key=public, signature=key.sign(head).hex())
