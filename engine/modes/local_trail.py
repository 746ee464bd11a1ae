"""The trail of one local plan: what was tried from where, which options are left, what repeats; and
what is decided upon it after each action: retain, explore, revert or cancel."""

from collections import Counter

from engine.domain import local_planning as local
from engine.domain.facts import Part, replace, same
from engine.domain.history import LocalActionHistory, LocalActionNode
from engine.domain.plans import PlanStep, Situation, StepPlace
from engine.domain.risks import StateMark


class Sighting(Part):
    """What was seen at one moment; ``distance`` once it is known."""

    situation: Situation
    mark: StateMark
    distance: float | None = None


class LocalTrail:
    """Keeps the counts that a decision looks at. The nodes themselves are the history's."""

    def __init__(self, history: LocalActionHistory) -> None:
        self._history = history
        self._base = history.depth
        self._nodes: list[LocalActionNode] = []
        self._backtracks: set[StepPlace] = set()
        self._visits: Counter[str] = Counter()
        self._fruitless: set[tuple[str, str]] = set()
        self._hint_of: LocalActionNode | None = None
        self.hint: local.ExplorationOption | None = None

    def is_left(self) -> bool:
        """The history went back to before the plan began."""
        return self._history.depth < self._base

    def what_is_wrong(self, proposal: local.LocalProposal, now: StateMark) -> str | None:
        """Why a proposal is not worth performing; None where it is."""
        if proposal.step.is_replan:
            return "Looking again is no action; propose one."
        if (now.digest, _name(proposal.step)) in self._fruitless:
            return f"“{proposal.step.description}” was tried from this state and led nowhere."
        return None

    def fruitless(self, before: StateMark, step: PlanStep) -> None:
        """The action was of no use in that state."""
        self._fruitless.add((before.digest, _name(step)))

    def branch_of(self, proposal: local.LocalProposal) -> LocalActionNode | None:
        """The node whose option the proposal follows; the option counts as tried from now on."""
        if self._hint_of is not None:
            return self._hint_of
        last = self.last()
        if last is None or not proposal.tries:
            return None
        branch = last.branching
        if all(option.name != proposal.tries for option in branch.untried):
            return None
        branch.option_tried(proposal.tries)
        return branch

    def add(
        self,
        node: LocalActionNode,
        proposal: local.LocalProposal,
        branch: LocalActionNode | None,
        distance_before: float,
        distance_after: float,
    ) -> None:
        """The action was performed and assessed."""
        node.options, node.tries = proposal.options, branch
        node.distance_before, node.distance_after = distance_before, distance_after
        self._nodes.append(node)
        known = (each.before.digest for each in self._nodes)
        if branch is not None and node.after.digest in known:  # coming back here is meant
            self._backtracks.add(node.place)
        if branch is None and node.before.digest != node.after.digest:
            self._visits[node.after.digest] += 1
        if node.progress <= 0:
            self.fruitless(node.before, node.step)

    def inputs(self, node: LocalActionNode, assessment: local.Assessment) -> local.DecisionInputs:
        branch, regressions = node.branching, 0
        for each in reversed(self._nodes):
            if each.is_reverted or each.place in self._backtracks:
                continue  # what was meant to go back is no step away from the goal
            if each.progress >= 0:
                break
            regressions += 1
        return local.DecisionInputs(
            distance_before=node.distance_before,
            distance_after=node.distance_after,
            visits=max(1, self._visits[node.after.digest]),
            regressions=regressions,
            is_reachable=assessment.is_reachable,
            why_unreachable=assessment.why,
            untried=len(branch.untried),
            option_count=len(branch.options),
        )

    def next_option(
        self, node: LocalActionNode, forced: local.Force | None
    ) -> local.ExplorationOption | None:
        """The option to explore: the operator's, or the first that is untried."""
        untried = node.branching.untried
        if isinstance(forced, local.TryOption):
            return next((option for option in untried if option.name == forced.name), None)
        return untried[0] if untried else None

    def explore(self, node: LocalActionNode, option: local.ExplorationOption | None) -> None:
        """The next proposal follows this option; it counts as tried from now on."""
        self.go_on()
        if option is not None:
            self.hint, self._hint_of = option, node.branching
            node.branching.option_tried(option.name)

    def go_on(self) -> None:
        """The next proposal is free."""
        self.hint = self._hint_of = None

    def came_back(self) -> None:
        """After a revert: what is left to try of the action that stands now comes next."""
        last = self.last()
        if last is not None and last.branching.untried:
            self.explore(last, last.branching.untried[0])
        else:
            self.go_on()

    def count_as_done(self, step: PlanStep, *, is_whole: bool) -> None:
        """What stands led to the step: it counts as done, and serves what the step served. Where it
        is the ``whole`` of the step, the last of it completes what the step completes."""
        nodes = self._history.since(self._base)
        for node in nodes:
            node.is_done = True
            node.step = replace(node.step, intent=step.intent, completes_intent=False)
        if nodes and is_whole:
            last = nodes[-1]
            last.step = replace(last.step, completes_intent=step.completes_intent)

    def tried(self) -> tuple[local.TriedStep, ...]:
        return tuple(local.TriedStep(**same(node, local.TriedStep)) for node in self._nodes)

    def last(self) -> LocalActionNode | None:
        """The newest action of this plan that stands."""
        return self._history.peek_last() if self._history.depth > self._base else None


def _name(step: PlanStep) -> str:
    return repr((step.zone_id, step.action))


LOOP_VISITS = 3
REGRESSIONS = 3
GOOD_PROGRESS = 0.5
REACHED_DECISION = local.LocalDecision(local.LocalDecisionKind.REACHED, "The goal is reached.")


def decide(inputs: local.DecisionInputs) -> local.LocalDecision:
    """What to do after an action that did not reach the goal. A pure function; the order of its
    questions is the decision document's."""
    step = f"{inputs.distance_before:.1f} → {inputs.distance_after:.1f}"
    if inputs.visits >= LOOP_VISITS:
        why = f"Going in circles: the same state was reached {inputs.visits} times."
        return local.LocalDecision(local.LocalDecisionKind.CANCEL, why)
    if inputs.regressions >= REGRESSIONS:
        why = f"The last {inputs.regressions} actions each led further away from the goal."
        return local.LocalDecision(local.LocalDecisionKind.CANCEL, why)
    if not inputs.is_reachable:
        why = inputs.why_unreachable or "the thinker says so"
        why = f"The goal can't be reached from here: {why}"
        return local.LocalDecision(local.LocalDecisionKind.CANCEL, why)
    if inputs.progress > 0:
        how = "Good" if inputs.progress > GOOD_PROGRESS else "Some"
        return local.LocalDecision(local.LocalDecisionKind.RETAIN, f"{how} progress: {step}.")
    moved = "No progress" if inputs.progress == 0 else "Further away"
    if inputs.untried:
        left = f"{inputs.untried} of {inputs.option_count} options untried"
        return local.LocalDecision(local.LocalDecisionKind.EXPLORE, f"{moved}: {step}; {left}.")
    tried = f"all {inputs.option_count} options were tried" if inputs.option_count else "no options"
    return local.LocalDecision(
        local.LocalDecisionKind.REVERT, f"{moved}: {step}; {tried}: a dead end."
    )


def forced_decision(forced: local.Force, ruled: local.LocalDecision) -> local.LocalDecision:
    """What the operator decided in place of the rule."""
    kinds = {
        local.ForceRevert: local.LocalDecisionKind.REVERT,
        local.ForceRetain: local.LocalDecisionKind.RETAIN,
        local.TryOption: local.LocalDecisionKind.EXPLORE,
        local.CancelLocalPlan: local.LocalDecisionKind.CANCEL,
    }
    words = f"The operator decided. The rule said: {ruled.kind}."
    return local.LocalDecision(kinds[type(forced)], words)
