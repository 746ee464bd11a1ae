"""What a campaign's file may say; all of it is refused before anything is started."""

from __future__ import annotations

from pathlib import Path

import pytest

from app.campaigns.file import Campaign, read_campaign
from app.settings.model import ModelSettings
from app.settings.tables import Settings
from app.wiring import build_thinkers
from engine.domain.errors import NameUnknown

TASK = """
[[tasks]]
name = "note"
goal = "Open Practice"
judge = { ending = "goal_satisfied" }
"""


def read(folder: Path, text: str, settings: Settings | None = None) -> Campaign:
    path = folder / "work.toml"
    path.write_text(text)
    return read_campaign(path, build_thinkers(settings or Settings()))


def test_a_task_is_run_on_each_surface_by_each_thinker_with_each_seed_so_often(
    tmp_path: Path,
) -> None:
    head = 'seeds = [1, 2]\nrepeats = 3\nthinkers = ["offline", "model", "offline"]\n'
    settings = Settings(model=ModelSettings(base_url="http://localhost:1/v1", name="small"))
    made = read(tmp_path, head + TASK + 'surfaces = ["", "screen"]\nmax_secs = 7', settings)
    assert len({order.order_id for order in made.orders}) == len(made.orders) == 24
    assert made.orders[0].order_id == "note-1" and made.orders[0].task.max_secs == 7
    told = {(each.surface, each.thinker, each.seed, each.repeat) for each in made.orders}
    assert len(told) == 24 and ("practice", "model", 2, 3) in told


def test_included_tasks_take_where_and_how_often_from_the_first_file(tmp_path: Path) -> None:
    (tmp_path / "more").mkdir()
    (tmp_path / "more" / "data.csv").write_text("1")
    given = TASK.replace('"note"', '"other"') + 'give = ["data.csv"]\n'
    (tmp_path / "more" / "tasks.toml").write_text(given)
    made = read(tmp_path, 'repeats = 2\ninclude = ["more/tasks.toml"]\n' + TASK)
    assert [each.order_id for each in made.orders] == ["note-1", "note-2", "other-1", "other-2"]
    assert made.orders[-1].task.give == (str(tmp_path / "more" / "data.csv"),)
    (tmp_path / "more" / "tasks.toml").write_text("\nrepeats = 9\n" + given)
    with pytest.raises(NameUnknown, match=r"tasks.toml:2: .* may not say repeats"):
        read(tmp_path, 'include = ["more/tasks.toml"]\n')


def test_files_that_include_each_other_in_a_circle_are_refused_by_name(tmp_path: Path) -> None:
    (tmp_path / "b.toml").write_text('include = ["c.toml"]\n')
    (tmp_path / "c.toml").write_text('include = ["b.toml"]\n')
    with pytest.raises(NameUnknown, match=r"in a circle: b.toml → c.toml → b.toml"):
        read(tmp_path, 'include = ["b.toml"]\n' + TASK)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("tasks = 1", ": tasks: "),
        ("\nname = x", "(at line 2"),
        ("\nspeed = 3" + TASK, ":2: speed: Extra inputs"),
        ("repeats = 0" + TASK, ":1: repeats: "),
        ("", "has no tasks"),
        (TASK + TASK, ":8: another task is called “note” too"),
        (TASK.replace('"note"', '"../note"'), ":3: tasks.1.name: "),
        (TASK.replace("goal =", "script = 'x'\ngoal ="), "either a goal or a script"),
        (TASK.replace('ending = "goal_satisfied"', ""), ":5: tasks.1.judge: it says nothing"),
        (TASK.replace("ending", 'contains = "x", ending'), "not say of which file"),
        (TASK.replace('ending = "goal_satisfied"', 'file = "a/../../x"'), "not among the files"),
        (TASK + "[tasks.judge]\nfile = 1", "(at line 6"),
        (TASK + 'give = ["none.csv"]', ":2: “note”: The file to give"),
        (TASK + 'surfaces = ["moon"]', ":2: “note”: There is no surface called “moon”"),
        (TASK + 'mode = "pilot"', ":2: “note”: There is no mode"),
        (TASK.replace("Open Practice", "Sing a song of sixpence"), ":2: “note”: This needs a"),
        (TASK.replace('goal = "Open Practice"', 'script = "none.json"'), "none.json can't be read"),
        ('include = ["none.toml"]', "none.toml"),
        (f"tasks = [{{name = 'a', judge = {{}}, goal = 'x'}}]{TASK[:0]}", "work.toml: tasks.1"),
    ],
)
def test_what_can_not_be_run_is_refused_with_its_line(tmp_path: Path, text: str, why: str) -> None:
    with pytest.raises(NameUnknown) as refusal:
        read(tmp_path, text)
    assert why in refusal.value.message


def test_all_that_is_wrong_is_told_at_once(tmp_path: Path) -> None:
    wrong = TASK.replace("Open Practice", "Sing")
    with pytest.raises(NameUnknown) as refusal:
        read(tmp_path, wrong + wrong.replace('"note"', '"other"'))
    assert [line.split(": ")[0] for line in refusal.value.message.splitlines()] == [
        f"{tmp_path}/work.toml:2",
        f"{tmp_path}/work.toml:7",
    ]
