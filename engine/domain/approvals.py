"""Approvals: what is asked, what was decided, by whom and upon what."""

from enum import StrEnum

from engine.domain import actions, facts, plans, risks, spaces


class PolicyAnswer(StrEnum):
    ALLOW = "allow"
    ASK = "ask"
    DENY = "deny"


class Asking(StrEnum):
    """When the operator is asked: before each action, before risky ones, or never. Never does not
    mean all is allowed: what is irreversible, leaves the machine or can't be told is denied."""

    EACH = "each"
    RISKY = "risky"
    NEVER = "never"


OWN_STEP, OWN_EDIT = OWN_LAYERS = ("operator's own step", "operator's edit")
"""In the place of a policy's layer, where what would be asked is the operator's own wish."""


class PolicyRuling(facts.Frozen):
    """What the policy says of one action, and which layer said it."""

    answer: PolicyAnswer
    layer: str
    why: str


class Grant(facts.Frozen):
    """A yes beforehand to actions of that kind ``where`` the first was asked for: on a site, or in
    windows of that program. ``segment_number``: in that part of the plan only; ``most``: so often,
    ``secs``: for so long; 0 sets no bound. What can't be taken back, leaves the machine, can't be
    told, has a secret in it or seems to follow the screen is asked for all the same."""

    grant_id: str
    action: str
    where: str
    segment_number: int = 0
    most: int = 0
    secs: float = 0.0


class Approve(facts.OfKind, kind="approve"):
    """``whole_group``: the rest of it too; ``grant``: more like it, if it ``may_be_granted``."""

    whole_group: bool = False
    grant: Grant | None = None


class Edit(facts.OfKind, kind="edit"):
    """Approve, but do this step instead."""

    step: plans.PlanStep


class Reject(facts.OfKind, kind="reject"):
    """Don't do it; plan around it."""

    why: str = ""


class Skip(facts.OfKind, kind="skip"):
    """Don't do it; go on with the next step."""


class Withdraw(facts.OfKind, kind="withdraw"):
    """The question is void: the run ended while it was open."""


OperatorAnswer = Approve | Edit | Reject | Skip | Withdraw


class DecidedHow(StrEnum):
    OPERATOR = "operator"
    POLICY = "policy"
    NOBODY = "nobody there"
    WITHDRAWN = "withdrawn"

    @classmethod
    def _missing_(cls, value: object) -> "DecidedHow | None":
        """The word of the first records, which a withdrawn question had before its time."""
        return cls.WITHDRAWN if value == "run ended" else None


class ApprovalRequest(facts.Frozen):
    """One question to the operator.

    ``digest`` binds the decision to the action and to the picture of its target;
    ``crop_hash`` names that picture; ``target_px`` is the zone's place at planning,
    ``crop_px`` the part of the frame that the crop shows. ``suspicion`` is empty, or says why
    the step seems to follow something on the screen rather than the goal. ``group``: what may be
    approved as a whole with it, where that is more than its segment. ``window``: in which it is
    felt, in words; empty of what is only started or opened. ``about``: the thing that it is done
    to, beside what is pressed, in words; mostly empty."""

    request_id: str
    step: plans.PlanStep
    risk: risks.Risk
    ruling: PolicyRuling
    digest: str
    crop_hash: str = ""
    target_px: spaces.Rect | None = None
    crop_px: spaces.Rect | None = None
    asked_again_because: str = ""
    suspicion: str = ""
    group: str = ""
    window: str = ""
    about: str = ""

    @property
    def where(self) -> str:
        """The site, or the program in whose windows it is felt; empty where that is none, or more
        than one, and of what is only started."""
        places = (*self.risk.touched.programs, *self.risk.touched.sites)
        is_one = len(places) == 1 and not isinstance(self.step.action, actions.Launch)
        return places[0] if is_one else ""

    @property
    def is_grave(self) -> bool:
        """It can't be taken back, or leaves the machine: a hasty key must not do it."""
        grave = (risks.RiskClass.IRREVERSIBLE, risks.RiskClass.LEAVES_MACHINE)
        return self.risk.risk_class in grave or self.risk.degree is risks.Degree.IRREVERSIBLE

    @property
    def may_be_granted(self) -> bool:
        """Whether a yes to another may hold for it: harmless, hands over and follows nothing."""
        risk = self.risk
        is_told = risk.risk_class.is_harmless and risk.degree is not risks.Degree.IRREVERSIBLE
        return is_told and not (risk.hands_over or self.suspicion)

    @property
    def same_as(self) -> tuple[actions.Action, str, risks.Touched, risks.RiskClass] | None:
        """Requests of other runs that tell the same here may be answered together with it: what is
        done, the label, the role and program, and the risk. None where it is decided by itself: as
        it can't be granted, was asked before, or nobody can tell what it is done to."""
        step, touched = self.step, self.risk.touched
        places = (*touched.programs, *touched.sites)
        is_known = bool(places and all(places)) and not getattr(step.action, "to_zone_id", "")
        is_named = isinstance(step.action, actions.Launch) or bool(touched.role and step.zone_label)
        if not (self.may_be_granted and is_known and is_named) or self.asked_again_because:
            return None
        return step.action, step.zone_label, touched, self.risk.risk_class

    def decided(self, verdict: OperatorAnswer, how: DecidedHow, who: str) -> "Decision":
        """The answer to just this."""
        return Decision(self.request_id, verdict, how, who, self.digest)


class Decision(facts.Frozen):
    """The answer: what, how, by whom, and the digest of what was decided upon."""

    request_id: str
    verdict: OperatorAnswer
    how: DecidedHow
    who: str
    digest: str
    grant_id: str = ""
    """The grant that it was given with, if it was."""
    with_others: int = 0
    """So many other runs asked the same and were told the same at once; each takes it by itself."""
    seen_secs: float | None = None
    """For so long its card had been in sight, where it was answered at a window, or on the page for
    a phone; None where nobody can tell."""
