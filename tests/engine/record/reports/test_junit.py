"""JUnit XML of an exploration, read back as continuous integration reads it."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree

import pytest

from engine.domain.errors import RecordUnavailable
from engine.domain.events import Event, SessionEnded
from engine.domain.exploring.events import ExplorationStarted, FaultFound, GroupsProposed
from engine.domain.exploring.groups import ActionGroup, Finding
from engine.domain.exploring.limits import ExploreLimits, Fault, FaultKind
from engine.domain.terminals import Outcome, Terminal
from engine.record.reports.formats import FORMATS
from engine.record.reports.junit import junit_of
from engine.record.sessions import OpenedSession, SessionSummary
from engine.record.source import Stored
from engine.record.store import SessionStore
from engine.record.views.fold import fold_all
from tests.engine.record.runs import STARTED, recorded_run, typical_run
from tests.support.explored_run import explored_run, exploring_run, traced

EXPLORER = replace(STARTED, mode="explorer")


def opened_of(*events: Event) -> OpenedSession:
    recorded = recorded_run(*events)
    state = fold_all(recorded)
    summary = SessionSummary(
        "run", state.goal, "practice", "offline", "0.1.0", 0.0, 9.0, "", "", "", len(events)
    )
    return OpenedSession(summary, recorded, state)


def suite_of(*events: Event) -> ElementTree.Element:
    suite = ElementTree.fromstring(junit_of(opened_of(*events))).find("testsuite")
    assert suite is not None
    return suite


def told_events() -> tuple[Event, ...]:
    return tuple(each.event for each in explored_run().events)


def cases_of(suite: ElementTree.Element, classname: str) -> list[ElementTree.Element]:
    return [each for each in suite.iter("testcase") if each.get("classname") == classname]


def test_each_group_is_a_case_and_each_finding_fails() -> None:
    suite = suite_of(*told_events())
    assert {key: suite.get(key) for key in ("tests", "failures", "errors", "skipped")} == {
        "tests": "10",
        "failures": "2",
        "errors": "0",
        "skipped": "1",
    }
    assert len(suite.findall("testcase")) == 10
    assert [len(cases_of(suite, f"iteration {each}")) for each in (1, 2, 3)] == [3, 2, 3]
    names = [each.get("name") for each in cases_of(suite, "findings")]
    assert names == [
        "contradiction: The total is not the sum of its parts",
        "crash: Ledger ended by itself",
    ]


def test_the_sums_stand_at_the_root_too() -> None:
    root = ElementTree.fromstring(junit_of(opened_of(*told_events())))
    assert root.tag == "testsuites"
    suite = root[0]
    for key in ("tests", "failures", "errors", "skipped", "time"):
        assert root.get(key) == suite.get(key)
    assert float(root.get("time", "")) > 0
    assert suite.get("timestamp") == "1970-01-01T00:00:00"


def test_a_reader_of_junit_files_takes_it_with_all_cases_and_what_became_of_them() -> None:
    """By junitparser, which puts such files of many programs together."""
    junitparser = pytest.importorskip("junitparser", reason="of the tests' own packages")
    whole = junitparser.JUnitXml.fromstring(junit_of(opened_of(*told_events())))
    (suite,) = whole
    came = Counter(type(each).__name__ for case in suite for each in case.result)
    assert (whole.tests, whole.failures, whole.errors, whole.skipped) == (10, 2, 0, 1)
    assert came == {"Failure": 2, "Skipped": 1} and len(list(suite)) == 10
    assert suite.time > 0 and {each.name for each in suite.properties()} > {"session", "goal"}


def test_a_failure_has_its_minimal_path_and_how_often_it_came_up() -> None:
    first, second = (each[0] for each in cases_of(suite_of(*told_events()), "findings"))
    assert first.tag == "failure" and first.get("type") == "contradiction"
    assert first.get("message") == "The total is not the sum of its parts"
    words = first.text or ""
    assert "reproduced 10 of 10 times" in words
    assert words.endswith("1. Click “Add the samples”\n2. Click “Totals”")
    assert "but “Total” says 22.75" in words
    assert "reproduced 9 of 10 times" in (second.text or "")


def test_a_group_that_did_not_progress_is_no_failure() -> None:
    rested = cases_of(suite_of(*told_events()), "iteration 1")[2]
    assert [child.tag for child in rested] == ["system-out"]
    words = rested[0].text or ""
    assert "Verdict: did not progress" in words
    assert "Because nothing changed but the clock (by comparison)" in words
    assert "picture 0.2%" in words and "Confidence: 0.3" in words
    assert "- Click “Entries”" in words


def test_a_group_that_never_began_is_skipped() -> None:
    never = cases_of(suite_of(*told_events()), "iteration 3")[2]
    assert never[0].tag == "skipped"
    message = never[0].get("message")
    assert message == "not begun: All actions done"


def test_properties_tell_seed_limits_reason_states_and_actions() -> None:
    values = {
        each.get("name"): each.get("value") for each in suite_of(*told_events()).iter("property")
    }
    assert values["seed"] == "7" and values["max_actions"] == "20"
    assert values["completion_reason"] == "max_actions"
    assert values["states"] == "14" and values["actions"] == "16"
    assert values["iterations"] == "3" and values["groups"] == "8"
    assert values["scope_windows"] == "Ledger"


def test_cases_have_the_time_that_they_took() -> None:
    suite = suite_of(*told_events())
    assert all(float(each.get("time", "")) > 0 for each in cases_of(suite, "iteration 1"))
    assert all(float(each.get("time", "")) > 0 for each in cases_of(suite, "findings"))


def test_control_characters_and_what_is_no_character_are_shown_by_signs() -> None:
    fault = Fault(FaultKind.CRASH, "ap\x00p", "it \x1b[31mfell\x1b[0m 你好 <&>\ud800", "a\rb\ufffe")
    finding = FaultFound(Finding(1, fault, traced("Click “\x07”")), 1, "")
    suite = suite_of(EXPLORER, ExplorationStarted(ExploreLimits()), finding)
    (case,) = cases_of(suite, "findings")
    assert case.get("name") == "crash: it ␛[31mfell␛[0m 你好 <&>\ufffd"
    assert (case[0].text or "").startswith("crash in ap␀p: it ␛[31mfell␛[0m 你好 <&>\ufffd\na\nb")
    assert "Click “␇”" in (case[0].text or "")


def test_a_broken_exploration_does_not_look_good() -> None:
    ended = SessionEnded(Outcome(Terminal.FAILED, "error", "The page is gone."))
    suite = suite_of(EXPLORER, ExplorationStarted(ExploreLimits()), ended)
    assert (suite.get("tests"), suite.get("errors")) == ("1", "1")
    error = cases_of(suite, "exploration")[0][0]
    assert (error.tag, error.get("message"), error.get("type")) == (
        "error",
        "The page is gone.",
        "error",
    )
    assert suite_of(EXPLORER, ExplorationStarted(ExploreLimits())).get("errors") == "1"


def test_an_exploration_that_goes_on_has_an_error_and_cases_that_are_not_finished() -> None:
    suite = suite_of(*(each.event for each in exploring_run().events))
    (error,) = cases_of(suite, "exploration")
    assert error[0].get("type") == "interrupted"
    skipped = [each.get("message", "") for each in suite.iter("skipped")]
    assert skipped and skipped[0].startswith("not finished")


def test_an_operator_who_cancels_breaks_nothing() -> None:
    ended = SessionEnded(Outcome(Terminal.CANCELLED, "operator", "Cancelled."))
    suite = suite_of(EXPLORER, ExplorationStarted(ExploreLimits()), ended)
    assert (suite.get("tests"), suite.get("errors")) == ("0", "0")


@pytest.mark.parametrize(
    ("terminal", "reason", "failures"),
    [
        (Terminal.GOAL_FAILED, "fault_came_up", "1"),
        (Terminal.GOAL_SATISFIED, "fault_stayed_away", "0"),
    ],
)
def test_a_replay_is_one_case(terminal: Terminal, reason: str, failures: str) -> None:
    ended = SessionEnded(Outcome(terminal, reason, "It came up again."))
    suite = suite_of(EXPLORER, ExplorationStarted(ExploreLimits()), ended)
    assert (suite.get("tests"), suite.get("failures")) == ("1", failures)


@pytest.mark.parametrize(
    ("terminal", "failures", "errors"),
    [
        (Terminal.GOAL_SATISFIED, "0", "0"),
        (Terminal.LOOP_STUCK, "1", "0"),
        (Terminal.STOPPED, "0", "1"),
    ],
)
def test_a_run_towards_a_goal_has_a_case_for_it_and_for_each_step(
    terminal: Terminal, failures: str, errors: str
) -> None:
    planned = [each for each in typical_run() if not isinstance(each, SessionEnded)]
    suite = suite_of(*planned, SessionEnded(Outcome(terminal, "told", "So it came.")))
    (goal,) = cases_of(suite, "goal")
    assert (suite.get("failures"), suite.get("errors")) == (f"{1 + int(failures)}", errors)
    assert (goal.find("failure") is not None) == (failures == "1")
    steps = cases_of(suite, "segment 1")
    assert [each.find("skipped") is None for each in steps] == [True, True, False]
    assert "seen: a menu opened" in (steps[0].findtext("system-out") or "")


def test_long_reasonings_are_cut_in_names_and_whole_in_the_output() -> None:
    group = ActionGroup("Try it " * 60, 0.5, ())
    proposed = GroupsProposed(1, 1, (group,))
    (case,) = cases_of(
        suite_of(EXPLORER, ExplorationStarted(ExploreLimits()), proposed), "iteration 1"
    )
    assert len(case.get("name", "")) <= 121 and case.get("name", "").endswith("…")
    assert group.reasoning.strip() in (case.findtext("system-out") or "")


async def test_a_file_that_cannot_be_written_is_said(store: SessionStore, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(RecordUnavailable, match="can't be written"):
        await FORMATS["junit"].write(tmp_path / "file" / "x.xml", Stored(opened_of(STARTED), store))
    await FORMATS["junit"].write(tmp_path / "x.xml", Stored(opened_of(*told_events()), store))
    assert ElementTree.parse(tmp_path / "x.xml").getroot().tag == "testsuites"
