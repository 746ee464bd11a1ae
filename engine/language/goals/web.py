"""The web's share of the step language: what is said there only, and what a browser can't do.

Beside steps only that is read whose result a page can prove: open, search, read one value, fill in
and send, download. All else needs a model, and is refused as it is read."""

import re
from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache

from engine.domain.errors import GoalUnreadable
from engine.domain.web.pages import GoalKind, TaskMode, WebGoal
from engine.domain.web.sites import is_address
from engine.language.goals import clauses as c
from engine.language.goals import clicks, pieces, reader, targets
from engine.language.goals.clauses import Intent, Simple, Target
from engine.language.goals.words import WEB_VERBS

REMEDY = (
    "Say it in steps, for instance: open X, click X, type 'text' into X, choose X in"
    " Y, tick X, press Return, scroll down, wait for X, check that 'text' is shown, go back,"
    " download X, upload 'file' into X; or search for X, read the Y of X, fill in the form: name"
    " 'X', e-mail 'Y'. Put labels with odd words into quotes."
)
_STEPS_TO = "Say it as clicks on what the page shows."

_OF_ROW = re.compile(
    r"(?i)^(?P<column>.+?)\s+(?:of|for|in the row (?:of|with)|in the row|at)\s+(?P<row>\S.*)$"
)


def read_search(verb: str, rest: str, literals: pieces.Literals) -> Simple | None:
    words = literals.restore(rest).strip()
    return c.SearchFor(words) if words else c.Named(verb.casefold())


def read_value(verb: str, rest: str, literals: pieces.Literals) -> Simple | None:
    """ "what is the price of the blue kettle", "read the Total"."""
    rest = re.sub(r"^(?:me\s+)?(?:the\s+)?", "", rest.strip(), flags=re.IGNORECASE)
    both = _OF_ROW.match(rest)
    if both is None:
        return c.ReadValue(_name(rest, literals)) if rest and len(rest.split()) <= 4 else None
    column, row = _name(both["column"], literals), _name(both["row"], literals)
    is_asked = re.search(r"\b(?:which|who|what)\b", f"{column} {row}")
    return None if is_asked else c.ReadValue(column, row)


def _name(text: str, literals: pieces.Literals) -> str:
    target = targets.read_target(re.sub(r"\s+(?:row|column|field)$", "", text.strip()), literals)
    return target.said if target else ""


def read_upload(verb: str, rest: str, literals: pieces.Literals) -> Simple | None:
    match = re.match(
        r"^(?:the\s+)?(?:file\s+)?(?P<file>\S.*?)(?:\s+(?:in)?to\s+(?P<place>.+)|$)", rest
    )
    if match is None:
        return None
    target = targets.read_target(match["place"], literals) if match["place"] else Target("")
    return c.GiveFile(literals.restore(match["file"]), target) if target else None


_READERS: Mapping[str, reader.Reader] = {
    **reader.READERS,
    "search": read_search,
    "read": read_value,
    "download": clicks.upon(c.FetchFile),
    "upload": read_upload,
}


# --- what is meant in a browser


def _adapted(intents: list[Intent]) -> list[Intent]:
    """One sentence as a browser does it: a place that it begins with holds for all of it."""
    scope, adapted = Target(""), list[Intent]()
    if all(isinstance(each.clause, c.Context) for each in intents):
        return intents
    for each in intents:
        if not isinstance(each.clause, c.Context):
            adapted.append(_in_browser(each, scope))
        elif each.clause.kind in ("anything", "dialog"):
            scope = Target("", within=each.clause.place, in_dialog=each.clause.kind == "dialog")
        elif each.clause.place:  # on a page: it must be that one
            expected = c.Expect("shown", Target(each.clause.place), patience_secs=0)
            adapted.append(replace(each, clause=expected))
    return adapted


def _in_browser(intent: Intent, scope: Target) -> Intent:
    """Raises ``GoalUnreadable`` for what a browser can't do."""
    clause, said = _meant(intent.clause), intent.said
    if (
        isinstance(clause, c.TypeIn)
        and not clause.clears
        and (not clause.target or clause.target.words == "form")
    ):
        raise reader.needs_model((said,), REMEDY)  # what goes into which field is not said
    match clause:
        case c.Rename() | c.SaveAs():
            why = "A browser can't do this"
        case c.Close(what="tab" | "window" | "application"):
            why = "The browser and its tabs are not closed by a goal"
        case _:
            return replace(intent, clause=targets.placed(clause, scope))
    raise GoalUnreadable(f"{why}: “{said}”.", (said,), _STEPS_TO)


def _meant(clause: Simple) -> Simple:
    """The clause as it is meant in a browser."""
    match clause:
        case c.Open(target=target):
            return c.Visit(target.said) if is_address(target.said) else c.Open(target)
        case c.OpenFile(name=name):
            return c.Visit(name) if is_address(name) else c.Open(Target(name))
        case c.Save():
            return c.Named("save")
        case c.Named(verb="go back" | "go forward" as verb, object_words=""):
            return c.Turn("back" if verb == "go back" else "forward")
        case c.Named(verb="reload" | "refresh"):
            return c.Turn("reload")
        case c.Press(keys=(_,), said=said) if len(said) == 1:
            return c.Point(Target(said))
        case _:
            return clause


WEB = reader.Dialect(WEB_VERBS, _READERS, REMEDY, _adapted)


@lru_cache(maxsize=64)
def read_web_readings(text: str) -> tuple[Intent, ...]:
    """Raises ``GoalUnreadable`` with the words that need a model, or that no browser can do."""
    return reader.read_goal(text, WEB)


def read_web_goal(text: str) -> WebGoal:
    """What the navigator needs of a goal, from its clauses. Raises ``GoalUnreadable``."""
    intents = read_web_readings(text)
    parts = tuple(each.said for each in intents)
    last = intents[-1].clause
    mode, kind = TaskMode.BROWSE, GoalKind.ACTION
    match last:
        case c.ReadValue():
            mode, kind = TaskMode.ANSWER, GoalKind.OBJECT
        case c.FetchFile():
            mode, kind = TaskMode.DOWNLOAD, GoalKind.OBJECT
        case c.SearchFor():
            mode, kind = TaskMode.FIND, GoalKind.OBJECT
        case c.Open() | c.Visit() if len(intents) == 1:
            kind = GoalKind.OBJECT
    return WebGoal(text, kind, mode, parts)
