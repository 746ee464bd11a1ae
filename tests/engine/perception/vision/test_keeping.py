"""What a vision model saw is kept as long as it is there, and asked for once."""

from __future__ import annotations

from dataclasses import replace

from engine.domain.errors import ModelBusy
from engine.domain.spaces import Rect
from engine.domain.zones import Role, Source
from engine.perception.fusion import with_fused
from tests.engine.perception.seeing import (
    APP,
    BOTH,
    CANVAS,
    CLOSE,
    DOT,
    MARKS,
    STAR,
    canvas,
    look,
    seen,
    thing,
    things,
    vision,
)
from tests.support.drawn import drawn, window, zone


async def test_an_id_stays_with_the_same_thing_at_the_same_place() -> None:
    asked, _ = vision(BOTH, things(thing("star", Rect(103, 98, 40, 40)), thing("Star", DOT)))
    first = seen(await look(asked, canvas()))
    again = await look(asked, canvas())
    assert first["Star"].zone_id == "seen_icon_star"
    ids = [one.zone_id for one in again.zones if one.source is Source.VISION]
    assert ids == ["seen_icon_star", "seen_icon_star_2"]


# -- how long it holds --------------------------------------------------------------------------


async def test_zones_stay_in_later_looks_while_the_picture_at_their_place_does() -> None:
    asked, _ = vision(BOTH)
    await look(asked, canvas())
    assert set(seen(asked.kept(canvas()))) == {"Star", "Dot"}
    moved_dot = canvas((STAR, 90), (Rect(180, 200, 30, 30), 140))
    assert set(seen(asked.kept(moved_dot))) == {"Star"}
    assert set(seen(asked.kept(canvas()))) == {"Star", "Dot"}, "it is back where it was"


async def test_zones_go_with_their_window_and_move_with_it() -> None:
    asked, _ = vision(BOTH)
    await look(asked, canvas())
    assert seen(asked.kept(drawn([window("Other")], []))) == {}
    away = replace(APP, bounds_px=Rect(50, 40, 320, 240))
    marks = [(Rect(p.x + 30, p.y + 20, p.width, p.height), grey) for p, grey in MARKS]
    after = seen(asked.kept(drawn([away], [], *marks)))
    assert after["Star"].bounds_px == Rect(130, 120, 40, 40)


async def test_what_a_dialog_covers_is_back_when_it_is_closed() -> None:
    asked, _ = vision(BOTH)
    await look(asked, canvas())
    dialog = window("Sure?", Rect(90, 90, 80, 80), dialog=True, active=False)
    app = replace(APP, order=1)
    over = drawn([dialog, app], [CANVAS, CLOSE], (DOT, 140))
    assert set(seen(asked.kept(over))) == {"Dot"}
    assert asked.shortfall(asked.kept(over)) == "", "covered is not changed"
    assert set(seen(asked.kept(canvas()))) == {"Star", "Dot"}


async def test_a_new_answer_replaces_the_old_one_and_an_old_picture_brings_its_own_back() -> None:
    asked, _ = vision(BOTH, things(thing("Moon", Rect(60, 180, 60, 60))))
    await look(asked, canvas())
    night = canvas((Rect(60, 180, 60, 60), 30), (STAR, 90))
    assert set(seen(await look(asked, night))) == {"Moon"}
    assert set(seen(asked.kept(night))) == {"Moon"}, "what it left out is not kept"
    assert set(seen(asked.kept(canvas()))) == {"Star", "Dot"}


async def test_what_accessibility_tells_of_by_now_is_not_there_twice() -> None:
    asked, _ = vision(BOTH)
    await look(asked, canvas())
    told = zone("Star", Role.BUTTON, STAR)
    kept = asked.kept(drawn([APP], [CANVAS, CLOSE, told], *MARKS))
    assert set(seen(with_fused(kept))) == {"Dot"}


# -- when it is asked ---------------------------------------------------------------------------


async def test_a_picture_is_asked_about_once_be_there_an_answer_or_not() -> None:
    asked, _ = vision(ModelBusy("Too many."))
    assert "one canvas" in asked.shortfall(canvas())
    await look(asked, canvas())
    assert asked.shortfall(canvas()) == ""
    caret = (Rect(60, 200, 2, 16), 0)
    assert asked.shortfall(canvas(*MARKS, caret)) == "", "a caret is not another picture"
    assert "one canvas" in asked.shortfall(canvas((Rect(150, 180, 60, 60), 0)))


async def test_it_is_asked_again_where_what_it_saw_has_changed() -> None:
    asked, _ = vision(BOTH)
    await look(asked, canvas())
    assert asked.shortfall(asked.kept(canvas())) == ""
    ticked = asked.kept(canvas((STAR, 90), (DOT, 140), (Rect(225, 155, 10, 10), 0)))
    assert set(seen(ticked)) == {"Star"}
    assert "has changed at one place" in asked.shortfall(ticked)
    await look(asked, ticked)
    assert asked.shortfall(asked.kept(ticked)) == ""


# -- failures (section 5 of the recapture table) ------------------------------------------------
