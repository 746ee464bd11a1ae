"""Profiles are limits that go together; what is set by hand counts before them, and is shown so."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from app.choices import RunChoices
from app.profiles import forecast_of_profile, profile_lines
from app.settings.forms import form_of, limits_hints, problems_of, settings_of
from app.settings.tables import LimitSettings, Settings, with_said
from app.wiring import limits_of
from engine.domain.errors import NameUnknown
from engine.domain.limits import FOR_A_MODEL, PROFILES, Limits
from tests.app.command import CommandLine
from tests.support.own_models import write_model

DIRECTED = RunChoices("Click Save", thinker="model")
OFFLINE = RunChoices("Click Save")


def settings(profile: str = "auto", **limits: Any) -> Settings:
    model = {"base_url": "http://127.0.0.1:9/v1", "name": "m"}
    return Settings.model_validate({"model": model, "limits": {"profile": profile, **limits}})


@pytest.fixture
def own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr("app.model_files.models_path", lambda: tmp_path)
    return tmp_path


def test_each_profile_has_the_limits_of_its_name() -> None:
    assert limits_of(DIRECTED, settings()) == limits_of(DIRECTED, settings("strong")) == FOR_A_MODEL
    assert (
        limits_of(DIRECTED, settings("document"))
        == limits_of(OFFLINE, settings("document"))
        == Limits()
    )
    assert limits_of(OFFLINE, settings()) == replace(Limits(), counts_adaptive=False)
    assert limits_of(OFFLINE, settings(max_replans=5)) == Limits()
    by_hand = RunChoices("", mode="manual")
    assert limits_of(by_hand, settings()) == Limits()
    small = limits_of(DIRECTED, settings("small"))
    assert (small.max_calls, small.counts_adaptive) == (40, False)
    money = limits_of(DIRECTED, settings("money", max_cost=2.0))
    assert (money.max_calls, money.max_tokens, money.max_run_secs) == (0, 0, 0)
    assert money.max_cost == 2.0 and money.max_replans > 10_000


def test_a_strong_model_is_left_at_the_wheel_where_a_step_failed() -> None:
    """The others are asked for small steps towards it, as the document has it."""
    local = {name: each.limits.max_local_iterations for name, each in PROFILES.items()}
    assert local == {"document": 10, "small": 10, "strong": 0, "money": 0}
    assert limits_of(DIRECTED, settings(max_local_iterations=4)).max_local_iterations == 4


def test_one_limit_that_is_set_by_hand_counts_before_the_profile() -> None:
    assert limits_of(DIRECTED, settings("small", max_calls=7)).max_calls == 7
    strong = limits_of(DIRECTED, settings("strong", max_replans=9))
    assert strong == replace(FOR_A_MODEL, max_replans=9), "it counts as the profile counts"


def test_a_small_profile_tells_a_model_less_and_shows_it_nothing() -> None:
    small = settings("small").model_in_profile
    assert small.context_tokens == 4096 and small.vision_model == "none"
    assert settings("strong").model_in_profile == settings().model
    own = settings("small")
    model = own.model.model_copy(update={"context_tokens": 8000, "vision_model": "eye"})
    own = own.model_copy(update={"model": model})
    assert own.model_in_profile == model, "what is set by hand counts"


def test_money_alone_needs_a_ceiling_of_money_or_time() -> None:
    with pytest.raises(NameUnknown, match="no ceiling but money and time"):
        limits_of(DIRECTED, settings("money"))
    (problem,) = problems_of(form_of(settings("money")), settings("money"), "limits")
    assert problem.field == "max_cost"
    assert limits_of(DIRECTED, settings("money", max_run_secs=60)).max_run_secs == 60


def test_the_command_line_chooses_one() -> None:
    said = with_said(settings(), {"profile": "small", "max_calls": 9}, "director")
    assert limits_of(DIRECTED, said).max_calls == 9
    assert said.model_in_profile.context_tokens == 4096
    with pytest.raises(NameUnknown, match="no profile “fast”") as raised:
        with_said(settings(), {"profile": "fast"}, "director")
    assert "document, small, strong, money" in raised.value.remedy


def test_a_forecast_is_made_of_ceilings_and_says_what_is_not_known(own: Path) -> None:
    assert forecast_of_profile(Settings()) == "At most 30 calls, any time."
    assert forecast_of_profile(settings("small")) == (
        "At most 40 calls, 30 min of work, 163,840 tokens; money: no price known."
    )
    write_model(own, "m", "context = 10_000", "price = { prompt = 10, completion = 100 }")
    assert forecast_of_profile(settings("strong")) == (
        "At most 100 calls, 30 min of work, 1,000,000 tokens, money 19.00."
    )
    assert forecast_of_profile(settings("strong", max_cost=3.0)).endswith("money 3.00.")
    assert forecast_of_profile(settings("money", max_cost=3.0)) == (
        "At most any number of calls, any time, any number of tokens, money 3.00."
    )
    lines = dict(profile_lines(settings()))
    assert list(lines) == ["document", "small", "strong *", "money"]


def test_the_dialog_shows_what_counts_and_what_is_set_by_hand() -> None:
    chosen = settings("small", max_calls=7)
    shown = form_of(chosen).values["limits"]
    assert (shown["max_calls"], shown["max_run_secs"], shown["profile"]) == (7, 1800.0, "small")
    assert limits_hints(chosen) == {"max_calls": "Set by hand; the profile “small” has 40."}
    assert limits_hints(settings("small", max_calls=40)) == {}


def test_what_the_dialog_shows_of_a_profile_stays_unsaid() -> None:
    before = settings()
    form = form_of(before)
    assert settings_of(form, before) == before
    assert settings_of(form, before).limits.model_fields_set == {"profile"}
    values = {**form.values["limits"], "profile": "small", "max_calls": 7}
    kept = settings_of(replace(form, values={**form.values, "limits": values}), before).limits
    assert kept.profile == "small" and kept.max_calls == 7
    assert limits_of(DIRECTED, before.model_copy(update={"limits": kept})).max_calls == 7


def test_a_limit_that_the_dialog_sets_back_to_the_profiles_is_by_hand_no_more() -> None:
    before = settings("small", max_calls=7)
    form = form_of(before)
    values = {**form.values["limits"], "max_calls": 40}
    kept = settings_of(replace(form, values={**form.values, "limits": values}), before).limits
    assert kept == LimitSettings(profile="small") and "max_calls" not in kept.model_fields_set


def test_the_profiles_are_told_to_machines_too(command: CommandLine) -> None:
    lines = command.run_here("profiles", "--json").stdout.splitlines()
    told = {each["profile"]: each for each in map(json.loads, lines)}
    assert set(told) == set(PROFILES) and sum(each["counts"] for each in told.values()) == 1
    assert all(each["words"].startswith("At most") for each in told.values())
