"""What a guest is told: the verdict of its call with its evidence, and what is on the screen.

``effect`` is in the words that agents know (confirmed, unverifiable, suspected_noop, refused);
``verdict`` is Pilothouse's own. What comes from the screen stands in fences, as untrusted data.
"""

from dataclasses import dataclass, field
from typing import Any

from engine.domain import performing
from engine.domain.guests import Served
from engine.domain.plans import Situation
from engine.domain.recoveries import FailureClass
from engine.domain.verdicts import Judgement, Verdict
from engine.thinking.model.fencing import fenced, one_line
from engine.thinking.model.pictures import picture_text
from engine.thinking.model.screen_text import applications_text, changes_between, screen_text

LOOK_TOKENS = 6_000
_EVIDENCE_CHARS = 300
_EFFECTS = {
    Verdict.SEEN: "confirmed",
    Verdict.CANT_TELL: "unverifiable",
    Verdict.CONTRADICTED: "suspected_noop",
}
_NOT_BEGUN = (
    *(FailureClass.ZONE_MISSING, FailureClass.PLACE_CHANGED),
    *(FailureClass.NOT_PERFORMED, FailureClass.NOT_THERE),
)
_DID_SOMETHING = (FailureClass.OBSTRUCTED, FailureClass.OTHER_EFFECT, FailureClass.NOT_AGAIN)
"""Or may have: told as a no-op, it would be tried again."""


@dataclass(frozen=True, slots=True)
class Told:
    """``text`` is for the agent to read, ``facts`` the same for its program; ``is_error``: the call
    came to nothing. ``picture`` is a JPEG or PNG with its type."""

    text: str
    facts: dict[str, Any] = field(default_factory=dict)
    is_error: bool = False
    picture: tuple[bytes, str] | None = None


def told_look(served: Served, *, picture_id: int = 0) -> Told:
    """The table of zones, and the picture where one was asked for, under its id."""
    now, shown = served.now, served.shown
    screen = screen_text(now, "", LOOK_TOKENS).text
    table = "\n".join(filter(None, (screen, applications_text(now, "", LOOK_TOKENS))))
    facts: dict[str, Any] = {
        "state_id": served.state_id,
        "window": _front(now),
        "zones": len(now.zones_in_sight),
    }
    if shown is None:
        return Told(f"{table}\nstate_id: {served.state_id}", facts)
    facts["picture_id"] = picture_id
    facts["picture_px"] = [shown.picture.width, shown.picture.height]
    told = f"picture_id: {picture_id}\n{picture_text(shown)}"
    text = f"{table}\n{told}\nstate_id: {served.state_id}"
    return Told(text, facts, picture=(shown.picture.data, shown.picture.media_type))


def told_act(served: Served) -> Told:
    """What came of a step, and what is otherwise on the screen since."""
    result = served.result
    effect, why = _effect_of(result)
    facts: dict[str, Any] = {"effect": effect, "state_id": served.state_id}
    said = {"performed": result.step.description if result is not None else "", "why": why}
    said = {name: one_line(words, _EVIDENCE_CHARS) for name, words in said.items() if words}
    facts |= said
    lines = [effect, fenced("\n".join(f"{name}: {words}" for name, words in said.items()))]
    if isinstance(result, performing.StepDone):
        facts |= _judged(result.judged)
        lines += _evidence_lines(result.judged)
    changes = changes_between(served.before.zones_in_sight, served.now.zones_in_sight)
    lines.append(f"changed:\n{changes}" if changes else "Nothing else is told differently.")
    lines.append(f"in front: {fenced(_front(served.now))}")
    lines.append(f"state_id: {served.state_id}")
    refused = not isinstance(result, performing.StepDone)
    return Told("\n".join(lines), facts, is_error=refused)


def told_return(served: Served) -> Told:
    """*Verified*, *partial* with what differs, or *can't*."""
    reversal = served.reversal
    if reversal is None:
        return Told(served.refused, {"returned": "can't", "why": served.refused}, is_error=True)
    returned = "verified" if reversal.is_back else ("partial" if reversal.left else "can't")
    if reversal.judged.is_contradicted and not reversal.left:
        returned = "can't"
    facts = {"returned": returned, **_judged(reversal.judged), "state_id": served.state_id}
    lines = [f"{returned}: {len(reversal.undone)} actions taken back"]
    if reversal.untold:
        lines.append(f"of {len(reversal.untold)} more nobody can tell whether they still stand")
    if reversal.why:
        facts["why"] = one_line(reversal.why, _EVIDENCE_CHARS)
        lines.append(fenced(facts["why"]))
    lines += [*_evidence_lines(reversal.judged), f"state_id: {served.state_id}"]
    return Told("\n".join(lines), facts, is_error=returned == "can't")


def told_verdict(served: Served) -> Told:
    """Of a verification: *seen*, *contradicted* or *can't tell*."""
    judged = served.judged
    if judged is None:
        return Told(served.refused, {}, is_error=True)
    return Told(
        "\n".join([str(judged.verdict), *_evidence_lines(judged)]),
        {**_judged(judged), "state_id": served.state_id},
    )


def told_words(served: Served) -> Told:
    """An answer, or why there is none, which may quote the screen."""
    refused = fenced(one_line(served.refused, _EVIDENCE_CHARS)) if served.refused else ""
    words = refused or served.answer or "It is noted."
    facts = {"answer": served.answer} if served.answer else {}
    return Told(words, facts, is_error=bool(served.refused))


def told_windows(now: Situation) -> Told:
    """The windows, the one in front first."""
    ordered = sorted(now.windows, key=lambda window: (not window.is_active, window.order))
    named = [(one_line(each.title, 120), one_line(each.application, 60)) for each in ordered]
    rows = [
        f"{title or '(no title)'} | {program}"
        f"{' | dialog' if window.is_dialog else ''}{' | in front' if window.is_active else ''}"
        for window, (title, program) in zip(ordered, named, strict=True)
    ]
    return Told(
        fenced("\n".join(["title | application", *rows])),
        {"windows": [{"title": title, "application": program} for title, program in named]},
    )


def _effect_of(result: performing.StepResult | None) -> tuple[str, str]:
    match result:
        case performing.StepDone(judged=judged):
            return _EFFECTS[judged.verdict], ""
        case performing.StepFailed(why=why, failure=failure):
            if failure in _NOT_BEGUN:
                return "refused", why
            return "unverifiable" if failure in _DID_SOMETHING else "suspected_noop", why
        case None:
            return "refused", "it was not begun"
        case _:
            return "refused", result.why


def _judged(judged: Judgement) -> dict[str, Any]:
    evidence = [one_line(each, _EVIDENCE_CHARS) for each in judged.evidence]
    return {"verdict": str(judged.verdict), "evidence": evidence}


def _evidence_lines(judged: Judgement) -> list[str]:
    if not judged.evidence:
        return []
    words = "\n".join(one_line(each, _EVIDENCE_CHARS) for each in judged.evidence)
    return [f"evidence ({judged.verdict}):\n{fenced(words)}"]


def _front(now: Situation) -> str:
    front = now.active_window
    return one_line(front.name, 120) if front is not None else ""
