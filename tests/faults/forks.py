"""Becomes the program many times, for the price of importing it once.

    python -m tests.faults.forks DESCRIPTOR

imports the program, then waits at a Unix socket. For every order it forks: the child gets the
folder, the environment and the three pipes that came with the order, and becomes the program.
"""

import json
import os
import signal
import socket
import sys
import traceback
from collections.abc import Callable
from typing import Any

from tests.faults import program

LONGEST_ORDER = 100_000
START, WAIT = "start", "wait"  # the kinds of orders

Order = dict[str, Any]


def serve(orders: socket.socket) -> None:
    """Fork and wait as told, until nobody is there to tell."""
    while True:
        text, pipes, _, _ = socket.recv_fds(orders, LONGEST_ORDER, 3)
        if not text:
            return
        order: Order = json.loads(text)
        orders.send(str(_start(order, pipes, orders) if START in order else _wait(order)).encode())
        for pipe in pipes:
            os.close(pipe)


def _start(order: Order, pipes: list[int], orders: socket.socket) -> int:
    pid = os.fork()
    if pid == 0:
        orders.close()
        for wanted, pipe in enumerate(pipes):
            os.dup2(pipe, wanted)
            os.close(pipe)
        os.chdir(order[START])
        os.environ.clear()
        os.environ.update(order["environment"])
        os._exit(_ended(program.main))
    return pid


def _ended(run: Callable[[], None]) -> int:
    """Run to the end, as the interpreter would."""
    try:
        run()
    except SystemExit as end:
        return end.code if isinstance(end.code, int) else 1
    except BaseException:  # noqa: BLE001 - the child must not go on as its parent
        traceback.print_exc()
        return 1
    else:
        return 0
    finally:
        sys.stdout.flush()
        sys.stderr.flush()


def _wait(order: Order) -> int:
    _, status = os.waitpid(order[WAIT], 0)
    return os.waitstatus_to_exitcode(status)


def main() -> None:
    """Serve the socket whose descriptor was handed down."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with socket.socket(fileno=int(sys.argv[1])) as orders:
        serve(orders)


if __name__ == "__main__":
    main()
