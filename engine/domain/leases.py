"""The lease of a surface: who drives it, whoever runs on it or the operator, and never two at once.

Once the operator has taken over, what others send to the hands is refused, and nothing of it waits.
What they do is ``DirectInput``, and goes straight on."""

import asyncio
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from contextvars import ContextVar

from engine.domain import actions, errors, facts, spaces


class DirectInput(facts.Frozen):
    """A piece of what the operator does with their own hands, ``at`` a place of the frame: a half
    of a click, the wheel, a text, keys; without an ``action`` the pointer goes there. The
    second press of a double-click has the ``count`` 2."""

    at: spaces.Point | None
    action: actions.Click | actions.Scroll | actions.TypeText | actions.PressKeys | None = None


_is_direct: ContextVar[bool] = ContextVar("is_direct", default=False)


class Lease:
    """One surface's. The hands ask it; the session and the operator change it."""

    def __init__(self) -> None:
        self._is_back = asyncio.Event()
        self._may_go = asyncio.Event()
        self._is_broken_off = False
        self._waiting: Callable[[], AbstractContextManager[None]] = nullcontext
        self._is_back.set()
        self._may_go.set()

    def begin(self, waiting: Callable[[], AbstractContextManager[None]]) -> None:
        """A run begins. It is ``waiting`` while it is held in the middle of an action."""
        self._waiting = waiting
        self._may_go.set()

    @property
    def is_taken(self) -> bool:
        """The operator has mouse and keyboard."""
        return not self._is_back.is_set()

    def take_over(self) -> None:
        """Raises ``ActionImpossible`` where they have it already."""
        if self.is_taken:
            raise errors.ActionImpossible("You have mouse and keyboard already.")
        self._is_back.clear()
        self.break_off()

    def hand_back(self) -> None:
        self._is_back.set()

    async def until_back(self) -> None:
        await self._is_back.wait()

    @contextmanager
    def directly(self) -> Iterator[None]:
        """What the caller sends meanwhile is the operator's own."""
        token = _is_direct.set(True)
        try:
            yield
        finally:
            _is_direct.reset(token)

    @property
    def is_direct(self) -> bool:
        """Whether it is the operator's own, what the caller sends."""
        return _is_direct.get()

    # -- in the middle of an action --------------------------------------------------------

    def hold(self) -> None:
        self._may_go.clear()

    def go_on(self) -> None:
        self._may_go.set()

    def break_off(self) -> None:
        """What is held is given up, as the operator does something else."""
        self._is_broken_off = not self._may_go.is_set()
        self._may_go.set()

    def begin_action(self) -> None:
        """Raises ``TakenOver`` where anybody else than the operator would act."""
        self._is_broken_off = False
        if self.is_taken and not self.is_direct:
            raise errors.TakenOver("You have taken over.")

    async def between_pieces(self) -> None:
        """Wait while it is held. Raises ``TakenOver`` where the rest is not to be done."""
        if self.is_direct:
            return
        if not self._may_go.is_set():
            with self._waiting():
                await self._may_go.wait()
        if self._is_broken_off or self.is_taken:
            raise errors.TakenOver("You did something else before it was done.")
