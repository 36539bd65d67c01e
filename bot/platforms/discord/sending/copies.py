"""Brings cards to people of Discord, in the private channel between them and the bot."""

from dataclasses import dataclass

from typing_extensions import override

from bot.domain.messages import Reply
from bot.domain.requests import Request
from bot.platforms.discord.inbound.places import Spot
from bot.platforms.discord.outbound.rendering import Rendering
from bot.platforms.discord.sending.posting import Posting
from bot.platforms.discord.sending.whispers import Whispers
from bot.platforms.shared.copies import Letterbox


@dataclass(frozen=True, slots=True)
class PrivateChannels(Letterbox):
    """Posts cards to people."""

    whispers: Whispers
    rendering: Rendering

    @override
    async def channel(self, workspace: str, user: str) -> str:
        return await self.whispers.in_person(user)

    @override
    async def post(
        self, channel: str, user: str, key: str, reply: Reply, request: Request
    ) -> None:
        shown = self.rendering.card(reply, request)
        spot = Spot(reply.thread.workspace, channel, channel, reply.thread.session)
        posting = Posting(key, shown, request.id, notify=(user,))
        await self.whispers.poster.post(spot, posting, reply.reply_to)
