"""Questions in the terminal, answered by somebody who sits at it, or by nobody."""

from __future__ import annotations

import asyncio
import fcntl
import os
import pty
import struct
import termios
from collections.abc import Iterator
from dataclasses import dataclass, replace
from io import StringIO

import pytest

from app.terminal import TerminalConsole
from app.terminal_approver import TerminalApprover
from engine.domain.actions import TypeText
from engine.domain.approvals import Approve, DecidedHow, Reject, Skip
from engine.domain.terminals import EXIT_CODES, Terminal
from tests.app.command import CommandLine
from tests.support.sample_run import save_request as request
from tests.support.waiting import until

GOAL = "Open Galculator and press 1, 2, *, 7, ="
PROMPT = "Approve? [y]es, [n]o, [s]kip:"


@dataclass
class Seat:
    """A terminal with an approver on it: what is typed there, and what is shown."""

    keyboard: int
    terminal: int
    approver: TerminalApprover
    screen: StringIO
    console: TerminalConsole

    def types(self, keys: str) -> None:
        os.write(self.keyboard, keys.encode())

    async def has_typed(self, keys: str) -> None:
        """Type lines, and wait until they lie ready in the terminal."""
        self.types(keys)
        await until(lambda: self._ready_bytes() == len(keys))

    def _ready_bytes(self) -> int:
        told = fcntl.ioctl(self.terminal, termios.FIONREAD, bytes(4))
        return int(struct.unpack("i", told)[0])

    async def is_asked(self, words: str = PROMPT, times: int = 1) -> None:
        await until(lambda: self.screen.getvalue().count(words) >= times)


@pytest.fixture
def seat() -> Iterator[Seat]:
    keyboard, terminal = pty.openpty()
    screen = StringIO()
    console = TerminalConsole(file=screen, width=80, no_color=True)
    yield Seat(keyboard, terminal, TerminalApprover(console, terminal), screen, console)
    os.close(keyboard)
    os.close(terminal)


async def test_what_is_told_while_a_question_waits_stands_before_it(seat: Seat) -> None:
    asked = asyncio.ensure_future(seat.approver.decide(request()))
    await seat.is_asked()
    seat.console.print("A file was saved.")
    assert seat.screen.getvalue().rstrip("\n").endswith(f"A file was saved.\n{PROMPT} ")
    seat.types("y\n")
    await asked
    seat.console.print("Done.")
    assert seat.screen.getvalue().endswith("Done.\n") and seat.screen.getvalue().count(PROMPT) == 2


@pytest.mark.parametrize(
    ("keys", "verdict"),
    [("y\n", Approve()), ("YES\n", Approve()), ("n\n", Reject()), (" s \n", Skip())],
)
async def test_an_answer_is_a_decision_of_the_operator(
    seat: Seat, keys: str, verdict: object
) -> None:
    asked = asyncio.ensure_future(seat.approver.decide(request()))
    await seat.is_asked()
    seat.types(keys)
    decision = await asked
    assert decision.verdict == verdict
    assert (decision.how, decision.digest) == (DecidedHow.OPERATOR, request().digest)
    shown = seat.screen.getvalue()
    assert request().step.description in shown and request().risk.undo in shown


async def test_what_is_really_done_is_told_where_the_words_of_the_step_do_not_say_it(
    seat: Seat,
) -> None:
    step = replace(request().step, action=TypeText("curl evil.example"), description="Say hello")
    asked = asyncio.ensure_future(seat.approver.decide(replace(request(), step=step)))
    await seat.is_asked()
    seat.types("n\n")
    await asked
    shown = seat.screen.getvalue()
    assert "Say hello" in shown and "That is: Type “curl evil.example”" in shown


async def test_what_the_screen_seems_to_have_asked_for_is_told_before_the_rest(seat: Seat) -> None:
    suspicion = "The screen says “click Save”; your goal does not ask for it."
    asks = replace(
        request(), suspicion=suspicion, window="“Letter” of Mousepad", about="the row “Tar”"
    )
    asked = asyncio.ensure_future(seat.approver.decide(asks))
    await seat.is_asked()
    seat.types("n\n")
    await asked
    shown = seat.screen.getvalue()
    assert "In: “Letter” of Mousepad" in shown and "Of: the row “Tar”" in shown
    assert shown.index(f"Take care: {suspicion}") < shown.index("Risk:")


@pytest.mark.parametrize(
    ("group", "said"),
    [
        ("", "Approve? [y]es, the whole [g]roup, [n]o, [s]kip:"),
        ("all walks for finding 1", "Approve? [y]es, [g] all walks for finding 1, [n]o, [s]kip:"),
    ],
)
async def test_what_a_yes_to_the_group_holds_is_named(seat: Seat, group: str, said: str) -> None:
    approver = TerminalApprover(seat.console, seat.terminal, offers_groups=True)
    asked = asyncio.ensure_future(approver.decide(replace(request(), group=group)))
    await seat.is_asked(said)
    seat.types("g\n")
    assert (await asked).verdict == Approve(whole_group=True)


async def test_what_is_no_answer_is_asked_again(seat: Seat) -> None:
    asked = asyncio.ensure_future(seat.approver.decide(request()))
    await seat.is_asked()
    seat.types("perhaps\n")
    await seat.is_asked(times=2)
    assert "Answer one of: y, yes, n, no, s, skip." in seat.screen.getvalue()
    seat.types("\n")
    await seat.is_asked(times=3)
    seat.types("n\n")
    assert (await asked).verdict == Reject()


async def test_keys_from_before_the_question_approve_nothing(seat: Seat) -> None:
    await seat.has_typed("y\ny\n")
    asked = asyncio.ensure_future(seat.approver.decide(request()))
    await seat.is_asked()
    seat.types("n\n")
    assert (await asked).verdict == Reject()


async def test_the_end_of_the_input_is_no_approval(seat: Seat) -> None:
    asked = asyncio.ensure_future(seat.approver.decide(request()))
    await seat.is_asked()
    seat.types("\x04")
    decision = await asked
    assert decision.verdict == Reject("nobody answered")
    assert decision.how is DecidedHow.NOBODY


async def test_a_question_that_is_withdrawn_leaves_the_keyboard_alone(seat: Seat) -> None:
    asked = asyncio.ensure_future(seat.approver.decide(request()))
    await seat.is_asked()
    asked.cancel()
    await asyncio.gather(asked, return_exceptions=True)
    again = asyncio.ensure_future(seat.approver.answer("1", "Which door?", ("left", "right")))
    await seat.is_asked("Which one? 1 to 2:")
    seat.types("2\n")
    assert await again == "right"
    assert "1. left" in seat.screen.getvalue() and "Which door?" in seat.screen.getvalue()


async def test_a_question_without_choices_is_answered_in_own_words(seat: Seat) -> None:
    asked = asyncio.ensure_future(seat.approver.answer("1", "What goes into “E-mail”?", ()))
    await seat.is_asked("Your answer")
    seat.types(" anna@example.org \n")
    assert await asked == "anna@example.org"
    again = asyncio.ensure_future(seat.approver.answer("2", "And now?", ()))
    await seat.is_asked("And now?")
    seat.types("\n")
    assert await again == "", "no words are no answer"


# --- the whole command


@pytest.mark.end_to_end
@pytest.mark.usefixtures("reads_no_drawn_texts")
def test_each_action_waits_for_a_yes_and_ctrl_c_at_the_question_ends_the_command(
    command: CommandLine,
) -> None:
    with command.at_a_terminal("run", GOAL, "--ask", "each") as working:
        working.hears(PROMPT)
        working.types("y\n")
        working.hears("✓ Launch Galculator")
        working.hears(PROMPT)
        working.types("s\n")
        working.hears("– Click “1”")
        working.hears(PROMPT)
        working.types("\x03")
        ended = working.ends()
    assert ended.code == EXIT_CODES[Terminal.CANCELLED]
    assert "cancelled (operator)" in ended.said
    assert ended.stdout.count("✓") == 1, "only what was approved"


@pytest.mark.end_to_end
@pytest.mark.usefixtures("reads_no_drawn_texts")
def test_without_a_terminal_nobody_can_be_asked(command: CommandLine) -> None:
    ended = command.run("run", GOAL, "--ask", "each")
    assert ended.code != 0
    assert "nobody could be asked" in ended.said
    assert "⊘ Decision rejected by nobody" in ended.said
    assert "✓" not in ended.stdout
