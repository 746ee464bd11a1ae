"""The options of an action in a local plan: which were tried, which comes next, which is left."""

from __future__ import annotations

from dataclasses import dataclass

from engine.record.views.local_views import LocalPlanView, LocalStateView


@dataclass(frozen=True, slots=True)
class OptionView:
    """``tried_by`` are the numbers of the local states that followed it."""

    name: str
    description: str
    tried_by: tuple[int, ...] = ()
    is_next: bool = False

    @property
    def is_untried(self) -> bool:
        return not self.tried_by and not self.is_next


def branching_of(plan: LocalPlanView, state: LocalStateView) -> LocalStateView:
    """The state whose options matter here: its own, or those of the one that it follows."""
    if state.options or not state.tries_of:
        return state
    return next((each for each in plan.states if each.number == state.tries_of), state)


def options_of(plan: LocalPlanView, branching: LocalStateView) -> tuple[OptionView, ...]:
    """All options of the action that led to this state, as they stand now."""
    number = branching.number
    tried = [(each.tries, each.number) for each in plan.states if each.tries_of == number]
    coming = _coming(plan, number) if plan.is_open else ""
    return tuple(
        OptionView(
            option.name,
            option.description,
            tuple(by for name, by in tried if name == option.name),
            is_next=option.name == coming and all(name != coming for name, _ in tried),
        )
        for option in branching.options
    )


def _coming(plan: LocalPlanView, branching: int) -> str:
    """The option that the newest decision wants to follow."""
    decided = [each for each in plan.states if each.decision and not each.is_reverted]
    if not decided:
        return ""
    newest = decided[-1]
    return newest.next_option if branching in (newest.number, newest.tries_of) else ""
