"""What the operator wants masked before anything reaches a model or the record."""

from __future__ import annotations

from dataclasses import dataclass, replace

from engine.domain.masks import MASK
from engine.domain.spaces import Rect
from engine.domain.zones import Role
from engine.perception.masking.patterns import CARDS, E_MAIL, KEYS, MaskPattern


@dataclass(frozen=True, slots=True)
class MaskRules:
    """``regions_px`` are frame pixels; what stands in one, even in part, is masked.

    Of ``roles``, text and picture are masked; password fields are so without being named here.
    ``window_titles`` are words: a window with one of them in its title is masked as a whole.
    ``patterns`` are looked for in all texts. ``exempt`` are texts that are known anyway, such as
    the goal: what stands in one of them is not masked where a pattern finds it.
    """

    regions_px: tuple[Rect, ...] = ()
    roles: frozenset[Role] = frozenset()
    window_titles: tuple[str, ...] = ()
    patterns: tuple[MaskPattern, ...] = (KEYS, CARDS, E_MAIL)
    exempt: tuple[str, ...] = ()

    def exempting(self, *texts: str) -> MaskRules:
        """The same rules with these texts exempt, and no others."""
        return replace(self, exempt=tuple(filter(None, texts)))

    @property
    def least_chars(self) -> int | None:
        """The length of the shortest text that a pattern masks; None where none is active."""
        return min((pattern.least_chars for pattern in self.patterns), default=None)

    def hides_role(self, role: Role) -> bool:
        return role is Role.PASSWORD_FIELD or role in self.roles

    def title_word(self, title: str) -> str:
        """The word for which a window of this title is masked; empty where it is not."""
        plain = title.casefold()
        return next((word for word in self.window_titles if word.casefold() in plain), "")

    def masked(self, text: str) -> str:
        """The text with every match of a pattern replaced by dots, unless it is exempt."""
        spans = [
            span
            for pattern in self.patterns
            for span in pattern.spans(text)
            if not self._is_exempt(text[slice(*span)])
        ]
        for start, end in reversed(_joined(spans)):
            text = text[:start] + MASK + text[end:]
        return text

    def _is_exempt(self, match: str) -> bool:
        plain = match.casefold()
        return any(plain in text.casefold() for text in self.exempt)


def _joined(spans: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """In order, those that overlap as one."""
    joined: list[tuple[int, int]] = []
    for start, end in sorted(spans):
        if joined and start < joined[-1][1]:
            joined[-1] = (joined[-1][0], max(joined[-1][1], end))
        else:
            joined.append((start, end))
    return joined
