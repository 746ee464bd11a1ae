"""What a power cut could leave of a database: all that was synced, and of what was written since
then any part, in sectors, in any order. What becomes of names (a file that is deleted) is in its
order, as file systems with a journal have it."""

from __future__ import annotations

import random
import struct
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

SECTOR = 512
PROMISES = "promised"
"""The file into which a run writes what it was promised to be there to stay."""


@dataclass(frozen=True, slots=True)
class Entry:
    """``kind`` is w for a write, t for cutting off at ``at``, s for a sync, u for deleting."""

    kind: str
    name: str
    at: int
    data: bytes


def read_log(path: Path) -> list[Entry]:
    """What the shim told, as far as it was told whole."""
    return list(_entries(path.read_bytes()))


def _entries(told: bytes) -> Iterator[Entry]:
    at = 0
    while at + 5 <= len(told):
        kind, length = chr(told[at]), struct.unpack_from("<I", told, at + 1)[0]
        name = told[at + 5 : at + 5 + length].decode()
        at += 5 + length
        offset, size = struct.unpack_from("<QQ", told, at)
        if at + 16 + size > len(told):
            return
        yield Entry(kind, Path(name).name, offset, told[at + 16 : at + 16 + size])
        at += 16 + size


@dataclass
class _File:
    synced: bytearray = field(default_factory=bytearray)
    since: list[Entry] = field(default_factory=list)

    def take(self, entry: Entry) -> None:
        self.since.append(entry)
        if entry.kind == "s":
            for each in self.since:
                _apply(self.synced, each)
            self.since.clear()

    def left(self, chance: random.Random) -> bytes:
        """Of what was not synced each sector by chance, and each cut by chance."""
        left = bytearray(self.synced)
        for each in self.since:
            if each.kind == "t":
                if chance.random() < 0.5:
                    _apply(left, each)
                continue
            for start in range(0, len(each.data), SECTOR):
                if chance.random() < 0.5:
                    part = each.data[start : start + SECTOR]
                    _apply(left, Entry("w", each.name, each.at + start, part))
        return bytes(left)


def _apply(content: bytearray, entry: Entry) -> None:
    if entry.kind == "t":
        del content[entry.at :]
        content.extend(bytes(entry.at - len(content)))
    elif entry.kind == "w":
        content.extend(bytes(max(0, entry.at - len(content))))
        content[entry.at : entry.at + len(entry.data)] = entry.data


def cut(log: list[Entry], after: int, folder: Path, chance: random.Random) -> int:
    """Make in the folder what a cut after so many entries leaves; how many events were promised."""
    files: dict[str, _File] = {}
    promised = 0
    for entry in log[:after]:
        if entry.name == PROMISES:
            promised = int(entry.data.split()[-1]) if entry.data.strip() else promised
        elif entry.kind == "u":
            files.pop(entry.name, None)
        elif not entry.name.endswith("-shm"):
            files.setdefault(entry.name, _File()).take(entry)
    for name, file in files.items():
        (folder / name).write_bytes(file.left(chance))
    return promised
