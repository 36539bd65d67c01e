"""The fake Slack itself: starts the server, makes people, and shows what the bot did."""

from typing import Any, Literal, Self

from aiohttp import ClientSession, web
from slack_sdk.web.async_client import AsyncWebClient

from tests.fakes.clock import Clock, LoopClock
from tests.fakes.slack.app_acts import AppActs
from tests.fakes.slack.core import HOME_TEAM
from tests.fakes.slack.crawler import Crawler
from tests.fakes.slack.failing import Failing
from tests.fakes.slack.faults import Faults
from tests.fakes.slack.filehost import FileHost
from tests.fakes.slack.findings import findings
from tests.fakes.slack.hooks import Hooks
from tests.fakes.slack.installing import Installing
from tests.fakes.slack.people import Channel, Group, Kind, Team, User
from tests.fakes.slack.press_acts import PressActs
from tests.fakes.slack.record import Json, Record
from tests.fakes.slack.rows import Message, Session, View
from tests.fakes.slack.scopes import BOT_SCOPES, COMMAND_SCOPE, EVENT_SCOPES
from tests.fakes.slack.signed_http import HttpDoor
from tests.fakes.slack.sockets import SocketDoor
from tests.fakes.slack.tokens import Grant
from tests.fakes.slack.webapi import WebApi
from tests.fakes.slack.world import World

MAX_BODY_BYTES = 50_000_000
BOT_NAME = "frontdesk"


class FakeSlack(AppActs, PressActs):
    """Slack on a free port of 127.0.0.1, for real clients of Slack.

    Args:
        clock: a `ManualClock` to move time with `advance`; by default time passes by itself.
        door: `socket` brings events over Socket Mode; `none` only builds them.
            `use_http(url)` changes to signed HTTP.
        echoes: whether the bot is told of its own messages, as Slack does.
    """

    def __init__(
        self,
        *,
        clock: Clock | None = None,
        door: Literal["socket", "none"] = "socket",
        echoes: bool = True,
    ) -> None:
        super().__init__(World(clock or LoopClock()))
        self.faults = Faults(self.world.clock)
        self.socket = SocketDoor(self.world)
        self.http: HttpDoor | None = None
        self.door = self.socket if door == "socket" else None
        self.called: set[str] = set()
        if echoes:
            self.world.echo = self.echo
        self._failing = Failing(self.faults)
        self._runner = web.AppRunner(self._app(), access_log=None, shutdown_timeout=0.1)
        self.team(HOME_TEAM)
        self.channel("C1", name="general")

    def _app(self) -> web.Application:
        app = web.Application(client_max_size=MAX_BODY_BYTES)
        files, installing = FileHost(self.world), Installing(self.world)
        api, hooks = WebApi(self.world, self._failing), Hooks(self.world, self._failing)
        app.router.add_route("*", "/api/{method}", api.handle)
        app.router.add_get("/link/", self.socket.handle)
        app.router.add_post("/hooks/{name:.+}", hooks.handle)
        app.router.add_post("/upload/v1/{file}", files.upload)
        app.router.add_get("/files-pri/{file}/{name:.+}", files.download)
        app.router.add_get("/oauth/v2/authorize", installing.authorize)
        return app

    async def __aenter__(self) -> Self:
        await self._runner.setup()
        site = web.TCPSite(self._runner, "127.0.0.1", 0)
        await site.start()
        port = self._runner.addresses[0][1]
        self.world.base_url = f"http://127.0.0.1:{port}"
        return self

    async def __aexit__(self, *_: object) -> None:
        self.courier.is_closed = True
        self._failing.is_closing.set()
        await self.socket.close()
        if self.http is not None:
            await self.http.close()
        await self._runner.cleanup()

    # What a bot is configured with.

    @property
    def base_url(self) -> str:
        """Where everything is served."""
        return self.world.base_url

    @property
    def api_url(self) -> str:
        """What goes into `base_url` of the SDK's client."""
        return f"{self.base_url}/api/"

    @property
    def bot_token(self) -> str:
        """The token of the bot in the first workspace."""
        return self.world.directory.teams[HOME_TEAM].bot_token

    @property
    def bot_user_id(self) -> str:
        """The user id of the bot in the first workspace."""
        return self.world.directory.teams[HOME_TEAM].bot_user_id

    @property
    def app_token(self) -> str:
        """The token that opens Socket Mode."""
        return self.world.app.app_token

    @property
    def signing_secret(self) -> str:
        """What HTTP requests are signed with."""
        return self.world.app.signing_secret

    def client(self, team: str = HOME_TEAM, **options: Any) -> AsyncWebClient:
        """Make a real client with the token of the bot in a workspace."""
        token = self.world.directory.teams[team].bot_token
        return AsyncWebClient(token=token, base_url=self.api_url, **options)

    def use_http(self, url: str, **urls: Any) -> HttpDoor:
        """Bring everything by signed HTTP from now on; see `HttpDoor` for more URLs."""
        self.http = HttpDoor(self.world, url, **urls)
        self.door = self.http
        return self.http

    # Who is there.

    def team(self, team_id: str, name: str | None = None, *, is_installed: bool = True) -> Team:
        """Make a workspace, with the bot installed and its token good for every scope."""
        team = Team(team_id, name or team_id, f"xoxb-{team_id}", f"UBOT{team_id}", f"B{team_id}")
        self.world.directory.teams[team_id] = team
        self.world.directory.change_user(team_id, team.bot_user_id, name=BOT_NAME, is_bot=True)
        app_token = self.world.app.app_token
        grant = Grant(app_token, "app", team_id, frozenset({"connections:write"}), "")
        self.world.tokens.grants.setdefault(app_token, grant)
        if is_installed:
            self.grant(BOT_SCOPES, team_id)
        return team

    def grant(self, scopes: frozenset[str] | set[str], team: str = HOME_TEAM) -> None:
        """Let the bot's token of a workspace have these scopes and no others."""
        bot = self.world.directory.teams[team]
        grant = Grant(bot.bot_token, "bot", team, frozenset(scopes), bot.bot_user_id)
        self.world.tokens.grants[bot.bot_token] = grant

    def user(self, user_id: str, *, team: str = HOME_TEAM, **fields: Any) -> User:
        """Make a person, or change one: `fake.user("U1", is_admin=True)`."""
        return self.world.directory.change_user(team, user_id, **fields)

    def channel(
        self,
        channel_id: str,
        *,
        kind: Kind = "public",
        members: tuple[str, ...] = (),
        team: str = HOME_TEAM,
        **fields: Any,
    ) -> Channel:
        """Make a conversation with the bot in it; more fields are those of `Channel`."""
        everyone = {*members, self.world.directory.teams[team].bot_user_id}
        fields.setdefault("name", channel_id.lower())
        channel = Channel(channel_id, team, kind=kind, members=everyone, **fields)
        self.world.directory.channels[team, channel_id] = channel
        return channel

    def dm(self, user_id: str, *, team: str = HOME_TEAM) -> str:
        """The id of the direct message between a person and the bot."""
        return self.world.directory.direct_channel(team, user_id).id

    def group(
        self, group_id: str, members: list[str], *, name: str = "", team: str = HOME_TEAM
    ) -> Group:
        """Make a user group, or change who is in it."""
        group = Group(group_id, team, members, name or f"Group {group_id}")
        self.world.directory.groups[team, group_id] = group
        return group

    # What the bot did.

    @property
    def record(self) -> Record:
        """Every call, acknowledgement payload and response URL used."""
        return self.world.record

    @property
    def crawler(self) -> Crawler:
        """What Slack would have fetched of the addresses shown."""
        return self.world.crawler

    def findings(self) -> list[str]:
        """What is wrong with anything the bot has sent; it may call the groups in `called`."""
        named = tuple(f"<!subteam^{group}" for group in self.called)
        return [said for said in findings(self.record) if not said.endswith(named)]

    @property
    def scopes_needed(self) -> set[str]:
        """The bot scopes that everything that happened needs: calls, events and commands."""
        told = [row for row in self.deliveries if "event" in row.payload]
        by_event = {EVENT_SCOPES.get(self._event_type(row.event)) for row in told}
        commands = {row.kind for row in self.deliveries} & {"slash_commands"}
        scopes = self.record.scopes_used | {scope for scope in by_event if scope}
        return (scopes | ({COMMAND_SCOPE} if commands else set())) - {"connections:write"}

    @staticmethod
    def _event_type(event: Json) -> str:
        kinds = {"channel": "channels", "group": "groups"}
        if event["type"] != "message":
            return str(event["type"])
        place = str(event.get("channel_type"))
        return f"message.{kinds.get(place, place)}"

    @property
    def streams(self) -> list[Message]:
        """The messages that are or were streamed, in order of their start."""
        rows = (row for place in self.world.posted.values() for row in place.values())
        return sorted((row for row in rows if row.stream), key=lambda row: row.ts)

    def messages(
        self, channel: str, thread_ts: str | None = None, *, team: str = HOME_TEAM
    ) -> list[Message]:
        """The messages of a conversation, or of one thread, that readers see, in order."""
        if thread_ts is not None:
            return self.world.thread(team, channel, thread_ts)
        rows = self.world.in_channel(team, channel).values()
        return [row for row in rows if not row.is_deleted]

    def answers(
        self, channel: str, thread_ts: str | None = None, *, team: str = HOME_TEAM
    ) -> list[Message]:
        """Those of the messages that the bot wrote."""
        bot_id = self.world.directory.teams[team].bot_id
        return [
            row for row in self.messages(channel, thread_ts, team=team) if row.bot_id == bot_id
        ]

    def ephemerals(self, user: str, *, team: str = HOME_TEAM) -> list[Message]:
        """What only one person was shown."""
        rows = self.world.ephemerals
        return [row for row in rows if (row.team, row.only_for) == (team, user)]

    def modals(self, user: str, *, team: str = HOME_TEAM) -> list[View]:
        """The forms a person has open, the visible one last."""
        return self.world.stack(team, user)

    def modal(self, user: str, *, team: str = HOME_TEAM) -> View | None:
        """The form a person sees."""
        stack = self.world.stack(team, user)
        return stack[-1] if stack else None

    def home(self, user: str, *, team: str = HOME_TEAM) -> View | None:
        """The Home a person sees."""
        return self.world.homes.get((team, user))

    def session(self, channel: str, thread_ts: str, *, team: str = HOME_TEAM) -> Session | None:
        """The agent session of a thread."""
        return self.world.sessions.get((team, channel, thread_ts))

    async def fetch(self, url: str, token: str | None = None) -> tuple[int, bytes]:
        """Get a private URL as a client would."""
        headers = {} if token is None else {"Authorization": f"Bearer {token}"}
        async with ClientSession() as session, session.get(url, headers=headers) as response:
            return response.status, await response.read()
