"""Which looks leave a picture in the record: all, those at a page that has changed, or none."""

from __future__ import annotations

from engine.domain.actions import Click
from engine.domain.events import SituationObserved
from engine.domain.spaces import KeptPictures
from tests.support.memory_log import ForgetfulBlobs, MemoryLog
from tests.support.small_web import shop
from tests.support.web_choosers import clicking
from tests.support.web_play import WebPlay


async def pictures_of_three_looks(pictures: KeptPictures) -> tuple[list[str], list[str]]:
    """At a page, at a new frame of the same page, and at the page to which a click has led."""
    log = MemoryLog()
    play = WebPlay("Find the red kettle", shop(), clicking(), log=log, blobs=ForgetfulBlobs())
    frames = [(await play.session.looks.observe("1", pictures=pictures)).frame.change_count]
    play.stage.now = play.web.situation()
    frames.append((await play.session.looks.observe("2", pictures=pictures)).frame.change_count)
    play.web.perform(Click(), "/#0")
    frames.append((await play.session.looks.observe("3", pictures=pictures)).frame.change_count)
    looks = log.of(SituationObserved)
    assert all(each.zones_hash for each in looks), "the zones are always kept"
    return [each.picture_hash for each in looks], [f"picture-{each}" for each in frames]


async def test_each_look_has_its_own_picture() -> None:
    kept, seen = await pictures_of_three_looks("always")
    assert kept == seen and len(set(kept)) == 3


async def test_a_page_that_has_not_changed_has_the_picture_of_before() -> None:
    kept, seen = await pictures_of_three_looks("on_change")
    assert kept == [seen[0], seen[0], seen[2]]


async def test_no_look_has_a_picture_where_none_are_to_be_kept() -> None:
    kept, _ = await pictures_of_three_looks("never")
    assert kept == ["", "", ""]
