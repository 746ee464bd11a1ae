"""A line ends where no space between words is so wide, and frames are no letters."""

from __future__ import annotations

import numpy as np
import pytest
from PIL import Image, ImageDraw, ImageFont

from engine.domain.spaces import Rect
from engine.perception.drawn.text_lines import lines_apart, without_underlines

BOX = Rect(10, 10, 300, 30)
FONTS = "/usr/share/fonts/truetype/dejavu"


def lines(*words: tuple[str, int], framed: bool = False, font: str = "DejaVuSans") -> list[Rect]:
    """The lines in the box with these words at these x."""
    image = Image.new("RGB", (320, 50), "white")
    draw = ImageDraw.Draw(image)
    face = ImageFont.truetype(f"{FONTS}/{font}.ttf", 13)
    for text, x in words:
        draw.text((x, 16), text, fill="black", font=face)
        if framed:
            width = int(draw.textlength(text, font=face))
            draw.rounded_rectangle((x - 6, 12, x + width + 6, 36), 8, outline="black")
    return list(lines_apart(np.array(image), BOX))


def test_words_are_one_line() -> None:
    assert lines(("Save the file now", 20)) == [BOX]
    assert lines(("we saw no one as", 20), font="DejaVuSansMono") == [BOX]


def test_what_stands_far_apart_are_lines_of_their_own() -> None:
    first, second = lines(("Name", 20), ("Size", 120))
    assert 15 <= first.x < 20 < first.right < 70 and 110 < second.x <= 120


def test_captions_of_neighbouring_buttons_are_told_apart_and_their_frames_left_out() -> None:
    first, second = lines(("Red circle", 20), ("Cancel", 102), framed=True)
    assert first.x > 14 and first.right < 94 and first.y > 12
    assert 96 < second.x <= 102


def test_a_border_below_that_leaves_the_line_sideways_joins_nothing() -> None:
    """The tabs of a window, below the first entries of its menu bar."""
    image = Image.new("RGB", (320, 50), "white")
    draw = ImageDraw.Draw(image)
    face = ImageFont.truetype(f"{FONTS}/DejaVuSans.ttf", 13)
    draw.text((14, 16), "File", fill="black", font=face)
    draw.text((52, 16), "View", fill="black", font=face)
    draw.line((0, 37, 75, 37), fill="black")
    first, second = lines_apart(np.array(image), BOX)
    assert first.right < 52 <= second.x + 4


def test_a_tail_that_reaches_the_edge_is_part_of_its_word() -> None:
    image = Image.new("RGB", (320, 50), "white")
    face = ImageFont.truetype(f"{FONTS}/DejaVuSans.ttf", 13)
    ImageDraw.Draw(image).text((20, 16), "example.org/a?b=1", fill="black", font=face)
    tight = Rect(16, 16, 160, 15)
    ink = np.array(image)[tight.bottom - 1 : tight.bottom]
    assert ink.min() < 128, "the tails reach the last row"
    assert list(lines_apart(np.array(image), tight)) == [tight]


def test_an_empty_box_is_one_line() -> None:
    assert lines() == [BOX]


def word(text: str, *, underlined: str = "", gap_px: int = 0) -> np.ndarray:
    image = Image.new("RGB", (100, 24), "white")
    draw = ImageDraw.Draw(image)
    face = ImageFont.truetype(f"{FONTS}/DejaVuSans.ttf", 13)
    draw.text((5, 3), text, fill="black", font=face)
    if underlined:
        at = text.index(underlined)
        left, right = (5 + draw.textlength(text[:each], font=face) for each in (at, at + 1))
        foot = draw.textbbox((5, 3), "E", font=face)[3] + gap_px
        draw.line((left, foot, right - 1, foot), fill="black")
    return np.array(image)


@pytest.mark.parametrize("gap_px", [0, 1, 2])
def test_the_mark_below_a_letter_is_no_part_of_it(gap_px: int) -> None:
    for text, letter in (("File", "F"), ("Tools", "T"), ("Format", "o")):
        marked = without_underlines(word(text, underlined=letter, gap_px=gap_px))
        assert np.array_equal(marked, word(text))


@pytest.mark.parametrize("text", ["snake_case", "a = b", "_", "game", "-", "q.", ""])
def test_other_strokes_are_left_as_they_are(text: str) -> None:
    assert np.array_equal(without_underlines(word(text)), word(text))
