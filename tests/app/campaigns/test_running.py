"""A campaign's runs: so many at a time, once more where that does no harm, each written down."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from app.campaigns import running
from app.campaigns.file import Campaign, Judge, Order
from app.campaigns.results import Result, owned, results_in
from app.campaigns.running import EVENTS, SAID, LocalDesks, Running, events_in
from app.joining import Elsewhere, runs_folder
from engine.domain.approvals import Asking, Reject
from engine.domain.errors import RecordUnavailable
from engine.domain.events import ActionStarted, ApprovalDecided, Event, SegmentPlanned, StepStarted
from engine.domain.plans import PlanSegment, ReplanKind
from engine.domain.risks import Degree, Reversibility
from engine.domain.verdicts import Verdict
from engine.perception.drawn.shared_texts import SHARED_AT
from tests.app.campaigns.conftest import Desk, campaign, order
from tests.engine.record.runs import SAVE
from tests.support.waiting import until


def begins(degree: Degree) -> tuple[Event, ...]:
    return (
        SegmentPlanned(1, ReplanKind.INITIAL, PlanSegment((SAVE,), True)),
        StepStarted(1, 1),
        ActionStarted("a1", 1, SAVE, reversibility=Reversibility(degree, "so")),
    )


async def run(asked: Campaign, folder: Path, desk: Desk, *, parallel: int = 1) -> list[Result]:
    """What it told, one after the other."""
    told: list[Result] = []
    with owned(folder, asked):
        await Running(asked, folder, desk, results_in(folder), told.append).run(parallel)
    return told


async def test_each_run_is_done_once_and_its_result_is_on_disk(tmp_path: Path, desk: Desk) -> None:
    asked = campaign(order("a"), order("b"))
    told = await run(asked, tmp_path, desk)
    assert list(results_in(tmp_path).values()) == told
    assert [each.judged for each in told] == [Verdict.SEEN] * 2
    assert await run(asked, tmp_path, desk) == [] and desk.ran == ["a", "b"]


@pytest.mark.parametrize(
    ("surface", "parallel", "most"),
    [("practice", 1, 1), ("practice", 3, 3), ("display:7", 3, 1), ("browser:a.example", 3, 3)],
)
async def test_so_many_run_side_by_side_and_on_a_screen_that_is_there_one(
    tmp_path: Path, desk: Desk, surface: str, parallel: int, most: int
) -> None:
    are_enough = asyncio.Event()

    async def until_enough_run(_: Order) -> None:
        if desk.most_at_once == most:
            are_enough.set()
        await are_enough.wait()

    desk.holds = until_enough_run
    asked = campaign(*(order(f"t{number}", surface) for number in range(6)))
    told = await run(asked, tmp_path, desk, parallel=parallel)
    assert desk.most_at_once == most and len(told) == 6


async def test_a_run_that_died_is_done_once_more_and_no_oftener_than_allowed(
    tmp_path: Path, desk: Desk
) -> None:
    desk.dies = {"once": 1, "always": 9}
    once, always = await run(campaign(order("once"), order("always")), tmp_path, desk)
    assert (once.judged, once.attempts) == (Verdict.SEEN, 2)
    assert (always.judged, always.attempts) == (Verdict.CANT_TELL, 2)
    assert "the machine went away" in always.why and always.exit_code is None


@pytest.mark.parametrize(
    ("surface", "degree", "attempts"),
    [
        ("practice", Degree.UNKNOWN, 2),
        ("practice", Degree.IRREVERSIBLE, 1),
        ("browser:https://example.org", Degree.REVERSIBLE, 2),
        ("browser:https://example.org", Degree.UNKNOWN, 1),
        ("display:7", Degree.REVERSIBLE, 1),
    ],
)
async def test_what_can_not_be_done_twice_is_not(
    tmp_path: Path, desk: Desk, surface: str, degree: Degree, attempts: int
) -> None:
    desk.begins, desk.dies = {"note": begins(degree)}, {"note": 1}
    [result] = await run(campaign(order("note", surface)), tmp_path, desk)
    assert result.attempts == len(desk.ran) == attempts
    is_left = attempts == 1
    assert (result.judged is Verdict.CANT_TELL) is is_left
    assert ("it is not done once more, as this was begun" in result.why) is is_left


async def test_an_interrupted_campaign_goes_on_where_it_was(tmp_path: Path, desk: Desk) -> None:
    asked = campaign(order("done"), order("cut"), order("sent"), order("rest"), retries=0)
    reached, held_back = asyncio.Event(), set[str]()

    async def hold(held: Order) -> None:
        if held.task.name in ("cut", "sent"):
            held_back.add(held.task.name)
            if len(held_back) == 2:
                reached.set()
            await asyncio.Event().wait()

    desk.holds, desk.begins["sent"] = hold, begins(Degree.IRREVERSIBLE)
    running = asyncio.ensure_future(run(asked, tmp_path, desk, parallel=2))
    await reached.wait()
    running.cancel()
    await asyncio.gather(running, return_exceptions=True)
    assert desk.running == 0 and list(results_in(tmp_path)) == ["done-1"]

    desk.holds = None
    told = {each.task: each for each in await run(asked, tmp_path, desk)}
    assert sorted(desk.ran) == ["cut", "cut", "done", "rest", "sent"]
    assert told["cut"].judged is told["rest"].judged is Verdict.SEEN
    assert told["sent"].judged is Verdict.CANT_TELL and "was begun" in told["sent"].why


@pytest.mark.parametrize(
    ("exit_code", "judged", "attempts", "why"),
    [
        (None, Verdict.CONTRADICTED, 1, "took longer than 60 s"),
        (1, Verdict.CANT_TELL, 1, "No display."),
        (3, Verdict.CANT_TELL, 2, "It broke off: No display."),
    ],
)
async def test_a_run_without_an_end_says_why(
    tmp_path: Path, desk: Desk, exit_code: int | None, judged: Verdict, attempts: int, why: str
) -> None:
    desk.exit_code = exit_code
    [result] = await run(campaign(order("note")), tmp_path, desk)
    assert (result.judged, result.attempts) == (judged, attempts) and why in result.why


@pytest.mark.parametrize(
    ("clock_secs", "took_secs"),
    [((0.0, 0.0), 899.0), ((9e4, 9e4), 899.0), ((-9e4, -9e4), 899.0), ((0.0, -3e3), 0.0)],
)
async def test_clocks_that_differ_change_no_judgement_and_no_run_takes_less_than_nothing(
    tmp_path: Path, desk: Desk, clock_secs: tuple[float, float], took_secs: float
) -> None:
    desk.clock_secs = clock_secs
    [result] = await run(campaign(order("note")), tmp_path, desk)
    assert (result.judged, result.took_secs, result.attempts) == (Verdict.SEEN, took_secs, 1)
    assert await run(campaign(order("note")), tmp_path, desk) == [] and desk.ran == ["note"]


async def test_a_judge_sees_the_files_that_the_run_made(tmp_path: Path, desk: Desk) -> None:
    asked = order("note", judge={"file": "Practice/note.txt", "contains": "Hello"})

    async def save(held: Order) -> None:
        place = tmp_path / "runs" / held.order_id / "files" / "run" / "Practice"
        place.mkdir(parents=True)
        (place / "note.txt").write_text("Hello")

    desk.holds = save
    [result] = await run(campaign(asked), tmp_path, desk)
    assert result.judged is Verdict.SEEN and isinstance(asked.task.judge, Judge)


async def test_another_campaign_in_the_folder_is_left_alone_and_so_is_one_under_way(
    tmp_path: Path, desk: Desk
) -> None:
    one, other = campaign(order("a")), campaign(order("b"))
    with owned(tmp_path, one), pytest.raises(RecordUnavailable, match="under way already"):
        await run(one, tmp_path, desk)
    with pytest.raises(RecordUnavailable, match="another campaign"):
        await run(other, tmp_path, desk)
    assert await run(one, tmp_path, desk)


def test_a_line_that_was_half_written_is_none(tmp_path: Path) -> None:
    (tmp_path / EVENTS).write_text('{"seq": 1, "sess')
    assert events_in(tmp_path) == () == events_in(tmp_path / "none")


async def test_a_result_that_can_not_be_read_is_told(tmp_path: Path, desk: Desk) -> None:
    asked = campaign(order("a"))
    await run(asked, tmp_path, desk)
    (tmp_path / "runs" / "a-1" / "result.json").write_text("{")
    with pytest.raises(RecordUnavailable, match="can't be read"):
        await run(asked, tmp_path, desk)


async def test_what_can_not_be_written_down_ends_the_campaign_with_one_message(
    tmp_path: Path, desk: Desk
) -> None:
    async def block(held: Order) -> None:
        (tmp_path / "runs" / held.order_id / "result.json").mkdir()

    desk.holds = block
    with pytest.raises(RecordUnavailable, match="can't be written"):
        await run(campaign(order("a"), order("b")), tmp_path, desk, parallel=2)
    assert (tmp_path / "runs" / "a-1" / SAID).exists()


@pytest.mark.end_to_end
async def test_runs_on_one_machine_are_told_where_one_process_reads_for_all(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(running, "_command", lambda *_: ("sh", "-c", f"echo ${SHARED_AT}"))
    told = set[str]()
    for name in ("a", "b"):
        (folder := tmp_path / name).mkdir()
        assert await LocalDesks(tmp_path / "runs.db").run(order(name), folder) == 0
        told.add((folder / EVENTS).read_text().strip())
    [path] = told
    assert Path(path).parent == runs_folder()
    assert Path(path).name not in {each.name for each in runs_folder().glob("[!.]*")}


async def test_a_console_is_asked_and_what_it_is_asked_stays_when_others_come_and_go(
    tmp_path: Path,
) -> None:
    each = order("practice").model_copy(update={"asking": Asking.EACH})
    (folder := tmp_path / "run").mkdir()
    elsewhere = Elsewhere(runs_folder())
    following = asyncio.ensure_future(elsewhere.follow())
    under_way = asyncio.ensure_future(LocalDesks(tmp_path / "runs.db").run(each, folder))
    try:
        await until(lambda: elsewhere.cards)
        (card,) = elsewhere.cards
        for _ in range(10):
            other = Elsewhere(runs_folder())
            looking = asyncio.ensure_future(other.follow())
            await until(lambda other=other: other.cards)  # type: ignore[misc]
            looking.cancel()
            await asyncio.wait([looking])
        assert elsewhere.cards == [card]
        await elsewhere.answer(card.ticket, Reject("not this time"))
        await under_way
    finally:
        following.cancel()
        await asyncio.wait([following])
    (decided,) = [e.event for e in events_in(folder) if isinstance(e.event, ApprovalDecided)][:1]
    assert decided.decision.verdict == Reject("not this time")
