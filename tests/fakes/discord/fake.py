"""The fake Discord itself: starts the server, and shows what the bot did."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Self

import yarl
from aiohttp import ClientSession, web

from discord.gateway import DiscordWebSocket
from discord.http import Route
from tests.fakes.clock import Clock, LoopClock
from tests.fakes.discord.crawler import Crawler
from tests.fakes.discord.failing import Failing
from tests.fakes.discord.faults import Faults
from tests.fakes.discord.filehost import FileHost
from tests.fakes.discord.findings import findings
from tests.fakes.discord.gateway import Gateway
from tests.fakes.discord.guild_acts import GuildActs
from tests.fakes.discord.limits import REQUEST_BYTES
from tests.fakes.discord.people_acts import PeopleActs
from tests.fakes.discord.press_acts import PressActs
from tests.fakes.discord.record import Record
from tests.fakes.discord.rest import BASE, Rest
from tests.fakes.discord.rows import SPOKEN, Channel, Message, User
from tests.fakes.discord.signed_http import HttpDoor
from tests.fakes.discord.world import World


class FakeDiscord(GuildActs, PeopleActs, PressActs):
    """Discord on a free port of 127.0.0.1, for real clients of Discord.

    Args:
        clock: a `ManualClock` to move time with `advance`; by default time passes by itself.
    """

    def __init__(self, *, clock: Clock | None = None) -> None:
        super().__init__(World(clock or LoopClock()))
        self.faults = Faults(self.world.clock)
        self.gateway = Gateway(self.world)
        self.world.tell = self.gateway.tell
        self._door: HttpDoor | None = None
        self._failing = Failing(self.faults)
        self._runner = web.AppRunner(self._app(), access_log=None, shutdown_timeout=0.1)
        self.home = self.world.new_guild("home", self.stranger("owner"))
        self.general = self.channel("general")

    def _app(self) -> web.Application:
        app = web.Application(client_max_size=REQUEST_BYTES)
        files = FileHost(self.world)
        Rest(self.world, self._failing).serve(app)
        app.router.add_get("/gateway", self.gateway.handle)
        app.router.add_get("/attachments/{channel}/{attachment}/{name:.+}", files.download)
        return app

    async def __aenter__(self) -> Self:
        await self._runner.setup()
        await web.TCPSite(self._runner, "127.0.0.1", 0).start()
        self.world.base_url = f"http://127.0.0.1:{self._runner.addresses[0][1]}"
        return self

    async def __aexit__(self, *_: object) -> None:
        self._failing.is_closing.set()
        self.gateway.close()
        if self._door is not None:
            await self._door.close()
        await self._runner.cleanup()

    # What a bot is configured with.

    @property
    def api_url(self) -> str:
        """Where the REST API is."""
        return f"{self.world.base_url}{BASE}"

    @property
    def gateway_url(self) -> str:
        """Where the gateway is."""
        return self.gateway.url

    @property
    def token(self) -> str:
        """The bot's token."""
        return self.world.app.token

    @property
    def bot(self) -> User:
        """The bot as people see it."""
        return self.world.app.bot

    @contextmanager
    def pointed_at(self) -> Iterator[None]:
        """Let discord.py in this process talk to this fake for a while."""
        before = (Route.BASE, DiscordWebSocket.DEFAULT_GATEWAY)
        Route.BASE, DiscordWebSocket.DEFAULT_GATEWAY = self.api_url, yarl.URL(self.gateway_url)
        try:
            yield
        finally:
            Route.BASE, DiscordWebSocket.DEFAULT_GATEWAY = before

    def use_http(self, url: str, **more: Any) -> HttpDoor:
        """Bring interactions by signed HTTP from now on; see `HttpDoor` for more."""
        self._door = HttpDoor(self.world, url, **more)
        self.http, self.world.app.endpoint_url = self._door, url
        return self._door

    def revoke_token(self) -> None:
        """Let the bot's token be worth nothing, as a reset in the portal does."""
        self.world.app.token = f"{self.world.app.token}-anew"

    # What the bot did.

    @property
    def record(self) -> Record:
        """Every REST call."""
        return self.world.record

    @property
    def crawler(self) -> Crawler:
        """What Discord would have fetched of the addresses shown."""
        return self.world.crawler

    def findings(self) -> list[str]:
        """What is wrong with anything the bot did; [] is all well."""
        return findings(self.world, self.gateway, self.interactions)

    def gateway_is_ready(self) -> bool:
        """Whether somebody is connected and hears what happens."""
        return bool(self.gateway.open_connections)

    def messages(self, channel: Channel) -> list[Message]:
        """What was said in a channel and everybody there sees, in order."""
        return [row for row in self.world.in_channel(channel) if row.kind in SPOKEN]

    def answers(self, channel: Channel | User) -> list[Message]:
        """Those of the messages that the bot wrote, also as a persona; a user names their DM."""
        place = self.world.direct(channel) if isinstance(channel, User) else channel
        return [row for row in self.messages(place) if row.author is self.bot]

    def threads(self, parent: Channel) -> list[Channel]:
        """The threads under a channel, open or not."""
        return [row for row in self.world.channels.values() if row.parent_id == parent.id]

    async def fetch(self, url: str) -> tuple[int, bytes]:
        """Get a link as anybody would."""
        async with ClientSession() as session, session.get(url) as response:
            return response.status, await response.read()
