"""What of a prompt stands byte for byte in the one before it: what a server need not read anew."""

from __future__ import annotations

from engine.domain.models import ModelQuestion


class Prefixes:
    """Compares each prompt with the one before of the same system text, which comes first."""

    def __init__(self) -> None:
        self._prompts: dict[str, str] = {}
        self._cuts: dict[str, tuple[int, ...]] = {}
        self._sent: dict[str, str] = {}

    def cuts(self, question: ModelQuestion) -> tuple[int, ...]:
        """Where the prompt may be cut so that all pieces but the last are those of prompts before:
        at the end of a line. A cut stays as long as what stands before it does."""
        system, prompt = question.system, question.prompt
        same = _same_length(self._prompts.get(system, ""), prompt)
        same = prompt.rfind("\n", 0, same) + 1
        cuts = {cut for cut in (*self._cuts.get(system, ()), same) if 0 < cut <= same}
        self._prompts[system], self._cuts[system] = prompt, tuple(sorted(cuts))
        return self._cuts[system]

    def same_bytes(self, sent: ModelQuestion) -> int:
        """How many bytes of what was sent are those of the prompt before, from the first on; 0
        for the first."""
        before = self._sent.get(sent.system)
        self._sent[sent.system] = sent.prompt
        if before is None:
            return 0
        same = sent.prompt[: _same_length(before, sent.prompt)]
        return bytes_of(sent.system) + bytes_of(same)


def _same_length(one: str, other: str) -> int:
    """How many characters both begin with."""
    most = min(len(one), len(other))
    return next((at for at in range(most) if one[at] != other[at]), most)


def bytes_of(text: str) -> int:
    return len(text.encode(errors="replace"))
