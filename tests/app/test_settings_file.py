"""The settings file is written so that its owner still knows it."""

from __future__ import annotations

from pathlib import Path

import pytest

from app.settings.file import SettingsNotWritten, SettingsUnreadable, read_settings, write_settings
from app.settings.model import ModelSettings
from app.settings.tables import MaskingSettings, Settings

OWN = """\
# my own
[practice]
width = 1920  # the wide one

[limits]
settle_secs = 1.5
# not too many
max_calls = 12
"""


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "settings.toml"


def changed(settings: Settings, **model: object) -> Settings:
    told = settings.model.model_dump() | model
    return settings.model_copy(update={"model": ModelSettings.model_validate(told)})


def limited(settings: Settings, **limits: object) -> Settings:
    return settings.model_copy(update={"limits": settings.limits.model_copy(update=limits)})


def test_what_is_written_is_read_again(path: Path) -> None:
    settings = limited(
        changed(
            Settings(),
            base_url="http://127.0.0.1:8081/v1",
            name="small.v2",
            temperature="default",
            api_key="sk-1",
        ),
        max_tokens=50_000,
        max_cost=0.25,
    )
    masked = {"own_patterns": ["INV-\\d+"], "roles": ["canvas"], "regions": [[0, 0, 40, 30]]}
    masking = MaskingSettings.model_validate(masked)
    settings = settings.model_copy(update={"masking": masking})
    write_settings(path, settings)
    assert read_settings(path) == settings


def test_comments_and_order_stay(path: Path) -> None:
    path.write_text(OWN)
    write_settings(path, limited(read_settings(path), max_calls=20))
    assert path.read_text() == OWN.replace("max_calls = 12", "max_calls = 20")


def test_what_is_at_its_default_is_not_written(path: Path) -> None:
    write_settings(path, limited(Settings(), max_replans=2))
    assert path.read_text() == "[limits]\nmax_replans = 2\n"


def test_what_stands_in_the_file_goes_back_to_its_default_there(path: Path) -> None:
    path.write_text(OWN)
    write_settings(path, Settings())
    assert "max_calls" not in path.read_text(), "what is not set is the profile's"
    assert read_settings(path) == Settings()


def test_prices_that_an_older_version_kept_here_are_told_where_they_go(path: Path) -> None:
    path.write_text("[model.prices.old]\nprompt = 1.0\ncompletion = 1.0\n")
    with pytest.raises(SettingsUnreadable, match="prices stand in a file of models now"):
        read_settings(path)


def test_a_new_file_is_for_its_owner_only_and_an_old_one_keeps_its_rights(path: Path) -> None:
    write_settings(path, changed(Settings(), api_key="sk-1"))
    assert path.stat().st_mode & 0o777 == 0o600
    path.chmod(0o640)
    write_settings(path, changed(Settings(), api_key="sk-2"))
    assert path.stat().st_mode & 0o777 == 0o640
    assert [each.name for each in path.parent.iterdir()] == [path.name]


def test_a_link_to_the_file_stays_a_link(path: Path, tmp_path: Path) -> None:
    target = tmp_path / "kept" / "mine.toml"
    target.parent.mkdir()
    target.write_text(OWN)
    path.symlink_to(target)
    write_settings(path, limited(read_settings(path), max_calls=20))
    assert path.is_symlink() and "max_calls = 20" in target.read_text()


def test_a_file_that_is_no_toml_is_left_alone(path: Path) -> None:
    path.write_text("[limits\n")
    with pytest.raises(SettingsUnreadable, match="can't be read"):
        write_settings(path, Settings())
    assert path.read_text() == "[limits\n"


def test_a_place_where_nothing_can_be_written_is_named() -> None:
    with pytest.raises(SettingsNotWritten, match=r"settings\.toml can't be written") as refusal:
        write_settings(Path("/proc/nobody/settings.toml"), Settings())
    assert refusal.value.remedy


def test_the_key_of_the_file_is_in_no_text_of_the_settings(path: Path) -> None:
    path.write_text('[model]\napi_key = "sk-secret"\n')
    settings = read_settings(path)
    assert settings.model.api_key.get_secret_value() == "sk-secret"
    assert "sk-secret" not in repr(settings) + str(settings) + repr(
        settings.model.to_endpoint("sk-secret")
    )
    path.write_text('[model]\napi_key = ["sk-secret"]\n')
    with pytest.raises(SettingsUnreadable) as refusal:
        read_settings(path)
    assert "sk-secret" not in str(refusal.value)
