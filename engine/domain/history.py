"""The local action history: what was performed, from which state to which, as a stack.

Every performed action of a run is a node here, in any mode, so that it can be taken back. A local
plan looks at the nodes since its base. Nothing leaves the stack as undone that was not seen to be.
Source: the documents on local planning's revert and retain mechanism."""

from collections import Counter
from collections.abc import Callable, Sequence

from engine.domain import facts, local_planning, risks, verdicts
from engine.domain.plans import PlanStep, StepPlace


class LocalActionNode(facts.Part, eq=True):
    """One performed action. Options get tried, what comes of it may come late, and it is reverted,
    where ``is_untold`` says that nobody can tell whether it really was.

    ``place`` names it and the state that it led to. ``tries`` is the branching node whose option
    it followed. ``is_done``: it counts among the completed steps; ``verdict`` is that of its
    effect. A failed step is a node too, since what it did must be taken back like anything else."""

    place: StepPlace
    step: PlanStep
    before: risks.StateMark
    after: risks.StateMark
    reversibility: risks.Reversibility
    distance_before: float = 0.0
    distance_after: float = 0.0
    options: tuple[local_planning.ExplorationOption, ...] = ()
    explored_count: int = 0
    tries: "LocalActionNode | None" = None
    is_done: bool = False
    verdict: verdicts.Verdict = verdicts.Verdict.SEEN
    is_reverted: bool = False
    is_untold: bool = False

    @property
    def progress(self) -> float:
        return self.distance_after - self.distance_before

    @property
    def branching(self) -> "LocalActionNode":
        """The node whose options are being tried: its own, or that of the one it tries."""
        return self.tries if self.tries is not None else self

    @property
    def untried(self) -> tuple[local_planning.ExplorationOption, ...]:
        return self.options[self.explored_count :]

    def option_tried(self, name: str) -> None:
        """Move the option behind those that were tried; a name that is not there tries none."""
        found = next((option for option in self.untried if option.name == name), None)
        if found is None:
            return
        rest = tuple(option for option in self.untried if option is not found)
        self.options = (*self.options[: self.explored_count], found, *rest)
        self.explored_count += 1


class Reversal(facts.Frozen):
    """How far it went. ``left`` are the nodes before which all is as it was, the newest first."""

    judged: verdicts.Judgement
    left: tuple[LocalActionNode, ...]
    comparison: risks.Comparison
    why: str = ""

    @property
    def is_back(self) -> bool:
        """The state before was seen again, of all that was to be taken back."""
        return self.judged.is_seen

    @property
    def undone(self) -> tuple[LocalActionNode, ...]:
        """Those that were seen to be taken back."""
        return tuple(node for node in self.left if not node.is_untold)

    @property
    def untold(self) -> tuple[LocalActionNode, ...]:
        """Those of which it can't be told: they count as neither done nor taken back."""
        return tuple(node for node in self.left if node.is_untold)


class LocalActionHistory(facts.Part, eq=True):
    """The stack of a run. What was taken back is off it; the record keeps that. ``untold`` are the
    steps that were done and left, without telling whether they still stand."""

    stack: list[LocalActionNode] = facts.field(default_factory=list)
    untold: list[PlanStep] = facts.field(default_factory=list)
    _local_numbers: Counter[tuple[int, int]] = facts.field(default_factory=Counter)

    def coming_local(self, step: StepPlace) -> StepPlace:
        """The local state under the step that the next action or revert will lead to."""
        number = self._local_numbers[step.segment_number, step.step_number] + 1
        return StepPlace(step.segment_number, step.step_number, number)

    def next_local(self, step: StepPlace) -> StepPlace:
        """The same, and it is taken: an action and a revert each take one."""
        place = self.coming_local(step)
        self._local_numbers[step.segment_number, step.step_number] = place.local
        return place

    def peek_last(self) -> LocalActionNode | None:
        return self.stack[-1] if self.stack else None

    def since(self, base: int) -> Sequence[LocalActionNode]:
        """The nodes that stand, from that depth on."""
        return self.stack[base:]

    @property
    def completed(self) -> tuple[PlanStep, ...]:
        """The steps that were done and stand, as they were actually done."""
        return tuple(node.step for node in self.stack if node.is_done)

    @property
    def depth(self) -> int:
        return len(self.stack)

    def stands(self, node: LocalActionNode) -> bool:
        return any(one is node for one in self.stack)

    def depth_of(self, node: LocalActionNode) -> int:
        """How many nodes stand below it."""
        return next(index for index, one in enumerate(self.stack) if one is node)

    def at(self, place: StepPlace) -> LocalActionNode | None:
        """The node of that name that still stands."""
        return next((node for node in self.stack if node.place == place), None)

    def pop_from(
        self, node: LocalActionNode, *, untold: Sequence[LocalActionNode] = ()
    ) -> list[LocalActionNode]:
        """Take this node and all after it off the stack as reverted; the newest first."""
        at = self.depth_of(node)
        popped = self.stack[at:][::-1]
        del self.stack[at:]
        for each in popped:
            each.is_reverted = True
            each.is_untold = any(each is one for one in untold)
        self.untold += [each.step for each in popped if each.is_untold and each.is_done]
        return popped

    def origin_of(
        self, node: LocalActionNode, is_now: Callable[[risks.StateMark], bool]
    ) -> LocalActionNode | None:
        """The nearest of the node and its ancestors before which the state was that of now. It is
        never found beyond what can't be taken back: a message that was sent stays sent, however
        much the screen looks as it did before."""
        for one in reversed(self.stack[: self.depth_of(node) + 1]):
            if one.reversibility.degree is risks.Degree.IRREVERSIBLE:
                return None
            if is_now(one.before):
                return one
        return None
