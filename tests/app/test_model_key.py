"""The key of an endpoint: the keyring first, then the environment, then the settings."""

from __future__ import annotations

from collections.abc import Iterator

import keyring
import pytest
from keyring.backends import fail

from app.secrets import KEYS_SERVICE, FoundKey, KeyNotKept, ModelKeys, Secrets, host_of
from engine.domain.errors import SecretMissing
from tests.app.test_secrets import KeyringOf

LOCAL, OPENAI = "http://127.0.0.1:8081/v1", "https://api.openai.com/v1"
ENVIRONMENT = {"PILOTHOUSE_API_KEY": "sk-environment"}


@pytest.fixture(autouse=True)
def no_keyring() -> Iterator[None]:
    """As on a machine without one."""
    before = keyring.get_keyring()
    keyring.set_keyring(fail.Keyring())
    yield
    keyring.set_keyring(before)


@pytest.fixture
def held() -> dict[tuple[str, str], str]:
    """What a keyring that works holds."""
    held: dict[tuple[str, str], str] = {}
    keyring.set_keyring(KeyringOf(held))
    return held


def test_the_keyring_goes_before_the_environment_and_that_before_the_file(
    held: dict[tuple[str, str], str],
) -> None:
    keys = ModelKeys(ENVIRONMENT)
    keys.save(LOCAL, "sk-kept")
    assert held == {(KEYS_SERVICE, "127.0.0.1:8081"): "sk-kept"}
    found = keys.find(LOCAL, "sk-file")
    assert (found.value, found.place) == ("sk-kept", "in the system’s keyring")
    keys.forget(LOCAL)
    found = keys.find(LOCAL, "sk-file")
    assert found.value == "sk-environment" and not found.can_forget
    assert found.place == "in the environment variable PILOTHOUSE_API_KEY"
    assert ModelKeys({}).find(LOCAL, "sk-file") == FoundKey(
        "sk-file", "in the settings file", can_forget=True
    )
    assert ModelKeys({}).find(LOCAL) == FoundKey()


def test_no_step_can_name_a_key(held: dict[tuple[str, str], str]) -> None:
    """Nor one that a version of before kept beside the secrets, which is left there."""
    ModelKeys({}).save(LOCAL, "sk-kept")
    held["pilothouse", "model:127.0.0.1:8081"] = "sk-old"
    for name in ("model:127.0.0.1:8081", "Model:127.0.0.1:8081"):
        with pytest.raises(SecretMissing, match="no secret"):
            Secrets({"PILOTHOUSE_SECRET_MODEL_127_0_0_1_8081": "x"}).reveal(name)
    with pytest.raises(SecretMissing):
        Secrets({}).reveal("127.0.0.1:8081")


def test_each_host_has_a_key_of_its_own(held: dict[tuple[str, str], str]) -> None:
    keys = ModelKeys({})
    keys.save(LOCAL, "sk-local")
    assert keys.find("http://127.0.0.1:9999/v1").value == ""
    assert keys.find(OPENAI).value == ""
    assert keys.find("http://127.0.0.1:8081/other").value == "sk-local"


def test_a_vendors_own_variable_goes_to_that_vendor_only() -> None:
    keys = ModelKeys({"ANTHROPIC_API_KEY": "sk-theirs", "OPENAI_API_KEY": "sk-openai"})
    assert keys.find("https://api.anthropic.com/v1").value == "sk-theirs"
    assert keys.find("http://api.anthropic.com/v1").value == ""
    assert keys.find(OPENAI).value == "sk-openai"


@pytest.mark.parametrize(
    "base_url",
    [
        LOCAL,
        "https://api.openai.com.example.org/v1",
        "https://api.openai.com@example.org/v1",
        "http://api.openai.com/v1",
    ],
)
def test_openais_own_variable_goes_to_openai_only(base_url: str) -> None:
    keys = ModelKeys({"OPENAI_API_KEY": "sk-openai"})
    assert keys.find(OPENAI).value == "sk-openai"
    assert keys.find("https://API.OpenAI.com/v1").value == "sk-openai"
    assert keys.find(base_url).value == ""


def test_without_a_keyring_it_is_said_what_to_do_and_not_the_key() -> None:
    with pytest.raises(KeyNotKept) as refusal:
        ModelKeys({}).save(LOCAL, "sk-secret")
    told = refusal.value.message + refusal.value.remedy
    assert "no keyring" in told and "PILOTHOUSE_API_KEY" in told and "settings file" in told
    assert "sk-secret" not in told and refusal.value.__suppress_context__


def test_forgetting_where_there_is_nothing_does_nothing() -> None:
    ModelKeys({}).forget(LOCAL)


def test_a_found_key_is_in_no_text_of_it() -> None:
    assert "sk-environment" not in repr(ModelKeys(ENVIRONMENT).find(LOCAL))


def test_the_host_is_what_the_key_is_kept_by() -> None:
    assert host_of("https://me:pw@Example.ORG:8443/v1") == "example.org:8443"
    assert host_of("nonsense") == host_of("http://") == host_of("http://[") == ""
