"""What came of a campaign's runs: a file in the folder of each that has ended, written whole. A run
without one is still to be done; what began in one that broke off its events tell."""

import contextlib
import fcntl
from collections.abc import Iterator, Sequence
from pathlib import Path

from pydantic import BaseModel, ConfigDict

from app.campaigns.file import Campaign, Order
from engine.domain.actions import Launch
from engine.domain.errors import RecordUnavailable
from engine.domain.events import ActionStarted, ApprovalAsked, Event, QuestionAsked, Recorded
from engine.domain.performing import ReversalEnded
from engine.domain.verdicts import Judgement, StepState, Verdict
from engine.record.source import write_export
from engine.record.views.run_state import RunState

RUNS_FOLDER = "runs"
_RESULT = "result.json"


class Result(BaseModel):
    """What came of a run. ``ended`` is how it says that it ended; ``exit_code`` is None where it
    has none. ``untold`` steps were done, and nobody can tell what they brought; ``cost`` is None
    where a price is not known; ``questions`` would have been a person's to answer; in ``programs``
    something was done, or they were started."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    order_id: str
    task: str
    surface: str
    thinker: str
    seed: int
    repeat: int
    attempts: int
    judged: Verdict
    why: str
    session_id: str
    ended: str
    exit_code: int | None
    took_secs: float
    tokens: int
    cost: float | None
    untold: int
    questions: int
    returns: int
    programs: tuple[str, ...] = ()

    @property
    def work(self) -> tuple[str, str, int, int]:
        """Runs of the same, in two campaigns or by two thinkers, are a pair."""
        return self.task, self.surface, self.seed, self.repeat

    @property
    def is_good(self) -> bool:
        return self.judged is Verdict.SEEN

    @property
    def report(self) -> str:
        """Where its own lies in the campaign's folder, if it left one."""
        return f"{RUNS_FOLDER}/{self.order_id}/session-{self.session_id}.html"

    def write(self, folder: Path) -> None:
        """Into the campaign's folder. Raises ``RecordUnavailable``."""
        path = folder / RUNS_FOLDER / self.order_id / _RESULT
        write_export(path, self.model_dump_json(indent=1).encode())


def result_of(
    order: Order,
    attempts: int,
    judged: Judgement,
    exit_code: int | None,
    events: Sequence[Recorded],
    state: RunState,
) -> Result:
    """``state`` is that of the events."""
    outcome, told = state.outcome, [each.event for each in events]
    steps = [view for segment in state.segments for view in segment.steps]
    done = [view.verdict for view in steps if view.state is StepState.DONE]
    return Result(
        order_id=order.order_id,
        task=order.task.name,
        surface=order.surface,
        thinker=order.thinker,
        seed=order.seed,
        repeat=order.repeat,
        attempts=attempts,
        judged=judged.verdict,
        why=judged.words,
        session_id=state.session_id,
        ended=f"{outcome.terminal} ({outcome.reason})" if outcome is not None else "",
        exit_code=exit_code,
        took_secs=round(state.elapsed_secs, 3),
        tokens=state.spent.usage.total,
        cost=state.spent.cost,
        untold=done.count(Verdict.CANT_TELL),
        questions=sum(isinstance(each, ApprovalAsked | QuestionAsked) for each in told),
        returns=sum(isinstance(each, ReversalEnded) for each in told),
        programs=tuple(sorted(set(_programs_in(told)))),
    )


def _programs_in(told: Sequence[Event]) -> Iterator[str]:
    for each in told:
        if isinstance(each, ActionStarted) and (trace := each.trace) is not None:
            if isinstance(trace.action, Launch):
                yield trace.action.application.casefold()
            elif trace.locator is not None:
                yield trace.locator.application.casefold()


def results_in(folder: Path) -> dict[str, Result]:
    """By the order's id. Raises ``RecordUnavailable``."""
    paths = sorted(folder.glob(f"{RUNS_FOLDER}/*/{_RESULT}"))
    why = f"What came of the runs in {folder} can't be read: {{why}}."
    with RecordUnavailable.instead_of((OSError, ValueError), why, "Name another folder."):
        results = [Result.model_validate_json(path.read_bytes()) for path in paths]
    return {each.order_id: each for each in results}


@contextlib.contextmanager
def owned(folder: Path, campaign: Campaign) -> Iterator[None]:
    """Begin the campaign there, or go on with it. Raises ``RecordUnavailable`` where another one
    lies there, or this one is under way already."""
    path = folder / "campaign.digest"
    with contextlib.ExitStack() as closing:
        try:
            file = closing.enter_context(path.open("a+"))
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            file.seek(0)
            if not (there := file.read()):
                file.write(campaign.digest)
                file.flush()
        except BlockingIOError:
            raise RecordUnavailable(f"The campaign in {folder} is under way already.") from None
        except OSError as error:
            why = f"{path} can't be written: {error.strerror}."
            raise RecordUnavailable(why, "Name a folder in which you may write.") from None
        if there and there != campaign.digest:
            raise RecordUnavailable(
                f"In {folder} lies another campaign, or another version of this one.",
                "Name another folder with --out.",
            )
        yield
