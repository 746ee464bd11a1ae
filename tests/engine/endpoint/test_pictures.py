"""Pictures go out as data URLs, byte for byte."""

from __future__ import annotations

import base64
from dataclasses import replace

from engine.domain.models import SentPicture
from tests.engine.endpoint.asking import QUESTION, asking
from tests.support.scripts import Script

PICTURE = SentPicture(b"\x89PNG not really", "image/png", 640, 480, "high")
WITH_PICTURE = replace(QUESTION, picture=PICTURE)


async def test_a_picture_is_sent_as_it_is_with_its_detail() -> None:
    async with asking() as its:
        await its.ask(WITH_PICTURE)
        (shown,) = its.endpoint.requests[0].pictures
        head, _, data = shown["url"].partition(",")
        assert head == "data:image/png;base64"
        assert base64.b64decode(data) == PICTURE.data
        assert shown["detail"] == "high"
        assert its.account.call.question.picture == PICTURE
        assert "What is 1 + 1?" in its.endpoint.requests[0].prompt


async def test_an_estimate_counts_the_picture_too() -> None:
    async with asking(Script('{"answer": 2}', usage=None)) as its:
        await its.ask()
        await its.ask(WITH_PICTURE)
        plain, shown = (call.usage for call in its.account.calls)
        assert plain.is_estimated and shown.is_estimated
        assert shown.prompt - plain.prompt == 410  # 640 × 480 pixels, 750 to a token
