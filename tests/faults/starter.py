"""Starts processes of the program, through one that has it imported already."""

import json
import socket
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path


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

    def start(self, folder: Path, environment: Mapping[str, str], pipes: Sequence[int]) -> int:
        """Start a process with these as its input, output and errors; its id."""
        order = json.dumps({"start": str(folder), "environment": dict(environment)})
        socket.send_fds(self._orders, [order.encode()], pipes)
        return int(self._orders.recv(100))

    def wait(self, pid: int) -> int:
        """Wait for the end of a process; what it ended with."""
        self._orders.send(json.dumps({"wait": pid}).encode())
        return int(self._orders.recv(100))

    def close(self) -> None:
        """Start no more."""
        self._orders.close()
        self._process.wait()
