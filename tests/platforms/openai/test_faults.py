"""Whatever the model service does, a call ends in time with a reply or an honest reason."""

import asyncio
import contextlib
import socket
from collections.abc import Iterator
from importlib.util import find_spec

import pytest

from agents.kit.values.errors import ContextOverflow, ModelUnavailable
from agents.kit.values.model import Finish
from tests.fakes.model_answers import Answer, Cut, Drip, Events, Hang, Reply, chunk, fails, says
from tests.fakes.openai_models import model_over

pytestmark = pytest.mark.proves("R11")

HTML = (("content-type", "text/html"),)
BAD_GATEWAY = Answer(b"<html><body>502 Bad Gateway</body></html>", 502, HTML)
HELLO = says("Hello!")

ASKED_AGAIN: dict[str, tuple[Reply, str]] = {
    "408": (fails(408), "did not answer in time"),
    "409": (fails(409), "is busy"),
    "429 without a header": (fails(429), "is busy"),
    "429 with seconds": (fails(429, retry_after="1"), "is busy"),
    "429 with a date": (fails(429, retry_after="Sun, 01 Mar 2026 12:00:01 GMT"), "is busy"),
    "500": (fails(500), "is out of order"),
    "502 with HTML": (BAD_GATEWAY, "is out of order"),
    "503": (fails(503), "is out of order"),
    "529": (fails(529), "is out of order"),
    "a cut body": (Cut(HELLO, after_bytes=40), "cannot be reached"),
    "a cut error": (Cut(fails(500), after_bytes=5), "cannot be reached"),
    "a cut head": (Cut(HELLO, after_bytes=-200), "cannot be reached"),
    "no word at all": (Cut(HELLO, after_bytes=-10_000), "cannot be reached"),
}

ASKED_ONCE: dict[str, tuple[Reply, str]] = {
    "400": (fails(400, "Invalid 'messages'"), "does not accept the request"),
    "401": (fails(401, "Incorrect API key provided: sk-abc"), "does not accept our key"),
    "403": (fails(403), "does not accept our key"),
    "404": (fails(404), "does not know the model fake-1"),
    "413": (fails(413), "too long for the model"),
    "422": (fails(422), "does not accept the request"),
    "a redirect to nowhere": (Answer(b"", 304), "does not accept the request"),
    "429 without credit": (fails(429, code="insufficient_quota"), "no credit"),
    "an empty body": (Answer(b""), "cannot be read"),
    "no JSON": (Answer(b"Service restarting, try later"), "cannot be read"),
    "HTML with status 200": (Answer(b"<html>Please log in</html>", 200, HTML), "cannot be read"),
    "truncated JSON": (Answer(HELLO.body[:60]), "cannot be read"),
    "JSON nested without end": (Answer(b"[" * 100_000), "cannot be read"),
    "a number without end": (Answer(b"9" * 10_000), "cannot be read"),
    "bytes that are no text": (Answer(b'{"choices": "\xff\xfe"}'), "cannot be read"),
    "gzip that is none": (Answer(b"x", 200, (("content-encoding", "gzip"),)), "cannot be re"),
    "9 MB": (Answer(b" " * 9_000_000), "far too much"),
}


@pytest.mark.parametrize("fault", ASKED_AGAIN)
async def test_a_fault_that_may_pass_is_asked_three_times_then_named(fault: str):
    reply, reason = ASKED_AGAIN[fault]

    async with model_over(reply) as setup:
        with pytest.raises(ModelUnavailable, match=reason):
            await setup.complete(within=4.0)

    assert setup.times_asked == 3


@pytest.mark.parametrize("fault", ASKED_AGAIN)
async def test_a_fault_that_passes_is_not_noticed(fault: str):
    reply, _ = ASKED_AGAIN[fault]

    async with model_over(reply, HELLO) as setup:
        answer = await setup.complete(within=4.0)

    assert answer.text == "Hello!"
    assert setup.times_asked == 2


@pytest.mark.parametrize("fault", ASKED_ONCE)
async def test_a_fault_that_stays_is_named_at_once(fault: str):
    reply, reason = ASKED_ONCE[fault]

    async with model_over(reply) as setup:
        with pytest.raises(ModelUnavailable, match=reason):
            await setup.complete()

    assert setup.times_asked == 1


OVER_AIOHTTP = pytest.param(
    True,
    marks=pytest.mark.skipif(find_spec("aiohttp") is None, reason="aiohttp is not installed"),
    id="over aiohttp",
)


@pytest.mark.parametrize("aiohttp", [False, OVER_AIOHTTP])
@pytest.mark.parametrize("fault", ASKED_AGAIN | ASKED_ONCE)
async def test_the_next_call_works(fault: str, *, aiohttp: bool):
    reply, _ = (ASKED_AGAIN | ASKED_ONCE)[fault]

    async with model_over(reply, HELLO, retries=0, aiohttp=aiohttp) as setup:
        with pytest.raises(ModelUnavailable):
            await setup.complete()
        answer = await setup.complete()

    assert answer.text == "Hello!"


@pytest.mark.parametrize(
    "message",
    [
        "This model's maximum context length is 128000 tokens. However, you requested 130000.",
        "the request exceeds the available context size. try increasing the context size",
        "prompt is too long: 215000 tokens > 200000 maximum",
    ],
)
async def test_a_call_that_is_too_long_says_so(message: str):
    async with model_over(fails(400, message)) as setup:
        with pytest.raises(ContextOverflow):
            await setup.complete()

    assert setup.times_asked == 1


@pytest.mark.proves("S2-04")
async def test_a_question_stopped_by_the_content_filter_is_a_filtered_reply():
    async with model_over(fails(400, "stopped", code="content_filter")) as setup:
        answer = await setup.complete()

    assert answer.finish is Finish.FILTERED


LONG_PAUSE = Events((chunk(role="assistant", content="Hel"),) * 50, pause_seconds=0.1)


@pytest.mark.parametrize("streaming", [False, True])
@pytest.mark.parametrize("reply", [Hang(), Drip(HELLO, 0.05), LONG_PAUSE])
async def test_a_server_without_end_is_left_in_time(reply: Reply, *, streaming: bool):
    async with model_over(reply, streaming=streaming) as setup:
        with pytest.raises(ModelUnavailable, match="did not answer in time"):
            await setup.complete(within=0.3)


async def test_a_refused_connection_is_tried_again_then_named():
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]

    async with model_over(HELLO, base_url=f"http://127.0.0.1:{port}/v1") as setup:
        with pytest.raises(ModelUnavailable, match="cannot be reached"):
            await setup.complete()

    assert setup.time.pauses == [0.5, 1.0]


async def test_a_server_without_tls_is_named():
    async with model_over(HELLO) as plain:
        url = plain.server.base_url.replace("http:", "https:")
        async with model_over(HELLO, base_url=url, retries=0) as setup:
            with pytest.raises(ModelUnavailable, match="cannot be reached"):
                await setup.complete()


async def test_a_name_that_does_not_resolve_is_named(monkeypatch: pytest.MonkeyPatch):
    async def nobody(*_: object, **__: object) -> None:
        raise socket.gaierror(socket.EAI_NONAME, "Name or service not known")

    monkeypatch.setattr(asyncio.get_running_loop(), "getaddrinfo", nobody)

    async with model_over(HELLO, base_url="http://models.invalid/v1", retries=0) as setup:
        with pytest.raises(ModelUnavailable, match="cannot be reached"):
            await setup.complete()


@contextlib.contextmanager
def a_full_backlog() -> Iterator[int]:
    """A port that answers no further connection."""
    with contextlib.ExitStack() as stack:
        listener = stack.enter_context(socket.create_server(("127.0.0.1", 0), backlog=0))
        for _ in range(4):
            waiting = stack.enter_context(socket.socket())
            waiting.settimeout(0)
            waiting.connect_ex(listener.getsockname())
        yield listener.getsockname()[1]


async def test_a_connection_that_is_never_made_is_named():
    with a_full_backlog() as port:
        url = f"http://127.0.0.1:{port}/v1"
        async with model_over(HELLO, base_url=url, connect_seconds=0.1, retries=1) as setup:
            with pytest.raises(ModelUnavailable, match="cannot be reached"):
                await setup.complete()

    assert setup.time.pauses == [0.5]


async def test_whoever_stops_waiting_is_let_go():
    async with model_over(Hang()) as setup:
        asking = asyncio.create_task(setup.complete())
        await setup.asked()
        asking.cancel()
        with pytest.raises(asyncio.CancelledError):
            await asking
