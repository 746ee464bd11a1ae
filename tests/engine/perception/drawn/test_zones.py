"""Real text recognition on painted windows: what is read, what is kept, and what is not asked."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest

from engine.domain.plans import Situation
from engine.domain.spaces import Rect
from engine.domain.zones import MASK, Role, Source, Zone
from engine.perception.drawn.text_reader import Pixels, ReadText, Recogniser, TextReader
from engine.perception.drawn.zones import DrawnZones, with_drawn
from engine.perception.masking.masker import Masker
from engine.perception.masking.rules import MaskRules
from engine.perception.vision.withholding import withheld_places
from engine.perception.vision.zones import shortfall_of
from tests.support.drawn import window, zone
from tests.support.painted_texts import WHOLE, Text, painted

pytestmark = pytest.mark.asyncio(loop_scope="session")

PATIENCE_SECS = 60.0
MASKER = Masker(MaskRules(), lambda text: text.replace("hunter2", MASK))
TEXTS: tuple[Text, ...] = (
    ("Red circle", 60, 60),
    ("Save the file now", 250, 60),
    ("Total 1,204.50", 60, 160),
    ("Don't save", 250, 160),
    ("File name:", 450, 300),
)


class Counting:
    """The shared recogniser, and how often it was asked for what."""

    def __init__(self, real: Recogniser) -> None:
        self._real = real
        self.looked_through: list[tuple[int, int]] = []
        self.lines_read = 0

    async def find(self, picture: Pixels) -> list[Rect]:
        self.looked_through.append((picture.shape[1], picture.shape[0]))
        return await self._real.find(picture)

    async def read(self, lines: Sequence[Pixels]) -> list[ReadText]:
        self.lines_read += len(lines)
        return await self._real.read(lines)

    async def close(self) -> None: ...


@pytest.fixture
def counting(reader: TextReader) -> Counting:
    return Counting(reader)


@pytest.fixture
def texts(counting: Counting) -> DrawnZones:
    return DrawnZones(counting, grace_secs=0)


async def read(texts: DrawnZones, situation: Situation) -> tuple[Zone, ...]:
    texts.show(situation)
    await texts.wait(PATIENCE_SECS)
    return await texts.zones_in(situation, MASKER)


def labels(zones: Sequence[Zone]) -> list[str]:
    return sorted(zone.label for zone in zones)


@pytest.mark.parametrize("height_px", [11, 18])
@pytest.mark.parametrize(("paper", "ink"), [("white", "black"), ("#202020", "#e0e0e0")])
async def test_painted_texts_are_read_where_they_stand(
    texts: DrawnZones, paper: str, ink: str, height_px: int
) -> None:
    zones = await read(texts, painted(TEXTS, paper=paper, ink=ink, height_px=height_px))
    assert labels(zones) == sorted(words for words, _, _ in TEXTS)
    [circle] = [zone for zone in zones if zone.label == "Red circle"]
    assert circle.source is Source.TEXT and circle.role is Role.LABEL
    assert circle.zone_id == "drawn_label_red_circle" and circle.confidence > 0.8
    assert circle.window_id == window().window_id and circle.is_actionable
    assert 50 <= circle.bounds_px.x <= 62 and 50 <= circle.bounds_px.y <= 64
    assert circle.bounds_px.width < 120 and circle.bounds_px.height < 40


async def test_the_same_picture_is_not_read_twice(texts: DrawnZones, counting: Counting) -> None:
    first = painted(TEXTS)
    zones = await read(texts, first)
    revision, asked = texts.revision, len(counting.looked_through)
    assert await read(texts, first) == zones
    again = await read(texts, painted(TEXTS))
    assert again == zones and texts.revision == revision
    assert (len(counting.looked_through), counting.lines_read) == (asked, len(TEXTS))


async def test_only_what_changed_is_looked_through_and_read(
    texts: DrawnZones, counting: Counting
) -> None:
    before = await read(texts, painted(TEXTS))
    changed = ("Blue square", 60, 60)
    now = await read(texts, painted([changed, *TEXTS[1:]]))
    assert labels(now) == sorted(["Blue square", *(words for words, _, _ in TEXTS[1:])])
    assert counting.lines_read == len(TEXTS) + 1
    width, height = counting.looked_through[-1]
    assert width * height < WHOLE.area / 4
    kept = {zone.zone_id for zone in before} & {zone.zone_id for zone in now}
    assert len(kept) == len(TEXTS) - 1, "what stayed keeps its id"


async def test_a_changed_place_never_keeps_its_former_text(texts: DrawnZones) -> None:
    await read(texts, painted(TEXTS))
    other = painted([("Delete it", 60, 60), *TEXTS[1:]])
    texts.show(other)
    at_once = await texts.zones_in(other, MASKER)
    assert "Red circle" not in labels(at_once)
    assert labels(at_once) == sorted(words for words, _, _ in TEXTS[1:])
    await texts.wait(PATIENCE_SECS)
    assert "Delete it" in labels(await texts.zones_in(other, MASKER))


async def test_texts_move_with_their_window(texts: DrawnZones, counting: Counting) -> None:
    here, there = window(bounds=Rect(20, 20, 300, 200)), window(bounds=Rect(200, 150, 300, 200))
    [before] = await read(texts, painted([("Red circle", 60, 60)], windows=[here]))
    asked = len(counting.looked_through)
    [after] = await read(texts, painted([("Red circle", 240, 190)], windows=[there]))
    assert after.zone_id == before.zone_id
    assert after.bounds_px.x == before.bounds_px.x + 180
    assert (len(counting.looked_through), counting.lines_read) == (asked, 1)


async def test_what_another_window_covers_is_not_told(texts: DrawnZones) -> None:
    await read(texts, painted(TEXTS))
    over = window("Dialog", Rect(20, 20, 600, 100), order=-1)
    told = zone("OK", Role.BUTTON, Rect(40, 30, 50, 20), at=over.window_id)
    both = painted(TEXTS[2:], windows=[window(bounds=WHOLE), over], zones=[told])
    assert labels(await read(texts, both)) == sorted(words for words, _, _ in TEXTS[2:])


async def test_where_accessibility_tells_nobody_is_asked(
    texts: DrawnZones, counting: Counting
) -> None:
    labels = [zone(words, Role.LABEL, Rect(x, y, 120, 20)) for words, x, y in TEXTS]
    told = painted(TEXTS, zones=labels)
    assert await read(texts, told) == ()
    assert counting.looked_through == [] and texts.revision == 0


async def test_a_new_window_has_time_to_tell_before_it_is_read(counting: Counting) -> None:
    now_secs = [100.0]
    texts = DrawnZones(counting, grace_secs=50, clock=lambda: now_secs[0])
    silent = painted(TEXTS)
    texts.show(silent)
    await texts.wait(1.0)
    assert counting.looked_through == [], "it may tell yet"
    now_secs[0] += 51
    assert labels(await read(texts, painted(TEXTS))) == sorted(words for words, _, _ in TEXTS)
    texts.show(painted(TEXTS, zones=[zone("Save", Role.BUTTON, Rect(60, 60, 60, 20))]))


async def test_secrets_and_matches_of_patterns_are_masked_and_covered(texts: DrawnZones) -> None:
    situation = painted(
        [("Write to jane@example.com", 60, 60), ("Pass: hunter2", 60, 160), ("Name", 60, 260)]
    )
    zones = await read(texts, situation)
    assert labels(zones) == sorted([f"Write to {MASK}", f"Pass: {MASK}", "Name"])
    assert all("jane" not in zone.zone_id and "hunter" not in zone.zone_id for zone in zones)
    seen = with_drawn(situation, zones)
    pixels = np.frombuffer(seen.frame.pixels, np.uint8).reshape(seen.frame.height, -1, 4)
    for one in zones:
        box = one.bounds_px
        part = pixels[box.y : box.bottom, box.x : box.right, :3]
        assert (int(part.min()) < 60) is not one.is_secret, "the ink is covered where it is secret"


async def test_what_was_read_need_not_be_withheld_from_a_vision_model(texts: DrawnZones) -> None:
    canvas = zone("Canvas", Role.CANVAS, WHOLE.grown(-10))
    situation = painted(TEXTS, zones=[canvas])
    assert len(withheld_places(situation, WHOLE, 6)) == len(TEXTS)
    assert "one canvas" in shortfall_of(situation)
    seen = with_drawn(situation, await read(texts, situation))
    assert withheld_places(seen, WHOLE, 6) == ()
    assert shortfall_of(seen) == "", "and there is less to ask it"


async def test_stale_zones_give_way_to_what_is_read(texts: DrawnZones) -> None:
    stale = painted(TEXTS, zones=[zone("Old", Role.BUTTON, Rect(60, 60, 60, 20))], stale=True)
    seen = with_drawn(stale, await read(texts, stale))
    assert not seen.is_stale and "Old" not in labels(seen.zones)


async def test_a_blinking_caret_is_looked_through_once_in_each_state(
    texts: DrawnZones, counting: Counting
) -> None:
    shown, hidden = [*TEXTS, ("|", 150, 60)], TEXTS
    for state in (hidden, shown, hidden, shown, hidden):
        await read(texts, painted(state))
    asked, lines_read = len(counting.looked_through), counting.lines_read
    for state in (shown, hidden, shown, hidden):
        await read(texts, painted(state))
    assert (len(counting.looked_through), counting.lines_read) == (asked, lines_read)


async def test_the_words_of_an_unsure_reader_are_no_zones(counting: Counting) -> None:
    class Unsure(Counting):
        async def read(self, lines: Sequence[Pixels]) -> list[ReadText]:
            return [ReadText("Rubbish", 0.4), *[ReadText("Sure", 0.9)] * (len(lines) - 1)]

    texts = DrawnZones(Unsure(counting), grace_secs=0)
    assert labels(await read(texts, painted(TEXTS))) == ["Sure"] * (len(TEXTS) - 1)


async def test_a_button_below_a_page_of_prose_is_read_with_the_first_lines(
    counting: Counting,
) -> None:
    class Listening(Counting):
        said: tuple[tuple[str, ...], ...] = ()

        async def read(self, lines: Sequence[Pixels]) -> list[ReadText]:
            texts = await self._real.read(lines)
            self.said += (tuple(one.text for one in texts),)
            return texts

    listening = Listening(counting)
    prose = [
        (f"Line {at} of a letter that nobody has to press anywhere", 40, 30 + at * 22)
        for at in range(12)
    ]
    await read(DrawnZones(listening, grace_secs=0), painted([*prose, ("Apply", 500, 340)]))
    assert listening.said[0][0] == "Apply" and sum(map(len, listening.said)) == 13


async def test_short_words_and_lone_signs_are_read(texts: DrawnZones) -> None:
    """The reader is given narrow pictures of them."""
    words = ("7", "OK", "5", "Go", "No", "3", "Cut", "A")
    shown = [(word, 60 + at % 4 * 120, 60 + at // 4 * 80) for at, word in enumerate(words)]
    assert labels(await read(texts, painted(shown, height_px=18))) == sorted(words)
