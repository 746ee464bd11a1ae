"""What the operator chose still counts where a run goes on, and what the run came to does not."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from app import web_parts
from app.choices import RunChoices
from app.secrets import Secrets
from app.settings import Settings
from app.wiring import build_perceiver, build_session, build_surface, build_thinkers
from engine.approval.nobody import NobodyThere
from engine.domain.approvals import Asking
from engine.domain.events import SessionStarted
from engine.domain.limits import UNUSED, Limits
from engine.domain.web.resuming import ResumePoint
from engine.execution.web.risks import WebRiskRater
from engine.record.store import SessionStore
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
    monkeypatch.setattr(BrowserSurface, "eyes", None)
    monkeypatch.setattr(BrowserSurface, "hands", None)
    settings, shop = Settings(), "browser:https://shop.example"
    elsewhere = "https://elsewhere.example/log-in"
    first = await SessionStore.open(tmp_path / "sessions.db")
    store = await SessionStore.open(tmp_path / "sessions.db")
    try:
        log = await first.start_session("broken")
        await log.append(SessionStarted(GOAL, shop, "offline", Asking.RISKY, Limits(), "0"))
        choices = RunChoices(GOAL, f"browser:{elsewhere}", mode="navigator")
        surface = build_surface(choices.surface, settings, Secrets(), session_id="broken")
        point = ResumePoint(
            "broken", GOAL, shop, "offline", Asking.RISKY, Limits(), "navigator",
            "1", "{}", elsewhere, (), 0, UNUSED,
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
