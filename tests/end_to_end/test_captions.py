"""A field that tells an example as its name is found by the label that stands at it."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.end_to_end.conftest import Bench
from tests.end_to_end.test_what_opens import shown

pytestmark = [pytest.mark.end_to_end, pytest.mark.asyncio(loop_scope="session")]

FORM = """
import sys
from pathlib import Path
from PySide6.QtWidgets import *
told, how = Path(sys.argv[1]), sys.argv[2]
app = QApplication(sys.argv)
window = QWidget()
column = QVBoxLayout(window)
if how in ("in a group", "as its group"):
    box = QGroupBox("Archives")
    column.addWidget(box)
    column = QVBoxLayout(box)
def field(example, buddy=None):
    made = QLineEdit()
    made.setPlaceholderText(example)
    def tell(text):
        told.write_text(f"{example}: {text}")
    made.textChanged.connect(tell)
    if buddy is not None:
        buddy.setBuddy(made)
    return made
is_bare = how in ("without a colon", "as its group")
column.addWidget(QLabel("Archive Prefix" if is_bare else "Archive Prefix:"))
if how == "far":
    column.addSpacing(60)
if how == "of two":
    column.addWidget(field("Street"))
if how == "a heading":
    row, name = QHBoxLayout(), QLabel("Town:")
    row.addWidget(name)
    row.addWidget(field("backup", name))
    column.addLayout(row)
elif how == "as its group":  # Qt tells the group's title as the name of each field in it
    column.addWidget(field(""))
elif how == "named":
    made = field("backup")
    made.setAccessibleName("Notes")
    column.addWidget(QLabel("Notes"))
    column.addWidget(made)
elif how.startswith("says: "):
    column.addWidget(field(how.removeprefix("says: ")))
else:
    column.addWidget(field("backup"))
column.addWidget(QLabel("Comment"))
column.addWidget(field("" if how == "as its group" else "none"))
column.addStretch()
window.setWindowTitle("Profile")
window.resize(460, 380)
window.show()
app.exec()
"""


@pytest.mark.parametrize("how", ["alone", "in a group"])
async def test_a_field_goes_by_the_label_above_it(
    screen_bench: Bench, tmp_path: Path, how: str
) -> None:
    told = tmp_path / "told"
    async with shown(screen_bench, FORM, told, how, until="Archive Prefix:"):
        outcome, _ = await screen_bench.run("type 'nightly' into Archive Prefix")
        assert told.read_text() == "backup: nightly", outcome
    assert outcome.terminal == "goal_satisfied", outcome


async def test_the_name_of_their_group_is_none_of_its_fields(
    screen_bench: Bench, tmp_path: Path
) -> None:
    told = tmp_path / "told"
    async with shown(screen_bench, FORM, told, "as its group", until="Archive Prefix"):
        outcome, _ = await screen_bench.run("type 'nightly' into Archive Prefix")
        assert told.read_text() == ": nightly", outcome
    assert outcome.terminal == "goal_satisfied", outcome


SAYING = ("Filter…", "Search", "Type your password to confirm", "Filter rows", "Your password")


@pytest.mark.parametrize(
    "how",
    [
        *("far", "of two", "a heading", "named", "without a colon"),
        *(f"says: {each}" for each in SAYING),
    ],
)
async def test_a_label_that_is_not_just_one_fields_names_none(
    screen_bench: Bench, tmp_path: Path, how: str
) -> None:
    told = tmp_path / "told"
    async with shown(screen_bench, FORM, told, how, until="Comment"):
        outcome, _ = await screen_bench.run("type 'nightly' into Archive Prefix")
        assert told.read_text() == "", outcome
    assert outcome.terminal == "goal_failed" and "Archive Prefix" in outcome.message, outcome
