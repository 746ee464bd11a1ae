"""What stands in a file, be it packed or a database."""

from __future__ import annotations

import gzip
import sqlite3
import zipfile
from contextlib import closing
from pathlib import Path

import pytest

from engine.surfaces.files import read_file_facts

WORDS = "<p>Rope &amp; tar</p>"


def packed(path: Path, kind: str) -> None:
    if kind == "stream":
        path.write_bytes(gzip.compress(WORDS.encode()))
    if kind == "archive":
        with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as parts:
            parts.writestr("picture.png", b"\x89PNG\xff\xfe")
            parts.writestr("content.xml", WORDS)
    if kind == "database":
        with closing(sqlite3.connect(path)) as database:
            database.execute("create table wares (name text)")
            database.execute("insert into wares values ('Rope & tar')")
            database.execute("insert into wares values ('Sails')")
            database.execute("delete from wares where name = 'Sails'")
            database.commit()


@pytest.mark.parametrize("kind", ["stream", "archive", "database"])
def test_what_is_packed_is_read_and_not_touched(tmp_path: Path, kind: str) -> None:
    file = tmp_path / "shop"
    packed(file, kind)
    before = (file.read_bytes(), sorted(tmp_path.iterdir()))
    facts = read_file_facts(tmp_path, str(file))
    assert facts.is_packed and "Rope & tar" in (facts.text or "")
    assert (
        "Sails" not in (facts.text or "")
        and (file.read_bytes(), sorted(tmp_path.iterdir())) == before
    )


@pytest.mark.parametrize("kind", ["stream", "archive", "database"])
def test_of_what_is_broken_nothing_is_told(tmp_path: Path, kind: str) -> None:
    file = tmp_path / "shop"
    packed(file, kind)
    whole = file.read_bytes()
    file.write_bytes(whole[: len(whole) // 2])
    facts = read_file_facts(tmp_path, str(file))
    assert facts.exists and facts.text is None


def test_a_plain_text_is_told_as_it_stands_there(tmp_path: Path) -> None:
    (tmp_path / "note").write_text(WORDS)
    facts = read_file_facts(tmp_path, "~/note")
    assert facts.text == WORDS and not facts.is_packed
