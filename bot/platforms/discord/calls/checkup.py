"""A check-up of what Discord gave us: the token, the servers, and what the bot may read."""

from collections.abc import AsyncIterator
from dataclasses import dataclass
from urllib.parse import urlencode

from bot.domain.errors import PlatformFailed
from bot.platforms.discord.calls.calls import Line
from bot.platforms.shared.names import CheckResult

AUTHORIZE = "https://discord.com/oauth2/authorize"
SCOPES = "bot applications.commands"
VIEW_CHANNEL, SEND_MESSAGES, ATTACH_FILES, READ_HISTORY = 1 << 10, 1 << 11, 1 << 15, 1 << 16
MANAGE_WEBHOOKS, CREATE_THREADS, SEND_IN_THREADS = 1 << 29, 1 << 35, 1 << 38
NEEDED = (
    VIEW_CHANNEL
    | SEND_MESSAGES
    | ATTACH_FILES
    | READ_HISTORY
    | MANAGE_WEBHOOKS
    | CREATE_THREADS
    | SEND_IN_THREADS
)
_MAY_READ = 1 << 18 | 1 << 19  # of all servers, or of fewer than a hundred


def invitation(application: str) -> str:
    """The address under which somebody lets the bot into their server."""
    asked = {"client_id": application, "scope": SCOPES, "permissions": str(NEEDED)}
    return f"{AUTHORIZE}?{urlencode(asked)}"


@dataclass(frozen=True, slots=True)
class Checkup:
    """Asks Discord; nothing is changed there."""

    line: Line
    guild: str = ""
    reads_messages: bool = True

    async def findings(self) -> AsyncIterator[CheckResult]:
        """Look at everything that is configured."""
        try:
            application = await self.line.call("GET", "/oauth2/applications/@me")
            guilds = await self.line.call("GET", "/users/@me/guilds")
        except PlatformFailed as error:
            yield CheckResult(is_good=False, text=str(error))
            return
        named = ", ".join(str(guild.get("name")) for guild in guilds[:5]) or "no server yet"
        yield CheckResult(is_good=True, text=f"{application.get('name')} in {named}")
        if self.guild and self.guild not in {str(guild["id"]) for guild in guilds}:
            text = f"it is not in the server {self.guild} of FRONTDESK_DISCORD_GUILD; invite it"
            yield CheckResult(is_good=False, text=text)
        if self.reads_messages and not int(application.get("flags") or 0) & _MAY_READ:
            text = (
                "it may not read messages that do not mention it; switch on “Message Content "
                "Intent” of the bot, or set FRONTDESK_DISCORD_READS_MESSAGES=false"
            )
            yield CheckResult(is_good=False, text=text)
