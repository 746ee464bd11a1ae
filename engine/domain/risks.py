"""Risk classes: how much a wrong action would cost, ordered from least to most; and taking back:
whether an action can be undone, said before it, and how far it was undone, seen after.

A state is marked before and after every action. What must come back is the mark, not the hope:
a reversal is judged by comparing the mark of the state before with what is there afterwards."""

from enum import StrEnum
from typing import Literal

from engine.domain import plans, spaces
from engine.domain.facts import Frozen, field
from engine.domain.web.pages import Tab
from engine.domain.zones import Arrangement, Window, Zone


class Degree(StrEnum):
    """How far an action can be taken back."""

    REVERSIBLE = "reversible"
    PARTLY = "partly reversible"
    UNKNOWN = "no way back known"
    IRREVERSIBLE = "irreversible"


NO_WAY_BACK = "No way back is known: "


class Reversibility(Frozen):
    """Declared before the action. ``how`` says how it is undone, or why it can't be."""

    degree: Degree
    how: str

    @classmethod
    def fully(cls, how: str) -> "Reversibility":
        return cls(Degree.REVERSIBLE, how)

    @classmethod
    def partly(cls, how: str) -> "Reversibility":
        return cls(Degree.PARTLY, how)

    @classmethod
    def unknown(cls, why: str) -> "Reversibility":
        return cls(Degree.UNKNOWN, f"{NO_WAY_BACK}{why}")


class WindowPicture(Frozen):
    """A window in small, counted from its own corner, so that it is the same wherever it stands.
    ``cells`` are packed rows of blue, green, red and seen: the mean colour of ``cell_px`` ×
    ``cell_px`` pixels each, and 0 for seen where another window lay over it."""

    window_id: str
    bounds_px: spaces.Rect
    columns: int
    cell_px: int
    cells: bytes = field(repr=False)


class FieldMark(Frozen):
    """What a field of a page holds. ``name`` tells it from the others of its page, also after the
    page came anew; ``words`` are for people. ``is_checked`` is None where it can't be."""

    name: str
    words: str
    value: str
    is_checked: bool | None = None


class PageMark(Frozen):
    """What matters of a page beside what is in sight of it: address, tabs, place, fields. ``texts``
    are all that it says, in sight or not, line by line. ``dom_hash`` is the browser's own word on
    whether anything is different."""

    url: str
    tabs: tuple[Tab, ...]
    scroll_x_px: int
    scroll_y_px: int
    dom_hash: str
    fields: tuple[FieldMark, ...] = field(default=(), repr=False)
    texts: tuple[str, ...] = field(default=(), repr=False)


class StateMark(Frozen, Arrangement):
    """What matters of a state, so that it can be told from others and known again.

    ``digest`` is equal for states that are the same to an operator: it leaves out carets, clocks,
    tooltips, hovering, focus and the status bar. ``zones`` are those in sight that matter;
    ``not_compared`` is where tooltips and status bars are. ``page`` is there on the web.
    ``asides`` are status bars and what stands in them, ``entries`` those of closed menus: what
    differs of them is told apart, since messages pass and some menus are filled late. ``restless``
    is what had changed by itself before its action, and stands at ``restless_px``."""

    digest: str
    windows: tuple[Window, ...]
    zones: tuple[Zone, ...]
    pictures: tuple[WindowPicture, ...] = field(repr=False)
    not_compared: tuple[spaces.Rect, ...] = ()
    page: PageMark | None = None
    asides: tuple[Zone, ...] = field(default=(), repr=False)
    entries: tuple[Zone, ...] = field(default=(), repr=False)
    restless: frozenset[str] = field(default=frozenset(), repr=False)
    restless_px: tuple[spaces.Rect, ...] = field(default=(), repr=False)


class Returned(StrEnum):
    """What comparing a mark with the state now says."""

    RESTORED = "restored"
    CLOSE = "close"
    NOT_RESTORED = "not restored"


class Comparison(Frozen):
    """``differences`` in words, most telling first; of a restored state what any use leaves."""

    returned: Returned
    differences: tuple[str, ...] = ()

    @property
    def is_restored(self) -> bool:
        return self.returned is Returned.RESTORED


class Control(Frozen):
    """What can be acted upon in a program, or on a site, so that it is known again. ``place`` is
    where it stands in its window or page; of a chord (role "keys") the role of what had the
    keyboard."""

    program: str
    role: str
    label: str
    place: str


class UndoWay(Frozen):
    """One way to take an action back: ``steps`` in order, ``words`` such as "press Escape"."""

    words: str
    steps: tuple[plans.PlanStep, ...]


class UndoRequest(Frozen):
    """Asks the thinker how to take back a step of an unknown kind, or where all ways failed."""

    step: plans.PlanStep
    before: StateMark
    after: StateMark
    place: str = ""


class RiskClass(StrEnum):
    """Looking: waiting, scrolling, hovering. Reversible: typing, ticking, opening.

    Discloses: what tells of a person is put into a page, which can read it at once.
    Unknown: nothing tells what it does, such as a control without a name.
    Irreversible: deleting, overwriting, closing without saving. Leaves the machine: sending,
    uploading, paying, posting."""

    LOOKING = "looking"
    REVERSIBLE = "reversible"
    DISCLOSES = "discloses"
    UNKNOWN = "unknown"
    IRREVERSIBLE = "irreversible"
    LEAVES_MACHINE = "leaves the machine"

    @property
    def rank(self) -> int:
        return list(RiskClass).index(self)

    @property
    def is_harmless(self) -> bool:
        return self in (RiskClass.LOOKING, RiskClass.REVERSIBLE)

    @property
    def words(self) -> str:
        """Completes “it …”."""
        is_verb = self in (RiskClass.DISCLOSES, RiskClass.LEAVES_MACHINE)
        return self.value if is_verb else f"is {self.value}"


class Touched(Frozen):
    """What a step is felt in: the role of its zone, and on a desktop the programs in whose windows
    that is, or which one it starts; on the web the sites, also that to which it leads. A name is
    empty where nobody knows it."""

    role: str = ""
    programs: tuple[str, ...] = ()
    sites: tuple[str, ...] = ()


class Risk(Frozen):
    """A class, the words that led to it, and how the action could be taken back, if it can.

    ``leads_to`` is the host that a browser is led to, empty where it stays or nobody knows;
    ``hands_over`` says what is given away that is more than an ordinary text. ``leaves`` says
    why it would lead out of what is explored, in words; empty where it does not. ``withheld`` says
    why a secret does not go there. ``touched`` is known once the step is aimed."""

    risk_class: RiskClass
    why: str
    undo: str
    degree: Degree = Degree.REVERSIBLE
    leads_to: str = ""
    hands_over: Literal["", "file", "secret"] = ""
    leaves: str = ""
    withheld: str = ""
    touched: Touched = Touched()

    @classmethod
    def final(cls, risk_class: RiskClass, why: str) -> "Risk":
        """What can't be taken back."""
        return cls(risk_class, why, "It can't be taken back.", Degree.IRREVERSIBLE)

    @classmethod
    def unknown(cls, why: str, undo: str) -> "Risk":
        """What nobody can tell beforehand; ``undo`` is hoped for, since nothing promises it."""
        said = f"Pilothouse can't tell what it does: {why}"
        return cls(RiskClass.UNKNOWN, said, undo, Degree.PARTLY)

    @property
    def told(self) -> str:
        """The class and its reason as one sentence."""
        if self.risk_class is RiskClass.UNKNOWN:
            return self.why
        return f"it {self.risk_class.words}: {self.why}"
