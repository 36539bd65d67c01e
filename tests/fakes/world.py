"""The world outside, made to order: time that stands still, ids in a row, no network."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta

from pydantic import JsonValue

from agents.kit.ports.web import Headers, Http, Page, checked
from agents.kit.values.errors import ToolFailed
from bot.core.ports.environment import Cipher, Clock, Ids

NOON = datetime(2026, 11, 20, 12, 0, tzinfo=UTC)


class FakeClock(Clock):
    """A clock that goes on only when it is told to."""

    def __init__(self, now: datetime = NOON) -> None:
        self._now = now

    def now(self) -> datetime:
        return self._now

    def elapsed(self) -> float:
        return self._now.timestamp()

    def pass_time(self, **time: float) -> None:
        """Let time pass, in the words of `timedelta`."""
        self._now += timedelta(**time)


class FakeIds(Ids):
    """Identifiers in a row."""

    def __init__(self) -> None:
        self.count = 0

    def new(self) -> str:
        self.count += 1
        return f"id{self.count}"


class ReversingCipher(Cipher):
    """Hides a text from a search, and from nobody else."""

    def seal(self, clear: str) -> str:
        return clear[::-1]

    def open(self, sealed: str) -> str:
        return sealed[::-1]


class FakeHttp(Http):
    """A tool server that is a plain function, and pages by address; without, nothing is there."""

    def __init__(
        self,
        serve: Callable[[str, dict[str, JsonValue]], object] | None = None,
        pages: dict[str, str] | None = None,
    ) -> None:
        self._serve = serve
        self._pages = pages or {}
        self.asked: list[tuple[str, dict[str, JsonValue]]] = []
        self.headers: list[dict[str, str]] = []
        self.read: list[str] = []

    async def post_json(
        self, url: str, body: dict[str, JsonValue], *, headers: Headers | None = None
    ) -> dict[str, JsonValue]:
        self.asked.append((url, body))
        self.headers.append(checked(headers))
        answer = self._serve(url, body) if self._serve else None
        if not isinstance(answer, dict):
            message = f"{url} is not reachable"
            raise ToolFailed(message)
        return answer

    async def get(self, url: str) -> Page:
        self.read.append(url)
        if url not in self._pages:
            message = f"{url} is not reachable"
            raise ToolFailed(message)
        return Page(url, 200, "text/html", self._pages[url])
