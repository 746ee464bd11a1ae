"""``pilothouse campaign``: begin one or go on with it, show how it goes, tell what came of it: for
people (HTML), for a table (CSV) and for build servers (JUnit).

In figures that is how many succeeded, how sure that is, and whether two sets of runs differ by more
than chance. A run that nobody can judge is one that did not succeed."""

import asyncio
import contextlib
import itertools
import json
import math
import os
import signal
from collections import defaultdict
from collections.abc import Collection, Coroutine, Mapping, Sequence
from pathlib import Path
from statistics import NormalDist, median

from rich.console import Console

from app.campaigns.file import Campaign, read_campaign
from app.campaigns.results import Result, owned, results_in
from app.campaigns.running import Desks, LocalDesks, Running
from app.paths import make_folder
from app.settings.tables import Settings
from app.terminal import in_markup
from app.web_extra import needs_extra
from app.wiring import build_thinkers
from engine.domain.errors import RecordUnavailable
from engine.domain.facts import Frozen
from engine.domain.terminals import EXIT_CODES, EXIT_NOT_ALL, Terminal
from engine.domain.verdicts import Verdict
from engine.language.sentences.figures import count_words, money_words, span_words
from engine.record.reports.html import csv_table, rendered
from engine.record.reports.junit import element, written
from engine.record.source import write_export

_SURE = NormalDist().inv_cdf(0.975)


def interval(good: int, whole: int) -> tuple[float, float]:
    """Within which the true share lies in 95 of 100 such samples (Wilson's)."""
    if not whole:
        return 0.0, 1.0
    p, z2 = good / whole, _SURE**2
    middle = (p + z2 / (2 * whole)) / (1 + z2 / whole)
    half = _SURE / (1 + z2 / whole) * math.sqrt(p * (1 - p) / whole + z2 / (4 * whole**2))
    return max(0.0, middle - half), min(1.0, middle + half)


def sure_words(runs: Collection[Result]) -> str:
    """That interval of their success: ``49 to 94 %``."""
    low, high = interval(sum(each.is_good for each in runs), len(runs))
    return f"{100 * low:.0f} to {100 * high:.0f} %"


class Comparison(Frozen):
    """``paired`` runs did the same work in both; so many runs are ``alone``."""

    one: str
    other: str
    paired: tuple[tuple[Result, Result], ...]
    alone: int

    @property
    def better(self) -> tuple[tuple[Result, Result], ...]:
        """Those that succeeded only the second time."""
        return tuple(pair for pair in self.paired if pair[1].is_good and not pair[0].is_good)

    @property
    def worse(self) -> tuple[tuple[Result, Result], ...]:
        """Only the first."""
        return tuple(pair for pair in self.paired if pair[0].is_good and not pair[1].is_good)

    @property
    def chance(self) -> float:
        """How often a difference as large as this, or larger, would come up were there none: the
        exact sign test, two-sided, over the pairs that differ."""
        differ, few = len(self.better) + len(self.worse), min(len(self.better), len(self.worse))
        tail: float = sum(math.comb(differ, k) for k in range(few + 1)) / 2**differ
        return min(1.0, 2.0 * tail)

    @property
    def told(self) -> dict[str, object]:
        """For programs; runs by the ids of the second time."""
        better, worse = ([run.order_id for _, run in each] for each in (self.better, self.worse))
        figures = {"pairs": len(self.paired), "better": better, "worse": worse, "alone": self.alone}
        names = f"{self.one} → {self.other}"
        return {"words": self.words, "chance": self.chance, "names": names} | figures

    @property
    def words(self) -> str:
        told = f"{self.one} → {self.other}: of {count_words(len(self.paired), 'pair')}"
        told += f" {len(self.better)} got better, {len(self.worse)} broke"
        broke = ", ".join(run.order_id for _, run in self.worse)
        told += f" ({broke})" if broke else ""
        if self.better or self.worse:
            may_be = "that may be chance, " if self.chance >= 0.05 else ""
            told += f"; {may_be}so much comes up by chance in {100 * self.chance:.3g} % of trials"
        return f"{told}; {count_words(self.alone, 'run')} without a pair."


def compare(one: str, other: str, was: Collection[Result], now: Collection[Result]) -> Comparison:
    ones, others = ({each.work: each for each in runs} for runs in (was, now))
    paired = tuple((ones[work], run) for work, run in others.items() if work in ones)
    return Comparison(one, other, paired, alone=len(ones) + len(others) - 2 * len(paired))


def compared_thinkers(runs: Collection[Result]) -> list[Comparison]:
    """Each two thinkers of a campaign, over the same work."""
    each_two = itertools.combinations(_by_thinker(runs).items(), 2)
    return [compare(a, b, before, after) for (a, before), (b, after) in each_two]


def compared_campaigns(before: Collection[Result], after: Collection[Result]) -> list[Comparison]:
    """For each thinker that both had; those without a pair are none."""
    ones, others = _by_thinker(before), _by_thinker(after)
    both = [(name, name) for name in ones if name in others]
    if not both and len(ones) == len(others) == 1:
        both = list(zip(ones, others, strict=True))
    found = [compare(f"before, {a}", f"now, {b}", ones[a], others[b]) for a, b in both]
    return [each for each in found if each.paired]


def _by_thinker(runs: Collection[Result]) -> dict[str, list[Result]]:
    thinkers = dict.fromkeys(each.thinker for each in runs)
    return {name: [each for each in runs if each.thinker == name] for name in thinkers}


WORDS = {Verdict.SEEN: "succeeded", Verdict.CONTRADICTED: "failed", Verdict.CANT_TELL: "can’t tell"}
_TONES = {Verdict.SEEN: "good", Verdict.CONTRADICTED: "bad", Verdict.CANT_TELL: "warn"}


def write_reports(
    folder: Path,
    campaign: Campaign,
    results: Sequence[Result],
    thinkers: Sequence[Comparison],
    since: Sequence[Comparison] = (),
) -> tuple[Path, ...]:
    """``campaign.html``, ``.csv`` and ``.junit.xml``, with comparisons of its ``thinkers`` and
    ``since`` another campaign. Raises ``RecordUnavailable``."""
    html = rendered(
        "campaign.html.j2",
        name=campaign.name,
        planned=len(campaign.orders),
        results=results,
        groups=_groups(results),
        comparisons=[*since, *thinkers],
        reports={run.order_id for run in results if (folder / run.report).exists()},
        tones=_TONES,
        words=WORDS,
        sure=sure_words,
        median=median,
        span=span_words,
        money=money_words,
    )
    before = {run.order_id: was for each in since for was, run in each.paired}
    columns = list(Result.model_fields)
    rows = [
        [", ".join(value) if isinstance(value, tuple) else value for _, value in each]
        + ([before[each.order_id].judged if each.order_id in before else ""] if since else [])
        for each in results
    ]
    made = {
        "campaign.html": html.encode(),
        "campaign.csv": csv_table([*columns, "before"] if since else columns, rows),
        "campaign.junit.xml": _junit_of(campaign.name, results, before),
    }
    return tuple(write_export(folder / name, data) for name, data in made.items())


def _groups(results: Sequence[Result]) -> dict[str, dict[str, list[Result]]]:
    """Of the same task, thinker, surface; and what did something in a program, or in none."""
    groups = defaultdict[str, dict[str, list[Result]]](dict)
    for run in results:
        of = {"task": (run.task,), "thinker": (run.thinker,), "surface": (run.surface,)}
        for what, names in (of | {"program": run.programs or ("none",)}).items():
            for name in names:
                groups[what].setdefault(name, []).append(run)
    return groups


def _junit_of(name: str, results: Sequence[Result], before: Mapping[str, Result]) -> bytes:
    """A run that can't be told has an error, one that did not succeed a failure."""
    judged = [each.judged for each in results]
    suite = element(
        "testsuite",
        name=name,
        tests=str(len(results)),
        failures=str(judged.count(Verdict.CONTRADICTED)),
        errors=str(judged.count(Verdict.CANT_TELL)),
    )
    for each in results:
        said = {"classname": each.task, "name": each.order_id, "time": f"{each.took_secs:.3f}"}
        suite.append(case := element("testcase", **said))
        if not each.is_good:
            tag = "failure" if each.judged is Verdict.CONTRADICTED else "error"
            was_good = each.order_id in before and before[each.order_id].is_good
            case.append(element(tag, message=("It succeeded before. " * was_good) + each.why))
    return written(suite)


_COLOURS = {Verdict.SEEN: "green", Verdict.CONTRADICTED: "red", Verdict.CANT_TELL: "yellow"}


async def run_campaign(
    file: Path,
    folder: Path,
    settings: Settings,
    console: Console,
    *,
    database: Path,
    on: str = "local",
    parallel: int | None = None,
    against: Path | None = None,
    as_json: bool = False,
) -> int:
    """To its end, or until it is interrupted: the same command goes on with it then.
    ``on`` is ``local`` or the address of a cluster, ``against`` the folder of a campaign to compare
    with. Raises ``KnownError`` where it can't start, or can't go on."""
    campaign = await asyncio.to_thread(read_campaign, file, build_thinkers(settings))
    before = results_in(against).values() if against is not None else ()
    if against is not None and not before:
        why = f"No results of a campaign are in {against}."
        raise RecordUnavailable(why, "Name the folder that was another campaign's --out.")
    make_folder(folder)
    found, whole = dict[str, Result](), len(campaign.orders)

    def tell(result: Result) -> None:
        if as_json:
            print(result.model_dump_json(), flush=True)
        colour, took = _COLOURS[result.judged], span_words(1000 * result.took_secs)
        what = f"[{colour}]{WORDS[result.judged]}[/{colour}] {in_markup(result.order_id)}"
        told = f"{len(found)}/{whole} {what} [dim]{took}\n    {in_markup(result.why)}[/dim]"
        console.print(told, highlight=False)

    async with contextlib.AsyncExitStack() as closing:
        closing.enter_context(owned(folder, campaign))
        found |= results_in(folder)
        words = f"{campaign.name}: {count_words(whole, 'run')}, {len(found):,} done before."
        console.print(in_markup(words), highlight=False)
        desks = LocalDesks(database) if on == "local" else await _cluster(on, database, closing)
        running = Running(campaign, folder, desks, found, tell)
        is_whole = await _until_interrupted(running.run(parallel or desks.at_once), console)
    results = [found[each.order_id] for each in campaign.orders if each.order_id in found]
    since = compared_campaigns(before, results)
    thinkers = compared_thinkers(results)
    for each in [*thinkers, *since] if as_json else ():
        print(json.dumps(each.told), flush=True)
    for path in write_reports(folder, campaign, results, thinkers, since):
        console.print(f"Written to {path}", highlight=False, soft_wrap=True, markup=False)
    untold = sum(each.judged is Verdict.CANT_TELL for each in results)
    good, sure = sum(each.is_good for each in results), sure_words(results)
    words = f"{good} of {len(results)} succeeded (95 % sure: {sure}), {untold} can’t be told."
    console.print(f"[bold]{words}[/bold]", highlight=False)
    for each in [*thinkers, *since]:
        console.print(in_markup(each.words), highlight=False)
    if not is_whole:
        return EXIT_CODES[Terminal.CANCELLED]
    if not before:
        return 0 if all(each.is_good for each in results) else EXIT_NOT_ALL
    if not since:
        console.print("No run has its pair in the other campaign.", highlight=False)
    return EXIT_NOT_ALL if not since or any(each.worse for each in since) else 0


async def _cluster(address: str, database: Path, closing: contextlib.AsyncExitStack) -> Desks:
    os.environ["RAY_DEDUP_LOGS_SKIP_REGEX"] = "."  # Ray itself would print among what we do
    with needs_extra("campaigns", "A cluster"):
        from app.campaigns.on_ray import connected
    return await closing.enter_async_context(connected(address, database))


async def _until_interrupted(running: Coroutine[object, object, None], console: Console) -> bool:
    """Whether it came to its end. What is interrupted is ended, and done again later."""
    loop, task = asyncio.get_running_loop(), asyncio.ensure_future(running)
    for each in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        loop.add_signal_handler(each, task.cancel)
    await asyncio.wait([task])
    if task.cancelled():
        console.print("Interrupted. The same command goes on with it.", highlight=False)
        return False
    task.result()
    return True
