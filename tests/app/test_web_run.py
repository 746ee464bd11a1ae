"""A run on the web from the command line: a real browser on a real site, from goal to exit code."""

from __future__ import annotations

import pytest

from engine.domain.terminals import EXIT_NOT_SEEN, Terminal
from tests.app.command import CommandLine
from tests.app.conftest import LONG_GOAL, BrokenOff, recorded
from tests.support.site import Site

pytestmark = pytest.mark.end_to_end


def browser(site: Site, path: str) -> tuple[str, ...]:
    return ("--surface", f"browser:{site.url(path)}", "--ask", "never", "--headless")


@pytest.mark.cold
def test_a_thing_is_found_in_a_browser(command: CommandLine, site: Site) -> None:
    goal = "Open Shop, search for wool watch cap and open Wool watch cap"
    ended = command.run("run", goal, *browser(site, "/"))
    assert ended.code == 0, ended
    assert ended.said.startswith(f"Starting the browser at {site.url('/')} …"), "at once"
    assert "the navigator on browser:" in ended.said
    assert "Stage Locate" in ended.said and "goal_satisfied" in ended.said
    state = recorded(command)
    assert state.mode == "navigator" and state.web is not None
    assert state.web.page is not None and "wool-watch-cap" in state.web.page.url
    assert state.outcome is not None and state.outcome.terminal is Terminal.GOAL_SATISFIED


def test_a_run_without_an_address_begins_where_its_goal_says(
    command: CommandLine, site: Site
) -> None:
    goal = f"Open {site.url('/shop/')}, then open Documentation"
    how = ("--mode", "navigator", "--ask", "never", "--headless")
    ended = command.run_here("run", goal, *how)
    assert ended.code == 0, ended
    assert f"the navigator on browser:{site.url('/shop/')}" in ended.said


def test_a_download_stands_in_the_folder_of_the_session(command: CommandLine, site: Site) -> None:
    goal = "Download the harbour plan"
    ended = command.run_here("run", goal, *browser(site, "/files/"))
    assert ended.code == 0, ended
    state = recorded(command)
    (file,) = (command.data / "downloads" / state.session_id).iterdir()
    assert file.name == "harbour-plan.pdf" and file.stat().st_size > 0
    assert state.web is not None and [each.path for each in state.web.downloads] == [str(file)]


def test_a_blocked_site_is_not_entered(command: CommandLine, site: Site) -> None:
    command.write_settings("[browser]\nblocked_domains = ['127.0.0.1']\n")
    ended = command.run_here("run", "Open Rope", *browser(site, "/shop/"))
    assert ended.code == 3 and "127.0.0.1" in ended.complained, ended
    assert "Traceback" not in ended.stderr


def test_a_run_goes_on_after_it_was_killed(command: CommandLine, broken_off: BrokenOff) -> None:
    before = broken_off.state
    assert before.outcome is None and before.web is not None and before.web.checkpoint is not None
    broken_off.left_to(command)
    ended = command.run_here("run", "--resume", before.session_id, "--headless")
    after = recorded(command)
    assert "Goes on after it broke off" in ended.said
    assert after.goal == LONG_GOAL
    assert after.outcome is not None and ended.code == EXIT_NOT_SEEN, ended
    again = command.run_here("run", "--resume", before.session_id)
    assert "has ended" in again.complained and again.code == 3


def test_a_run_that_is_under_way_is_left_alone(broken_off: BrokenOff) -> None:
    told = broken_off.told_meanwhile
    assert told.code == 3 and "still running" in told.complained, told
    assert "stop it where it runs" in told.complained and "Traceback" not in told.stderr


def test_what_can_not_go_on_is_said(command: CommandLine) -> None:
    ended = command.run_here("run", "--resume", "nothing")
    assert ended.code == 2 and "There is no session nothing" in ended.complained
    mixed = command.run_here("run", "--resume", "nothing", "--surface", "practice")
    assert mixed.code == 2 and "goes on where and as it was" in mixed.complained
