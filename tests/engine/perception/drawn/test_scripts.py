"""What the installed models can read, and that nothing is made up of what they can't."""

from __future__ import annotations

import pytest

from engine.perception.drawn.text_reader import TextReader
from engine.perception.drawn.zones import DrawnZones
from engine.perception.masking.masker import Masker
from engine.perception.masking.rules import MaskRules
from tests.support.lanes import varies
from tests.support.painted_texts import painted

pytestmark = pytest.mark.asyncio(loop_scope="session")

PATIENCE_SECS = 60.0
MASKER = Masker(MaskRules(), lambda text: text)
CJK = "/usr/share/fonts/opentype/noto/NotoSansCJK-Regular.ttc"
READ = ("打开 File 设置", "保存文件", "ファイルを開く", "Größe ändern")
UNREAD = ("Сохранить", "Αποθήκευση", "حفظ الملف", "שמור קובץ", "Открыть файл", "Ρυθμίσεις", "إلغاء")


async def labels(reader: TextReader, *texts: str, **how: object) -> list[str]:
    """What is read of these, one below the other."""
    placed = [(words, 60, 50 + 45 * row) for row, words in enumerate(texts)]
    situation = painted(placed, **how)  # type: ignore[arg-type]
    zones = DrawnZones(reader, grace_secs=0)
    zones.show(situation)
    await zones.wait(PATIENCE_SECS)
    found = await zones.zones_in(situation, MASKER)
    return sorted(zone.label for zone in found if zone.label)


@pytest.mark.parametrize("height_px", [13, varies(18)])
async def test_latin_chinese_and_japanese_are_read_beside_each_other(
    reader: TextReader, height_px: int
) -> None:
    assert await labels(reader, *READ, font_file=CJK, height_px=height_px) == sorted(READ)


@pytest.mark.parametrize("height_px", [13, varies(18)])
async def test_of_other_scripts_nothing_is_made_up(reader: TextReader, height_px: int) -> None:
    """Between them Latin words are read, so that the look itself is known to work."""
    texts = (UNREAD[0], "Save", *UNREAD[1:])
    assert await labels(reader, *texts, height_px=height_px) == ["Save"]
    assert await labels(reader, "파일 열기", "Save", font_file=CJK, height_px=height_px) == ["Save"]


@pytest.mark.parametrize("degrees", [45, 90, 180, varies(270)])
async def test_what_is_turned_is_not_read_as_something_else(
    reader: TextReader, degrees: int
) -> None:
    assert await labels(reader, "Save the file", turned_degrees=degrees, height_px=18) == []


@pytest.mark.parametrize(
    ("paper", "ink"),
    [
        varies("#202020", "#e0e0e0"),
        varies("white", "#d0d0d0"),
        ("#303030", "#505050"),
        ("#0000ff", "#ff0000"),
    ],
)
async def test_dark_and_faint_and_gaudy_lines_are_read(
    reader: TextReader, paper: str, ink: str
) -> None:
    assert await labels(reader, "Save the file", paper=paper, ink=ink) == ["Save the file"]


async def test_a_single_sign_may_be_less_sure(reader: TextReader) -> None:
    assert await labels(reader, "7", "Save", height_px=18) == ["7", "Save"]
