"""What came of a campaign, for people (HTML), for a table (CSV) and for build servers (JUnit)."""

from collections.abc import Sequence
from pathlib import Path
from statistics import median

from app.campaigns.figures import Comparison, sure_words
from app.campaigns.file import Campaign
from app.campaigns.results import Result
from engine.domain.verdicts import Verdict
from engine.language.sentences.figures import money_words, span_words
from engine.record.reports.html import csv_table, rendered
from engine.record.reports.junit import element, written
from engine.record.source import write_export

WORDS = {
    Verdict.SEEN: "succeeded",
    Verdict.CONTRADICTED: "failed",
    Verdict.CANT_TELL: "can’t tell",
}
_TONES = {Verdict.SEEN: "good", Verdict.CONTRADICTED: "bad", Verdict.CANT_TELL: "warn"}


def write_reports(
    folder: Path, campaign: Campaign, results: Sequence[Result], comparisons: Sequence[Comparison]
) -> tuple[Path, ...]:
    """``campaign.html``, ``.csv`` and ``.junit.xml``. Raises ``RecordUnavailable``."""
    html = rendered(
        "campaign.html.j2",
        name=campaign.name,
        planned=len(campaign.orders),
        results=results,
        comparisons=comparisons,
        tones=_TONES,
        words=WORDS,
        sure=sure_words,
        median=median,
        span=span_words,
        money=money_words,
    )
    columns = list(Result.model_fields)
    rows = ([getattr(each, name) for name in columns] for each in results)
    made = {
        "campaign.html": html.encode(),
        "campaign.csv": csv_table(columns, rows),
        "campaign.junit.xml": _junit_of(campaign.name, results),
    }
    return tuple(write_export(folder / name, data) for name, data in made.items())


def _junit_of(name: str, results: Sequence[Result]) -> bytes:
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
            case.append(element(tag, message=each.why))
    return written(suite)
