"""Findings: faults that came up, each once, with the path that led there, made as short as it goes.

The path is minimised after the group in which the fault came up, by walking parts of it from the
start state. Those walks go through the gate and into the record like all else; they don't count as
actions. Faults mostly follow from the last few steps at one place (delta debugging): the last one,
two, four… are tried first, by themselves and after the last steps that led to somewhere else. What
then is left is thinned out in ever smaller pieces, until no single step can be left out or the
replays are used up."""

from collections.abc import Awaitable, Callable, Iterator
from typing import Generic, TypeVar

from engine.domain.exploring.events import FaultFound, FindingMinimised
from engine.domain.exploring.groups import Finding
from engine.domain.exploring.limits import Fault, FaultKind
from engine.domain.facts import Frozen, Part, field
from engine.domain.plans import Situation
from engine.domain.scripts import TracedStep, traced
from engine.modes.explorer.run import Ending, Unsettled, Work, adopt_aside, perform
from engine.modes.explorer.starting import start_again
from engine.modes.found_again import aimed_along

_BREAKING_KINDS = (FaultKind.CRASH, FaultKind.HANG, FaultKind.ENDLESS_DIALOG)
"""After these there is nothing to go on with but a new start."""
_NO_RESET = "The surface can't be set back to its start, so the path is as it was found."


async def look_for_faults(work: Work, before: Situation) -> None:
    """After the last action of the path: what broke is recorded, the first time that it does, and
    whether anything is left to go on with."""
    run = work.run
    for fault in await work.watch.check(before, run.looks.seen, tuple(work.trace[-1:])):
        work.is_broken |= fault.kind in _BREAKING_KINDS
        if fault.is_among(each.fault for each in work.findings):
            continue
        finding = Finding(len(work.findings) + 1, fault, tuple(work.trace))
        work.findings.append(finding)
        work.known_paths[finding.number] = finding.path
        work.unsettled.append(Unsettled(finding, tuple(work.transitions)))
        # with what is shown now, and after a crash, where that tells little, what was before
        blobs, has_gone = run.blobs, finding.fault.kind is FaultKind.CRASH
        now_hash = await blobs.put_picture(run.looks.seen.frame)
        before_hash = await blobs.put_picture(before.frame) if has_gone else ""
        found = FaultFound(finding, work.actions, now_hash, work.state_id, before_hash)
        await run.log.append(found)


async def settle_findings(work: Work) -> Ending | None:
    """After a group: minimise what came up in it, and begin again where that broke the surface or
    left it elsewhere. Why exploring can't go on, if so."""
    unsettled, work.unsettled = work.unsettled, []
    was_broken, was_replayed = work.is_broken, False
    for each in unsettled:
        with work.run.control.as_one_group(f"all walks for finding {each.finding.number}"):
            was_replayed |= await _minimise(work, each)
    if not was_replayed and not was_broken:
        return None
    why = f"after {unsettled[-1].finding.fault.summary}" if unsettled else "a known fault came up"
    return await start_again(work, why, is_walk=was_replayed)


async def _minimise(work: Work, unsettled: Unsettled) -> bool:
    """Whether anything was replayed."""
    finding, limits = unsettled.finding, work.limits
    if not limits.max_replays:
        return False
    if not work.run.start.can_reset:
        await work.run.log.append(
            FindingMinimised(finding.number, finding.path, 0, 0, 0, _NO_RESET)
        )
        return False
    replays = Replays(work, finding)
    least = await minimised(
        finding.path,
        replays.come_upon_it,
        max_replays=limits.max_replays,
        transitions=unsettled.transitions,
    )
    work.known_paths[finding.number] = least.path
    reproduced, proofs, why = 0, 0, least.why
    replays.most = least.replays + limits.proofs
    try:
        while not least.why and proofs < limits.proofs:
            reproduced += await replays.come_upon_it(least.path)
            proofs += 1
    except NoMoreWalks as over:
        why = str(over)
    await work.run.log.append(
        FindingMinimised(finding.number, least.path, least.replays, reproduced, proofs, why)
    )
    return True


class NoMoreWalks(Exception):
    """No further walk is possible. Its words say why exploring can't go on, if that is why."""


class Replays:
    """The walks for one finding."""

    def __init__(self, work: Work, finding: Finding) -> None:
        self._work = work
        self._finding = finding
        self._count = 0
        self.most = work.limits.max_replays + work.limits.proofs

    async def come_upon_it(self, path: tuple[TracedStep, ...]) -> bool:
        """Whether the path leads to the fault. Raises ``NoMoreWalks``."""
        if self._work.is_out_of_time:
            raise NoMoreWalks
        self._count += 1
        number = self._finding.number
        steps = f"{len(path)} of {len(self._finding.path)} steps"
        left = f"at most {self.most - self._count} more"
        why = f"Walk {self._count} for finding {number}, {left}: {steps}"
        if ended := await start_again(self._work, why, is_walk=True):
            raise NoMoreWalks(ended.message)
        came_up = await walk(self._work, path, self._finding.fault, reason=why)
        if not came_up and self._work.is_out_of_time:
            raise NoMoreWalks  # it was broken off, which says nothing
        return came_up


async def walk(work: Work, path: tuple[TracedStep, ...], fault: Fault, *, reason: str) -> bool:
    """Whether the fault came up. What can't be done on the way is left out, and said in the
    record. Where the run's time is up, the walk is broken off."""
    run = work.run
    planned = [aimed_along(each, number) for number, each in enumerate(path, 1)]
    if planned:
        await adopt_aside(run, planned, reason)
    looked_again = False
    for each in planned:
        if work.is_out_of_time:
            return False
        before = run.looks.seen
        result = await perform(run, each, looks_again=not looked_again)
        looked_again = result.is_missing
        if result.is_overruled:
            await run.way_back.heed()
        if result.executed is None:
            continue
        did = traced(result.executed.step, result.executed.situation)
        if await _comes_up(work, before, fault, did=(did,)):
            return True
    before = run.looks.seen
    await run.looks.observe("after the walk")
    return await _comes_up(work, before, fault, did=())


async def _comes_up(
    work: Work, before: Situation, fault: Fault, *, did: tuple[TracedStep, ...]
) -> bool:
    return fault.is_among(await work.watch.check(before, work.run.looks.seen, did))


S = TypeVar("S")
_TRANSITIONS = (1, 2, 0)
_NEVER_AGAIN = "It did not come up again when its whole path was walked."
_NO_ROOM = "There was no room left to walk its path again."


class Minimised(Frozen, Generic[S]):
    """``why`` is empty where the path is known to lead to the fault."""

    path: tuple[S, ...]
    replays: int
    why: str = ""


class _Trials(Part, Generic[S]):
    """Asks once for each path, as often as is allowed; ``least`` is the shortest that led there."""

    reproduces: Callable[[tuple[S, ...]], Awaitable[bool]]
    max_replays: int
    known: list[tuple[tuple[S, ...], bool]] = field(default_factory=list, init=False)
    least: tuple[S, ...] = field(default=(), init=False)

    async def leads_there(self, path: tuple[S, ...]) -> bool:
        known = next((result for each, result in self.known if each == path), None)
        if known is not None:
            return known
        if len(self.known) >= self.max_replays:
            raise NoMoreWalks
        result = await self.reproduces(path)
        self.known.append((path, result))
        if result and len(path) < len(self.least or (*path, None)):
            self.least = path
        return result


async def minimised(
    path: tuple[S, ...],
    reproduces: Callable[[tuple[S, ...]], Awaitable[bool]],
    *,
    max_replays: int,
    transitions: tuple[int, ...] = (),
) -> Minimised[S]:
    """The shortest part of the path that still leads there, in at most ``max_replays`` walks, or as
    far as it came where ``reproduces`` raises ``NoMoreWalks``. ``transitions`` are the indices of
    the steps that led to somewhere else."""
    trials, why = _Trials(reproduces, max_replays), _NEVER_AGAIN
    try:
        for end in _ends(path, transitions):
            if await trials.leads_there(end):
                await _thin_out(trials)
                break
    except NoMoreWalks:
        why = _NO_ROOM
    found = any(led_there for _, led_there in trials.known)
    return Minimised(trials.least or path, len(trials.known), "" if found else why)


def _ends(path: tuple[S, ...], transitions: tuple[int, ...]) -> Iterator[tuple[S, ...]]:
    """What may lead there: the last step, the last two, four…, all; each after the last transition
    before it, after the last two, and by itself."""
    count = 1
    while count < len(path):
        ways = [path[at] for at in transitions if at < len(path) - count]
        for most in (each for each in _TRANSITIONS if each <= len(ways)):
            yield (*ways[len(ways) - most :], *path[-count:])
        count *= 2
    yield path


async def _thin_out(trials: _Trials[S]) -> None:
    """Leave out pieces, halves first, single steps last, until nothing more can go."""
    size = max(1, len(trials.least) // 2)
    while True:
        before = trials.least
        at = 0
        while at < len(trials.least) and len(trials.least) > 1:
            left = (*trials.least[:at], *trials.least[at + size :])
            if not left or not await trials.leads_there(left):
                at += size
        if size > 1:
            size //= 2
        elif trials.least == before:
            return
