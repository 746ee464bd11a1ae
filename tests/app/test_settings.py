"""The settings file: what is not in it has its default, and no mistake in it is passed over."""

from __future__ import annotations

import ast
import inspect
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from app.settings.declaring import Table
from app.settings.file import SettingsUnreadable, read_settings
from app.settings.forms import dialog_pages
from app.settings.model import ModelSettings
from app.settings.tables import ExplorerSettings, LimitSettings, PracticeSettings, Settings
from app.settings.web import BrowserSettings, NavigatorSettings
from engine.domain.exploring.limits import ExploreLimits
from engine.domain.limits import FOR_A_MODEL, Limits
from engine.domain.spaces import Rect
from engine.domain.web.limits import WebLimits
from engine.domain.zones import MASK, Role
from engine.endpoint.request import EndpointSettings
from engine.perception.masking.rules import MaskRules
from engine.surfaces.browser.settings import BrowserSettings as BrowserSurfaceSettings
from engine.surfaces.desktop.practice.practice_desktop import PracticeDesktop
from tests.support.settings_text import settings_text
from widgets.kit.forms import FieldSpec

PAGES = [getattr(Settings(), name) for name in Settings.model_fields]
DOCUMENTED = Path(__file__).parents[2] / "docs/settings.toml"


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "settings.toml"


def test_a_missing_file_means_the_defaults(path: Path) -> None:
    assert read_settings(path) == Settings()
    assert Settings().limits.to_limits() == Limits()
    assert Settings().limits.to_limits(with_model=True) == FOR_A_MODEL
    as_the_document = LimitSettings(
        max_calls=30, max_replans=5, max_run_secs=0, max_local_iterations=10
    )
    assert as_the_document.to_limits(with_model=True) == Limits()


@pytest.mark.parametrize(
    ("table", "owner"),
    [
        (BrowserSettings, BrowserSurfaceSettings),
        (ExplorerSettings, ExploreLimits),
        (LimitSettings, Limits),
        (ModelSettings, EndpointSettings),
        (NavigatorSettings, WebLimits),
        (PracticeSettings, PracticeDesktop.__init__),
    ],
)
def test_a_default_that_the_engine_has_is_taken_from_there(table: type[Table], owner: Any) -> None:
    parameters = inspect.signature(owner).parameters.values()
    known = {each.name for each in parameters if each.default not in (each.empty, None)}
    (written,) = ast.parse(inspect.getsource(table)).body
    assert isinstance(written, ast.ClassDef)
    again = [
        ast.unparse(part)
        for part in written.body
        if isinstance(part, ast.AnnAssign)
        and ast.unparse(part.target) in known
        and isinstance(_default(part.value), ast.Constant | ast.Tuple)
    ]
    assert again == []


def _default(value: ast.expr | None) -> ast.expr | None:
    if not isinstance(value, ast.Call):
        return value
    return next((each.value for each in value.keywords if each.arg == "default"), None)


def test_a_setting_is_bounded_in_one_place() -> None:
    """Its own declaration bounds the field of the dialog too."""
    any_ = FieldSpec("")
    declared = [info for page in PAGES for info in type(page).model_fields.values()]
    typed = [
        spec.label
        for info in declared
        for spec in info.metadata
        if isinstance(spec, FieldSpec) and (spec.least, spec.most) != (any_.least, any_.most)
    ]
    assert typed == []


def test_what_is_set_counts_and_the_rest_keeps_its_default(path: Path) -> None:
    path.write_text("[limits]\nmax_calls = 3\nsettle_secs = 0.5\n[practice]\nwidth = 1920\n")
    settings = read_settings(path)
    assert settings.limits.to_limits() == Limits(max_calls=3, settle_secs=0.5)
    by_model = settings.limits.to_limits(with_model=True)
    assert by_model == replace(FOR_A_MODEL, max_calls=3, settle_secs=0.5)
    assert (settings.practice.width, settings.practice.height) == (1920, 800)


def test_the_documented_file_is_that_of_the_declarations_and_holds_the_defaults() -> None:
    assert DOCUMENTED.read_text() == settings_text()
    assert read_settings(DOCUMENTED) == Settings()


def test_the_model_becomes_an_endpoint(path: Path) -> None:
    path.write_text(
        '[model]\nbase_url = "http://127.0.0.1:1/v1"\nname = "small"\ntimeout_secs = 5\n'
        'temperature = "default"\n'
    )
    model = read_settings(path).model
    assert model.is_set_up and not Settings().model.is_set_up
    endpoint = model.to_endpoint("sk-1")
    assert (endpoint.model, endpoint.key, endpoint.timeout_secs) == ("small", "sk-1", 5.0)
    assert endpoint.temperature is None and endpoint.price is None
    assert model.to_endpoint("", "seeing").model == "seeing"
    assert ModelSettings().to_endpoint("").temperature == 0.0


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("[limits]\nmax_cals = 3\n", "there is no setting “limits.max_cals”"),
        ("[colours]\n", "there is no setting “colours”"),
        ("[limits]\nmax_calls = -1\n", "limits.max_calls: Input should be greater"),
        ("[limits]\nmax_calls = 'many'\n", "limits.max_calls: Input should be a valid integer"),
        ("[model]\ntemperature = 'hot'\n", "model.temperature"),
        ("[model]\ntemperature = -1\n", "model.temperature"),
        ("[model]\ncontext_tokens = 20_000_000\n", "model.context_tokens: Input should be less"),
        ("[model]\npicture_format = 'gif'\n", "model.picture_format: Input should be 'png'"),
        ("[limits]\nmax_cost = -1\n", "limits.max_cost: Input should be greater"),
        ("[practice]\nwidth = 100000\n", "practice.width: Input should be less"),
        ("limits = 3\n", "limits: "),
        ("[masking]\nown_patterns = ['(']\n", "masking.own_patterns: “(” is not a regular"),
        ("[masking]\nown_patterns = ['x*']\n", "so it would mask everything"),
        ("[masking]\npatterns = ['names']\n", "masking.patterns.0: Input should be 'keys'"),
        ("[masking]\nregions = [[0, 0, 0, 9]]\n", "masking.regions.0.2: Input should be greater"),
        ("[masking]\nwindow_titles = ['']\n", "masking.window_titles.0: String should have"),
        ("[browser]\nsearch_engine = 'https://x.example/?q='\n", "{words} where the words go"),
        ("[browser]\nblocked_domains = ['https://x.example']\n", "browser.blocked_domains.0"),
        ("[browser]\nheadless = 'perhaps'\n", "browser.headless"),
        ("[navigator]\nmax_steps = 0\n", "navigator.max_steps: Input should be greater"),
        ("[limits\n", "can't be read"),
    ],
)
def test_a_mistake_is_named_with_the_file(path: Path, text: str, words: str) -> None:
    path.write_text(text)
    with pytest.raises(SettingsUnreadable) as refusal:
        read_settings(path)
    assert words in refusal.value.message and str(path) in refusal.value.message
    assert refusal.value.remedy.startswith("Mend")


def test_all_mistakes_are_named_at_once(path: Path) -> None:
    path.write_text("[limits]\nmax_calls = -1\n[practice]\nwidht = 800\n")
    with pytest.raises(SettingsUnreadable, match=r"limits\.max_calls.*; .*practice\.widht"):
        read_settings(path)


def test_a_file_that_is_no_text_is_said(path: Path) -> None:
    path.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(SettingsUnreadable, match="can't be read"):
        read_settings(path)


def test_a_folder_in_its_place_is_said(tmp_path: Path) -> None:
    with pytest.raises(SettingsUnreadable, match="can't be read"):
        read_settings(tmp_path)


def test_what_is_said_of_the_web_counts(path: Path) -> None:
    path.write_text(
        "[browser]\nallowed_domains = ['Example.ORG']\nheadless = false\n"
        "[navigator]\nmax_steps = 7\nmay_be_conservative = false\n"
        "observe_screenshot_mode = 'on_change'\n"
    )
    settings = read_settings(path)
    assert settings.browser.allowed_domains == ("example.org",)
    assert settings.navigator.to_limits() == WebLimits(
        max_steps=7, may_be_conservative=False, observe_screenshot_mode="on_change"
    )
    assert Settings().navigator.to_limits() == WebLimits()


@pytest.mark.parametrize(
    ("said", "has_display", "is_headless"),
    [("auto", True, False), ("auto", False, True), (True, True, True), (False, False, False)],
)
def test_a_browser_has_a_window_where_there_is_a_display(
    said: bool | str, has_display: bool, is_headless: bool
) -> None:
    settings = BrowserSettings.model_validate({"headless": said})
    assert settings.is_headless(has_display=has_display) is is_headless


def test_what_is_to_be_masked_becomes_rules(path: Path) -> None:
    path.write_text(
        "[masking]\npatterns = ['cards']\nown_patterns = ['INV-[0-9]+']\nroles = ['text field']\n"
        "window_titles = ['Bank']\nregions = [[1, 2, 3, 4]]\n"
    )
    rules = read_settings(path).masking.to_rules()
    assert rules.masked("INV-7 for jo@example.org") == f"{MASK} for jo@example.org"
    assert rules.hides_role(Role.TEXT_FIELD) and rules.title_word("My bank") == "Bank"
    assert rules.regions_px == (Rect(1, 2, 3, 4),)
    assert Settings().masking.to_rules() == MaskRules()


def test_marks_in_pictures_can_be_turned_off(tmp_path: Path) -> None:
    path = tmp_path / "settings.toml"
    assert read_settings(path).model.to_picture().marks
    path.write_text("[model]\npicture_marks = false\n", encoding="utf-8")
    assert not read_settings(path).model.to_picture().marks


def test_the_dialog_offers_just_what_may_be_chosen() -> None:
    for page in dialog_pages()[:-1]:  # the last is of the policy's file
        table = type(getattr(Settings(), page.name))
        for spec in page.fields:
            for key, words in spec.choices:
                value = (key,) if spec.kind == "ticks" else key
                table.model_validate({spec.name: value})
                assert words
