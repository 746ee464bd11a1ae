"""What is known of a file on the machine of a surface."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class FileFacts:
    """A file as the surface's machine has it. ``text`` is None where it is not UTF-8 text;
    ``is_known`` is False where nobody can look there, and then nothing else of it tells.

    ``instead`` is the newest name beside it that begins with its own and has one more ending, as
    programs add it, where the file itself is not there; time and text are that one's then.
    """

    exists: bool
    size_bytes: int = 0
    modified_at_secs: float = 0.0
    text: str | None = None
    instead: str = ""
    is_known: bool = True
