"""Without the extra “web” a browser run says what to install, and the doctor does so too."""

from __future__ import annotations

import pytest

from app.doctor import Health, examine_web
from app.extras import WEB_EXTRA
from app.settings.tables import Settings
from app.wiring import check_surface
from engine.domain.errors import SurfaceUnavailable


@pytest.fixture
def without_langgraph(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(WEB_EXTRA, "libraries", ("playwright", "langgraph_not_there"))


def test_all_of_it_is_there_in_the_tests() -> None:
    assert WEB_EXTRA.missing() == ()
    WEB_EXTRA.require()


def test_a_browser_run_says_what_to_install(without_langgraph: None) -> None:
    with pytest.raises(SurfaceUnavailable) as refused:
        check_surface("browser")
    assert "of which langgraph_not_there is not installed" in refused.value.message
    assert "pip install 'pilothouse[web]'" in refused.value.remedy
    check_surface("practice")


async def test_the_doctor_says_so_too(without_langgraph: None) -> None:
    (finding,) = await examine_web(Settings())
    assert finding.health is Health.LIMITED and "langgraph_not_there" in finding.message
    assert "pip install" in finding.remedy


async def test_the_doctor_opens_a_page_in_the_browser_that_it_found() -> None:
    extra, browser = await examine_web(Settings())
    assert (extra.health, browser.health) == (Health.GOOD, Health.GOOD)
    assert "opens a page" in browser.message and "/" in browser.message


async def test_a_browser_that_is_not_there_is_named_with_the_remedy() -> None:
    settings = Settings.model_validate({"browser": {"executable": "/nowhere/browser"}})
    browser = (await examine_web(settings))[1]
    assert browser.health is Health.LIMITED
    assert "/nowhere/browser" in browser.message and "apt install chromium" in browser.remedy
