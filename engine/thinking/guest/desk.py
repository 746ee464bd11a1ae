"""A guest's desk: what it says, by the one table of verbs, becomes a call; what came of it is told.

Protocols stand in front of it. A ``zone_id`` is that of the table which the guest was shown last;
what a step does not need may be left out.
"""

from collections.abc import Awaitable, Callable
from dataclasses import replace

from pydantic import ValidationError

from engine.domain import guests
from engine.domain.actions import GoBack, Navigate
from engine.domain.errors import KnownError
from engine.domain.plans import GLOBAL_ZONE_ID, GoalPart, Look, PlanStep, ShownPicture, Situation
from engine.language.action_words import action_words
from engine.language.labels import quoted
from engine.language.verbs import VERIFIABLE
from engine.states.reading import read_text
from engine.thinking.guest import telling
from engine.thinking.guest.telling import Told
from engine.thinking.model.checks import what_does_not_fit
from engine.thinking.model.fencing import fenced
from engine.thinking.model.replies import StepReply
from engine.thinking.model.segments import shown_by
from engine.thinking.model.steps_from_reply import step_from

_TEXT_CHARS = 20_000
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

    async def look(self, picture: Look | None = None) -> Told:
        """The zones in sight; with ``picture`` also as one."""
        told = await self._told(guests.LookNow(picture), self._told_look)
        if picture is not None and told.picture is None and not told.is_error:
            told = replace(told, text=f"{told.text}\nNo picture: it needs --pictures.")
        return told

    def _told_look(self, served: guests.Served) -> Told:
        if served.shown is None:
            return telling.told_look(served)
        self._count += 1
        self._pictures[self._count] = served.shown
        self._pictures = dict(list(self._pictures.items())[-_KEPT_PICTURES:])
        return telling.told_look(served, picture_id=self._count)

    async def windows(self) -> Told:
        return await self._told(guests.LookNow(), lambda served: telling.told_windows(served.now))

    async def read(self, zone_id: str, start: int = 0) -> Told:
        """The whole text of a zone, from a character on."""
        return await self._told(guests.LookNow(), lambda served: _read(served.now, zone_id, start))

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
            if wrong := what_does_not_fit(reply, now):
                return _refused(wrong)
            step = step_from(reply, now, 1, shown)
        except ValidationError as error:
            return _refused(
                "; ".join(each["msg"].removeprefix("Value error, ") for each in error.errors())
            )
        except ValueError as error:
            return _refused(str(error))
        return await self._told(guests.Act(step, now), telling.told_act)

    async def open_address(self, url: str) -> Told:
        """In the browser's tab that is in front."""
        if wrong := _too_long(url=url):
            return _refused(wrong)
        action = GoBack() if url == "back" else Navigate(url)
        step = PlanStep(1, GLOBAL_ZONE_ID, "", action, action_words(action))
        return await self._told(guests.Act(step), telling.told_act)

    async def take_back(self, state_id: str = "") -> Told:
        return await self._told(guests.TakeBack(state_id), telling.told_return)

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
            return _refused(f"{quoted(expect)} can't be looked for. Say {VERIFIABLE}.")
        part = GoalPart(_one_line(words or expect), condition)
        told = await self._told(guests.Verify(part), telling.told_verdict)
        self._verified[part.words] = part
        return told

    async def ask(self, question: str, choices: list[str]) -> Told:
        """With a few choices, a line each; without any it is yes or no."""
        lines = [line for each in choices[:_MOST_CHOICES] if (line := _one_line(each))]
        asked = guests.AskOperator(question[:_TEXT_CHARS], tuple(lines) or ("Yes", "No"))
        return await self._told(asked, telling.told_words)

    async def note(self, text: str) -> Told:
        return await self._told(guests.Note(text[:_TEXT_CHARS]), telling.told_words)

    async def finish(self, answer: str = "", gives_up: str = "") -> Told:
        """The end; what was verified on the way is looked for once more."""
        parts = tuple(self._verified.values()) or (_UNVERIFIED,)
        end = guests.Finish(parts, answer[:_TEXT_CHARS], gives_up[:_TEXT_CHARS])
        return await self._told(end, telling.told_words)

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
        except KnownError as error:
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
        self._now, self._verified, self._pictures = None, {}, {}


def _refused(why: str) -> Told:
    return Told(f"refused: {why}", {"effect": "refused", "why": why}, is_error=True)


def _too_long(**said: str) -> str:
    long = next((name for name, each in said.items() if len(each) > _TEXT_CHARS), "")
    return f"{long} has more than {_TEXT_CHARS} characters: do it in parts" if long else ""


def _one_line(text: str) -> str:
    return " ".join(text.split())[:_PART_CHARS]


def _read(now: Situation, zone_id: str, start: int) -> Told:
    read = read_text(f"{zone_id}@{start}", now)
    if not read.text and now.zone(zone_id) is None and not start:
        return _refused(f"{zone_id} is not in the table: look again.")
    part = read.text[:_TEXT_CHARS]
    return Told(fenced(part), {"start": start, "left": len(read.text) - len(part)})
