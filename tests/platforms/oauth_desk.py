"""Installing from a browser against the fake Slack: what the tests of it share."""

import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from html import unescape
from pathlib import Path

import aiohttp
from cryptography.fernet import Fernet
from starlette.applications import Starlette
from typing_extensions import override

from bot.bootstrap.ports import RandomIds, open_database
from bot.core.ports.environment import Clock
from bot.platforms.http.server import WebServer
from bot.platforms.slack.oauth.install_pages import InstallPages, Invitation, States
from bot.platforms.slack.oauth.installations import SeveralWorkspaces
from bot.platforms.slack.oauth.token_exchange import Credentials, OAuthClient, TokenExchange
from bot.storage.accounts.installations import SqlInstallations, SqlTickets
from bot.storage.databases.encryption import FernetCipher
from bot.storage.databases.transactions import SqlDatabase, database_url
from tests.fakes.migrated import migrate_by_copy
from tests.fakes.slack import FakeSlack, ManualClock

SCOPES = ("chat:write", "im:history")
WEB = re.compile(r'href="([^"]+)"')


@dataclass(frozen=True)
class SlackTime(Clock):
    """The time of the fake Slack."""

    fake: FakeSlack

    @override
    def now(self) -> datetime:
        return datetime.fromtimestamp(self.fake.world.clock.now(), UTC)

    @override
    def elapsed(self) -> float:
        return self.fake.world.clock.now()


@dataclass
class OAuthDesk:
    """The bot's pages on a real server, over an SQLite file."""

    fake: FakeSlack
    folder: Path
    database: SqlDatabase
    session: aiohttp.ClientSession
    app: Starlette = field(default_factory=Starlette)
    port: int = 0

    def __post_init__(self) -> None:
        self.clock = SlackTime(self.fake)
        self.cipher = FernetCipher(Fernet.generate_key().decode())
        self.installs = SqlInstallations(self.database, self.cipher)
        credentials = Credentials(self.fake.world.app.client_id, "client-secret")
        self.granting = TokenExchange(
            credentials, OAuthClient(self.fake.api_url, lambda: self.session), self.clock.now
        )
        self.workspaces = SeveralWorkspaces(self.installs, self.granting, self.clock)

    def installing(self) -> InstallPages:
        """The pages, once it is known where they are."""
        invitation = Invitation(
            self.fake.world.app.client_id,
            f"{self.fake.base_url}/oauth/v2/authorize",
            self.address,
            SCOPES,
        )
        tickets = SqlTickets(self.database)
        states = States(self.cipher, tickets, RandomIds(), self.clock)
        return InstallPages(invitation, states, self.granting, self.installs)

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def dump(self) -> bytes:
        """All bytes of the database."""
        return b"".join(file.read_bytes() for file in self.folder.glob("frontdesk.db*"))


@dataclass
class Browser:
    """Somebody's browser, with cookies of its own."""

    desk: OAuthDesk
    session: aiohttp.ClientSession

    async def begin(self) -> str:
        """Open the first page; the address it leads to."""
        async with self.session.get(f"{self.desk.address}/slack/install") as response:
            assert response.status == 200
            (link,) = WEB.findall(await response.text())
        return unescape(link)

    async def agree(self, link: str, **more: str) -> str:
        """Agree at Slack; the address one is sent back to."""
        url = link + "".join(f"&{name}={value}" for name, value in more.items())
        async with self.session.get(url, allow_redirects=False) as response:
            return response.headers["Location"]

    async def open(self, url: str) -> tuple[int, str]:
        """Open a page: its status and text."""
        async with self.session.get(url, allow_redirects=False) as response:
            return response.status, await response.text()

    async def install(self, **more: str) -> tuple[int, str]:
        """Do all of it."""
        return await self.open(await self.agree(await self.begin(), **more))


@asynccontextmanager
async def oauth_desk(folder: Path) -> AsyncIterator[OAuthDesk]:
    """Start the fake and the pages."""
    address = f"sqlite:///{folder / 'frontdesk.db'}"
    migrate_by_copy(address)
    async with (
        FakeSlack(clock=ManualClock(), door="none") as fake,
        aiohttp.ClientSession() as session,
    ):
        fake.team("T2", "Theirs & <Sons>", is_installed=False)
        fake.user("U1", team="T2", name="ana")
        desk = OAuthDesk(fake, folder, open_database(database_url(address)), session)
        server = WebServer(desk.app, "127.0.0.1", 0)
        await server.start()
        desk.port = server.port
        desk.app.router.routes.extend(desk.installing().routes())
        yield desk
        await server.stop()
        await desk.workspaces.close()
        await desk.database.close()
