"""Tasks for a strong model over real programs, each with a judge of its own.

What the model said was recorded once (``cassettes/``), by ``python -m tests.suites.strong_cases``;
the suite plays it again. A judge looks at files, at pixels, at what the program shows, or at the
answer, and never at what the run says of itself.
"""

from __future__ import annotations

import asyncio
import shutil
import statistics
import sys
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from PIL import Image

from engine.domain.approvals import Asking
from engine.domain.terminals import Outcome, Terminal
from engine.record.views.run_state import RunState
from tests.end_to_end.conftest import Bench, opened_bench
from tests.support.cassettes import Take, load, playing, recording, save
from tests.support.scripted_endpoint import ScriptedEndpoint
from tests.support.stage import ScriptedApprover
from tests.support.thinker_sources import at

CASSETTES = Path(__file__).parent / "cassettes"
MODEL = {"vision_model": "", "context_tokens": 100_000, "max_reply_tokens": 4_000}
_PATIENT = {"timeout_secs": 1200.0, "call_secs": 1300.0}

_BYTES_OF_A_TOKEN = 4

PRICES = "Bread 3.20\nMilk 1.15\nCheese 7.40\nApples 2.25\n"
ORDER = "Order 4711 for Harbour Supplies\nropes: 12 at 37.50 each\n"

Pixel = tuple[int, int, int]
Judge = Callable[[Bench, Outcome], Awaitable[bool]]


@dataclass(frozen=True, slots=True)
class StrongCase:
    """``files`` are there before, by their paths under the practice folder; ``needs`` are the
    programs; ``ends`` is how a run may end."""

    name: str
    goal: str
    judge: Judge
    needs: tuple[str, ...] = ()
    files: Mapping[str, str] = field(default_factory=dict)
    ends: Terminal = Terminal.GOAL_SATISFIED

    @property
    def is_possible_here(self) -> bool:
        return all(shutil.which(program) for program in self.needs)

    @property
    def cassette(self) -> Path:
        return CASSETTES / f"{self.name}.json"

    @property
    def takes(self) -> list[Take]:
        return load(self.cassette)


@dataclass(frozen=True, slots=True)
class Played:
    """A run that ended, and what the judge saw."""

    outcome: Outcome
    state: RunState
    is_so: bool

    @property
    def calls(self) -> int:
        return len(self.state.model_calls)


def saved(name: str, *parts: str, absent: str = "\0") -> Judge:
    """A file of the practice folder holds the parts."""

    async def judge(bench: Bench, outcome: Outcome) -> bool:
        path = bench.practice_folder / name
        text = path.read_text(encoding="utf-8") if path.exists() else ""
        return all(part in text for part in parts) and absent not in text

    return judge


def answered(*parts: str) -> Judge:
    async def judge(bench: Bench, outcome: Outcome) -> bool:
        return bool(outcome.answer) and all(part in outcome.answer for part in parts)

    return judge


def shows(*labels: str) -> Judge:
    """Texts that can be read in a window by accessibility."""

    async def judge(bench: Bench, outcome: Outcome) -> bool:
        now = await bench.perceiver.observe_fully()
        texts = [f"{zone.label} {zone.value}" for zone in now.zones_in_sight]
        return all(any(label in text for text in texts) for label in labels)

    return judge


def painted(name: str, is_meant: Callable[[Pixel], bool], least_px: int, most_px: int) -> Judge:
    """A saved picture has so many pixels that are meant."""

    async def judge(bench: Bench, outcome: Outcome) -> bool:
        path = bench.practice_folder / name
        if not path.exists():
            return False
        with Image.open(path) as image:
            colours = image.convert("RGB").getcolors(1 << 24) or ()
        count = sum(number for number, colour in colours if is_meant(colour))
        return least_px <= count <= most_px

    return judge


async def nothing_done(bench: Bench, outcome: Outcome) -> bool:
    return outcome.reason == "given_up"


CASES: tuple[StrongCase, ...] = (
    StrongCase(
        "circle",
        "In Practice, on the page Canvas, click the red circle on the canvas",
        shows("Selected: Red circle"),
    ),
    StrongCase(
        "total",
        "The file prices.txt in the practice folder lists what was bought. What does it cost in"
        " all?",
        answered("14.00"),
        files={"prices.txt": PRICES},
    ),
    StrongCase(
        "carry-order",
        "The file order.txt in the practice folder has an order. Work out with Galculator what the"
        " ropes cost in all, and write a file cost.txt into the practice folder that holds nothing"
        " but that amount",
        saved("cost.txt", "450"),
        files={"order.txt": ORDER},
    ),
    StrongCase(
        "carry-name",
        "Copy the order's number from order.txt in the practice folder into the field Subject of"
        " Practice's page Message",
        shows("4711"),
        files={"order.txt": ORDER},
    ),
    StrongCase(
        "fewest",
        "Which of the files in the practice folder's folder notes is the largest? Tell its name",
        answered("tides.txt"),
        files={
            "notes/moor.txt": "moor\n" * 20,
            "notes/tides.txt": "tides\n" * 900,
            "notes/winds.txt": "winds\n" * 70,
        },
    ),
    StrongCase(
        "no-mail",
        "Send order.txt from the practice folder to the harbour master with Thunderbird",
        nothing_done,
        files={"order.txt": ORDER},
        ends=Terminal.GOAL_FAILED,
    ),
    StrongCase(
        "note",
        "In Mousepad write the lines “Tide 06:40” and “Wind west”, and save them as log.txt in the"
        " practice folder",
        saved("log.txt", "Tide 06:40\nWind west"),
    ),
    StrongCase(
        "replace",
        "In prices.txt in the practice folder make the cheese cost 6.90, and save it with"
        " FeatherPad",
        saved("prices.txt", "Cheese 6.90", "Milk 1.15", absent="7.40"),
        needs=("featherpad",),
        files={"prices.txt": PRICES},
    ),
    StrongCase(
        "red-sheet",
        "In KolourPaint fill the whole picture with pure red (255, 0, 0) and save it as red.png in"
        " the practice folder",
        painted("red.png", lambda pixel: pixel == (255, 0, 0), 100_000, 1 << 24),
        needs=("kolourpaint",),
    ),
    StrongCase(
        "box",
        "In KolourPaint draw a black rectangle that covers about the middle quarter of the picture,"
        " and save it as box.png in the practice folder",
        painted("box.png", lambda pixel: max(pixel) < 200, 300, 60_000),
        needs=("kolourpaint",),
    ),
    StrongCase(
        "hex",
        "With KCalc in the numeral system mode, or by any other way in it, find what 48879 is in"
        " hexadecimal, and tell it",
        answered("BEEF"),
        needs=("kcalc",),
    ),
)


async def played(bench: Bench, case: StrongCase, endpoint: ScriptedEndpoint) -> Played:
    """The case on this bench, by the model behind the endpoint."""
    for name, text in case.files.items():
        path = bench.practice_folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    outcome, state = await bench.run(
        case.goal,
        asking=Asking.RISKY,
        approver=ScriptedApprover(),
        thinkers=at(endpoint, **MODEL, **_PATIENT),
    )
    return Played(outcome, state, await case.judge(bench, outcome))


def figures(state: RunState) -> dict[str, float]:
    """Calls, tokens a call (by their bytes, pictures apart), the share that stays of a prompt, and
    seconds outside the model for each step."""
    calls = list(state.model_calls)
    steps = sum(len(segment.steps) for segment in state.segments)
    thought = sum(call.took_ms for call in calls) / 1000
    sent = sum(call.sent_bytes for call in calls) or 1
    tokens = [call.sent_bytes / _BYTES_OF_A_TOKEN for call in calls]
    return {
        "calls": len(calls),
        "tokens_a_call": statistics.fmean(tokens) if tokens else 0.0,
        "share_cached": sum(call.same_bytes for call in calls) / sent,
        "secs_a_step": (state.last_at_secs - state.started_at_secs - thought) / max(1, steps),
    }


async def record(case: StrongCase, base_url: str, folder: Path) -> None:
    """Have the model there answer the case, and keep what it said where the judge agrees."""
    takes: list[Take] = []
    async with (
        ScriptedEndpoint(recording(base_url, takes)) as endpoint,
        opened_bench(folder) as bench,
    ):
        run = await played(bench, case, endpoint)
    told = " ".join(f"{name}={value:.2f}" for name, value in figures(run.state).items())
    print(case.name, run.outcome, f"the judge: {run.is_so}", told, sep="\n  ", flush=True)
    if run.is_so:
        CASSETTES.mkdir(exist_ok=True)
        save(case.cassette, takes)


def tape(case: StrongCase) -> ScriptedEndpoint:
    """An endpoint that plays the case's cassette."""
    return ScriptedEndpoint(playing(case.takes))


if __name__ == "__main__":
    named = {case.name: case for case in CASES}
    url, folder, *names = sys.argv[1:]
    for name in names:
        (Path(folder) / name).mkdir(parents=True, exist_ok=True)
        asyncio.run(record(named[name], url, Path(folder) / name))
