"""What all parts of one run share: what the operator chose, and who stands behind each port."""

from collections.abc import Awaitable, Callable

from engine.domain import approvals, ports, risks, surface_ports, verdicts
from engine.domain.exploring.limits import Home
from engine.domain.exploring.ports import ExplorableSurface, ExploreThinker
from engine.domain.facts import Frozen, field
from engine.domain.history import LocalActionHistory
from engine.domain.limits import Limits
from engine.domain.web.resuming import ResumePoint
from engine.session.account import RunAccount
from engine.session.control import RunControl


class RunSettings(Frozen):
    """What the operator chose for this run."""

    goal: str
    asking: approvals.Asking
    limits: Limits
    pilothouse_version: str
    mode: verdicts.ModeName = "director"
    resumed: ResumePoint | None = None
    """Where the run broke off before, if it did; its log is continued."""
    wish: str = ""
    """What the operator wants, word for word, where the goal is only its name: a script's steps."""
    granted: tuple[str, ...] = ()
    """What a guest sees and acts in; nothing where that is all."""
    policy: tuple[str, ...] = ()


class RunContext(Frozen):
    """One run's ports and what it counts. The gate stands behind ``control``, and nowhere else."""

    settings: RunSettings
    surface: surface_ports.Surface
    perceiver: ports.Perceiver
    thinker: ports.Thinker
    executor: ports.StepExecutor
    reverter: ports.Reverter
    guard: ports.TargetGuard
    rater: ports.RiskRater
    provenance: ports.Provenance
    policy: ports.Policy
    control: RunControl
    account: RunAccount
    log: ports.EventLog
    blobs: ports.BlobStore
    let_go: Callable[[], Awaitable[None]]
    """Called once at the run's end."""
    web: ports.WebThinker | None = None
    """Who chooses in a navigator's run; there is none in others."""
    explore: ExploreThinker | None = None
    """Who proposes in an exploration; there is none in other runs."""
    keep_to: Callable[[Home], object] = lambda home: None
    """Told what is explored: what lies outside of it is refused from then on."""
    explorable: ExplorableSurface | None = None
    """The surface, where an exploration may set it back."""
    pictures: ports.Pictures | None = None
    """Who takes the pictures that the planner asks for."""
    no_pictures: str = "no model that is sent pictures plans here"
    """Why it is shown none, where that is so; empty where it can be."""
    history: LocalActionHistory = field(default_factory=LocalActionHistory)
    returned: set[risks.Control] = field(default_factory=set)
    """Upon what it was seen to be taken back what was done, in this run and before; its rater
    looks there."""


class RunPart:
    """A part of one run: it tells the log, heeds the operator's hand, and asks the other ports of
    its context."""

    def __init__(self, context: RunContext) -> None:
        self._context = context
        self._control = context.control
        self._log = context.log
