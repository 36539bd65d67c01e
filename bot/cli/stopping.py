"""Runs until the end, or until Ctrl-C or SIGTERM ends it in order."""

import asyncio
import os
import signal
import sys
from collections.abc import Callable, Coroutine

import click

Conversation = Callable[[], Coroutine[None, None, None]]


def until_stopped(conversation: Conversation) -> None:
    """Run to the end; Ctrl-C and SIGTERM end it in order, and nothing is lost by it."""
    try:
        asyncio.run(_stoppable(conversation))
    except (KeyboardInterrupt, asyncio.CancelledError):
        click.echo("stopped; what is unfinished goes on at the next start", err=True)
    finally:
        _forget_broken_output()


async def _stoppable(conversation: Conversation) -> None:
    running = asyncio.ensure_future(conversation())
    asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, running.cancel)
    await running


def _forget_broken_output() -> None:
    """Keep the interpreter from complaining about a closed pipe while it ends."""
    try:
        sys.stdout.flush()
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
