"""What every command does first: read the settings, set up logs, open the application."""

import asyncio
import functools
import os
from collections.abc import Awaitable, Callable
from typing import ParamSpec, TypeVar

import click
import structlog

from bot.bootstrap import App, Settings, build, read_settings, unknown_names
from bot.domain.errors import FrontdeskError, StoreAway
from bot.logs import set_up_logs

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
