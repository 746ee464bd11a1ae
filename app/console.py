"""The console: joins the window, the surface and the run.

The way of the data: the surface's frames go to the live view; the session's events are folded
and shown at most ten times a second; what the operator does comes back as signals and becomes a
call on the session or an answer to the gate. Everything runs on the one qasync loop; blocking
work is in child processes and threads."""

import asyncio
import contextlib
import gc
from collections.abc import Callable, Coroutine
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

from app import choices as run_choices
from app.console_approver import ConsoleApprover
from app.console_surface import ConsoleSurface, Leaving
from app.joined_runs import RunsHere
from app.joining import Back, Decide, Drive, GoBack, Said, Steer
from app.live_surface import LiveSurface
from app.own_screen import EmergencyLatched, OwnScreen
from app.past_sessions import EXPORT_FIELDS, PastSessions, ShownRun, open_path
from app.run import Runner, as_it_was, going_on_words, load_parts, missing_parts
from app.settings.forms import EXPLORE_FIELDS, thinker_choices, wish_of, with_wish
from app.settings.tables import Settings
from app.thinkers import Thinkers
from app.wiring import build_thinkers
from engine.domain import errors, events, terminals
from engine.domain.local_planning import Force
from engine.perception.perceiver import SurfacePerceiver
from engine.processes.tasks import OwnedTasks
from engine.record.reports.formats import FORMATS
from engine.record.sessions import OpenedSession
from engine.record.store import SessionStore
from engine.session.session import Session
from widgets.kit.forms import Choice, StartRequest
from widgets.kit.pages import Offer
from widgets.window.main_window import MainWindow

_SURFACE_ENDS = ("surface_lost", "surface_unavailable")
"""After these a new surface is brought up for the next run."""
DISPLAY = Choice("display", "Another display", "The agent works on an X display of yours, as it is")
SURFACES: tuple[Choice | str, ...] = ("practice", "screen", DISPLAY, "seat", "vnc", "browser")


class Console:
    """One window, at most one surface and at most one run at a time."""

    def __init__(
        self,
        window: MainWindow,
        store: SessionStore,
        settings: Settings,
        *,
        is_unattended: bool = False,
        thinkers: Thinkers | None = None,
    ) -> None:
        self._window = window
        self._store = store
        self._settings = settings
        self._is_unattended = is_unattended
        self._own_thinkers = thinkers
        self._tasks = OwnedTasks()
        self._approver = ConsoleApprover()
        self.shown = ShownRun(window)
        self._surface = ConsoleSurface(window, settings, self._tasks)
        self._approver.on_keys_approved = self._surface.give_keyboard_back
        self.files = lambda: self._surface.files
        self._runner = Runner(store, self._approver, self, self._tasks)
        self._surface.on_lost = lambda words: self._with_own(lambda run: run.surface_lost(words))
        self._surface.on_resized = lambda *px: self._with_own(lambda run: run.surface_resized(*px))
        self._surface.on_given = lambda given: self._with_own(lambda run: run.log.append(given))
        self._starting: asyncio.Task[Any] | None = None
        self._busy = contextlib.ExitStack()
        self._past = PastSessions(window, store)
        parts = (self._surface, self.shown, self._past)
        self._leaving = Leaving(window, *parts, self._is_busy, self._tasks)
        self._runs = RunsHere(window, self.shown, store, self._tasks, self._approver.take)
        self._own_screen = OwnScreen(window, lambda: any([self._stop_own(), self._runs.stop_all()]))
        self.on_event: Callable[[events.Recorded], None] = lambda recorded: None
        self._connect()

    def _connect(self) -> None:
        window, past, card = self._window, self._past, self._window.views.approval.request
        spawn, guarded = self._tasks.spawn, self._guarded
        window.goal_bar.choices.offer(SURFACES, thinker_choices(self._settings))
        window.goal_bar.limits.show_fields(EXPLORE_FIELDS, wish_of(self._settings))
        window.start_requested.connect(self.start)
        window.sessions.go_on_requested.connect(self.go_on)
        anew = lambda: self._begin(lambda: self._bring_up_anew("practice"))  # noqa: E731
        window.steered.connect(lambda verb: self._say(Steer(verb)))
        window.driven.connect(lambda piece: self._say(Drive(piece)))
        window.forced.connect(self._force)
        verbs: tuple[tuple[Any, Callable[[Session, Any], Any]], ...] = (
            (window.plan_revised, lambda run, revision: run.to_come.revise(revision)),
            (window.breakpoints_set, lambda run, points: run.to_come.break_at(points)),
            (window.run_to_requested, Session.run_to),
            (window.revoked, lambda run, grant_id: run.control.revoke(grant_id)),
            (window.asking_changed, Session.ask),
        )
        for told, verb in verbs:
            told.connect(lambda said, verb=verb: self._with_session(lambda run: verb(run, said)))
        window.decided.connect(
            lambda its, said: self._say(Decide(its.request_id, said, its.digest, 0, card.seen_secs))
        )
        window.answered.connect(lambda asked, words: self._say(Decide(asked, words)))
        for wanted, work in (
            (window.record.picture_wanted, partial(past.tell, past.picture)),
            (window.record.text_wanted, partial(past.tell, past.store.blobs.text)),
            (window.record.zones_wanted, partial(past.tell, past.store.blobs.zones)),
            (window.thumbnails.wanted, past.tell_thumbnail),
            (window.files.dropped, self._surface.take_files),
            (window.sessions_requested, past.list),
            (window.sessions.session_chosen, self._leaving.open_past),
            (window.sessions.let_go_requested, past.let_go),
            (window.views.findings.script_requested, past.save_script),
            (window.reset_requested, lambda: self._leaving.reset(anew)),
        ):
            wanted.connect(lambda *said, work=work: spawn(guarded(work(*said))))
        window.live_requested.connect(self._back_to_live)
        window.sessions.export_requested.connect(self._ask_export)

    def take_settings(self, settings: Settings) -> None:
        """Settings that were changed: masking counts at once, the rest from the next run on. The
        first model that is set up is the next run's thinker."""
        is_first_model = settings.model.is_set_up and not self._settings.model.is_set_up
        self._settings = settings
        self._surface.take_settings(settings)
        self._window.goal_bar.choices.offer(SURFACES, thinker_choices(settings))
        self._window.goal_bar.limits.show_fields(EXPLORE_FIELDS, wish_of(settings))
        if is_first_model:
            self._window.goal_bar.choices.choose(thinker=run_choices.MODEL)

    async def open(self, surface_name: str = "practice") -> None:
        """Bring up the surface and list the past sessions; failures become messages."""
        gc.freeze()  # what is loaded stays: looking it over again would hold the window 0.1 s
        await self._guarded(self._past.list())
        self._own_screen.open()
        if not self._is_unattended:
            await self._guarded(self._past.tell_broken_off())
            await self._guarded(self._runs.open())
        await self._guarded(self._bring_up_anew(surface_name))

    async def _bring_up_anew(self, surface: str) -> None:
        with self._busy:
            self._show_starting(surface)
            await self._surface.close()
            await self._surface.use(surface)

    async def close(self, cause: errors.HandsStopped | None = None) -> None:
        """End the run, the surface and every task; ``cause`` is recorded as the run's end."""
        self._own_screen.close()
        if self._runner.session is not None and self._runner.is_running:
            await self._guarded(self._runner.session.stop(cause))
        elif self._starting is not None:
            self._starting.cancel()
        if self._starting is not None:
            await asyncio.gather(self._starting, return_exceptions=True)
        await self._surface.close()
        await self._tasks.close(cancel=True)

    def start(self, request: StartRequest) -> asyncio.Task[terminals.Outcome | None]:
        """Run the goal, one at a time, to its end; None where it could not start. What goes wrong
        is shown. Whoever waits for the task shields it: its end is recorded."""
        if self._starting is None or not self._is_busy():
            self._starting = self._tasks.spawn(self._guarded(self._run_request(request)))
        return self._starting

    def _say(self, said: Said) -> None:
        """To the run that is shown."""
        match said:
            case _ if self._runs.front is not None:
                self._runs.front.say(said)
            case Decide():
                self._approver.take(said)
            case Drive(piece=piece):
                if self._runner.session is not None:
                    self._runner.session.taking_over.put(piece)
            case Steer(verb="stop"):
                self._stop_own()
            case Steer(verb=verb):
                self._with_own(lambda session: getattr(session, verb)())

    def _force(self, command: Force) -> None:
        if self._runs.front is not None and isinstance(command, Back):
            self._runs.front.say(GoBack(command))
        else:
            self._with_session(lambda run: run.force(command))

    def _stop_own(self) -> bool:
        """Also while it is still being brought up; whether there was any."""
        if not self._runner.is_running:
            return self._starting is not None and self._starting.cancel()
        self._with_own(lambda session: session.stop())
        return True

    async def _run_request(self, request: StartRequest) -> terminals.Outcome | None:
        """In the place of a goal may stand the file of a script."""
        self._runs.put_in_front()
        surface, mode = run_choices.surface_and_mode(request.surface, request.mode)
        goal, asking = request.goal, request.asking
        thinker = run_choices.OFFLINE if mode == "manual" else request.thinker
        choices = run_choices.RunChoices(
            goal, run_choices.begun_at(surface, goal), thinker, asking, mode=mode
        )
        if goal.endswith(FORMATS["script"].ending):
            choices = run_choices.replay_choices(
                Path(goal), surface, asking, waits=True, thinker=thinker
            )
        choices = replace(choices, is_unattended=self._is_unattended)
        return await self._run(choices, with_wish(self._settings, request.explore))

    def go_on(self, session_id: str) -> None:
        """Go on with a session that broke off, as ``--resume`` does; why it can't is shown."""
        choices = run_choices.RunChoices(  # which session: the record knows the rest
            "",
            run_choices.BROWSER,
            is_unattended=self._is_unattended,
            mode="navigator",
            resumes=session_id,
        )
        self._begin(lambda: self._run(choices, self._settings))

    def _begin(self, work: Callable[[], Coroutine[Any, Any, Any]]) -> None:
        if self._is_busy():
            told = ("One run at a time", "A run goes on.", "Wait for its end, or cancel it.")
            self._window.show_message(*told, holds_in_run=True)
        else:
            self._starting = self._tasks.spawn(self._guarded(work()))

    def _is_busy(self) -> bool:
        return self._starting is not None and not self._starting.done()

    async def _run(
        self, wanted: run_choices.RunChoices, settings: Settings, *, asks: bool = True
    ) -> terminals.Outcome | None:
        """None where files would be lost by leaving the practice desktop, which ``asks`` first."""
        self._own_screen.refuse_if_latched()
        self._approver.asks_questions = run_choices.prompts_are_answered(
            otherwise=settings.navigator.ask_questions
        )
        choices, resumed = await as_it_was(wanted, self._store)
        if choices.mode == "navigator":
            run_choices.start_address(choices.surface)
        thinkers = self._own_thinkers or build_thinkers(settings)
        again = lambda: self._begin(lambda: self._run(wanted, settings, asks=False))  # noqa: E731
        leave = Offer("Leave it, and start", "Its files are not kept", again)
        goes = asks and not self._surface.stays(choices.surface)
        if goes and await self._leaving.asks("Leave the practice desktop?", leave):
            return None
        with self._busy:
            if missing := missing_parts(choices):
                self._surface.leave_for(choices.surface)
                self._show_starting(choices.surface)
                await load_parts(missing)
            thinkers.read_goal(choices.thinker, choices.goal, mode=choices.mode)
            run_choices.check_beginning(choices)
            if resumed is not None:
                self._window.leave_past()  # as if its means had just been chosen
                means = {name: getattr(choices, name) for name in ("surface", "thinker", "asking")}
                self._window.goal_bar.put(choices.goal, **means)
                self._window.show_message("Goes on", going_on_words(resumed), tone="text")
            outcome = await self._runner.run(choices, resumed, settings, thinkers)
        await self._leaving.tell_made(self.shown.state)
        if outcome.reason in _SURFACE_ENDS:
            await self._surface.close()
        await self._past.list()
        return outcome

    def _show_starting(self, surface: str) -> None:
        """Until the session begins, or cannot."""
        what = "the browser" if run_choices.is_browser(surface) else f"on the {surface} surface"
        self._window.set_busy_starting(f"Starting {what}…")
        self._busy.callback(self._window.set_busy_starting, None)

    async def bring_up(
        self, choices: run_choices.RunChoices, session_id: str
    ) -> tuple[LiveSurface, SurfacePerceiver]:
        self._show_starting(choices.surface)
        return await self._surface.use(choices.surface, session_id)

    async def begin(self, session: Session, before: OpenedSession | None) -> None:
        self._busy.close()
        self.shown.begin(before)
        await self.shown.leave_screen(session.surface_name)

    def take(self, recorded: events.Recorded) -> None:
        self.shown.take(recorded)
        self._surface.take(recorded)
        self.on_event(recorded)

    def end(self, outcome: terminals.Outcome) -> None:
        self.shown.end(outcome)

    def _with_session(self, verb: Callable[[Session], Any]) -> None:
        """What the operator does with the run that is shown, where that is this console's own."""
        if self._runs.front is None:
            self._with_own(verb)
        else:
            words = "Here it can be watched, decided, taken over, gone back in, paused and stopped."
            self._window.show_message("Not for a run of another program", words)

    def _with_own(self, verb: Callable[[Session], Any]) -> None:
        if self._runner.session is not None and self._runner.is_running:
            self._tasks.spawn(self._guarded(verb(self._runner.session)))

    def _back_to_live(self) -> None:
        self._window.leave_past()
        self._runs.shown.show_all_again()

    def _ask_export(self, session_id: str) -> None:
        wanted = session_id or self.shown.state.session_id
        dialog = self._window.ask_export(EXPORT_FIELDS, {"folder": str(Path.cwd() / "out")})
        spawn, guarded, export = self._tasks.spawn, self._guarded, self._past.export
        opens = lambda folder: spawn(guarded(open_path(folder)))  # noqa: E731
        dialog.chosen.connect(lambda values: spawn(guarded(export(wanted, values, opens))))
        dialog.accepted.connect(self._window.sessions.accept)  # what came of it stands beneath

    async def _guarded(self, work: Any) -> Any:
        """The world's errors become a message in the window; ours are logged by the task."""
        try:
            return await work
        except errors.GoalUnreadable as error:
            self._window.goal_bar.show_problem(error.message, error.words, error.remedy)
        except run_choices.AddressUnusable as error:
            bar = self._window.goal_bar
            remedy = "Write it as in example.org/shop." if bar.choices.is_web else error.remedy
            bar.show_address_problem(error.message, remedy)
        except EmergencyLatched:
            self._own_screen.tell_latched("Nothing was started.")
        except errors.KnownError as error:
            self._window.show_message("That did not work", error.message, error.remedy)
        return None
