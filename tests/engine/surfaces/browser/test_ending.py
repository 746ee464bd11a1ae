"""STOP, a browser that ends by itself, and one that must not outlive its console."""

from __future__ import annotations

import asyncio
import os
import re
import sys
import time
from collections.abc import Callable
from pathlib import Path

import psutil
import pytest

from engine.domain.actions import Click, Navigate, PressKeys, TypeText
from engine.domain.errors import (
    ActionImpossible,
    HandsStopped,
    SurfaceLost,
    SurfaceUnavailable,
    TargetLost,
)
from engine.surfaces.browser import launching, pulse
from engine.surfaces.browser.launching import find_browser
from engine.surfaces.browser.page_work import StoppableWork
from engine.surfaces.browser.pulse import ProcessHandle
from engine.surfaces.browser.settings import BrowserSettings
from tests.support.browser_site import Site, site
from tests.support.browsing import Browsing, browsing, element
from tests.support.lanes import varies
from tests.support.patience import Patience
from tests.support.processes import eventually, is_alive
from tests.support.waiting import BOUND_SECS, until, until_so

pytestmark = pytest.mark.usefixtures("none_lent")

TYPING = "<textarea data-agent-id=e1 id=f></textarea>"
HEADLESS = BrowserSettings(is_headless=True, width=800, height=600)


async def test_stop_ends_what_is_under_way_at_once_and_refuses_what_comes(
    capfd: pytest.CaptureFixture[str], patience: Patience
) -> None:
    with site() as pages:
        async with browsing(HEADLESS) as browser:
            processes = psutil.Process().children(recursive=True)
            assert len(processes) > 3
            await stop_in_mid_typing(browser, pages)
            await stop_in_mid_loading(browser, pages)
            with patience.products_own():
                await stop_in_mid_typing_into_a_stopped_browser(browser, pages)
                await stop_on_a_page_that_hangs(browser, pages)
    await eventually(lambda: not any(is_alive(each.pid) for each in processes))
    assert capfd.readouterr().err == ""


async def stop_in_mid_typing(browser: Browsing, pages: Site) -> None:
    surface = browser.surface
    await browser.open(pages.put("/", TYPING))
    text = "x" * 100_000
    typing = asyncio.ensure_future(surface.hands.act_on(TypeText(text), element("e1")))
    await until_so(lambda: browser.ask("f.value.length > 3"))
    held, milliseconds = await surface.stop_hands()
    with pytest.raises(HandsStopped):
        await typing
    assert held == ()
    assert milliseconds > 0
    length = await browser.ask("f.value.length")
    assert isinstance(length, int)
    assert 3 < length < len(text)
    for action in (PressKeys(("a",)), Navigate(pages.at("/"))):
        with pytest.raises(HandsStopped):
            await surface.hands.perform(action, None)
    with pytest.raises(HandsStopped):
        await surface.hands.act_on(Click(), element("e1"))
    assert await browser.ask("f.value.length") == length

    await surface.renew_hands()
    await surface.hands.act_on(TypeText("new", replace=True), element("e1"))
    assert await browser.ask("f.value") == "new"


async def stop_in_mid_typing_into_a_stopped_browser(browser: Browsing, pages: Site) -> None:
    """Once it goes on there comes what it had been handed: one piece at the most."""
    surface = browser.surface
    (own,) = [one for one in psutil.Process().children(recursive=True) if is_browser(one)]
    notes = "window.times = []; f.oninput = e => e.data[0] == 'x' && times.push(Date.now())"
    await browser.open(pages.put("/", f"{TYPING}<script>{notes}</script>"))
    text = "x" * 100_000
    typing = asyncio.ensure_future(surface.hands.act_on(TypeText(text), element("e1")))
    await until_so(lambda: browser.ask("f.value.length > 3"))
    own.suspend()
    try:
        assert (await surface.stop_hands())[0] == ()
        assert not browser.losses, "STOP does not wait until it is given up"
        with pytest.raises(HandsStopped):
            await typing
    finally:
        goes_on_at_secs = time.time()
        own.resume()
    await surface.renew_hands()
    await surface.hands.act_on(TypeText("end"), element("e1"))
    await until_so(lambda: browser.ask("f.value.includes('end')"))
    came = await browser.ask(f"times.filter(one => one > {goes_on_at_secs * 1000}).length")
    assert came in (0, 1)


async def stop_in_mid_loading(browser: Browsing, pages: Site) -> None:
    opening = asyncio.ensure_future(browser.open(pages.at("/slow")))
    await until(lambda: "/slow" in pages.hits)
    await browser.surface.stop_hands()
    with pytest.raises(HandsStopped):
        await opening
    pages.let_go.set()
    await browser.surface.renew_hands()
    await browser.open(pages.put("/", "Hello"))
    assert await browser.ask("document.body.innerText") == "Hello"


async def stop_on_a_page_that_hangs(browser: Browsing, pages: Site) -> None:
    """What it holds is not let go of, which is said; an address is opened later all the same."""
    tells = 'const x = new XMLHttpRequest(); x.open("GET", "/pressed", false); x.send();'
    await browser.open(
        pages.put("/", f"<button data-agent-id=e1 onmousedown='{tells} for (;;);'>B</button>")
    )
    clicking = asyncio.ensure_future(browser.surface.hands.act_on(Click(), element("e1")))
    await until(lambda: "/pressed" in pages.hits)
    assert not clicking.done()
    with pytest.raises(SurfaceLost, match="may still be held down"):
        await browser.surface.stop_hands()
    with pytest.raises(HandsStopped):
        await clicking
    await browser.surface.renew_hands()
    await browser.open(pages.put("/", "Hello"))
    assert await browser.ask("document.body.innerText") == "Hello"


async def test_the_browser_ends_though_its_eyes_and_tabs_fail_to_close(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def failing() -> None:
        raise RuntimeError("Something broke.")

    with pytest.raises(RuntimeError, match="Something broke"):
        async with browsing(HEADLESS) as browser:
            processes = psutil.Process().children(recursive=True)
            monkeypatch.setattr(browser.surface.eyes, "close", failing)
            monkeypatch.setattr(browser.surface.tabs, "close", failing)
    await eventually(lambda: not any(is_alive(each.pid) for each in processes))


async def test_a_process_that_does_not_end_is_killed_and_a_strangers_is_not_held() -> None:
    ours = await asyncio.create_subprocess_exec(
        sys.executable, "-c", "import time; print(1, flush=True); time.sleep(600)",
        stdout=asyncio.subprocess.PIPE,
    )  # fmt: skip
    assert ours.stdout is not None and await ours.stdout.readline()
    handle = ProcessHandle.of_descendant(ours.pid)
    assert handle is not None
    await handle.end(0.1)
    await eventually(lambda: not is_alive(ours.pid))
    assert ProcessHandle.of_descendant(os.getppid()) is None


async def test_a_browser_that_hangs_is_ended_by_force(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(launching, "_CLOSE_TIMEOUT_SECS", 0.2)
    monkeypatch.setattr(launching, "_DRIVER_END_SECS", BOUND_SECS)
    async with browsing(HEADLESS):
        every = psutil.Process().children(recursive=True)
        own = [each for each in every if is_browser(each)]
        drivers = [each for each in every if described(each)[0].startswith("node")]
        for each in own:
            each.suspend()
    assert drivers and not any(is_alive(each.pid) for each in drivers), "it was not waited for"
    await eventually(lambda: not any(is_alive(each.pid) for each in own))
    assert own


def is_browser(process: psutil.Process) -> bool:
    name, words = described(process)
    return "chrom" in name and "--type=" not in words


def described(process: psutil.Process) -> tuple[str, str]:
    """Its name and command, empty where it has ended by now, as short-lived helpers do."""
    try:
        return process.name(), " ".join(process.cmdline())
    except psutil.Error:
        return "", ""


@pytest.mark.parametrize(
    ("who", "harm", "words"),
    [
        ("chrom", psutil.Process.suspend, r"The browser did not answer within \d+ s\."),
        ("node", psutil.Process.suspend, r"The browser's driver .* did not answer within \d+ s\."),
        ("node", psutil.Process.kill, "The browser's driver .* ended unexpectedly."),
        ("chrom", psutil.Process.kill, r"The browser ended\."),
    ],
)
async def test_a_browser_or_driver_that_is_gone_is_told_whatever_it_was_asked(
    who: str, harm: Callable[[psutil.Process], None], words: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with site() as pages:
        async with browsing(HEADLESS, has_eyes=True) as browser:
            every = [(one, *described(one)) for one in psutil.Process().children(recursive=True)]
            opening = asyncio.ensure_future(browser.open(pages.at("/slow")))
            await until(lambda: "/slow" in pages.hits)
            monkeypatch.setattr(pulse, "ANSWER_SECS", 3.0)
            monkeypatch.setattr(pulse, "crowding", lambda: 100.0)  # what was stopped has ended
            for process, name, told in every:
                if name.startswith(who) and "--type=" not in told:
                    harm(process)
            await until(lambda: browser.losses)
            assert re.fullmatch(words, browser.losses[0])
            with pytest.raises(SurfaceLost, match=words):
                await opening
            for look in (browser.surface.eyes.read_tree(), browser.open(pages.at("/"))):
                with pytest.raises(SurfaceLost, match=words):
                    await look
            assert len(browser.losses) == 1
            pages.let_go.set()
    # the browser's own children end when they notice that it has
    await eventually(lambda: not any(is_alive(one.pid) for one, *_ in every))


@pytest.mark.parametrize("who", ["chrom", varies("node")])
async def test_the_silence_of_a_browser_or_driver_is_not_taken_for_a_pages(
    who: str, monkeypatch: pytest.MonkeyPatch, patience: Patience
) -> None:
    """It may have longer than a page has: nothing is said of the page before it is known."""
    monkeypatch.setattr(ProcessHandle, "is_stopped", False)
    monkeypatch.setattr(pulse, "crowding", lambda: 2.0)
    with site() as pages:
        async with browsing(HEADLESS, has_eyes=True) as browser:
            await browser.open(pages.put("/", "<button data-agent-id=e1>Go</button>"))
            surface = browser.surface
            every = [(one, *described(one)) for one in psutil.Process().children(recursive=True)]
            [process] = [
                e for e, name, told in every if name.startswith(who) and "--type=" not in told
            ]
            process.suspend()
            await eventually(lambda: process.status() == psutil.STATUS_STOPPED)
            asked = (
                surface.eyes.change_count(),
                surface.hands.act_on(Click(), element("e1", text="Go")),
                surface.vitals(),
            )
            with patience.products_own():
                told = await asyncio.gather(*asked, return_exceptions=True)
            for came in told:
                assert isinstance(came, SurfaceLost) and "did not answer within 10 s" in str(came)


async def test_a_page_whose_process_was_stopped_is_lost_and_one_that_is_at_work_is_not(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(pulse, "_PAGE_SECS", 1.0)
    monkeypatch.setattr(pulse, "_PULSE_EVERY_SECS", 0.1)
    with site() as pages:
        async with browsing(HEADLESS, has_eyes=True) as browser:
            await browser.open(pages.put("/", "Hello"))
            await browser.ask(
                "(() => { for (const end = Date.now() + 2000; Date.now() < end;); })()"
            )
            assert not browser.losses
            every = psutil.Process().children(recursive=True)
            for process in every:
                if "--type=renderer" in described(process)[1]:
                    process.suspend()
            with pytest.raises(SurfaceLost, match=r"process of the page .* was stopped"):
                await browser.surface.eyes.read_tree()
            assert len(browser.losses) == 1
    await eventually(lambda: not any(is_alive(each.pid) for each in every))


async def test_a_driver_that_waits_for_a_processor_is_not_given_up(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(ProcessHandle, "is_stopped", False)
    monkeypatch.setattr(pulse, "crowding", lambda: 8.0)
    monkeypatch.setattr(pulse, "ANSWER_SECS", 2.0)
    monkeypatch.setattr(pulse, "_PULSE_EVERY_SECS", 0.1)
    with site() as pages:
        async with browsing(HEADLESS) as browser:
            every = psutil.Process().children(recursive=True)
            [driver] = [each for each in every if described(each)[0].startswith("node")]
            driver.suspend()
            await asyncio.sleep(3)  # longer than it would have on a machine with nothing else to do
            driver.resume()
            await browser.open(pages.put("/", "Hello"))
            assert not browser.losses


_CONSOLE = """
import asyncio, os, sys
from tests.support.browsing import browsing
from engine.surfaces.browser.settings import BrowserSettings
from engine.surfaces.browser.page_work import StoppableWork
async def main():
    async with browsing(BrowserSettings(is_headless=True)):
        print("up", flush=True)
        await asyncio.sleep(600)
asyncio.run(main())
"""


async def test_the_browser_does_not_outlive_a_console_that_is_killed_nor_has_its_environment() -> (
    None
):
    secrets = dict.fromkeys(("PILOTHOUSE_API_KEY", "NOBODY_THOUGHT_OF_IT"), "spinnaker-9")
    console = await asyncio.create_subprocess_exec(
        sys.executable,
        "-c",
        _CONSOLE,
        stdout=asyncio.subprocess.PIPE,
        env={**os.environ, **secrets},
    )
    assert console.stdout is not None
    assert await console.stdout.readline() == b"up\n"
    processes = psutil.Process(console.pid).children(recursive=True)
    assert len(processes) > 3
    told = [Path(f"/proc/{one.pid}/environ") for one in processes]
    given = [each.read_bytes() for each in told if each.exists()]
    assert any(b"PATH=" in each for each in given)
    assert not any(b"spinnaker-9" in each for each in given)
    console.kill()
    await console.wait()
    await eventually(lambda: not any(is_alive(each.pid) for each in processes))


def test_no_browser_is_said_with_what_to_install(tmp_path: Path) -> None:
    with pytest.raises(SurfaceUnavailable, match="apt install chromium"):
        find_browser("", {"PATH": str(tmp_path)}, usual_paths=())
    with pytest.raises(SurfaceUnavailable, match="“no-such-browser” is not there"):
        find_browser("no-such-browser", {"PATH": os.environ["PATH"]})


@pytest.mark.parametrize(
    ("program", "name"),
    [("chromium", "Chromium"), ("google-chrome-stable", "Chrome"), ("microsoft-edge", "Edge")],
)
def test_each_kind_of_browser_is_found(tmp_path: Path, program: str, name: str) -> None:
    path = tmp_path / program
    path.write_text("#!/bin/sh\n")
    path.chmod(0o755)
    found = find_browser("", {"PATH": str(tmp_path)}, usual_paths=())
    assert (found.path, found.name) == (path, name)
    assert find_browser(str(path), {}).path == path


async def test_a_browser_that_does_not_start_is_said_with_its_reason(tmp_path: Path) -> None:
    path = tmp_path / "chromium"
    path.write_text("#!/bin/sh\nexit 3\n")
    path.chmod(0o755)
    settings = BrowserSettings(executable=str(path), is_headless=True)
    with pytest.raises(SurfaceUnavailable, match="could not be started"):
        async with browsing(settings):
            pass


async def test_a_driver_that_does_not_start_is_said_with_what_is_missing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("PLAYWRIGHT_NODEJS_PATH", "/bin/false")
    with pytest.raises(SurfaceUnavailable, match=r"does not start.*libatomic1"):
        async with browsing(HEADLESS):
            pass
    # the driver's own task reads its end to the last byte
    await eventually(lambda: asyncio.all_tasks() == {asyncio.current_task()})


async def test_a_profile_that_is_kept_remembers_and_is_never_reset(tmp_path: Path) -> None:
    settings = BrowserSettings(is_headless=True, profile_folder=tmp_path / "profile")
    with site() as pages:
        url = pages.put("/", "Hello")
        async with browsing(settings) as browser:
            await browser.open(url)
            await browser.ask("localStorage.setItem('name', 'Ada')")
        async with browsing(settings) as browser:
            await browser.open(url)
            assert await browser.ask("localStorage.getItem('name')") == "Ada"
            assert not browser.surface.can_reset
            with pytest.raises(ActionImpossible, match="profile"):
                await browser.surface.reset()


async def test_work_that_the_browser_drops_is_a_target_that_is_lost() -> None:
    async def dropped() -> None:
        raise asyncio.CancelledError

    with pytest.raises(TargetLost):
        await StoppableWork().run(dropped())
