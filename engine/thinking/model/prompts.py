"""Prompts: templates from ``resources/prompts``, in which an undefined variable is an error."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from importlib.resources import files

from jinja2 import DictLoader, Environment, StrictUndefined

from engine.thinking.model.fencing import fenced, one_line

_SUFFIX = ".md.j2"
_LINE_CHARS = 200
NAMES = ("system", "plan", "local_goal", "propose", "assess", "undo")
WEB_NAMES = ("web_system", "web_choose")
EXPLORE_NAMES = ("explore_system", "explore", "judge_system", "judge")


class Prompts:
    """The templates, read once. ``templates`` maps names to texts; the shipped ones of the desktop
    otherwise."""

    def __init__(self, templates: dict[str, str] | None = None) -> None:
        self._texts = templates if templates is not None else shipped(NAMES)
        self._environment = Environment(
            loader=DictLoader({f"{name}{_SUFFIX}": text for name, text in self._texts.items()}),
            undefined=StrictUndefined,
            autoescape=False,  # prompts are no markup
            trim_blocks=True,
            lstrip_blocks=True,
        )
        self._environment.filters["line"] = _line
        self._environment.filters["fenced"] = _fenced

    def render(self, name: str, **values: object) -> str:
        """The prompt, without blank lines at its ends. Raises ``jinja2.UndefinedError``."""
        return self._environment.get_template(f"{name}{_SUFFIX}").render(**values).strip()

    def hash_with(self, settings: str) -> str:
        """Names the templates and the settings that shape what they become."""
        digest = hashlib.blake2b(settings.encode(), digest_size=8)
        for name in sorted(self._texts):
            digest.update(f"\0{name}\0{self._texts[name]}".encode())
        return digest.hexdigest()


def shipped(names: Iterable[str]) -> dict[str, str]:
    """The templates of these names, as they are shipped."""
    folder = files("resources") / "prompts"
    return {name: (folder / f"{name}{_SUFFIX}").read_text(encoding="utf-8") for name in names}


def _fenced(block: str) -> str:
    """Lines of ours that may quote the screen, behind a fence of their own."""
    return fenced(block.strip("\n")) + "\n"


def _line(text: object) -> str:
    return one_line(str(text), _LINE_CHARS)
