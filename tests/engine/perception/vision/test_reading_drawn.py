"""What a program only draws is read in its picture, by the rules of all pictures, and bears a claim
where it is read surely."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from dataclasses import replace

import pytest
import pytest_asyncio

from engine.domain.plans import IN_SIGHT, Situation
from engine.domain.spaces import Rect
from engine.domain.zones import MASK, Role, Source, Zone
from engine.perception.drawn.text_reader import ReadText, Recogniser, TextReader
from engine.perception.masking.rules import E_MAIL, MaskRules
from engine.perception.perceiver import SurfacePerceiver
from engine.perception.pixels import Pixels
from engine.perception.vision import reading
from engine.perception.vision.reading import PictureTexts
from tests.engine.perception.vision.test_reading import Watched
from tests.support.drawn import window, zone
from tests.support.painted_texts import WHOLE, Text, painted
from tests.support.stage import Stage

pytestmark = pytest.mark.asyncio(loop_scope="session")

BOARD = zone("Board", Role.CANVAS, Rect(30, 100, 400, 260))
SAID: tuple[Text, ...] = (
    ("Ferry to Kiel", 60, 120),
    ("Total", 60, 160),
    ("1,204.50", 250, 160),
    ("Leaves at 14:05", 60, 200),
)


@pytest_asyncio.fixture(loop_scope="session")
async def watched(reader: TextReader) -> AsyncIterator[Watched]:
    yield Watched(reader)


def seeing(now: Situation, recogniser: Recogniser) -> SurfacePerceiver:
    def masked(text: str) -> str:
        return text.replace("correct-Horse7", MASK)

    texts = PictureTexts(recogniser)
    return SurfacePerceiver(Stage(now), masked=masked, rules=MaskRules(), texts=texts)


async def once(perceiver: SurfacePerceiver, now: Situation, name: str, words: str = "") -> Zone:
    zone = (await perceiver.read_whole(now, [name], words)).zone(name)
    assert zone is not None
    return zone


async def read(now: Situation, recogniser: Recogniser, name: str = "Board", words: str = "") -> str:
    """Asked again until all was read: a busy machine may take longer than one reading's time."""
    perceiver = seeing(now, recogniser)
    while (got := await once(perceiver, now, name, words)).is_cut:
        pass
    assert got.source is Source.TEXT
    return got.value


def board(*said: Text, zones: Sequence[Zone] = (), **look: object) -> Situation:
    return painted(said, zones=[BOARD, *zones], **look)  # type: ignore[arg-type]


async def test_a_canvas_is_read_row_by_row(watched: Watched) -> None:
    got = await read(board(*SAID, ("Below it", 500, 120)), watched)
    assert got == "Ferry to Kiel\nTotal   1,204.50\nLeaves at 14:05"


async def test_all_that_is_drawn_in_sight_is_read_and_what_is_told_is_not(watched: Watched) -> None:
    told = zone("Line of the ferry", Role.LABEL, Rect(55, 118, 120, 20))
    now = board(*SAID, ("Status: open", 500, 340), zones=[told])
    got = await read(now, watched, IN_SIGHT)
    assert got == "Total   1,204.50\nLeaves at 14:05\nStatus: open"


async def test_secrets_in_it_are_masked(watched: Watched) -> None:
    now = board(
        ("correct-Horse7", 60, 120),
        ("Password", 60, 160),
        ("hunter2", 250, 160),
        ("jo.doe@example.org", 60, 200),
        ("Leaves at 14:05", 60, 240),
    )
    got = await read(now, watched)
    assert got == f"{MASK}\nPassword   {MASK}\n{MASK}\nLeaves at 14:05"
    assert not await read(now, watched, words="hunter2")


async def test_a_person_may_have_what_looks_like_a_key_read(watched: Watched) -> None:
    now = board(("9e107d9d372bb6826bd81d3542a419d6", 40, 120), ("jo.doe@example.org", 40, 160))
    perceiver = seeing(now, watched)
    while (got := await once(perceiver, now, "Board")).is_cut:
        pass
    assert got.value == f"{MASK}\n{MASK}"
    perceiver.use_rules(MaskRules(patterns=(E_MAIL,)))
    assert (await once(perceiver, now, "Board")).value.startswith("9e107d9d")


@pytest.mark.parametrize("words", ["1,204.50", "Leaves at 14:05", "Kiel"])
async def test_words_that_are_read_surely_bear_a_claim(watched: Watched, words: str) -> None:
    assert words in await read(board(*SAID), watched, words=words)


@pytest.mark.parametrize("words", ["1,204.60", "204.50", "Leaves at 14:06", "Kie"])
async def test_other_words_and_parts_of_longer_ones_do_not(watched: Watched, words: str) -> None:
    assert not await read(board(*SAID), watched, words=words)


@pytest.mark.parametrize(
    ("said", "words", "look"),
    [
        ("1,204.50", "1,204.50", {"height_px": 7}),
        ("Seat E0", "Seat E0", {}),
        ("Code B1X", "Code B1X", {}),
    ],
)
async def test_what_is_tiny_or_looks_like_something_else_bears_nothing(
    watched: Watched, said: str, words: str, look: dict[str, object]
) -> None:
    now = board((said, 60, 120), **look)
    assert await read(now, watched) and not await read(now, watched, words=words)


class Crowding(Watched):
    """Leaves out spaces, as readers do."""

    async def read(self, lines: Sequence[Pixels]) -> list[ReadText]:
        return [replace(e, text=e.text.replace(" ", "")) for e in await super().read(lines)]


@pytest.mark.parametrize(("words", "stands"), [("Leaves at 14:05", True), ("Leaves at 14", False)])
async def test_a_space_that_the_reader_left_out_is_no_difference(
    reader: TextReader, words: str, stands: bool
) -> None:
    got = await read(board(*SAID), Crowding(reader), words=words)
    assert got == (words if stands else "")


class Restless(Watched):
    """Reads the rest of each line otherwise each time."""

    async def read(self, lines: Sequence[Pixels]) -> list[ReadText]:
        return [replace(e, text=f"{self.asked}{e.text}") for e in await super().read(lines)]


async def test_what_stands_beside_the_words_may_be_read_otherwise(reader: TextReader) -> None:
    now = board(("· Copenhagen, Denmark", 60, 120))
    assert "Denmark" in await read(now, Restless(reader), words="Denmark")


class Misreading(Watched):
    """Reads a 7 for a 1 where it looks at it once more."""

    async def read(self, lines: Sequence[Pixels]) -> list[ReadText]:
        texts = await super().read(lines)
        is_again = self.asked > 2
        return [replace(e, text=e.text.replace("1", "7")) if is_again else e for e in texts]


async def test_a_digit_that_is_read_otherwise_the_next_time_bears_nothing(
    reader: TextReader,
) -> None:
    now = board(("4711", 60, 120))
    assert await read(now, Misreading(reader)) == "4711"
    assert not await read(now, Misreading(reader), words="4711")


async def test_what_another_window_shows_over_it_is_not_its_own(watched: Watched) -> None:
    below = window(bounds=WHOLE, order=1, active=False)
    over = window("Other", Rect(50, 150, 300, 40), order=0)
    now = board(*SAID, windows=[below, over])
    perceiver = seeing(now, watched)
    while "Leaves" not in (got := await once(perceiver, now, "Board")).value:
        assert got.is_cut
    assert got.value == "Ferry to Kiel\nLeaves at 14:05" and got.is_cut, "a part is covered"
    assert not (await once(perceiver, now, "Board", "1,204.50")).value


async def test_what_tells_its_own_text_over_it_is_left_out(watched: Watched) -> None:
    status = zone("Total", Role.LABEL, Rect(55, 155, 300, 24))
    perceiver = seeing(now := board(*SAID, zones=[status]), watched)
    while "Leaves" not in (got := await once(perceiver, now, "Board")).value:
        assert got.is_cut
    assert "Total" not in got.value


@pytest.mark.parametrize(
    "told",
    [
        replace(BOARD, role=Role.TEXT_AREA, value="Told by the program"),
        replace(BOARD, role=Role.LABEL),
        replace(BOARD, role=Role.PASSWORD_FIELD),
        replace(BOARD, is_secret=True),
        replace(BOARD, on_screen=False),
    ],
)
async def test_nothing_is_read_where_a_program_tells_or_nobody_may_see(
    watched: Watched, told: Zone
) -> None:
    now = painted(SAID, zones=[told])
    drawn = await seeing(now, watched).read_whole(now, ["Board"], drawn="")
    assert drawn.zones == now.zones and not watched.asked


async def test_what_was_read_before_or_seen_by_a_model_is_read_again(watched: Watched) -> None:
    line = Rect(58, 157, 140, 22)
    for source in (Source.TEXT, Source.VISION):
        seen = replace(zone("Total 9", Role.LABEL, line), source=source)
        now = painted(SAID, zones=[seen])
        assert await read(now, watched, "Total 9") == "Total"
        assert not await read(now, watched, "Total 9", "Total 9")


async def test_what_was_not_read_in_time_is_told_and_is_read_by_the_next(
    watched: Watched, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = board(*SAID)
    perceiver = seeing(now, watched)
    monkeypatch.setattr(reading, "_START_SECS", 0.01)
    watched.may_go_on.clear()
    late = await once(perceiver, now, "Board")
    assert late.is_cut and not late.value
    watched.may_go_on.set()
    monkeypatch.undo()
    while (got := await once(perceiver, now, "Board")).is_cut:
        pass
    assert got.value.startswith("Ferry to Kiel")


async def test_without_text_recognition_nothing_is_read() -> None:
    now = board(*SAID)
    bare = SurfacePerceiver(Stage(now), masked=lambda text: text)
    zone = await once(bare, now, "Board")
    assert not zone.value and not zone.is_cut
