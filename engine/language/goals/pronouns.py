"""What "it" stands for: the thing that the goal named last."""

from __future__ import annotations

from dataclasses import replace

from engine.language.goals import clauses as c
from engine.language.goals.clauses import Simple, Target

_SINGULAR = frozenset({"it", "this", "that", "this one", "that one"})
_PLURAL = frozenset({"them", "these", "those", "both", "all of them", "both of them"})


def with_antecedent(clause: Simple, named: Target | None) -> Simple | None:
    """The clause with what its pronoun stands for; None where nothing was named before."""
    match clause:
        case c.Tick() | c.Point() | c.SetTo() | c.Rename() | c.Open() | c.Expect() | c.GoTo():
            target = _meant(clause.target, named)
            return replace(clause, target=target) if target else None
        case c.TypeIn(target=Target() as place):
            return replace(clause, target=_meant(place, named))
        case c.DragTo():
            source, to = _meant(clause.source, named), _meant(clause.to, named)
            return replace(clause, source=source, to=to) if source and to else None
        case _:
            return clause


def named_by(clause: Simple) -> Target | None:
    """What the clause names, for the pronouns after it."""
    match clause:
        case c.OpenFile(name=name):
            return Target(name)
        case c.Named(object_words=words, is_specific=True):
            return Target(words)
        case c.Choose(field=field):
            return field
        case c.DragTo(source=source):
            return source
        case _:
            target = getattr(clause, "target", None)
            return target if isinstance(target, Target) else None


def _meant(target: Target, named: Target | None) -> Target | None:
    said = target.said.casefold()
    if said in _PLURAL:
        return None
    return named if said in _SINGULAR else target
