"""Risk classes: how much a wrong action would cost. Ordered from least to most."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Literal

from engine.domain.reversal import Degree


class RiskClass(StrEnum):
    """Looking: waiting, scrolling, hovering. Reversible: typing, ticking, opening.

    Discloses: what tells of a person is put into a page, which can read it at once.
    Unknown: nothing tells what it does, such as a control without a name.
    Irreversible: deleting, overwriting, closing without saving. Leaves the machine: sending,
    uploading, paying, posting.
    """

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


@dataclass(frozen=True, slots=True)
class Touched:
    """What a step is felt in: the role of its zone, and on a desktop the programs in whose windows
    that is, or which one it starts; on the web the sites, also that to which it leads. A name is
    empty where nobody knows it."""

    role: str = ""
    programs: tuple[str, ...] = ()
    sites: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Risk:
    """A class, the words that led to it, and how the action could be taken back, if it can.

    ``leads_to`` is the host that a browser is led to, empty where it stays or nobody knows;
    ``hands_over`` says what is given away that is more than an ordinary text. ``leaves`` says
    why it would lead out of what is explored, in words; empty where it does not. ``withheld`` says
    why a secret does not go there. ``touched`` is known once the step is aimed.
    """

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
