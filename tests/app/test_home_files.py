"""Files in and out of a practice desktop's home: what is given, what was made, what is let be."""

from __future__ import annotations

import hashlib
import os
from pathlib import Path

import pytest

from app import home_files
from app.home_files import HomeFiles, check_given
from engine.domain.errors import NameUnknown, RecordUnavailable
from engine.domain.performing import FileGiven, FilesMade
from engine.surfaces.files import PlainFiles


@pytest.fixture
def home(tmp_path: Path) -> Path:
    home = tmp_path / "home"
    for name in ("Practice", "Documents", ".config"):
        (home / name).mkdir(parents=True)
    (home / "Documents" / "old.txt").write_text("old")
    return home


def sizes(made: FilesMade) -> dict[str, int]:
    return {each.path: each.size_bytes for each in made.files}


def begun(home: Path, *given: Path) -> HomeFiles:
    return HomeFiles(PlainFiles(home), given)


def test_what_is_given_is_there_and_only_what_is_new_or_changed_is_kept(
    tmp_path: Path, home: Path
) -> None:
    for name in ("a.csv", "b.csv"):
        (tmp_path / name).write_text("1,2")
    files = begun(home, tmp_path / "a.csv", tmp_path / "b.csv")
    (home / "Practice" / "b.csv").write_text("1,3")
    (home / "Practice" / "deep").mkdir()
    (home / "Practice" / "deep" / ".note").write_text("Hello")
    (home / ".config" / "settings").write_text("not a file of the person's")
    (home / ".history").write_text("nor this")

    assert sizes(files.made()) == {"Practice/b.csv": 3, "Practice/deep/.note": 5}
    made = files.made(tmp_path / "kept")
    assert sizes(made) == {"Practice/b.csv": 3, "Practice/deep/.note": 5} and not made.left_out
    assert made.files[1].file_hash == hashlib.sha256(b"Hello").hexdigest()
    assert (tmp_path / "kept" / "Practice" / "deep" / ".note").read_text() == "Hello"
    assert (tmp_path / "kept" / "Practice" / "b.csv").read_text() == "1,3"
    assert (tmp_path / "a.csv").read_text() == "1,2"
    assert not (tmp_path / "kept" / ".config").exists()


def test_no_link_is_followed_and_nothing_but_a_file_is_opened(tmp_path: Path, home: Path) -> None:
    outside = tmp_path / "outside"
    outside.mkdir()
    (outside / "secret.txt").write_text("secret")
    files = begun(home)
    (home / "Practice" / "link.txt").symlink_to(outside / "secret.txt")
    (home / "Practice" / "folder").symlink_to(outside)
    os.mkfifo(home / "Practice" / "pipe")
    assert files.made(tmp_path / "kept") == FilesMade()
    assert not (tmp_path / "kept").exists()


def test_what_is_too_large_is_told_and_what_can_not_be_written_is_an_error(
    tmp_path: Path, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(home_files, "_MOST_BYTES", 10)
    files = begun(home)
    (home / "Practice" / "a").write_text("12345678")
    (home / "Practice" / "b").write_text("12345678")
    made = files.made(tmp_path / "kept")
    assert (sizes(made), made.left_out) == ({"Practice/a": 8}, 1)
    with pytest.raises(RecordUnavailable, match="can't be copied"):
        files.made(tmp_path / "kept" / "Practice" / "a")


def test_what_a_run_made_is_kept_by_its_record_and_lost_no_more(tmp_path: Path, home: Path) -> None:
    files, kept = begun(home), tmp_path / "kept"
    (home / "Practice" / "by hand.txt").write_text("before the run")
    files.begin_run()
    (home / "Practice" / "note.txt").write_text("Hello")
    (home / "Practice" / "key.txt").write_text("it is hunter2")
    made = files.made(kept, lambda text: text.replace("hunter2", "•"))
    assert (sizes(made), made.left_out) == ({"Practice/note.txt": 5}, 1)
    assert not (kept / "Practice" / "key.txt").exists(), "a secret stands in it"
    assert sizes(files.made()) == {"Practice/by hand.txt": 14, "Practice/key.txt": 13}
    assert (kept / "Practice" / "note.txt").read_text() == "Hello"
    (home / "Practice" / "note.txt").write_text("Hello again")
    assert "Practice/note.txt" in sizes(files.made()), "it is another one now"


def test_a_file_that_goes_away_while_all_are_read_takes_no_other_with_it(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    files, look = begun(home), os.stat
    for name in ("a.tmp", "b.txt"):
        (home / "Practice" / name).write_text("Hello")

    def gone(path: str, **said: object) -> os.stat_result:
        if path == "a.tmp":
            raise FileNotFoundError(path)
        return look(path, **said)  # type: ignore[arg-type]

    with monkeypatch.context() as patch:
        patch.setattr(home_files.os, "stat", gone)
        assert sizes(files.made()) == {"Practice/b.txt": 5}


def test_of_a_desktop_that_is_gone_there_is_nothing(home: Path) -> None:
    files = begun(home)
    home.rename(home.with_name("gone"))
    assert files.made() == FilesMade()


@pytest.mark.parametrize(
    ("names", "surface", "why"),
    [
        (["a.txt"], "screen", "to a practice desktop"),
        (["none.txt"], "practice", "can't be read"),
        (["."], "practice", "is a folder"),
        (["a.txt", "deep/a.txt"], "practice", "the same name"),
        (["large"], "practice", "more than 100,000,000 bytes"),
    ],
)
def test_what_can_not_be_given_is_refused(
    tmp_path: Path, names: list[str], surface: str, why: str
) -> None:
    (tmp_path / "deep").mkdir()
    for name in ("a.txt", "deep/a.txt"):
        (tmp_path / name).write_text("x")
    with (tmp_path / "large").open("wb") as large:
        large.truncate(100_000_001)
    with pytest.raises(NameUnknown, match=why):
        check_given([tmp_path / name for name in names], surface)


def test_a_copy_goes_where_programs_may_have_put_a_link_only_if_they_have_not(
    tmp_path: Path, home: Path
) -> None:
    """While the desktop is up its programs can change the folder."""
    files, note = begun(home), tmp_path / "note.txt"
    note.write_text("x" * 24)
    assert files.put([note]) == [FileGiven("note.txt", 24)]
    assert (home / "Practice" / "note.txt").read_text() == "x" * 24
    with pytest.raises(RecordUnavailable, match="File exists") as taken:
        files.put([note])
    assert taken.value.remedy == "Rename one of the two."
    outside = tmp_path / "outside"
    outside.mkdir()
    (home / "Practice" / "b.txt").symlink_to(outside / "b.txt")
    (tmp_path / "b.txt").write_text("b")
    (home / "Practice").rename(home / "Before")
    (home / "Practice").symlink_to(outside)
    with pytest.raises(RecordUnavailable):
        files.put([tmp_path / "b.txt"])
    (home / "Practice").unlink()
    (home / "Before").rename(home / "Practice")
    with pytest.raises(RecordUnavailable):
        files.put([tmp_path / "b.txt"])
    assert files.made() == FilesMade(), "a copy was not made there"
    assert not list(outside.iterdir())


def test_a_folder_is_not_given_and_says_so(tmp_path: Path) -> None:
    with pytest.raises(NameUnknown, match="is a folder"):
        check_given([tmp_path], "practice")
    with pytest.raises(NameUnknown, match="a practice desktop"):
        check_given([tmp_path], "")
