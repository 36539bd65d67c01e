"""Becomes the program many times, for the price of importing it once.

    python -m tests.faults.forks DESCRIPTOR

imports the program, then waits at a Unix socket. For every order it forks: the child gets the
folder, the environment and the three pipes that came with the order, and becomes the program;
with arguments it is `frontdesk` as it is shipped. A fourth pipe stays open as long as it lives.
"""

import gc
import importlib
import json
import os
import signal
import socket
import sys
import traceback
from collections.abc import Callable
from typing import Any

import httpx2

from bot.__main__ import main as frontdesk
from tests.faults import program
from tests.sparing import spare

LONGEST_ORDER, MOST_PIPES = 100_000, 4
START, FREEZE, WAIT = "start", "freeze", "wait"  # the kinds of orders
LATER = (  # what a bot imports only once it is started
    *("bot.cli.platforms", "bot.bootstrap.slack", "bot.bootstrap.discord", "bot.bootstrap.http"),
    *("bot.storage.databases.postgres", "bot.storage.turns.job_queue"),
    *("bot.platforms.http.health", "bot.platforms.http.server"),
    *("bot.llm.openai.candidate", "bot.llm.openai.service"),
    *("alembic.command", "cryptography.fernet"),
)

Order = dict[str, Any]


def serve(orders: socket.socket) -> None:
    """Fork and wait as told, until nobody is there to tell."""
    while True:
        text, pipes, _, _ = socket.recv_fds(orders, LONGEST_ORDER, MOST_PIPES)
        if not text:
            return
        order: Order = json.loads(text)
        orders.send(str(_carried_out(order, pipes, orders)).encode())
        for pipe in pipes:
            os.close(pipe)


def _carried_out(order: Order, pipes: list[int], orders: socket.socket) -> int:
    if START in order:
        return _start(order, pipes, orders)
    return _freeze(order) if FREEZE in order else _wait(order)


def _start(order: Order, pipes: list[int], orders: socket.socket) -> int:
    pid = os.fork()
    if pid == 0:
        orders.close()
        for wanted, pipe in enumerate(pipes[:3]):
            os.dup2(pipe, wanted)
            os.close(pipe)
        for pipe in pipes[3:]:
            os.set_inheritable(pipe, False)  # noqa: FBT003 - it takes no name
        os.chdir(order[START])
        os.environ.clear()
        os.environ.update(order["environment"])
        arguments = order.get("arguments")
        sys.argv = ["frontdesk", *(arguments or ())]
        os._exit(_ended(frontdesk if arguments else program.main))
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


def _freeze(order: Order) -> int:
    """Stop a process where it is; it does nothing after this."""
    os.kill(order[FREEZE], signal.SIGSTOP)
    os.waitid(os.P_PID, order[FREEZE], os.WSTOPPED | os.WNOWAIT)
    return 0


def _wait(order: Order) -> int:
    _, status = os.waitpid(order[WAIT], 0)
    return os.waitstatus_to_exitcode(status)


def main() -> None:
    """Serve the socket whose descriptor was handed down."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    spare()
    httpx2.create_ssl_context()  # so that no child has to
    for module in LATER:
        importlib.import_module(module)
    gc.freeze()  # so that no child copies what it never changes
    with socket.socket(fileno=int(sys.argv[1])) as orders:
        serve(orders)


if __name__ == "__main__":
    main()
