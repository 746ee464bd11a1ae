"""A guest's desk: what it says, by the one table of verbs, becomes a call; what came of it is told:
the verdict with its evidence, and what is on the screen.

Protocols stand in front of it. A ``zone_id`` is that of the table which the guest was shown last;
what a step does not need may be left out.

``effect`` is in the words that agents know (confirmed, unverifiable, suspected_noop, refused);
``verdict`` is Pilothouse's own. What comes from the screen stands in fences, as untrusted data."""

from collections.abc import Awaitable, Callable
from typing import Any

from pydantic import ValidationError

from engine.domain import actions, errors, guests, performing, verdicts
from engine.domain.facts import Frozen, field, replace
from engine.domain.plans import IN_SIGHT, GoalPart, Look, ShownPicture, Situation
from engine.domain.recoveries import FailureClass
from engine.language import action_words, labels, verbs
from engine.thinking.model.asking import shown_by
from engine.thinking.model.checks import what_does_not_fit
from engine.thinking.model.fencing import fenced, one_line, picture_note
from engine.thinking.model.pictures import picture_text
from engine.thinking.model.replies import StepReply
from engine.thinking.model.screen_text import applications_text, changes_between, screen_text
from engine.thinking.model.steps_from_reply import step_from

LOOK_TOKENS = 6_000
_EVIDENCE_CHARS = 300
_EFFECTS = {
    verdicts.Verdict.SEEN: "confirmed",
    verdicts.Verdict.CANT_TELL: "unverifiable",
    verdicts.Verdict.CONTRADICTED: "suspected_noop",
}
_NOT_BEGUN = (
    *(FailureClass.ZONE_MISSING, FailureClass.PLACE_CHANGED),
    *(FailureClass.NOT_PERFORMED, FailureClass.NOT_THERE),
)
_DID_SOMETHING = (FailureClass.OBSTRUCTED, FailureClass.OTHER_EFFECT, FailureClass.NOT_AGAIN)
"""Or may have: told as a no-op, it would be tried again."""


class Told(Frozen):
    """``text`` is for the agent to read, ``facts`` the same for its program; ``is_error``: the call
    came to nothing. ``picture`` is a JPEG or PNG with its type."""

    text: str
    facts: dict[str, Any] = field(default_factory=dict)
    is_error: bool = False
    picture: tuple[bytes, str] | None = None


def table_of(now: Situation) -> str:
    """The zones in sight, and what can be launched."""
    screen = screen_text(now, "", LOOK_TOKENS).text
    return "\n".join(filter(None, (screen, applications_text(now, "", LOOK_TOKENS))))


def told_look(served: guests.Served, table: str, *, picture_id: int = 0) -> Told:
    """The table of zones, and the picture where one was asked for, under its id."""
    now, shown = served.now, served.shown
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


def told_act(served: guests.Served) -> Told:
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


def told_return(served: guests.Served) -> Told:
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


def told_verdict(served: guests.Served) -> Told:
    """Of a verification: *seen*, *contradicted* or *can't tell*."""
    judged = served.judged
    if judged is None:
        return Told(served.refused, {}, is_error=True)
    return Told(
        "\n".join([str(judged.verdict), *_evidence_lines(judged)]),
        {**_judged(judged), "state_id": served.state_id},
    )


def told_words(served: guests.Served) -> Told:
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


def _judged(judged: verdicts.Judgement) -> dict[str, Any]:
    evidence = [one_line(each, _EVIDENCE_CHARS) for each in judged.evidence]
    return {"verdict": str(judged.verdict), "evidence": evidence}


def _evidence_lines(judged: verdicts.Judgement) -> list[str]:
    if not judged.evidence:
        return []
    words = "\n".join(one_line(each, _EVIDENCE_CHARS) for each in judged.evidence)
    return [f"evidence ({judged.verdict}):\n{fenced(words)}"]


def _front(now: Situation) -> str:
    front = now.active_window
    return one_line(front.name, 120) if front is not None else ""


_TEXT_CHARS = 20_000
_READ_CHARS = 16_000
_PART_CHARS = 200
_KEPT_PICTURES = 4
_MOST_CHOICES = 9
_UNVERIFIED = GoalPart("what shows that it is done, which the guest did not verify")
Serve = Callable[[guests.GuestCall], Awaitable[guests.Served]]


class Desk:
    """One guest's. ``serve`` takes a call to the seat; a ``KnownError`` of its is told."""

    def __init__(self, serve: Serve) -> None:
        self._serve = serve
        self._now: Situation | None = None
        self._verified: dict[str, GoalPart] = {}
        self._pictures: dict[int, ShownPicture] = {}
        self._count = 0
        self._tabled: tuple[Situation | None, str] = (None, "")

    async def look(self, picture: Look | None = None) -> Told:
        """The zones in sight; with ``picture`` also as one."""
        told = await self._told(guests.LookNow(picture), self._told_look)
        if picture is not None and told.picture is None and not told.is_error:
            told = replace(told, text=f"{told.text}\nNo picture: it needs --pictures.")
        return told

    def _told_look(self, served: guests.Served) -> Told:
        if self._tabled[0] is not served.now:
            self._tabled = (served.now, table_of(served.now))
        if served.shown is None:
            return told_look(served, self._tabled[1])
        self._count += 1
        self._pictures[self._count] = served.shown
        self._pictures = dict(list(self._pictures.items())[-_KEPT_PICTURES:])
        return told_look(served, self._tabled[1], picture_id=self._count)

    async def windows(self) -> Told:
        return await self._told(guests.LookNow(), lambda served: told_windows(served.now))

    async def read(self, zone_id: str = IN_SIGHT, start: int = 0, words: str = "") -> Told:
        """The whole text of a zone or all in sight, from a character on or where the words are."""
        part = " ".join(words[:_TEXT_CHARS].split()) or start
        return await self._told(guests.LookNow(read=f"{zone_id}@{part}"), _read)

    async def do(self, picture_id: int | None = None, **said: str) -> Told:
        """One action, with the fields that a step of a model's reply has; places ``at`` without a
        zone count in the picture of that id, or in the last."""
        if wrong := _too_long(**said):
            return _refused(wrong)
        now = await self._seen()
        if isinstance(now, Told):
            return now
        shown = self._pictures.get(self._count if picture_id is None else picture_id)
        if picture_id is not None and shown is None:
            return _refused(f"picture {picture_id} is not among the last {_KEPT_PICTURES}")
        try:
            reply = StepReply.model_validate(said)
        except ValidationError as error:
            return _refused(
                "; ".join(each["msg"].removeprefix("Value error, ") for each in error.errors())
            )
        if wrong := what_does_not_fit(reply, now, shown):
            return _refused(wrong)
        return await self._told(guests.Act(step_from(reply, now, 1, shown), now), told_act)

    async def open_address(self, url: str) -> Told:
        """In the browser's tab that is in front."""
        if wrong := _too_long(url=url):
            return _refused(wrong)
        action = actions.GoBack() if url == "back" else actions.Navigate(url)
        return await self._told(guests.Act(action_words.own_step(action)), told_act)

    async def take_back(self, state_id: str = "") -> Told:
        return await self._told(guests.TakeBack(state_id), told_return)

    async def verify(self, zone_id: str, expect: str, words: str = "") -> Told:
        """Whether something is so now. What is verified is looked for again at the end."""
        if wrong := _too_long(expect=expect):
            return _refused(wrong)
        now = await self._seen()
        if isinstance(now, Told):
            return now
        reply = StepReply(action="verify", zone_id=zone_id, expect=expect, description=words)
        condition = shown_by(reply, now)
        if condition is None:
            return _refused(f"{labels.quoted(expect)} can't be looked for. Say {verbs.VERIFIABLE}.")
        part = GoalPart(_one_line(words or expect), condition)
        told = await self._told(guests.Verify(part), told_verdict)
        if not told.is_error:
            self._verified[part.words] = part
        return told

    async def ask(self, question: str, choices: list[str]) -> Told:
        """With a few choices, a line each; without any it is yes or no."""
        lines = [line for each in choices[:_MOST_CHOICES] if (line := _one_line(each))]
        asked = guests.AskOperator(question[:_TEXT_CHARS], tuple(lines) or ("Yes", "No"))
        return await self._told(asked, told_words)

    async def ask_access(self, said: list[str]) -> Told:
        """To be granted more, in the words of ``Granted``, until the run ends."""
        try:
            more = guests.Granted.of(map(_one_line, said[:_MOST_CHOICES]))
        except errors.KnownError as error:
            return _refused(str(error))
        return await self._told(guests.AskAccess(more), told_words)

    async def note(self, text: str) -> Told:
        return await self._told(guests.Note(text[:_TEXT_CHARS]), told_words)

    async def finish(self, answer: str = "", gives_up: str = "") -> Told:
        """The end; what was verified on the way is looked for once more."""
        parts = tuple(self._verified.values()) or (_UNVERIFIED,)
        end = guests.Finish(parts, answer[:_TEXT_CHARS], gives_up[:_TEXT_CHARS])
        return await self._told(end, told_words)

    async def _seen(self) -> Situation | Told:
        """What the guest was told of last; without that it looks first."""
        if self._now is None:
            told = await self.look()
            if self._now is None:
                return told
        return self._now

    async def _told(self, call: guests.GuestCall, tell: Callable[[guests.Served], Told]) -> Told:
        try:
            served = await self._serve(call)
        except errors.KnownError as error:
            if isinstance(error, guests.SeatClosed):
                self._forget()
            return _refused(str(error))
        self._now = served.now
        told = tell(served)
        if served.is_over:
            self._forget()
        return told

    def _forget(self) -> None:
        """What was seen and verified in a run that is over bears nothing in another."""
        self._now, self._verified, self._pictures, self._tabled = None, {}, {}, (None, "")


def _refused(why: str) -> Told:
    return Told(f"refused: {why}", {"effect": "refused", "why": why}, is_error=True)


def _too_long(**said: str) -> str:
    long = next((name for name, each in said.items() if len(each) > _TEXT_CHARS), "")
    return f"{long} has more than {_TEXT_CHARS} characters: do it in parts" if long else ""


def _one_line(text: str) -> str:
    return " ".join(text.split())[:_PART_CHARS]


def _read(served: guests.Served) -> Told:
    [read] = served.texts
    is_there = read.is_drawn or read.zone_id == IN_SIGHT or served.now.zone(read.zone_id)
    if not read.text and not is_there and not read.start:
        return _refused(f"{read.zone_id} is not in the table: look again.")
    part = read.text[:_READ_CHARS]
    left = len(read.text) - len(part)
    facts = {"start": read.start, "left": left, "is_cut": read.is_cut, "is_drawn": read.is_drawn}
    return Told("\n".join(filter(None, [fenced(part), picture_note(read)])), facts)
