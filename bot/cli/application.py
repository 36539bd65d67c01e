"""What every command does: read settings, set up logs, open the application, stop at signals."""

import asyncio
import functools
import os
import signal
import sys
import threading
from collections.abc import Awaitable, Callable, Coroutine, Iterable, Iterator
from typing import ParamSpec, TypeVar

import click
import structlog

from bot.bootstrap import App, Settings, build, read_settings, unknown_names
from bot.cli.commands import forget_output
from bot.domain.errors import FrontdeskError, StoreAway
from bot.logs import set_up_logs
from bot.platforms.chat.render.sanitize import reveal_hidden, write_code_point

P = ParamSpec("P")
T = TypeVar("T")

QUIET, INFO = "WARNING", "INFO"
MANY = click.IntRange(0, 1_000_000)  # as many as are asked of a database at a time

log = structlog.get_logger(__name__)


def start(level: str = QUIET) -> Settings:
    """Read the settings and set up logs; the level is used where LOG_LEVEL says nothing.

    Raises:
        SettingsWrong: with everything that is missing or wrong.
    """
    settings = read_settings()
    set_up_logs(settings.log_level or level, secrets=settings.secrets)
    return settings


def start_serving() -> Settings:
    """Start a process that serves people; warn of settings that nothing reads.

    Raises:
        SettingsWrong: with everything that is missing or wrong.
    """
    settings = start(INFO)
    if unread := unknown_names(os.environ):
        log.warning("settings_unread", names=list(unread))
    return settings


def plain_errors(command: Callable[P, T]) -> Callable[P, T]:
    """Tell the operator in words what went wrong, without a traceback."""

    @functools.wraps(command)
    def _told(*args: P.args, **kwargs: P.kwargs) -> T:
        try:
            return command(*args, **kwargs)
        except StoreAway as error:
            message = f"The database cannot be used ({error}); see: frontdesk doctor."
            raise click.ClickException(message) from error
        except FrontdeskError as error:
            raise click.ClickException(str(error) or type(error).__name__) from error

    return _told


@plain_errors
def in_app(work: Callable[[App], Awaitable[T]], *, any_key: bool = False) -> T:
    """Open the application for one piece of work; no turn is carried out unless it asks for it.

    With any key, it may be of another secret key than what is stored.
    """

    async def _run() -> T:
        app = build(start())
        try:
            await app.prepare(any_key=any_key)
            return await work(app)
        finally:
            await app.close()

    return asyncio.run(_run())


def tell(text: str) -> None:
    """Print a text that may hold what people wrote."""
    click.echo(reveal_hidden(text))


def table(heads: tuple[str, ...], rows: Iterable[tuple[str, ...]]) -> str:
    """Line up columns; the last one is as wide as it likes."""
    lines = [heads, *(tuple(map(_cell, row)) for row in rows)]
    widths = [max(len(line[place]) for line in lines) for place in range(len(heads) - 1)]
    return "\n".join("  ".join((*_padded(line, widths), line[-1])) for line in lines)


def _cell(text: str) -> str:
    """One line of a text, a break in it made visible as well."""
    return reveal_hidden(text).replace("\n", write_code_point("\n")).replace("\t", " ")


def _padded(cells: tuple[str, ...], widths: list[int]) -> Iterator[str]:
    return (cell.ljust(width) for cell, width in zip(cells[:-1], widths, strict=True))


Conversation = Callable[[], Coroutine[None, None, None]]

# Turns may end for ten seconds; what is left is to hand on the rest and to let go.
LONGEST_STOP_SECONDS = 15.0


def until_stopped(conversation: Conversation) -> None:
    """Run to the end; Ctrl-C and SIGTERM end it in order, and nothing is lost by it.

    What is not over some seconds later, for a database may be away and answer nobody, is left
    as a crash leaves it; a second Ctrl-C leaves at once.
    """
    try:
        asyncio.run(_stoppable(conversation))
    except (KeyboardInterrupt, asyncio.CancelledError):
        click.echo("stopped; what is unfinished goes on at the next start", err=True)
    finally:
        _forget_broken_output()


async def _stoppable(conversation: Conversation) -> None:
    stopping = _Stopping(asyncio.ensure_future(conversation()))
    loop = asyncio.get_running_loop()
    loop.add_signal_handler(signal.SIGTERM, stopping.begin)
    loop.add_signal_handler(signal.SIGINT, stopping.insist)
    if signal.getsignal(signal.SIGHUP) is not signal.SIG_IGN:  # as after “nohup”
        loop.add_signal_handler(signal.SIGHUP, stopping.begin)
    await stopping.running


class _Stopping:
    """Ends what runs, once: who is told twice still ends in order."""

    def __init__(self, running: "asyncio.Future[None]") -> None:
        self.running = running
        self._has_begun = False

    def begin(self) -> None:
        """Let it end, for so many seconds."""
        if self._has_begun:
            return
        self._has_begun = True
        # Threads and connections that wait for a silent server can be neither cancelled nor
        # joined, not even while the interpreter ends.
        limit = threading.Timer(LONGEST_STOP_SECONDS, _leave)
        limit.daemon = True
        limit.start()
        self.running.cancel()

    def insist(self) -> None:
        """Let it end; asked again, leave at once."""
        if self._has_begun:
            _leave()
        self.begin()


def _leave() -> None:
    """End this process as it is; what it was at is gone on with as after a crash."""
    click.echo("stopped; what hangs is given up, and gone on with as after a crash", err=True)
    _forget_broken_output()
    os._exit(1)


def _forget_broken_output() -> None:
    """Keep the interpreter from complaining about a closed pipe while it ends.

    Raises:
        OSError: what is left cannot be written, though somebody reads it.
    """
    try:
        sys.stdout.flush()
    except BrokenPipeError:
        forget_output()
