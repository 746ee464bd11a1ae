"""An invalid reply has one repair round with the error, then it counts as a failure."""

from __future__ import annotations

import pytest

from engine.domain.errors import BudgetExhausted, ReplyInvalid
from tests.engine.endpoint.asking import GOOD, Account, Sum, asking
from tests.support.scripts import Script, cut_for_length, no_choices


async def test_the_repair_says_what_is_wrong_and_shows_the_reply() -> None:
    async with asking(['{"answer": "two"}', GOOD]) as its:
        assert await its.ask() == Sum(answer=2)
        first, second = its.account.calls
        assert (first.is_repair, second.is_repair) == (False, True)
        assert first.failure_class == "ReplyInvalid" and "answer" in first.failure
        assert first.parsed == '{"answer": "two"}'
        assert second.failure == ""
        *_, echo, complaint = its.bodies[1]["messages"]
        assert echo == {"role": "assistant", "content": '{"answer": "two"}'}
        assert "- answer: Input should be a valid integer" in complaint["content"]
        assert complaint["content"] in second.question.prompt
        assert its.account.extra_calls == 1


async def test_what_fits_the_form_and_can_not_be_is_not_called_a_wrong_form() -> None:
    async with asking(['{"answer": -2}', GOOD]) as its:
        await its.ask()
        complaint = its.bodies[1]["messages"][-1]["content"]
    assert "The JSON fits, but not what it says:\n- answer: a sum is not below nought" in complaint


@pytest.mark.parametrize(
    ("reply", "words"),
    [
        pytest.param('{"result": 2}', "answer: Field required", id="wrong schema"),
        pytest.param('{"answer": 2, "why": "because', "breaks off", id="truncated JSON"),
        pytest.param(cut_for_length(GOOD), "cut off after 1000 tokens", id="cut for length"),
        pytest.param("I think it is two.", "holds no JSON object", id="prose"),
        pytest.param("[1, 2]", "holds no JSON object", id="numbers"),
        pytest.param('[{"answer": 1}, {"answer": 2}]', "is a list", id="list"),
        pytest.param(Script(""), "is empty", id="empty reply"),
        pytest.param(no_choices(), "is empty", id="empty choices"),
    ],
)
async def test_a_reply_that_stays_invalid_fails_after_one_repair(
    reply: str | Script, words: str
) -> None:
    async with asking(reply) as its:
        with pytest.raises(ReplyInvalid, match=words) as raised:
            await its.ask()
        assert raised.value.remedy
        assert len(its.endpoint.requests) == 2
        assert [call.failure_class for call in its.account.calls] == ["ReplyInvalid"] * 2
        assert all(words in call.failure for call in its.account.calls)


async def test_without_budget_there_is_no_repair() -> None:
    async with asking("two", account=Account(extra_calls_allowed=0)) as its:
        with pytest.raises(BudgetExhausted):
            await its.ask()
        assert its.account.call.failure_class == "ReplyInvalid"
        assert len(its.endpoint.requests) == 1
