"""What a person's launcher does: the installed applications, found by the words for them.

Reads desktop entries from the surface's data folders
(https://specifications.freedesktop.org/desktop-entry-spec/latest/): what an application is called,
how it is started, what power it gives. A goal says "the text editor"; `find_application` says which
program."""

import configparser
import logging
import os
import re
import shlex
import shutil
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property
from pathlib import Path

from rapidfuzz import fuzz

from engine.domain.errors import ApplicationNotFound
from engine.domain.facts import KW_ONLY, Frozen, Part, field
from engine.domain.plans import Application, Power
from engine.language.labels import plain_text
from engine.surfaces.desktop.terminals import shells

_GROUP = "Desktop Entry"
_TERMINALS = ("x-terminal-emulator", "xfce4-terminal", "gnome-terminal", "konsole", "xterm")
_EXECUTING = {"TerminalEmulator", "ConsoleOnly", "IDE", "Debugger"}
_SETTING = {"Settings", "DesktopSettings", "HardwareSettings", "PackageManager", "Security"}
_COMMAND_OPTIONS = frozenset({"-c", "-e", "--eval", "--execute", "--command"})
_STRING_ESCAPES = {"s": " ", "n": "\n", "t": "\t", "r": "\r", "\\": "\\"}


class DesktopEntry(Frozen):
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
        """The words of ``Exec`` without its field codes; empty where it can't be started. Raises
        ValueError where a quote is left open."""
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
    """The words of a command line as desktop entries quote them (not a shell's expansion). Raises
    ValueError where a quote is left open."""
    return [re.sub(r"\\([`$])", r"\1", word) for word in shlex.split(text)]


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


logger = logging.getLogger(__name__)
MISSPELT_CUTOFF = 82
"""Of 100: one or two letters wrong in a word are forgiven, another word is not."""


class LaunchEntry(Frozen):
    """An application and how it is started; ``other_names`` are those before translation."""

    application: Application
    argv: tuple[str, ...]
    cwd: Path | None = None
    other_names: tuple[str, ...] = ()
    is_for_here: bool = True


class ApplicationCatalogue(Part):
    """The applications of one surface, read once.

    ``folders`` hold desktop entries, the first one that has an entry wins. ``environment`` is the
    surface's (ours where there is none): its PATH and language count. ``extra`` are entries of the
    caller's making, such as `bundled_entry`; an installed one of the same id takes their place."""

    folders: Sequence[Path]
    _: KW_ONLY
    extra: Sequence[LaunchEntry] = ()
    environment: Mapping[str, str] = field(default_factory=lambda: os.environ)

    @cached_property
    def entries(self) -> tuple[LaunchEntry, ...]:
        """All that a launcher would show, by name, and what is meant for another desktop, where
        nothing of that name is meant for this one. Reads files when first asked."""
        by_id = {entry.application.entry_id: entry for entry in self.extra}
        read = {
            entry_id: self._read(path, entry_id)
            for entry_id, path in _entry_files(self.folders).items()
        }
        entries = {entry_id: entry for entry_id, entry in read.items() if entry is not None}
        by_id |= {entry_id: entry for entry_id, entry in entries.items() if entry.is_for_here}
        names = {entry.application.name for entry in by_id.values()}
        for entry_id, entry in entries.items():
            if entry.application.name not in names:
                by_id[entry_id] = entry
        return tuple(sorted(by_id.values(), key=lambda entry: entry.application.name.casefold()))

    def applications(self) -> tuple[Application, ...]:
        return tuple(entry.application for entry in self.entries)

    def find(self, name: str) -> LaunchEntry:
        """Raises `ApplicationNotFound`, which names the nearest ones."""
        return find_application(name, self.entries)

    def _read(self, path: Path, entry_id: str) -> LaunchEntry | None:
        try:
            entry = DesktopEntry.read(path, self.environment)
            argv = entry.command() if entry.is_shown() else ()
        except (OSError, ValueError, configparser.Error) as error:
            logger.debug("%s is no readable desktop entry: %s", path, error)
            return None
        return _launch_entry(entry, entry_id, argv, entry.folder) if argv else None


def application_folders(environment: Mapping[str, str]) -> tuple[Path, ...]:
    """Where the surface keeps its desktop entries, the user's own first."""
    home = environment.get("HOME", "")
    own = environment.get("XDG_DATA_HOME") or f"{home}/.local/share"
    shared = environment.get("XDG_DATA_DIRS") or "/usr/local/share:/usr/share"
    return tuple(Path(folder) / "applications" for folder in (own, *shared.split(":")) if folder)


def bundled_entry(
    path: Path, *, argv: Sequence[str], environment: Mapping[str, str], cwd: Path | None = None
) -> LaunchEntry:
    """An application that comes with us: its words from ``path``, its command from the caller."""
    return _launch_entry(DesktopEntry.read(path, environment), path.stem, argv, cwd)


def find_application(name: str, entries: Iterable[LaunchEntry]) -> LaunchEntry:
    """The entry that goes by ``name``; raises `ApplicationNotFound` naming the nearest ones.

    Names and generic names that hold the words count first, and of them the shortest: one that
    is nothing but the words wins, and of equals the name. Then comes a keyword, then the
    program's own name, at last a misspelling of any of them."""
    known = tuple(entries)
    asked = plain_text(name)
    found = (
        _shortest_that_holds(asked, known)
        or _first_called(asked, known, lambda it: it.application.keywords)
        or _first_called(asked, known, lambda it: (it.application.entry_id, Path(it.argv[0]).name))
    )
    if found is not None:
        return found
    misspelt = max(known, key=lambda entry: _likeness(asked, entry), default=None)
    if misspelt is not None and _likeness(asked, misspelt) >= MISSPELT_CUTOFF:
        return misspelt
    raise ApplicationNotFound(f"Nothing installed is called “{name}”.", _nearest(asked, known))


def _entry_files(folders: Iterable[Path]) -> dict[str, Path]:
    """The files by entry id; one in an earlier folder hides one in a later folder."""
    found: dict[str, Path] = {}
    for folder in folders:
        for path in sorted(folder.rglob("*.desktop")):
            entry_id = "-".join(path.relative_to(folder).with_suffix("").parts)
            found.setdefault(entry_id, path)
    return found


def _launch_entry(
    entry: DesktopEntry, entry_id: str, argv: Sequence[str], cwd: Path | None
) -> LaunchEntry:
    keywords = entry.words("Keywords")
    application = Application(
        name=entry.text("Name"),
        generic_name=entry.text("GenericName"),
        keywords=tuple(dict.fromkeys((*keywords, *entry.words("Keywords", translated=False)))),
        entry_id=entry_id,
        power=power_of(entry, argv),
    )
    unlocalised = (
        entry.text("Name", translated=False),
        entry.text("GenericName", translated=False),
    )
    return LaunchEntry(application, tuple(argv), cwd, unlocalised, entry.is_for_here)


def _names(entry: LaunchEntry) -> tuple[str, ...]:
    return (entry.application.name, *entry.other_names[:1])


def _generic_names(entry: LaunchEntry) -> tuple[str, ...]:
    return tuple(filter(None, (entry.application.generic_name, *entry.other_names[1:])))


def _first_called(
    asked: str, entries: tuple[LaunchEntry, ...], words_of: Callable[[LaunchEntry], tuple[str, ...]]
) -> LaunchEntry | None:
    return next((entry for entry in entries if asked in map(plain_text, words_of(entry))), None)


def _shortest_that_holds(asked: str, entries: tuple[LaunchEntry, ...]) -> LaunchEntry | None:
    """Who has the asked words, whole and in their order, in the shortest name or generic name."""
    if not asked:
        return None
    words = (rf"(?<!\w){re.escape(word)}(?!\w)" for word in asked.split())
    holds = re.compile(".*".join(words)).search
    lengths = (
        (len(plain), is_generic, at)
        for at, entry in enumerate(entries)
        for is_generic, names in enumerate((_names(entry), _generic_names(entry)))
        for plain in map(plain_text, names)
        if holds(plain)
    )
    shortest = min(lengths, default=None)
    return entries[shortest[-1]] if shortest else None


def _likeness(asked: str, entry: LaunchEntry, scorer: Callable[..., float] = fuzz.ratio) -> float:
    words = (*_names(entry), *_generic_names(entry), *entry.application.keywords)
    return max(scorer(asked, plain_text(word)) for word in words)


def _nearest(asked: str, entries: tuple[LaunchEntry, ...]) -> str:
    if not entries:
        return "No applications are installed."
    by_likeness = sorted(entries, key=lambda entry: -_likeness(asked, entry, fuzz.WRatio))
    names = dict.fromkeys(entry.application.name for entry in by_likeness)
    return f"Nearest: {', '.join(list(names)[:3])}."
