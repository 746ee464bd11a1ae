"""Benchmarks of others, made into campaigns of ours."""

from __future__ import annotations

import asyncio
import contextlib
import tomllib
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import pytest

from app.campaigns.benchmarks import PORT, adapter_of, bring_in
from app.campaigns.file import read_campaign
from app.campaigns.results import results_in
from app.settings.model import ModelSettings
from app.settings.tables import Settings
from app.wiring import build_thinkers
from engine.domain.errors import NameUnknown
from engine.domain.verdicts import Verdict
from engine.processes.descendants import python_module

MODEL = Settings(model=ModelSettings(base_url="http://localhost:1/v1", name="small"))
PAGES = Path(__file__).with_name("pages_of_others")


def brought(
    folder: Path, out: Path, kind: str, *, thinker: str = "model", seeds: int = 1
) -> tuple[list[str], dict[str, str]]:
    out.mkdir(exist_ok=True)
    return bring_in(adapter_of(kind), folder, out, seeds, thinker, build_thinkers(MODEL))


@contextlib.contextmanager
def served(folder: Path) -> Iterator[None]:
    """As ``python3 -m http.server``, which the campaign's file names, does."""
    with ThreadingHTTPServer(("127.0.0.1", PORT), partial(Quiet, directory=folder)) as server:
        serving = Thread(target=server.serve_forever)
        serving.start()
        try:
            yield
        finally:
            server.shutdown()
            serving.join()


class Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *_: object) -> None: ...


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
        brought(tmp_path / "nowhere", out, "miniwob")
    with pytest.raises(NameUnknown, match=r"No pages of MiniWoB\+\+"):
        brought(out, out, "miniwob")


@pytest.mark.end_to_end
@pytest.mark.timeout(600)
async def test_a_page_of_miniwob_is_judged_by_its_own_reward(tmp_path: Path) -> None:
    """The second problem of the page asks for what is wrong: whoever does as it says, fails."""
    out = tmp_path / "out"
    taken, refused = await asyncio.to_thread(
        brought, PAGES, out, "miniwob", thinker="offline", seeds=2
    )
    assert taken == ["planets.1", "planets.2"] and list(refused) == ["silent.1", "silent.2"]
    tasks = tomllib.loads((out / "campaign.toml").read_text())["tasks"]
    assert [each["goal"] for each in tasks] == ['Click "Mars".', 'Click "Venus".']
    words = ("campaign", str(out / "campaign.toml"), "--database", str(tmp_path / "runs.db"))
    assert f"--directory {out}/pages\n" in (out / "campaign.toml").read_text()
    with served(out / "pages"):
        child = await asyncio.create_subprocess_exec(*python_module("app", *words))
        assert await child.wait() == 18
    told = {each.task: each for each in results_in(out / "campaign").values()}
    assert told["planets.1"].judged is Verdict.SEEN, told
    assert told["planets.2"].judged is Verdict.CONTRADICTED, told
    assert "planets.html?seed=2: reward -1" in told["planets.2"].why
