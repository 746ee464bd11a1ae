"""What a planner has before it: the situation, the clause's past, and the segment being written.

``Desk`` also remembers what the steps planned so far will have changed, so that a segment's later
steps are planned on what will be rather than on what is."""

from dataclasses import replace
from enum import Enum, auto

from engine.domain import conditions, errors, plans
from engine.domain.actions import Action, Click, TypeText
from engine.domain.zones import ACTIONABLE_ROLES, Role, Window, Zone
from engine.language.goals.clauses import Intent, Target
from engine.language.labels import normal, quoted
from engine.thinking.offline.finding import Finder, Found

# Buttons that every dialog has: after a click that may open one, they could belong to it.
DISMISSING_BUTTONS = frozenset({"ok", "yes", "no", "cancel", "close", "done"})
DIALOG_BUTTONS = DISMISSING_BUTTONS | {"apply", "save"}


class NotInSight(errors.PlanFailed):
    """Nothing in sight is called so; ``words`` may be looked for elsewhere."""

    def __init__(self, words: str, message: str) -> None:
        super().__init__(message)
        self.words = words


class Progress(Enum):
    """How far a planner came with its clause."""

    DONE = auto()  # all its steps are planned and the zones in sight stay
    CHANGES = auto()  # all its steps are planned, and then other things are in sight
    UNFINISHED = auto()  # the rest can only be planned after looking again


class Desk:
    """One call of the thinker. ``intent`` is the clause that is being planned."""

    def __init__(self, request: plans.PlanRequest, intent: Intent) -> None:
        self.request = request
        self.situation: plans.Situation = request.situation
        self.finder = Finder(request.situation, request.answers)
        self.steps: list[plans.PlanStep] = []  # of the segment so far
        self._notes: list[str] = []  # on what needed none
        self.intent = intent
        self.checked: dict[str, bool] = {}  # as it will be, where a planned step changes it
        self.focus_id = ""  # the zone that the planned steps put the caret into
        self.opened_ids: list[str] = []  # menus that the planned steps opened
        self.may_differ = False  # a planned click may open something that is not in sight yet

    @property
    def done_here(self) -> tuple[plans.PlanStep, ...]:
        """The steps of this clause that were performed already."""
        return tuple(step for step in self.request.completed if step.intent == self.intent.key)

    @property
    def failed(self) -> plans.FailedStep | None:
        """The step to get around, where it was one of this clause."""
        failed = self.request.failed
        return failed if failed and failed.step.intent == self.intent.key else None

    def has_failed(self, action: Action, zone: Zone | None = None) -> bool:
        """Whether this very step is the one that failed."""
        if self.failed is None:
            return False
        step = self.failed.step
        return step.action == action and (zone is None or step.zone_id == zone.zone_id)

    @property
    def failed_action(self) -> Action | None:
        return self.failed.step.action if self.failed else None

    @property
    def failed_zone_id(self) -> str:
        """The zone that was clicked or typed into in vain."""
        if self.failed and isinstance(self.failed.step.action, Click | TypeText):
            return self.failed.step.zone_id
        return ""

    def was_just_clicked(self, zone: Zone) -> bool:
        """Whether the step before is a click there: a second one would make a double click."""
        before = (*self.request.completed, *self.steps)[-1:]
        return any(step.action == Click() and step.zone_id == zone.zone_id for step in before)

    @property
    def front(self) -> Window | None:
        return self.situation.front_window

    def zones_in_front(self, roles: frozenset[Role] = frozenset(Role)) -> list[Zone]:
        """Zones in sight in the window in front (in any, where no window is known)."""
        front = self.front
        return [
            zone
            for zone in self.situation.zones_in_sight
            if zone.role in roles and (front is None or zone.window_id in ("", front.window_id))
        ]

    def find(
        self,
        target: Target,
        wanted: frozenset[Role] = ACTIONABLE_ROLES,
        *,
        only_wanted: bool = False,
    ) -> Found | None:
        """The zone that is meant, or None."""
        said = self.intent.said
        found = self.finder.find(target, wanted, asked_for=said, only_wanted=only_wanted)
        if found and self.may_differ and normal(found.zone.label) in DIALOG_BUTTONS:
            # they may be those of a dialog that is not open yet
            return found if self.front and self.front.is_dialog else None
        return found

    def must_find(self, target: Target, wanted: frozenset[Role] = ACTIONABLE_ROLES) -> Found:
        """The zone that is meant. Raises ``PlanFailed`` with what is in sight instead."""
        found = self.find(target, wanted)
        if found is None:
            raise self.not_in_sight(f"{target.said} in {target.scope}".removesuffix(" in "))
        if self.finder.is_greyed(found.zone):
            raise self.cannot(f"{found.zone.words} is greyed out now.")
        return found

    def ask(self, question: str, *choices: str) -> str:
        """The operator's choice. Raises ``NeedsOperator``; the harmless choice comes first."""
        answer = self.request.answers.get(question, "")
        if answer not in choices:
            raise errors.NeedsOperator(question, choices)
        return answer

    def not_in_sight(self, words: str) -> errors.PlanFailed:
        nearest = ", ".join(quoted(label) for label in self.finder.nearest_labels(words))
        seen = f"In sight: {nearest}." if nearest else "Nothing with a label is in sight."
        if not nearest and not self.situation.windows:
            seen += " Say first what to open (“open Mousepad, …”). Any other goal needs a model."
        seen += self.finder.hidden_like(words)
        buttons = self.zones_in_front(frozenset({Role.BUTTON, Role.TOGGLE_BUTTON, Role.ICON}))
        if nameless := sum(not (zone.label or zone.value) for zone in buttons):
            seen += f" Buttons without a name, which were not pressed to look: {nameless}."
        return NotInSight(words, str(self.cannot(f"{quoted(words)} is not in sight. {seen}")))

    def cannot(self, why: str) -> errors.PlanFailed:
        said, failed = quoted(self.intent.said), self.failed
        tried = f" {failed.words}" if failed else ""
        return errors.PlanFailed(f"Can't go on with {said}: {why}{tried}")

    def in_vain(self, why: str) -> errors.PlanFailed:
        """``why`` tells of the very step that failed: not where it was refused."""
        is_told = self.failed is not None and self.failed.was_refused
        return self.cannot("no other way is known." if is_told else why)

    def add(
        self,
        zone: Zone | None,
        action: Action,
        description: str,
        expected: conditions.Condition | None = None,
        risk: str = "",
        *,
        vain: str = "",
    ) -> Progress:
        """Gives ``CHANGES``, since most steps leave other things in sight. Raises ``PlanFailed``
        with the words for ``vain``, where there are any, if the very step has failed already."""
        if vain and self.has_failed(action, zone):
            raise self.in_vain(vain)
        self.steps.append(
            plans.PlanStep(
                step_number=len(self.steps) + 1,
                zone_id=zone.zone_id if zone else plans.GLOBAL_ZONE_ID,
                zone_label=zone.label if zone else "",
                action=action,
                description=description,
                expected_change=expected,
                intent=self.intent.key,
                has_risk_of=risk,
            )
        )
        if zone and zone.window_id:
            self.finder.last_window_id = zone.window_id
        return Progress.CHANGES

    def note(self, text: str) -> Progress:
        """Of a clause that needs no step."""
        self._notes.append(text)
        return Progress.DONE

    def complete(self) -> None:
        """Mark the intent's last step as the one that completes it."""
        own = [at for at, each in enumerate(self.steps) if each.intent == self.intent.key]
        for at in own[-1:]:
            self.steps[at] = replace(self.steps[at], completes_intent=True)

    def segment(self, *, finishes: bool, reason: str = "") -> plans.PlanSegment:
        """The segment; where it does not finish the goal, it ends with ``__replan__``."""
        last = () if finishes else (plans.look_again(len(self.steps) + 1),)
        words = " ".join([*self._notes, reason]).strip()
        return plans.PlanSegment((*self.steps, *last), finishes, words, is_looked_up=True)
