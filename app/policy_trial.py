"""A policy tried over past sessions: what it would have allowed, asked about and denied. Nothing is
done again, and no record is changed."""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from engine.domain.approvals import PolicyAnswer
from engine.language.sentences.figures import count_words
from engine.record.sessions import OpenedSession
from engine.record.source import Stored
from engine.record.store import SessionStore
from engine.record.views.oversight import decisions_in
from engine.safety.policy import Rules, ruled_anew

CANT_TELL = "can't tell"
_MOST_NAMED = 8


class Trial(NamedTuple):
    """``tried`` are all decisions, ``changed`` those that would be otherwise."""

    summary: str
    tried: list[dict[str, str]]
    changed: list[dict[str, str]]
    figures: list[tuple[str, str, str]]
    """An answer, how often it was given, and how often it would be."""

    @property
    def told(self) -> str:
        """All of it, and the first of what would be otherwise, a line each."""
        counts = [f"{answer} {was} → {now}" for answer, was, now in self.figures]
        named = ["{step}: {was} → {now} ({rule})".format(**each) for each in self.changed]
        more = [f"and {len(named) - _MOST_NAMED:,} more"] if len(named) > _MOST_NAMED else []
        return "\n".join([self.summary, " · ".join(counts), *named[:_MOST_NAMED], *more])


async def try_over(sources: Sequence[Stored], rules: Rules) -> Trial:
    tried = [each for it in sources for each in _tried(await it.opened(), rules)]
    changed = [each for each in tried if each["now"] not in (each["was"], CANT_TELL)]
    what = f"{count_words(len(tried), 'decision')} in {count_words(len(sources), 'session')}"
    was, now = (Counter(each[when] for each in tried) for when in ("was", "now"))
    figures = [(it, str(was[it]), str(now[it])) for it in (*PolicyAnswer, CANT_TELL)]
    return Trial(f"{what}; {len(changed):,} would be otherwise.", tried, changed, figures)


async def try_over_all(store: SessionStore, rules: Rules) -> str:
    """Told of all sessions that were recorded."""
    return (await try_over([Stored(it, store) for it in await store.sessions()], rules)).told


def _tried(opened: OpenedSession, rules: Rules) -> Iterator[dict[str, str]]:
    """Each decision; ``rule`` is where what decides now stands, or which layer says it."""
    for each in decisions_in(opened.events):
        request, lacking = each.weighed, "place" if each.weighed else "risk"
        ruling = request and ruled_anew(request, each.asking, rules, is_theirs=each.is_theirs)
        yield {
            "session_id": opened.summary.session_id,
            "place": each.place,
            "step": request.step.description if request else "",
            "was": each.ruled,
            "now": ruling.answer if ruling else CANT_TELL,
            "rule": ruling.layer if ruling else "",
            "why": ruling.why if ruling else f"its {lacking} was not recorded",
        }
