"""What the operator chose still counts where a run goes on, and what the run came to does not."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from app import web_parts
from app.choices import BROWSER, RunChoices
from app.run import as_it_was
from app.secrets import Secrets
from app.settings.tables import Settings
from app.wiring import build_perceiver, build_session, build_surface, build_thinkers
from engine.domain.approvals import Asking
from engine.domain.errors import RecordUnavailable
from engine.domain.events import SessionStarted
from engine.domain.limits import UNUSED, Limits
from engine.domain.web.events import GraphCheckpointed
from engine.domain.web.resuming import ResumePoint
from engine.domain.zones import MASK
from engine.record.store import SessionStore
from engine.safety.gate import NobodyThere
from engine.safety.policy import rules_from_text
from engine.safety.web.page_risks import WebRiskRater
from engine.surfaces.browser.surface import BrowserSurface

GOAL = "Log in with {{secret:shop}}"


async def test_a_site_that_the_run_came_to_is_not_one_that_the_operator_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    named: list[str] = []

    def rater(**told: Any) -> WebRiskRater:
        named.append(told["start_url"])
        return WebRiskRater(**told)

    monkeypatch.setattr(web_parts, "WebRiskRater", rater)
    monkeypatch.setattr(BrowserSurface, "eyes", None, raising=False)  # it has not started
    monkeypatch.setattr(BrowserSurface, "hands", None, raising=False)  # it has not started
    settings, shop = Settings(), "browser:https://shop.example"
    elsewhere = "https://elsewhere.example/log-in"
    first = await SessionStore.open(tmp_path / "sessions.db")
    store = await SessionStore.open(tmp_path / "sessions.db")
    try:
        log = await first.start_session("broken")
        await log.append(SessionStarted(GOAL, shop, "offline", Asking.RISKY, Limits(), "0"))
        await log.append(GraphCheckpointed("1", "", 1, await first.blobs.put_text("{}")))
        log.close()
        choices = RunChoices(GOAL, f"browser:{elsewhere}", mode="navigator")
        surface = build_surface(choices.surface, settings, Secrets(), session_id="broken")
        point = ResumePoint(
            "broken", GOAL, shop, "offline", Asking.RISKY, Limits(), "navigator",
            "1", "{}", elsewhere, (), 0, UNUSED, event_count=2,
        )  # fmt: skip
        await build_session(
            choices,
            settings=settings,
            surface=surface,
            perceiver=build_perceiver(surface, Secrets(), settings),
            approver=NobodyThere(),
            store=store,
            thinkers=build_thinkers(settings),
            resumed=point,
        )
    finally:
        await store.close()
        await first.close()
    assert named == ["https://shop.example"]


async def test_a_run_tells_in_its_record_by_which_rules_it_began(tmp_path: Path) -> None:
    text = '[[rules]]\nanswer = "deny"\nkind = "type"\n'
    settings = Settings().with_rules(rules_from_text(text, "policy.toml"))
    store = await SessionStore.open(tmp_path / "sessions.db")
    surface = build_surface("practice", settings, Secrets())
    session, _ = await build_session(
        RunChoices("Click Save"),
        settings=settings,
        surface=surface,
        perceiver=build_perceiver(surface, Secrets(), settings),
        approver=NobodyThere(),
        store=store,
        thinkers=build_thinkers(settings),
        session_id="one",
    )
    begun = session._beginning()
    await store.close()
    assert isinstance(begun, SessionStarted)
    assert begun.policy == ("Deny type (policy.toml:1)",)


async def choices_after(tmp_path: Path, surface: str, state_text: str) -> RunChoices:
    """With what a session goes on that broke off with that state."""
    first = await SessionStore.open(tmp_path / "sessions.db")
    store = await SessionStore.open(tmp_path / "sessions.db")
    try:
        log = await first.start_session("broken")
        await log.append(
            SessionStarted(GOAL, surface, "offline", Asking.RISKY, Limits(), "0", mode="navigator")
        )
        await log.append(GraphCheckpointed("1", "", 1, await first.blobs.put_text(state_text)))
        log.close()
        choices, _ = await as_it_was(
            RunChoices("", BROWSER, mode="navigator", resumes="broken"), store
        )
        return choices
    finally:
        await store.close()
        await first.close()


async def test_the_browser_begins_where_the_operator_wanted_it_to(tmp_path: Path) -> None:
    deed = '{"url": "https://shop.example/cart/add?id=3"}'
    choices = await choices_after(tmp_path, "browser:https://shop.example", deed)
    assert choices.surface == "browser:https://shop.example"


async def test_it_begins_with_an_empty_page_where_that_address_is_hidden(tmp_path: Path) -> None:
    choices = await choices_after(tmp_path, f"browser:https://shop.example/?t={MASK}", "{}")
    assert choices.surface == "browser"


async def test_what_is_damaged_is_said_before_anything_is_started(tmp_path: Path) -> None:
    with pytest.raises(RecordUnavailable, match="its last checkpoint is damaged"):
        await choices_after(tmp_path, "browser", '{"stage": "lunch"}')
