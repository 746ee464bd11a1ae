"""One desktop entry: what an application is called, how it is started, what power it gives.

https://specifications.freedesktop.org/desktop-entry-spec/latest/
"""

import configparser
import os
import re
import shutil
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from engine.domain.plans import Power
from engine.surfaces.desktop.terminals import shells

_GROUP = "Desktop Entry"
_TERMINALS = ("x-terminal-emulator", "xfce4-terminal", "gnome-terminal", "konsole", "xterm")
_EXECUTING = {"TerminalEmulator", "ConsoleOnly", "IDE", "Debugger"}
_SETTING = {"Settings", "DesktopSettings", "HardwareSettings", "PackageManager", "Security"}
_COMMAND_OPTIONS = frozenset({"-c", "-e", "--eval", "--execute", "--command"})
_STRING_ESCAPES = {"s": " ", "n": "\n", "t": "\t", "r": "\r", "\\": "\\"}
_WORD = re.compile(r"""(?:"(?:[^"\\]|\\.)*"|'[^']*'|\\.|[^\s"'\\])+""", re.DOTALL)
_PART = re.compile(r""""((?:[^"\\]|\\.)*)"|'([^']*)'|\\(.)|([^\s"'\\]+)""", re.DOTALL)


@dataclass(frozen=True, slots=True)
class DesktopEntry:
    """One ``.desktop`` file, read for one environment."""

    path: Path
    keys: Mapping[str, str]
    environment: Mapping[str, str]

    @classmethod
    def read(cls, path: Path, environment: Mapping[str, str]) -> "DesktopEntry":
        """Raises OSError, ValueError (not UTF-8, no such group) or `configparser.Error`."""
        parser = configparser.RawConfigParser(
            strict=False,
            delimiters=("=",),
            comment_prefixes=("#",),
            default_section="",
            empty_lines_in_values=False,
        )
        parser.optionxform = str  # type: ignore[assignment, method-assign]
        parser.read_string(path.read_text(encoding="utf-8"), source=str(path))
        if not parser.has_section(_GROUP):
            raise ValueError(f"no group [{_GROUP}]")
        return cls(path, dict(parser[_GROUP]), environment)

    def text(self, key: str, *, translated: bool = True) -> str:
        """The value in the environment's language where there is one."""
        return _unescape(self._raw(key, translated=translated))

    def words(self, key: str, *, translated: bool = True) -> tuple[str, ...]:
        """A list's members; semicolons divide them, ``\\;`` stays one."""
        parts = re.split(r"(?<!\\);", self._raw(key, translated=translated))
        return tuple(_unescape(part.replace("\\;", ";")).strip() for part in parts if part.strip())

    def is_true(self, key: str) -> bool:
        return self.keys.get(key, "").strip().lower() == "true"

    @property
    def folder(self) -> Path | None:
        return Path(self.text("Path")) if self.keys.get("Path") else None

    @property
    def is_for_here(self) -> bool:
        """Whether it is meant for this desktop; one for another can be started here as well."""
        here = set(filter(None, self.environment.get("XDG_CURRENT_DESKTOP", "").split(":")))
        only, never = self.words("OnlyShowIn"), self.words("NotShowIn")
        return not (only and here.isdisjoint(only)) and here.isdisjoint(never)

    def is_shown(self) -> bool:
        """Whether a launcher shows it on a desktop that it is meant for."""
        if self.keys.get("Type") != "Application" or not self.keys.get("Name"):
            return False
        if self.is_true("NoDisplay") or self.is_true("Hidden"):
            return False
        wanted = self.text("TryExec")
        return not wanted or self._program(wanted) is not None

    def command(self) -> tuple[str, ...]:
        """The words of ``Exec`` without its field codes; empty where it can't be started.

        Raises ValueError where a quote is left open.
        """
        expanded = [self._expand(word) for word in split_command(self.text("Exec"))]
        argv = tuple(word for words in expanded for word in words)
        if not argv or not self.is_true("Terminal"):
            return argv
        terminal = next(filter(None, map(self._program, _TERMINALS)), None)
        return (terminal, "-e", *argv) if terminal else ()

    def _expand(self, word: str) -> tuple[str, ...]:
        if word == "%i":
            icon = self.text("Icon")
            return ("--icon", icon) if icon else ()
        values = {"%": "%", "c": self.text("Name"), "k": str(self.path)}
        expanded = re.sub(r"%(.)", lambda code: values.get(code[1], ""), word)
        return (expanded,) if expanded or not word.startswith("%") else ()

    def _program(self, name: str) -> str | None:
        return shutil.which(name, path=self.environment.get("PATH", os.defpath))

    def _raw(self, key: str, *, translated: bool) -> str:
        for locale in _locales(self.environment) if translated else ():
            if (value := self.keys.get(f"{key}[{locale}]")) is not None:
                return value
        return self.keys.get(key, "")


def split_command(text: str) -> list[str]:
    """The words of a command line as desktop entries quote them (not a shell's expansion).

    Raises ValueError where a quote is left open.
    """
    if _WORD.sub("", text).strip():
        raise ValueError(f"an open quote in {text!r}")
    return [_PART.sub(_unquote, word[0]) for word in _WORD.finditer(text)]


def _unquote(part: re.Match[str]) -> str:
    double_quoted, single_quoted, escaped, plain = part.groups()
    if double_quoted is not None:
        return re.sub(r'\\(["`$\\])', r"\1", double_quoted)
    return next(text for text in (single_quoted, escaped, plain) if text is not None)


def _unescape(text: str) -> str:
    return re.sub(r"\\([sntr\\])", lambda escape: _STRING_ESCAPES[escape[1]], text)


def _locales(environment: Mapping[str, str]) -> tuple[str, ...]:
    """The keys' suffixes to try, the most particular first: ``de_AT@euro``, ``de_AT``, ``de``."""
    names = (environment.get(name) for name in ("LC_ALL", "LC_MESSAGES", "LANG"))
    chosen = next(filter(None, names), "C")
    matched = re.fullmatch(r"([a-z]+)(_[A-Z]+)?(?:\.[^@]*)?(@.+)?", chosen)
    if matched is None:  # C, POSIX and the like have no translations
        return ()
    language, country, modifier = (part or "" for part in matched.groups())
    suffixes = (country + modifier, country, modifier, "")
    return tuple(dict.fromkeys(language + suffix for suffix in suffixes))


def power_of(entry: DesktopEntry, argv: Sequence[str]) -> Power:
    """By what the entry says of itself, and by its command: a shell, or a command for one."""
    categories = set(entry.words("Categories", translated=False))
    is_shell = Path(argv[0]).name in shells() or not _COMMAND_OPTIONS.isdisjoint(argv[1:])
    if is_shell or entry.is_true("Terminal") or categories & _EXECUTING:
        return "executes"
    return "settings" if categories & _SETTING else ""
