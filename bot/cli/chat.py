"""`frontdesk chat`: the console, for people or as JSON lines; one process a conversation."""

import asyncio
import contextlib
import hashlib
import os
import signal
import stat
import sys
import time
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from types import FrameType
from typing import NoReturn

import click
from typing_extensions import override

from bot.bootstrap import App, Settings, build
from bot.cli.application import plain_errors, start, until_stopped
from bot.domain.errors import PlatformFailed
from bot.domain.ids import RequestId
from bot.domain.messages import Incoming, Thread
from bot.engine.dispatcher import STOP_SECONDS
from bot.engine.engine import Engine
from bot.engine.ports import Platform
from bot.platforms.console.chat import Chat, Screen
from bot.platforms.console.input import PLATFORM, Seat
from bot.platforms.console.json_lines import JsonLines, LineReader
from bot.platforms.console.output import BY_RULES, Paper
from bot.platforms.console.terminal import Keyboard, Piped, Printer, Prompt, lines_of, reader_of
from bot.platforms.console.turns import ConsoleDirectory, Door, IsElsewhere


class AlreadyOpen(PlatformFailed):
    """Another console holds this conversation."""

    def __init__(self, thread: str) -> None:
        super().__init__(
            f"The conversation “{thread}” is open in another console on this machine; close it, "
            "or name another one with --thread."
        )


class NoPlace(PlatformFailed):
    """The folder beside the database cannot be made."""

    def __init__(self, folder: Path) -> None:
        super().__init__(f"{folder} cannot be made; start somewhere this user may write.")


TRIES = 5  # whoever only looks holds it for a moment, too
RETRY_SECONDS = 0.05


@contextmanager
def alone_in(folder: Path, thread: Thread) -> Iterator[None]:
    """Hold a conversation of the console while a process lives, however it ends.

    Raises:
        AlreadyOpen: another process holds it.
    """
    try:
        import fcntl  # noqa: PLC0415 - not on every system; without it nothing is held
    except ImportError:
        yield
        return
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise NoPlace(folder) from error
    with _lock_of(folder, thread).open("w", encoding="utf-8") as held:
        for tried in range(TRIES):
            try:
                fcntl.flock(held, fcntl.LOCK_EX | fcntl.LOCK_NB)
                break
            except OSError as error:
                if tried == TRIES - 1:
                    raise AlreadyOpen(thread.thread) from error
                time.sleep(RETRY_SECONDS)
        yield


def elsewhere(folder: Path, ours: Thread) -> IsElsewhere:
    """Give what says whether another console than ours holds a conversation at the moment."""
    return lambda thread: thread != ours and _is_held(_lock_of(folder, thread))


def _is_held(lock: Path) -> bool:
    try:
        import fcntl  # noqa: PLC0415 - as above

        with lock.open(encoding="utf-8") as looked_at:
            fcntl.flock(looked_at, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except BlockingIOError:
        return True
    except (ImportError, OSError):
        return False
    return False


def _lock_of(folder: Path, thread: Thread) -> Path:
    name = hashlib.sha256(thread.session.encode()).hexdigest()[:16]
    return folder / f"console-{name}.lock"


LEAVING_SECONDS = 1.0  # a person who leaves does not wait; what is unfinished goes on later
POLL_SECONDS = 0.05


@click.command()
@click.option("--user", default="you", show_default=True, help="Who is talking.")
@click.option("--thread", default="main", show_default=True, help="Which conversation.")
@click.option("--json", "as_json", is_flag=True, help="JSON lines in and out, for programs.")
@plain_errors
def chat(user: str, thread: str, *, as_json: bool) -> None:
    """Talk to the bot here; piped input works, a line a message.

    Type the number of a button to press it, /help to see what there is, /quit to leave.
    """
    settings, seat = start(), Seat(user, thread)
    if not as_json:
        talk(settings, seat)
        return
    with alone_in(settings.key_file.parent, seat.place):
        until_stopped(lambda: _json_lines(settings, seat))


@dataclass(frozen=True, slots=True)
class Opening:
    """The first line of a conversation that is to be with one agent, unless it goes on."""

    agent: str
    text: str

    @property
    def line(self) -> str:
        """What counts as typed."""
        return f"@{self.agent} {self.text}"


def talk(settings: Settings, seat: Seat, opening: Opening | None = None) -> None:
    """Let somebody talk to the bot here; with an `opening` nobody is greeted first."""
    with alone_in(settings.key_file.parent, seat.place):
        if _has_terminal():
            _at_the_terminal(settings, seat, opening)
            return
        piped = ScriptedPrompt(Piped(reader_of(sys.stdin)), opening)
        until_stopped(lambda: _people(settings, seat, piped, is_terminal=False))


@dataclass(frozen=True, slots=True)
class Unhurried(Prompt):
    """A prompt for what is piped in: the next line waits until nothing goes on by itself."""

    prompt: Prompt
    door: "EngineDoor"

    @override
    async def line(self, prompt: str) -> str | None:
        await self.door.quiet()
        return await self.prompt.line(prompt)

    @override
    async def secret(self, prompt: str) -> str | None:
        return await self.prompt.secret(prompt)


@dataclass
class ScriptedPrompt(Prompt):
    """A prompt whose first line was given on the command line, if any was."""

    prompt: Prompt
    opening: Opening | None

    @override
    async def line(self, prompt: str) -> str | None:
        if self.opening is None:
            return await self.prompt.line(prompt)
        given, self.opening = self.opening.line, None
        return given

    @override
    async def secret(self, prompt: str) -> str | None:
        return await self.prompt.secret(prompt)


@dataclass(frozen=True, slots=True)
class EngineDoor(Door):
    """The console's way into the engine."""

    app: App
    engine: Engine

    @override
    async def accept(self, incoming: Incoming) -> None:
        await self.engine.accept(incoming)

    @override
    async def place_of(self, request: RequestId) -> Thread | None:
        found = await self.app.ports.requests.find(request)
        is_ours = found is not None and Thread.of(found.session).platform == PLATFORM
        return Thread.of(found.session) if found and is_ours else None

    async def is_with(self, seat: Seat, agent: str) -> bool:
        """Say whether an earlier conversation with an agent is still open."""
        sessions = self.app.ports.sessions
        known = await sessions.participant(seat.place.session, seat.person)
        return any(task.agent == agent for task in known.tasks)

    async def quiet(self) -> None:
        """Wait until what an earlier process left is finished too."""
        while await self._unfinished():  # noqa: ASYNC110 - another process may finish it
            await asyncio.sleep(POLL_SECONDS)

    async def _unfinished(self) -> bool:
        waiting = await self.app.ports.inbox.waiting()
        owing = await self.app.ports.outbox.owing(PLATFORM)
        return any(map(self.engine.serves, map(Thread.of, (*waiting, *owing))))


async def _json_lines(settings: Settings, seat: Seat) -> None:
    app = _built(settings, seat)
    printer = Printer(sys.stdout)
    others = elsewhere(settings.key_file.parent, seat.place)
    console = JsonLines(printer, app.ports.ids, is_elsewhere=others)

    async def _read(door: EngineDoor) -> None:
        lines = lines_of(reader_of(sys.stdin))
        await LineReader(console, door, seat).run(lines)
        await door.quiet()

    await _served(app, console, printer, _read)


async def _people(
    settings: Settings, seat: Seat, prompt: ScriptedPrompt, *, is_terminal: bool
) -> None:
    app = _built(settings, seat)
    printer = Printer(sys.stdout)
    others = elsewhere(settings.key_file.parent, seat.place)
    screen = Screen(printer, Paper(_wants_colours()), seat.place, is_elsewhere=others)
    if not settings.has_model:
        screen.aside(BY_RULES)

    async def _talk(door: EngineDoor) -> None:
        if prompt.opening is not None and await door.is_with(seat, prompt.opening.agent):
            prompt.opening = None
        is_greeted = prompt.opening is None
        line = prompt if is_terminal else Unhurried(prompt, door)
        chat = Chat(screen, line, door, app.ports.ids, seat, is_terminal, is_greeted)
        await chat.run()

    await _served(app, screen, printer, _talk, stop_seconds=LEAVING_SECONDS)


def _built(settings: Settings, seat: Seat) -> App:
    return build(settings, directories={PLATFORM: ConsoleDirectory(seat.person)})


async def _served(
    app: App,
    platform: Platform,
    printer: Printer,
    conversation: Callable[[EngineDoor], Coroutine[None, None, None]],
    stop_seconds: float = STOP_SECONDS,
) -> None:
    """Say what is owed, then carry out turns as long as the conversation lasts."""
    running = app.engine({PLATFORM: platform}, stop_seconds=stop_seconds)
    try:
        await app.prepare_to_serve()
        if await _unless_gone(app.send_owed(PLATFORM, platform), printer):
            await running.start()
            await _unless_gone(conversation(EngineDoor(app, running)), printer)
    finally:
        await running.stop()
        await app.close()


async def _unless_gone(conversation: Coroutine[None, None, None], printer: Printer) -> bool:
    """End early when nothing takes our output any more; say whether something still does.

    Raises:
        OSError: its disk is full.
    """
    talking = asyncio.ensure_future(conversation)
    gone = asyncio.ensure_future(printer.gone.wait())
    try:
        await asyncio.wait({talking, gone}, return_when=asyncio.FIRST_COMPLETED)
        if talking.done():
            talking.result()
    finally:
        for task in (talking, gone):
            task.cancel()
    if printer.full is not None:
        raise printer.full
    return not printer.gone.is_set()


def _at_the_terminal(settings: Settings, seat: Seat, opening: Opening | None) -> None:
    with contextlib.suppress(ImportError):
        import readline  # noqa: F401, PLC0415 - importing it gives `input` editing and a history
    signal.signal(signal.SIGTERM, _interrupt)
    keyboard = Keyboard()
    prompt = ScriptedPrompt(keyboard, opening)
    keyboard.serve(lambda: _people(settings, seat, prompt, is_terminal=True))


def _interrupt(_number: int, _frame: FrameType | None) -> NoReturn:
    raise KeyboardInterrupt


def _has_terminal() -> bool:
    return sys.stdin.isatty() and sys.stdout.isatty()


def has_input() -> bool:
    """Say whether there is a terminal, a pipe or a file to read; /dev/null is neither."""
    try:
        mode = os.fstat(sys.stdin.fileno()).st_mode
    except (OSError, ValueError, AttributeError):
        return False
    return sys.stdin.isatty() or not stat.S_ISCHR(mode)


def _wants_colours() -> bool:
    return (
        sys.stdout.isatty() and "NO_COLOR" not in os.environ and os.environ.get("TERM") != "dumb"
    )
