"""Reads a goal: plain language in, clauses with their keys out, or ``GoalUnreadable``.

A goal is read as a whole before anything is done: what is not understood is said at once, with
the words quoted, rather than after half of the goal."""

import re
from collections.abc import Callable, Mapping
from functools import partial

from engine.domain.errors import GoalUnreadable
from engine.domain.facts import Frozen
from engine.language.goals import clauses as c
from engine.language.goals import clicks, targets
from engine.language.goals import pieces as phrases
from engine.language.goals.pieces import MARK, Draft, Literals, Piece, without_politeness
from engine.language.goals.words import DESKTOP_VERBS, PARTICLES, WHAT_CAN_BE_SAID, Verbs
from engine.language.keys import is_one_character, read_chord, read_times

Reader = Callable[[str, str, Literals], c.Simple | None]

READERS: Mapping[str, Reader] = {
    "open": clicks.read_open,
    "go": clicks.read_go,
    "click": lambda verb, *said: clicks.read_menu_path(*said) or clicks.read_point(verb, *said),
    "choose": clicks.read_choose,
    "press": clicks.read_press,
    "double": clicks.upon(partial(c.Point, count=2)),
    "right": partial(clicks.read_point, button="right"),
    "tick": clicks.upon(partial(c.Tick, on=True)),
    "untick": clicks.upon(partial(c.Tick, on=False)),
    "type": targets.read_type,
    "fill": targets.read_fill,
    "clear": targets.read_clear,
    "set": targets.read_set,
    "save": targets.read_save,
    "close": clicks.read_close,
    "asked": lambda verb, rest, literals: None,
    "scroll": clicks.read_scroll,
    "drag": clicks.read_drag,
    "rename": targets.read_rename,
    "wait": clicks.read_wait,
    "expect": clicks.read_expect,
}
_LISTING = frozenset(
    {
        *("click", "choose", "double", "press", "tick", "untick", "type", "fill", "set", "open"),
        *("expect", "clear", "close"),
    }
)
_POINTING = frozenset({"click", "choose", "double", "press"})
# Where "A and B" can be one label. What is typed or set is never a label.
_LABELLING = frozenset({"click", "choose", "double", "open", "press"})


_UNKNOWN_VERB = re.compile(r"[a-z]+ (the|a|an|my|this|that|all|every)\b")
"""In a list, what reads like this is no label but a sentence with a verb that nobody knows."""
_PARTICLE = re.compile(rf"(?i)(?:{'|'.join(PARTICLES)})\b")
_SET_MODEL_UP = (
    "Set a model up in the console (Ctrl+,), or with base_url and name under [model] in the"
    " settings file."
)


class Dialect(Frozen):
    """What differs between surfaces. ``adapt`` is given the clauses of one sentence as they were
    read and gives them as they are meant there; it raises ``GoalUnreadable`` for what the surface
    can't do. ``remedy`` says what can be said."""

    verbs: Verbs
    readers: Mapping[str, Reader]
    remedy: str
    adapt: Callable[[list[c.Intent]], list[c.Intent]] = targets.in_scope


DESKTOP = Dialect(DESKTOP_VERBS, READERS, WHAT_CAN_BE_SAID)


def read_goal(goal: str, dialect: Dialect = DESKTOP) -> tuple[c.Intent, ...]:
    """The goal's clauses in order. Raises ``GoalUnreadable`` with the words not understood."""
    phrases.refuse_empty(goal, dialect.remedy)
    reading = _GoalReading(Literals(goal), dialect)
    readings: list[c.Intent] = []
    for pieces in phrases.stretches(reading.literals.masked):
        reading.readings = []
        for draft in reading.drafts(pieces):
            reading.finish(draft)
        readings += dialect.adapt(reading.readings)
    last = readings[-1] if readings else None
    if last and isinstance(last.clause, c.Context):
        reading.unread.append(last.said)  # there, nothing is to be done
    if reading.unread:
        raise needs_model(tuple(reading.unread), dialect.remedy)
    if not readings:
        raise GoalUnreadable("The goal asks for nothing.", (goal.strip(),), dialect.remedy)
    return tuple(readings)


def needs_model(words: tuple[str, ...], remedy: str) -> GoalUnreadable:
    listed = ", ".join(f"“{each}”" for each in words)
    return GoalUnreadable(f"This needs a model: {listed}.", words, f"{_SET_MODEL_UP} {remedy}")


class _GoalReading:
    """One goal while it is read: its literals, the clauses so far, the words not understood."""

    def __init__(self, literals: Literals, dialect: Dialect) -> None:
        self.literals = literals
        self._dialect = dialect
        self._verb_of = dialect.verbs.verb_of
        self.readings: list[c.Intent] = []
        self.unread: list[str] = []
        self._last_kind = ""
        self._count = 0

    # --- which pieces belong together

    def drafts(self, pieces: list[Piece]) -> list[Draft]:
        drafts: list[Draft] = []
        for raw in pieces:
            for piece in self._without_context(raw, drafts):
                self._place(piece, drafts)
        return drafts

    def _without_context(self, piece: Piece, drafts: list[Draft]) -> list[Piece]:
        """The piece, after a context prefix that it begins with became a draft of its own."""
        text = phrases.without_particle_apart(without_politeness(piece.text))
        both = targets.leading_place(text, lambda rest: bool(self._verb_of(rest)[0]))
        if both:
            drafts.append(Draft("context", "", [Piece(both[0], piece.joint)]))
            return [Piece(both[1])]
        place = targets.only_place(text)
        if place and (not drafts or "," in piece.joint):
            drafts.append(Draft("context", "", [Piece(place, piece.joint)]))
            return []
        return [Piece(text, piece.joint)] if text else []

    def _place(self, piece: Piece, drafts: list[Draft]) -> None:
        previous = drafts[-1] if drafts else None
        if previous and previous.kind != "context" and not self._starts_clause(piece, previous):
            previous.pieces.append(piece)
            return
        kind, verb, _ = self._verb_of(piece.text)
        if not kind and self._last_kind == "press" and read_chord(piece.text):
            kind, verb, piece = "press", "press", Piece(f"press {piece.text}", piece.joint)
        drafts.append(Draft(kind, verb, [piece]))
        self._last_kind = kind

    def _starts_clause(self, piece: Piece, previous: Draft) -> bool:
        if previous.kind == "press" and read_chord(read_times(piece.text)[0]):
            return False
        kind, _verb, rest = self._verb_of(piece.text)
        if not kind:
            return "but" in piece.joint or bool(clicks.read_menu_path(piece.text, self.literals))
        if previous.kind in _POINTING and piece.text[:1].isupper():
            is_label = not rest or self._clause(piece.text) is None
            return not is_label
        return not phrases.is_parallel_label(piece, kind, previous)

    # --- what they mean

    def finish(self, draft: Draft) -> None:
        others = draft.pieces[1:] if draft.kind in _LISTING else []
        strange = [piece.text for piece in others if _UNKNOWN_VERB.match(piece.text)]
        if strange:
            self.unread.extend(self.literals.original(text) for text in strange)
            return
        clauses = self._read(draft)
        if not clauses:
            self.unread.append(self.literals.original(draft.text))
        self.readings.extend(clauses or [])

    def _read(self, draft: Draft) -> list[c.Intent] | None:
        if draft.kind == "context":
            context = targets.read_context(draft.text, self.literals)
            return [self._intent(context, f"in {draft.text}")] if context else None
        form = targets.read_form(draft.rest, self.literals) if draft.kind == "fill" else None
        if form:
            return self._intents(form)
        if parts := self._parts(draft):
            return self._intents(parts)
        clause = self._clause(draft.text)
        return [self._intent(clause, draft.text)] if clause else None

    def _parts(self, draft: Draft) -> list[tuple[str, c.Simple]] | None:
        """The clauses of a list, or None where the pieces are no list. Where one label is said,
        "A and B" is one, but for keys, commas and quotes."""
        if draft.kind not in _LISTING or len(draft.pieces) < 2:
            return None
        last = targets.read_target(draft.pieces[-1].text, self.literals)
        pieces = _whole_places(draft.pieces) if draft.kind == "type" else draft.pieces
        texts = [pieces[0].text, *(f"{draft.verb} {p.text}" for p in pieces[1:])]
        if draft.kind in {"tick", "untick", "click"} and last and last.within:
            place = f" {last.within.casefold()}"
            texts = [e if place in e.casefold() else f"{e} in {last.within}" for e in texts]
        if draft.kind == "type" and not all(map(_is_quoted, texts)):
            return None
        clauses = [self._clause(text) for text in texts]
        read = [(text, each) for text, each in zip(texts, clauses, strict=True) if each]
        joints = "".join(piece.joint for piece in draft.pieces[1:])
        is_list = "," in joints or all(isinstance(each, c.Press) for each in clauses)
        is_label = draft.kind in _LABELLING and not is_list and not all(map(_is_quoted, texts))
        return read if len(read) == len(texts) and not is_label else None

    def _clause(self, text: str) -> c.Simple | None:
        clause = self._clause_as_said(text)
        return clause if clause and targets.is_named(clause) else None

    def _clause_as_said(self, text: str) -> c.Simple | None:
        kind, verb, rest = self._verb_of(text)
        if kind == "named":
            is_odd = rest and targets.read_target(rest, self.literals) is None
            if is_odd or read_times(f"x {rest}")[1] > 1:
                return None
            is_specific = bool(re.search(rf"{MARK}|[A-Z]|\d", rest) or _PARTICLE.match(rest))
            verb = " ".join(verb.casefold().split())
            return c.Named(verb, self.literals.restore(rest), is_specific)
        if kind:
            return self._dialect.readers[kind](verb, rest, self.literals)
        chord = read_chord(text)
        is_chord = chord and not is_one_character(text)
        return c.Press(chord, text) if is_chord else clicks.read_menu_path(text, self.literals)

    # --- keys

    def _intent(self, clause: c.Simple, text: str, part: int = 0) -> c.Intent:
        if part == 0:
            self._count += 1
        number = f"{self._count}.{part}" if part else f"{self._count}"
        return c.Intent(f"{number}: {' '.join(self.literals.original(text).split())}", clause)

    def _intents(self, parts: list[tuple[str, c.Simple]]) -> list[c.Intent]:
        self._count += 1
        return [self._intent(each, text, at) for at, (text, each) in enumerate(parts, 1)]


def _is_quoted(text: str) -> bool:
    return bool(re.search(MARK, text))


def _whole_places(pieces: list[Piece]) -> list[Piece]:
    """Of "'Quay 1' into Street and number, 'Oslo' into Town" each text with its whole place: what
    has no text of its own belongs to the piece before."""
    whole: list[Piece] = []
    for piece in pieces:
        if whole and not _is_quoted(piece.text):
            whole[-1] = Piece(f"{whole[-1].text}{piece.joint}{piece.text}", whole[-1].joint)
        else:
            whole.append(piece)
    return whole
