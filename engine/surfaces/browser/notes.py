"""What the browser did by itself or refused: told once to the record, once to the next look.

A page can do the same thing a thousand times. Of each kind a few are told until the next look;
the others are counted, and the look says how many there were.
"""

from collections import Counter
from collections.abc import Callable

from engine.domain.web.events import BrowserNoted

_MAX_OF_A_KIND = 5
_KIND_WORDS = {
    "dialog_answered": "dialogs were answered",
    "popup_opened": "pages opened",
    "popup_refused": "pop-ups were refused",
    "download_saved": "files were saved",
    "download_refused": "downloads were refused",
    "upload_refused": "uploads were refused",
    "address_refused": "addresses were refused",
}


class BrowserNotes:
    """``on_note`` takes what belongs in the record."""

    def __init__(self, on_note: Callable[[BrowserNoted], object]) -> None:
        self._on_note = on_note
        self._notices: list[str] = []
        self._counts: Counter[str] = Counter()

    def tell(self, note: BrowserNoted) -> None:
        self._counts[note.what] += 1
        if self._counts[note.what] <= _MAX_OF_A_KIND:
            self._notices.append(note.message)
            self._on_note(note)

    def tell_refused(self, url: str, why: str) -> None:
        self.tell(BrowserNoted("address_refused", f"{url[:200]} was not opened: {why}"))

    @property
    def is_waiting(self) -> bool:
        """Something happened since the last time."""
        return bool(self._counts)

    def take(self) -> tuple[str, ...]:
        """What happened since the last time, in words."""
        more = [
            f"{count - _MAX_OF_A_KIND} more {_KIND_WORDS.get(what, 'of the same')}."
            for what, count in self._counts.items()
            if count > _MAX_OF_A_KIND
        ]
        notices, self._notices = (*self._notices, *more), []
        self._counts.clear()
        return notices
