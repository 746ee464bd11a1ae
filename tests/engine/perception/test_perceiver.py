"""From tree to zones, ids that keep their meaning, and looks that cost nothing."""

from __future__ import annotations

import logging
import threading
from dataclasses import replace

import numpy as np
import pytest

from engine.domain.spaces import Frame, Rect
from engine.domain.surface_ports import AccessibleNode, AccessibleTree
from engine.domain.web.pages import Page
from engine.domain.zones import MASK, Role, State
from engine.perception.accessibility import zones_of
from engine.perception.masking.masker import MaskedLook
from engine.perception.masking.rules import E_MAIL, MaskRules, own_pattern
from engine.perception.perceiver import SurfacePerceiver
from engine.perception.zone_registry import ZoneRegistry
from tests.support.stage import SIZE, Stage, situation

ENABLED = frozenset({State.ENABLED})


def node(
    key: str, role: Role, name: str = "", parent: str = "", **changes: object
) -> AccessibleNode:
    facts: dict[str, object] = {
        "key": key,
        "parent_key": parent,
        "window_key": "w",
        "application": "app",
        "role": role,
        "name": name,
        "description": "",
        "text": "",
        "states": ENABLED,
        "bounds_px": Rect(4, 4, 16, 8),
        "is_showing": True,
        **changes,
    }
    return AccessibleNode(**facts)  # type: ignore[arg-type]


TREE = AccessibleTree(
    (
        node("/window", Role.WINDOW, "Practice"),
        node("/bar", Role.MENU_BAR, "", "/window"),
        node("/tools", Role.MENU, "Tools", "/bar"),
        node("/settings", Role.MENU_ITEM, "Settings…", "/tools", is_showing=False),
        node("/group", Role.GROUP, "", "/window"),
        node("/save", Role.BUTTON, "Save", "/group"),
        node("/hidden", Role.BUTTON, "Hidden", "/group", is_showing=False),
        node("/status", Role.LABEL, "Ready", "/window"),
        node("/empty", Role.LABEL, "", "/window"),
    ),
    (),
)


def registered(tree: AccessibleTree = TREE) -> ZoneRegistry:
    registry = ZoneRegistry()
    registry.replace_all(zones_of(tree, SIZE))
    return registry


def test_zones_are_what_can_be_acted_upon_or_read() -> None:
    assert [zone.zone_id for zone in registered().zones] == [
        "menu_tools",
        "menu_item_settings",
        "button_save",
        "label_ready",
    ]


def test_entries_of_a_closed_menu_are_known_with_the_way_to_them() -> None:
    settings = registered().zones[1]
    assert not settings.on_screen
    assert settings.parent_id == "menu_tools"


def test_an_id_keeps_its_meaning_while_the_thing_lives() -> None:
    registry = registered()
    reordered = AccessibleTree(
        (
            node("/other", Role.BUTTON, "Save"),
            *(n if n.key != "/save" else replace(n, name="Save now") for n in TREE.nodes),
        ),
        (),
    )
    registry.replace_all(zones_of(reordered, SIZE))
    by_key = {zone.source_key: zone for zone in registry.zones}
    assert by_key["/save"].zone_id == "button_save" and by_key["/save"].label == "Save now"
    assert by_key["/other"].zone_id == "button_save_2"


def test_replacing_by_nothing_keeps_what_was_there() -> None:
    registry = registered()
    before = registry.zones
    assert registry.replace_all([]) is False
    assert registry.zones == before


class CountingStage(Stage):
    """Counts the readings of the tree and the pictures; the picture's count is the test's."""

    def __init__(self, tree: AccessibleTree) -> None:
        super().__init__(situation())
        self.tree, self.readings, self.captures, self.count = tree, 0, 0, 1

    async def change_count(self) -> int:
        return self.count

    async def capture(self) -> Frame:
        self.captures += 1
        return replace(self.now.frame, change_count=self.count)

    async def read_tree(self) -> AccessibleTree:
        self.readings += 1
        return self.tree


def perceiver(stage: Stage, secret: str = "") -> SurfacePerceiver:
    masked = (lambda text: text.replace(secret, "•••")) if secret else (lambda text: text)
    return SurfacePerceiver(stage, masked=masked)


async def test_an_unchanged_picture_costs_no_reading_once_applications_had_their_say(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    stage, now_secs = CountingStage(TREE), 100.0
    monkeypatch.setattr("engine.perception.perceiver.time.monotonic", lambda: now_secs)
    looking = perceiver(stage)
    await looking.observe()
    await looking.observe()
    assert stage.readings == 2, "applications may still announce what they painted"
    now_secs += 1
    settled = await looking.observe()
    assert await looking.observe() is settled
    assert stage.readings == 3 and stage.captures == 1, "nothing was drawn since"
    assert settled.frame.captured_at_secs == now_secs, "it is as good as one of now"
    stage.count += 1
    assert await looking.observe() is not settled
    assert stage.captures == 2


async def test_a_page_that_stands_still_is_read_once() -> None:
    stage = CountingStage(replace(TREE, page=Page("https://club.example/", "Club")))
    looking = perceiver(stage)
    assert await looking.observe() is await looking.observe()
    assert stage.readings == 1


async def test_a_look_that_yields_nothing_keeps_the_zones_and_warns(
    caplog: pytest.LogCaptureFixture,
) -> None:
    stage = CountingStage(TREE)
    looking = perceiver(stage)
    before = await looking.observe()
    windows = situation().windows
    stage.tree, stage.count = AccessibleTree((), windows), 2
    with caplog.at_level(logging.WARNING):
        after = await looking.observe()
    assert after.zones == before.zones and after.is_stale
    assert "the 4 from before are kept" in caplog.text


async def test_an_empty_desktop_has_no_zones() -> None:
    stage = CountingStage(TREE)
    looking = perceiver(stage)
    await looking.observe()
    stage.tree, stage.count = AccessibleTree((), ()), 2
    seen = await looking.observe()
    assert seen.zones == () and not seen.is_stale


async def test_a_revealed_secret_is_neither_in_a_zone_nor_in_the_picture() -> None:
    field = node("/field", Role.TEXT_FIELD, "Token", text="hunter2")
    seen = await perceiver(CountingStage(AccessibleTree((field,), ())), "hunter2").observe()
    assert seen.zones[0].value == "•••"
    frame, box = seen.frame, seen.zones[0].bounds_px
    row = bytes(frame.pixels)[(box.y * frame.width + box.x) * 4 :][: box.width * 4]
    assert set(row) == {128}
    plain = await perceiver(CountingStage(TREE), "hunter2").observe()
    assert plain.frame.pixels == situation().frame.pixels


async def test_a_picture_is_covered_beside_the_loop(monkeypatch: pytest.MonkeyPatch) -> None:
    threads: list[threading.Thread] = []

    def noted(look: MaskedLook, frame: Frame, room: np.ndarray) -> Frame:
        threads.append(threading.current_thread())
        return cover(look, frame, room)

    cover = MaskedLook.covered
    monkeypatch.setattr(MaskedLook, "covered", noted)
    field = node("/field", Role.TEXT_FIELD, "Token", text="hunter2")
    await perceiver(CountingStage(AccessibleTree((field,), ())), "hunter2").observe()
    assert len(threads) == 1 and threads[0] is not threading.main_thread()


async def test_a_secret_under_a_dialog_is_covered_to_its_ends() -> None:
    """Something lies over the field's middle, so it is no zone; its ends still show."""
    field = node("/field", Role.TEXT_FIELD, "Token", text="hunter2", is_showing=False)
    stage = CountingStage(AccessibleTree((field, *TREE.nodes), ()))
    seen = await perceiver(stage, "hunter2").observe()
    assert all(zone.label != "Token" for zone in seen.zones)
    frame, box = seen.frame, field.bounds_px
    row = bytes(frame.pixels)[(box.y * frame.width + box.x) * 4 :][: box.width * 4]
    assert set(row) == {128}


def test_what_did_not_change_is_the_same_zone_object() -> None:
    """A run keeps the zones of all its states: equal ones must not be kept twice."""
    registry = registered()
    before = registry.zones
    registry.replace_all(zones_of(TREE, SIZE))
    assert all(old is new for old, new in zip(before, registry.zones, strict=True))


async def test_other_rules_count_from_the_next_look_on_and_the_goal_stays_known() -> None:
    mail = node("/mail", Role.TEXT_FIELD, "To", text="ada@example.org")
    code = node("/code", Role.TEXT_FIELD, "Code", text="INV-123456")
    looking = perceiver(CountingStage(AccessibleTree((mail, code), ())))
    looking.start_run("Write to ada@example.org")
    before = await looking.observe()
    assert [zone.value for zone in before.zones] == ["ada@example.org", "INV-123456"]
    looking.use_rules(MaskRules(patterns=(E_MAIL, own_pattern(r"INV-\d{6}"))))
    after = await looking.observe()
    assert [zone.value for zone in after.zones] == ["ada@example.org", MASK]


async def test_a_person_may_have_what_looks_like_a_key_told_and_no_secret_with_it() -> None:
    checksum = "9e107d9d372bb6826bd81d3542a419d6"
    told = node("/sum", Role.TEXT_FIELD, "MD5", text=checksum)
    typed = node("/typed", Role.TEXT_FIELD, "Token", text="hunter2")
    looking = perceiver(CountingStage(AccessibleTree((told, typed), ())), "hunter2")
    assert [zone.value for zone in (await looking.observe()).zones] == [MASK, "•••"]
    looking.use_rules(MaskRules(patterns=(E_MAIL,)))
    assert [zone.value for zone in (await looking.observe()).zones] == [checksum, "•••"]
