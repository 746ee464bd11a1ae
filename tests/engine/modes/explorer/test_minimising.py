"""The shortest path to a fault, found by trying parts of it."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from engine.modes.explorer.findings import NoMoreWalks, minimised


class Walks:
    """The fault comes up where these steps are walked in this order."""

    def __init__(self, *needed: int) -> None:
        self._needed = needed
        self.walked: list[tuple[int, ...]] = []

    async def __call__(self, path: tuple[int, ...]) -> bool:
        self.walked.append(path)
        left = iter(path)
        return all(step in left for step in self._needed)


async def test_only_what_is_needed_stays() -> None:
    walks = Walks(3, 17, 38)
    least = await minimised(tuple(range(40)), walks, max_replays=100)
    assert least.path == (3, 17, 38)
    assert least.replays == len(walks.walked) <= 60


async def test_what_the_last_step_did_alone_is_found_at_once() -> None:
    least = await minimised(tuple(range(200)), Walks(199), max_replays=60)
    assert (least.path, least.replays) == ((199,), 1)


async def test_the_way_to_the_place_is_tried_with_the_last_steps() -> None:
    walks = Walks(60, 118, 119)
    least = await minimised(tuple(range(120)), walks, max_replays=12, transitions=(3, 60))
    assert least.path == (60, 118, 119)


async def test_what_never_comes_again_is_said() -> None:
    least = await minimised((1, 2, 3), Walks(9), max_replays=60)
    assert least.path == (1, 2, 3)
    assert "did not come up again" in least.why


async def test_no_path_at_all_is_walked_once() -> None:
    least = await minimised((), Walks(), max_replays=5)
    assert (least.path, least.why) == ((), "")


async def test_time_that_is_up_ends_it_with_the_shortest_so_far() -> None:
    walks = Walks(20, 39)

    async def until_time_is_up(path: tuple[int, ...]) -> bool:
        if len(walks.walked) > 9:
            raise NoMoreWalks
        return await walks(path)

    least = await minimised(tuple(range(40)), until_time_is_up, max_replays=99)
    assert 2 < len(least.path) < 40
    assert least.why == ""


@settings(max_examples=60, deadline=None)
@given(data=st.data(), count=st.integers(1, 30), most=st.integers(1, 40))
async def test_it_never_walks_more_than_it_may_and_keeps_the_order(
    data: st.DataObject, count: int, most: int
) -> None:
    needed = data.draw(st.lists(st.integers(0, count - 1), unique=True).map(sorted))
    walks = Walks(*needed)
    least = await minimised(tuple(range(count)), walks, max_replays=most)
    assert len(walks.walked) == least.replays <= most
    assert list(least.path) == sorted(set(least.path))
    if least.replays < most:
        assert list(least.path) == (needed or [count - 1])
    if not least.why:
        assert set(needed) <= set(least.path)
