"""What a surface notes is recorded as the rest of a page is: masked."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, cast

from app.live_surface import record_notes
from app.secrets import Secrets
from engine.domain.spaces import Frame, Rect
from engine.domain.surface_ports import AccessibleTree
from engine.domain.web.events import BrowserNoted
from engine.domain.web.pages import Page
from engine.domain.zones import MASK, Source, Window
from engine.perception.masking.masker import Masker
from engine.perception.masking.rules import MaskRules
from engine.processes.tasks import OwnedTasks


async def recorded(note: BrowserNoted, masker: Masker) -> BrowserNoted:
    events: list[Any] = []

    async def record(event: object) -> None:
        events.append(event)

    surface = SimpleNamespace(on_note=None)
    log = SimpleNamespace(append=record)
    session, tasks = SimpleNamespace(is_under_way=True, log=log, crash=""), OwnedTasks()
    record_notes(cast(Any, surface), cast(Any, session), tasks, masker.sentence)
    cast(Any, surface).on_note(note)
    await tasks.close()
    assert session.crash == (events[0].message if note.what == "page_crashed" else "")
    (event,) = events
    return cast(BrowserNoted, event)


def masker(rules: MaskRules | None = None) -> Masker:
    secrets = Secrets({"PILOTHOUSE_SECRET_SHOP": "spinnaker-9"})
    secrets.reveal("shop")
    return Masker(rules or MaskRules(), secrets.masked)


async def test_a_secret_that_a_page_says_back_in_a_dialog_is_not_recorded() -> None:
    note = BrowserNoted("dialog_answered", "The page said: “Your password is spinnaker-9”.")
    assert (await recorded(note, masker())).message == f"The page said: “Your password is {MASK}”."


async def test_a_refused_address_is_recorded_without_its_token() -> None:
    said = "https://bob:pw@x.org/in?token=abc&page=2 was not opened: it is blocked."
    note = await recorded(BrowserNoted("address_refused", said), masker())
    assert (
        note.message
        == f"https://{MASK}@x.org/in?token={MASK}&page=2 was not opened: it is blocked."
    )


async def test_a_crash_is_kept_for_the_end_of_the_run_as_it_is_recorded() -> None:
    said = "The page crashed: https://x.org/in?token=abc"
    note = await recorded(BrowserNoted("page_crashed", said), masker())
    assert note.message == f"The page crashed: https://x.org/in?token={MASK}"


async def test_a_page_that_is_hidden_by_its_title_says_nothing_in_a_note() -> None:
    hiding = masker(MaskRules(window_titles=("bank",)))
    window = Window("tab1", "My bank", "Chromium", Rect(0, 0, 200, 150), True, 0)
    page = Page("https://bank.example/", "My bank", ())
    tree = AccessibleTree((), (window,), source=Source.DOM, page=page)
    hiding.look((), tree, Frame(1, 0.0, 200, 150, bytes(200 * 150 * 4)))
    note = await recorded(BrowserNoted("dialog_answered", "The page said: “900 left”."), hiding)
    assert note.message == MASK
