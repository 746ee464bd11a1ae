"""How fast a program takes in what is typed, so that STOP stops what is seen.

A server takes keys a hundred times faster than a program handles them, and what waits in between
can't be called back. So keys are sent in bursts, each once the one before was seen to be taken in:

- ``_NET_WM_PING`` asks the window whether it has come so far: it answers in the order of its
  events (EWMH 1.5).
- What is drawn in the window (XDamage) tells that the keys are also shown, which may be long after
  that, and by another process. A burst is over when nothing was drawn for longer than a frame.
  Where nothing is drawn it is asked a second time: a toolkit that reads many events at once
  answers the first ping while it still holds the keys before it.

How many keys are in a burst follows from what one key costs. A program that tells nothing in either
way is typed into at a fixed pace; one that has answered and does not any more, since it hangs or
was stopped, gets nothing more."""

import contextlib
import time
from collections import deque
from collections.abc import Iterator

import xcffib
import xcffib.damage
import xcffib.xproto

from engine.domain.errors import MayHaveLanded
from engine.surfaces.desktop.x11 import windows, x_calls

_AHEAD_SECS = 0.03
"""How long a program may work on what is under way; what it needs for a single key comes on top."""
_SLACK = 2
_FRAME_SECS = 0.02
"""More than one of a screen with 60 pictures a second."""
_ANSWER_SECS = 0.25
_ECHO_SECS = 1.0
_RESTLESS_SECS = 0.4
_HANGS_SECS = 8.0
"""Who has answered, and does not for so long, takes nothing in."""
_PATIENCE_SECS = 3.0
"""What may be lost on one text by waiting for a program that hangs."""
MOST_KEYS, _GROWTH = 64, 2
_SINGLES, _COSTS, _BURSTS = 4, 3, 8
_TRIED_AFTER, _TRIED_AGAIN_AFTER = 2, 20
"""So many single keys, before two at once are tried."""
_BLIND_KEYS, _BLIND_SECS = 8, 0.04
_MOST_MISSED = 2
_MAX_PARENTS = 16


class Pace:
    """How many keys one window may be sent at once.

    A burst takes what its keys cost and, with a slow picture or on a busy machine, much else. So a
    key costs what a burst of several takes longer than a single key, as two of the last three say.
    Where that is too much, keys go one by one, and two are tried now and then: it may have been the
    machine."""

    def __init__(self) -> None:
        self.keys = 1
        self.usual_secs = 0.0
        """What half of the last bursts took at most; 0 where there was none."""
        self.has_answered = False
        self.missed_answers = 0
        self.missed_echoes = 0
        self.is_restless = False
        self._is_in_order = True
        """It answers once it has come so far, rather than on behalf of a busy process."""
        self._done_secs: deque[float] = deque(maxlen=_BURSTS)
        self._singles_secs: deque[float] = deque(maxlen=_SINGLES)
        self._costs_secs: deque[float] = deque(maxlen=_COSTS)
        self._singles = 0
        """How many single keys since two were sent."""

    @property
    def answers(self) -> bool:
        return self.missed_answers < _MOST_MISSED

    @property
    def echoes(self) -> bool:
        return self.missed_echoes < _MOST_MISSED

    def note(self, keys: int, told_secs: float | None, done_secs: float) -> None:
        """That many were told to be taken in after so long, and all was done after so long."""
        self._done_secs.append(done_secs)
        self.usual_secs = sorted(self._done_secs)[len(self._done_secs) // 2]
        single_secs = min(self._singles_secs, default=0.0)
        late_secs = 2 * max(_AHEAD_SECS, _SLACK * single_secs)
        if told_secs is None or done_secs > late_secs > 2 * told_secs:
            self._is_in_order = False
        worked_secs = told_secs if told_secs is not None and self._is_in_order else done_secs
        if keys > 1:
            self._costs_secs.append(max(1e-6, (worked_secs - single_secs) / (keys - 1)))
            self._singles = 0
        else:
            self._singles_secs.append(worked_secs)
            self._singles += 1
        known = sorted(self._costs_secs) or [min(self._singles_secs)]
        fitting = min(int(_AHEAD_SECS / known[:2][-1]), _GROWTH * keys, MOST_KEYS)
        tried_after = _TRIED_AGAIN_AFTER if self._costs_secs else _TRIED_AFTER
        if fitting < 2 and self._singles >= tried_after:
            self._costs_secs.clear()
            fitting = 2
        self.keys = max(1, fitting)


class Pacer:
    """For one display, over connections of its own. It remembers the window that it paced last."""

    def __init__(self, display: str) -> None:
        self._connection = xcffib.connect(display)
        self._root = x_calls.root_of(self._connection)
        self._damage = self._connection(xcffib.damage.key)
        self._damage.QueryVersion(1, 1).reply()
        self._damage_id = 0
        self._pings = windows.XPings(display)
        self._pinged: int | None = None
        self._top = 0
        self._pace = Pace()
        self._began_secs = 0.0
        self._patience_secs = 0.0

    @contextlib.contextmanager
    def pacing(self) -> "Iterator[Pacer]":
        """For the length of one text."""
        self._patience_secs = _PATIENCE_SECS
        try:
            yield self
        finally:
            self._watch(0)

    def begin(self) -> int:
        """How many characters may be typed now into the window that has the keyboard."""
        # the nearest window above the focus that answers pings, and the one below the root
        window = int(self._connection.core.GetInputFocus().reply().focus)
        pinged, top = None, self._root
        for _ in range(_MAX_PARENTS):
            if window in (self._root, 0, 1):
                break
            top = window
            if pinged is None and self._pings.able([window]):
                pinged = window
            told = x_calls.reply_to(self._connection.core.QueryTree(window))
            if told is None:  # it went away meanwhile
                break
            window = int(told.parent)
        if top != self._top:
            self._pace = Pace()
        self._pinged = pinged
        if top != self._top or not self._damage_id:
            self._watch(top)
        self._top = top
        while self._next_change(0):
            pass
        self._began_secs = time.monotonic()
        return self._pace.keys

    def wait_until_seen(self, keys: int) -> None:
        """Until the window shows so many, in any case soon. Raises ``MayHaveLanded``."""
        began_secs = self._began_secs
        told_secs = self._told_secs()
        seen_secs = self._seen_secs(told_secs)
        if seen_secs is not None:
            told_after_secs = told_secs - began_secs if told_secs is not None else None
            self._pace.note(keys, told_after_secs, seen_secs - began_secs)
        elif told_secs is not None and (self._pace.is_restless or not self._pace.echoes):
            asked_secs = time.monotonic()
            left_secs = (self._told_secs() or asked_secs) - asked_secs
            worked_secs = told_secs - began_secs + left_secs
            self._pace.note(keys, worked_secs, worked_secs)
        elif told_secs is None:
            self._pace.keys = _BLIND_KEYS
            time.sleep(max(0.0, self._began_secs + _BLIND_SECS - time.monotonic()))

    def _told_secs(self) -> float | None:
        """When the window told that it has handled its events up to now; None if it does not."""
        pace = self._pace
        while self._pinged is not None and pace.answers:
            secs = _HANGS_SECS if pace.has_answered else _ANSWER_SECS
            if not self._pings.unanswered([self._pinged], secs):
                pace.missed_answers, pace.has_answered = 0, True
                return time.monotonic()
            if pace.has_answered:
                why = "The program stopped taking in what is typed: it does not answer."
                raise MayHaveLanded(why)
            self._patience_secs -= _ANSWER_SECS
            if not pace.usual_secs or self._patience_secs <= 0:
                pace.missed_answers += 1
        return None

    def _seen_secs(self, told_secs: float | None) -> float | None:
        """When the last change was drawn; None where none was, or where they never end."""
        pace, now = self._pace, time.monotonic()
        is_awaited = pace.echoes and not pace.is_restless
        until_secs = now + (_ANSWER_SECS if is_awaited else _FRAME_SECS)
        first_secs = seen_secs = None
        while True:
            if not self._next_change(until_secs - time.monotonic()):
                is_awaited = is_awaited and not seen_secs and until_secs < now + _ECHO_SECS
                if not is_awaited or self._patience_secs <= 0:
                    break
                self._patience_secs -= _ANSWER_SECS  # it may be starved, and another answers for it
                until_secs += _ANSWER_SECS
                continue
            seen_secs = time.monotonic()
            first_secs = first_secs or seen_secs
            if pace.is_restless:
                continue
            # where nothing else told of it, the next key's picture may come as late as the first's
            is_prompt = told_secs is not None and seen_secs < told_secs + _FRAME_SECS
            usual_secs = pace.usual_secs or seen_secs - self._began_secs
            until_secs = seen_secs + max(_FRAME_SECS, 0 if is_prompt else _SLACK * usual_secs)
            rests_secs = _RESTLESS_SECS + _SLACK * pace.usual_secs
            pace.is_restless = seen_secs > first_secs + rests_secs
        pace.missed_echoes = 0 if seen_secs is not None else pace.missed_echoes + 1
        return None if pace.is_restless else seen_secs

    def _next_change(self, secs: float) -> bool:
        """Wait so long for something to be drawn in the watched window."""
        for event in x_calls.events_until(self._connection, time.monotonic() + secs):
            if isinstance(event, xcffib.damage.NotifyEvent):
                self._damage.Subtract(event.damage, xcffib.NONE, xcffib.NONE)
                self._connection.flush()
                return True
        return False

    def _watch(self, window: int) -> None:
        """That one from now on, or none."""
        if self._damage_id:
            self._damage.Destroy(self._damage_id)
        self._damage_id = self._connection.generate_id() if window else 0
        if window:
            self._damage.Create(self._damage_id, window, xcffib.damage.ReportLevel.NonEmpty)
        self._connection.core.GetInputFocus().reply()
