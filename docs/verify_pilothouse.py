"""``python verify_pilothouse.py FILE`` tells whether a file is as it was written, and where not; it
needs Python 3.11 alone, and ``cryptography`` for a signature. The file is a line that names the
format, then entries: a line of JSON with ``name``, ``size`` and ``sha256``, that many bytes, a line
end. Each line of ``events/…`` is a chain value, a blank and an event: the value is the SHA-256 of
the one before it and the event, so that none can be changed, added, removed or moved without all
after it. The head covers how many there are and all bytes before it. A signature (Ed25519, over the
head's line) says who made it; without one anybody may have made the whole file anew."""

import hashlib
import json
import sys
from contextlib import suppress
from pathlib import Path
from typing import Any, BinaryIO

FIRST_LINE = b"pilothouse-session 1\n"
MOST_BYTES, MOST_LINE_BYTES = 1 << 30, 1 << 24


class Altered(Exception):
    """The file is not as it was written; the message says where."""


def chained(before: str, event_line: bytes) -> str:
    """The chain's value after one more event; ``before`` is empty for the first."""
    return hashlib.sha256(before.encode() + event_line).hexdigest()


def line_of(**fields: object) -> bytes:
    """A line of JSON in the one form that counts."""
    return json.dumps(fields, sort_keys=True, separators=(",", ":")).encode() + b"\n"


def fields_of(line: bytes, entries: int) -> dict[str, Any]:
    with suppress(RecursionError, ValueError):
        if isinstance(fields := json.loads(line), dict):
            return fields
    raise Altered(f"What stands after entry {entries} can't be read, or the end is missing.")


def verify(file: BinaryIO) -> str:
    """What can be said of it. Raises ``Altered``."""
    if file.readline(len(FIRST_LINE)) != FIRST_LINE:
        raise Altered("It is no .pilothouse file, or of a version that this does not read.")
    whole, chain, events, entries = hashlib.sha256(FIRST_LINE), "", 0, 0
    while True:
        header = fields_of(line := file.readline(MOST_LINE_BYTES), entries)
        if header.keys() == {"chain", "entries", "events", "sha256"}:
            break
        name, size = header.get("name"), header.get("size")
        if not isinstance(size, int) or not 0 <= size <= MOST_BYTES:
            raise Altered(f"Entry {entries + 1} has no size that can be.")
        data, end = file.read(size), file.read(1)
        for each in data.splitlines(keepends=True) if str(name).startswith("events/") else ():
            told, _, event = each.rstrip(b"\n").partition(b" ")
            chain, events = chained(chain, event), events + 1
            if told != chain.encode() or not event.startswith(b'{"seq":%d,' % events):
                raise Altered(f"Event {events} was changed, added, removed or moved.")
        if hashlib.sha256(data).hexdigest() != header.get("sha256") or end != b"\n":
            raise Altered(f"The entry {name!r} was changed.")
        for part in (line, data, end):
            whole.update(part)
        entries += 1
    if header["events"] != events and header["chain"] != chain:
        raise Altered(f"Events after event {events} were removed, or some were added.")
    if line != line_of(chain=chain, entries=entries, events=events, sha256=whole.hexdigest()):
        raise Altered("The head does not fit what is before it: something was changed there.")
    signed = _signed(file.readline(MOST_LINE_BYTES), line)
    if file.read(1):
        raise Altered("Something was added at the end.")
    return f"{signed} {events} events, {entries} entries."


def _signed(line: bytes, head: bytes) -> str:
    if not line:
        return "Consistent, origin unproven: it is not signed."
    try:
        key, signature = (bytes.fromhex(fields_of(line, 0)[it]) for it in ("key", "signature"))
    except (KeyError, TypeError, ValueError):
        raise Altered("The signature can't be read.") from None
    if line != line_of(key=key.hex(), signature=signature.hex()):
        raise Altered("The signature was changed.")
    try:
        from cryptography.exceptions import InvalidSignature
        from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

        Ed25519PublicKey.from_public_bytes(key).verify(signature, head)
    except ImportError:
        return f"Consistent; the signature of {key.hex()} can't be checked without cryptography."
    except (InvalidSignature, ValueError):
        raise Altered("The signature does not fit.") from None
    return f"Signed by {key.hex()}, unchanged."


if __name__ == "__main__":
    try:
        with Path(sys.argv[1]).open("rb") as opened:
            print(verify(opened))
    except Altered as error:
        sys.exit(str(error))
