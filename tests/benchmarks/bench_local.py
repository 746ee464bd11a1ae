"""Local planning: the documents' own metrics, over episodes on real applications.

The worked examples are replayed; everything else is found by the offline thinker."""

from __future__ import annotations

import asyncio
import statistics
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from engine.domain.ports import Thinker
from engine.record.views.local_views import LocalPlanView, LocalStateView
from tests.benchmarks import report
from tests.benchmarks.workplace import practice_bench
from tests.support.worked_examples import adding_files, settings_dead_end

GOALS = (
    "In the Practice app, turn on Autosave, then click OK",
    "In the Practice app, turn on Spell check, then click OK",
    "In the Practice app, choose Dark in Theme",
    "In the Practice app, click Send later",
    "In the Practice app, click the button Frobnicate",
    "Open Mousepad, then turn on Show line numbers",
    "Open Mousepad, then turn on Highlight matching brackets",
    "Open Galculator, then turn on Show menu bar",
    "Open Thunar, then turn on Show thumbnails",
)


@dataclass(frozen=True, slots=True)
class Episode:
    """One local plan: how it came out, and what was decided on the way."""

    name: str
    plan: LocalPlanView

    @property
    def actions(self) -> tuple[LocalStateView, ...]:
        return tuple(state for state in self.plan.states if not state.is_revert)

    @property
    def is_reached(self) -> bool:
        return self.plan.result in ("reached", "way found")

    @property
    def has_reverted(self) -> bool:
        return any(state.is_revert for state in self.plan.states)

    def explorations(self) -> Iterator[bool]:
        """Whether each option that was followed led nearer to the goal."""
        for state in self.actions:
            if state.tries and state.inputs is not None:
                yield state.inputs.progress > 0


async def episodes_of(goal: str, thinker: Thinker | None = None) -> list[Episode]:
    """The local plans of one run on a fresh desktop."""
    async with practice_bench() as bench:
        _, state = await bench.run(goal, thinker=thinker)
    plans = [step.local for segment in state.segments for step in segment.steps if step.local]
    return [Episode(goal, plan) for plan in plans if plan.goal]


async def measure() -> None:
    episodes = await episodes_of("worked example: add files", adding_files())
    episodes += await episodes_of("worked example: settings", settings_dead_end())
    for goal in GOALS:
        episodes += await episodes_of(goal)
    report.title(f"Local planning: {len(episodes)} episodes on real applications")
    for episode in episodes:
        count = len(episode.actions)
        print(f"  {episode.plan.result:10} {count:2} iterations  {episode.name}")
    show_metrics(episodes)


def show_metrics(episodes: Sequence[Episode]) -> None:
    """The documents' table: what they name, and what was measured."""
    reached = [len(episode.actions) for episode in episodes if episode.is_reached]
    explored = [came for episode in episodes for came in episode.explorations()]
    mean = statistics.mean(reached) if reached else 0.0
    rows = (
        ("iterations to goal, mean", f"{mean:.1f}", "3–5"),
        ("episodes with a revert", share([each.has_reverted for each in episodes]), "15–20 %"),
        ("explorations that led nearer", share(explored), "60 %"),
        ("episodes cancelled", share([not each.is_reached for each in episodes]), "< 5 %"),
    )
    for name, measured, documents in rows:
        print(f"  {name:32} {measured:>16}   (the documents: {documents})")


def share(facts: Sequence[bool]) -> str:
    return f"{sum(facts)} of {len(facts)}, {100 * sum(facts) / max(1, len(facts)):.0f} %"


if __name__ == "__main__":
    asyncio.run(measure())
