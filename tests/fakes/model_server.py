"""An OpenAI-compatible server on loopback that answers, or misbehaves, as a script says.

In a test: `async with ModelServer(script) as server: ... server.base_url, server.asked`.
On its own: `python -m tests.fakes.model_server --port 0 --script tool_then_text` prints its
port; `--script package.module:function` takes a script from elsewhere.
"""

import argparse
import asyncio
import importlib
import json
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from threading import Thread
from typing import Self

from tests.fakes.model_answers import (
    Answer,
    Asked,
    Cut,
    Drip,
    Events,
    Hang,
    Reply,
    Script,
)

TLS_HANDSHAKE = b"\x16"


@dataclass(slots=True)
class ModelServer:
    """Serves one script on a free port of 127.0.0.1; `asked` are the last requests."""

    script: Script
    port: int = 0
    asked: deque[Asked] = field(default_factory=lambda: deque(maxlen=1000))
    _server: asyncio.Server | None = None
    _connections: set["_Connection"] = field(default_factory=set)

    @property
    def base_url(self) -> str:
        """What goes into `OPENAI_BASE_URL`."""
        return f"http://127.0.0.1:{self.port}/v1"

    def answer(self, asked: Asked) -> Reply:
        """Remember the request and ask the script."""
        self.asked.append(asked)
        return self.script(asked)

    async def __aenter__(self) -> Self:
        loop = asyncio.get_running_loop()
        self._server = await loop.create_server(self._connection, "127.0.0.1", self.port)
        self.port = self._server.sockets[0].getsockname()[1]
        return self

    async def __aexit__(self, *_: object) -> None:
        assert self._server is not None
        self._server.close()
        for connection in tuple(self._connections):
            connection.drop()
        await self._server.wait_closed()

    def _connection(self) -> "_Connection":
        return _Connection(self.answer, self._connections)


@contextmanager
def served(script: Script) -> Iterator[str]:
    """Serve a script beside the main thread, for what needs that one; give its address."""
    loop, server = asyncio.new_event_loop(), ModelServer(script)
    thread = Thread(target=loop.run_forever)
    thread.start()
    try:
        asyncio.run_coroutine_threadsafe(server.__aenter__(), loop).result()
        yield server.base_url
        asyncio.run_coroutine_threadsafe(server.__aexit__(), loop).result()
    finally:
        loop.call_soon_threadsafe(loop.stop)
        thread.join()
        loop.close()


class _Connection(asyncio.Protocol):
    """Reads requests and writes replies, one after the other."""

    transport: asyncio.Transport

    def __init__(self, answer: Script, open_connections: set["_Connection"]) -> None:
        self._answer = answer
        self._open_connections = open_connections
        self._unread = b""
        self._writing: asyncio.Task[None] | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self.transport = transport
        self._open_connections.add(self)

    def connection_lost(self, exc: Exception | None) -> None:
        self._open_connections.discard(self)
        if self._writing is not None:
            self._writing.cancel()

    def drop(self) -> None:
        """Close without a word."""
        self.transport.abort()

    def data_received(self, data: bytes) -> None:
        self._unread += data
        if self._unread.startswith(TLS_HANDSHAKE):
            self.drop()
        head, mark, rest = self._unread.partition(b"\r\n\r\n")
        if not mark:
            return
        path, headers = _read_head(head)
        length = int(headers.get("content-length", 0))
        if len(rest) < length:
            return
        self._unread = rest[length:]
        body = json.loads(rest[:length]) if length else None
        self._reply(self._answer(Asked(path, headers, body)))

    def _reply(self, reply: Reply) -> None:
        if isinstance(reply, Answer) and not reply.pause_seconds:
            self.transport.write(reply.wire())
            return
        self._writing = asyncio.get_running_loop().create_task(self._write(reply))

    async def _write(self, reply: Reply) -> None:
        match reply:
            case Answer():
                await asyncio.sleep(reply.pause_seconds)
                self.transport.write(reply.wire())
            case Events():
                await self._write_events(reply)
            case Drip():
                for byte in reply.answer.wire():
                    self.transport.write(bytes([byte]))
                    await asyncio.sleep(reply.seconds_per_byte)
            case Cut(answer, after_bytes):
                missing = len(answer.body) - after_bytes
                self.transport.write(answer.wire()[: -missing or None])
                self.transport.close()
            case Hang():
                pass

    async def _write_events(self, events: Events) -> None:
        self.transport.write(
            b"HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\n"
            b"transfer-encoding: chunked\r\n\r\n"
        )
        for payload in events.payloads:
            line = payload if isinstance(payload, str) else json.dumps(payload)
            event = f"data: {line}\n\n".encode()
            self.transport.write(b"%x\r\n%b\r\n" % (len(event), event))
            await asyncio.sleep(events.pause_seconds)
        if events.is_cut:
            self.transport.close()
        else:
            self.transport.write(b"0\r\n\r\n")


def _read_head(head: bytes) -> tuple[str, dict[str, str]]:
    request, *lines = head.decode("latin-1").split("\r\n")
    pairs = (line.partition(":") for line in lines)
    return request.split(" ")[1], {name.lower(): value.strip() for name, _, value in pairs}


async def _serve(port: int, script: Script) -> None:
    async with ModelServer(script, port) as server:
        print(server.port, flush=True)  # noqa: T201 - whoever started it reads the port
        await asyncio.Event().wait()


def main() -> None:
    """Serve until killed."""
    parser = argparse.ArgumentParser(description="A scripted model server.")
    parser.add_argument("--port", type=int, default=0)
    parser.add_argument("--script", default="says_hello", help="NAME or package.module:NAME")
    arguments = parser.parse_args()
    module, _, name = arguments.script.rpartition(":")
    script = getattr(importlib.import_module(module or "tests.fakes.model_answers"), name)
    asyncio.run(_serve(arguments.port, script))


if __name__ == "__main__":
    main()
