"""``.pilothouse``: one file that holds a session, and from which can be told that it is as it was.

Its form stands in ``proof``. The chain over the events is that of the database, made as each event
was written; only for events of before the database had one it is made here.
"""

from __future__ import annotations

import asyncio
import hashlib
import os
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

from engine.domain.errors import RecordUnavailable
from engine.record.exporters import PICTURE_FIELDS, TEXT_FIELDS, named_in
from engine.record.proof import FIRST_LINE, line_of
from engine.record.source import Source

LEAST_READER = 1
_EVENTS_A_CHUNK = 1000
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
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
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
    except OSError as error:
        raise RecordUnavailable(
            f"The export {path} can't be written: {error.strerror}.",
            "Choose a folder in which you may write and that has room.",
        ) from error
    finally:
        part.unlink(missing_ok=True)
    return path


async def _entries(source: Source) -> AsyncIterator[Entry]:
    summary, events = source.opened.summary, source.opened.events
    lines = await source.chained_lines()
    about = line_of(
        format_version=1,
        least_reader=LEAST_READER,
        session_id=summary.session_id,
        goal=summary.goal,
        asking=source.opened.state.asking,
        pilothouse_version=summary.pilothouse_version,
        started_at_secs=summary.started_at_secs,
        terminal=summary.terminal,
    )
    yield Entry("manifest.json", about)
    for number, chunk in enumerate(_chunks(lines), 1):
        yield Entry(f"events/{number:05d}.jsonl", b"".join(chunk))
    for text_hash in named_in(events, TEXT_FIELDS):
        if (text := await source.text(text_hash)) is not None:
            yield Entry(f"texts/{text_hash}.txt", text.encode())
    for picture_hash in named_in(events, PICTURE_FIELDS):
        if (picture := await source.picture(picture_hash)) is not None:
            yield Entry(f"pictures/{picture_hash}.{picture.format}", picture.data)


def _chunks(lines: Sequence[tuple[str, bytes]]) -> Iterator[list[bytes]]:
    told = (chain.encode() + b" " + line + b"\n" for chain, line in lines)
    while chunk := list(islice(told, _EVENTS_A_CHUNK)):
        yield chunk


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
