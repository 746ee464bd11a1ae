"""What came of many runs, in figures that can be checked by hand, and as files."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path
from xml.etree import ElementTree

import pytest
from rich.console import Console

from app.campaigns.command import (
    Comparison,
    compare,
    compared_campaigns,
    compared_thinkers,
    interval,
    run_campaign,
    write_reports,
)
from app.campaigns.results import result_of
from app.settings.tables import Settings
from engine.domain.actions import Launch, PressKeys
from engine.domain.errors import RecordUnavailable
from engine.domain.events import ActionStarted
from engine.domain.scripts import Locator, TracedStep
from engine.domain.verdicts import Judgement, Verdict
from engine.domain.zones import Role
from engine.record.views.run_state import RunState
from tests.app.campaigns.conftest import campaign, order, result
from tests.engine.record.runs import SAVE, STARTED, recorded_run

YES, NO, CANT_TELL = Verdict.SEEN, Verdict.CONTRADICTED, Verdict.CANT_TELL


@pytest.mark.parametrize(
    ("good", "whole", "low", "high"),
    [(0, 0, 0.0, 1.0), (8, 10, 0.4902, 0.9433), (10, 10, 0.7225, 1.0), (0, 10, 0.0, 0.2775)],
)
def test_interval_is_wilson_s(good: int, whole: int, low: float, high: float) -> None:
    assert interval(good, whole) == (pytest.approx(low, abs=1e-4), pytest.approx(high, abs=1e-4))


@pytest.mark.parametrize(
    ("better", "worse", "chance"), [(0, 0, 1.0), (1, 0, 1.0), (6, 0, 0.03125), (8, 1, 0.0390625)]
)
def test_chance_is_that_of_fair_coins(better: int, worse: int, chance: float) -> None:
    for one, other in ((better, worse), (worse, better)):
        better, worse = (result("x", NO), result("x")), (result("x"), result("x", NO))
        told = Comparison("a", "b", (*one * (better,), *other * (worse,)), alone=0)
        assert told.chance == pytest.approx(chance)


def test_pairs_are_the_same_work() -> None:
    before = [result("a"), result("b", NO), result("c"), result("d"), result("x"), result("s")]
    after = [result("a", NO), result("b"), result("c"), result("d", CANT_TELL), result("y")]
    after += [result("c", NO, repeat=2), result("s", NO, seed=1), result("a", surface="screen")]
    told = compare("first", "second", before, after)
    figures = {"pairs": 4, "better": ["b-1"], "worse": ["a-1", "d-1"], "alone": 6}
    assert told.told == figures | {"words": told.words, "chance": 1.0, "names": "first → second"}
    assert told.words == (
        "first → second: of 4 pairs 1 got better, 2 broke (a-1, d-1);"
        " that may be chance, so much comes up by chance in 100 % of trials; 6 runs without a pair."
    )


def test_a_difference_beyond_chance_is_told_as_one() -> None:
    many = [f"t{number}" for number in range(6)]
    told = compare("a", "b", [result(each, NO) for each in many], [result(each) for each in many])
    assert "6 got better, 0 broke; so much comes up by chance in 3.12 % of trials" in told.words


def test_campaigns_are_compared_by_thinker_and_with_one_each_by_their_work() -> None:
    strong = [result("a", thinker="strong")]
    [told] = compared_campaigns([result("a", NO)], strong)
    assert (told.one, told.other, len(told.better)) == ("before, offline", "now, strong", 1)
    [told] = compared_campaigns([result("a")], [*strong, result("a", NO)])
    assert (told.one, told.other, len(told.worse)) == ("before, offline", "now, offline", 1)


@pytest.mark.parametrize(
    ("before", "now", "code", "words"),
    [
        (None, (YES, YES), 0, "2 of 2 succeeded (95 % sure: 34 to 100 %), 0 can’t be told."),
        (None, (YES, CANT_TELL), 18, "1 of 2 succeeded (95 % sure: 9 to 91 %), 1 can’t be told."),
        ({"a": NO, "b": NO}, (YES, NO), 0, "of 2 pairs 1 got better, 0 broke"),
        ({"a": YES, "b": NO}, (NO, YES), 18, "1 broke (a-1)"),
        ({"other": YES}, (YES, YES), 18, "No run has its pair in the other campaign."),
    ],
)
async def test_the_exit_code_says_whether_all_succeeded_or_something_broke(
    tmp_path: Path,
    before: dict[str, Verdict] | None,
    now: tuple[Verdict, Verdict],
    code: int,
    words: str,
    capsys: pytest.CaptureFixture[str],
) -> None:
    for name, judged in (before or {}).items():
        result(name, judged).write(tmp_path / "before")
    for name, judged in zip("ab", now, strict=True):
        result(name, judged).write(tmp_path / "now")
    against = tmp_path / "before" if before else None
    told = await told_of_what_ran(tmp_path, against)
    assert told[0] == code and words in told[1]
    assert (tmp_path / "now" / "campaign.html").exists()
    for line in capsys.readouterr().out.splitlines():
        compared = json.loads(line)
        assert compared["words"] in told[1] and compared["pairs"] == len(before or {})
        assert before and 0 <= compared["chance"] <= 1


async def test_a_folder_without_results_is_refused_before_anything_starts(tmp_path: Path) -> None:
    for name in "ab":
        result(name).write(tmp_path / "now")
    with pytest.raises(RecordUnavailable, match="No results of a campaign are in"):
        await told_of_what_ran(tmp_path, tmp_path / "lost-week")
    assert not (tmp_path / "now" / "campaign.digest").exists()


def test_reports_tell_each_run_and_take_what_it_said_as_text(tmp_path: Path) -> None:
    results = [
        result("a", why="<b>a</b>", took_secs=2.0, cost=0.5),
        result("b", NO, cost=None, tokens=7, why="broke\x00off"),
        result("c", CANT_TELL, why="=1+1", cost=0.25),
        result("a", thinker="strong", cost=1.0),
    ]
    asked = campaign(*(order(f"t{number}") for number in range(5)))
    html, table, junit = write_reports(tmp_path, asked, results, compared_thinkers(results))
    text = html.read_text()
    assert "<b>a</b>" not in text and "&lt;b&gt;a&lt;/b&gt;" in text
    assert "2 of 5" in text and "15 to 85 %" in text and "offline → strong: of 1 pair" in text
    assert text.count("no price") == 3  # of all, of a task, a thinker; there is one surface
    rows = list(csv.DictReader(table.read_text("utf-8-sig").splitlines()))
    assert [row["judged"] for row in rows] == ["seen", "contradicted", "can't tell", "seen"]
    assert rows[2]["why"] == "'=1+1"
    suite = ElementTree.parse(junit).getroot()
    assert (suite.get("tests"), suite.get("failures"), suite.get("errors")) == ("4", "1", "1")
    assert [case.find("failure") is not None for case in suite] == [False, True, False, False]


def test_reports_tell_what_broke_and_what_got_better_since_another_campaign(tmp_path: Path) -> None:
    before = [result("a", why="all there"), result("b", NO, why="nothing"), result("c", NO)]
    now = [result("a", NO, why="half of it"), result("b", session_id="s1"), result("d")]
    (report := tmp_path / "runs/b-1/session-s1.html").parent.mkdir(parents=True)
    report.touch()
    since = compared_campaigns(before, now)
    html, table, junit = write_reports(tmp_path, campaign(order("a")), now, [], since)
    text = html.read_text()
    broke, better = text.index("<h3>Broke</h3>"), text.index("<h3>Got better</h3>")
    assert broke < text.index("all there") < text.index("half of it") < better
    assert better < text.index("nothing") and text.count('<a href="runs/b-1/session-s1.html">') == 2
    rows = csv.DictReader(table.read_text("utf-8-sig").splitlines())
    assert [row["before"] for row in rows] == ["seen", "contradicted", ""]
    failure = ElementTree.parse(junit).getroot()[0].find("failure")
    assert failure is not None and failure.get("message") == "It succeeded before. half of it"


def test_a_run_counts_for_each_program_in_which_it_did_something(tmp_path: Path) -> None:
    zone = Locator("Mousepad", Role.BUTTON, "Save", 0)
    acted = [
        ActionStarted("a1", 1, SAVE, trace=TracedStep(Launch("Thunar"), "Launch Thunar")),
        ActionStarted("a2", 1, SAVE, trace=TracedStep(SAVE.action, "Save", zone)),
        ActionStarted("a3", 1, SAVE, trace=TracedStep(PressKeys(("escape",)), "Escape")),
    ]
    judged = Judgement(YES, ("so it was",))
    run = result_of(order("a"), 1, judged, 0, recorded_run(STARTED, *acted), RunState())
    assert run.programs == ("mousepad", "thunar")
    runs = [run, result("b", NO)]
    html, table, _ = write_reports(tmp_path, campaign(order("a")), runs, [])
    text = html.read_text()
    its = text[text.index("<h2>By program</h2>") :]
    assert [f"<td>{each}</td>" in its for each in ("mousepad", "thunar", "none")] == [True] * 3
    rows = csv.DictReader(table.read_text("utf-8-sig").splitlines())
    assert [row["programs"] for row in rows] == ["mousepad, thunar", ""]


def test_of_a_campaign_that_has_not_begun_there_is_a_report_too(tmp_path: Path) -> None:
    html, _, _ = write_reports(tmp_path, campaign(order("a")), [], [])
    assert "0 of 1" in html.read_text() and "No run has come to its end yet." in html.read_text()


async def told_of_what_ran(folder: Path, against: Path | None) -> tuple[int, str]:
    """The exit code and the words of a campaign in ``now``, whose runs have all ended."""
    tasks = [
        f'[[tasks]]\nname = "{name}"\ngoal = "Open Practice"\njudge = {{ findings = 0 }}\n'
        for name in "ab"
    ]
    (folder / "work.toml").write_text("".join(tasks))
    screen = io.StringIO()
    console = Console(file=screen, width=200, no_color=True)
    code = await run_campaign(
        folder / "work.toml",
        folder / "now",
        Settings(),
        console,
        database=folder / "runs.db",
        against=against,
        as_json=True,
    )
    return code, screen.getvalue()
