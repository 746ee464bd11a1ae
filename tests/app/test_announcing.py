"""Who joins a run over its socket sees, decides and steers it, and can do no more than that."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import sys
import time
from base64 import b64decode
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass, field, replace
from io import BytesIO
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest
from PIL import Image

from app import announcing
from app.announcing import Announcement
from app.choices import RunChoices
from app.console_approver import TOO_LATE
from app.joining import (
    MOST_SAID_BYTES,
    MOST_TOLD_BYTES,
    Decide,
    Drive,
    GoBack,
    Said,
    Steer,
    Verb,
    line_of,
    runs_folder,
)
from app.wiring import new_session_id
from engine.domain.actions import Click
from engine.domain.approvals import (
    ApprovalRequest,
    Approve,
    DecidedHow,
    Decision,
    Edit,
    Grant,
    PolicyAnswer,
    PolicyRuling,
    Reject,
    Withdraw,
)
from engine.domain.errors import SurfaceUnavailable
from engine.domain.events import ApprovalDecided, WarningRaised
from engine.domain.leases import DirectInput
from engine.domain.local_planning import CancelLocalPlan, ForceRetain, ForceRevert, TryOption
from engine.domain.plans import PlanStep, StepPlace
from engine.domain.ports import Approver
from engine.domain.risks import Risk, RiskClass, Touched
from engine.domain.spaces import Frame, Point
from engine.language.sentences.run import verdict_words
from engine.record.store import SessionStore
from engine.record.writer import SessionLog
from engine.safety.gate import Gate
from engine.session.control import Control
from tests.support.maze import Maze
from tests.support.stage import ScriptedApprover, play, situation
from tests.support.waiting import BOUND_SECS, until

PLACE = StepPlace(1, 1)
REQUEST = ApprovalRequest(
    "r-1",
    PlanStep(1, "pay", "Pay", Click(), "Click Pay"),
    Risk.final(RiskClass.LEAVES_MACHINE, "it pays"),
    PolicyRuling(PolicyAnswer.ASK, "ask risky", "it is asked for"),
    digest="the Pay button as it looks now",
)


@dataclass
class Joined:
    """Somebody at the socket."""

    reader: asyncio.StreamReader
    writer: asyncio.StreamWriter
    told: list[dict[str, Any]] = field(default_factory=list)

    def say(self, message: Said | bytes) -> None:
        self.writer.write(message if isinstance(message, bytes) else line_of(message))

    async def hears(self, kind: str) -> dict[str, Any]:
        """The next message of that kind."""
        while line := await asyncio.wait_for(self.reader.readline(), BOUND_SECS):
            self.told.append(json.loads(line))
            if kind in (self.told[-1]["kind"], _event_kind(self.told[-1])):
                return self.told[-1]
        raise AssertionError(f"hung up without {kind}, but: {self.told}")

    async def is_left(self) -> bool:
        """The other end hung up."""
        with contextlib.suppress(ConnectionError):
            await asyncio.wait_for(self.reader.read(), BOUND_SECS)
        return True


def _event_kind(message: dict[str, Any]) -> str:
    return str(message["recorded"]["event"]["kind"]) if "recorded" in message else ""


class Run:
    """A run that announces itself; its gate stands for the rest of it."""

    def __init__(self, store: SessionStore, own: Approver | None, agent_id: int = 0) -> None:
        self.session_id = new_session_id()
        self.said: list[str] = []
        self.joiners: list[Joined] = []
        self.announcement = Announcement(own, self.said.append, agent_id)
        self.store = store
        self.log: SessionLog
        self.gate: Gate

    async def begin(self) -> None:
        await self.announcement.open(RunChoices("Pay the bill"), self.session_id)
        self.log = await self.store.start_session(self.session_id)
        self.log.subscribe(self.announcement.take)
        self.gate = Gate(self.announcement.asked, self.log)

    def asks(self, request: ApprovalRequest = REQUEST) -> asyncio.Task[Decision]:
        return asyncio.ensure_future(self.gate.decide(request, PLACE))

    async def joined(self, limit: int = MOST_TOLD_BYTES) -> Joined:
        path = runs_folder() / self.session_id
        streams = await asyncio.open_unix_connection(path, limit=limit)
        self.joiners.append(one := Joined(*streams))
        await one.hears("run_announced")
        return one


@contextlib.asynccontextmanager
async def running(
    folder: Path, own: Approver | None = None, agent_id: int = 0
) -> AsyncIterator[Run]:
    store = await SessionStore.open(folder / "sessions.db")
    run = Run(store, own, agent_id)
    await run.begin()
    try:
        yield run
    finally:
        for one in run.joiners:
            one.writer.close()
        await run.announcement.close()
        await store.close()


async def test_what_was_recorded_is_told_first_and_then_what_comes_once(tmp_path: Path) -> None:
    async with running(tmp_path) as run:
        for number in range(3):
            await run.log.append(WarningRaised(str(number)))
        one = await run.joined()
        for number in range(50):
            await run.log.append(WarningRaised(str(number)))
        while len(one.told) < 54:
            await one.hears("warning_raised")
        assert [each["recorded"]["seq"] for each in one.told[1:]] == list(range(1, 54))


async def test_a_yes_from_elsewhere_lets_one_request_through_once(tmp_path: Path) -> None:
    async with running(tmp_path) as run:
        one, other = await run.joined(), await run.joined()
        deciding = run.asks()
        await one.hears("approval_asked")
        one.say(Decide("r-1", Approve(), REQUEST.digest))
        decision = await deciding
        assert (decision.verdict, decision.how) == (Approve(), DecidedHow.OPERATOR)
        other.say(Decide("r-1", Reject(), REQUEST.digest))
        assert (await other.hears("not_taken"))["why"] == TOO_LATE
        again = run.asks(replace(REQUEST, request_id="r-2"))
        await one.hears("approval_asked")
        one.say(Decide("r-1", Approve(), REQUEST.digest))
        assert (await one.hears("not_taken"))["why"] == TOO_LATE
        assert not again.done()
        one.say(Decide("r-2", Reject("enough"), REQUEST.digest))
        assert (await again).verdict == Reject("enough")


FORGED: dict[str, tuple[Said | bytes, str]] = {
    "another picture of the target": (
        Decide("r-1", Approve(), "as it looked before"),
        "look again",
    ),
    "a request that nobody asked": (Decide("r-9", Approve(), REQUEST.digest), TOO_LATE),
    "an answer to a question": (Decide("r-1", "yes", REQUEST.digest), "decides nothing"),
    "the question is void": (Decide("r-1", Withdraw(), REQUEST.digest), "decides nothing"),
    "a yes for ever": (
        Decide("r-1", Approve(grant=Grant("g", "click", "Shop")), REQUEST.digest),
        "needs an end",
    ),
    "a yes for less than none": (
        Decide("r-1", Approve(grant=Grant("g", "click", "Shop", most=-1)), REQUEST.digest),
        "needs an end",
    ),
    "a yes until the end of time": (
        b'{"kind": "decide", "asked": "r-1", "digest": "%s", "answer": {"kind": "approve", "grant":'
        b' {"grant_id": "g", "action": "click", "where": "Shop", "secs": Infinity}}}\n'
        % REQUEST.digest.encode(),
        "needs an end",
    ),
    "no JSON": (b"yes\n", "no message"),
    "no such message": (b'{"kind": "allow_all"}\n', "no message"),
    "a verb of the inside": (b'{"kind": "steer", "verb": "surface_lost"}\n', "no message"),
    "a field of the inside": (
        b'{"kind": "decide", "asked": "r-1", "digest": "", "answer": {"kind": "allow"}}\n',
        "no message",
    ),
    "a line without an end": (b"y" * (MOST_SAID_BYTES + 2), f"{MOST_SAID_BYTES} bytes"),
}


@pytest.mark.parametrize("attack", FORGED)
async def test_a_forged_answer_is_told_and_lets_nothing_through(
    attack: str, tmp_path: Path
) -> None:
    forged, told = FORGED[attack]
    async with running(tmp_path) as run:
        one, operator = await run.joined(), await run.joined()
        deciding = run.asks()
        await one.hears("approval_asked")
        one.say(forged)
        assert told in (await one.hears("not_taken"))["why"]
        assert not deciding.done()
        operator.say(Decide("r-1", Reject("no"), REQUEST.digest))
        assert (await deciding).verdict == Reject("no")


SAME = replace(
    REQUEST,
    risk=Risk(RiskClass.REVERSIBLE, "a click", "Escape", touched=Touched("button", ("shop",))),
)


async def test_what_was_answered_together_with_others_is_recorded_so(tmp_path: Path) -> None:
    async with running(tmp_path) as run:
        one = await run.joined()
        deciding = run.asks(SAME)
        await one.hears("approval_asked")
        one.say(Decide("r-1", Approve(), SAME.digest, with_others=2))
        assert (await deciding).with_others == 2
        grave = run.asks()
        await one.hears("approval_asked")
        one.say(Decide("r-1", Approve(), REQUEST.digest, with_others=1))
        assert "by itself" in (await one.hears("not_taken"))["why"]
        assert not grave.done()
        one.say(Decide("r-1", Reject(), REQUEST.digest))
        told = [each.event for each in await run.store.events(run.session_id)]
        first = next(each for each in told if isinstance(each, ApprovalDecided))
        assert verdict_words(first.decision) == "approved by operator, said to 2 other runs too"
        await grave


class _StillEyes:
    """One picture, and each may be the last."""

    async def next_live_frame(self, after: int, period_secs: float, patience_secs: float) -> Frame:
        await asyncio.sleep(0.02)  # as often as pictures come
        count = int(time.monotonic() * 50)
        return Frame(count, time.monotonic(), 1280, 800, bytes(1280 * 800 * 4))


async def test_who_glances_is_told_small_pictures_and_who_watches_whole_ones(
    tmp_path: Path,
) -> None:
    async with running(tmp_path) as run:
        looking = SimpleNamespace(secret_px=(), on_look=None)
        run.announcement.show(cast(Any, SimpleNamespace(eyes=_StillEyes())), cast(Any, looking))
        one, other = await run.joined(), await run.joined()
        one.say(Steer("glance"))
        other.say(Steer("watch"))
        told = [await one.hears("picture_told") for _ in range(3)]
        whole = await other.hears("picture_told")
        assert all(each["is_small"] for each in told) and not whole["is_small"]
        sizes = [Image.open(BytesIO(b64decode(each["jpeg"]))).size for each in (told[0], whole)]
        assert sizes == [(320, 200), (1280, 800)]
        one.say(Steer("look_away"))


async def test_the_telling_of_pictures_ends_at_a_word_whenever_that_comes(tmp_path: Path) -> None:
    """Also in the moment in which it hears that what was approved has begun."""

    class Eyes(_StillEyes):
        async def next_live_frame(self, *asked: Any) -> Frame:
            frame = await super().next_live_frame(*asked)
            if not ended:
                ended.append(asyncio.get_running_loop().call_soon(_soon, telling.cancel))
            return frame

    def _soon(what: Callable[[], Any]) -> None:
        asyncio.get_running_loop().call_soon(what)

    ended: list[asyncio.Handle] = []
    async with running(tmp_path) as run:
        one = await run.joined()
        one.say(Steer("watch"))
        covers = cast(Any, SimpleNamespace(places_px=()))
        telling = asyncio.ensure_future(run.announcement._tell_pictures(cast(Any, Eyes()), covers))
        await asyncio.wait({telling}, timeout=BOUND_SECS)
        assert telling.cancelled()


async def test_what_was_approved_begins_before_another_picture_is_made(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(announcing, "_PATIENCE_SECS", BOUND_SECS)
    async with running(tmp_path) as run:
        looking = SimpleNamespace(secret_px=(), on_look=None)
        run.announcement.show(cast(Any, SimpleNamespace(eyes=_StillEyes())), cast(Any, looking))
        one = await run.joined()
        one.say(Steer("watch"))
        deciding = run.asks()
        await one.hears("approval_asked")
        await one.hears("picture_told")
        one.say(Decide("r-1", Approve(), REQUEST.digest))
        assert (await deciding).verdict == Approve()
        await asyncio.sleep(0.5)  # some pictures come up in that time
        await run.log.append(WarningRaised("it has begun"))
        await one.hears("approval_decided")
        await one.hears("warning_raised")
        kinds = [_event_kind(each) or each["kind"] for each in one.told]
        assert kinds[kinds.index("approval_decided") :].count("picture_told") <= 1, "one was made"
        await one.hears("picture_told")


class _RegularEyes:
    """Each picture a bit lighter than the one before, and taken a period after it; the next one
    once that was heard of."""

    def __init__(self) -> None:
        self.may_go_on = asyncio.Event()
        self.may_go_on.set()
        self._count = 0

    async def next_live_frame(self, after: int, period_secs: float, patience_secs: float) -> Frame:
        await self.may_go_on.wait()
        self.may_go_on.clear()
        self._count += 1
        pixels = bytes([20 * self._count]) * (64 * 40 * 4)
        return Frame(self._count, self._count * period_secs, 64, 40, pixels)


async def test_no_picture_of_those_that_are_taken_for_a_glance_is_passed_over(
    tmp_path: Path,
) -> None:
    async with running(tmp_path) as run:
        looking, eyes = SimpleNamespace(secret_px=(), on_look=None), _RegularEyes()
        run.announcement.show(cast(Any, SimpleNamespace(eyes=eyes)), cast(Any, looking))
        one = await run.joined()
        one.say(Steer("glance"))
        for number in range(1, 5):
            jpeg = (await one.hears("picture_told"))["jpeg"]
            light = Image.open(BytesIO(b64decode(jpeg))).convert("L").getpixel((5, 5))
            assert light == pytest.approx(20 * number, abs=4)
            eyes.may_go_on.set()


async def test_what_the_agent_or_the_run_started_may_not_join(tmp_path: Path) -> None:
    code = (
        "import socket, sys; it = socket.socket(socket.AF_UNIX); it.connect(sys.argv[1])\n"
        "print(it.makefile().readline())"
    )
    async with running(tmp_path) as run:
        path = runs_folder() / run.session_id
        child = await asyncio.create_subprocess_exec(
            *(sys.executable, "-c", code, path), stdout=asyncio.subprocess.PIPE
        )
        told, _ = await child.communicate()
        assert json.loads(told)["kind"] == "not_taken" and b"may not join" in told
        assert "may not join its own run" in run.said[0], "the terminal is told"
    async with running(tmp_path, agent_id=os.getpid()) as run:
        with pytest.raises(AssertionError, match="may not join its own run"):
            await run.joined()


async def test_where_nobody_is_there_it_is_no_and_who_gives_up_leaves_a_no(tmp_path: Path) -> None:
    async with running(tmp_path) as run:
        assert (await run.asks()).how is DecidedHow.NOBODY
        one, other = await run.joined(), await run.joined()
        deciding = run.asks(replace(REQUEST, request_id="r-2"))
        await other.hears("approval_asked")
        one.say(Steer("give_up"))
        one.writer.close()
        other.say(Steer("pause"))
        await other.hears("not_taken")
        assert not deciding.done(), "somebody else is there"
        other.say(Steer("give_up"))
        other.writer.close()
        assert (await deciding).how is DecidedHow.NOBODY


async def test_a_question_waits_for_a_console_that_was_closed_and_is_opened_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with running(tmp_path) as run:
        one = await run.joined()
        deciding = run.asks()
        await one.hears("approval_asked")
        for _ in range(10):
            one.writer.close()
            await until(lambda: run.announcement.is_left)
            one = await run.joined()
            await one.hears("approval_asked")
            assert not run.announcement.is_left
        one.say(Decide("r-1", Approve(), REQUEST.digest))
        assert (await deciding).verdict == Approve()
        monkeypatch.setattr(announcing, "_COMES_BACK_SECS", 0.05)
        deciding = run.asks(replace(REQUEST, request_id="r-2"))
        await one.hears("approval_asked")
        one.writer.close()
        assert (await deciding).how is DecidedHow.NOBODY, "nobody came back"
        assert not run.announcement.is_left, "nobody is waited for any more"


async def test_who_is_back_in_time_may_take_its_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    loop = asyncio.get_running_loop()
    on_clock, is_over = loop.time, asyncio.Event()
    async with running(tmp_path) as run:
        one = await run.joined()
        deciding = run.asks()
        await one.hears("approval_asked")
        one.writer.close()
        await until(lambda: not run.announcement._peers)
        one = await run.joined()
        loop.call_later(announcing._COMES_BACK_SECS, is_over.set)
        monkeypatch.setattr(loop, "time", lambda: on_clock() + announcing._COMES_BACK_SECS)
        await is_over.wait()  # it would have been given up before
        await one.hears("approval_asked")
        assert not deciding.done()
        one.say(Decide("r-1", Approve(), REQUEST.digest))
        assert (await deciding).verdict == Approve()


async def test_who_is_refused_keeps_no_question_open_and_who_gives_up_takes_nobodys_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(announcing, "_COMES_BACK_SECS", 0.5)
    async with running(tmp_path) as run:
        one, other = await run.joined(), await run.joined()
        deciding = run.asks()
        await one.hears("approval_asked")
        left_at = time.monotonic()
        one.writer.close()
        await until(lambda: len(run.announcement._peers) == 1)
        other.say(Steer("give_up"))
        other.writer.close()
        await until(lambda: not run.announcement._peers)
        monkeypatch.setattr(announcing, "why_refused", lambda *_: "Not you.")
        while not deciding.done():
            with contextlib.suppress(AssertionError):
                await run.joined()
            await asyncio.sleep(0.1)
        assert (await deciding).how is DecidedHow.NOBODY
        assert time.monotonic() - left_at >= 0.5


async def test_the_terminals_answer_counts_where_it_is_the_first(tmp_path: Path) -> None:
    async with running(tmp_path, ScriptedApprover([Reject("at the terminal")])) as run:
        one = await run.joined()
        assert (await run.asks()).verdict == Reject("at the terminal")
        await one.hears("approval_decided")
        one.say(Decide("r-1", Approve(), REQUEST.digest))
        assert (await one.hears("not_taken"))["why"] == TOO_LATE
        [decided] = [
            each.event
            for each in await run.store.events(run.session_id)
            if isinstance(each.event, ApprovalDecided)
        ]
        assert decided.decision.verdict == Reject("at the terminal")


async def test_it_is_steered_and_who_does_not_read_is_let_go(tmp_path: Path) -> None:
    async with running(tmp_path) as run:
        stage = Maze({"main": situation()}, {}, "main")
        scene = play(stage)
        run.announcement.lead(scene.session, None)
        one = await run.joined(limit=10_000)

        async def steered(verb: Verb, state: Control) -> None:
            one.say(Steer(verb))
            await until(lambda: scene.control.state is state)

        await steered("pause", Control.PAUSED)
        await steered("resume", Control.RUNNING)
        await steered("take_over_or_hand_back", Control.TAKEN_OVER)
        one.say(Drive(piece := DirectInput(Point(4, 2), Click(half="down"))))
        await until(lambda: bool(stage.typed_directly))
        assert stage.typed_directly == [piece]
        await steered("take_over_or_hand_back", Control.RUNNING)
        one.say(Decide("r", Edit(replace(REQUEST.step, description="x" * 1_000))))
        await one.hears("not_taken")
        for _ in range(12):  # what waits unread is bounded
            await run.log.append(WarningRaised("x" * 1_000_000))
        assert await one.is_left()


async def test_it_is_gone_back_in_and_told_no_step_of_its_own(tmp_path: Path) -> None:
    async with running(tmp_path) as run:
        scene = play(Maze({"main": situation()}, {}, "main"))
        run.announcement.lead(scene.session, None)
        one = await run.joined()
        for how in (ForceRevert("1.1"), ForceRetain(), TryOption("menu"), CancelLocalPlan()):
            one.say(GoBack(how))
            await until(lambda how=how: scene.control.forced == how)  # type: ignore[misc]
        one.say(b'{"kind": "go_back", "how": {"kind": "do_again"}}\n')
        assert "no message" in (await one.hears("not_taken"))["why"]
        assert scene.control.forced == CancelLocalPlan()


async def test_a_stop_that_comes_while_it_still_comes_up_counts_as_soon_as_it_leads(
    tmp_path: Path,
) -> None:
    async with running(tmp_path) as run:
        one = await run.joined()
        one.say(Steer("pause"))
        assert "not under way" in (await one.hears("not_taken"))["why"]
        one.say(Steer("stop"))
        one.say(Steer("pause"))
        assert "not under way" in (await one.hears("not_taken"))["why"], "the stop was taken"
        scene = play(Maze({"main": situation()}, {}, "main"))
        run.announcement.lead(scene.session, None)
        await until(lambda: scene.control.state is Control.STOPPED)


def test_a_folder_that_others_can_enter_is_not_used() -> None:
    folder = runs_folder()
    folder.chmod(0o755)
    try:
        with pytest.raises(SurfaceUnavailable, match="open to other users"):
            runs_folder()
    finally:
        folder.chmod(0o700)
