"""A process that is told to stop ends, whatever hangs in it."""

import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

GIVEN_UP, INTERRUPTED = 1, "stopped; what is unfinished goes on"
AT_ONCE, LONG = 0.0, 3600.0
# Whoever runs the tests may have been started by nohup, which ignores SIGHUP for all below it.
PROGRAM = """
import asyncio, signal
from bot.cli import application

signal.signal(signal.SIGHUP, signal.SIG_DFL)

async def run():
    try:
        print("running", flush=True)
        await asyncio.Event().wait()
    finally:
        {closing}

application.LONGEST_STOP_SECONDS = {seconds}
application.until_stopped(run)
"""
CLOSES = "await asyncio.sleep(0)"
HANGS = "print('closing', flush=True); await asyncio.to_thread(__import__('time').sleep, 3600)"

pytestmark = pytest.mark.timeout(60)


@contextmanager
def running(closing: str, seconds: float) -> Iterator["subprocess.Popen[str]"]:
    program = PROGRAM.format(closing=closing, seconds=seconds)
    arguments, pipe = (sys.executable, "-c", program), subprocess.PIPE
    with subprocess.Popen(arguments, text=True, stdout=pipe, stderr=pipe) as started:  # noqa: S603 - the text above
        try:
            assert started.stdout is not None
            assert started.stdout.readline() == "running\n"
            yield started
        finally:
            started.kill()  # what does not end is waited for by nobody


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGINT, signal.SIGHUP])
def test_what_closes_in_time_ends_in_order(how: signal.Signals):
    with running(CLOSES, LONG) as process:
        process.send_signal(how)
        _, told = process.communicate()

    assert (process.returncode, told.startswith(INTERRUPTED)) == (0, True)


@pytest.mark.proves("R14")
def test_what_hangs_in_a_thread_is_given_up():
    with running(HANGS, AT_ONCE) as process:
        process.send_signal(signal.SIGTERM)
        _, told = process.communicate()

    assert (process.returncode, told.startswith("stopped; what hangs")) == (GIVEN_UP, True)


def test_who_insists_does_not_wait():
    with running(HANGS, LONG) as process:
        process.send_signal(signal.SIGINT)
        assert process.stdout is not None
        assert process.stdout.readline() == "closing\n"
        process.send_signal(signal.SIGTERM)  # what a parent may send as well ends nothing sooner
        process.send_signal(signal.SIGINT)
        process.communicate()

    assert process.returncode == GIVEN_UP
