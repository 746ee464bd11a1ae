"""Events of an exploration. Part of the union in ``engine.domain.events``."""

from engine.domain.exploring.groups import ActionGroup, Finding
from engine.domain.exploring.limits import ExploreLimits, Progression
from engine.domain.facts import Told
from engine.domain.scripts import TracedStep


class ExplorationStarted(Told, kind="exploration_started"):
    limits: ExploreLimits


class GroupsProposed(Told, kind="groups_proposed"):
    """An iteration (from 1) has its groups, in the order of their confidence; the first has the
    number ``first_number``. ``grown_from`` says of each of them which group it expands, by its
    number; it is empty in the first iteration."""

    iteration: int
    first_number: int
    groups: tuple[ActionGroup, ...]
    grown_from: tuple[int, ...] = ()


class GroupsRefused(Told, kind="groups_refused"):
    """The thinker's groups can't be used: ``why`` names the path. One repair is asked for."""

    iteration: int
    why: str


class GroupStarted(Told, kind="group_started"):
    """The group's actions are the steps of the segment with this number."""

    group_number: int
    segment_number: int


class GroupAssessed(Told, kind="group_assessed"):
    """``before_hash`` and ``after_hash``: pictures before the first action, after the last."""

    group_number: int
    succeeded: bool
    progression: Progression
    actions_done: int
    before_hash: str
    after_hash: str


class StateSeen(Told, kind="state_seen"):
    """The surface shows this state after ``actions`` actions of the run; ``from_state`` and ``by``
    (in words) say how it was come to, and are empty for the first."""

    state_id: str
    title: str
    is_new: bool
    actions: int
    picture_hash: str
    from_state: str = ""
    by: str = ""


class FaultFound(Told, kind="fault_found"):
    """``state_id``: where it came up. ``before_hash``: the picture before the last step, where a
    crash leaves nothing to be seen afterwards; else empty."""

    finding: Finding
    actions: int
    picture_hash: str
    state_id: str = ""
    before_hash: str = ""


class FindingMinimised(Told, kind="finding_minimised"):
    """The shortest path that was found to lead to the fault, and how often it did in ``proofs``
    tries after that. ``why`` says why there is none, if so."""

    finding_number: int
    path: tuple[TracedStep, ...]
    replays: int
    reproduced: int
    proofs: int
    why: str = ""

    @property
    def came_up_again(self) -> bool:
        """The fault came up when its path was walked again."""
        return not self.why

    @property
    def is_certain(self) -> bool:
        """The fault came up each time that its path was tried after it was made short."""
        return bool(self.came_up_again and self.proofs and self.reproduced == self.proofs)


class SurfaceReset(Told, kind="surface_reset"):
    """The surface was set back to its start: what was launched in the run has ended."""

    why: str


GroupEvent = GroupsProposed | GroupsRefused | GroupStarted | GroupAssessed
FindingEvent = StateSeen | FaultFound | FindingMinimised
ExploringEvent = ExplorationStarted | GroupEvent | FindingEvent | SurfaceReset
