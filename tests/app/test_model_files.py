"""What is known of a model stands in files of plain data, a person's own before those shipped."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest

from app.model_files import (
    HOSTED_CONTEXT,
    MOST_CONTEXT,
    ModelFacts,
    ModelFileUnreadable,
    _shipped,
    facts_of,
)
from app.settings.model import ModelSettings
from engine.domain.models import CONTEXT_TOKENS, REPLY_TOKENS, Price
from tests.support.own_models import write_model

THERE, ELSEWHERE = "https://api.anthropic.com/v1", "http://127.0.0.1:11434/v1"


@pytest.fixture(autouse=True)
def own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr("app.model_files.models_path", lambda: tmp_path / "models")
    return tmp_path / "models"


def test_each_shipped_fact_has_its_source_and_its_day() -> None:
    entries = [file.facts(name) for file in _shipped() for name in file.models]
    assert len(entries) > 10
    assert all(each.source.startswith("https://") and each.read for each in entries)


def test_the_vendors_server_is_asked_by_its_protocol_and_at_its_price() -> None:
    facts = facts_of("claude-opus-5", THERE)
    assert facts.wire == "messages" and facts.price == Price(5.0, 0.5, 25.0, 6.25)
    endpoint = ModelSettings(base_url=THERE, name="claude-opus-5").to_endpoint("")
    assert (endpoint.wire, endpoint.price) == ("messages", facts.price)
    assert facts.context_at(THERE) == MOST_CONTEXT < 1_000_000
    thinks_first = facts.reply_tokens(MOST_CONTEXT)
    assert endpoint.max_reply_tokens == thinks_first > REPLY_TOKENS


def test_elsewhere_nobody_knows_price_protocol_and_context() -> None:
    facts = facts_of("claude-opus-5", ELSEWHERE)
    assert (facts.wire, facts.price, facts.context, facts.pictures) == (None, None, None, True)
    endpoint = ModelSettings(base_url=ELSEWHERE, name="claude-opus-5").to_endpoint("")
    assert (endpoint.wire, endpoint.price) == ("chat", None)
    assert facts.context_at(ELSEWHERE) == CONTEXT_TOKENS
    assert facts.reply_tokens(CONTEXT_TOKENS) == REPLY_TOKENS
    assert "price unknown" in facts.told and "context unknown" in facts.told.lower()


@pytest.mark.parametrize(
    ("host", "is_hosted"),
    [("gateway.example", True), ("8.8.8.8:8443", True), ("[2606:4700::1111]", True),
     ("localhost:11434", False), ("box", False), ("box.local:1234", False),
     ("192.168.1.5:8000", False), ("[::1]:8000", False), ("127.0.0.1:1234", False)],
)  # fmt: skip
@pytest.mark.parametrize("name", ["claude-opus-5", "anybodys-model"])
def test_an_unknown_model_has_room_where_somebody_else_serves_it(
    host: str, is_hosted: bool, name: str
) -> None:
    settings = ModelSettings(base_url=f"https://{host}/v1", name=name)
    context, reply = settings.sizes(settings.facts())
    assert context == (HOSTED_CONTEXT if is_hosted else CONTEXT_TOKENS)
    assert (reply > REPLY_TOKENS) is is_hosted, "it may think before it speaks"


@pytest.mark.parametrize(
    "name",
    ["claude-opus-5-20260724", "claude-opus-5@20260724", "claude-opus-5-latest",
     "anthropic/claude-opus-5", "claude-opus-5:1m"],
)  # fmt: skip
def test_a_date_a_vendor_and_a_size_are_no_other_model(name: str) -> None:
    assert facts_of(name, THERE) == facts_of("claude-opus-5", THERE)


def test_a_name_that_only_begins_alike_is_another_model() -> None:
    assert facts_of("claude-opus-55", THERE) == ModelFacts()
    assert facts_of("claude-opus-5-mini", THERE) == ModelFacts()


def test_a_file_of_ones_own_goes_before(own: Path) -> None:
    write_model(own, "claude-opus-5", "context = 32_000", "price = { prompt = 2, completion = 9 }")
    facts = facts_of("claude-opus-5", ELSEWHERE)
    assert facts.price == Price(2, 2, 9), "what comes from the cache costs as any prompt"
    assert facts.context_at(ELSEWHERE) == 32_000


def test_what_a_file_says_of_all_its_models_one_may_say_otherwise(own: Path) -> None:
    path = write_model(own, "small")
    text = "pictures = true\ncontext = 9_000\n[models.small]\npictures = false\n[models.large]"
    path.write_text(text)
    small, large = (facts_of(name, ELSEWHERE) for name in ("small", "large"))
    assert (small.pictures, small.context) == (False, 9_000)
    assert (large.pictures, large.context) == (True, 9_000)


def test_what_is_set_counts_before_what_is_known() -> None:
    settings = ModelSettings(
        base_url=THERE, name="claude-opus-5", protocol="chat", max_reply_tokens=700
    )
    endpoint = settings.to_endpoint("")
    assert (endpoint.wire, endpoint.max_reply_tokens) == ("chat", 700)


def test_it_is_told_with_where_it_is_from() -> None:
    facts = ModelFacts(
        context=8192,
        price={"prompt": 1, "cached": 0.5, "completion": 2},
        source="https://a.example/b",
        read=date(2026, 1, 2),
    )
    assert facts.told == (
        "Context 8,192 tokens; pictures unknown; price 1 / 0.5 / 2 a million (prompt, cached,"
        " reply). From a.example, read on 2026-01-02."
    )


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("[models.a]\nprice = { prompt = 1 }", "price.completion: Field required"),
        ('[models.a]\nwire = "smoke"', "models.a.wire"),
        ("[models.a]\ncolour = 1", "models.a.colour: Extra inputs"),
        ("[models", "mistake"),
    ],
)
def test_a_mistake_in_it_is_told_with_its_place(own: Path, text: str, words: str) -> None:
    path = write_model(own, "a")
    path.write_text(text)
    with pytest.raises(ModelFileUnreadable, match=words) as raised:
        facts_of("a", ELSEWHERE)
    assert str(path) in raised.value.message and raised.value.remedy
    doubts = dict(ModelSettings(base_url=ELSEWHERE, name="a").doubts())
    assert words.split(":")[0] in doubts["name"]
