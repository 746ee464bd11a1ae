"""Benchmarks of others, made into campaigns of ours."""

from __future__ import annotations

import asyncio
import contextlib
import json
import tomllib
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import pytest

from app.campaigns import benchmarks, miniwob
from app.campaigns.benchmarks import adapter_of, bring_in
from app.campaigns.file import Judge, read_campaign
from app.campaigns.results import results_in
from app.campaigns.running import judge
from app.settings.model import ModelSettings
from app.settings.tables import Settings
from app.wiring import build_thinkers
from engine.domain.errors import NameUnknown
from engine.domain.terminals import Outcome, Terminal
from engine.domain.verdicts import Verdict
from engine.processes.descendants import python_module

MODEL = Settings(model=ModelSettings(base_url="http://localhost:1/v1", name="small"))
PAGES = Path(__file__).with_name("pages_of_others")
LIST = "http://a.example/list.txt"
"""Stands for where it is served, see ``asked``."""
GIVEN = {
    "type": "download",
    "parameters": {"files": [{"url": LIST, "path": "/home/user/list.txt"}]},
}
SAVES = {"type": "execute", "parameters": {"command": ["x", 'pyautogui.hotkey("ctrl", "s")']}}
MADE = {"type": "vm_file", "path": "/home/user/list.txt", "dest": "list.txt"}
GOLD = {"type": "cloud_file", "path": LIST, "dest": "gold.txt"}
COMPARED = {"func": "compare_text_file", "result": MADE, "expected": GOLD}
Others = dict[str, object]


def brought(
    folder: Path, out: Path, kind: str = "osworld", *, thinker: str = "model", seeds: int = 1
) -> tuple[list[str], dict[str, str]]:
    out.mkdir(exist_ok=True)
    return bring_in(adapter_of(kind), folder, out, seeds, thinker, build_thinkers(MODEL))


@contextlib.contextmanager
def served(folder: Path) -> Iterator[int]:
    """As ``python3 -m http.server``, which the campaign's file names, does; at a port of its own,
    as tests are run side by side."""
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=folder)) as server:
        serving = Thread(target=server.serve_forever)
        serving.start()
        try:
            yield server.server_port
        finally:
            server.shutdown()
            serving.join()


class Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *_: object) -> None: ...


@pytest.fixture
def theirs(tmp_path: Path) -> Iterator[Path]:
    """A folder of OSWorld's, with what its tasks fetch."""
    (tmp_path / "web").mkdir()
    (tmp_path / "web" / "list.txt").write_text("one\r\ntwo\n")
    (folder := tmp_path / "theirs" / "sh").mkdir(parents=True)
    with served(tmp_path / "web") as port:
        (folder / "port").write_text(str(port))
        yield folder


def asked(folder: Path, name: str = "a", **said: object) -> None:
    whole = {"instruction": "Sort it.", "related_apps": ["sh"], "config": [GIVEN]}
    text = json.dumps(whole | {"evaluator": COMPARED} | said)
    port = (folder / "port").read_text()
    (folder / f"{name}.json").write_text(text.replace("a.example", f"127.0.0.1:{port}"))


def test_a_task_of_osworld_is_given_its_files_and_judged_by_a_text(
    theirs: Path, tmp_path: Path
) -> None:
    asked(theirs, evaluator=COMPARED | {"postconfig": [SAVES]})
    asked(theirs, "b", evaluator={"func": "infeasible"}, config=[])
    assert brought(theirs, tmp_path / "out") == (["sh.a", "sh.b"], {})
    first, second = (
        each.task
        for each in read_campaign(tmp_path / "out/campaign.toml", build_thinkers(MODEL)).orders
    )
    assert [Path(each).read_bytes() for each in first.give] == [b"one\r\ntwo\n"]
    assert first.goal.startswith("Sort it. (In the practice folder: list.txt.) Save ")
    assert (first.judge.file, first.judge.equals) == ("Practice/list.txt", "one\r\ntwo\n")
    assert second.judge == Judge(ending=Terminal.GOAL_FAILED) and second.goal == "Sort it."


@pytest.mark.parametrize(
    ("said", "why"),
    [
        ({"config": [{"type": "execute", "parameters": {}}]}, "prepared by “execute”"),
        ({"related_apps": ["os"]}, "virtual machine's own system"),
        ({"related_apps": ["no_such_program"]}, "no_such_program is not installed"),
        ({"evaluator": COMPARED | {"func": "compare_table"}}, "OSWorld's own, which is not"),
        ({"evaluator": COMPARED | {"options": {"ignore_case": True}}}, "OSWorld's own"),
        (
            {"evaluator": COMPARED | {"postconfig": [{"type": "launch"}, {"type": "command"}]}},
            "evaluator acts",
        ),
        ({"evaluator": COMPARED | {"postconfig": [{"type": "execute"}]}}, "evaluator acts"),
        ({"evaluator": COMPARED | {"result": {"type": "vm_command_line"}}}, "“vm_command_line”"),
        ({"evaluator": COMPARED | {"result": MADE | {"path": "/etc/passwd"}}}, "no run leaves"),
        ({"evaluator": COMPARED | {"result": MADE | {"path": "/home/user/.a/b"}}}, "no run leaves"),
        ({"evaluator": COMPARED | {"expected": GOLD | {"path": f"{LIST}.gz"}}}, "can't be fetched"),
        ({"evaluator": COMPARED | {"expected": GOLD | {"path": "file:///etc/hosts"}}}, "fetched"),
        ({"instruction": None}, "not as those of OSWorld"),
        ({"config": 7}, "not as those of OSWorld"),
        ({"instruction": "", "config": []}, "not as those of OSWorld"),
    ],
)
def test_what_can_not_be_brought_in_is_refused_by_name_and_with_the_reason(
    theirs: Path, tmp_path: Path, said: Others, why: str
) -> None:
    asked(theirs, **said)
    taken, refused = brought(theirs, tmp_path / "out")
    assert not taken and why in refused["sh.a"]
    assert f'# left out: "sh.a: {refused["sh.a"]}"' in (tmp_path / "out/campaign.toml").read_text()


def test_a_file_that_is_too_large_is_not_given_in_part(
    theirs: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.campaigns.osworld._MOST_BYTES", 3)
    asked(theirs)
    taken, refused = brought(theirs, tmp_path / "out")
    assert not taken and "can't be fetched" in refused["sh.a"]


@pytest.mark.parametrize(
    ("made", "verdict"), [("2", Verdict.SEEN), ("1", Verdict.CONTRADICTED), ("", Verdict.CANT_TELL)]
)
async def test_where_osworld_is_installed_its_own_evaluators_judge(
    theirs: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, made: str, verdict: Verdict
) -> None:
    """Two of them, of which both must hold; one breaks upon what it can't read."""
    package = tmp_path / "installed" / "desktop_env" / "evaluators"
    package.mkdir(parents=True)
    for each in (package.parent, package):
        (each / "__init__.py").touch()
    (package / "metrics.py").write_text(
        "def is_more(made, rules, **options):\n"
        "    return float(int(open(made).read()) > rules['than'] - options.get('less', 0))\n"
        "def is_there(made):\n    return 1.0\n"
    )
    monkeypatch.syspath_prepend(str(package.parent.parent))
    monkeypatch.setenv("PYTHONPATH", str(package.parent.parent))
    rule = {"type": "rule", "rules": {"than": 2}}
    both = {"func": ["is_more", "is_there"], "result": [MADE, MADE], "expected": [rule]}
    asked(theirs, evaluator=both | {"options": [{"less": 1}, {}]})
    assert brought(theirs, tmp_path / "out") == (["sh.a"], {})
    [order] = read_campaign(tmp_path / "out/campaign.toml", build_thinkers(MODEL)).orders
    (files := tmp_path / "files" / "Practice").mkdir(parents=True)
    (files / "list.txt").write_text(made)
    (files.parent / "json.py").write_text("raise SystemExit(0)")  # what a run made is not executed
    outcome = Outcome(Terminal.GOAL_SATISFIED, "plan_finished", "Done.")
    found = await judge(order.task.judge, outcome, 0, (), files.parent)
    assert found.verdict is verdict, found.words


def test_an_adapter_of_another_package_comes_in_by_its_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "ours.py").write_text(
        "from app.campaigns.file import Judge, Task\n"
        "def moons(folder, out, seeds):\n"
        "    for each in range(1, seeds + 1):\n"
        "        goal = f'Open Practice, click \\'{each}\\''\n"
        "        judge = Judge(answer='x\\u007fö\\n\"')\n"
        "        yield f'm{each}', Task(name=f'm{each}', goal=goal, judge=judge)\n"
        "    yield 'sung', Task(name='sung', goal='Sing a song', judge=judge)\n"
    )
    monkeypatch.syspath_prepend(str(tmp_path))
    out = tmp_path / "out"
    taken, refused = brought(tmp_path, out, "ours:moons", thinker="offline", seeds=2)
    assert taken == ["m1", "m2"] and list(refused) == ["sung"]
    first, _ = read_campaign(out / "campaign.toml", build_thinkers(Settings())).orders
    assert first.task.judge.answer == 'x\x7fö\n"'
    for kind in ("chess", "ours:suns", ":"):
        with pytest.raises(NameUnknown, match="There is no adapter"):
            adapter_of(kind)
    with pytest.raises(NameUnknown, match="is no folder"):
        brought(tmp_path / "nowhere", out)
    with pytest.raises(NameUnknown, match=r"No pages of MiniWoB\+\+"):
        brought(out, out, "miniwob")


@pytest.mark.end_to_end
@pytest.mark.timeout(600)
async def test_a_page_of_miniwob_is_judged_by_its_own_reward(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The second problem of the page asks for what is wrong: whoever does as it says, fails."""
    out = tmp_path / "out"
    with served(out / "pages") as port:
        for each in (benchmarks, miniwob):
            monkeypatch.setattr(each, "PORT", port)
        taken, refused = await asyncio.to_thread(
            brought, PAGES, out, "miniwob", thinker="offline", seeds=2
        )
        assert taken == ["planets.1", "planets.2"] and list(refused) == ["silent.1", "silent.2"]
        tasks = tomllib.loads((out / "campaign.toml").read_text())["tasks"]
        assert [each["goal"] for each in tasks] == ['Click "Mars".', 'Click "Venus".']
        words = ("campaign", str(out / "campaign.toml"), "--database", str(tmp_path / "runs.db"))
        assert f"--directory {out}/pages\n" in (out / "campaign.toml").read_text()
        child = await asyncio.create_subprocess_exec(*python_module("app", *words))
        assert await child.wait() == 18
    told = {each.task: each for each in results_in(out / "campaign").values()}
    assert told["planets.1"].judged is Verdict.SEEN, told
    assert told["planets.2"].judged is Verdict.CONTRADICTED, told
    assert "planets.html?seed=2: reward -1" in told["planets.2"].why
