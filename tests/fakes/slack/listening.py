"""The SDK's own Socket Mode client, connected to the fake and keeping what it hears."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

from slack_sdk.socket_mode.aiohttp import SocketModeClient
from slack_sdk.socket_mode.async_client import AsyncBaseSocketModeClient
from slack_sdk.socket_mode.request import SocketModeRequest
from slack_sdk.socket_mode.response import SocketModeResponse
from slack_sdk.web.async_client import AsyncWebClient

from tests.fakes.slack.fake import FakeSlack


@dataclass(slots=True)
class Ear:
    """Acknowledges, or not, and remembers."""

    client: SocketModeClient
    acks: bool = True
    answer: dict[str, Any] | None = None
    """What acknowledgements carry."""
    heard: list[SocketModeRequest] = field(default_factory=list)

    async def __call__(self, client: AsyncBaseSocketModeClient, req: SocketModeRequest) -> None:
        """Hear one envelope."""
        self.heard.append(req)
        if self.acks:
            response = SocketModeResponse(envelope_id=req.envelope_id, payload=self.answer)
            await client.send_socket_mode_response(response)

    @property
    def texts(self) -> list[str]:
        """The texts of the messages heard."""
        return [req.payload["event"]["text"] for req in self.heard if req.type == "events_api"]


@asynccontextmanager
async def listening(
    fake: FakeSlack, *, acks: bool = True, ping_interval_seconds: float = 0.1
) -> AsyncIterator[Ear]:
    """Connect a real client; it reconnects by itself as the SDK does."""
    client = SocketModeClient(
        app_token=fake.app_token,
        web_client=AsyncWebClient(base_url=fake.api_url),
        ping_interval=ping_interval_seconds,
    )
    ear = Ear(client, acks)
    client.socket_mode_request_listeners.append(ear)
    known = len(fake.socket.open_connections)
    await client.connect()  # type: ignore[no-untyped-call] # the SDK leaves it so
    await fake.until(lambda: len(fake.socket.open_connections) > known)
    try:
        yield ear
    finally:
        await client.close()  # type: ignore[no-untyped-call] # the SDK leaves it so
