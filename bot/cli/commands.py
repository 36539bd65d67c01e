"""The commands there are, by name; showing them imports nothing that is heavy.

And what becomes of standard streams that are closed, or whose disk is full.
"""

import errno
import importlib
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass

import click
from typing_extensions import override

TAKE_NO_MORE = {errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO}


def open_what_is_closed() -> None:
    """Give closed streams to nobody; else the next file that is opened takes their number."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, os.fdopen(os.open(os.devnull, os.O_RDWR), mode))


@contextmanager
def telling_full_output() -> Iterator[None]:
    """End with a word, and not with a trace, where the output takes no more."""
    try:
        yield
    except OSError as error:
        is_of_a_stream = error.filename is None and error.errno in TAKE_NO_MORE
        if not is_of_a_stream:
            raise
        forget_output()
        message = f"Error: the output cannot be written: {error.strerror}"
        raise SystemExit(message) from error


def forget_output() -> None:
    """Keep the interpreter from complaining, while it ends, of what cannot be written."""
    with suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


@dataclass(frozen=True, slots=True)
class Later:
    """A command that is imported when it is used: where it is, and what the list says of it."""

    module: str
    name: str
    help: str

    def load(self) -> click.Command:
        """Import the command."""
        command = getattr(importlib.import_module(self.module), self.name)
        assert isinstance(command, click.Command)
        return command


class LazyGroup(click.Group):
    """A group whose commands are imported when they are used."""

    def __init__(self, *, later: dict[str, Later], **details: object) -> None:
        super().__init__(**details)  # type: ignore[arg-type] # click checks them itself
        self._later = later

    @override
    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        return super().parse_args(ctx, [_whole(arg) for arg in args])

    @override
    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(self._later)

    @override
    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        later = self._later.get(cmd_name)
        return later.load() if later else None

    @override
    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl([(name, later.help) for name, later in self._later.items()])


def _whole(typed: str) -> str:
    """Replace the bytes that are no text: no store takes them, and no terminal shows them."""
    return typed.encode("utf-8", "surrogateescape").decode("utf-8", "replace")


COMMANDS = {
    "run": Later(
        "bot.cli.platforms", "run", "Start the bot; with nothing configured, a chat here."
    ),
    "worker": Later("bot.cli.platforms", "worker", "Carry out turns beside others, on Postgres."),
    "chat": Later("bot.cli.chat", "chat", "Talk to the bot here, or through JSON lines."),
    "agents": Later("bot.cli.agents", "agents", "List the agents and what they need."),
    "lint": Later("bot.cli.agents", "lint", "Check the catalogue of agents."),
    "doctor": Later(
        "bot.cli.doctor", "doctor", "Check settings, database, key, model and agents."
    ),
    "db": Later("bot.cli.admin", "db", "Bring the database up to date."),
    "sessions": Later("bot.cli.sessions", "sessions", "List, show or reset conversations."),
    "requests": Later("bot.cli.sessions", "requests", "List or decide what waits for a person."),
    "plans": Later("bot.cli.sessions", "plans", "List plans, or show how one stands."),
    "parked": Later("bot.cli.turns", "parked", "List or replay events that were set aside."),
    "procedure": Later("bot.cli.agents", "procedure", "Play a procedure here, or check one."),
    "pause": Later("bot.cli.admin", "pause", "Let nothing be changed any more; answers go on."),
    "unpause": Later("bot.cli.admin", "unpause", "End every pause."),
    "audit": Later("bot.cli.admin", "audit", "List what was done, or check that it is whole."),
    "keys": Later("bot.cli.accounts", "keys", "Issue, list or revoke API keys."),
    "links": Later("bot.cli.accounts", "links", "List who is one person on several platforms."),
    "slack": Later("bot.cli.platforms", "slack", "Print the app to make in Slack."),
    "discord": Later("bot.cli.platforms", "discord", "Print how to let the bot into a server."),
    "export": Later("bot.cli.admin", "export", "Write out everything kept, without secrets."),
    "eval": Later("bot.cli.evals", "evaluate", "Run scripted conversations against the model."),
    "new": Later("bot.cli.agents", "new", "Make a new agent, working and tested."),
}


@click.command(
    cls=LazyGroup, later=COMMANDS, context_settings={"help_option_names": ["-h", "--help"]}
)
@click.version_option(package_name="frontdesk", prog_name="frontdesk")
def frontdesk() -> None:
    """Frontdesk: a chat bot for a team.

    It finds the agent that can help, and asks before it changes the world.
    """
