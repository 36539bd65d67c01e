"""The web server: listens where it is told, says so when it cannot, and ends what it began."""

import asyncio
import signal
from contextlib import AsyncExitStack
from time import perf_counter

import aiohttp
import pytest
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

from bot.platforms.http.server import AddressTaken, WebServer

HOST = "127.0.0.1"


async def get(server: WebServer, path: str) -> str:
    async with (
        aiohttp.ClientSession() as session,
        session.get(f"http://{HOST}:{server.port}{path}") as response,
    ):
        return await response.text()


async def test_what_is_being_answered_ends_before_the_server_does():
    asked, may_answer = asyncio.Event(), asyncio.Event()

    async def _slow(_request: Request) -> Response:
        asked.set()
        await may_answer.wait()
        return PlainTextResponse("at last")

    server = WebServer(Starlette(routes=[Route("/slow", _slow)]), HOST, 0)
    await server.start()
    answer = asyncio.create_task(get(server, "/slow"))
    await asked.wait()

    stopping = asyncio.create_task(server.stop())
    await asyncio.sleep(0)
    may_answer.set()

    assert await answer == "at last"
    await stopping
    await server.wait()


async def test_answers_on_a_kept_connection_wait_for_nothing():
    server = WebServer(Starlette(routes=[Route("/", _at_once)]), HOST, 0)
    await server.start()
    address, took = f"http://{HOST}:{server.port}/", []
    async with aiohttp.ClientSession() as client:
        for _ in range(10):
            began = perf_counter()
            async with client.get(address) as response:
                await response.text()
            took.append(perf_counter() - began)
    await server.stop()

    delayed_acknowledgement = 0.04
    assert min(took[1:]) < delayed_acknowledgement / 2


async def _at_once(_request: Request) -> Response:
    return PlainTextResponse("here")


async def test_a_taken_address_is_told_with_what_to_do():
    first = WebServer(Starlette(), HOST, 0)
    await first.start()

    with pytest.raises(AddressTaken, match="set PORT or FRONTDESK_HOST"):
        await WebServer(Starlette(), HOST, first.port).start()

    await first.stop()


async def test_signals_stay_with_the_program():
    before = signal.getsignal(signal.SIGTERM)
    server = WebServer(Starlette(), HOST, 0)

    await server.start()
    await get(server, "/")

    assert signal.getsignal(signal.SIGTERM) == before
    await server.stop()


async def test_idle_connections_turn_nobody_away(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("bot.platforms.http.server.MOST_AT_ONCE", 2)
    monkeypatch.setattr("bot.platforms.http.server.MOST_KEPT_OPEN", 3)
    server = WebServer(Starlette(routes=[Route("/", _at_once)]), HOST, 0)
    await server.start()

    async with AsyncExitStack() as kept_open:
        told = [await _told_to(await _a_connection(kept_open, server)) for _ in range(6)]

    assert [status for status, _ in told] == [200] * 6
    assert [closes for _, closes in told] == [False] * 3 + [True] * 3
    await server.stop()


async def test_who_is_too_many_at_once_hears_so_at_once(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("bot.platforms.http.server.MOST_AT_ONCE", 2)
    inside, may_answer = asyncio.Semaphore(0), asyncio.Event()

    async def _slow(_request: Request) -> Response:
        inside.release()
        await may_answer.wait()
        return PlainTextResponse("at last")

    server = WebServer(Starlette(routes=[Route("/", _slow)]), HOST, 0)
    await server.start()
    waiting = [asyncio.create_task(get(server, "/")) for _ in range(2)]
    for _ in waiting:
        await inside.acquire()

    assert "Too many calls at once" in await get(server, "/")
    may_answer.set()
    assert await asyncio.gather(*waiting) == ["at last"] * 2
    assert await get(server, "/") == "at last"
    await server.stop()


async def _a_connection(stack: AsyncExitStack, server: WebServer) -> aiohttp.ClientSession:
    """A caller with a connection of its own."""
    return await stack.enter_async_context(
        aiohttp.ClientSession(base_url=f"http://{HOST}:{server.port}")
    )


async def _told_to(caller: aiohttp.ClientSession) -> tuple[int, bool]:
    async with caller.get("/") as response:
        return response.status, response.headers.get("connection") == "close"
