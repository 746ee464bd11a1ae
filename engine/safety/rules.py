"""The operator's own policy: a file of rules that say allow, ask or deny of actions of some kind,
on some role, in some program or site, of some risk or reversibility.

A rule that denies or asks narrows. One that allows says that what is harmless is not asked about,
whatever the run's own asking says; below it lies a floor that no rule lowers.
"""

import tomllib
from dataclasses import dataclass
from typing import Annotated, ClassVar, Literal, get_args

from pydantic import BeforeValidator, ConfigDict, Field, TypeAdapter, ValidationError

from engine.domain.actions import Action
from engine.domain.approvals import PolicyAnswer
from engine.domain.errors import NameUnknown
from engine.domain.plans import PlanStep
from engine.domain.risks import Degree, Risk, RiskClass, Touched
from engine.domain.web.sites import is_below
from engine.domain.zones import Role
from engine.language.toml_files import line_of, wrong_in

_KIND = "|".join(f"^{each.__dataclass_fields__['kind'].default}$" for each in get_args(Action))
_REMEDY = "docs/safety.md tells what may stand in a policy."
_FINAL = (RiskClass.IRREVERSIBLE, RiskClass.LEAVES_MACHINE)
_SOME = (BeforeValidator(lambda it: [it] if isinstance(it, str) else it), Field(min_length=1))


@dataclass(frozen=True, slots=True)
class Rule:
    """What is not said holds for all. ``program`` and ``site`` are one condition: in windows of one
    of these, or on one of those or what lies below it. ``why`` is told with its answer."""

    answer: PolicyAnswer
    kind: Annotated[tuple[Annotated[str, Field(pattern=_KIND)], ...], *_SOME] = ()
    role: Annotated[tuple[Role, ...], *_SOME] = ()
    program: Annotated[tuple[str, ...], *_SOME] = ()
    site: Annotated[tuple[str, ...], *_SOME] = ()
    risk: Annotated[tuple[RiskClass, ...], *_SOME] = ()
    reversibility: Annotated[tuple[Degree, ...], *_SOME] = ()
    why: str = ""
    __pydantic_config__: ClassVar[ConfigDict] = ConfigDict(extra="forbid")

    def __post_init__(self) -> None:
        """Raises ``ValueError`` where it would allow what no rule may."""
        if self.answer is not PolicyAnswer.ALLOW:
            return
        if Degree.IRREVERSIBLE in self.reversibility or any(each in _FINAL for each in self.risk):
            raise ValueError("no rule allows what can’t be taken back or leaves the machine")
        if RiskClass.UNKNOWN in self.risk and not self.program:
            raise ValueError("what nobody can tell is allowed only in a program that is named")

    def holds_for(self, step: PlanStep, risk: Risk) -> bool:
        said = (
            (self.kind, step.action.kind),
            (self.role, risk.touched.role),
            (self.risk, risk.risk_class),
            (self.reversibility, risk.degree),
        )
        fits = all(own in some for some, own in said if some) and self._is_there(risk.touched)
        return fits and (self.answer is not PolicyAnswer.ALLOW or self._is_above_floor(risk))

    def asks_where(self, step: PlanStep) -> bool:
        """Whether it may hold for such a step in one place and not in another."""
        is_placed = bool(self.role or self.program or self.site)
        return is_placed and (not self.kind or step.action.kind in self.kind)

    @property
    def words(self) -> str:
        """As ``Ask about click, drag in galculator where it is unknown``."""
        verb = {"allow": "Allow", "ask": "Ask about", "deny": "Deny"}[self.answer]
        where = [("on a", self.role), ("in", (*self.program, *self.site))]
        degrees = tuple(f"is {degree}" for degree in self.reversibility)
        told = [("where it", tuple(each.words for each in self.risk)), ("where it", degrees)]
        parts = [f"{name} {' or '.join(some)}" for name, some in (*where, *told) if some]
        return " ".join([verb, ", ".join(self.kind) or "everything", *parts])

    def _is_above_floor(self, risk: Risk) -> bool:
        """Never allowed by rule: what can't be taken back (a line that something executes, too),
        what leaves the machine, a secret or a file that is handed over; and what discloses or can't
        be told only where the rule says so."""
        is_final = risk.risk_class in _FINAL or risk.degree is Degree.IRREVERSIBLE
        is_meant = risk.risk_class.is_harmless or risk.risk_class in self.risk
        return is_meant and not (is_final or risk.hands_over or risk.withheld or risk.leaves)

    def _is_there(self, touched: Touched) -> bool:
        """To allow a step all of what it is felt in must be named, else any."""
        if not (self.program or self.site):
            return True
        programs = [each.casefold() for each in self.program]
        named = [each.casefold() in programs for each in touched.programs]
        named += [any(is_below(site, each) for each in self.site) for site in touched.sites]
        return bool(named) and (all if self.answer is PolicyAnswer.ALLOW else any)(named)


Rules = tuple[tuple[str, Rule], ...]
"""Each with where it stands: ``policy.toml:12``."""


def rules_from_text(text: str, file: str) -> Rules:
    """Raises ``NameUnknown``, which tells all that is wrong, each with its line of the ``file``."""
    lines = text.splitlines()
    try:
        reader = TypeAdapter(dict[Literal["rules"], list[Rule]])
        rules = reader.validate_python(tomllib.loads(text)).get("rules", [])
    except ValidationError as error:
        raise NameUnknown("\n".join(wrong_in(error, file, lines)), _REMEDY) from None
    except ValueError as error:
        raise NameUnknown(f"{file}: {error}", _REMEDY) from None
    at = (f"{file}{line_of(lines, ('rules', number))}" for number in range(len(rules)))
    return tuple(zip(at, rules, strict=True))
