"""Words for the same thing: "preferences" may stand where "settings" are looked for.

One table for local planning, where an entry may lead to what is wanted under another name. A goal's
own clauses are read strictly: there another word is another thing.
"""

from __future__ import annotations

from engine.language.labels import meanings, normal
from engine.thinking.offline.zone_matching import words_score

SAME = meanings(
    "settings: settings, preferences, options, configuration, configure, properties, setup, prefs",
    "open: open, load, add, import, insert, browse, disk, choose",
    "find: find, search, look",
    "quit: quit, exit, close",
    "delete: delete, remove, erase, clear",
    "new: new, create",
    "help: help, guide, manual, documentation",
    "save: save, store, write",
    "export: export, publish",
    "display: display, view, show, appearance, theme",
    "file: file, files, document, documents, note, notes",
)
_ANOTHER_WORD = 0.8
"""What an entry of the same meaning and other words is worth beside one of the same words."""


def relation(words: str, label: str) -> float:
    """How much a label has to do with the words: 0 nothing, 1 the same."""
    literal = words_score(words, label) / 100
    wanted, there = _meant(words), _meant(label)
    if not wanted or not there:
        return literal
    shared = len(wanted & there) / len(wanted)
    excess = len(there - wanted) / len(there)
    return max(literal, _ANOTHER_WORD * shared * (1 - excess / 2))


def is_about_settings(label: str) -> bool:
    """Settings are where all that has no other place may be."""
    return "settings" in _meant(label)


def _meant(text: str) -> frozenset[str]:
    return frozenset(SAME.get(word, word) for word in normal(text).split())
