"""Brings cards to people of Slack, in the direct message between them and the app."""

from dataclasses import dataclass, field

from typing_extensions import override

from bot.domain.messages import Reply
from bot.domain.requests import Request
from bot.platforms.shared.copies import Letterbox
from bot.platforms.slack.inbound.reading import word
from bot.platforms.slack.outbound.rendering import Rendering
from bot.platforms.slack.sending.posting import Poster, Posting, Spot


@dataclass
class DirectMessages(Letterbox):
    """Posts cards to people; which channel is whose is asked once."""

    poster: Poster
    rendering: Rendering
    _known: dict[tuple[str, str], str] = field(default_factory=dict)

    @override
    async def channel(self, workspace: str, user: str) -> str:
        known = self._known.get((workspace, user))
        if known is None:
            web = await self.poster.workspaces.web(workspace)
            known = word(await web.call("conversations.open", users=user), "channel", "id")
            self._known[workspace, user] = known
        return known

    @override
    async def post(
        self, channel: str, user: str, key: str, reply: Reply, request: Request
    ) -> None:
        shown = self.rendering.card(reply, request)
        spot = Spot(reply.thread.workspace, channel, "", reply.thread.session)
        posting = Posting(key, shown.text, shown.blocks, request.id)
        await self.poster.post(spot, posting, reply.reply_to)
