"""What belongs to one run of the navigator beside its state."""

from engine.domain import errors, performing, plans
from engine.domain.facts import Part, field
from engine.domain.web.limits import WebLimits
from engine.domain.web.pages import Page, WebElement, WebGoal
from engine.domain.web.proposals import WebProposal
from engine.modes.navigator.looks import Look, said_by, text_of
from engine.modes.navigator.state import MAX_VISITED
from engine.session.session import Session


class Work(Part):
    """What a run has beside its state: the look that its nodes speak of, and the step that is on
    its way through the gate. Nothing of it outlives the run."""

    run: Session
    goal: WebGoal
    limits: WebLimits
    look: Look | None = None
    weighed: performing.Weighed | None = None
    passed: performing.Passed | None = None
    sent_from: plans.Situation | None = None
    """What was there before something was sent; None where nobody knows, as after a crash."""
    shown_then: plans.Situation | None = None
    """What was there as soon as it was sent."""
    known: frozenset[str] = frozenset()
    """The lines and rows of the pages that were looked at before something was sent."""
    way: list[tuple[Page, WebElement, list[WebElement]]] = field(default_factory=list)
    """The pages of the form that was sent last, each with what sent it and what it held."""
    typed_at: dict[str, int] = field(default_factory=dict)
    """What was typed, each with the number of the last answer that had come by then."""
    opened: dict[str, tuple[str, str]] = field(default_factory=dict)
    """What was to do something and only opened what came next, as it is described: what it was
    called, and what of that was acted upon."""
    acted_from: plans.Situation | None = None
    """What was there before the last action."""
    known_then: frozenset[str] = frozenset()
    """The lines and rows of the pages that were looked at before that."""
    led_on: list[str] = field(default_factory=list)
    """The actions that brought what the next one was done upon, as they are described."""
    asked: str = ""
    """What was to send and only asked first, in a dialog that the last action answered with yes."""
    known_downloads: int | None = None
    """How many files were there before the run's first step; None before its first look."""
    read: dict[str, str] = field(default_factory=dict)
    """The texts of the pages that were looked at, by address and content, the latest last."""
    said: dict[str, str] = field(default_factory=dict)
    """The same, without what was written into them."""
    acted_on: dict[str, Page] = field(default_factory=dict)
    """Each page as it was acted upon last, but in a dialog over it, by its address."""
    first_on: dict[str, Page] = field(default_factory=dict)
    """Each page as it was acted upon first, by its address."""
    first: plans.Situation | None = None
    """What was there before the run did anything; None where it went on."""
    parts: tuple[plans.GoalPart, ...] = ()
    """What the thinker says that shows the goal to be reached."""
    named_on: plans.Situation | None = None
    """What it saw when it said so."""
    following: tuple[WebProposal, ...] = ()
    """What it wants done next on the page of ``following_on``, without being asked again."""
    following_on: str = ""
    kept: str = ""
    """What the server keeps of the last deed, as its page tells that is asked for once more."""
    stays_blank_at: str = ""
    """The address of a page that was waited for in vain: it tells nothing, as one of a picture."""
    comes_back_to: str = ""
    """Where the run was when it broke off; empty once it came back there, or can't."""

    @property
    def seen(self) -> Look:
        if self.look is None:
            raise errors.BugError("a node came before the first look")
        return self.look

    async def observe(self, why: str) -> plans.Situation:
        return await self.run.looks.observe(why, pictures=self.limits.observe_screenshot_mode)

    def remember_page(self) -> None:
        """The present page may be spoken of later on: a list has several."""
        page = self.seen.page
        key = f"{page.url} {page.dom_hash}"
        self.read.pop(key, None)
        self.read[key] = text_of(page)
        self.said[key] = said_by(page)
        while len(self.read) > MAX_VISITED:
            oldest = next(iter(self.read))
            del self.read[oldest], self.said[oldest]

    def forget_step(self) -> None:
        """No step is on its way any more."""
        self.weighed = self.passed = None

    async def perform_aside(self, step: plans.PlanStep, reason: str) -> performing.StepResult:
        """An action that no thinker chose, such as a scroll: through the gate like any other."""
        segment = plans.PlanSegment((step,), finishes=False, reason=reason)
        await self.run.steps.adopt(segment, plans.ReplanKind.ADAPTIVE)
        weighed = await self.run.steps.weigh(step)
        if not isinstance(weighed, performing.Weighed):
            return weighed
        passed = await self.run.steps.confirm(weighed)
        if not isinstance(passed, performing.Passed):
            return passed
        return await self.run.steps.execute(passed)


def page_of(situation: plans.Situation) -> Page:
    """Raises ``SurfaceUnavailable`` where the surface is no browser."""
    if situation.page is None:
        raise errors.SurfaceUnavailable(
            "There is no web page to look at.", "Choose a browser as the surface."
        )
    return situation.page
