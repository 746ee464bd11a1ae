"""Policy: ordered layers, each of which can only narrow what the ones before it allowed.

Allow is the widest answer, deny the narrowest. No layer that speaks means no. The operator's rules
stand within the layer of their asking: they say when it asks, and the others narrow that too.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Protocol

from engine.domain.actions import Navigate
from engine.domain.approvals import OWN_LAYERS, ApprovalRequest, Asking, PolicyAnswer, PolicyRuling
from engine.domain.plans import PlanStep
from engine.domain.risks import Risk, RiskClass, Touched
from engine.domain.web.sites import host_of, is_below
from engine.safety.rules import Rules

_NARROWNESS = {PolicyAnswer.ALLOW: 0, PolicyAnswer.ASK: 1, PolicyAnswer.DENY: 2}
SUSPICION_LAYER = "the check of the screen"
"""Who decided, where a step that seems to follow the screen was denied unasked."""
_BESIDE_RULES = ("secrets", "sites", "uploads", "scope", "practice only")
"""Layers that do nothing but deny, whatever the operator's rules say."""
_DENIED_UNASKED = (RiskClass.UNKNOWN, RiskClass.IRREVERSIBLE, RiskClass.LEAVES_MACHINE)


class Layer(Protocol):
    """One typed rule; None where it has nothing to say of this action."""

    def rule(self, step: PlanStep, risk: Risk, suspicion: str) -> PolicyRuling | None: ...


class AskingLayer:
    """The operator's choice: ask for each action, for risky ones, or never.

    Looking is never asked for. Where nobody is asked, what can't be taken back is denied, and so
    is what nobody can tell beforehand, and what a rule of theirs wants asked.
    """

    def __init__(self, asking: Asking, rules: Rules = ()) -> None:
        self._asking, self._rules = asking, rules

    def use(self, asking: Asking) -> None:
        self._asking = asking

    def rule(self, step: PlanStep, risk: Risk, suspicion: str) -> PolicyRuling | None:
        is_unasked = self._asking is Asking.NEVER
        held = {PolicyAnswer.ASK: PolicyAnswer.DENY} if is_unasked else {}
        said = [
            PolicyRuling(
                held.get(rule.answer, rule.answer), at, f"{rule.words}. {rule.why}".strip()
            )
            for at, rule in self._rules
            if rule.holds_for(step, risk)
        ]
        return _narrowest(said or [self._by_asking(risk)])

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


class SuspicionLayer:
    """What seems to follow the screen rather than the goal is never done unasked."""

    def __init__(self, asking: Asking) -> None:
        self.use(asking)

    def use(self, asking: Asking) -> None:
        self._answer = PolicyAnswer.DENY if asking is Asking.NEVER else PolicyAnswer.ASK

    def rule(self, step: PlanStep, risk: Risk, suspicion: str) -> PolicyRuling | None:
        return PolicyRuling(self._answer, SUSPICION_LAYER, suspicion) if suspicion else None


class PracticeOnlyLayer:
    """The shipped policy of unattended runs: valid on the practice surface and nowhere else."""

    def __init__(self, *, is_practice: bool) -> None:
        self._is_practice = is_practice

    def rule(self, step: PlanStep, risk: Risk, suspicion: str) -> PolicyRuling | None:
        if self._is_practice:
            return None
        return PolicyRuling(
            PolicyAnswer.DENY,
            "practice only",
            "unattended runs may act on the practice desktop only",
        )


class DomainLayer:
    """Sites that the browser may be led to: none of the blocked, and where some are allowed, no
    others. A domain stands for what lies below it too; ``*.`` before it makes no difference.

    It rules upon what opens an address or follows a link; where a page leads by itself is the
    browser's own business.
    """

    def __init__(self, *, allowed: Sequence[str] = (), blocked: Sequence[str] = ()) -> None:
        self._allowed = tuple(map(_domain, allowed))
        self._blocked = tuple(map(_domain, blocked))

    def rule(self, step: PlanStep, risk: Risk, suspicion: str) -> PolicyRuling | None:
        host = host_of(step.action.url) if isinstance(step.action, Navigate) else risk.leads_to
        if not host:
            return None
        for domain in self._blocked:
            if is_below(host, domain):
                return self._denied(f"{host} is blocked (by “{domain}”)")
        if self._allowed and not any(is_below(host, domain) for domain in self._allowed):
            return self._denied(f"{host} is not among the sites that are allowed")
        return None

    def _denied(self, why: str) -> PolicyRuling:
        return PolicyRuling(PolicyAnswer.DENY, "sites", why)


class ScopeLayer:
    """An exploration stays with what it explores: nothing leads out of it, whoever asks for it."""

    def rule(self, step: PlanStep, risk: Risk, suspicion: str) -> PolicyRuling | None:
        return PolicyRuling(PolicyAnswer.DENY, "scope", risk.leaves) if risk.leaves else None


class SecretLayer:
    """A secret goes where the goal names it, and nobody is asked about any other place."""

    def rule(self, step: PlanStep, risk: Risk, suspicion: str) -> PolicyRuling | None:
        return PolicyRuling(PolicyAnswer.DENY, "secrets", risk.withheld) if risk.withheld else None


class UploadLayer:
    """Files stay on this machine unless the operator's settings allow that they are handed over."""

    def __init__(self, *, is_allowed: bool) -> None:
        self._is_allowed = is_allowed

    def rule(self, step: PlanStep, risk: Risk, suspicion: str) -> PolicyRuling | None:
        if self._is_allowed or risk.hands_over != "file":
            return None
        return PolicyRuling(
            PolicyAnswer.DENY, "uploads", f"uploads are not allowed in this run: {risk.why}"
        )


class LayeredPolicy:
    """Implements the ``Policy`` port: the narrowest answer of all layers, the first at a tie."""

    def __init__(self, layers: Sequence[Layer]) -> None:
        self._layers = tuple(layers)

    def ask(self, asking: Asking) -> None:
        for layer in self._layers:
            if isinstance(layer, AskingLayer | SuspicionLayer):
                layer.use(asking)

    def rule(self, step: PlanStep, risk: Risk, suspicion: str = "") -> PolicyRuling:
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
    layers: list[Layer] = [SuspicionLayer(asking), AskingLayer(asking, rules)]
    said = LayeredPolicy(layers).rule(step, risk, request.suspicion)
    is_own = is_theirs and risk.risk_class.is_harmless and was.answer is not PolicyAnswer.ASK
    if said.answer is PolicyAnswer.ASK and (is_own or was.layer in OWN_LAYERS):
        return replace(said, answer=PolicyAnswer.ALLOW, layer=OWN_LAYERS[0])
    return said


def _narrowest(rulings: Sequence[PolicyRuling]) -> PolicyRuling:
    return max(rulings, key=lambda ruling: _NARROWNESS[ruling.answer])


def _domain(written: str) -> str:
    """As it is compared: without a wildcard, a scheme, a port or a path."""
    return host_of(written.strip().removeprefix("*.").casefold()) or written.strip().casefold()
