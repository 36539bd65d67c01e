"""Where lines come from and go to: pipes and files, or the keyboard of a terminal."""

import asyncio
import getpass
import io
import os
import sys
import threading
from collections.abc import AsyncIterator, Callable, Coroutine
from concurrent.futures import Future
from contextlib import suppress
from dataclasses import dataclass, field
from queue import SimpleQueue
from typing import Protocol, TextIO

from typing_extensions import override

from bot.domain.errors import PlatformFailed
from bot.domain.untrusted import MOST_CHARACTERS

_AT_ONCE = 65_536

Read = Callable[[], bytes]


class ReaderGone(PlatformFailed):
    """Nobody reads our lines, or nothing takes them; what is not sent stays in the outbox."""

    def __init__(self) -> None:
        super().__init__("The output was closed, or takes no more.")


class Prompt(Protocol):
    """Asks the person for a line; None when there will be no more."""

    async def line(self, prompt: str) -> str | None:
        """Read a line."""
        ...

    async def secret(self, prompt: str) -> str | None:
        """Read a line without showing it."""
        ...


@dataclass(slots=True)
class Printer:
    """Writes whole lines, flushed one by one; `gone` is set when nothing takes them any more."""

    stream: TextIO
    gone: asyncio.Event = field(default_factory=asyncio.Event)
    full: OSError | None = None  # why the output takes no more, though somebody reads it

    def write(self, line: str) -> None:
        """Write a line.

        Raises:
            ReaderGone: nobody reads it any more, or its disk is full.
        """
        try:
            self.stream.write(f"{line}\n")
            self.stream.flush()
        except (OSError, ValueError) as error:
            if isinstance(error, OSError) and not isinstance(error, BrokenPipeError):
                self.full = error
            self.gone.set()
            raise ReaderGone from error

    def write_aside(self, line: str) -> None:
        """Write a line that nothing is lost with."""
        with suppress(ReaderGone):
            self.write(line)


class Piped(Prompt):
    """Takes lines from a pipe or a file, one when it is asked for one; shows no prompt."""

    def __init__(self, read: Read) -> None:
        self._lines = lines_of(read)

    @override
    async def line(self, prompt: str) -> str | None:
        return await anext(self._lines, None)

    @override
    async def secret(self, prompt: str) -> str | None:
        return await self.line(prompt)


@dataclass(frozen=True, slots=True)
class _Ask:
    read: Callable[[str], str]
    prompt: str
    answer: Future[str | None]


class Keyboard(Prompt):
    """Reads a terminal in the main thread, where editing, Ctrl-C and hidden input work.

    The event loop runs in a thread of its own meanwhile, so that nothing waits for typing.
    """

    def __init__(
        self,
        read: Callable[[str], str] = input,
        read_secret: Callable[[str], str] = getpass.getpass,
    ) -> None:
        self._read = read
        self._read_secret = read_secret
        self._asked: SimpleQueue[_Ask | None] = SimpleQueue()

    @override
    async def line(self, prompt: str) -> str | None:
        return await self._ask(self._read, prompt)

    @override
    async def secret(self, prompt: str) -> str | None:
        return await self._ask(self._read_secret, prompt)

    def serve(self, conversation: Callable[[], Coroutine[None, None, None]]) -> None:
        """Run the conversation to its end, or until the person or a signal ends it."""
        runner = _LoopThread(conversation, on_end=lambda: self._asked.put(None))
        runner.start()
        try:
            self._answer()
        except KeyboardInterrupt:
            _ = sys.stdout.write("\n")
        finally:
            runner.stop()
        runner.raise_failure()

    def _answer(self) -> None:
        while (ask := self._asked.get()) is not None:
            try:
                ask.answer.set_result(ask.read(ask.prompt))
            except EOFError:
                _ = sys.stdout.write("\n")
                ask.answer.set_result(None)

    async def _ask(self, read: Callable[[str], str], prompt: str) -> str | None:
        answer: Future[str | None] = Future()
        self._asked.put(_Ask(read, prompt, answer))
        return await asyncio.wrap_future(answer)


class _LoopThread:
    def __init__(
        self, work: Callable[[], Coroutine[None, None, None]], on_end: Callable[[], None]
    ) -> None:
        self._work = work
        self._on_end = on_end
        self._loop: asyncio.AbstractEventLoop | None = None
        self._task: asyncio.Task[None] | None = None
        self._failure: Exception | None = None
        self._thread = threading.Thread(target=self._run, name="frontdesk-loop")

    def start(self) -> None:
        self._thread.start()

    def stop(self) -> None:
        """Cancel what still runs, and wait until it has let go."""
        loop, task = self._loop, self._task
        if loop is not None and task is not None:
            with suppress(RuntimeError):  # it has just ended by itself
                loop.call_soon_threadsafe(task.cancel)
        self._thread.join()

    def raise_failure(self) -> None:
        if self._failure is not None:
            raise self._failure

    def _run(self) -> None:
        try:
            asyncio.run(self._main())
        except asyncio.CancelledError:
            pass
        except Exception as error:  # noqa: BLE001 - raised again in the main thread
            self._failure = error
        finally:
            self._on_end()

    async def _main(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._task = asyncio.current_task()
        await self._work()


def reader_of(stream: TextIO) -> Read:
    """Read bytes as they come, past the stream's buffer.

    A daemon thread that holds the lock of `sys.stdin` would break the interpreter's end.
    """
    try:
        descriptor = stream.fileno()
    except (OSError, io.UnsupportedOperation):
        buffer = stream.buffer
        return lambda: buffer.read(_AT_ONCE)
    return lambda: os.read(descriptor, _AT_ONCE)


async def lines_of(read: Read) -> AsyncIterator[str]:
    """Yield lines as they arrive; of one that is far too long, only the beginning."""
    loop = asyncio.get_running_loop()
    arrived: asyncio.Queue[bytes] = asyncio.Queue()

    def _pump() -> None:
        piece = b"..."
        while piece:
            try:
                piece = read()
            except OSError:
                piece = b""
            with suppress(RuntimeError):  # the loop is closed, nobody listens
                loop.call_soon_threadsafe(arrived.put_nowait, piece)

    threading.Thread(target=_pump, name="frontdesk-stdin", daemon=True).start()
    unread = b""
    while piece := await arrived.get():
        *whole_lines, unread = (unread + piece).split(b"\n")
        for line in whole_lines:
            yield _decoded(line)
        unread = unread[: MOST_CHARACTERS + 1]
    if unread:
        yield _decoded(unread)


def _decoded(line: bytes) -> str:
    return line.decode("utf-8", "replace").rstrip("\r")
