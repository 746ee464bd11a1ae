"""A page: what a browser tells of it beside its picture and its zones; what a goal on the web asks
for, and how far a run has come: kinds, modes, stages, page types (source: the document on the
staged web agent, "Stages (FSM)")."""

from collections.abc import Mapping
from enum import StrEnum
from typing import Literal

from engine.domain.facts import Frozen, field, replace
from engine.domain.spaces import Rect

CUT_CHARS = 19_000
"""What a field holds was cut by the page's script if it is told so long."""

Band = Literal["top", "mid", "bottom"]
"""The third of the view in which something stands."""


class Tab(Frozen):
    """A tab of the browser; ids last as long as the tab does."""

    tab_id: str
    title: str
    url: str
    is_active: bool = False


class WebElement(Frozen):
    """An interactive element as the page itself describes it (Set-of-Mark).

    ``agent_id`` is its ``data-agent-id``, unique within the tab and lasting as long as the element;
    the zone of the same element has it as its ``source_key``. ``bounds_px`` are frame pixels, and
    may lie outside of the view. ``value`` is never a password's. ``context`` is the text of the
    row, card or label around it, where that tells more than its own. ``aria_label`` is the second
    name of one that tells two: what is read on it, or its aria-label, where ``text`` is another,
    else its title.
    ``form`` names its form.
    ``is_covered``: it is in view, and something else lies over its middle. ``dialog`` is what the
    dialog is called in which it stands, "dialog" where that has no name, empty outside of one.
    ``is_checked``: it is ticked, chosen or pressed in. ``opens``: its page says that it opens
    something, or names by it what is hidden as yet.
    ``method`` is the one with which its attributes say that it asks ("DELETE"); ``file_name`` what
    a link says that its file is to be called; both are mostly empty.
    ``fault`` is what page or browser finds wrong with what a field holds, in their own words.
    ``places`` are the names of what it stands in and under by the page's own tree, the nearest
    first: headings, captions, legends, labels of regions, panels and frames. ``stirs`` is how often
    it, or what is of its kind in its place, changed by itself: 0 too where an act brought it."""

    agent_id: str
    tag: str
    text: str
    role: str
    band: Band
    bounds_px: Rect
    in_view: bool = True
    is_fixed: bool = False
    is_navigation: bool = False
    is_disabled: bool = False
    attr_name: str = ""
    attr_id: str = ""
    aria_label: str = ""
    input_type: str = ""
    placeholder: str = ""
    value: str = ""
    href: str = ""
    form: str = ""
    is_submit: bool = False
    context: str = ""
    options: tuple[str, ...] = ()
    frame_url: str = ""
    accepts_files: bool = False
    is_covered: bool = False
    dialog: str = ""
    is_checked: bool = False
    opens: bool = False
    method: str = ""
    file_name: str = ""
    fault: str = ""
    places: tuple[str, ...] = ()
    stirs: int = field(default=0, compare=False)

    @property
    def name(self) -> str:
        """What it says, or is called by its page."""
        return self.text or self.aria_label

    @property
    def label(self) -> str:
        """What a person would call it, by a hint or its page's own name for it at last."""
        told = (self.text, self.aria_label, self.placeholder, self.attr_name, self.attr_id)
        return next((each.strip() for each in told if each.strip()), "")


class Table(Frozen):
    """A table, a grid, or a list of terms with what they mean (in two cells, without heads).
    ``caption`` is its own, else the heading above it. Of very many rows not all are told."""

    caption: str
    heads: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


class Download(Frozen):
    """A file that the page handed out; ``path`` is in the session's folder, empty until saved.
    ``came_of`` is what was acted on last before it: an element's id, an address that was opened;
    ``is_its``: it came from where that leads, or that tells of no address."""

    name: str
    url: str
    path: str = ""
    size_bytes: int = 0
    state: Literal["running", "saved", "refused", "failed"] = "running"
    why: str = ""
    came_of: str = ""
    is_its: bool = True


ServerWord = Literal["yes", "no", "aside", ""]
"""What the body of an answer says of what was asked: that it was done, or that it was not;
``aside``: it tells of something else, and gives back nothing of what was sent; or nothing."""


class Answer(Frozen):
    """How a server answered a request that may have changed something, ``is_of_typed`` where that
    sent what had been typed, or handed in a form; numbered in the order in which they came.
    ``path`` is without its query, ``status`` 0 where the connection broke off before, or it is
    still awaited. ``sent`` is what was sent."""

    number: int
    method: str
    path: str
    status: int
    is_of_typed: bool = True
    word: ServerWord = ""
    sent: str = field(default="", repr=False, compare=False)

    @property
    def is_taken(self) -> bool:
        """What was asked for is done, for all that the server says: not only noted down (202)."""
        return 0 < self.status < 400 and self.status != 202 and self.word != "no"

    @property
    def way(self) -> str:
        """What was asked of which path: "POST /boats"."""
        return f"{self.method} {self.path}"


class Page(Frozen):
    """The page of the active tab.

    ``dom_hash`` names its structure, texts and values, without what changes by itself (scripts,
    styles, random ids); ``text`` is its visible main text, up to some thousand characters, in
    reading order, and ``whole_text`` far more of the same, empty where ``text`` is all;
    ``lines_in_view`` are those of what can be read (``reading``) that lie in the view, by number;
    ``text_places`` are the places of each line of ``text``, as of elements; ``stirring`` are those
    that changed by themselves, with how often, ``went`` short ones that left so, ``late`` by how
    many milliseconds those came late that neither an act brought nor the answer to what went out
    with it, ``tones`` those that their page marks as "good" or "bad", or has written in "red";
    ``headings`` the visible ones. Lengths are in frame pixels. ``status`` is the HTTP status of
    the document, 0 where not known. ``trouble`` says in words what went wrong with loading it
    ("the certificate is not valid"), empty where nothing did.
    ``notices`` are what happened since then, in words: a dialog that was answered, a refusal.
    ``said`` are short texts that came up on this document and went again, then what pages said of
    late in dialogs of the browser's, each the latest last.
    ``dialogs`` are those that are shown, each with its name (as of its elements) and its text.
    ``answers`` are the latest ones of servers to what was sent, on any page of the browser, and
    ``awaited`` those that have not come yet; ``readings`` what servers told its scripts as JSON
    since the last of those, by what was asked: what had not come whole is added when it has.
    ``own_store`` names what its scripts keep in the browser by themselves, ``to_strangers`` what
    its server offers who is not known to it, where it was asked for so: "" is a password's field.
    ``unread_count`` is how many more things to act upon there are that were not read.
    ``is_busy``: it has a sign that something is still being fetched. ``may_keep``: something was
    written or chosen so lately that its scripts may only now come to keep it.
    ``is_silent``: it does not answer, and all that is told is of before."""

    url: str
    title: str
    tabs: tuple[Tab, ...] = ()
    elements: tuple[WebElement, ...] = field(default=(), repr=False)
    dom_hash: str = ""
    text: str = field(default="", repr=False)
    whole_text: str = field(default="", repr=False)
    lines_in_view: tuple[int, ...] = field(default=(), repr=False)
    text_places: tuple[tuple[str, ...], ...] = field(default=(), repr=False)
    stirring: Mapping[str, int] = field(default_factory=dict, repr=False, compare=False)
    late: Mapping[str, int] = field(default_factory=dict, repr=False, compare=False)
    tones: Mapping[str, str] = field(default_factory=dict, repr=False, compare=False)
    went: tuple[str, ...] = field(default=(), repr=False)
    headings: tuple[str, ...] = ()
    tables: tuple[Table, ...] = field(default=(), repr=False)
    status: int = 0
    is_loading: bool = False
    is_busy: bool = False
    may_keep: bool = field(default=False, compare=False)
    trouble: str = ""
    scroll_x_px: int = 0
    scroll_y_px: int = 0
    view_height_px: int = 0
    full_height_px: int = 0
    can_go_back: bool = False
    can_go_forward: bool = False
    downloads: tuple[Download, ...] = ()
    notices: tuple[str, ...] = ()
    said: tuple[str, ...] = ()
    dialogs: tuple[tuple[str, str], ...] = ()
    answers: tuple[Answer, ...] = ()
    awaited: tuple[Answer, ...] = ()
    readings: Mapping[str, str] = field(default_factory=dict, repr=False, compare=False)
    own_store: str = field(default="", compare=False)
    to_strangers: tuple[str, ...] = field(default=(), repr=False, compare=False)
    unread_count: int = 0
    is_silent: bool = False

    @property
    def reading(self) -> str:
        """All of its text that is known."""
        return self.whole_text or self.text

    @property
    def unread_words(self) -> str:
        """What was left out, as a sentence; empty where all was read."""
        if not self.unread_count:
            return ""
        about = f"About {float(f'{self.unread_count:.2g}'):,.0f}"
        count = about if self.unread_count >= 100 else f"{self.unread_count}"
        return (
            f"{count} more things on this page were not read: it is large, and what is in view and"
            " near it comes first."
        )

    @property
    def last_answer(self) -> int:
        return max((each.number for each in self.answers), default=0)

    def awaited_since(self, old: "Page") -> list[Answer]:
        """Those to what was sent since then; one that is asked for all the time is no answer, but
        for what went with what was typed: the same form may be sent again and again."""
        asked, held = [each.way for each in old.answers], {each.way for each in old.awaited}
        new = [each for each in self.awaited if each.way not in held]
        return [each for each in new if each.is_of_typed or asked.count(each.way) < 2]

    @property
    def can_scroll_down(self) -> bool:
        return self.scroll_y_px + self.view_height_px < self.full_height_px - 2

    @property
    def can_scroll_up(self) -> bool:
        return self.scroll_y_px > 0

    def element(self, agent_id: str) -> WebElement | None:
        return next((each for each in self.elements if each.agent_id == agent_id), None)


class GoalKind(StrEnum):
    """What the goal's artifact is: one thing, several, or something done."""

    OBJECT = "object"
    LIST = "list"
    ACTION = "action"


class TaskMode(StrEnum):
    FIND = "find"
    BROWSE = "browse"
    ANSWER = "answer"
    DOWNLOAD = "download"


class Stage(StrEnum):
    """How far the run has come; it is never lowered."""

    ORIENT = "orient"
    CONTEXT = "context"
    LOCATE = "locate"
    VERIFY = "verify"
    DONE = "done"

    @property
    def number(self) -> int:
        return tuple(Stage).index(self)


class PageType(StrEnum):
    LISTING = "listing"
    DETAIL = "detail"
    OTHER = "other"


class WebGoal(Frozen):
    """What the navigator needs to know of a goal: its artifact's kind, its task mode, and in the
    goal's own words what it asks for, one after the other.

    A thinker without a model tells it from the clauses. A model tells kind and mode with its first
    reply, and what the goal's own page will show (``proofs``); until then ``is_told`` is false."""

    text: str
    kind: GoalKind = GoalKind.OBJECT
    mode: TaskMode = TaskMode.FIND
    parts: tuple[str, ...] = ()
    is_told: bool = True
    proofs: tuple[str, ...] = ()


def told_goal(
    goal: WebGoal, kind: GoalKind | None, mode: TaskMode | None, proofs: tuple[str, ...]
) -> WebGoal:
    """The goal with what a model tells of it."""
    told = replace(goal, kind=kind or goal.kind, mode=mode or goal.mode)
    return replace(told, is_told=True, proofs=proofs)
