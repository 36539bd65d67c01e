"""Pages of the web: which machines are asked for them, and what is made of their answers."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

import httpx2
import pytest

from agents.kit import ToolFailed
from bot.tools.http_client import GuardedHttp
from bot.tools.ssrf_guard import Resolve, SsrfGuard, is_public, resolve
from bot.tools.web_pages import MOST_HOPS, Pages

PUBLIC, LOOPBACK, METADATA = "93.184.216.34", "127.0.0.1", "169.254.169.254"
# What a hostile name server says; a list is what it says one time after the other.
NAMES: dict[str, list[list[str]]] = {
    "evil.example": [[LOOPBACK]],
    "metadata.evil.example": [[METADATA]],
    "six.evil.example": [["::1"]],
    "mapped.evil.example": [[f"::ffff:{LOOPBACK}"]],
    "both.evil.example": [[PUBLIC, LOOPBACK]],
    "last.evil.example": [[PUBLIC, "2606:2800:220:1::1", "fd00:ec2::254"]],
    "odd.evil.example": [["not an address"]],
    "good.example": [[PUBLIC]],
    "moved.example": [[PUBLIC]],
}
# Sixty ways, each its own, to say: connect to what is nobody's business.
ADDRESSES = (
    "http://127.0.0.1/", "http://localhost/", "http://localhost./", "http://LOCALHOST/",
    "http://127.1/", "http://127.0.1/", "http://0/", "http://0.0.0.0/", "http://2130706433/",
    "http://0x7f000001/", "http://0x7f.0.0.1/", "http://0x7f.1/", "http://017700000001/",
    "http://0177.0.0.1/", "http://0177.1/", "http://127.0.0.1:80/", "http://127.127.127.127/",
    "https://127.0.0.1/", "http://[::1]/", "http://[::]/", "http://[0:0:0:0:0:0:0:1]/",
    "http://[::ffff:127.0.0.1]/", "http://[::ffff:7f00:1]/", "http://[::127.0.0.1]/",
    "http://[64:ff9b::7f00:1]/", "http://[64:ff9b::a9fe:a9fe]/", "http://[2002:7f00:1::]/",
    "http://[2002:a9fe:a9fe::1]/", "http://[fe80::1]/", "http://[fc00::1]/",
    "http://[fd00:ec2::254]/", "http://[2001:db8::1]/", "http://[ff02::1]/",
    "http://[2001:0:7f00:1::]/", "http://169.254.169.254/latest/meta-data/",
    "http://2852039166/", "http://0xa9fea9fe/", "http://0251.0376.0251.0376/",
    "http://[::ffff:169.254.169.254]/", "http://169.254.170.2/v2/credentials",
    "http://100.100.100.200/", "http://192.0.0.192/", "http://168.63.129.16/",
    "http://10.0.0.1/", "http://172.16.0.1/", "http://172.31.255.255/", "http://192.168.0.1/",
    "http://100.64.0.1/", "http://198.18.0.1/", "http://224.0.0.1/", "http://240.0.0.1/",
    "http://255.255.255.255/", "http://192.0.2.1/", "http://192.88.99.1/", "http://[3fff::1]/", "http://evil.example/",
    "http://metadata.evil.example/", "http://six.evil.example/", "http://mapped.evil.example/",
    "http://both.evil.example/", "http://last.evil.example/", "http://odd.evil.example/",
    "http://good.example@127.0.0.1/", "http://127.0.0.1@good.example/",
    "http://user:password@good.example/", "http://good.example:22/", "http://good.example:6379/",
    "https://good.example:8443/", "http://good.example:0/", "file:///etc/passwd",
    "file://localhost/etc/passwd", "gopher://good.example/", "ftp://good.example/",
    "dict://good.example:11211/", "data:text/html,x", "javascript:alert(1)", "jar:http://x!/",
    "unix:///var/run/docker.sock", "http:///etc/passwd", "//good.example/", "/etc/passwd", "",
    "http://good.example\\@127.0.0.1/", "http://good.example\r\nHost: x/", "http://good.ex ample/",
    "http://\uff11\uff12\uff17.0.0.1/", "http://\u2460\u2461\u2466.0.0.1/", "http://127\u30020\u30020\u30021/",
    "http://[::1%25lo]/", "http://[fe80::1%25eth0]/", "http://[::1", "http://good.example:x/",
    "http://nobody.example/",
)  # fmt: skip


class Wire:
    """Stands in for the network: remembers every machine that was connected to."""

    def __init__(self, answer: Callable[[httpx2.Request], httpx2.Response]) -> None:
        self._answer = answer
        self.machines: list[str] = []
        self.requests: list[httpx2.Request] = []

    def __call__(self, request: httpx2.Request) -> httpx2.Response:
        self.machines.append(request.url.host)
        self.requests.append(request)
        return self._answer(request)


def names_of(names: dict[str, list[list[str]]]) -> Resolve:
    """Answer for these names; for numbers, as the system does."""
    left = {name: [*answers] for name, answers in names.items()}

    async def find(host: str, port: int) -> list[str]:
        if host in left:
            answers = left[host]
            return answers.pop(0) if len(answers) > 1 else answers[0]
        if host.endswith(".example"):
            message = "no such name"
            raise OSError(message)
        return await resolve(host, port)

    return find


def pages_over(
    wire: Wire, *, private: tuple[str, ...] = (), names: dict[str, list[list[str]]] = NAMES
) -> Pages:
    return Pages(SsrfGuard(private, names_of(names)), transport=httpx2.MockTransport(wire))


async def pieces(content: bytes) -> AsyncIterator[bytes]:
    """A body as it comes over the wire: unread, and still packed."""
    yield content


def answered(
    content: bytes, media_type: str, status: int = 200, **headers: str
) -> httpx2.Response:
    given = {"content-type": media_type, **{k.replace("_", "-"): v for k, v in headers.items()}}
    return httpx2.Response(status, content=pieces(content), headers=given)


def a_page(_request: httpx2.Request) -> httpx2.Response:
    return answered(b"<title>Hello</title><p>There&amp;then</p>", "text/html")


@pytest.mark.proves("R16")
@pytest.mark.parametrize("address", ADDRESSES)
async def test_nothing_but_the_public_web_is_connected_to(address: str):
    wire = Wire(a_page)

    with pytest.raises(ToolFailed):
        await pages_over(wire).read(address)

    assert wire.machines == []


@pytest.mark.proves("R16")
@pytest.mark.parametrize("address", ADDRESSES)
async def test_nothing_else_is_connected_to_when_a_page_has_moved(address: str):
    """From a public page to the same places; what is relative stays where it was."""
    hops = Wire(
        lambda request: (
            httpx2.Response(302, headers={b"location": address.encode()})
            if request.headers["host"] == "moved.example"
            else a_page(request)
        )
    )

    async with asyncio.timeout(60):
        try:
            await pages_over(hops).read("https://moved.example/start")
        except ToolFailed:
            pass
        else:
            assert hops.requests[-1].headers["host"] == "good.example"

    assert set(hops.machines) == {PUBLIC}


def test_there_are_more_than_sixty_ways():
    assert len(set(ADDRESSES)) == len(ADDRESSES) >= 60


@pytest.mark.proves("R16")
async def test_a_name_is_looked_up_once_and_its_answer_kept():
    """A name server that says something else the second time is not asked a second time."""
    wire = Wire(a_page)
    names = {"flips.example": [[PUBLIC], [LOOPBACK]]}

    await pages_over(wire, names=names).read("https://flips.example/a?b=c#d")

    (request,) = wire.requests
    assert str(request.url) == f"https://{PUBLIC}/a?b=c"
    assert request.headers["host"] == "flips.example"
    assert request.extensions["sni_hostname"] == "flips.example"


async def test_a_name_that_flips_between_two_hops_is_judged_anew():
    wire = Wire(lambda _request: httpx2.Response(302, headers={"location": "/again"}))
    names = {"flips.example": [[PUBLIC], [LOOPBACK]]}

    with pytest.raises(ToolFailed, match="does not lie on the public web"):
        await pages_over(wire, names=names).read("https://flips.example/")

    assert wire.machines == [PUBLIC]


@pytest.mark.parametrize(
    ("private", "address"),
    [
        ("wiki.example", "http://wiki.example/"),
        ("wiki.example:8080", "http://WIKI.example:8080/x"),
        ("10.0.0.7:8080", "http://10.0.0.7:8080/"),
    ],
)
async def test_the_operator_can_add_hosts_of_the_own_network(private: str, address: str):
    wire = Wire(a_page)

    page = await pages_over(wire, private=(private,), names={"wiki.example": [["10.0.0.7"]]}).read(
        address
    )

    assert page.text == "Hello\nThere&then"
    assert wire.machines == ["10.0.0.7"]


@pytest.mark.parametrize(
    ("address", "answer"),
    [
        ("http://wiki.example:8080/", "10.0.0.7"),
        ("http://wiki.example/", METADATA),
        ("http://wiki.example/", "224.0.0.1"),
        ("http://wiki.example/", "0.0.0.0"),  # noqa: S104 - an attack
        ("http://10.0.0.7/", "10.0.0.7"),
        ("http://other.wiki.example/", "10.0.0.7"),
    ],
)
async def test_nothing_more_than_they_added(address: str, answer: str):
    wire = Wire(a_page)
    names = {"wiki.example": [[answer]], "other.wiki.example": [[answer]]}

    with pytest.raises(ToolFailed):
        await pages_over(wire, private=("wiki.example",), names=names).read(address)

    assert wire.machines == []


@pytest.mark.parametrize("machine", [PUBLIC, "8.8.8.8", "2606:2800:220:1::1", "1.1.1.1"])
def test_what_is_everybodys_is_public(machine: str):
    assert is_public(machine)


async def test_a_page_that_moves_in_circles_is_given_up():
    wire = Wire(lambda _request: httpx2.Response(301, headers={"location": "/"}))

    with pytest.raises(ToolFailed, match="moved more than 5 times"):
        await pages_over(wire).read("https://good.example/")

    assert len(wire.machines) == MOST_HOPS + 1


async def test_what_cannot_be_reached_or_hangs_is_said_in_words():
    def away(request: httpx2.Request) -> httpx2.Response:
        raise httpx2.ConnectError("no route", request=request)

    with pytest.raises(ToolFailed, match="could not be reached"):
        await pages_over(Wire(away)).read("https://good.example/")

    async def hang(_request: httpx2.Request) -> httpx2.Response:
        await asyncio.Event().wait()
        raise AssertionError

    slow = Pages(
        SsrfGuard((), names_of(NAMES)), timeout_seconds=0.01, transport=httpx2.MockTransport(hang)
    )
    with pytest.raises(ToolFailed, match="did not come in time"):
        await slow.read("https://good.example/")


@asynccontextmanager
async def a_server(answer: bytes) -> AsyncIterator[tuple[int, list[bytes]]]:
    """A web server on this machine that says the same to everybody, and what it was asked."""
    asked: list[bytes] = []

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        asked.append(await reader.readuntil(b"\r\n\r\n"))
        writer.write(answer)
        await writer.drain()
        writer.close()

    server = await asyncio.start_server(serve, LOOPBACK, 0)
    async with server:
        yield server.sockets[0].getsockname()[1], asked


@pytest.mark.proves("R16")
async def test_a_page_of_an_added_host_leads_nowhere_else(monkeypatch: pytest.MonkeyPatch):
    """With real connections: one listener is allowed, and points to another that is not."""
    monkeypatch.setenv("HTTP_PROXY", "http://127.0.0.1:9")
    async with a_server(b"HTTP/1.1 200 OK\r\n\r\nsecret") as (hidden, hits):
        target = f"http://{LOOPBACK}:{hidden}/".encode()
        moved = b"HTTP/1.1 302 Found\r\nset-cookie: a=b\r\nlocation: " + target + b"\r\n\r\n"
        async with a_server(moved) as (port, asked):
            pages = Pages(SsrfGuard((f"localhost:{port}",), resolve))

            with pytest.raises(ToolFailed, match=r"names a port other|public web"):
                await GuardedHttp((), pages=pages).get(f"http://localhost:{port}/a")

    assert hits == []
    assert b"GET /a HTTP/1.1" in asked[0]
    assert f"host: localhost:{port}".encode() in asked[0].lower()
    assert b"cookie" not in asked[0].lower()
