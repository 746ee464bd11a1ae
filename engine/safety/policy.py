"""Policy: ordered layers, each of which can only narrow what the ones before it allowed.

Allow is the widest answer, deny the narrowest. No layer that speaks means no. The operator's rules
stand within the layer of their asking: they say when it asks, and the others narrow that too. They
are a file, which says allow, ask or deny of actions of some kind, on some role, in some program or
site, of some risk or reversibility. A rule that denies or asks narrows. One that allows says that
what is harmless is not asked about, whatever the run's own asking says; below it lies a floor that
no rule lowers."""

import tomllib
from collections.abc import Sequence
from typing import Annotated, ClassVar, Literal, get_args

from pydantic import BeforeValidator, ConfigDict, Field, TypeAdapter, ValidationError

from engine.domain import errors, facts, plans, zones
from engine.domain.actions import Action, Navigate
from engine.domain.approvals import OWN_LAYERS, ApprovalRequest, Asking, PolicyAnswer, PolicyRuling
from engine.domain.risks import Degree, Risk, RiskClass, Touched
from engine.domain.web.sites import domain_of, host_of, is_below
from engine.language.toml_files import line_of, wrong_in

_KIND = "|".join(f"^{each.__dataclass_fields__['kind'].default}$" for each in get_args(Action))
_REMEDY = "docs/safety.md tells what may stand in a policy."
_FINAL = (RiskClass.IRREVERSIBLE, RiskClass.LEAVES_MACHINE)
_SOME = (BeforeValidator(lambda it: [it] if isinstance(it, str) else it), Field(min_length=1))


class Rule(facts.Frozen):
    """What is not said holds for all. ``program`` and ``site`` are one condition: in windows of one
    of these, or on one of those or what lies below it. ``why`` is told with its answer."""

    answer: PolicyAnswer
    kind: Annotated[tuple[Annotated[str, Field(pattern=_KIND)], ...], *_SOME] = ()
    role: Annotated[tuple[zones.Role, ...], *_SOME] = ()
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

    def holds_for(self, step: plans.PlanStep, risk: Risk) -> bool:
        said = (
            (self.kind, step.action.kind),
            (self.role, risk.touched.role),
            (self.risk, risk.risk_class),
            (self.reversibility, risk.degree),
        )
        fits = all(own in some for some, own in said if some) and self._is_there(risk.touched)
        return fits and (self.answer is not PolicyAnswer.ALLOW or self._is_above_floor(risk))

    def asks_where(self, step: plans.PlanStep) -> bool:
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
        raise errors.NameUnknown("\n".join(wrong_in(error, file, lines)), _REMEDY) from None
    except ValueError as error:
        raise errors.NameUnknown(f"{file}: {error}", _REMEDY) from None
    at = (f"{file}{line_of(lines, ('rules', number))}" for number in range(len(rules)))
    return tuple(zip(at, rules, strict=True))


_NARROWNESS = {PolicyAnswer.ALLOW: 0, PolicyAnswer.ASK: 1, PolicyAnswer.DENY: 2}
SUSPICION_LAYER = "the check of the screen"
"""Who decided, where a step that seems to follow the screen was denied unasked."""
_BESIDE_RULES = ("secrets", "sites", "uploads", "scope", "practice only")
"""Who said it, where the bounds of the run deny."""
_DENIED_UNASKED = (RiskClass.UNKNOWN, RiskClass.IRREVERSIBLE, RiskClass.LEAVES_MACHINE)


class AskingLayer:
    """The operator's choice: ask for each action, for risky ones, or never. Looking is never asked
    for. Where nobody is asked, what can't be taken back is denied, and so is what nobody can tell
    beforehand, and what a rule of theirs wants asked. What seems to follow the screen rather than
    the goal is never done unasked, whatever the rules say."""

    def __init__(self, asking: Asking, rules: Rules = ()) -> None:
        self._asking, self._rules = asking, rules

    def use(self, asking: Asking) -> None:
        self._asking = asking

    def rule(self, step: plans.PlanStep, risk: Risk, suspicion: str) -> PolicyRuling:
        asks = PolicyAnswer.DENY if self._asking is Asking.NEVER else PolicyAnswer.ASK
        held = {PolicyAnswer.ASK: asks}
        said = [
            PolicyRuling(
                held.get(rule.answer, rule.answer), at, f"{rule.words}. {rule.why}".strip()
            )
            for at, rule in self._rules
            if rule.holds_for(step, risk)
        ]
        follows = [PolicyRuling(asks, SUSPICION_LAYER, suspicion)] if suspicion else []
        return _narrowest([*follows, *(said or [self._by_asking(risk)])])

    def _by_asking(self, risk: Risk) -> PolicyRuling:
        is_risky = risk.risk_class in _DENIED_UNASKED
        is_looking = risk.risk_class is RiskClass.LOOKING
        match self._asking:
            case Asking.EACH if is_looking:
                return self._ruling(PolicyAnswer.ALLOW, "looking changes nothing")
            case Asking.EACH:
                return self._ruling(PolicyAnswer.ASK, "each action is asked for")
            case Asking.RISKY if is_risky:
                return self._ruling(PolicyAnswer.ASK, risk.told)
            case Asking.NEVER if is_risky:
                why = f"{risk.told}; nobody is asked in this run"
                return self._ruling(PolicyAnswer.DENY, why)
            case _:
                return self._ruling(PolicyAnswer.ALLOW, f"it {risk.risk_class.words}")

    def _ruling(self, answer: PolicyAnswer, why: str) -> PolicyRuling:
        return PolicyRuling(answer, f"ask {self._asking}", why)


class BoundsLayer(facts.Frozen):
    """Does nothing but deny, whatever the operator's rules say: all that a run does that is
    ``unattended_elsewhere`` than on the practice desktop; what leads out of what is explored; sites
    that are blocked, and where some are allowed, all others; without ``uploads`` that a file is
    handed over; a secret anywhere but where the goal names it.

    A site stands for what lies below it too; ``*.`` before it makes no difference. It is ruled upon
    what opens an address or follows a link; where a page leads by itself is the browser's own
    business."""

    unattended_elsewhere: bool = False
    allowed: Sequence[str] = ()
    blocked: Sequence[str] = ()
    uploads: bool = True

    def rule(self, step: plans.PlanStep, risk: Risk, suspicion: str) -> PolicyRuling | None:
        elsewhere = "unattended runs may act on the practice desktop only"
        upload = f"uploads are not allowed in this run: {risk.why}"
        reasons = {
            "practice only": elsewhere if self.unattended_elsewhere else "",
            "scope": risk.leaves,
            "sites": self._why_not_there(step, risk),
            "uploads": upload if risk.hands_over == "file" and not self.uploads else "",
            "secrets": risk.withheld,
        }
        said = (PolicyRuling(PolicyAnswer.DENY, by, why) for by, why in reasons.items() if why)
        return next(said, None)

    def _why_not_there(self, step: plans.PlanStep, risk: Risk) -> str:
        host = host_of(step.action.url) if isinstance(step.action, Navigate) else risk.leads_to
        if not host:
            return ""
        for domain in map(domain_of, self.blocked):
            if is_below(host, domain):
                return f"{host} is blocked (by “{domain}”)"
        is_free = not self.allowed or any(is_below(host, domain_of(each)) for each in self.allowed)
        return "" if is_free else f"{host} is not among the sites that are allowed"


class LayeredPolicy:
    """Implements the ``Policy`` port: the narrowest answer of all layers, the first at a tie."""

    def __init__(self, layers: Sequence[AskingLayer | BoundsLayer]) -> None:
        self._layers = tuple(layers)

    def ask(self, asking: Asking) -> None:
        for layer in self._layers:
            if isinstance(layer, AskingLayer):
                layer.use(asking)

    def rule(self, step: plans.PlanStep, risk: Risk, suspicion: str = "") -> PolicyRuling:
        rulings = [
            ruling
            for layer in self._layers
            if (ruling := layer.rule(step, risk, suspicion)) is not None
        ]
        if not rulings:
            return PolicyRuling(PolicyAnswer.DENY, "no policy", "no policy means no")
        return _narrowest(rulings)


def ruled_anew(
    request: ApprovalRequest, asking: Asking, rules: Rules, *, is_theirs: bool
) -> PolicyRuling | None:
    """What would be said of a recorded request under these rules; None where they ask about its
    place, which older records lack. ``is_theirs``: the operator's own, not asked about if harmless.
    """
    was, step, risk = request.ruling, request.step, request.risk
    if was.layer in _BESIDE_RULES:
        return was
    if risk.touched == Touched() and any(it.asks_where(step) for _, it in rules):
        return None
    said = AskingLayer(asking, rules).rule(step, risk, request.suspicion)
    is_own = is_theirs and risk.risk_class.is_harmless and was.answer is not PolicyAnswer.ASK
    if said.answer is PolicyAnswer.ASK and (is_own or was.layer in OWN_LAYERS):
        return facts.replace(said, answer=PolicyAnswer.ALLOW, layer=OWN_LAYERS[0])
    return said


def _narrowest(rulings: Sequence[PolicyRuling]) -> PolicyRuling:
    return max(rulings, key=lambda ruling: _NARROWNESS[ruling.answer])
