"""The sheet for a model that explores: every picture in its place, bounded, and masked."""

from __future__ import annotations

import io
from dataclasses import replace

import numpy as np
import pytest
from PIL import Image

from engine.domain.exploring.groups import SuccessfulActionGroup
from engine.domain.models import PictureSettings, SentPicture
from engine.domain.plans import Situation
from engine.domain.spaces import Frame, Rect
from engine.domain.zones import COVERED, Role, Zone
from engine.perception.masking.rules import MaskRules
from engine.perception.vision.shown import ShownPictures
from tests.engine.perception.seeing import unread
from tests.engine.perception.vision.test_withholding import TEXT_AT, painted, situation

MASKED, OPEN = MaskRules(), MaskRules(patterns=())
RED, GREEN, BLUE = (255, 0, 0), (0, 200, 0), (0, 0, 255)
Colour = tuple[int, int, int]


def plain(colour: Colour, width: int = 1280, height: int = 800) -> Situation:
    pixels = np.full((height, width, 4), 255, np.uint8)
    pixels[:, :, :3] = colour[::-1]
    return Situation(Frame(1, 0.0, width, height, pixels.tobytes()), (), ())


def group(number: int, before: Situation, after: Situation) -> SuccessfulActionGroup:
    return SuccessfulActionGroup(number, "Press it", 0.5, (), before, after)


def sheets(rules: MaskRules = OPEN, **settings: object) -> ShownPictures:
    return ShownPictures(PictureSettings(**settings), unread(rules))  # type: ignore[arg-type]


def pixels_of(picture: SentPicture) -> np.ndarray:
    image = Image.open(io.BytesIO(picture.data))
    assert image.size == (picture.width, picture.height)
    return np.array(image.convert("RGB")).astype(int)


def place_of(colour: Colour, sheet: np.ndarray) -> tuple[int, int, int, int]:
    """Left, top, right and bottom of what has this colour."""
    ys, xs = np.where(np.abs(sheet - colour).max(axis=2) < 8)
    assert len(xs), colour
    return int(xs.min()), int(ys.min()), int(xs.max()), int(ys.max())


async def test_the_screen_now_is_the_largest_and_the_groups_stand_beside_it() -> None:
    done = [group(3, plain(GREEN), plain(BLUE)), group(5, plain((9, 9, 9)), plain((99, 0, 99)))]
    sheet = pixels_of(await sheets().of_groups(plain(RED), done))
    now, before, after = (place_of(each, sheet) for each in (RED, GREEN, BLUE))
    assert now[2] < before[0] < before[2] < after[0]
    assert before[1] == after[1]
    assert place_of((99, 0, 99), sheet)[1] > after[3]
    assert (now[2] - now[0]) > 2 * (before[2] - before[0])
    assert place_of((9, 9, 9), sheet)[0] == before[0]


async def test_without_groups_it_is_the_screen_alone() -> None:
    sheet = pixels_of(await sheets().of_groups(plain(RED), ()))
    left, top, right, bottom = place_of(RED, sheet)
    assert (right - left, bottom - top) == (799, 499)


async def test_a_pair_has_before_on_the_left() -> None:
    sheet = pixels_of(await sheets().of_pair(plain(RED), plain(BLUE)))
    assert place_of(RED, sheet)[2] < place_of(BLUE, sheet)[0]


@pytest.mark.parametrize("max_side", [200, 640, 1568])
async def test_no_sheet_is_larger_than_the_settings_say(max_side: int) -> None:
    done = [group(n, plain(GREEN, 3840, 2160), plain(BLUE, 600, 2000)) for n in range(3)]
    sheet = await sheets(max_side=max_side).of_groups(plain(RED, 3840, 2160), done)
    assert max(sheet.width, sheet.height) <= max_side
    pixels_of(sheet)


async def test_a_screen_smaller_than_its_head_is_drawn_too() -> None:
    tiny = plain(RED, 3, 2)
    pixels_of(await sheets(MASKED).of_groups(tiny, [group(1, tiny, tiny)]))
    pixels_of(await sheets(MASKED).of_pair(tiny, tiny))


async def test_what_may_be_secret_is_covered_wherever_it_could_be_read() -> None:
    mail = situation(painted("jo.doe@example.org", 60))
    blank = situation(painted(""))
    for shown in (
        await sheets(MASKED).of_groups(mail, ()),
        await sheets(MASKED).of_groups(blank, [group(1, mail, blank)]),
        await sheets(MASKED).of_groups(blank, [group(1, blank, mail)]),
        await sheets(MASKED).of_pair(blank, mail),
    ):
        assert covered_share(shown) > 0.005
    open_one = await sheets(OPEN).of_groups(mail, [group(1, mail, mail)])
    assert covered_share(open_one) < 0.001


async def test_what_is_known_to_be_harmless_stays_in_the_picture_of_the_screen() -> None:
    image = painted("Start the game", 60)
    known, bare = situation(image, label("Start the game")), situation(image)
    shown, covered = [
        covered_share(await sheets(MASKED).of_groups(each, ())) for each in (known, bare)
    ]
    assert shown < 0.1 * covered


async def test_the_frames_themselves_stay_as_they_are() -> None:
    mail = situation(painted("jo.doe@example.org", 60))
    before = bytes(mail.frame.pixels)
    kept = replace(mail)
    await sheets(MASKED).of_groups(kept, [group(1, kept, kept)])
    assert bytes(kept.frame.pixels) == before


def label(text: str) -> Zone:
    """A text where ``painted`` puts it, as its application tells it."""
    place = Rect(TEXT_AT[0], TEXT_AT[1], 500, 90)
    return Zone("label", text, Role.LABEL, place, window_id="w")


def covered_share(picture: SentPicture) -> float:
    sheet = pixels_of(picture)
    return float((np.abs(sheet - COVERED).max(axis=2) == 0).mean())
