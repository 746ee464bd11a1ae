"""In a picture whose text is not known, what may be masked is covered, and what can't be stays."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from PIL import Image, ImageDraw, ImageFont

from engine.domain.plans import Situation
from engine.domain.spaces import Frame, Rect
from engine.domain.zones import Role, Source, State, Window, Zone
from engine.perception.fusion import fused
from engine.perception.vision.withholding import Withheld, withheld_places

SCREEN = Rect(0, 0, 640, 400)
TEXT_AT, ICON = (60, 80), Rect(400, 100, 64, 64)
LEAST_CHARS = 6
MAIL = "jo.doe@example.org"


def painted(
    text: str = MAIL, size_px: int = 16, ink: str = "black", paper: str = "white"
) -> Image.Image:
    image = Image.new("RGB", (SCREEN.width, SCREEN.height), paper)
    draw = ImageDraw.Draw(image)
    draw.text(TEXT_AT, text, fill=ink, font=ImageFont.load_default(size_px))
    draw.ellipse((ICON.x, ICON.y, ICON.right, ICON.bottom), fill="#d64545")
    draw.rounded_rectangle((200, 250, 360, 290), 8, fill="#3f7fd0")
    draw.line((10, 350, 600, 350), fill=ink)
    return image


def situation(image: Image.Image, *zones: Zone, above: tuple[Window, ...] = ()) -> Situation:
    pixels = np.full((SCREEN.height, SCREEN.width, 4), 255, np.uint8)
    pixels[:, :, :3] = np.array(image)[:, :, ::-1]
    window = Window("w", "App", "app", SCREEN, True, 1)
    frame = Frame(1, 0.0, SCREEN.width, SCREEN.height, pixels.tobytes())
    return Situation(frame, zones, (*above, window))


def left_over(image: Image.Image, places: tuple[Rect, ...]) -> float:
    """How much of the text's ink is not covered, 0 to 1."""
    grey = np.array(image.convert("L")).astype(int)
    area = slice(TEXT_AT[1], TEXT_AT[1] + 130), slice(0, 390)
    ink = np.abs(grey - grey[0, 0]) > 10
    open_ink = ink.copy()
    for one in places:
        open_ink[one.y : one.bottom, one.x : one.right] = False
    return float(open_ink[area].sum() / ink[area].sum())


@pytest.mark.parametrize("size_px", [9, 11, 13, 16, 24, 40])
@pytest.mark.parametrize(
    ("ink", "paper"), [("black", "white"), ("#ddd", "#222"), ("#aaa", "#f4f4f4"), ("#fff", "#47c")]
)
def test_a_drawn_address_is_covered_whatever_its_size_and_colour(
    size_px: int, ink: str, paper: str
) -> None:
    image = painted(size_px=size_px, ink=ink, paper=paper)
    places = withheld_places(situation(image), SCREEN, LEAST_CHARS)
    assert left_over(image, places) < 0.05


def test_the_cover_stands_out_beyond_the_letters_so_that_no_edge_shows() -> None:
    image = painted()
    rows, columns = np.nonzero(np.array(image.convert("L"))[: TEXT_AT[1] + 40, :390] < 200)
    [place] = withheld_places(situation(image), SCREEN, LEAST_CHARS)
    assert place.x + 2 <= columns.min() and columns.max() + 2 <= place.right
    assert place.y + 2 <= rows.min() and rows.max() + 2 <= place.bottom


@pytest.mark.parametrize("text", ["a@b.de", "4111 1111 1111 1111", "il@li.it"])
def test_short_and_spaced_ones_too(text: str) -> None:
    image = painted(text)
    assert left_over(image, withheld_places(situation(image), SCREEN, LEAST_CHARS)) < 0.05


def test_shapes_buttons_and_lines_stay() -> None:
    places = withheld_places(situation(painted()), SCREEN, LEAST_CHARS)
    assert len(places) == 1 and places[0].intersection(ICON).is_empty


def test_a_word_too_short_for_any_match_stays() -> None:
    image = painted("Hi")
    assert withheld_places(situation(image), SCREEN, LEAST_CHARS) == ()
    assert len(withheld_places(situation(painted("Reports")), SCREEN, 13)) == 0


def test_without_active_patterns_nothing_is_withheld() -> None:
    assert withheld_places(situation(painted()), SCREEN, None) == ()


def label(**changes: object) -> Zone:
    facts: dict[str, object] = {"label": "clean", "role": Role.LABEL, **changes}
    return Zone(
        zone_id="z",
        bounds_px=Rect(50, 75, 300, 30),
        state=frozenset({State.ENABLED}),
        window_id="w",
        **facts,  # type: ignore[arg-type]
    )


def test_where_the_text_is_known_and_clean_nothing_is_withheld() -> None:
    assert withheld_places(situation(painted(), label()), SCREEN, LEAST_CHARS) == ()


@pytest.mark.parametrize(
    "unsure",
    [label(role=Role.CANVAS), label(is_secret=True), label(label=""), label(is_cut=True)],
    ids=["a canvas", "a secret", "no text", "a text that was read in part"],
)
def test_a_zone_that_does_not_tell_all_of_its_text_counts_for_nothing(unsure: Zone) -> None:
    assert len(withheld_places(situation(painted(), unsure), SCREEN, LEAST_CHARS)) == 1


@pytest.mark.parametrize(("sure", "is_withheld"), [(0.9, True), (0.97, False)])
def test_a_button_that_was_told_and_named_by_reading_is_as_well_known_as_it_was_read(
    sure: float, is_withheld: bool
) -> None:
    image = painted("jo.doe@examp1e .org")
    told = label(role=Role.BUTTON, label="", value="")
    read = label(source=Source.TEXT, label="jo.doe@examp1e .org", confidence=sure)
    now = situation(image, *fused([told, read]))
    assert [one.source for one in now.zones] == [Source.ACCESSIBILITY]
    assert bool(withheld_places(now, SCREEN, LEAST_CHARS)) is is_withheld


def test_what_lies_over_a_known_zone_is_not_known() -> None:
    above = Window("x", "Other", "other", Rect(0, 0, 300, 200), False, 0)
    covered = situation(painted(), label(), above=(above,))
    assert len(withheld_places(covered, SCREEN, LEAST_CHARS)) == 1
    stale = replace(situation(painted(), label()), is_stale=True)
    assert len(withheld_places(stale, SCREEN, LEAST_CHARS)) == 1


def test_a_busy_picture_is_covered_as_a_whole() -> None:
    noise = np.random.default_rng(7).integers(0, 255, (200, 300, 3), np.uint8)
    image = Image.new("RGB", (SCREEN.width, SCREEN.height), "white")
    image.paste(Image.fromarray(noise), (100, 100))
    places = withheld_places(situation(image), SCREEN, LEAST_CHARS)
    assert any(one.intersection(Rect(105, 105, 290, 190)).area >= 290 * 185 for one in places)


def test_the_operator_is_told_how_many_places_were_covered() -> None:
    assert Withheld().words == ""
    assert "1 place was covered" in Withheld((ICON,)).words
    assert "2 places were covered" in Withheld((ICON, ICON)).words
    assert "Not read in time: 1." in Withheld((ICON, ICON), unread=1).words


@pytest.mark.parametrize("size_px", [9, 13, 16, 24])
@pytest.mark.parametrize("beside_px", [0, 1, 3, 8])
def test_an_address_in_a_box_or_over_a_line_is_covered_too(size_px: int, beside_px: int) -> None:
    image = painted(size_px=size_px)
    draw = ImageDraw.Draw(image)
    left, top, right, bottom = draw.textbbox(TEXT_AT, MAIL, font=ImageFont.load_default(size_px))
    box = (left - beside_px, top - beside_px, right + beside_px + 150, bottom + beside_px + 140)
    places = withheld_places(situation(image), SCREEN, LEAST_CHARS)
    assert left_over(image, places) < 0.05
    draw.rectangle(box, outline="black")
    draw.line((left, bottom + beside_px, right + 150, bottom + beside_px), fill="black")
    places = withheld_places(situation(image), SCREEN, LEAST_CHARS)
    covered = np.zeros((SCREEN.height, SCREEN.width), bool)
    for one in places:
        covered[one.y : one.bottom, one.x : one.right] = True
    assert covered[round(top) : round(bottom), round(left) : round(right)].mean() > 0.95


def test_the_outline_of_a_window_does_not_cover_all_that_is_known_in_it() -> None:
    image = Image.new("RGB", (SCREEN.width, SCREEN.height), "white")
    draw = ImageDraw.Draw(image)
    draw.rectangle((20, 20, 620, 380), outline="black", width=2)
    zones = []
    for at in range(8):
        box = Rect(60, 36 + 40 * at, 500, 34)
        font = ImageFont.load_default(28)
        draw.text((box.x + 4, box.y - 2), "HIM HIM HIM HIM HIM", fill="black", font=font)
        zones.append(replace(label(), zone_id=f"z{at}", bounds_px=box))
    assert withheld_places(situation(image, *zones), SCREEN, LEAST_CHARS) == ()


@pytest.mark.parametrize(("size_px", "row_px"), [(9, 15), (11, 17), (13, 24), (24, 40), (40, 64)])
@pytest.mark.parametrize("line", ["#c0c0c0", "#202020"])
def test_of_a_sheet_only_what_stands_in_its_cells_is_covered(
    size_px: int, row_px: int, line: str
) -> None:
    image = Image.new("RGB", (SCREEN.width, SCREEN.height), "white")
    draw = ImageDraw.Draw(image)
    for y in range(TEXT_AT[1] - 4, SCREEN.height, row_px):
        draw.line((0, y, SCREEN.width, y), fill=line)
    for x in range(TEXT_AT[0] - 6, SCREEN.width, 450):
        draw.line((x, 60, x, SCREEN.height), fill=line)
    for x in range(TEXT_AT[0] - 6 + 450, SCREEN.width, 40):
        draw.line((x, 60, x, SCREEN.height), fill=line)
    bare = np.array(image.convert("L")).astype(int)
    draw.text(TEXT_AT, MAIL, fill="black", font=ImageFont.load_default(size_px))
    ink = np.abs(np.array(image.convert("L")).astype(int) - bare) > 60
    covered = np.zeros(ink.shape, bool)
    for one in withheld_places(situation(image), SCREEN, LEAST_CHARS):
        covered[one.y : one.bottom, one.x : one.right] = True
    assert (ink & ~covered).sum() < 0.05 * ink.sum()
    assert covered.sum() < 0.2 * covered.size
