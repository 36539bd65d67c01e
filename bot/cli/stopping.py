"""Runs until the end, or until Ctrl-C, SIGTERM or a terminal that closes ends it in order."""

import asyncio
import os
import signal
import sys
import threading
from collections.abc import Callable, Coroutine

import click

from bot.cli.standard import forget_output

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
