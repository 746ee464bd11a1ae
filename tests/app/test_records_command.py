"""Listing, showing, exporting and deleting what was recorded, from the command line."""

from __future__ import annotations

import asyncio
import csv
import json
import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from email.message import Message
from http.server import BaseHTTPRequestHandler, HTTPServer
from importlib.util import find_spec
from pathlib import Path
from threading import Thread
from typing import get_args

import pytest
from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import (
    ExportTracePartialSuccess,
    ExportTraceServiceRequest,
    ExportTraceServiceResponse,
)

from app.session_files_cli import Kind
from engine.domain.events import ActionStarted, Event, SessionStarted, StepEnded
from engine.domain.terminals import EXIT_BAD_INPUT, EXIT_CANNOT_START, EXIT_CODES, Terminal
from engine.record.reports.formats import FORMATS
from engine.record.reports.html import COLUMNS
from engine.record.store import SessionStore
from tests.app.command import CommandLine
from tests.engine.record.runs import frame, observed, typical_run


async def _recorded(path: Path) -> None:
    """Two runs: ``alpha`` with all kinds of events, and after it ``beta`` with a picture of its
    own beside one that both have."""
    store = await SessionStore.open(path)
    both, own = [
        await store.blobs.put_picture(replace(frame(), width=300, height=200, pixels=pixels))
        for pixels in (bytes((40, 90, blue, 255)) * 300 * 200 for blue in (60, 120))
    ]  # of few colours, as screens have: a palette of many takes a second
    runs: dict[str, list[Event]] = {
        "alpha": [typical_run()[0], observed(both), *typical_run()[1:]],
        "beta": [typical_run()[0], observed(both), observed(own), typical_run()[-1]],
    }
    for session_id, events in runs.items():
        log = await store.start_session(session_id)
        for event in events:
            if isinstance(event, SessionStarted):
                event = replace(event, goal="=1+1 [red] *bold* " + session_id)
            if isinstance(event, StepEnded):
                event = replace(event, picture_hash=both)
            if isinstance(event, ActionStarted):
                event = replace(event, step=replace(event.step, zone_label="=1+1"))
            await log.append(event)
    await store.close()


def _ending(kind: str) -> str:
    return FORMATS[kind].ending if kind != "film" or shutil.which("ffmpeg") else "webm"


def _rows(path: Path) -> list[list[str]]:
    with path.open(encoding="utf-8-sig", newline="") as file:
        return list(csv.reader(file))


@pytest.fixture
def recorded(command: CommandLine) -> CommandLine:
    command.database.parent.mkdir(parents=True)
    asyncio.run(_recorded(command.database))
    return command


def test_sessions_are_listed_and_shown(recorded: CommandLine) -> None:
    listed = recorded.run_here("sessions").stdout
    assert listed.index("beta") < listed.index("alpha") and "Goal reached" in listed
    assert "[red]" in listed  # what a goal says is no markup
    lines = recorded.run_here("sessions", "--json").stdout.splitlines()
    assert [json.loads(each)["session_id"] for each in lines] == ["beta", "alpha"]
    assert "✓ Open the menu" in recorded.run_here("show", "al").stdout
    events = [json.loads(each) for each in recorded.run_here("show", "--json").stdout.splitlines()]
    assert [each["event"]["kind"] for each in events][::3] == ["session_started", "session_ended"]


def test_every_format_is_written_of_the_last_session_or_a_named_one(
    recorded: CommandLine, tmp_path: Path
) -> None:
    assert set(get_args(Kind)) == set(FORMATS)
    kinds = set(get_args(Kind)) - (set() if find_spec("inspect_ai") else {"inspect"})
    for kind in kinds:
        named = (
            ("alpha",) if kind in ("film", "gif", "script") else ()
        )  # beta did nothing to be shown
        told = recorded.run_here("export", *named, "--as", kind, "--out", str(tmp_path), "--json")
        assert told.code == 0, told.stderr
        path = Path(json.loads(told.stdout)["path"])
        whose = named[0] if named else "beta"
        assert path == tmp_path / f"session-{whose}.{_ending(kind)}" and path.stat().st_size
    recorded.run_here("export", "alpha", "--as", "csv", "--out", str(tmp_path / "a.csv"))
    rows = _rows(tmp_path / "a.csv")
    assert tuple(rows[0]) == COLUMNS and {len(each) for each in rows} == {len(COLUMNS)}
    second = dict(zip(COLUMNS, rows[2], strict=True))
    assert (second["what"], second["proposed"]) == ("Type héllo 你好", "Type hello")
    assert (second["decision"], second["decided_by"]) == ("edit", "anna")


@pytest.mark.parametrize("kind", sorted(set(FORMATS) - {"inspect"}))
def test_a_file_that_is_named_without_an_ending_gets_that_of_its_kind(
    recorded: CommandLine, tmp_path: Path, kind: str
) -> None:
    has_files = kind in ("html", "jsonl")  # which alpha made, and which are not there any more
    asked = ("export", "beta" if has_files else "alpha", "--as", kind, "--json", "--out")
    told = recorded.run_here(*asked, str(tmp_path / "mine"))
    path = tmp_path / f"mine.{_ending(kind)}"
    assert Path(json.loads(told.stdout)["path"]) == path and path.is_file()
    told = recorded.run_here(*asked, str(tmp_path / "mine.old"))
    assert Path(json.loads(told.stdout)["path"]) == tmp_path / "mine.old"


def test_a_bundle_has_what_the_report_of_a_bug_needs(recorded: CommandLine, tmp_path: Path) -> None:
    path = tmp_path / "a.zip"
    arguments = ("export", "alpha", "--as", "bundle", "--out", str(path), "--hide", "bold")
    assert recorded.run_here(*arguments).code == 0
    shutil.unpack_archive(path, tmp_path / "bundle")
    ones = {each.name: each for each in (tmp_path / "bundle").iterdir()}
    proof = ones.pop("session-alpha.pilothouse")
    assert recorded.run_here("verify", str(proof)).code == 0
    machine = json.loads(ones["machine.json"].read_text())
    assert any(each.startswith("pilothouse ") for each in machine["libraries"])
    assert set(ones) == {"machine.json", "session-alpha.html", "session-alpha.md"}
    whole = b"".join(each.read_bytes() for each in (*ones.values(), proof))
    assert b"Open the menu" in whole and b"*bold*" not in whole, "hidden in all of it"
    assert not [each for each in tmp_path.iterdir() if each.name.startswith("tmp")]


@dataclass
class Collector:
    """Takes what comes over HTTP, and answers that."""

    code: int = 200
    answer: bytes = b""
    came: list[tuple[str, Message, bytes]] = field(default_factory=list)
    address: str = ""

    @contextmanager
    def listening(self) -> Iterator[None]:
        collector = self

        class Receiver(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["Content-Length"]))
                collector.came.append((self.path, self.headers, body))
                self.send_response(collector.code)
                self.end_headers()
                self.wfile.write(collector.answer)

            def log_message(self, *_: object) -> None:
                pass

        with HTTPServer(("127.0.0.1", 0), Receiver) as server:
            self.address = f"http://127.0.0.1:{server.server_port}/v1/traces"
            serving = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05})
            serving.start()
            try:
                yield
            finally:
                server.shutdown()
                serving.join()


def _refused(count: int, why: str = "") -> bytes:
    said = ExportTracePartialSuccess(rejected_spans=count, error_message=why)
    return bytes(ExportTraceServiceResponse(partial_success=said).SerializeToString())


def test_a_collector_takes_the_spans_that_the_file_has_and_nothing_that_is_hidden(
    recorded: CommandLine, tmp_path: Path
) -> None:
    recorded.environment["OTEL_EXPORTER_OTLP_HEADERS"] = "authorization=Bearer%20a+b=,x-tenant=me"
    file, collector = tmp_path / "a.otlp.json", Collector()
    spans = ("export", "alpha", "--as", "otel", "--out", str(file), "--hide", r"\*bold\*")
    with collector.listening():
        assert recorded.run_here(*spans).code == 0 and not collector.came, "only where asked for"
        sent = recorded.run_here(*spans, "--collector", collector.address)
    assert sent.code == 0 and "taken by the collector" in sent.said
    ((path, headers, body),) = collector.came
    assert b"*bold*" not in body and b"*bold*" not in file.read_bytes()
    assert (path, headers["Content-Type"]) == ("/v1/traces", "application/x-protobuf")
    assert (headers["Authorization"], headers["X-Tenant"]) == ("Bearer a+b=", "me")
    (resource,) = ExportTraceServiceRequest.FromString(body).resource_spans
    run, *others = resource.scope_spans[0].spans
    told = json.loads(file.read_text())["resourceSpans"][0]["scopeSpans"][0]["spans"]
    assert [each["spanId"] for each in told] == [each.span_id.hex() for each in (run, *others)]
    assert [each["name"] for each in told] == [each.name for each in (run, *others)]
    assert (len(run.trace_id), len(run.span_id)) == (16, 8)
    assert others and {each.parent_span_id for each in others} == {run.span_id}
    assert "execute_tool click" in {each.name for each in others}


def test_a_collector_that_says_it_refused_none_took_all(
    recorded: CommandLine, tmp_path: Path
) -> None:
    collector = Collector(200, _refused(0))
    spans = ("export", "alpha", "--as", "otel", "--out", str(tmp_path / "a.otlp.json"))
    with collector.listening():
        told = recorded.run_here(*spans, "--collector", collector.address)
    assert "taken by the collector" in told.stdout


@pytest.mark.parametrize(
    ("code", "answer", "words"),
    [
        (401, b"who are you?", "401 who are you?"),
        (302, b"elsewhere", "302 elsewhere"),
        (200, _refused(2, "too old"), "2 were refused, too old"),
        (200, b"<html>a page</html>", "did not take the spans"),
        (None, b"", "did not take the spans"),
    ],
)
def test_what_a_collector_does_not_take_is_told(
    recorded: CommandLine, tmp_path: Path, code: int | None, answer: bytes, words: str
) -> None:
    collector, file = Collector(code or 200, answer), tmp_path / "a.otlp.json"
    spans = ("export", "alpha", "--as", "otel", "--out", str(file), "--collector")
    with collector.listening():
        if code is not None:
            told = recorded.run_here(*spans, collector.address)
    if code is None:  # nobody is there any more
        told = recorded.run_here(*spans, collector.address)
    assert told.code == EXIT_CANNOT_START and words in told.complained
    assert "They are in the file." in told.complained and file.stat().st_size
    assert "Exported" not in told.said


def test_only_films_have_a_speed(recorded: CommandLine, tmp_path: Path) -> None:
    asked = ("export", "alpha", "--at-speed", "--out", str(tmp_path), "--as")
    assert recorded.run_here(*asked, "gif").code == 0
    refused = recorded.run_here(*asked, "csv")
    assert refused.code == EXIT_BAD_INPUT and "Only a film has a speed." in refused.stderr
    refused = recorded.run_here("export", "alpha", "--as", "csv", "--collector", "http://a")
    assert refused.code == EXIT_BAD_INPUT and "Only spans go to a collector." in refused.stderr


@pytest.mark.parametrize(
    ("words", "offered"),
    [
        ("pilothouse exp", {"export"}),
        ("pilothouse export --hide", {"--hide", "--hide-zone", "--hide-typed"}),
        ("pilothouse export --as ", {"html", "pilothouse", "bundle"}),
    ],
)
def test_the_shell_completes_commands_options_and_formats(
    words: str, offered: set[str], tmp_path: Path
) -> None:
    asked = {"_PILOTHOUSE_COMPLETE": "complete_bash", "COMP_WORDS": words}
    asked |= {"COMP_CWORD": str(words.count(" "))}
    program = (str(Path(sys.executable).with_name("pilothouse")),)
    ended = CommandLine(tmp_path, environment=asked, program=program).run()
    assert offered <= set(ended.stdout.split())


def test_what_was_said_is_no_formula_and_no_markup(recorded: CommandLine, tmp_path: Path) -> None:
    recorded.run_here("export", "--as", "md", "--out", str(tmp_path / "a.md"))
    first, *_ = (tmp_path / "a.md").read_text().splitlines()
    assert first == r"## =1\+1 \[red\] \*bold\* beta"
    recorded.run_here("export", "alpha", "--as", "csv", "--out", str(tmp_path / "a.csv"))
    assert not [
        cell
        for row in _rows(tmp_path / "a.csv")
        for cell in row
        if cell.startswith(("=", "+", "-", "@"))
    ]


def test_what_is_hidden_is_not_there_and_it_is_said_what_is(
    recorded: CommandLine, tmp_path: Path
) -> None:
    path = tmp_path / "a.html"
    hide = ["--hide", "bold", "--hide-typed", "--hide-pictures", "--hide-window", "Files"]
    ended = recorded.run_here("export", "alpha", "--out", str(path), *hide)
    assert ended.code == 0, ended.stderr
    assert "It still shows 1 title of windows: Mousepad" in ended.said
    assert "Tick Bold" not in path.read_text() and "background-image:" not in path.read_text()
    ended = recorded.run_here("export", "alpha", "--out", str(path), "--hide", "(")
    assert ended.code == EXIT_BAD_INPUT and "is no pattern" in ended.complained


def test_a_file_that_was_changed_is_told_by_its_exit_code(
    recorded: CommandLine, tmp_path: Path
) -> None:
    path = tmp_path / "a.pilothouse"
    recorded.run_here("export", "--as", "pilothouse", "--out", str(path))
    ended = recorded.run_here("verify", str(path))
    assert ended.code == 0 and "origin unproven" in ended.said
    path.write_bytes(path.read_bytes().replace(b"to plan", b"to play", 1))
    ended = recorded.run_here("verify", str(path), "--json")
    told = json.loads(ended.stdout)
    assert (ended.code, told["is_whole"]) == (EXIT_CODES[Terminal.FAILED], False)
    assert told["words"] == "Event 2 was changed, added, removed or moved."


def test_what_goes_is_listed_first_and_then_deleted_for_good(recorded: CommandLine) -> None:
    before = recorded.database.stat().st_size
    told = recorded.run_here("prune", "--keep", "1", "--json")
    plan = json.loads(told.stdout)
    assert (plan["sessions"], plan["kept"], plan["deleted"]) == (["alpha"], 1, False)
    assert len(recorded.run_here("sessions", "--json").stdout.splitlines()) == 2
    assert "1 session" in recorded.run_here("prune", "--keep", "1", "--yes").said
    assert len(recorded.run_here("sessions", "--json").stdout.splitlines()) == 1
    assert recorded.database.stat().st_size < before

    async def pictures() -> int:
        store = await SessionStore.open(recorded.database)
        stock = await store.stock()
        await store.close()
        return sum(each in stock.sessions[0].blobs for each in stock.blob_bytes)

    assert asyncio.run(pictures()) == 2  # the other session shows one of them too
    assert "0 sessions" in recorded.run_here("prune", "--older-than", "1", "--yes").said
    recorded.run_here("prune", "--max-size", "0", "--yes")
    assert "No session was recorded." in recorded.run_here("sessions").said


def test_the_files_of_a_session_go_with_it_and_others_stay(recorded: CommandLine) -> None:
    """Those of a practice desktop, and what a browser downloaded."""
    kept = recorded.database.with_name(f"{recorded.database.name}-files")
    folders = {
        name: [each / name for each in (kept, recorded.database.with_name("downloads"))]
        for name in ("alpha", "beta")
    }
    for name, its in folders.items():
        for each in its:
            (each / "Practice").mkdir(parents=True)
            (each / "Practice" / "note.txt").write_text(f"made by {name}")
    recorded.run_here("prune", "--keep", "1")
    assert all(each.is_dir() for its in folders.values() for each in its), "listed alone"
    recorded.run_here("prune", "--keep", "1", "--yes")
    assert not any(each.exists() for each in folders["alpha"])
    told = [(each / "Practice" / "note.txt").read_text() for each in folders["beta"]]
    assert told == ["made by beta"] * 2


def test_files_that_no_session_has_any_more_are_listed_first_and_then_go(
    recorded: CommandLine,
) -> None:
    folder = recorded.database.with_name(f"{recorded.database.name}-files")
    for name in ("alpha", "gamma"):
        (folder / name).mkdir(parents=True)
    assert "sessions that are no more would be deleted (say --yes): gamma." in (
        recorded.run_here("prune").said
    )
    assert (folder / "gamma").is_dir()
    told = json.loads(recorded.run_here("prune", "--yes", "--json").stdout)
    assert (told["sessions"], told["left"], told["kept"]) == ([], ["gamma"], 2)
    assert [each.name for each in folder.iterdir()] == ["alpha"]
    assert "Nothing says what may go." in recorded.run_here("prune").complained


def test_what_other_sessions_downloaded_is_told_and_left(recorded: CommandLine) -> None:
    """They may be those of another database."""
    folder = recorded.database.with_name("downloads")
    for name in ("alpha", "gamma"):
        (folder / name).mkdir(parents=True)
    said = recorded.run_here("prune", "--keep", "2", "--yes").said
    assert "what no session here downloaded: gamma." in said
    told = json.loads(recorded.run_here("prune", "--keep", "1", "--yes", "--json").stdout)
    assert (told["sessions"], told["downloads"]) == (["alpha"], ["gamma"])
    assert [each.name for each in folder.iterdir()] == ["gamma"]


@pytest.mark.parametrize(
    ("arguments", "code", "words"),
    [
        (["show", "gamma"], EXIT_BAD_INPUT, "There is no session “gamma”."),
        (["verify", "/tmp/none"], EXIT_BAD_INPUT, "can't be read"),
        (["export", "--sign", "k"], EXIT_BAD_INPUT, "Only a pilothouse file is signed."),
        (["prune"], EXIT_BAD_INPUT, "Nothing says what may go."),
        (["export", "--out", "/proc/none/a.html"], EXIT_CANNOT_START, "can't be made"),
        (["sessions", "--database", "/tmp/none.db"], EXIT_CANNOT_START, "Nothing was recorded"),
    ],
)
def test_a_slip_is_told(recorded: CommandLine, arguments: list[str], code: int, words: str) -> None:
    ended = recorded.run_here(*arguments)
    assert (ended.code, ended.stdout) == (code, "") and words in ended.complained


def test_a_file_that_was_exported_is_imported_elsewhere(
    recorded: CommandLine, tmp_path: Path
) -> None:
    path, other = tmp_path / "a.pilothouse", ["--database", str(tmp_path / "new" / "other.db")]
    recorded.run_here("export", "alpha", "--as", "pilothouse", "--out", str(path))
    ended = recorded.run_here("import", str(path), *other)
    assert ended.code == 0 and "Imported as session alpha" in ended.said, ended.stderr
    here, there = (
        recorded.run_here("show", "alpha", "--json", *more).stdout for more in ([], other)
    )
    assert here == there and len(here) > 1000
    again = recorded.run_here("import", str(path), *other, "--json")
    assert again.code == EXIT_CANNOT_START and "alpha already" in again.complained
    path.write_bytes(path.read_bytes().replace(b"to plan", b"to play", 1))
    changed = recorded.run_here("import", str(path))
    assert changed.code == EXIT_BAD_INPUT and "Event 2 was changed" in changed.complained


def test_two_sessions_are_compared(recorded: CommandLine) -> None:
    said = recorded.run_here("compare", "al", "be").said
    assert "They parted at action 1: the first did" in said and "other nothing more there" in said
    told = json.loads(recorded.run_here("compare", "al", "be", "--json").stdout)
    assert told["sessions"] == ["alpha", "beta"] and told["parted_at"] == 0
    assert told["pairs"][0][1] is None


def test_all_sessions_are_exported_or_those_since_a_day(
    recorded: CommandLine, tmp_path: Path
) -> None:
    folder = tmp_path / "all"
    out = ["--as", "md", "--all", "--out", str(folder)]
    late = (*out, "--since", "2999-01-01")
    told = recorded.run_here("export", *late)
    words = "Nothing was exported: no session began 1 January 2999, 00:00 or later."
    assert told.code == 0 and told.said == words and not folder.exists()
    told = recorded.run_here("export", "al", *late, "--json")
    words = words.replace("session", "session whose id begins with al")
    assert told.code == 0 and json.loads(told.stdout) == {"exported": 0, "words": words}
    lines = recorded.run_here("export", *out, "--since", "2020-01-01", "--json").stdout.splitlines()
    assert (
        {Path(json.loads(each)["path"]).name for each in lines}
        == {each.name for each in folder.iterdir()}
        == {"session-alpha.md", "session-beta.md"}
    )
    only = recorded.run_here("export", "al", *out, "--json").stdout.splitlines()
    assert [Path(json.loads(each)["path"]).name for each in only] == ["session-alpha.md"]


def test_all_that_can_be_are_exported_and_the_others_told(
    recorded: CommandLine, tmp_path: Path
) -> None:
    folder = tmp_path / "all"
    written = recorded.run_here("export", "--as", "gif", "--all", "--out", str(folder))
    assert [each.name for each in folder.iterdir()] == ["session-alpha.gif"]
    assert written.code == EXIT_CANNOT_START and "beta has no pictures" in written.complained


def test_a_policy_is_tried_over_what_was_recorded(recorded: CommandLine, tmp_path: Path) -> None:
    rules = tmp_path / "strict.toml"
    rules.write_text('[[rules]]\nanswer = "deny"\nkind = "type"\nwhy = "Not by machine"\n')
    told = recorded.run_here("policy", str(rules), "al", "--json")
    tried = [json.loads(line) for line in told.stdout.splitlines()]
    [changed] = [each for each in tried if each["now"] not in (each["was"], "can't tell")]
    assert (changed["session_id"], changed["was"], changed["now"]) == ("alpha", "ask", "deny")
    assert changed["rule"] == f"{rules}:1" and changed["why"].endswith("Not by machine")
    said = recorded.run_here("policy", str(rules)).said
    assert "4 decisions in 2 sessions; 1 would be otherwise." in said
    assert "machine" in said and "…" not in said, "nothing of the rule is cut off"
    none = recorded.run_here("policy", str(rules), "gamma")
    assert none.code == EXIT_BAD_INPUT and "There is no session “gamma”." in none.complained
    rules.write_text('[[rules]]\nanswer = "allow"\nrisk = "irreversible"\n')
    refused = recorded.run_here("policy", str(rules))
    assert refused.code == EXIT_BAD_INPUT and f"{rules}:1" in refused.complained
