"""Runs that announce themselves and do little, as many as one likes: ``python -m
tests.support.many_runs 1000``. Each is under way, waits for a yes, has failed or ended, or is
silent; a yes or no is recorded, and with ``--again`` the next is asked after it.

All are of this process; each has a socket, an announcement and a picture of its own."""

from __future__ import annotations

import argparse
import asyncio
import resource
import time
from collections.abc import Callable
from dataclasses import replace
from typing import Any, cast

from PIL import Image, ImageDraw

from app.announcing import Announcement
from app.choices import RunChoices
from app.wiring import new_session_id
from engine.domain.approvals import ApprovalRequest
from engine.domain.errors import KnownError
from engine.domain.events import ApprovalAsked, ApprovalDecided, Event, SessionEnded
from engine.domain.risks import Risk, RiskClass, Touched
from engine.domain.spaces import Frame, Rect
from engine.domain.terminals import Outcome, Terminal
from engine.session.session import Session
from tests.support import sample_run

GOALS = ("Save the letter as note.txt", "Tick “Keep a backup”", "Rename letter.txt to harbour.txt")
KINDS = ("same", "under way", "other", "silent", "failed", "ended")
WIDTH, HEIGHT = 1280, 800


def request_of(name: str, words: str = "Save") -> ApprovalRequest:
    asked = sample_run.save_request(f"r-{name}")
    step = replace(asked.step, zone_label=words, description=f"Click {words}")
    risk = Risk(RiskClass.REVERSIBLE, "a click", "Escape", touched=Touched("button", ("mousepad",)))
    its = {"crop_hash": "", "crop_px": None, "target_px": None, "digest": f"of {name}"}
    return replace(asked, step=step, risk=risk, **its)


class ScriptedEyes:
    """A picture that changes ten times a second."""

    def __init__(self, number: int) -> None:
        self._number = number

    async def next_live_frame(self, after: int, period_secs: float, patience_secs: float) -> Frame:
        await asyncio.sleep(max(period_secs, 0.1))
        count = int(time.monotonic() * 10)
        image = Image.new("RGBA", (WIDTH, HEIGHT), (40 * self._number % 200, 90, 120, 255))
        draw = ImageDraw.Draw(image)
        draw.rectangle((100, 100, 1180, 700), fill=(240, 240, 240, 255))
        draw.text((140, 140), f"run {self._number}: {count}", fill=(0, 0, 0, 255), font_size=80)
        pixels = image.tobytes("raw", "BGRA")
        return Frame(count, time.monotonic(), WIDTH, HEIGHT, pixels)


class _NoSecrets:
    secret_px: tuple[Rect, ...] = ()
    on_look: Any = None


class ScriptedRun:
    def __init__(self, number: int, kind: str, session_id: str = "") -> None:
        self.number, self.kind = number, kind
        self.session_id = session_id or new_session_id()
        self.announcement = Announcement(None, print)
        self.asked = 0
        self.decided: list[tuple[float, ApprovalDecided]] = []
        self.on_decided: Callable[[], None] = lambda: None
        self._writer = sample_run.Writer(self.session_id, time.time() - 30)
        self.is_over = False

    async def begin(self) -> None:
        await self.announcement.open(RunChoices(GOALS[self.number % len(GOALS)]), self.session_id)
        if self.kind == "silent":
            self._writer = sample_run.Writer(self.session_id, time.time() - 200)
        eyes = cast(Any, type("Surface", (), {"eyes": ScriptedEyes(self.number)})())
        self.announcement.show(eyes, cast(Any, _NoSecrets()))
        self.announcement.lead(cast(Session, self), None)
        before = sample_run.Writer(self.session_id)
        sample_run._first_segment(before)
        sample_run._second_segment(before)
        for recorded in before.events:
            self.tell(recorded.event)
        if self.kind in ("failed", "ended"):
            terminal = Terminal.GOAL_FAILED if self.kind == "failed" else Terminal.GOAL_SATISFIED
            self.tell(SessionEnded(Outcome(terminal, "", f"It {self.kind} as it was told to.")))

    def tell(self, event: Event) -> None:
        self._writer.add(event)
        self.announcement.take(self._writer.events[-1])

    async def asks(self, words: str = "Save") -> None:
        self.asked += 1
        request = request_of(f"{self.session_id}-{self.asked}", words)
        self._writer.at = max(self._writer.at, time.time())
        self.tell(ApprovalAsked(2, 4, request))
        decision = await self.announcement.asked.decide(request)
        event = ApprovalDecided(2, 4, decision)
        self.decided.append((time.time(), event))
        self.tell(event)
        self.on_decided()

    async def stop(self, cause: KnownError | None = None) -> None:
        if not self.is_over:
            self.is_over = True
            self.tell(
                SessionEnded(Outcome(Terminal.STOPPED, "stopped", "Stopped by the operator."))
            )


async def main(count: int, kinds: list[str], *, again: bool, secs: float) -> None:
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    runs = [ScriptedRun(number, kinds[number % len(kinds)]) for number in range(count)]

    async def asking(run: ScriptedRun) -> None:
        while not run.is_over:
            await run.asks("Save" if run.kind == "same" else f"Save {run.number}")
            if not again:
                return

    tasks = list[asyncio.Task[None]]()
    for run in runs:
        await run.begin()
    print(f"{count} runs are there", flush=True)
    ends_at_secs = time.monotonic() + secs
    quiet = [run for run in runs if run.kind in ("same", "other")]
    while time.monotonic() < ends_at_secs:
        joined = [run for run in quiet if not run.announcement._alone.is_set()]
        quiet = [run for run in quiet if run not in joined]
        tasks += [asyncio.ensure_future(asking(run)) for run in joined]
        await asyncio.sleep(0.5)
    for run in runs:
        await run.announcement.close()


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("count", type=int)
    parser.add_argument("--kinds", default=",".join(KINDS))
    parser.add_argument("--again", action="store_true")
    parser.add_argument("--secs", type=float, default=600)
    said = parser.parse_args()
    asyncio.run(main(said.count, said.kinds.split(","), again=said.again, secs=said.secs))
