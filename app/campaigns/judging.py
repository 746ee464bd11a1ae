"""Who judges a run: its end, its answer, its findings, the files that it made, a command. All that
is said must hold; what says no counts before what can't tell."""

import asyncio
import contextlib
import os
import signal
from pathlib import Path

from app.campaigns.file import Judge
from engine.domain.terminals import Outcome
from engine.domain.verdicts import Judgement, Verdict, cant_tell, contradicted, seen
from engine.language.sentences.figures import count_words
from engine.processes.descendants import dying_with_parent
from engine.processes.environment import child_environment

MOST_WORDS = 300
"""Of what a run or a judge said, in letters."""
_MOST_BYTES = 1_000_000


async def judge(asked: Judge, outcome: Outcome, findings: int, files: Path) -> Judgement:
    """``files`` is the folder of those that the run made; it need not be there."""
    found = []
    if asked.ending is not None:
        why = f"it ended as {outcome.terminal} ({outcome.reason})"
        found.append(_told(outcome.terminal is asked.ending, why))
    if asked.answer:
        is_there = asked.answer.casefold() in outcome.answer.casefold()
        found.append(_told(is_there, f"the answer is “{outcome.answer[:MOST_WORDS]}”"))
    if asked.findings is not None:
        why = f"it found {count_words(findings, 'fault')}"
        found.append(_told(findings <= asked.findings, why))
    if asked.file:
        found.append(await asyncio.to_thread(_of_file, asked, files / asked.file))
    if asked.command and all(each.is_seen for each in found):
        found.append(await _of_command(asked, outcome, files))
    ranks = (Verdict.CONTRADICTED, Verdict.CANT_TELL, Verdict.SEEN)
    verdict = min((each.verdict for each in found), key=ranks.index)
    said = (each.evidence for each in found if each.verdict is verdict)
    return Judgement(verdict, tuple(why for evidence in said for why in evidence))


def _of_file(asked: Judge, path: Path) -> Judgement:
    try:
        with path.open(errors="replace", newline="") as file:
            text = file.read(_MOST_BYTES)
    except (FileNotFoundError, NotADirectoryError):
        return contradicted(f"it made no file {asked.file}")
    except OSError as error:
        return cant_tell(f"{asked.file} can't be read ({error.strerror})")
    is_right = asked.contains is None or asked.contains in text
    is_right = is_right and (asked.equals is None or asked.equals == text)
    return _told(is_right, f"{asked.file} holds “{text[:MOST_WORDS]}”")


async def _of_command(asked: Judge, outcome: Outcome, files: Path) -> Judgement:
    """Its exit code 0 is yes, 1 is no, and any other can't tell; nor does one that hangs."""
    await asyncio.to_thread(files.mkdir, parents=True, exist_ok=True)
    told = {"PILOTHOUSE_ENDING": str(outcome.terminal), "PILOTHOUSE_ANSWER": outcome.answer}
    process = await asyncio.create_subprocess_exec(
        *("/bin/sh", "-c", asked.command),
        cwd=files,
        env=child_environment() | told,
        stdin=asyncio.subprocess.DEVNULL,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.STDOUT,
        start_new_session=True,
        preexec_fn=dying_with_parent(signal.SIGKILL),
    )
    try:
        async with asyncio.timeout(asked.max_secs):
            said, _ = await process.communicate()
    except TimeoutError:
        return cant_tell(f"the judge did not answer within {asked.max_secs:g} s")
    finally:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        await process.wait()
    words = said.decode(errors="replace").strip()[-MOST_WORDS:]
    why = f"the judge ended with {process.returncode}" + (f" and said “{words}”" if words else "")
    return (
        cant_tell(why) if process.returncode not in (0, 1) else _told(not process.returncode, why)
    )


def _told(is_so: bool, why: str) -> Judgement:
    return seen(why) if is_so else contradicted(why)
