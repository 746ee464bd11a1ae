"""Error dialogs: messages that say that something failed, and not what a person left out."""

from __future__ import annotations

from engine.acting.exploring.dialogs import Message, messages_in
from engine.acting.exploring.error_words import asks_for_input, tells_of_error
from engine.acting.exploring.stable_words import stable
from engine.domain.exploring.faults import Fault, FaultKind
from engine.domain.situation import Situation


class ErrorDialogs:
    """Knows which messages stand already."""

    def __init__(self) -> None:
        self._standing: frozenset[str] = frozenset()

    def begin(self, situation: Situation) -> None:
        self._standing = frozenset(one.place_id for one in messages_in(situation))

    def check(self, after: Situation) -> tuple[Fault, ...]:
        """Those that came up since the last look."""
        messages = messages_in(after)
        fresh = [one for one in messages if one.place_id not in self._standing]
        self._standing = frozenset(one.place_id for one in messages)
        faults = (_fault_of(one) for one in fresh if _tells_of_error(one))
        return tuple({fault.key: fault for fault in faults}.values())


def _tells_of_error(message: Message) -> bool:
    if not message.is_brief or asks_for_input(" ".join(message.texts)):
        return False
    return any(map(tells_of_error, (message.title, *message.texts)))


def _fault_of(message: Message) -> Fault:
    telling = next((text for text in message.texts if tells_of_error(text)), "")
    said = telling or next(iter(message.texts), "")
    words = ": ".join(f"“{stable(part)}”" for part in (message.title, said) if part)
    detail = " / ".join((message.title, *message.texts))
    return Fault(FaultKind.ERROR_DIALOG, message.application, words, detail)
