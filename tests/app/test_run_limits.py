"""How often a run may ask its thinker: by the settings, and by what the mode needs."""

from __future__ import annotations

from app.choices import RunChoices
from app.settings.tables import Settings
from app.wiring import limits_of

ON_THE_WEB = RunChoices("Find the lamp", surface="browser", mode="navigator")


def test_the_navigator_may_ask_at_each_of_its_steps_and_once_more() -> None:
    settings = Settings.model_validate({"navigator": {"max_steps": 50}})
    assert limits_of(ON_THE_WEB, settings).max_calls == 100
    on_the_desktop = RunChoices("Click Save")
    assert limits_of(on_the_desktop, settings).max_calls == Settings().limits.max_calls


def test_a_ceiling_of_ones_own_counts_on_the_web_too() -> None:
    settings = Settings.model_validate({"limits": {"max_calls": 30}})
    assert limits_of(ON_THE_WEB, settings).max_calls == 30


def test_exploring_without_a_model_has_no_ceiling_of_calls_unless_it_is_said() -> None:
    without = RunChoices("Galculator", mode="explorer")
    assert limits_of(without, Settings()).max_calls == 0
    said = Settings.model_validate({"limits": {"max_calls": 7}})
    assert limits_of(without, said).max_calls == 7
    by_a_model = RunChoices("Galculator", thinker="model", mode="explorer")
    assert limits_of(by_a_model, Settings()).max_calls == Settings().limits.max_calls
