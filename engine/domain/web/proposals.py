"""What a thinker is asked on the web, and what it answers: one action of the document's schema."""

from collections.abc import Mapping
from enum import StrEnum
from typing import Literal

from engine.domain import conditions, facts, plans
from engine.domain.actions import Action, Scroll, TypeText
from engine.domain.web.pages import GoalKind, PageType, Stage, TaskMode, WebElement, WebGoal


class ActionName(StrEnum):
    """The document's action schema, what else a hand can do, as ``acts`` says, and what a thinker
    may do instead of an action: read on, and give up."""

    CLICK = "click"
    TYPE = "type"
    SCROLL = "scroll"
    SCREENSHOT = "screenshot"
    NAVIGATE = "navigate"
    SEARCH = "search"
    GO_BACK = "go_back"
    GO_FORWARD = "go_forward"
    SWITCH_TAB = "switch_tab"
    DO = "do"
    DONE = "done"
    ASK_USER = "ask_user"
    READ = "read"
    GIVE_UP = "give_up"


MOVED_ON = "another part of the page is in view"
"""All that a scroll did."""
DOWN, UP, TO_END = Scroll(down=7), Scroll(down=-7), Scroll(down=1000, to_end=True)
"""By most of a view."""
META_ACTIONS = frozenset({ActionName.DONE, ActionName.ASK_USER})
"""They act upon the run rather than on the page; blocked on early stages."""


class WebProposal(facts.Frozen):
    """One action. ``acts`` is what is done on the page, and ``agent_id`` names the element of the
    mapping (click, type; scroll within it), or the zone, to which it is done.

    ``text`` is what is answered (done) or asked (ask_user). ``asked_by`` is the thinker's own word
    on whose wish it follows. ``goal_kind``, ``task_mode`` and ``proofs`` (texts that the goal's
    page will show) are what it makes of the goal, where it was asked for that. ``checked`` is what
    a thinker without a model saw itself on the page where the goal says to check something. A
    thinker checks the form of its answer against the JSON schema before this is made.

    As of a plan, ``notes`` stay before the thinker for the rest of the run, ``reads`` are what it
    wants to read whole before it goes on, ``look`` what it wants to see, and ``parts`` show that
    the goal is reached. What is ``following`` is done after it without asking again, as long as
    the page is the same. A wait is over where what it ``waits_for`` is seen."""

    action: ActionName
    agent_id: str = ""
    acts: Action | None = None
    text: str = ""
    choices: tuple[str, ...] = ()
    reason: str = ""
    asked_by: Literal["", "goal", "screen"] = ""
    goal_kind: GoalKind | None = None
    task_mode: TaskMode | None = None
    proofs: tuple[str, ...] = ()
    checked: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    reads: tuple[str, ...] = ()
    parts: tuple[plans.GoalPart, ...] = ()
    following: "tuple[WebProposal, ...]" = ()
    look: plans.Look | None = None
    waits_for: conditions.Condition | None = None

    @property
    def typed(self) -> str:
        """The text, without the Return behind it."""
        return self.acts.text.removesuffix("\n") if isinstance(self.acts, TypeText) else ""

    @property
    def submits(self) -> bool:
        """There is a Return behind the text."""
        return isinstance(self.acts, TypeText) and self.acts.text.endswith("\n")


class Attempt(facts.Frozen):
    """An action of before, in words, and what came of it."""

    proposal: WebProposal
    description: str
    url: str
    has_changed: bool
    why: str = ""
    """Why it failed or was refused; empty where it went well."""
    is_refused: bool = False
    """The gate said no: it was not tried at all."""
    is_edited: bool = False
    """The operator put this in the place of what was proposed."""
    fills: bool = False
    """It set what the page holds until it is sent: another browser's page does not."""
    saw: str = ""
    """What was seen to come of it."""
    may_repeat: bool = True
    """Not so where a second time might do it twice."""
    was_done: bool = True
    """Whatever came of it; not where it failed before that."""


class WebRequest(facts.Frozen):
    """What a thinker is given to choose the next action.

    ``mapping`` holds the elements that it may name, ranked, balanced and cut. ``is_listing`` says
    that the page lists several things alike. ``explore_mode``: look around rather than insist.
    ``avoid`` are agent ids that failed too often. ``answers`` are the operator's, by question.
    ``state_change`` tells what the last action changed, in words. ``sent`` describes the last
    action where it sent or switched something, ``confirmed`` tells how the page confirms that, and
    ``complaints`` are the page's own words on why it was not accepted. ``notes`` and ``texts`` are
    what the thinker itself wrote down and asked to read. ``rest`` are the elements beyond the
    mapping, the best first, for who can read more. ``came`` are agent ids of what was not there
    before the last action. Pictures are as in a plan's request."""

    goal: WebGoal
    situation: plans.Situation
    stage: Stage
    page_type: PageType
    mapping: tuple[WebElement, ...]
    allowed: tuple[ActionName, ...] = tuple(ActionName)
    is_listing: bool = False
    explore_mode: bool = False
    avoid_search: bool = False
    search_no_change: bool = False
    search_controls: tuple[str, ...] = ()
    avoid: tuple[str, ...] = ()
    is_looping: bool = False
    loop_words: str = ""
    error: str = ""
    attempts: tuple[Attempt, ...] = ()
    visited: tuple[str, ...] = ()
    state_change: str = ""
    completed: tuple[plans.PlanStep, ...] = ()
    answers: Mapping[str, str] = facts.field(default_factory=dict)
    steps_left: int = 0
    sent: str = ""
    confirmed: str = ""
    complaints: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    texts: tuple[plans.ReadText, ...] = ()
    rest: tuple[WebElement, ...] = ()
    came: frozenset[str] = frozenset()
    shown: plans.ShownPicture | None = None
    is_shown_now: bool = False
    looked: tuple[plans.Look, ...] = ()
    no_pictures: str = ""
