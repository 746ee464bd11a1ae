"""What came of each step of a run, in its order, as it is told to whoever plans next.

The list only grows: what is taken back is told as taken back, and not struck out. Nothing that was
only done is called worked.
"""

from collections.abc import Sequence

from engine.domain import performing
from engine.domain.actions import TypeText
from engine.domain.plans import Came, PastStep, PlanSegment, PlanStep
from engine.domain.verdicts import Judgement
from engine.language.action_words import action_words, thing_words
from engine.language.labels import shortened
from engine.session.session import Session

_REASON_CHARS = 120


class PastSteps:
    """The past of one run."""

    def __init__(self) -> None:
        self.entries: list[PastStep] = []
        self.skipped: list[PlanStep] = []
        self._standing: list[PlanStep] = []

    def note(self, run: Session, result: performing.StepResult) -> None:
        """What came of a step, and of what was done or taken back on its way."""
        judged = {id(result.step): result.judged} if isinstance(result, performing.StepDone) else {}
        self._compare(run, judged)
        match result:
            case performing.StepFailed(step=step, why=why):
                self._add(Came.FAILED, step, why)
            case performing.StepRejected(step=step, why=why):
                self._add(Came.REJECTED, step, why)
            case performing.StepSkipped(step=step):
                self.leave_out(step)

    def leave_out(self, step: PlanStep) -> None:
        self.skipped.append(step)
        self._add(Came.SKIPPED, step)

    def planned(self, segment: PlanSegment) -> None:
        """The reason for what comes, in short; one that is given again is not told again."""
        reason = shortened(segment.reason, _REASON_CHARS)
        last = next((it for it in reversed(self.entries) if it.came is Came.PLANNED), None)
        if reason and segment.steps and (last is None or last.words != reason):
            self.entries.append(PastStep(Came.PLANNED, reason))

    def cut_off(self, steps: Sequence[PlanStep], why: str) -> None:
        """They were planned for another window than the one that came."""
        words = "; ".join(step.description for step in steps if not step.is_replan)
        self.entries.append(PastStep(Came.CUT_OFF, words, why))

    def not_claimed(self, why: str) -> None:
        """The planner said that the goal is reached, and this speaks against it."""
        self.entries.append(PastStep(Came.NOT_CLAIMED, why))

    def told(self, run: Session) -> tuple[PastStep, ...]:
        """All of it, with what the operator did or took back since the last step."""
        self._compare(run, {})
        return tuple(self.entries)

    def _compare(self, run: Session, judged: dict[int, Judgement]) -> None:
        """Add what stands now and did not, and what stood and does not any more. A step is known by
        itself, since the same may be done twice."""
        now = run.steps.completed
        gone = [step for step in self._standing if not _holds(now, step)]
        asked_of = [
            node.step for node in run.history.stack
        ]  # what it set off later was asked about
        for step in gone:
            left = Came.UNTOLD if _holds(run.history.untold, step) else Came.TAKEN_BACK
            self._add(Came.NOT_SEEN if _holds(asked_of, step) else left, step)
        not_seen = run.steps.done_not_seen
        for step in now:
            if _holds(self._standing, step):
                continue
            came = Came.NOT_SEEN if _holds(not_seen, step) else Came.DONE
            told = judged.get(id(step))
            self._add(came, step, told.words if told is not None else "")
        self._standing = list(now)

    def _add(self, came: Came, step: PlanStep, why: str = "") -> None:
        self.entries.append(PastStep(came, _words(step), why))


def _holds(steps: Sequence[PlanStep], step: PlanStep) -> bool:
    return any(one is step for one in steps)


def _words(step: PlanStep) -> str:
    """The step's own words, and what was typed where they do not say it."""
    action = step.action
    if not isinstance(action, TypeText) or action.text.strip() in step.description:
        return step.description
    return f"{step.description} ({action_words(action, thing_words(step.zone_label))})"
