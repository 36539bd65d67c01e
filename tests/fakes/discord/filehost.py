"""Serves attachments by signed links that expire, as Discord's file host does."""

from dataclasses import dataclass

from aiohttp import web

from tests.fakes.discord.shapes import link_signature
from tests.fakes.discord.world import World

GONE = "This content is no longer available."


@dataclass(slots=True)
class FileHost:
    """The attachments of one fake Discord."""

    world: World

    async def download(self, request: web.Request) -> web.Response:
        """Give out a file to whoever has a link that is still good."""
        attachment = self.world.attachments.get(int(request.match_info["attachment"]))
        if attachment is None or not self._is_good(request, attachment.id):
            return web.Response(status=404, text=GONE)
        # Given as bytes: a charset in the type would be refused as an argument.
        headers = {"Content-Type": attachment.content_type}
        return web.Response(body=attachment.content, headers=headers)

    def _is_good(self, request: web.Request, attachment_id: int) -> bool:
        try:
            expires_at = int(request.query.get("ex", ""), 16)
        except ValueError:
            return False
        is_signed = request.query.get("hm") == link_signature(attachment_id, expires_at)
        return is_signed and self.world.clock.now() < expires_at
