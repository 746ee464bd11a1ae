"""Tells whether a .pilothouse file is as it was written, and names the first thing that is not.

    python verify_pilothouse.py FILE

It needs Python 3.11 and nothing else (``cryptography`` where a signature is to be checked). The
file is a line that names the format, then entries: a line of JSON with ``name``, ``size`` and
``sha256``, that many bytes, a line end. Each line of an entry ``events/…`` is a chain value, a
blank and an event: the value is the SHA-256 of the value before it and the event, so that no event
can be changed, added, removed or moved without all after it. The head covers how many there are
and all bytes before it. A signature (Ed25519, over the head's line) says who made it; without one
anybody may have made the whole file anew.
"""

from __future__ import annotations

import hashlib
import json
import sys
from pathlib import Path
from typing import Any, BinaryIO

FIRST_LINE = b"pilothouse-session 1\n"
MOST_BYTES = 1 << 30
MOST_LINE_BYTES = 1 << 24


class Altered(Exception):
    """The file is not as it was written; the message says where."""


def chained(before: str, event_line: bytes) -> str:
    """The chain's value after one more event; ``before`` is empty for the first."""
    return hashlib.sha256(before.encode() + event_line).hexdigest()


def line_of(**fields: object) -> bytes:
    """A line of JSON in the one form that counts."""
    return json.dumps(fields, sort_keys=True, separators=(",", ":")).encode() + b"\n"


def verify(file: BinaryIO) -> str:
    """What can be said of it. Raises ``Altered``."""
    if file.readline(len(FIRST_LINE)) != FIRST_LINE:
        raise Altered("It is no .pilothouse file, or of a version that this does not read.")
    whole, chain, events, entries = hashlib.sha256(FIRST_LINE), "", 0, 0
    while True:
        line = file.readline(MOST_LINE_BYTES)
        header = fields_of(line, entries)
        if header.keys() == {"chain", "entries", "events", "sha256"}:
            break
        name, size = header.get("name"), header.get("size")
        if not isinstance(size, int) or not 0 <= size <= MOST_BYTES:
            raise Altered(f"Entry {entries + 1} has no size that can be.")
        data = file.read(size)
        if str(name).startswith("events/"):
            for each in data.splitlines(keepends=True):
                chain, events = _next(chain, events, each), events + 1
        end = file.read(1)
        if hashlib.sha256(data).hexdigest() != header.get("sha256") or end != b"\n":
            raise Altered(f"The entry {name!r} was changed.")
        for each in (line, data, end):
            whole.update(each)
        entries += 1
    head = {"chain": chain, "entries": entries, "events": events, "sha256": whole.hexdigest()}
    if header["events"] != events and header["chain"] != chain:
        raise Altered(f"Events after event {events} were removed, or some were added.")
    if line != line_of(**head):
        raise Altered("The head does not fit what is before it: something was changed there.")
    return f"{_signed(file, line)} {events} events, {entries} entries."


def fields_of(line: bytes, entries: int) -> dict[str, Any]:
    try:
        fields = json.loads(line)
    except (RecursionError, ValueError):
        fields = None
    if not isinstance(fields, dict):
        raise Altered(f"What stands after entry {entries} can't be read, or the end is missing.")
    return fields


def _next(chain: str, events: int, line: bytes) -> str:
    told, _, event = line.rstrip(b"\n").partition(b" ")
    value = chained(chain, event)
    if told != value.encode() or not event.startswith(b'{"seq":%d,' % (events + 1)):
        raise Altered(f"Event {events + 1} was changed, added, removed or moved.")
    return value


def _signed(file: BinaryIO, head: bytes) -> str:
    line = file.readline(MOST_LINE_BYTES)
    if file.read(1):
        raise Altered("Something was added at the end.")
    if not line:
        return "Consistent, origin unproven: it is not signed."
    fields = fields_of(line, 0)
    try:
        key, signature = bytes.fromhex(fields["key"]), bytes.fromhex(fields["signature"])
    except (KeyError, TypeError, ValueError):
        raise Altered("The signature can't be read.") from None
    if line != line_of(key=key.hex(), signature=signature.hex()):
        raise Altered("The signature was changed.")
    try:
        from cryptography.exceptions import InvalidSignature
        from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
    except ImportError:
        return f"Consistent; the signature of {key.hex()} can't be checked without cryptography."
    try:
        Ed25519PublicKey.from_public_bytes(key).verify(signature, head)
    except (InvalidSignature, ValueError):
        raise Altered("The signature does not fit.") from None
    return f"Signed by {key.hex()}, unchanged."


if __name__ == "__main__":
    try:
        with Path(sys.argv[1]).open("rb") as opened:
            print(verify(opened))
    except Altered as error:
        sys.exit(str(error))
