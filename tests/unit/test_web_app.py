"""Health: alive whatever happens, ready only with a store that is up to date."""

import asyncio
import json

import pytest
from starlette.responses import PlainTextResponse
from starlette.routing import Route

from bot.domain.errors import StoreAway
from bot.platforms.http import health as app_module
from bot.platforms.http.health import Ready, Workers, none_needed, web_app
from tests.fakes.asgi import knock


async def is_ready() -> bool:
    return True


async def is_old() -> bool:
    return False


async def is_away() -> bool:
    message = "locked"
    raise StoreAway(message)


async def hangs() -> bool:
    return await asyncio.Future()


@pytest.mark.parametrize(
    ("ready", "status", "told"),
    [
        (is_ready, 200, "ready"),
        (is_old, 503, "database not up to date"),
        (is_away, 503, "store unreachable"),
        (hangs, 503, "store unreachable"),
    ],
)
async def test_it_is_ready_when_its_store_is(
    ready: Ready, status: int, told: str, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(app_module, "READY_SECONDS", 0.05)

    heard = await knock(web_app(ready), "GET /readyz", [])

    assert (heard.status, json.loads(heard.body)) == (status, {"status": told})


async def has_workers() -> bool:
    return True


async def has_none() -> bool:
    return False


@pytest.mark.parametrize(
    ("workers", "told"),
    [
        (none_needed, {}),
        (has_workers, {"workers": "alive"}),
        (has_none, {"workers": "none"}),
        (is_away, {}),
    ],
)
async def test_it_is_ready_without_workers_and_says_so(workers: Workers, told: dict[str, str]):
    heard = await knock(web_app(is_ready, workers=workers), "GET /readyz", [])

    assert (heard.status, json.loads(heard.body)) == (200, {"status": "ready", **told})


async def test_it_is_alive_also_without_its_store():
    heard = await knock(web_app(is_away), "GET /healthz", [])

    assert (heard.status, json.loads(heard.body)) == (200, {"status": "alive"})


async def test_platforms_bring_their_own_addresses():
    app = web_app(is_ready, [Route("/theirs", lambda _request: PlainTextResponse("here"))])

    assert (await knock(app, "GET /theirs", [])).body == b"here"
    assert (await knock(app, "GET /elsewhere", [])).status == 404
