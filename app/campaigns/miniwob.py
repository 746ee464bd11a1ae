"""MiniWoB++ (https://miniwob.farama.org): its pages as tasks. Each page makes up its problem from
a number, and says itself whether it was solved. They are copied, and behind the script that they
share stands one of ours: a page then has one problem, and tells its reward in its title."""

import itertools
import os
import shutil
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path

from app.campaigns.benchmarks import PAGES, PORT
from app.campaigns.file import Judge, Task
from app.web_extra import require_web
from engine.domain.errors import NameUnknown
from engine.surfaces.browser.launching import find_browser

_CORE = "core/core.js"


def miniwob(folder: Path, out: Path, seeds: int) -> Iterator[tuple[str, Task | str]]:
    """``folder`` holds the pages somewhere below it, as the package ``miniwob`` does. Raises
    ``NameUnknown`` where it holds none, ``SurfaceUnavailable`` without a browser."""
    require_web()
    from playwright.sync_api import Error, sync_playwright

    browser = find_browser("", os.environ).path
    if (core := next(folder.rglob(_CORE), None)) is None:
        raise NameUnknown(f"No pages of MiniWoB++ are in {folder}.", "Its package has them.")
    shutil.copytree(core.parent.parent, pages := out / PAGES, dirs_exist_ok=True)
    ours = (files("resources") / "benchmarks" / "miniwob.js").read_text(encoding="utf-8")
    (pages / _CORE).write_text(core.read_text(encoding="utf-8") + ours, encoding="utf-8")
    with sync_playwright() as playwright:
        is_sandboxed = os.geteuid() != 0  # it refuses to be sandboxed as root
        begun = playwright.chromium.launch(executable_path=browser, chromium_sandbox=is_sandboxed)
        page = begun.new_page()
        page.set_default_timeout(10_000)
        paths = sorted((pages / "miniwob").glob("*.html"))
        for path, seed in itertools.product(paths, range(1, seeds + 1)):
            name, address = f"{path.stem}.{seed}", f"{path.name}?seed={seed}"
            url = f"http://127.0.0.1:{PORT}/miniwob/{address}"
            try:
                page.goto(f"{path.resolve().as_uri()}?seed={seed}")
                page.wait_for_function("core.ept0 && WOB_TASK_READY && !WOB_DONE_GLOBAL")
                told = page.evaluate("core.getUtterance()")
            except Error as error:
                yield name, f"it tells no problem ({error.message.splitlines()[0]})"
                continue
            goal = told["utterance"] if isinstance(told, dict) else told
            judge = Judge(title=f"{address}: reward 1")
            yield name, Task(name=name, goal=goal, surfaces=(f"browser:{url}",), judge=judge)
    for path in sorted(pages.glob("flight/*/wrapper.html")):
        yield path.parent.name, "its site is shown inside another page"
