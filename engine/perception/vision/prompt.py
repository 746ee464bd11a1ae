"""The question to a vision model: templates of ``resources/prompts``, named by a hash."""

from __future__ import annotations

import functools
import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from importlib.resources import files

from jinja2 import Environment, StrictUndefined

from engine.domain.models import PictureSettings
from engine.domain.zones import Role

_MOST_KNOWN = 60
_LONGEST_WORDS = 80
_NOT_SEEN = {Role.WINDOW, Role.GROUP, Role.OTHER, Role.MENU_BAR, Role.TOOL_BAR}


@dataclass(frozen=True, slots=True)
class VisionPrompt:
    system: str
    text: str
    hash: str


def vision_prompt(
    *,
    title: str,
    width: int,
    height: int,
    known: Sequence[str],
    settings: PictureSettings,
    marked: Sequence[str] = (),
) -> VisionPrompt:
    """``width`` and ``height`` are the picture's, in model pixels; ``known`` are zones in words,
    ``marked`` those with a number in the picture, behind that number."""
    system, text = _template("vision_system.md.j2"), _template("vision.md.j2")
    roles = ", ".join(role for role in Role if role not in _NOT_SEEN)
    told = [_one_line(words) for words in known[:_MOST_KNOWN]]
    numbered = [_one_line(words) for words in marked]
    environment = Environment(undefined=StrictUndefined, autoescape=False, trim_blocks=True)
    digest = hashlib.sha256(repr((system, text, settings)).encode()).hexdigest()[:16]
    return VisionPrompt(
        environment.from_string(system).render(roles=roles, has_marks=settings.marks),
        environment.from_string(text).render(
            title=_one_line(title), width=width, height=height, known=told, marked=numbered
        ),
        digest,
    )


def _one_line(words: str) -> str:
    """What an application says can neither begin a line of its own nor end the screen's part."""
    return " ".join(words.split())[:_LONGEST_WORDS].replace("<", "‹")


@functools.cache
def _template(name: str) -> str:
    return (files("resources") / "prompts" / name).read_text(encoding="utf-8")
