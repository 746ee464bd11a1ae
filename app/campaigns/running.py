"""A campaign from its first run to its last: so many side by side, each a process on a desk of its
own, judged and written down; a run that died is done once more where that does no harm.

What a run leaves lies in a folder: the lines that tell its events as they happen, what it said, its
export and the files that it made."""

import asyncio
import contextlib
import os
import shutil
import signal
from collections import defaultdict
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import AbstractAsyncContextManager
from pathlib import Path
from typing import IO, Protocol

from app.campaigns.file import Campaign, Judge, Order
from app.campaigns.results import RUNS_FOLDER, Result, result_of
from app.choices import is_browser, is_practice_desktop
from app.joining import runs_folder
from engine.domain.errors import KnownError, RecordUnavailable
from engine.domain.events import ActionStarted, Recorded, SituationObserved
from engine.domain.facts import Frozen
from engine.domain.risks import Degree
from engine.domain.terminals import EXIT_CANNOT_START, Outcome
from engine.domain.verdicts import Judgement, Verdict, cant_tell, contradicted, seen
from engine.language.sentences.figures import count_words
from engine.perception.drawn.shared_texts import SHARED_AT
from engine.processes.descendants import child_environment, dying_with_parent, python_module
from engine.record import codec, source, writer
from engine.record.views.fold import fold_all
from engine.record.views.run_state import RunState

MOST_WORDS = 300
"""Of what a run or a judge said, in letters."""
_MOST_BYTES = 1_000_000


async def judge(
    asked: Judge, outcome: Outcome, findings: int, titles: Sequence[str], files: Path
) -> Judgement:
    """``titles`` are those of the windows that were seen last; ``files`` is the folder of those
    that the run made, which need not be there."""
    found = []
    if asked.ending is not None:
        why = f"it ended as {outcome.terminal} ({outcome.reason})"
        found.append(_told(outcome.terminal is asked.ending, why))
    if asked.answer:
        is_there = asked.answer.casefold() in outcome.answer.casefold()
        found.append(_told(is_there, f"the answer is “{outcome.answer[:MOST_WORDS]}”"))
    if asked.title:
        why = f"the windows seen last are “{', '.join(titles)[:MOST_WORDS]}”"
        found.append(_told(asked.title in titles, why))
    if asked.findings is not None:
        why = f"it found {count_words(findings, 'fault')}"
        found.append(_told(findings <= asked.findings, why))
    if asked.file:
        found.append(await asyncio.to_thread(_of_file, asked, files / asked.file))
    if asked.command and all(each.is_seen for each in found):
        found.append(await _of_command(asked, outcome, files))
    ranks = (Verdict.CONTRADICTED, Verdict.CANT_TELL, Verdict.SEEN)
    verdict = min((each.verdict for each in found), key=ranks.index)
    said = (each.evidence for each in found if each.verdict is verdict)
    return Judgement(verdict, tuple(why for evidence in said for why in evidence))


def _of_file(asked: Judge, path: Path) -> Judgement:
    try:
        with path.open(errors="replace", newline="") as file:
            text = file.read(_MOST_BYTES)
    except (FileNotFoundError, NotADirectoryError):
        return contradicted(f"it made no file {asked.file}")
    except OSError as error:
        return cant_tell(f"{asked.file} can't be read ({error.strerror})")
    is_right = asked.contains is None or asked.contains in text
    is_right = is_right and (asked.equals is None or asked.equals == text)
    return _told(is_right, f"{asked.file} holds “{text[:MOST_WORDS]}”")


async def _of_command(asked: Judge, outcome: Outcome, files: Path) -> Judgement:
    """Its exit code 0 is yes, 1 is no, and any other can't tell; nor does one that hangs."""
    await asyncio.to_thread(files.mkdir, parents=True, exist_ok=True)
    told = {"PILOTHOUSE_ENDING": str(outcome.terminal), "PILOTHOUSE_ANSWER": outcome.answer}
    process = await asyncio.create_subprocess_exec(
        *("/bin/sh", "-c", asked.command),
        cwd=files,
        env=child_environment() | told,
        stdin=asyncio.subprocess.DEVNULL,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.STDOUT,
        start_new_session=True,
        preexec_fn=dying_with_parent(signal.SIGKILL),
    )
    try:
        async with asyncio.timeout(asked.max_secs):
            said, _ = await process.communicate()
    except TimeoutError:
        return cant_tell(f"the judge did not answer within {asked.max_secs:g} s")
    finally:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        await process.wait()
    words = said.decode(errors="replace").strip()[-MOST_WORDS:]
    why = f"the judge ended with {process.returncode}" + (f" and said “{words}”" if words else "")
    return (
        cant_tell(why) if process.returncode not in (0, 1) else _told(not process.returncode, why)
    )


def _told(is_so: bool, why: str) -> Judgement:
    return seen(why) if is_so else contradicted(why)


EVENTS = "events.jsonl"
SAID = "errors.txt"
_LONGEST_LINE_BYTES = 64 << 20
_END_SECS = 30.0
"""In which a run that is ended may tidy up."""
_TEXTS_AT = f".texts-{Path(__file__).stat().st_ino}"
"""No run is called so; shared by those of these very files of Pilothouse."""


class DeskLost(Exception):
    """The process or machine that held a run is gone; the message says how."""


class Desks(Protocol):
    """Where runs are run, so many ``at_once`` if nothing is said. What began in one that died is
    surely among its lines."""

    at_once: int

    async def run(self, order: Order, folder: Path) -> int | None:
        """Its exit code, or None where it took too long and was ended. The empty ``folder`` then
        holds what it left. Raises ``DeskLost``."""
        ...


class LocalDesks:
    """Processes of this machine, which record into the owner's database."""

    at_once = 1

    def __init__(self, database: Path) -> None:
        self._database = database

    async def run(self, order: Order, folder: Path) -> int | None:
        with (folder / EVENTS).open("wb") as events:
            async with started(order, folder, self._database, events) as process:
                try:
                    async with asyncio.timeout(order.task.max_secs):
                        code = await process.wait()
                except TimeoutError:
                    return None
        if code < 0:
            raise DeskLost(f"signal {-code} ended it")
        return code


@contextlib.asynccontextmanager
async def started(
    order: Order, folder: Path, database: Path, events: IO[bytes] | int
) -> AsyncIterator[asyncio.subprocess.Process]:
    """The run, whose lines go to ``events``. Who goes away before its end ends it. Who reads them
    by a pipe says a byte for each line that is kept; until then nothing that it tells is begun."""
    is_piped = events == asyncio.subprocess.PIPE
    environment = os.environ | ({writer.KEPT_ELSEWHERE: "1"} if is_piped else {})
    with contextlib.suppress(KnownError):
        environment[SHARED_AT] = str(runs_folder() / _TEXTS_AT)
    with (folder / SAID).open("wb") as said:
        process = await asyncio.create_subprocess_exec(
            *_command(order, folder, database),
            env=environment,
            stdin=events if is_piped else asyncio.subprocess.DEVNULL,
            stdout=events,
            stderr=said,
            limit=_LONGEST_LINE_BYTES,
            preexec_fn=dying_with_parent(signal.SIGTERM),
        )
    try:
        yield process
    finally:
        if process.returncode is None:
            with contextlib.suppress(ProcessLookupError):
                process.terminate()
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(_END_SECS):
                    await process.wait()
        if process.returncode is None:
            process.kill()
            await process.wait()


def events_in(folder: Path) -> tuple[Recorded, ...]:
    """Those that a run told; a last line that was not written whole is none, and where there is no
    folder there are none. Raises ``RecordUnavailable``."""
    with RecordUnavailable.on_refusal(f"{(path := folder / EVENTS)} can't be read"):
        whole, _, _ = (path.read_bytes() if path.exists() else b"").rpartition(b"\n")
    return tuple(codec.recorded_from_json(line) for line in whole.decode().split("\n") if line)


def _command(order: Order, folder: Path, database: Path) -> tuple[str, ...]:
    task = order.task
    words = ["--ask", order.asking, "--database", str(database), "--json"]
    words += ["--non-interactive"] if order.asking == "never" else []  # else a console is asked
    words += ["--out", str(folder), "--surface", order.surface]
    if task.script:
        return python_module("app", "replay", *words, "--", task.script)
    words += [word for each in task.give for word in ("--give", each)]
    words += ["--thinker", order.thinker]
    words += ["--mode", task.mode] if task.mode else []
    words += ["--seed", str(order.seed)] if task.mode == "explorer" else []
    return python_module("app", "run", *words, "--", task.goal)


def spoiled_by(order: Order, events: Sequence[Recorded]) -> str:
    """What began that can't be done twice; empty where the run may be done once more. A practice
    desktop is thrown away, so that only what can't be taken back may have left it; what a site
    was told stays there; on a screen that is there all stays."""
    is_practice, is_web = is_practice_desktop(order.surface), is_browser(order.surface)
    for each in events:
        if isinstance(each.event, ActionStarted):
            declared = each.event.reversibility
            degree = declared.degree if declared is not None else Degree.UNKNOWN
            is_void = is_practice and degree is not Degree.IRREVERSIBLE
            if not (is_void or (is_web and degree is Degree.REVERSIBLE)):
                return each.event.step.description
    return ""


class Running(Frozen):
    """What it has no result of it runs; ``tell`` is told of each that has ended."""

    campaign: Campaign
    folder: Path
    desks: Desks
    results: dict[str, Result]
    tell: Callable[[Result], None]

    async def run(self, parallel: int) -> None:
        """So many at a time, to the end of all. Where it is cancelled, runs under way are ended and
        have no result. Raises ``KnownError`` where it can't go on."""
        places = asyncio.Semaphore(parallel)
        owned = defaultdict[str, asyncio.Lock](asyncio.Lock)
        try:
            async with asyncio.TaskGroup() as group:
                for order in self.campaign.orders:
                    if order.order_id not in self.results:
                        has_own = is_practice_desktop(order.surface) or is_browser(order.surface)
                        only = contextlib.nullcontext() if has_own else owned[order.surface]
                        group.create_task(self._run(order, only, places))
        except ExceptionGroup as errors:  # with except*, 3.11.2 would make another group of it
            known, others = errors.split(KnownError)
            if known is None or others is not None:
                raise
            raise known.exceptions[0] from None

    async def _run(
        self, order: Order, owned: AbstractAsyncContextManager[None], places: asyncio.Semaphore
    ) -> None:
        async with owned, places:
            result = await self._result_of(order)
            result.write(self.folder)
            self.results[order.order_id] = result
            self.tell(result)

    async def _result_of(self, order: Order) -> Result:
        folder = self.folder / RUNS_FOLDER / order.order_id
        events = await asyncio.to_thread(events_in, folder)
        attempt, exit_code, lost = 0, None, "the campaign ended"
        while not (spoiled := spoiled_by(order, events)):
            if attempt > self.campaign.retries:
                break
            attempt += 1
            await asyncio.to_thread(_emptied, folder)
            try:
                exit_code, lost = await self.desks.run(order, folder), ""
            except DeskLost as error:
                exit_code, lost = None, str(error)
            events = await asyncio.to_thread(events_in, folder)
            if exit_code == EXIT_CANNOT_START and not events:
                lost = await asyncio.to_thread(_said_in, folder)
            if not lost:
                break
        state = fold_all(events)
        if lost:
            why = [f"it broke off: {lost}"]
            why += [f"it is not done once more, as this was begun: {spoiled}"] if spoiled else []
            judged = cant_tell(*why)
        else:
            judged = await _judged(order, exit_code, events, state, folder)
        return result_of(order, max(1, attempt), judged, exit_code, events, state)


async def _judged(
    order: Order, exit_code: int | None, events: Sequence[Recorded], state: RunState, folder: Path
) -> Judgement:
    if exit_code is None:
        return contradicted(f"it took longer than {order.task.max_secs:g} s")
    if state.outcome is None:
        said = await asyncio.to_thread(_said_in, folder)
        return cant_tell(said or f"it ended with {exit_code}, and told no end")
    files = folder / source.FILES_FOLDER / state.session_id
    told = (each.event for each in reversed(events))
    titles = next((each.window_titles for each in told if isinstance(each, SituationObserved)), ())
    found = len(state.explored.findings)
    return await judge(order.task.judge, state.outcome, found, titles, files)


def _said_in(folder: Path) -> str:
    return (folder / SAID).read_text(errors="replace").strip()[-MOST_WORDS:]


def _emptied(folder: Path) -> None:
    """Nothing of an attempt before is left. Raises ``RecordUnavailable``."""
    remedy = "The same command goes on with it."
    with RecordUnavailable.on_refusal(f"{folder} can't be made", remedy):
        if folder.exists():
            shutil.rmtree(folder)
        folder.mkdir(parents=True)
