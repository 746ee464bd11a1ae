"""Records cassettes: ``python -m tests.suites.strong_record URL FOLDER NAME…``

The model at the address answers; what it said is kept where the judge agrees."""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path

from tests.end_to_end.conftest import opened_bench
from tests.suites import strong_desktop, strong_web
from tests.suites.strong_case import CASSETTES, Played, StrongCase, figures
from tests.support.cassettes import Take, recording, save
from tests.support.scripted_endpoint import ScriptedEndpoint

DESKTOP = {case.name: case for case in strong_desktop.CASES}
WEB = {case.name: case for case in strong_web.CASES}


async def record_on_a_desktop(name: str, base_url: str, folder: Path) -> None:
    takes: list[Take] = []
    async with (
        ScriptedEndpoint(recording(base_url, takes)) as endpoint,
        opened_bench(folder) as bench,
    ):
        _keep(DESKTOP[name], await strong_desktop.played(bench, DESKTOP[name], endpoint), takes)


async def record_on_the_web(name: str, base_url: str, folder: Path) -> None:
    takes: list[Take] = []
    served = folder / "served"
    served.mkdir(exist_ok=True)
    with strong_web.opened_sites(served) as sites:
        async with ScriptedEndpoint(recording(base_url, takes)) as endpoint:
            run = await strong_web.played(sites, WEB[name], endpoint, folder)
        _keep(WEB[name], run, takes)


def _keep(case: StrongCase, run: Played, takes: list[Take]) -> None:  # type: ignore[type-arg]
    told = " ".join(f"{name}={value:.2f}" for name, value in figures(run.state).items())
    print(case.name, run.outcome, f"the judge: {run.is_so}", told, sep="\n  ", flush=True)
    if run.is_so and run.outcome.terminal is case.ends:
        CASSETTES.mkdir(exist_ok=True)
        save(case.cassette, takes)


if __name__ == "__main__":
    url, to, *names = sys.argv[1:]
    for each in names:
        into = Path(to) / each
        into.mkdir(parents=True, exist_ok=True)
        asyncio.run(
            (record_on_a_desktop if each in DESKTOP else record_on_the_web)(each, url, into)
        )
