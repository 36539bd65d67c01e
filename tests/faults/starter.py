"""Starts processes of the program, through one that has it imported already."""

import asyncio
import atexit
import json
import os
import socket
import subprocess
import sys
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import IO

ROOT = Path(__file__).parents[2]


class Starter:
    """The other end of the socket; the process there ends when this is closed."""

    def __init__(self, root: Path) -> None:
        self._orders, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        with theirs:
            self._process = subprocess.Popen(  # noqa: S603 - our own program
                [sys.executable, "-m", "tests.faults.forks", str(theirs.fileno())],
                cwd=root,
                pass_fds=(theirs.fileno(),),
            )

    def start(
        self,
        folder: Path,
        environment: Mapping[str, str],
        pipes: Sequence[int],
        arguments: Sequence[str] = (),
    ) -> int:
        """Start a process with these as its input, output and errors; its id."""
        order = {"start": str(folder), "environment": dict(environment), "arguments": arguments}
        socket.send_fds(self._orders, [json.dumps(order).encode()], pipes)
        return int(self._orders.recv(100))

    def wait(self, pid: int) -> int:
        """Wait for the end of a process; what it ended with."""
        self._orders.send(json.dumps({"wait": pid}).encode())
        return int(self._orders.recv(100))

    def freeze(self, pid: int) -> None:
        """Stop a process where it is, until it is sent on."""
        self._orders.send(json.dumps({"freeze": pid}).encode())
        self._orders.recv(100)

    def close(self) -> None:
        """Start no more."""
        self._orders.close()
        self._process.wait()


@cache
def the_starter() -> Starter:
    """The one of this test process."""
    starter = Starter(ROOT)
    atexit.register(starter.close)
    return starter


class Forked:
    """A `frontdesk` that was forked instead of started; else like a process of asyncio."""

    def __init__(
        self, folder: Path, environment: Mapping[str, str], log: IO[bytes], *arguments: str
    ) -> None:
        self.returncode: int | None = None
        self._ended = asyncio.Event()
        self._life, its_life = os.pipe()
        with open(os.devnull, "rb") as nothing:  # noqa: PTH123 - a device
            pipes = (nothing.fileno(), log.fileno(), log.fileno(), its_life)
            self.pid = the_starter().start(folder, environment, pipes, arguments)
        os.close(its_life)
        asyncio.get_running_loop().add_reader(self._life, self._end)

    async def wait(self) -> int:
        """Wait for its end; what it ended with."""
        await self._ended.wait()
        assert self.returncode is not None
        return self.returncode

    def send_signal(self, number: int) -> None:
        """Send it a signal, if it has not ended."""
        if self.returncode is None:
            os.kill(self.pid, number)

    def freeze(self) -> None:
        """Stop it where it is; it writes nothing after this."""
        the_starter().freeze(self.pid)

    def _end(self) -> None:
        asyncio.get_running_loop().remove_reader(self._life)
        os.close(self._life)
        self.returncode = the_starter().wait(self.pid)
        self._ended.set()
