"""A campaign from its first run to its last: so many side by side, each judged and written down; a
run that died is done once more where that does no harm."""

import asyncio
import contextlib
import shutil
from collections import defaultdict
from collections.abc import Callable, Sequence
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass
from pathlib import Path

from app.campaigns.desk import SAID, DeskLost, Desks, events_in
from app.campaigns.file import Campaign, Order
from app.campaigns.judging import MOST_WORDS, judge
from app.campaigns.results import RUNS_FOLDER, Result, result_of
from app.choices import is_browser
from app.home_files import FILES_FOLDER
from engine.domain.errors import KnownError, RecordUnavailable
from engine.domain.events import ActionStarted, Recorded
from engine.domain.risks import Degree
from engine.domain.terminals import EXIT_CANNOT_START
from engine.domain.verdicts import Judgement, cant_tell, contradicted
from engine.record.views.fold import fold_all
from engine.record.views.run_state import RunState

_PRACTICE = "practice"


def spoiled_by(order: Order, events: Sequence[Recorded], *, tells_all: bool = True) -> str:
    """What began that can't be done twice; empty where the run may be done once more. A practice
    desktop is thrown away, so that only what can't be taken back may have left it; what a site
    was told stays there; on a screen that is there all stays. Where the events may not be all, a
    run that is not on a practice desktop is never done again."""
    is_practice, is_web = order.surface == _PRACTICE, is_browser(order.surface)
    for each in events:
        if isinstance(each.event, ActionStarted):
            declared = each.event.reversibility
            degree = declared.degree if declared is not None else Degree.UNKNOWN
            is_void = is_practice and degree is not Degree.IRREVERSIBLE
            if not (is_void or (is_web and degree is Degree.REVERSIBLE)):
                return each.event.step.description
    is_known = tells_all or is_practice or not events
    return "" if is_known else "what the machine could not tell any more"


@dataclass(frozen=True, slots=True)
class Running:
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
                        has_own = order.surface == _PRACTICE or is_browser(order.surface)
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
        while not (spoiled := spoiled_by(order, events, tells_all=self.desks.tells_all)):
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
            judged = await _judged(order, exit_code, state, folder)
        return result_of(order, max(1, attempt), judged, exit_code, events, state)


async def _judged(order: Order, exit_code: int | None, state: RunState, folder: Path) -> Judgement:
    if exit_code is None:
        return contradicted(f"it took longer than {order.task.max_secs:g} s")
    if state.outcome is None:
        said = await asyncio.to_thread(_said_in, folder)
        return cant_tell(said or f"it ended with {exit_code}, and told no end")
    files = folder / FILES_FOLDER / state.session_id
    return await judge(order.task.judge, state.outcome, len(state.explored.findings), files)


def _said_in(folder: Path) -> str:
    return (folder / SAID).read_text(errors="replace").strip()[-MOST_WORDS:]


def _emptied(folder: Path) -> None:
    """Nothing of an attempt before is left. Raises ``RecordUnavailable``."""
    try:
        if folder.exists():
            shutil.rmtree(folder)
        folder.mkdir(parents=True)
    except OSError as error:
        raise RecordUnavailable(
            f"{folder} can't be made: {error.strerror}.", "The same command goes on with it."
        ) from error
